//===- SliceView.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/SliceView.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

bool SliceView::fitsDescriptor() const {
  return !descriptor.empty() && descriptor.size() <= maxDescriptorLoops;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static llvm::Expected<SliceRange> parseRange(StringRef text, int64_t dim,
                                             int64_t extent) {
  text = text.trim();
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, ':');
  SliceRange range{0, extent, 1};
  auto read = [&](StringRef part, int64_t &value) {
    return part.trim().empty() || !part.trim().getAsInteger(10, value);
  };
  bool isIndex = parts.size() == 1;
  if (parts.size() > 3 || (isIndex && text.empty()) ||
      !read(parts[0], range.begin) ||
      (!isIndex && !read(parts[1], range.end)) ||
      (parts.size() == 3 && !read(parts[2], range.step)))
    return createStringError("expected begin:end, begin:end:step, an index or "
                             "':' for dimension " +
                             Twine(dim) + ", but found '" + text + "'");
  if (range.begin < 0 || range.begin >= extent)
    return createStringError("slice begins at " + Twine(range.begin) +
                             " of dimension " + Twine(dim) +
                             ", but must begin at least at 0 and below " +
                             Twine(extent));
  if (isIndex)
    range.end = range.begin + 1;
  if (range.end <= range.begin || range.end > extent)
    return createStringError("slice ends at " + Twine(range.end) +
                             " of dimension " + Twine(dim) +
                             ", but must end above " + Twine(range.begin) +
                             " and at most at " + Twine(extent));
  if (range.step < 1)
    return createStringError("step of dimension " + Twine(dim) +
                             " must be at least 1, but is " +
                             Twine(range.step));
  return range;
}

