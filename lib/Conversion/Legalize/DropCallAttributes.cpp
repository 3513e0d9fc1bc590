//===- DropCallAttributes.cpp - Attributes of arguments of calls ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Drops the attributes of a call's arguments and results if LLVM takes one of
/// them apart.
template <typename CallOp>
static void dropAttributes(CallOp call) {
  auto isMemRef = llvm::IsaPred<BaseMemRefType>;
  if (llvm::none_of(call->getOperandTypes(), isMemRef) &&
      llvm::none_of(call->getResultTypes(), isMemRef))
    return;
  call.removeArgAttrsAttr();
  call.removeResAttrsAttr();
}

void mlir::tiled_layout::dropCallAttributes(Operation *root) {
  root->walk([](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      dropAttributes(call);
    else if (auto indirect = dyn_cast<func::CallIndirectOp>(op))
      dropAttributes(indirect);
  });
}
