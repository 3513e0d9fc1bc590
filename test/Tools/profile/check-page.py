"""Says what a page of tiled-layout-profile has: check-page.py FILE"""

import html.parser
import re
import sys

VOID = {"meta", "rect"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.rows, self.rectangles, self.foreign = [], [], 0, []

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.rows.append(0)
        elif tag == "tr" and "tbody" in self.open:
            self.rows[-1] += 1
        elif tag == "rect":
            self.rectangles += 1
        self.foreign += [v for k, v in attributes if k in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    handle_startendtag = lambda self, tag, attributes: (
        self.handle_starttag(tag, attributes) if tag in VOID else None)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit("</%s> closes nothing" % tag)


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
if page.open or page.foreign or re.search(r"https?://|url\(|@import", text):
    sys.exit("open %s, foreign %s" % (page.open, page.foreign))
print("tables %d, rows of the largest %d, rectangles %d, elements balanced, "
      "nothing from elsewhere" % (len(page.rows), max(page.rows), page.rectangles))
