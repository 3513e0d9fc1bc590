"""Checks that links between documents lead to files and headings that exist, and
that the list of the history has all of its entries.

Usage: check-links.py ROOT
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")


def get_anchors(text):
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    kept = (re.sub(r"[^a-z0-9 _-]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in kept}


def check(page):
    """Yields what is wrong with the links of a page."""
    text = page.read_text()
    for target, anchor in LINK.findall(text):
        if "://" in target:
            continue
        path = page.parent / target if target else page
        if not path.exists():
            yield f"{page}: there is no {target}"
        elif anchor and path.suffix == ".md" and anchor not in get_anchors(path.read_text()):
            yield f"{page}: {target or page.name} has no heading '{anchor}'"


def check_list(page):
    """Yields the pages of the folder that its list does not name."""
    targets = {target for target, _ in LINK.findall(page.read_text())}
    for entry in sorted(page.parent.glob("*.md")):
        if entry != page and entry.name not in targets:
            yield f"{page}: {entry.name} is not in the list"


def main(root):
    pages = [root / "README.md", root / "CHANGELOG.md", *sorted(root.glob("docs/**/*.md"))]
    wrong = [line for page in pages for line in check(page)]
    history = root / "docs/history/README.md"
    if history.exists():
        wrong += check_list(history)
    print("\n".join(wrong) or f"the links of {len(pages)} pages lead somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
