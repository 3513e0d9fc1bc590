//===- ArrayParts.cpp - Parts of arrays, tiled or not ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayParts.h"

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Value mlir::tiled_layout::getPart(OpBuilder &builder, Location loc, Value array,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> steps(sizes.size(), builder.getIndexAttr(1));
  auto type = cast<MemRefType>(array.getType());
  if (isTiled(type)) {
    SmallVector<SliceDimension> slice = getAlignedSlice(
        type, offsets, sizes, steps, llvm::SmallBitVector(type.getRank()));
    // One index may be anywhere in a tile; more begin where a tile does.
    for (SliceDimension &dim : slice)
      if (dim.size == 1 && dim.offset == kDynamic)
        dim.offsetMultiple = 1;
    MemRefType result =
        cantFail(inferSliceType(type, slice), "blocks begin where tiles do");
    return SubViewOp::create(builder, loc, array, offsets, sizes, steps,
                             result);
  }
  return memref::SubViewOp::create(builder, loc, array, offsets, sizes, steps);
}
