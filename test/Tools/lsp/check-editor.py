#!/usr/bin/python3
"""Asks the language server what editors ask it.

Usage: check-editor.py SERVER
"""

import re
import sys

from editor import Editor

editor = Editor(sys.argv[1])
editor.check("trigger characters",
             "{" in editor.capabilities["completionProvider"]["triggerCharacters"])

# Hover on a type, on one with an alias, on an alias, on what is none of ours.
TEXT = """#t = #tiled_layout.layout<{1,0:T(8,128)}>
!rows = tensor<20x300xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>

func.func @f(%a: tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>,
             %m: memref<20x300xf32, #t>, %r: !rows, %p: tensor<4xf32>) -> index {
  %c = arith.constant 1 : index
  return %c : index
}
"""
uri, errors = editor.open_document("hover", TEXT)
editor.check("a correct document", errors == [], errors)
for part in ("tensor<3x5", "3x5xf32", "1,0:T(2,2)", "layout<{1,0:T(2,2)"):
    text = editor.hover(uri, TEXT, part, 2)
    editor.check(f"hover on {part}", "physical shape    [2, 3, 2, 2]" in text
                 and "padding           37.50 %" in text
                 and "2  12 13 | 16 17 | 20  ." in text, text)
text = editor.hover(uri, TEXT, "20x300xf32")
editor.check("hover on a type with an alias", "bytes             36864" in text, text)
text = editor.hover(uri, TEXT, "%r: !rows", 6)
editor.check("hover on an alias", "physical shape    [3, 3, 4, 128, 2, 1]" in text, text)
editor.check("hover on a type without layout", "physical" not in editor.hover(uri, TEXT, "4xf32>)"))
editor.check("hover on an operation is upstream's", "arith.constant" in
             editor.hover(uri, TEXT, "arith.constant", 3))

# The document changes; upstream's server takes whole documents.
CHANGED = TEXT.replace("3x5xf32", "7x9xf32")
editor.check("whole documents", editor.capabilities["textDocumentSync"]["change"] == 1)
editor.send({"method": "textDocument/didChange", "params": {
    "textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": CHANGED}]}})
errors = editor.diagnose(uri)
editor.check("a changed document", errors == [], errors)
text = editor.hover(uri, CHANGED, "7x9xf32")
editor.check("hover after a change", "physical shape    [4, 5, 2, 2]" in text, text)

# Completion at each place within a layout.
for typed, expected, unexpected in [
        ("tensor<20x300xbf16, #tiled_layout.layout<", "{1,0:T(8,128)(2,1)}", "}"),
        ("tensor<20x300xbf16, #tiled_layout.layout<", "{0,1}", ":T("),
        ("tensor<2x3x4xf32, #tiled_layout.layout<", "{2,1,0}", "{1,0}"),
        ("tensor<4xf32, #tiled_layout.", "layout<{...}>", "}"),
        ("tensor<4xf32, #tiled_layout.lay", "layout<{...}>", "}"),
        ("tensor<4xf32, #tiled_layout.structured_", "structured_plan<...>", "}"),
        ("tensor<2x3x4xf32, #tiled_layout.layout<{", "2,1,0", ":T("),
        ("tensor<2x3x4xf32, #tiled_layout.layout<{1", ",2,0", ":T("),
        ("tensor<2x3x4xf32, #tiled_layout.layout<{1,", "2,0", "}"),
        ("tensor<f32, #tiled_layout.layout<{", "}", "0"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0", ":T(", "L(n)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:", "T(...)", "(...)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(", "8,128)", "E(n)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,", "full", "8,128)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)(", "2,1)", "E(n)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)", "E(n)", "T(...)"),
        ("tensor<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)E(8)", "S(n)", "L(n)"),
        ("memref<4x4xf32, #tiled_layout.layout<{1,0:T(*,128)}", ", bounds = [4, 4]", "S(n)"),
        ("memref<4x4xf32, #tiled_layout.layout<{1,0:T(8,128)}, ex", "exact", "S(n)"),
        ("memref<4x4xf32, #tiled_layout.layout<{1,0:T(*,128)}, ", "bounds = [4, 4]", ", exact")]:
    text = f"func.func private @g({typed}"
    uri, _ = editor.open_document("complete", text)
    items = editor.complete(uri, {"line": 0, "character": len(text)})
    labels = [item["label"] for item in items]
    editor.check(f"completion behind {typed}",
                 expected in labels and unexpected not in labels, labels)
    # Editors replace the word before the place, and show what begins with it.
    word = re.search(r"\w*$", typed).group()
    editor.check(f"replacement behind {typed}",
                 all(item["insertText"].startswith(word) for item in items
                     if item["label"] == expected), items)
text = "func.func private @g(tensor<4xf32>)\n"
uri, _ = editor.open_document("outside", text)
items = editor.complete(uri, editor.find(text, "4xf32"))
editor.check("no completion of ours elsewhere", "E(n)" not in str(items), items)

# What only the whole type shows: TL19, a memory space that is not the type's.
text = ("func.func private @h(memref<4xf32, #tiled_layout.layout<{0:S(1)}>, 1>)\n// -----\n"
        "func.func private @i(memref<4xf32, #tiled_layout.layout<{0:S(1)}>, 2>)\n")
uri, errors = editor.open_document("spaces", text)
editor.check("TL19", len(errors) == 1 and errors[0]["range"]["start"]["line"] == 2
             and "memory space" in errors[0]["message"], errors)

# A part that does not parse does not hide what another one says.
text = ("func.func private @k(memref<4xf32, #tiled_layout.layout<{0:S(1)}>, 2>)\n// -----\n"
        "func.func private @l(memref<4xf32, #tiled_layout.layout<{0:T(0)}>>)\n")
uri, errors = editor.open_document("spaces and an error", text)
editor.check("two parts", sorted(error["range"]["start"]["line"] for error in errors) == [0, 2],
             errors)

text = ("func.func private @j(memref<2000000000x2000000000xf32, "
        "#tiled_layout.layout<{1,0:T(8,128)}>>)\n")
uri, errors = editor.open_document("bytes", text)
editor.check("bytes", len(errors) == 1 and "bytes" in errors[0]["message"], errors)

# Upstream's parser dies of a carriage return behind a string without an end.
uri, errors = editor.open_document("carriage returns", 'func.func @f() {\r\n  "foo\r\n}\r\n')
editor.check("a string without an end", [error["range"]["start"] for error in errors] ==
             [{"line": 1, "character": 7}], errors)

# Morello's notation has an order of its own.
text = "func.func private @g(tensor<4x4xf32, #tiled_layout.layout<["
uri, _ = editor.open_document("morello", text)
items = editor.complete(uri, {"line": 0, "character": len(text)})
editor.check("no completion in Morello's notation", items == [], items)

# A message that is nested too deep for a parser is left out, and the server stays.
deep = b'{"jsonrpc":"2.0","id":0,"method":"textDocument/hover","params":' + \
    b"[" * 200000 + b"]" * 200000 + b"}"
editor.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(deep) + deep)
uri, errors = editor.open_document("deep", TEXT)
editor.check("a document after a deep message", errors == [], errors)

passed = editor.leave()
print("passed" if passed else "failed")
sys.exit(not passed)
