#!/usr/bin/python3
"""Talks to the language server as an editor does.

Usage: check-editor.py SERVER
"""

import json
import subprocess
import sys

server = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
failures = 0
number = 0


def check(what, condition, found=""):
    global failures
    if not condition:
        failures += 1
        print(f"failed: {what}: {found}", file=sys.stderr)


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def receive():
    length = 0
    while line := server.stdout.readline().strip():
        if line.startswith(b"Content-Length:"):
            length = int(line.split(b":")[1])
    return json.loads(server.stdout.read(length))


def request(method, parameters):
    """Returns the answer to a request; notifications before it are skipped."""
    global number
    number += 1
    send({"id": number, "method": method, "params": parameters})
    while (answer := receive()).get("id") != number:
        pass
    return answer.get("result")


def diagnose(uri):
    while (message := receive()).get("method") != "textDocument/publishDiagnostics" or \
            message["params"]["uri"] != uri:
        pass
    return message["params"]["diagnostics"]


def open_document(name, text):
    uri = f"test:///{name}.mlir"
    send({"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": uri, "languageId": "mlir", "version": 1, "text": text}}})
    return uri, diagnose(uri)


def find(text, part, offset=0):
    at = text.index(part) + offset
    line = text.count("\n", 0, at)
    return {"line": line, "character": at - (text.rfind("\n", 0, at) + 1)}


def hover(uri, text, part, offset=0):
    answer = request("textDocument/hover", {"textDocument": {"uri": uri},
                                            "position": find(text, part, offset)})
    return (answer or {}).get("contents", {}).get("value", "")


def complete(uri, position):
    answer = request("textDocument/completion", {"textDocument": {"uri": uri},
                                                 "position": position})
    items = answer["items"] if isinstance(answer, dict) else answer or []
    return [item["label"] for item in items]


capabilities = request("initialize", {"processId": 1, "rootPath": "", "capabilities": {}})
check("trigger characters",
      "{" in capabilities["capabilities"]["completionProvider"]["triggerCharacters"])
send({"method": "initialized", "params": {}})

# Hover on a type, on one with an alias, on an alias, on what is none of ours.
TEXT = """#t = #tiled_layout.layout<{1,0:T(8,128)}>
!rows = tensor<20x300xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>

func.func @f(%a: tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>,
             %m: memref<20x300xf32, #t>, %r: !rows, %p: tensor<4xf32>) -> index {
  %c = arith.constant 1 : index
  return %c : index
}
"""
uri, errors = open_document("hover", TEXT)
check("a correct document", errors == [], errors)
for part in ("tensor<3x5", "3x5xf32", "1,0:T(2,2)", "layout<{1,0:T(2,2)"):
    text = hover(uri, TEXT, part, 2)
    check(f"hover on {part}", "physical shape    [2, 3, 2, 2]" in text
          and "padding           37.50 %" in text and "2  12 13 | 16 17 | 20  ." in text, text)
text = hover(uri, TEXT, "20x300xf32")
check("hover on a type with an alias", "bytes             36864" in text, text)
text = hover(uri, TEXT, "%r: !rows", 6)
check("hover on an alias", "physical shape    [3, 3, 4, 128, 2, 1]" in text, text)
check("hover on a type without layout", "physical" not in hover(uri, TEXT, "4xf32>)"))
check("hover on an operation is upstream's", "arith.constant" in
      hover(uri, TEXT, "arith.constant", 3))

# The document changes; upstream's server takes whole documents.
CHANGED = TEXT.replace("3x5xf32", "7x9xf32")
check("whole documents", capabilities["capabilities"]["textDocumentSync"]["change"] == 1)
send({"method": "textDocument/didChange", "params": {
    "textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": CHANGED}]}})
errors = diagnose(uri)
check("a changed document", errors == [], errors)
text = hover(uri, CHANGED, "7x9xf32")
check("hover after a change", "physical shape    [4, 5, 2, 2]" in text, text)

# Completion at each place within a layout.
for typed, expected, unexpected in [
        ("tensor<20x300xbf16, #tiled_layout.layout<", "{1,0:T(8,128)(2,1)}", "}"),
        ("tensor<20x300xbf16, #tiled_layout.layout<", "{0,1}", ":T("),
        ("tensor<2x3x4xf32, #tiled_layout.layout<", "{2,1,0}", "{1,0}"),
        ("tensor<4xf32, #tiled_layout.", "layout<{...}>", "}"),
        ("tensor<4xf32, #tiled_layout.lay", "layout<{...}>", "}"),
        ("tensor<2x3x4xf32, #tiled_layout.layout<{", "2,1,0", ":T("),
        ("tensor<2x3x4xf32, #tiled_layout.layout<{1", ",2,0", ":T("),
        ("tensor<2x3x4xf32, #tiled_layout.layout<{1,", "2,0", "}"),
        ("tensor<f32, #tiled_layout.layout<{", "}", "0"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0", ":T(", "L(n)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:", "T(...)", "(...)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(", "8,128)", "E(n)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)(", "2,1)", "E(n)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)", "E(n)", "T(...)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)E(8)", "S(n)", "L(n)"),
        ("memref<4x4xf32, #tiled_layout.layout<{1,0:T(*,128)}", ", bounds = [4, 4]", "S(n)"),
        ("memref<4x4xf32, #tiled_layout.layout<{1,0:T(*,128)}, ", "bounds = [4, 4]", ", exact")]:
    text = f"func.func private @g({typed}"
    uri, _ = open_document("complete", text)
    labels = complete(uri, {"line": 0, "character": len(text)})
    check(f"completion behind {typed}", expected in labels and unexpected not in labels, labels)
text = "func.func private @g(tensor<4xf32>)\n"
uri, _ = open_document("outside", text)
check("no completion of ours elsewhere", "E(n)" not in complete(uri, find(text, "4xf32")))

# What only the whole type shows: TL19, a memory space that is not the type's.
text = ("func.func private @h(memref<4xf32, #tiled_layout.layout<{0:S(1)}>, 1>)\n// -----\n"
        "func.func private @i(memref<4xf32, #tiled_layout.layout<{0:S(1)}>, 2>)\n")
uri, errors = open_document("spaces", text)
check("TL19", len(errors) == 1 and errors[0]["range"]["start"]["line"] == 2
      and "memory space" in errors[0]["message"], errors)

text = ("func.func private @j(memref<2000000000x2000000000xf32, "
        "#tiled_layout.layout<{1,0:T(8,128)}>>)\n")
uri, errors = open_document("bytes", text)
check("bytes", len(errors) == 1 and "bytes" in errors[0]["message"], errors)

check("shutdown", request("shutdown", None) is None)
send({"method": "exit"})
check("exit", server.wait(10) == 0)
print("failed" if failures else "passed")
sys.exit(failures != 0)
