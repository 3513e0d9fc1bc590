//===- TextReport.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/TextReport.h"

#include "tiled_layout/Layout/Interop/Jax.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::tiled_layout;
using llvm::raw_ostream;
using llvm::StringRef;

Analysis::Analysis(Program read)
    : program(std::make_unique<Program>(std::move(read))),
      profile(getProfile(*program)), peak(getPeak(*program)),
      boundary(getBoundary(*program, profile)) {}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Prints a value below 1000 with three digits.
static std::string formatDigits(double value) {
  int places = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", places, value);
  return text;
}

std::string mlir::tiled_layout::formatBytes(int64_t bytes) {
  static constexpr StringRef units[] = {"B",  "KB", "MB", "GB",
                                        "TB", "PB", "EB"};
  double value = bytes;
  size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < std::size(units); ++unit)
    value /= 1000;
  if (unit == 0)
    return std::to_string(bytes) + " B";
  return (formatDigits(value) + " " + units[unit]).str();
}

std::string mlir::tiled_layout::formatShare(int64_t part, int64_t whole) {
  if (whole == 0)
    return "0 %";
  return llvm::formatv("{0:F1} %", 100.0 * part / whole).str();
}

std::string mlir::tiled_layout::formatCount(int64_t count) {
  std::string digits = std::to_string(count);
  for (int64_t i = static_cast<int64_t>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(i, ",");
  return digits;
}

std::string mlir::tiled_layout::formatCount(int64_t count, StringRef noun) {
  return (formatCount(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

std::string mlir::tiled_layout::formatTime(int64_t bytes, double bandwidth) {
  static constexpr StringRef units[] = {"ns", "µs", "ms"};
  double value = bytes / bandwidth * 1e9;
  size_t unit = 0;
  for (; value >= 999.5 && unit < std::size(units); ++unit)
    value /= 1000;
  return formatDigits(value) + " " +
         (unit < std::size(units) ? units[unit] : "s").str();
}

/// Returns what a move is, after `by NAME,`.
static std::string describeClass(RelayoutClass kind) {
  if (kind == RelayoutClass::MemorySpace)
    return "a move between memories";
  return "a " + toString(kind).str();
}

std::string mlir::tiled_layout::explainClass(const Move &move) {
  switch (move.kind) {
  case RelayoutClass::View:
    if (move.opcode == "bitcast")
      return "both sides fill the same bits";
    return "every element stays at its bit, and the sizes are equal: no byte "
           "needs to move";
  case RelayoutClass::MemorySpace:
    return "every element keeps its place; only the memory changes, from S(" +
           std::to_string(move.from->getMemorySpace()) + ") to S(" +
           std::to_string(move.to->getMemorySpace()) + ")";
  case RelayoutClass::Repack:
    return "runs of 16 bytes or more move as a whole";
  case RelayoutClass::Transposition:
    return "no run of 16 bytes is contiguous on both sides";
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

namespace {

class ReportPrinter {
public:
  ReportPrinter(raw_ostream &os, const Analysis &analysis,
                const ReportOptions &options)
      : os(os), analysis(analysis), profile(analysis.profile),
        options(options) {}

  void print();

private:
  void printTotals();
  void printTotalsLine(const llvm::Twine &what, const BufferTotals &totals);
  void printPeak();
  void printRelayoutTotals();
  void printPadding();
  void print(const PaddedShape &shape);
  void printMoves();
  void print(const Move &move);
  void printBoundary();
  void printNotes();
  /// Says how many entries are not shown.
  void printRest(size_t count);
  /// Returns ` (op_name, file:line)`, or nothing.
  static std::string describeOrigin(StringRef opName, StringRef source);

  raw_ostream &os;
  const Analysis &analysis;
  const Profile &profile;
  const ReportOptions &options;
};

} // namespace

std::string ReportPrinter::describeOrigin(StringRef opName, StringRef source) {
  if (opName.empty() && source.empty())
    return "";
  StringRef separator = opName.empty() || source.empty() ? "" : ", ";
  return (" (" + opName + separator + source + ")").str();
}

void ReportPrinter::printRest(size_t count) {
  if (count > options.top)
    os << "  ... and " << formatCount(count - options.top)
       << " more; --top=N shows more\n";
}

void ReportPrinter::printTotalsLine(const llvm::Twine &what,
                                    const BufferTotals &totals) {
  os << llvm::formatv("  {0,-10} {1,9} {2,11} {3,11} {4,9}\n", what.str(),
                      formatCount(totals.count),
                      formatBytes(totals.logicalBytes),
                      formatBytes(totals.paddedBytes),
                      formatShare(totals.getWaste(), totals.paddedBytes));
}

void ReportPrinter::printPeak() {
  if (!analysis.peak || analysis.peak->bytes == 0)
    return;
  os << "\n  peak of live bytes, in schedule order: "
     << formatBytes(analysis.peak->bytes) << " at "
     << toString(analysis.peak->at) << ", where these live:\n";
  llvm::ArrayRef<LiveBuffer> buffers = analysis.peak->buffers;
  for (const LiveBuffer &buffer : buffers.take_front(options.top))
    os << llvm::formatv("  {0,10}  {1}  {2}\n",
                        formatBytes(buffer.array->paddedBytes),
                        toString(buffer.name), buffer.array->text);
  printRest(buffers.size());
}

void ReportPrinter::printRelayoutTotals() {
  const RelayoutTotals &totals = profile.relayouts;
  os << "\n  relayouts: " << formatCount(totals.count)
     << (totals.count == 1 ? " moves " : " move ") << formatBytes(totals.bytes)
     << ", " << formatBytes(totals.weightedBytes) << " with trips";
  if (options.bandwidth > 0)
    os << " (" << formatTime(totals.weightedBytes, options.bandwidth) << ")";
  os << "; besides, " << formatCount(totals.views, "view") << ", "
     << formatCount(totals.memorySpaceMoves, "move")
     << " between memories, and " << formatCount(totals.fused, "relayout")
     << " within fusions\n";
}

void ReportPrinter::printTotals() {
  os << "1. Totals\n\n";
  os << llvm::formatv("  {0,-10} {1,9} {2,11} {3,11} {4,9}\n", "memory",
                      "buffers", "logical", "padded", "padding");
  for (const auto &[space, totals] : profile.memorySpaces)
    printTotalsLine("S(" + llvm::Twine(space) + ")", totals);
  printTotalsLine("all", profile.buffers);
  printPeak();
  if (analysis.knowsRelayouts())
    printRelayoutTotals();
}

void ReportPrinter::print(const PaddedShape &shape) {
  os << "  " << formatBytes(shape.getWaste()) << " wasted by "
     << formatCount(shape.count) << " x " << shape.array->text << ": "
     << formatBytes(shape.array->logicalBytes) << " take "
     << formatBytes(shape.array->paddedBytes) << " each ("
     << formatShare(shape.array->paddedBytes - shape.array->logicalBytes,
                    shape.array->paddedBytes)
     << " padding)\n";
  if (shape.getSaving() > 0)
    os << "      best order: " << toString(shape.best.layout) << " takes "
       << formatBytes(shape.best.paddedBytes) << " and saves "
       << formatBytes(shape.getSaving()) << "\n";
  else
    os << "      no order of dimensions pads less\n";
  if (shape.instructions.empty())
    return;
  os << "      made by " << toString(shape.instructions.front());
  if (size_t more = shape.instructions.size() - 1)
    os << " and " << formatCount(more) << " more";
  os << describeOrigin(shape.opName, shape.source) << "\n";
}

void ReportPrinter::printPadding() {
  os << "\n2. Padding\n\n";
  if (profile.padding.empty())
    os << "  no buffer has padding\n";
  for (const PaddedShape &shape :
       llvm::ArrayRef(profile.padding).take_front(options.top))
    print(shape);
  printRest(profile.padding.size());
}

void ReportPrinter::print(const Move &move) {
  os << "  " << formatBytes(move.weightedBytes);
  if (options.bandwidth > 0)
    os << " (" << formatTime(move.weightedBytes, options.bandwidth) << ")";
  os << " by " << toString(move.name) << ", " << describeClass(move.kind)
     << (move.isFused ? " within a fusion" : "")
     << describeOrigin(move.opName, move.source) << "\n";
  os << "      " << move.opcode << " " << move.from->text << " to "
     << move.to->text << "\n";
  os << "      " << formatBytes(move.bytes) << " x " << formatCount(move.trips)
     << (move.trips == 1 ? " trip" : " trips")
     << (move.tripsKnown ? "" : " (a loop does not say how often it runs)")
     << "; " << explainClass(move) << "\n";
}

void ReportPrinter::printMoves() {
  os << "\n3. Relayouts\n\n";
  if (profile.moves.empty())
    os << "  "
       << (analysis.hasBody() ? "no instruction moves an array" : notKnown)
       << "\n";
  for (const Move &move : llvm::ArrayRef(profile.moves).take_front(options.top))
    print(move);
  printRest(profile.moves.size());
}

void ReportPrinter::printBoundary() {
  os << "\n4. Boundary\n\n";
  if (!analysis.hasBody())
    os << "  " << notKnown << "\n";
  else if (analysis.boundary.empty())
    os << "  the body uses every parameter and makes every result in the "
          "layout that it has\n";
  for (const BoundaryArray &array :
       llvm::ArrayRef(analysis.boundary).take_front(options.top)) {
    os << "  " << array.place << " (" << toString(array.name) << ") is "
       << array.array->text << "; the body relays it in "
       << toString(array.relayouts.front());
    if (size_t more = array.relayouts.size() - 1)
      os << " and " << formatCount(more) << " more";
    os << ", " << formatBytes(array.savedBytes) << "\n";
    os << "      ask for " << toString(array.wanted) << ", in JAX "
       << toJaxFormat(array.wanted) << "\n";
  }
  printRest(analysis.boundary.size());
}

void ReportPrinter::printNotes() {
  if (profile.inconsistent.empty() && profile.warnings.empty())
    return;
  os << "\nNotes\n\n";
  for (const InstructionName &name :
       llvm::ArrayRef(profile.inconsistent).take_front(options.top))
    os << "  " << toString(name)
       << " is a bitcast whose sides do not fill the same bits\n";
  printRest(profile.inconsistent.size());
  for (const std::string &warning :
       llvm::ArrayRef(profile.warnings).take_front(options.top))
    os << "  " << warning << "\n";
  printRest(profile.warnings.size());
}

void ReportPrinter::print() {
  os << "module "
     << (profile.module.empty() ? "without a name" : profile.module) << ": "
     << formatCount(profile.instructions, "instruction");
  if (!profile.skippedLines.empty())
    os << ", " << formatCount(profile.skippedLines.size(), "line")
       << " skipped";
  os << "\n\n";
  printTotals();
  printPadding();
  printMoves();
  printBoundary();
  printNotes();
}

void mlir::tiled_layout::printReport(raw_ostream &os, const Analysis &analysis,
                                     const ReportOptions &options) {
  ReportPrinter(os, analysis, options).print();
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

static void printTotalsChange(raw_ostream &os, StringRef what, int64_t before,
                              int64_t after) {
  os << llvm::formatv("  {0,-22} {1,11} -> {2,11}", what, formatBytes(before),
                      formatBytes(after));
  if (before != after)
    os << "   " << (after > before ? "+" : "-")
       << formatBytes(after > before ? after - before : before - after);
  os << "\n";
}

static void printChanges(raw_ostream &os, StringRef title,
                         llvm::ArrayRef<Change> changes, size_t top) {
  os << "\n  " << title << "\n";
  if (changes.empty())
    os << "    no change\n";
  for (const Change &change : changes.take_front(top)) {
    StringRef verb = change.before == 0       ? "appeared"
                     : change.after == 0      ? "went"
                     : change.getGrowth() > 0 ? "grew"
                                              : "shrank";
    os << llvm::formatv("    {0,-8} {1,11} -> {2,11}  {3} ({4})\n", verb,
                        formatBytes(change.before), formatBytes(change.after),
                        change.what, change.name);
  }
  if (changes.size() > top)
    os << "    ... and " << formatCount(changes.size() - top)
       << " more; --top=N shows more\n";
}

void mlir::tiled_layout::printDifference(raw_ostream &os,
                                         const Difference &difference,
                                         const ReportOptions &options) {
  os << "\n5. Against the earlier file\n\n";
  printTotalsChange(os, "padded bytes", difference.buffersBefore.paddedBytes,
                    difference.buffersAfter.paddedBytes);
  printTotalsChange(os, "padding", difference.buffersBefore.getWaste(),
                    difference.buffersAfter.getWaste());
  printTotalsChange(os, "relayouts with trips",
                    difference.relayoutsBefore.weightedBytes,
                    difference.relayoutsAfter.weightedBytes);
  printChanges(os, "padding, by shape", difference.padding, options.top);
  printChanges(os, "relayouts, by name and shapes", difference.relayouts,
               options.top);
}