llvm::Expected<llvm::SmallVector<SliceRange>>
mlir::tiled_layout::parseSlice(StringRef text,
                               llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<StringRef> entries;
  if (!text.trim().empty())
    text.split(entries, ',');
  if (entries.size() != extents.size())
    return createStringError("slice has " + Twine(entries.size()) +
                             (entries.size() == 1 ? " range" : " ranges") +
                             ", but the array has rank " +
                             Twine(extents.size()));
  if (llvm::is_contained(extents, kDynamic))
    return createStringError("slice needs a shape without unknown extents");
  llvm::SmallVector<SliceRange> ranges;
  for (auto [dim, entry] : llvm::enumerate(entries)) {
    llvm::Expected<SliceRange> range = parseRange(entry, dim, extents[dim]);
    if (!range)
      return range.takeError();
    ranges.push_back(*range);
  }
  return ranges;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

static llvm::Expected<std::vector<int64_t>>
getPositions(const Placement &placement, llvm::ArrayRef<SliceRange> ranges) {
  int64_t count = 1;
  for (const SliceRange &range : ranges)
    if (llvm::MulOverflow(
            count, ceilDivide(range.end - range.begin, range.step), count) ||
        count > maxSliceElements)
      return createStringError("slice has more than " +
                               Twine(maxSliceElements) + " elements");
  std::vector<int64_t> positions;
  positions.reserve(count);
  llvm::SmallVector<int64_t> index;
  for (const SliceRange &range : ranges)
    index.push_back(range.begin);
  while (true) {
    positions.push_back(placement.getPosition(index));
    size_t dim = ranges.size();
    for (; dim > 0; --dim) {
      if ((index[dim - 1] += ranges[dim - 1].step) < ranges[dim - 1].end)
        break;
      index[dim - 1] = ranges[dim - 1].begin;
    }
    if (dim == 0)
      break;
  }
  llvm::sort(positions);
  return positions;
}

/// Finds loops that visit ascending numbers, innermost first; false if there
/// are none with constant strides.
static bool findLoops(std::vector<int64_t> values, int64_t scale,
                      llvm::SmallVectorImpl<DescriptorLoop> &loops) {
  while (values.size() > 1) {
    int64_t stride = values[1] - values[0];
    size_t count = 1;
    while (count < values.size() && values[count] - values[count - 1] == stride)
      ++count;
    if (values.size() % count != 0)
      return false;
    std::vector<int64_t> outer;
    for (size_t begin = 0; begin < values.size(); begin += count) {
      for (size_t i = 1; i < count; ++i)
        if (values[begin + i] - values[begin + i - 1] != stride)
          return false;
      outer.push_back(values[begin]);
    }
    loops.push_back({static_cast<int64_t>(count), stride * scale});
    values = std::move(outer);
  }
  return true;
}

/// Counts the words of `wordBits` that hold elements of the slice and others.
static int64_t countSharedWords(const Placement &placement,
                                llvm::ArrayRef<int64_t> positions, int64_t bits,
                                int64_t wordBits) {
  std::set<int64_t> shared;
  auto look = [&](int64_t word) {
    int64_t first = word * wordBits / bits;
    int64_t last = ((word + 1) * wordBits - 1) / bits;
    for (int64_t p = first; p <= last && p < placement.getElements(); ++p)
      if (!std::binary_search(positions.begin(), positions.end(), p) &&
          placement.getIndex(p)) {
        shared.insert(word);
        return;
      }
  };
  for (size_t i = 0; i < positions.size(); ++i) {
    // Only the ends of a run can share a word.
    if (i == 0 || positions[i] != positions[i - 1] + 1)
      look(positions[i] * bits / wordBits);
    if (i + 1 == positions.size() || positions[i + 1] != positions[i] + 1)
      look(((positions[i] + 1) * bits - 1) / wordBits);
  }
  return shared.size();
}

llvm::Expected<SliceView> mlir::tiled_layout::getSliceView(
    const Shape &shape, llvm::ArrayRef<SliceRange> ranges, int64_t wordBytes) {
  Layout layout = shape.getLayout();
  Placement placement(layout, shape.extents());
  auto positions = getPositions(placement, ranges);
  if (!positions)
    return positions.takeError();
  SliceView view;
  view.shape = toString(shape);
  view.ranges.assign(ranges.begin(), ranges.end());
  view.elements = positions->size();
  view.bitsPerElement = getBitsPerElement(layout, shape.elementType);
  view.firstPosition = positions->front();
  view.span = positions->back() - positions->front() + 1;
  view.shortestRun = view.elements;
  for (size_t begin = 0; begin < positions->size(); ++view.runs) {
    size_t end = begin + 1;
    while (end < positions->size() &&
           (*positions)[end] == (*positions)[end - 1] + 1)
      ++end;
    int64_t length = end - begin;
    view.shortestRun = std::min(view.shortestRun, length);
    view.longestRun = std::max(view.longestRun, length);
    begin = end;
  }
  view.wordBytes = wordBytes;
  view.sharedWords = countSharedWords(placement, *positions,
                                      view.bitsPerElement, wordBytes * 8);
  // The innermost loop is a run, if only of one element.
  if (positions->size() == 1 || (*positions)[1] != (*positions)[0] + 1)
    view.descriptor.push_back({1, view.bitsPerElement});
  if (!findLoops(std::move(*positions), view.bitsPerElement, view.descriptor))
    view.descriptor.clear();
  return view;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Returns `16 bytes`, or `12 bits` of what is no whole bytes.
static std::string formatBits(int64_t bits) {
  return std::to_string(bits % 8 == 0 ? bits / 8 : bits) +
         (bits % 8 == 0 ? " bytes" : " bits");
}

void mlir::tiled_layout::printSliceView(llvm::raw_ostream &os,
                                        const SliceView &view) {
  int64_t bits = view.bitsPerElement;
  os << "  slice [";
  llvm::interleave(
      view.ranges, os,
      [&](const SliceRange &range) {
        os << range.begin << ':' << range.end;
        if (range.step != 1)
          os << ':' << range.step;
      },
      ",");
  os << "], " << view.elements << " elements from position "
     << view.firstPosition << ":\n";
  if (view.isContiguous())
    os << "    one contiguous run of " << formatBits(view.elements * bits)
       << '\n';
  else if (view.shortestRun == view.longestRun)
    os << "    " << view.runs << " runs of "
       << formatBits(view.longestRun * bits) << " within "
       << formatBits(view.span * bits) << '\n';
  else
    os << "    " << view.runs << " runs of "
       << formatBits(view.shortestRun * bits) << " to "
       << formatBits(view.longestRun * bits) << " within "
       << formatBits(view.span * bits) << '\n';
  if (view.sharedWords == 0)
    os << "    no word of " << view.wordBytes
       << " bytes is shared with other elements\n";
  else
    os << "    " << view.sharedWords << " words of " << view.wordBytes
       << " bytes also hold elements outside of the slice\n";
  if (view.descriptor.empty()) {
    os << "    no loops with constant strides visit it in the order of "
          "memory\n";
    return;
  }
  os << "    descriptor of " << view.descriptor.size() << " dimensions"
     << (view.fitsDescriptor() ? "" : ", more than 5") << ": ";
  llvm::interleaveComma(view.descriptor, os, [&](const DescriptorLoop &loop) {
    os << loop.count << " x " << formatBits(loop.strideBits);
  });
  os << '\n';
}
