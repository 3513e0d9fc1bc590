//===- SplitOutputs.cpp - Results of reductions beside elements -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredRewrites.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if an output has an element for each step of the reductions.
static bool hasElements(linalg::GenericOp op, OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  return map.isPermutation() && map.getNumDims() == map.getNumResults();
}

/// True if an output is the same for all steps of the reductions.
static bool isReduced(linalg::GenericOp op, OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && map.isFunctionOfDim(dim))
      return false;
  return true;
}

/// Returns what the body computes the given outputs from, arguments included.
static SetVector<Value> getSources(linalg::GenericOp op,
                                   ArrayRef<OpOperand *> outputs) {
  SetVector<Value> sources;
  SmallVector<Value> left;
  Operation *yield = op.getBlock()->getTerminator();
  for (OpOperand *output : outputs)
    left.push_back(
        yield->getOperand(output->getOperandNumber() - op.getNumDpsInputs()));
  while (!left.empty()) {
    Value value = left.pop_back_val();
    Operation *part = value.getDefiningOp();
    if (!sources.insert(value) || !part || part->getBlock() != op.getBlock())
      continue;
    llvm::append_range(left, part->getOperands());
  }
  return sources;
}

/// True if the body computes the outputs from what other ones were.
static bool needsOthers(linalg::GenericOp op, ArrayRef<OpOperand *> outputs,
                        ArrayRef<OpOperand *> others) {
  SetVector<Value> sources = getSources(op, outputs);
  return llvm::any_of(others, [&](OpOperand *other) {
    return sources.contains(op.getMatchingBlockArgument(other));
  });
}

/// True if an input is in the memory of one of the outputs.
static bool readsAnyOf(linalg::GenericOp op, ArrayRef<OpOperand *> outputs) {
  auto getMemory = [](OpOperand *operand) -> Value {
    auto array = dyn_cast<MemrefValue>(operand->get());
    return array ? Value(memref::skipViewLikeOps(array)) : Value();
  };
  return llvm::any_of(outputs, [&](OpOperand *output) {
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      return getMemory(input) == getMemory(output);
    });
  });
}

/// Creates an operation that computes some of the outputs.
static linalg::GenericOp createPart(RewriterBase &rewriter,
                                    linalg::GenericOp op,
                                    ArrayRef<OpOperand *> outputs,
                                    ArrayRef<utils::IteratorType> kinds) {
  SetVector<Value> sources = getSources(op, outputs);
  SmallVector<Value> inputs, results;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> arguments;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (!sources.contains(argument))
      continue;
    inputs.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input));
    arguments.push_back(argument);
  }
  for (OpOperand *output : outputs) {
    results.push_back(output->get());
    maps.push_back(op.getMatchingIndexingMap(output));
    arguments.push_back(op.getMatchingBlockArgument(output));
  }
  if (!inversePermutation(concatAffineMaps(maps, op.getContext())))
    return nullptr;
  auto part = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(), inputs, results, maps, kinds,
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        IRMapping mapping;
        for (auto [before, after] : llvm::zip_equal(arguments, values))
          mapping.map(before, after);
        for (Operation &inner : op.getBlock()->without_terminator())
          if (llvm::any_of(inner.getResults(), [&](Value result) {
                return sources.contains(result);
              }))
            builder.clone(inner, mapping);
        Operation *yield = op.getBlock()->getTerminator();
        linalg::YieldOp::create(
            builder, loc, llvm::map_to_vector(outputs, [&](OpOperand *output) {
              return mapping.lookupOrDefault(yield->getOperand(
                  output->getOperandNumber() - op.getNumDpsInputs()));
            }));
      });
  part->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return part;
}

SmallVector<linalg::LinalgOp>
mlir::tiled_layout::splitOutputs(RewriterBase &rewriter, linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || generic.getNumReductionLoops() == 0 ||
      generic.getLibraryCallAttr() ||
      !llvm::all_of(generic.getBlock()->without_terminator(),
                    [](Operation &inner) {
                      return isPure(&inner) && inner.getNumRegions() == 0;
                    }))
    return {op};
  SmallVector<OpOperand *> elements, reduced;
  for (OpOperand &output : generic.getDpsInitsMutable())
    if (isReduced(generic, output))
      reduced.push_back(&output);
    else if (hasElements(generic, output))
      elements.push_back(&output);
    else
      return {op};
  if (elements.empty() || reduced.empty() ||
      needsOthers(generic, elements, reduced) ||
      needsOthers(generic, reduced, elements) || readsAnyOf(generic, reduced))
    return {op};
  rewriter.setInsertionPoint(generic);
  // Elements may replace those that the results are reduced from.
  linalg::GenericOp first =
      createPart(rewriter, generic, reduced, generic.getIteratorTypesArray());
  if (!first)
    return {op};
  linalg::GenericOp second =
      createPart(rewriter, generic, elements,
                 SmallVector<utils::IteratorType>(
                     generic.getNumLoops(), utils::IteratorType::parallel));
  rewriter.eraseOp(generic);
  return {first, second};
}
