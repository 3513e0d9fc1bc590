"""Checks the help of each tool: every option that takes a value states its default or
that it is required, and there are examples, whose options exist. The manual page of the
build is the one of the tool, with all that the help says.

Usage: check-help.py GENERATOR TOOLS
"""

import os
import re
import subprocess
import sys

# Pages in the order of their sections.
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "PASSES AND PIPELINES", "EXAMPLES",
            "SEE ALSO"]


def get_output(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def get_plain(page):
    """Returns a page without roff's marks."""
    return re.sub(r"\\([-&])", lambda match: match.group(1).replace("&", ""),
                  page).replace(r"\e", "\\")


def get_entries(text):
    """Yields (name, description) of each option of the tool, and of each pass."""
    ours = False
    for line in text.split("\n"):
        if match := re.match(r"(\S.*):$", line):
            ours = match.group(1).startswith(("tiled-layout-", "Pipelines", "Passes"))
        elif ours and (entry := re.match(r" *-{1,2}(\S+?) *- +(.*)", line)):
            yield entry.group(1), entry.group(2)


def check(tool, generator):
    name = os.path.basename(tool)
    text = get_output(tool, "--help")
    entries = list(get_entries(text))
    for option, description in entries:
        if "=<" in option and not re.search(r"default: |\(required\)", description):
            yield f"--{option} does not state its default: {description}"
    if not entries:
        yield "no options"
    if any("aarch64" in option or "canonicalize" in option for option, _ in entries):
        yield "the help has options of LLVM or passes of MLIR"

    examples = re.search(r"^EXAMPLES:\n(.*?)(?=^\S|\Z)", text, re.M | re.S).group(1)
    if not re.search(rf"^  {name}\b", examples, re.M):
        yield f"no example: {examples}"
    for option in set(re.findall(r"\s(--[a-z][a-z-]+)", examples)):
        if not re.search(rf"^ +{option}\b", text, re.M):
            yield f"an example has {option}, which the tool has not"

    page = get_output(sys.executable, generator, tool)
    with open(os.path.join(os.path.dirname(tool), "..", "share", "man", "man1",
                           f"{name}.1")) as file:
        if file.read() != page:
            yield "the manual page in the build is of another tool"
    sections = re.findall(r"^\.SH (.*)$", page, re.M)
    if sections != [section for section in SECTIONS if section in sections] or (
            not set(SECTIONS) - {"PASSES AND PIPELINES"} <= set(sections)):
        yield f"the manual page has the sections {sections}"
    plain = get_plain(page)
    for option, description in entries:
        if f"-{option}\n{description}" not in plain:
            yield f"the manual page has no --{option}"
    for line in examples.strip().split("\n"):
        if line.strip() not in plain:
            yield f"the manual page has no example {line}"
    if re.search(r"^[.'](?!\\|(TH|SH|SS|PP|RS|RE|nf|fi|TP|B|BR|br)\b)", page, re.M):
        yield "roff would interpret text of the page"


def main():
    generator, folder = sys.argv[1:]
    names = sorted(name for name in os.listdir(folder)
                   if name.startswith("tiled-layout-") and name != "tiled-layout-peers")
    errors = [f"{name}: {problem}" for name in names
              for problem in check(os.path.join(folder, name), generator)]
    print("\n".join(errors), file=sys.stderr)
    print(f"{len(names)} tools, {len(errors)} errors")
    sys.exit(bool(errors) or len(names) < 7)


if __name__ == "__main__":
    main()
