//===- DropCallAttributes.cpp - Attributes of arguments of calls ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_DROPCALLATTRIBUTESPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

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

namespace {

class DropCallAttributesPass
    : public tiled_layout::impl::DropCallAttributesPassBase<
          DropCallAttributesPass> {
public:
  using DropCallAttributesPassBase::DropCallAttributesPassBase;

private:
  void runOnOperation() final {
    getOperation()->walk([](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        dropAttributes(call);
      else if (auto indirect = dyn_cast<func::CallIndirectOp>(op))
        dropAttributes(indirect);
    });
  }
};

} // namespace
