//===- SliceRules.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/SliceRules.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

SmallVector<SliceDimension>
mlir::tiled_layout::getSlice(ShapedType array, ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes,
                             ArrayRef<OpFoldResult> strides,
                             const llvm::SmallBitVector &dropped) {
  SmallVector<SliceDimension> slice =
      getStaticSlice(array, offsets, sizes, strides, dropped);
  ValueRanges ranges;
  auto getKnown = [](OpFoldResult value) {
    return getConstantIntValue(value).value_or(kDynamic);
  };
  for (auto [dim, dimension] : llvm::enumerate(slice)) {
    dimension.offset = getKnown(offsets[dim]);
    dimension.size = getKnown(sizes[dim]);
    dimension.step = getKnown(strides[dim]);
    if (dimension.offset == kDynamic)
      dimension.offsetMultiple =
          ranges.getCongruence(offsets[dim]).getDivisor();
    if (dimension.size != kDynamic)
      continue;
    std::optional<int64_t> bound = ranges.get(cast<Value>(sizes[dim])).max;
    if (bound)
      dimension.sizeBound = dimension.sizeBound == kDynamic
                                ? *bound
                                : std::min(dimension.sizeBound, *bound);
  }
  return slice;
}

std::string
mlir::tiled_layout::describeViolation(OffsetSizeAndStrideOpInterface op,
                                      llvm::Error error) {
  std::string text;
  handleAllErrors(std::move(error), [&](const ViewViolation &violation) {
    OpFoldResult operand;
    if (violation.kind == ViewViolation::Kind::Offset)
      operand = op.getMixedOffsets()[violation.dimension];
    else if (violation.kind == ViewViolation::Kind::Step)
      operand = op.getMixedStrides()[violation.dimension];
    std::string name;
    if (auto value = dyn_cast_if_present<Value>(operand)) {
      llvm::raw_string_ostream os(name);
      // Within its function: others are changed by other threads meanwhile.
      value.printAsOperand(os,
                           OpPrintingFlags().useLocalScope().assumeVerified());
    }
    text = violation.toString(name);
  });
  return text;
}
