//===- LoopNest.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/Axes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// One side of the nest: its array of C's integers.
struct Side {
  Side(const Layout &layout, const ElementType &type, StrideMember stride,
       llvm::StringRef name)
      : bits(getBitsPerElement(layout, type)), stride(stride), name(name) {}

  int64_t getPerWord() const { return bits < 8 ? 8 / bits : 1; }

  std::string getType(bool isSigned) const {
    if (bits == 128)
      return "unsigned __int128";
    return llvm::formatv("{0}int{1}_t", isSigned ? "" : "u",
                         std::max<int64_t>(bits, 8));
  }

  int64_t bits;
  StrideMember stride;
  llvm::StringRef name;
};

/// Writes one nest.
class NestWriter {
public:
  NestWriter(const RelayoutProblem &problem, RelayoutAxes sorted);

  std::string write();

private:
  using Bounds = SmallVector<const AxisBound *>;

  llvm::raw_ostream &line() { return os.indent(2 * indent); }
  std::string getSum(ArrayRef<std::pair<int64_t, size_t>> terms) const;
  std::string getPosition(const Side &side, size_t end, int64_t divisor) const;
  std::string getFixed(const AxisBound &bound, size_t depth) const;
  std::string getCount(size_t depth, const Bounds &open) const;
  std::string getValue() const;

  bool splitAtEdges(size_t depth, const Bounds &open);
  void writeLoops(size_t depth, size_t end, const Bounds &open,
                  llvm::function_ref<void()> writeBody);
  void writeNest(size_t depth, const Bounds &open, bool splits);
  void writeByte(const Bounds &open);
  void writeElement();
  void writeElementOfByte();
  void findBytes();

  RelayoutAxes axes;
  Side source, dest;
  bool isSigned;
  /// The axes from here on are the places within a byte of the destination.
  size_t firstInByte;
  std::string text;
  llvm::raw_string_ostream os{text};
  unsigned indent = 1;
};

} // namespace

NestWriter::NestWriter(const RelayoutProblem &problem, RelayoutAxes sorted)
    : axes(std::move(sorted)), source(problem.source, problem.elementType,
                                      &RelayoutAxis::sourceStride, "src"),
      dest(problem.dest, problem.elementType, &RelayoutAxis::destStride, "dst"),
      isSigned(problem.elementType.kind == ElementKind::Signed) {
  findBytes();
}

