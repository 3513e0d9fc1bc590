//===- CastFreedMemory.cpp - Memory of other spaces is freed --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the type of the same memory in the default space; null if it is
/// there already, in a space that is no number, or in one that a layout says.
static BaseMemRefType getInDefaultSpace(BaseMemRefType type) {
  auto space = dyn_cast_or_null<IntegerAttr>(type.getMemorySpace());
  if (!space || space.getInt() == 0 || isTiled(type))
    return {};
  if (auto ranked = dyn_cast<MemRefType>(type))
    return MemRefType::get(ranked.getShape(), ranked.getElementType(),
                           ranked.getLayout());
  return UnrankedMemRefType::get(type.getElementType(), Attribute());
}

void mlir::tiled_layout::castFreedMemory(Operation *root) {
  root->walk([](memref::DeallocOp op) {
    Value memory = op.getMemref();
    BaseMemRefType type =
        getInDefaultSpace(cast<BaseMemRefType>(memory.getType()));
    if (!type)
      return;
    OpBuilder builder(op);
    op.getMemrefMutable().assign(
        memref::MemorySpaceCastOp::create(builder, op.getLoc(), type, memory));
  });
}
