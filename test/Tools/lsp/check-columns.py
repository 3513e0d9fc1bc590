#!/usr/bin/python3
"""Asks the language server for places behind characters that are not ASCII, as an editor
that counts units of UTF-16 does, and as one that counts bytes.

Usage: check-columns.py SERVER
"""

import sys

from editor import Editor

# Two bytes and one unit, three and one, four and two.
NAME = "größe 万 😀"
LAYOUT = "#tiled_layout.layout<{1,0:T(2,2)}>"
TEXT = f"""// {NAME}
func.func @f(%a: index {{x.n = "{NAME}"}}, %t: tensor<3x5xf32, {LAYOUT}>) {{
  "x.n"() {{n = "{NAME}"}} : () -> () "x.use"(%a, %t) : (index, tensor<3x5xf32, {LAYOUT}>) -> ()
  return
}}
"""


def is_at(editor, span, line, part):
    """Returns whether a range is the first occurrence of a part in its line."""
    text = TEXT.split("\n")[line]
    begin = editor.count(text[:text.index(part)])
    return span == {"start": {"line": line, "character": begin},
                    "end": {"line": line, "character": begin + editor.count(part)}}


def check(encodings, expected):
    editor = Editor(sys.argv[1], encodings)
    editor.check("encoding", editor.capabilities["positionEncoding"] == expected)
    uri, errors = editor.open_document("columns", TEXT)
    editor.check("a correct document", errors == [], errors)

    # What the project answers.
    place = editor.find(TEXT, "3x5xf32")
    hover = editor.ask("hover", uri, place)
    editor.check("hover", "[2, 3, 2, 2]" in hover["contents"]["value"]
                 and is_at(editor, hover["range"], 1, f"tensor<3x5xf32, {LAYOUT}>"), hover)
    items = editor.complete(uri, editor.find(TEXT, "1,0:T("))
    editor.check("completion", [item["label"] for item in items] == ["1,0"], items)

    # What upstream's server answers: a definition, in the line of its use and in another.
    line = TEXT.split("\n")[2]
    for use, name in ((line.rindex("%t"), "%t"), (line.rindex("%a"), "%a")):
        found = editor.ask("definition", uri, {"line": 2, "character": editor.count(line[:use])})
        editor.check(f"definition of {name}", len(found) == 1
                     and is_at(editor, found[0]["range"], 1, name), found)
    found = editor.request("textDocument/references", {
        "textDocument": {"uri": uri}, "position": editor.find(TEXT, "%t: "),
        "context": {"includeDeclaration": True}})
    editor.check("references", len(found) == 2 and is_at(editor, found[1]["range"], 2, "%t"), found)

    # Errors, of the parser and of types. A column behind the end of a line is its end.
    wrong = TEXT.replace("T(2,2)", "T(0,2)", 1)
    uri, errors = editor.open_document("wrong", wrong)
    editor.check("an error's place", len(errors) == 1
                 and errors[0]["range"]["start"] == editor.find(wrong, "0,2)"), errors)
    spaces = (f'"x.n"() {{n = "{NAME}"}} : () -> () func.func private @h('
              "memref<4xf32, #tiled_layout.layout<{0:S(1)}>, 2>)\n")
    uri, errors = editor.open_document("spaces", spaces)
    editor.check("a type's error", len(errors) == 1
                 and errors[0]["range"]["start"] == editor.find(spaces, "func.func"), errors)
    uri, _ = editor.open_document("typed", f"// {NAME}\n\"{NAME}\" tensor<4x4xf32, {LAYOUT[:-9]}")
    items = editor.complete(uri, {"line": 1, "character": 1000})
    editor.check("completion behind the end", items and items[0]["label"] == ":T(", items)
    return editor.leave()


passed = all([check(None, "utf-16"), check(["utf-16"], "utf-16"),
              check(["utf-32", "utf-16", "utf-8"], "utf-8")])
print("passed" if passed else "failed")
sys.exit(not passed)
