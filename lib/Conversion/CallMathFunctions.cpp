//===- CallMathFunctions.cpp - Calls where LLVM's form loses digits -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CALLMATHFUNCTIONSPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

static bool isScalable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.isScalable();
}

namespace {

/// Reports an operation whose function the module has as something else.
static LogicalResult verifyName(Operation *op) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (element.getIntOrFloatBitWidth() > 64)
    return success();
  std::string name = isa<math::ExpM1Op>(op) ? "expm1" : "log1p";
  name += element.isF64() ? "" : "f";
  Operation *table = SymbolTable::getNearestSymbolTable(op);
  Operation *found = table ? SymbolTable::lookupSymbolIn(table, name) : nullptr;
  if (!found)
    return success();
  Type type = element.isF64() ? element : Float32Type::get(op->getContext());
  auto function = dyn_cast<func::FuncOp>(found);
  if (function && !function->isAncestor(op) &&
      function.getFunctionType() ==
          FunctionType::get(op->getContext(), type, type))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "has no lowering: it would call @" << name
                             << ", which is not another func.func from " << type
                             << " to " << type;
  error.attachNote(found->getLoc()) << "it is this";
  return error;
}

class CallMathFunctionsPass
    : public tiled_layout::impl::CallMathFunctionsPassBase<
          CallMathFunctionsPass> {
  void runOnOperation() final {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      // Upstream's pattern takes scalable vectors for ones of known length.
      if (isa<math::ExpM1Op, math::Log1pOp>(op) &&
          !isScalable(op->getResult(0).getType()))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (failed(verifyName(op)))
        return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