/// Finds innermost axes that are all places of a byte of the destination.
void NestWriter::findBytes() {
  int64_t perByte = dest.getPerWord();
  firstInByte = axes.axes.size();
  while (firstInByte > 0 && axes.axes[firstInByte - 1].destStride < perByte)
    --firstInByte;
  for (auto [number, axis] : llvm::enumerate(axes.axes))
    if (perByte == 1 ||
        (number < firstInByte && !axis.destStride.isMultipleOf(perByte)))
      firstInByte = axes.axes.size();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Returns `8 * a0 + a1` for factors and axes.
std::string
NestWriter::getSum(ArrayRef<std::pair<int64_t, size_t>> terms) const {
  std::string sum;
  for (auto [factor, axis] : terms) {
    sum += sum.empty() ? "" : " + ";
    if (factor != 1)
      sum += std::to_string(factor) + " * ";
    sum += "a" + std::to_string(axis);
  }
  return sum.empty() ? "0" : sum;
}

/// Returns the position that the first `end` axes lead to, over `divisor`,
/// which divides all strides.
std::string NestWriter::getPosition(const Side &side, size_t end,
                                    int64_t divisor) const {
  SmallVector<std::pair<int64_t, size_t>> terms;
  for (size_t axis = 0; axis < end; ++axis)
    terms.push_back({(axes.axes[axis].*side.stride).get() / divisor, axis});
  return getSum(terms);
}

/// Returns what the first `depth` axes add to a bound.
std::string NestWriter::getFixed(const AxisBound &bound, size_t depth) const {
  SmallVector<std::pair<int64_t, size_t>> terms;
  for (size_t axis = 0; axis < depth; ++axis)
    if (int64_t weight = bound.getWeight(axis))
      terms.push_back({weight, axis});
  return getSum(terms);
}

/// Returns how far an axis goes: a constant unless an edge may cut it.
std::string NestWriter::getCount(size_t depth, const Bounds &open) const {
  std::string count = std::to_string(axes.axes[depth].extent);
  for (const AxisBound *bound : open) {
    int64_t weight = bound->getWeight(depth);
    if (weight == 0 || getFixed(*bound, depth) == "0")
      continue;
    count = llvm::formatv("MIN({0}, ({1} - ({2})) / {3})", count,
                          bound->limit + weight - 1, getFixed(*bound, depth),
                          weight);
  }
  return count;
}

/// Returns the element that all axes lead to.
std::string NestWriter::getValue() const {
  int64_t perWord = source.getPerWord();
  std::string position = getPosition(source, axes.axes.size(), 1);
  if (perWord == 1)
    return llvm::formatv("src[{0}]", position);
  std::string value =
      llvm::formatv("(src[({0}) / {1}] >> ({0}) % {1} * {2} & {3})", position,
                    perWord, source.bits, (1 << source.bits) - 1);
  if (!isSigned || dest.bits <= source.bits)
    return value;
  // Fills the upper bits with the sign.
  return llvm::formatv("(int8_t)((int8_t)({0} << {1}) >> {1})", value,
                       8 - source.bits);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Where an axis of some bounds is fixed, writes what is inside twice: without
/// the bounds where they cannot be broken, and with them.
bool NestWriter::splitAtEdges(size_t depth, const Bounds &open) {
  Bounds rest;
  std::string condition;
  for (const AxisBound *bound : open) {
    std::string fixed = getFixed(*bound, depth);
    int64_t most = 0;
    for (const AxisBound::Term &term : bound->terms)
      if (term.axis >= depth)
        most += term.weight * (axes.axes[term.axis].extent - 1);
    if (fixed == "0" || most == 0) {
      rest.push_back(bound);
      continue;
    }
    condition += condition.empty() ? "" : " && ";
    condition += llvm::formatv("{0} + {1} < {2}", fixed, most, bound->limit);
  }
  if (condition.empty())
    return false;
  line() << "if (" << condition << ") {\n";
  ++indent;
  writeNest(depth, rest, /*splits=*/true);
  --indent;
  line() << "} else {\n";
  ++indent;
  writeNest(depth, open, /*splits=*/false);
  --indent;
  line() << "}\n";
  return true;
}

/// Writes loops over the axes from `depth` to `end` around a body.
void NestWriter::writeLoops(size_t depth, size_t end, const Bounds &open,
                            llvm::function_ref<void()> writeBody) {
  if (depth == end)
    return writeBody();
  line() << llvm::formatv("for (long a{0} = 0; a{0} < {1}; ++a{0}) {{\n", depth,
                          getCount(depth, open));
  ++indent;
  writeLoops(depth + 1, end, open, writeBody);
  --indent;
  line() << "}\n";
}

void NestWriter::writeNest(size_t depth, const Bounds &open, bool splits) {
  if (splits && splitAtEdges(depth, open))
    return;
  if (depth == axes.axes.size())
    return writeElement();
  if (depth == firstInByte)
    return writeByte(open);
  writeLoops(depth, depth + 1, open,
             [&] { writeNest(depth + 1, open, splits); });
}

/// Writes one byte of the destination that several elements share.
void NestWriter::writeByte(const Bounds &open) {
  size_t end = axes.axes.size();
  bool isWhole = true;
  int64_t places = 1;
  for (size_t axis = firstInByte; axis < end; ++axis) {
    places *= axes.axes[axis].extent;
    for (const AxisBound *bound : open)
      isWhole &= bound->getWeight(axis) == 0;
  }
  isWhole &= places == dest.getPerWord();
  SmallVector<std::pair<int64_t, size_t>> terms;
  for (size_t axis = firstInByte; axis < end; ++axis)
    terms.push_back({axes.axes[axis].destStride.get() * dest.bits, axis});
  std::string shift = getSum(terms);
  int64_t mask = (1 << dest.bits) - 1;
  line() << "unsigned byte = 0" << (isWhole ? "" : ", mask = 0") << ";\n";
  writeLoops(firstInByte, end, open, [&] {
    line() << llvm::formatv("byte |= (unsigned)({0} & {1}) << ({2});\n",
                            getValue(), mask, shift);
    if (!isWhole)
      line() << llvm::formatv("mask |= {0}u << ({1});\n", mask, shift);
  });
  std::string place = llvm::formatv(
      "dst[{0}]", getPosition(dest, firstInByte, dest.getPerWord()));
  line() << place << " = ";
  if (!isWhole)
    os << "(" << place << " & ~mask) | ";
  os << "byte;\n";
}

void NestWriter::writeElement() {
  if (dest.getPerWord() > 1)
    return writeElementOfByte();
  line() << llvm::formatv("dst[{0}] = {1};\n",
                          getPosition(dest, axes.axes.size(), 1), getValue());
}

/// Changes one element of a byte of the destination.
void NestWriter::writeElementOfByte() {
  int64_t mask = (1 << dest.bits) - 1;
  line() << llvm::formatv("long at = {0}, shift = at % {1} * {2};\n",
                          getPosition(dest, axes.axes.size(), 1),
                          dest.getPerWord(), dest.bits);
  line() << llvm::formatv("dst[at / {0}] = (dst[at / {0}] & ~({1} << shift)) | "
                          "({2} & {1}) << shift;\n",
                          dest.getPerWord(), mask, getValue());
}

std::string NestWriter::write() {
  os << "#include <stdint.h>\n\n"
        "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n\n"
        "void relayout(const void *from, void *to) {\n";
  // Bits are moved without a sign.
  auto getType = [&](const Side &side) {
    return side.getType(isSigned && source.bits >= 8 && dest.bits >= 8);
  };
  line() << "const " << getType(source) << " *restrict src = from;\n";
  line() << getType(dest) << " *restrict dst = to;\n";
  Bounds open;
  for (const AxisBound &bound : axes.bounds)
    open.push_back(&bound);
  if (!axes.isEmpty)
    writeNest(0, open, /*splits=*/true);
  os << "}\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

/// Cuts the axis that leads out of a byte of the destination at its edge.
static void cutAtBytes(RelayoutAxes &axes, int64_t perByte) {
  for (size_t axis = 0; axis < axes.axes.size(); ++axis) {
    int64_t stride = axes.axes[axis].destStride.get();
    if (stride < perByte && perByte % stride == 0 &&
        perByte / stride < axes.axes[axis].extent && perByte / stride > 1)
      axes.split(axis, perByte / stride);
  }
}

llvm::Expected<std::string>
mlir::tiled_layout::getLoopNest(const RelayoutProblem &problem,
                                NestOrder order) {
  if (llvm::Error error = checkProblem(problem))
    return std::move(error);
  RelayoutAxes axes =
      getRelayoutAxes(problem.source, problem.dest, problem.extents);
  if (!axes.irregular.empty())
    return llvm::createStringError("no loop nest: " +
                                   axes.irregular.front().reason);
  axes.merge();
  int64_t destBits = getBitsPerElement(problem.dest, problem.elementType);
  if (destBits < 8)
    cutAtBytes(axes, 8 / destBits);
  auto member = order == NestOrder::Source ? &RelayoutAxis::sourceStride
                                           : &RelayoutAxis::destStride;
  SmallVector<size_t> sorted(axes.axes.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  llvm::sort(sorted, [&](size_t a, size_t b) {
    return axes.axes[a].*member > axes.axes[b].*member;
  });
  axes.reorder(sorted);
  return NestWriter(problem, std::move(axes)).write();
}
