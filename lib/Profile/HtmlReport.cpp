//===- HtmlReport.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/HtmlReport.h"

#include "Treemap.h"
#include "tiled_layout/Layout/Interop/Jax.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir::tiled_layout;
using llvm::raw_ostream;
using llvm::StringRef;

/// Follows the reader's choice of a dark page.
static constexpr StringRef style = R"css(
:root { color-scheme: light dark; --fg: #1b1f24; --bg: #fff; --line: #d0d7de;
  --soft: #f3f5f8; --used: #86b6ea; --padding: #f2b263; }
@media (prefers-color-scheme: dark) { :root { --fg: #e6e9ee; --bg: #15181d;
  --line: #3a414b; --soft: #1f242b; } }
body { font: 14px/1.45 system-ui, sans-serif; color: var(--fg);
  background: var(--bg); margin: 2em auto; max-width: 78em; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3em .6em; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th { cursor: pointer; user-select: none; background: var(--soft);
  position: sticky; top: 0; white-space: nowrap; }
th[data-order=up]::after { content: " \25B4"; }
th[data-order=down]::after { content: " \25BE"; }
td.n, th.n { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 11px ui-monospace, monospace; fill: #111;
  pointer-events: none; }
.used { fill: var(--used); } .padding { fill: var(--padding); }
.cell { stroke: var(--bg); stroke-width: 2; fill: none; }
.key span { display: inline-block; width: .9em; height: .9em;
  margin: 0 .4em 0 1em; vertical-align: -.1em; }
)css";

/// Sorts a table by the values that cells carry, else by their text.
static constexpr StringRef script = R"js(
for (const head of document.querySelectorAll("th")) {
  head.tabIndex = 0;
  const sort = () => {
    const table = head.closest("table"), body = table.tBodies[0];
    const column = [...head.parentNode.children].indexOf(head);
    const down = head.dataset.order !== "down";
    for (const other of head.parentNode.children) delete other.dataset.order;
    head.dataset.order = down ? "down" : "up";
    const key = row => {
      const cell = row.cells[column];
      return "v" in cell.dataset ? Number(cell.dataset.v) : cell.textContent;
    };
    const rows = [...body.rows].sort((a, b) => {
      const x = key(a), y = key(b);
      const order = typeof x === "number" ? x - y : x.localeCompare(y);
      return down ? -order : order;
    });
    body.append(...rows);
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", e => { if (e.key === "Enter") sort(); });
}
)js";

namespace {

class HtmlPrinter {
public:
  HtmlPrinter(raw_ostream &os, const ReportOptions &options)
      : os(os), options(options) {}

  void print(llvm::ArrayRef<Analysis> analyses);

private:
  void print(const Analysis &analysis);
  void printTotals(const Analysis &analysis);
  void printRelayoutTotals(const RelayoutTotals &moves);
  void printTreemap(const Profile &profile);
  void printCell(const PaddedShape &shape, const Rectangle &place);
  void printPadding(const Profile &profile);
  void printMoves(const Analysis &analysis);
  void printBoundary(const Analysis &analysis);

  /// Text comes from the input: it is escaped, and made UTF-8.
  std::string escape(StringRef text) {
    std::string result;
    llvm::raw_string_ostream escaped(result);
    llvm::printHTMLEscaped(llvm::json::fixUTF8(text), escaped);
    return result;
  }
  void beginTable(llvm::ArrayRef<StringRef> heads, size_t numbers);
  void endTable() { os << "</tbody></table>\n"; }
  void text(StringRef value) { os << "<td>" << escape(value) << "</td>"; }
  void code(StringRef value) {
    os << "<td><code>" << escape(value) << "</code></td>";
  }
  void number(int64_t value, StringRef shown) {
    os << "<td class=\"n\" data-v=\"" << value << "\">" << shown << "</td>";
  }
  void bytes(int64_t value) { number(value, formatBytes(value)); }

  raw_ostream &os;
  const ReportOptions &options;
};

} // namespace

/// Begins a table; its first `numbers` columns are numbers.
void HtmlPrinter::beginTable(llvm::ArrayRef<StringRef> heads, size_t numbers) {
  os << "<table><thead><tr>";
  for (auto [i, head] : llvm::enumerate(heads))
    os << (i < numbers ? "<th class=\"n\">" : "<th>") << head << "</th>";
  os << "</tr></thead><tbody>\n";
}

void HtmlPrinter::printTotals(const Analysis &analysis) {
  const Profile &profile = analysis.profile;
  os << "<h2>Totals</h2>\n";
  beginTable({"buffers", "logical", "padded", "padding", "memory"}, 4);
  auto row = [&](StringRef name, const BufferTotals &totals) {
    os << "<tr>";
    number(totals.count, formatCount(totals.count));
    bytes(totals.logicalBytes);
    bytes(totals.paddedBytes);
    number(totals.getWaste(),
           formatShare(totals.getWaste(), totals.paddedBytes));
    text(name);
    os << "</tr>\n";
  };
  for (const auto &[space, totals] : profile.memorySpaces)
    row("S(" + std::to_string(space) + ")", totals);
  row("all", profile.buffers);
  endTable();
  os << "<p>";
  if (analysis.knowsRelayouts())
    printRelayoutTotals(profile.relayouts);
  if (analysis.peak)
    os << " At most " << formatBytes(analysis.peak->bytes)
       << " live at once, at " << escape(toString(analysis.peak->at)) << ".";
  os << "</p>\n";
}

void HtmlPrinter::printRelayoutTotals(const RelayoutTotals &moves) {
  os << formatCount(moves.count, "relayout")
     << (moves.count == 1 ? " moves " : " move ")
     << formatBytes(moves.weightedBytes) << " with trips";
  if (options.bandwidth > 0)
    os << " (" << formatTime(moves.weightedBytes, options.bandwidth) << ")";
  os << "; besides, " << formatCount(moves.views, "view") << ", "
     << formatCount(moves.memorySpaceMoves, "move") << " between memories and "
     << formatCount(moves.fused, "relayout") << " within fusions.";
}

/// Shapes that the treemap shows one by one.
static constexpr size_t maxCells = 200;
static constexpr Rectangle page = {0, 0, 1000, 420};

/// A cell is filled from below as far as it is not padding.
void HtmlPrinter::printCell(const PaddedShape &shape, const Rectangle &place) {
  double used = static_cast<double>(shape.array->logicalBytes) /
                static_cast<double>(shape.array->paddedBytes);
  auto rectangle = [&](StringRef name, double y, double height) {
    os << llvm::formatv("<rect class=\"{0}\" x=\"{1:F1}\" y=\"{2:F1}\" "
                        "width=\"{3:F1}\" height=\"{4:F1}\"/>",
                        name, place.x, y, place.width, height);
  };
  double padding = place.height * (1 - used);
  os << "<g><title>" << escape(shape.array->text) << ", " << shape.count
     << " times: " << formatBytes(shape.array->logicalBytes) << " of "
     << formatBytes(shape.array->paddedBytes) << "</title>";
  rectangle("padding", place.y, padding);
  rectangle("used", place.y + padding, place.height - padding);
  rectangle("cell", place.y, place.height);
  // As much of the name as the cell has room for.
  size_t characters = place.width > 12 ? (place.width - 8) / 6.7 : 0;
  if (place.height > 18 && characters > 5)
    os << llvm::formatv("<text x=\"{0:F1}\" y=\"{1:F1}\">", place.x + 4,
                        place.y + 14)
       << escape(StringRef(shape.array->text).take_front(characters))
       << "</text>";
  os << "</g>\n";
}

void HtmlPrinter::printTreemap(const Profile &profile) {
  std::vector<const PaddedShape *> shapes;
  for (const PaddedShape &shape : profile.padding)
    shapes.push_back(&shape);
  auto getBytes = [](const PaddedShape *shape) {
    return static_cast<double>(shape->array->paddedBytes) * shape->count;
  };
  llvm::sort(shapes, [&](const PaddedShape *a, const PaddedShape *b) {
    return std::make_pair(-getBytes(a), StringRef(a->array->text)) <
           std::make_pair(-getBytes(b), StringRef(b->array->text));
  });
  shapes.resize(std::min(shapes.size(), maxCells));
  if (shapes.empty())
    return;
  std::vector<double> weights;
  for (const PaddedShape *shape : shapes)
    weights.push_back(getBytes(shape));
  os << "<h2>Bytes of shapes that have padding</h2>\n"
     << "<p class=\"key\">The area is bytes in all buffers of a shape."
     << "<span style=\"background:var(--used)\"></span>elements"
     << "<span style=\"background:var(--padding)\"></span>padding</p>\n";
  os << llvm::formatv("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" "
                      "aria-label=\"treemap of bytes by shape\">\n",
                      page.width, page.height);
  std::vector<Rectangle> places = getTreemap(weights, page);
  for (auto [shape, place] : llvm::zip_equal(shapes, places))
    printCell(*shape, place);
  os << "</svg>\n";
}

void HtmlPrinter::printPadding(const Profile &profile) {
  os << "<h2>Padding</h2>\n";
  if (profile.padding.empty()) {
    os << "<p>No buffer has padding.</p>\n";
    return;
  }
  beginTable({"waste", "count", "padded, each", "best saves", "shape",
              "best order", "made by", "operation", "source"},
             4);
  for (const PaddedShape &shape :
       llvm::ArrayRef(profile.padding).take_front(options.top)) {
    os << "<tr>";
    bytes(shape.getWaste());
    number(shape.count, formatCount(shape.count));
    bytes(shape.array->paddedBytes);
    bytes(shape.getSaving());
    code(shape.array->text);
    code(toString(shape.best.layout));
    code(shape.instructions.empty() ? ""
                                    : toString(shape.instructions.front()));
    text(shape.opName);
    text(shape.source);
    os << "</tr>\n";
  }
  endTable();
}

void HtmlPrinter::printMoves(const Analysis &analysis) {
  const Profile &profile = analysis.profile;
  os << "<h2>Relayouts</h2>\n";
  if (profile.moves.empty()) {
    os << "<p>"
       << (analysis.hasBody() ? "No instruction moves an array" : notKnown)
       << ".</p>\n";
    return;
  }
  beginTable({"with trips", "bytes", "trips", "class", "instruction", "from",
              "to", "operation", "source"},
             3);
  for (const Move &move :
       llvm::ArrayRef(profile.moves).take_front(options.top)) {
    os << "<tr>";
    bytes(move.weightedBytes);
    bytes(move.bytes);
    number(move.trips,
           formatCount(move.trips) + (move.tripsKnown ? "" : " or more"));
    os << "<td title=\"" << escape(explainClass(move)) << "\">"
       << toString(move.kind) << (move.isFused ? ", fused" : "") << "</td>";
    code(toString(move.name));
    code(move.from->text);
    code(move.to->text);
    text(move.opName);
    text(move.source);
    os << "</tr>\n";
  }
  endTable();
}

void HtmlPrinter::printBoundary(const Analysis &analysis) {
  os << "<h2>Boundary</h2>\n";
  if (!analysis.hasBody()) {
    os << "<p>" << notKnown << ".</p>\n";
    return;
  }
  if (analysis.boundary.empty()) {
    os << "<p>The body uses every parameter and makes every result in the "
          "layout that it has.</p>\n";
    return;
  }
  beginTable({"saves", "where", "is", "ask for", "in JAX"}, 1);
  for (const BoundaryArray &array :
       llvm::ArrayRef(analysis.boundary).take_front(options.top)) {
    os << "<tr>";
    bytes(array.savedBytes);
    text(array.place);
    code(array.array->text);
    code(toString(array.wanted));
    code(toJaxFormat(array.wanted));
    os << "</tr>\n";
  }
  endTable();
}

void HtmlPrinter::print(const Analysis &analysis) {
  const Profile &profile = analysis.profile;
  os << "<h1>"
     << (profile.module.empty() ? "Module without a name"
                                : escape(profile.module))
     << "</h1>\n<p>" << formatCount(profile.instructions, "instruction");
  if (!profile.skippedLines.empty())
    os << ", " << formatCount(profile.skippedLines.size()) << " lines skipped";
  os << "</p>\n";
  printTotals(analysis);
  printTreemap(profile);
  printPadding(profile);
  printMoves(analysis);
  printBoundary(analysis);
}

void HtmlPrinter::print(llvm::ArrayRef<Analysis> analyses) {
  os << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width\">\n"
     << "<title>Padding and relayouts</title>\n<style>" << style
     << "</style></head><body>\n";
  for (const Analysis &analysis : analyses)
    print(analysis);
  os << "<script>" << script << "</script>\n</body></html>\n";
}

void mlir::tiled_layout::printHtml(raw_ostream &os,
                                   llvm::ArrayRef<Analysis> analyses,
                                   const ReportOptions &options) {
  HtmlPrinter(os, options).print(analyses);
}
