//===- OneShot.cpp - Upstream's bufferization -----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's bufferization of a module: with modules in it, with copies of
// slices that a function is called with or returns, with copies before all
// writes, which upstream cannot make where there are calls, and with the
// globals of constants in the order of the program.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Bufferize.h"

#include "BufferizeSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferUtils.h"
#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

namespace {

/// Knows nothing, so that every write is to a copy. Upstream takes any analysis
/// for a `OneShotAnalysisState` where there are calls.
class CopyBeforeWriteState : public OneShotAnalysisState {
public:
  using OneShotAnalysisState::OneShotAnalysisState;

  bool isInPlace(OpOperand &operand) const override {
    return !bufferizesToMemoryWrite(operand);
  }
  bool areEquivalentBufferizedValues(Value, Value) const override {
    return false;
  }
  bool areAliasingBufferizedValues(Value, Value) const override { return true; }
  bool hasUndefinedContents(OpOperand *) const override { return false; }
};

} // namespace

static LogicalResult insertCopies(Operation *table,
                                  const OneShotBufferizationOptions &options,
                                  const BufferizationState &state,
                                  BufferizationStatistics *statistics) {
  if (!options.copyBeforeWrite)
    return insertTensorCopies(table, options, state, statistics);
  return insertTensorCopies(table, CopyBeforeWriteState(table, options), state);
}

/// Creates the globals that upstream takes for constants. Upstream would create
/// them as it comes to the functions, and orders these by their addresses: the
/// names and the order of globals would differ from run to run.
static LogicalResult createGlobals(Operation *table,
                                   const OneShotBufferizationOptions &options,
                                   BufferizationState &state) {
  WalkResult result = table->walk([&](arith::ConstantOp constant) {
    auto type = dyn_cast<TensorType>(constant.getType());
    // Upstream reports a constant without a memory space.
    std::optional<Attribute> space =
        type ? options.defaultMemorySpaceFn(type) : std::nullopt;
    if (!space)
      return WalkResult::advance();
    return WalkResult(getGlobalFor(constant, state.getSymbolTables(),
                                   options.bufferAlignment, *space));
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::tiled_layout::runOneShotBufferization(
    Operation *root, const OneShotBufferizationOptions &options,
    BufferizationState &state, BufferizationStatistics *statistics) {
  return forEachSymbolTable(root, [&](Operation *table) {
    if (failed(insertCopies(table, options, state, statistics)))
      return failure();
    copySlicesAtBoundaries(table, options);
    markCopies(table);
    if (failed(createGlobals(table, options, state)))
      return failure();
    OneShotBufferizationOptions inserted = options;
    inserted.copyBeforeWrite = false;
    inserted.noAnalysisFuncFilter = {};
    return bufferizeModuleOp(table, inserted, state, statistics);
  });
}
