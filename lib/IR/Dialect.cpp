//===- Dialect.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexInterfaces.h"

#include "tiled_layout/IR/ElementAccess.h"
#include "tiled_layout/IR/OpSyntax.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

#include "tiled_layout/IR/TiledLayoutDialect.cpp.inc"
#include "tiled_layout/IR/TiledLayoutInterfaces.cpp.inc"
#include "tiled_layout/IR/TiledLayoutOpInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "tiled_layout/IR/TiledLayoutOps.cpp.inc"

namespace {

/// None of our operations has a region or depends on the function it is in.
struct TiledLayoutInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void TiledLayoutDialect::initialize() {
  addInterfaces<TiledLayoutInliner>();
  registerAttributes();
  registerOperations();
  attachIndexInterfaces(*getContext());
  registerBytecode();
}

void TiledLayoutDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "tiled_layout/IR/TiledLayoutOps.cpp.inc"
      >();
}

Operation *TiledLayoutDialect::materializeConstant(OpBuilder &builder,
                                                   Attribute value, Type type,
                                                   Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
