//===- ViewAlignment.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/ViewAlignment.h"

#include "TypeDigits.h"

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the layout of a view that `tiled_layout.subview` makes, offsets that
/// are values taken for the beginnings of tiles; `std::nullopt` for others.
static std::optional<SliceLayout> getLayoutOfSubView(SubViewOp view) {
  MemRefType source = view.getSourceType();
  SmallVector<SliceDimension> slice =
      getAlignedSlice(source, view.getMixedOffsets(), view.getMixedSizes(),
                      view.getMixedStrides(), view.getDroppedDims());
  for (SliceDimension &dimension : slice)
    if (dimension.size == 1)
      dimension.offsetMultiple = 1;
  return expectedToOptional(checkSliceType(source, slice, view.getType()));
}

SmallVector<int64_t> mlir::tiled_layout::getStrideDivisors(Value array) {
  auto type = cast<MemRefType>(array.getType());
  SmallVector<int64_t> divisors = getPhysicalStrides(ShapedType(type));
  if (!isView(type)) {
    SmallVector<int64_t> extents =
        getPhysicalShape(*getTileLayout(type), type.getShape());
    int64_t known = 1;
    for (int64_t axis = divisors.size() - 1; axis >= 0; --axis) {
      if (divisors[axis] == kDynamic)
        divisors[axis] = known;
      if (extents[axis] != kDynamic)
        known *= extents[axis];
    }
    return divisors;
  }
  auto view = array.getDefiningOp<SubViewOp>();
  std::optional<SliceLayout> layout;
  if (view)
    layout = getLayoutOfSubView(view);
  SmallVector<int64_t> known;
  if (layout)
    known = getStrideDivisors(view.getSource());
  for (size_t axis = 0; axis < divisors.size(); ++axis)
    if (divisors[axis] == kDynamic)
      divisors[axis] = layout ? known[layout->axes[axis]] : 1;
  return divisors;
}

/// Returns what an index is known to be a multiple of: what an operation says,
/// or the steps of a loop.
static int64_t getKnownMultiple(Value index) {
  if (auto assumed = index.getDefiningOp<AssumeMultipleOp>())
    return assumed.getMultiple();
  auto argument = dyn_cast<BlockArgument>(index);
  auto loop =
      argument
          ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
          : LoopLikeOpInterface();
  if (!loop || argument.getOwner() != &loop->getRegion(0).front())
    return 1;
  auto variables = loop.getLoopInductionVars();
  auto begins = loop.getLoopLowerBounds(), steps = loop.getLoopSteps();
  if (!variables || !begins || !steps)
    return 1;
  for (auto [variable, begin, step] :
       llvm::zip_equal(*variables, *begins, *steps))
    if (variable == index)
      return std::max<int64_t>(1,
                               std::gcd(getConstantIntValue(begin).value_or(1),
                                        getConstantIntValue(step).value_or(1)));
  return 1;
}

bool mlir::tiled_layout::beginsAtByte(MemRefType source,
                                      ArrayRef<SliceDimension> slice) {
  int64_t bits = getBitsPerElement(ShapedType(source)).value_or(8);
  if (bits % 8 == 0)
    return true;
  auto all = expectedToOptional(getArrayDigits(ShapedType(source)));
  if (!all)
    return false;
  auto isWhole = [&](int64_t index, const ArrayDigit &digit) {
    return index * digit.stride.factor * bits % 8 == 0;
  };
  for (auto [dim, dimension] : llvm::enumerate(slice)) {
    // From the most minor one on; the last one has no end.
    SmallVector<ArrayDigit> digits = getPaddedDigitsOf(*all, dim);
    if (dimension.offset != kDynamic) {
      int64_t rest = dimension.offset;
      for (const ArrayDigit &digit : llvm::reverse(digits)) {
        if (!isWhole(rest / digit.weight, digit))
          return false;
        rest %= digit.weight;
      }
      continue;
    }
    int64_t multiple = std::max<int64_t>(1, dimension.offsetMultiple);
    // What does not fit into one tile begins where one does.
    for (const ArrayDigit &digit : digits)
      if (dimension.size == kDynamic ||
          dimension.size > std::gcd(multiple, digit.weight))
        multiple = std::lcm(multiple, digit.weight);
    for (size_t number = 0; number < digits.size(); ++number) {
      const ArrayDigit &digit = digits[number];
      int64_t index =
          multiple % digit.weight == 0 ? multiple / digit.weight : 1;
      if (number + 1 < digits.size()) {
        int64_t places = digits[number + 1].weight / digit.weight;
        index = std::gcd(index, places);
        // A multiple of all places is 0.
        if (index == places && digits[number + 1].weight % digit.weight == 0)
          continue;
      }
      if (!isWhole(index, digit))
        return false;
    }
  }
  return true;
}

bool mlir::tiled_layout::beginsAtByte(Value array) {
  auto type = cast<MemRefType>(array.getType());
  int64_t bits = getBitsPerElement(ShapedType(type)).value_or(8);
  if (!isView(type) || bits % 8 == 0)
    return true;
  auto view = array.getDefiningOp<SubViewOp>();
  if (!view || !beginsAtByte(view.getSource()))
    return false;
  MemRefType source = view.getSourceType();
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  SmallVector<SliceDimension> slice =
      getStaticSlice(source, offsets, view.getMixedSizes(),
                     view.getMixedStrides(), view.getDroppedDims());
  for (auto [dimension, offset] : llvm::zip_equal(slice, offsets))
    if (auto value = dyn_cast<Value>(offset))
      dimension.offsetMultiple = getKnownMultiple(value);
  return beginsAtByte(source, slice);
}
