//===- PlannedArrays.cpp - What was known when a plan was made ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PlanChoice.h"

#include "PlanErrors.h"

#include "tiled_layout/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// Returns the dimension of the most major digit that an axis counts, `d1` of
/// `(d1/8,d2)`, or -1 if none has this name.
static int64_t getMajorDim(StringRef axis) {
  StringRef rest = axis.ltrim('(');
  int64_t dim;
  if (!rest.consume_front("d") || rest.consumeInteger(10, dim))
    return -1;
  return dim;
}

/// Takes the strides that a plan was made for. A strided array may have become
/// one whose layout decides.
static Error takeStrides(SmallVector<int64_t> &strides, StringRef side,
                         ArrayRef<int64_t> planned, const Layout &layout,
                         ArrayRef<int64_t> extents) {
  if (planned.empty())
    return Error::success();
  SmallVector<int64_t> known = strides;
  if (strides.empty() && layout.isRowMajor())
    known = getPhysicalStrides(layout, extents);
  if (planned.size() != known.size())
    return makeError(side + "-strides has " + llvm::Twine(planned.size()) +
                     " strides, but the array has " +
                     llvm::Twine(known.size()));
  for (auto [number, stride, actual] : llvm::enumerate(planned, known))
    if (stride != kDynamic && stride != actual)
      return makeError(side + "-strides is " + llvm::Twine(stride) +
                       " along dimension " + llvm::Twine(number) +
                       ", but the stride of the array is " + toText(actual));
  strides.assign(planned.begin(), planned.end());
  return Error::success();
}

Expected<RelayoutArrays>
mlir::tiled_layout::getPlannedArrays(RelayoutArrays arrays,
                                     const PlanChoice &choice) {
  if (Error error =
          takeStrides(arrays.sourceStrides, "source", choice.sourceStrides,
                      arrays.source, arrays.extents))
    return error;
  if (Error error =
          takeStrides(arrays.destStrides, "destination", choice.destStrides,
                      arrays.dest, arrays.extents))
    return error;
  for (const auto *parts : {&choice.loops, &choice.block})
    for (const AxisPart &part : *parts) {
      int64_t dim = getMajorDim(part.axis);
      if (part.extent == kDynamic && dim >= 0 &&
          dim < static_cast<int64_t>(arrays.extents.size()))
        arrays.extents[dim] = kDynamic;
    }
  return arrays;
}
