#!/usr/bin/python3
"""A client of the language server that talks as an editor does."""

import json
import subprocess
import sys


class Editor:
    """A server and what an editor sends to it; `failures` counts failed checks."""

    def __init__(self, server, encodings=None):
        self.server = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL)
        self.failures = 0
        self.number = 0
        capabilities = {"general": {"positionEncodings": encodings}} if encodings else {}
        self.capabilities = self.request("initialize", {
            "processId": 1, "rootPath": "", "capabilities": capabilities})["capabilities"]
        self.send({"method": "initialized", "params": {}})
        # What the server says that a column counts.
        self.codec = self.capabilities["positionEncoding"].replace("utf-16", "utf-16-le")

    def check(self, what, condition, found=""):
        if not condition:
            self.failures += 1
            print(f"failed: {what}: {found}", file=sys.stderr)

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while line := self.server.stdout.readline().strip():
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.server.stdout.read(length))

    def request(self, method, parameters):
        """Returns the answer to a request; notifications before it are skipped."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        while (answer := self.receive()).get("id") != self.number:
            pass
        return answer.get("result")

    def diagnose(self, uri):
        """Returns the next errors of a document."""
        while (message := self.receive()).get("method") != "textDocument/publishDiagnostics" or \
                message["params"]["uri"] != uri:
            pass
        return message["params"]["diagnostics"]

    def open_document(self, name, text):
        uri = f"test:///{name}.mlir"
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}}})
        return uri, self.diagnose(uri)

    def count(self, text):
        """Returns how many columns a text takes."""
        return len(text.encode(self.codec)) // (2 if "16" in self.codec else 1)

    def find(self, text, part, offset=0):
        """Returns the position of the first occurrence of a part, `offset` characters on."""
        at = text.index(part) + offset
        return {"line": text.count("\n", 0, at),
                "character": self.count(text[text.rfind("\n", 0, at) + 1:at])}

    def ask(self, method, uri, position):
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri},
                                                       "position": position})

    def hover(self, uri, text, part, offset=0):
        answer = self.ask("hover", uri, self.find(text, part, offset))
        return (answer or {}).get("contents", {}).get("value", "")

    def complete(self, uri, position):
        answer = self.ask("completion", uri, position)
        return answer["items"] if isinstance(answer, dict) else answer or []

    def leave(self):
        """Ends the server. Returns true if all checks passed."""
        self.check("shutdown", self.request("shutdown", None) is None)
        self.send({"method": "exit"})
        self.check("exit", self.server.wait(10) == 0)
        return not self.failures
