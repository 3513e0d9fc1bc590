//===- TypeDigits.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeDigits.h"

#include "tiled_layout/IR/LayoutTypes.h"

using namespace mlir;
using namespace mlir::tiled_layout;

llvm::Expected<SmallVector<ArrayDigit>>
mlir::tiled_layout::getArrayDigits(ShapedType type) {
  SmallVector<int64_t> strides;
  if (!isTiled(type)) {
    int64_t offset;
    auto memref = dyn_cast<MemRefType>(type);
    if (memref ? failed(memref.getStridesAndOffset(strides, offset))
               : !getLayout(type))
      return llvm::createStringError(
          "an array has a layout of another dialect");
    return getArrayDigits(Layout::getRowMajor(type.getRank()), type.getShape(),
                          strides);
  }
  Layout layout = *getTileLayout(type);
  if (isView(type))
    strides = getPhysicalStrides(type);
  return layout.hasCombine()
             ? getCombinedDigits(layout, type.getShape(), strides)
             : getArrayDigits(layout, type.getShape(), strides);
}
