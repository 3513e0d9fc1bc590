//===- OnFunctions.cpp - Upstream's passes, on functions at once ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that have to run on a module only where something in it goes beyond a
// function. Elsewhere threads share its functions.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "../IR/AnyWithin.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/SCCIterator.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTVECTORSTOLLVMPASS
#define GEN_PASS_DEF_OPTIMIZERANGESPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if an operation holds functions, and nothing in it is an `OpTy`.
template <typename OpTy>
static bool hasOwnFunctions(Operation *root) {
  return root->hasTrait<OpTrait::SymbolTable>() && !anyWithin<OpTy>(root);
}

/// Reports an operation on tensors with layouts, which the folds of upstream's
/// passes would lose.
static LogicalResult verifyNoLayouts(Operation *root) {
  return failure(anyWithin(root, [](Operation *op) {
    bool hasLayout = llvm::any_of(op->getResultTypes(), [](Type type) {
      return isa<RankedTensorType>(type) && isTiled(type);
    });
    if (!hasLayout)
      return false;
    op->emitOpError("is on a tensor with a layout; bufferize first");
    return true;
  }));
}

/// Reports a reduction of floating-point numbers that LLVM has no type for:
/// upstream makes an invalid one of it, of integers.
static LogicalResult verifyReductions(Operation *root) {
  return failure(anyWithin(root, [](vector::ReductionOp op) {
    Type type = op.getDest().getType();
    if (!isa<FloatType>(type) || LLVM::isCompatibleFloatingPointType(type))
      return false;
    op.emitOpError("has no lowering to LLVM for its types");
    return true;
  }));
}

/// Reports a loop whose variables have bounds that are no values, such as
/// affine maps: upstream's analysis of ranges reads them without looking.
static LogicalResult verifyLoops(Operation *root) {
  return failure(anyWithin(root, [](LoopLikeOpInterface loop) {
    if (!loop.getLoopInductionVars() ||
        (loop.getLoopLowerBounds() && loop.getLoopUpperBounds() &&
         loop.getLoopSteps()))
      return false;
    loop->emitOpError("has bounds that are affine maps, of which ranges are "
                      "not known; lower affine loops first");
    return true;
  }));
}

/// Makes constants without elements empty tensors: upstream's analysis of
/// ranges asks for the first one.
static void emptyConstants(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](arith::ConstantOp op) {
    auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!elements || !elements.empty() || !isa<TensorType>(op.getType()))
      return;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(),
                                                 ValueRange());
  });
}

/// Reports an access of vectors to a memref with a layout.
static LogicalResult verifyNoTiledAccesses(Operation *root) {
  return failure(anyWithin(root, [](Operation *op) {
    if (!isa_and_nonnull<vector::VectorDialect>(op->getDialect()))
      return false;
    auto found = llvm::find_if(op->getOperandTypes(), [](Type type) {
      return isa<MemRefType>(type) && isTiled(type);
    });
    if (found == op->getOperandTypes().end())
      return false;
    op->emitOpError() << "accesses " << *found
                      << "; lower its layout first, by "
                         "convert-tiled-layout-to-affine";
    return true;
  }));
}

/// True if a function calls itself, alone or by way of others: upstream's
/// analysis of ranges would follow what each call counts, a step at a time.
static bool isRecursive(Operation *root) {
  const CallGraph graph(root);
  for (auto part = llvm::scc_begin(&graph); !part.isAtEnd(); ++part)
    if (part.hasCycle() && llvm::none_of(*part, [](CallGraphNode *node) {
          return node->isExternal();
        }))
      return true;
  return false;
}

/// Returns where passes are added that run on each function, or on all.
static OpPassManager &getPasses(OpPassManager &manager, bool onFunctions) {
  return onFunctions ? manager.nestAny() : manager;
}

namespace {

class OptimizeRangesPass
    : public tiled_layout::impl::OptimizeRangesPassBase<OptimizeRangesPass> {
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<tensor::TensorDialect>();
    OpPassManager manager;
    addPasses(manager);
    manager.getDependentDialects(registry);
  }

  static void addPasses(OpPassManager &passes) {
    passes.addPass(arith::createIntRangeOptimizationsPass());
    passes.addPass(arith::createArithUnsignedWhenEquivalentPass());
  }

  void runOnOperation() final {
    if (failed(verifyNoLayouts(getOperation())) ||
        failed(verifyLoops(getOperation())))
      return signalPassFailure();
    emptyConstants(getOperation());
    OpPassManager manager(getOperation()->getName());
    bool onFunctions = hasOwnFunctions<CallOpInterface>(getOperation()) ||
                       isRecursive(getOperation());
    addPasses(getPasses(manager, onFunctions));
    if (failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};

class ConvertVectorsToLLVMPass
    : public tiled_layout::impl::ConvertVectorsToLLVMPassBase<
          ConvertVectorsToLLVMPass> {
  static ConvertVectorToLLVMPassOptions getOptions() {
    ConvertVectorToLLVMPassOptions options;
    options.amx = true;
    return options;
  }

  void getDependentDialects(DialectRegistry &registry) const final {
    createConvertVectorToLLVMPass(getOptions())->getDependentDialects(registry);
  }

  void runOnOperation() final {
    if (failed(verifyNoLayouts(getOperation())) ||
        failed(verifyNoTiledAccesses(getOperation())) ||
        failed(verifyReductions(getOperation())))
      return signalPassFailure();
    OpPassManager manager(getOperation()->getName());
    getPasses(manager, hasOwnFunctions<vector::PrintOp>(getOperation()))
        .addPass(createConvertVectorToLLVMPass(getOptions()));
    if (failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};

} // namespace
