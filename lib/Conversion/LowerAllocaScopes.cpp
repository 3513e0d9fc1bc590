//===- LowerAllocaScopes.cpp - Scopes of stack memory become LLVM's -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERALLOCASCOPESPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Puts the body of a scope in its place, between LLVM's operations that save
/// and restore the stack.
static void lower(IRRewriter &rewriter, memref::AllocaScopeOp scope) {
  auto pointer = LLVM::LLVMPointerType::get(scope.getContext());
  rewriter.setInsertionPoint(scope);
  Value stack = LLVM::StackSaveOp::create(rewriter, scope.getLoc(), pointer);
  Block &body = scope.getBodyRegion().front();
  Operation *end = body.getTerminator();
  SmallVector<Value> results(end->getOperands());
  rewriter.eraseOp(end);
  rewriter.inlineBlockBefore(&body, scope);
  LLVM::StackRestoreOp::create(rewriter, scope.getLoc(), stack);
  rewriter.replaceOp(scope, results);
}

namespace {

class LowerAllocaScopesPass
    : public tiled_layout::impl::LowerAllocaScopesPassBase<
          LowerAllocaScopesPass> {
  void runOnOperation() final {
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation()->walk(
        [&](memref::AllocaScopeOp scope) { scopes.push_back(scope); });
    IRRewriter rewriter(&getContext());
    for (memref::AllocaScopeOp scope : scopes)
      lower(rewriter, scope);
  }
};

} // namespace
