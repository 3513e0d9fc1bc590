//===- PaddingRuns.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PaddingRuns.h"

#include "BitCopy.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::MutableArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

PaddingRuns::PaddingRuns(const Layout &layout, ArrayRef<int64_t> extents)
    : axes(getRelayoutAxes(layout, layout, extents)),
      elements(getElements(layout, extents)) {
  SmallVector<size_t> order(axes.axes.size());
  std::iota(order.begin(), order.end(), 0);
  // No two axes have the same stride.
  llvm::sort(order, [&](size_t a, size_t b) {
    return axes.axes[a].destStride > axes.axes[b].destStride;
  });
  axes.reorder(order);

  known = axes.irregular.empty();
  denseBelow.resize(order.size());
  bool dense = true;
  int64_t span = 1;
  for (size_t level = order.size(); level-- > 0;) {
    const RelayoutAxis &axis = axes.axes[level];
    known &= axis.destStride >= span;
    dense &= axis.destStride == span;
    denseBelow[level] = dense;
    span = axis.destStride.get() * axis.extent;
  }
  padded = elements != llvm::product_of(extents);
}

/// Returns how many leading values of an axis have no padding among the axes
/// after it, given those before.
int64_t PaddingRuns::getDenseCount(size_t level,
                                   ArrayRef<int64_t> values) const {
  if (!denseBelow[level])
    return 0;
  int64_t count = axes.axes[level].extent;
  for (const AxisBound &bound : axes.bounds) {
    int64_t room = bound.limit - 1;
    int64_t weight = 0;
    for (const AxisBound::Term &term : bound.terms) {
      if (term.axis == level)
        weight = term.weight;
      else if (term.axis < level)
        room -= term.weight * values[term.axis];
      else
        room -= term.weight * (axes.axes[term.axis].extent - 1);
    }
    if (room < 0)
      return 0;
    if (weight != 0)
      count = std::min(count, room / weight + 1);
  }
  return count;
}

void PaddingRuns::visitFrom(size_t level, int64_t base, int64_t span,
                            int64_t gap, MutableArrayRef<int64_t> values,
                            Visitor visit) const {
  int64_t used = 1;
  if (level < axes.axes.size()) {
    int64_t stride = axes.axes[level].destStride.get();
    int64_t count = axes.getCount(level, values);
    int64_t dense = getDenseCount(level, values);
    if (span <= gap && dense * stride < span)
      return visit(base, base + span);
    for (values[level] = dense; values[level] < count; ++values[level])
      visitFrom(level + 1, base + values[level] * stride, stride, gap, values,
                visit);
    values[level] = 0;
    used = count * stride;
  }
  if (used < span)
    visit(base + used, base + span);
}

void PaddingRuns::visit(Visitor visit) const {
  assert(areKnown() && "the padding is not known as runs");
  // There is no element, and thus no position either.
  if (axes.isEmpty)
    return;
  SmallVector<int64_t> values(axes.axes.size(), 0);
  visitFrom(0, 0, elements, /*gap=*/0, values, visit);
}

void PaddingRuns::visitCoarsely(int64_t gap, Visitor visit) const {
  assert(areKnown() && "the padding is not known as runs");
  if (axes.isEmpty)
    return;
  SmallVector<int64_t> values(axes.axes.size(), 0);
  // Runs that follow one another are one.
  int64_t begin = 0, end = 0;
  visitFrom(0, 0, elements, gap, values, [&](int64_t from, int64_t to) {
    if (from != end) {
      if (begin < end)
        visit(begin, end);
      begin = from;
    }
    end = to;
  });
  if (begin < end)
    visit(begin, end);
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

PositionFiller::PositionFiller(const llvm::APInt &element)
    : bits(element.getBitWidth()), pattern(bits * period / 8) {
  for (int64_t bit = 0; bit < bits * period; ++bit)
    setBits(pattern.data(), bit, 1, element[bit % bits]);
}

void PositionFiller::fillBits(uint8_t *data, int64_t begin, int64_t end) const {
  while (begin < end) {
    int64_t phase = begin % period;
    int64_t count = std::min(end - begin, period - phase);
    copyBits(data, begin * bits, pattern.data(), phase * bits, count * bits);
    begin += count;
  }
}

void PositionFiller::fill(uint8_t *data, int64_t begin, int64_t end) const {
  // Where a pattern begins, a byte begins, too.
  int64_t first = llvm::alignTo(begin, period);
  int64_t last = end / period * period;
  if (first >= last)
    return fillBits(data, begin, end);
  fillBits(data, begin, first);
  uint8_t *bytes = data + first / 8 * bits;
  size_t size = (last - first) / 8 * bits;
  if (llvm::all_equal(pattern)) {
    std::memset(bytes, pattern.front(), size);
  } else {
    // What is written is the pattern of twice as much.
    size_t done = pattern.size();
    std::memcpy(bytes, pattern.data(), done);
    while (done < size) {
      size_t more = std::min(done, size - done);
      std::memcpy(bytes + done, bytes, more);
      done += more;
    }
  }
  fillBits(data, last, end);
}

llvm::APInt mlir::tiled_layout::getElementBits(const llvm::APInt &value,
                                               int64_t bitsPerElement,
                                               bool isSigned) {
  return isSigned ? value.sextOrTrunc(bitsPerElement)
                  : value.zextOrTrunc(bitsPerElement);
}
