//===- FuseSlices.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseSlices.h"

#include "../IR/AffineValues.h"
#include "TensorTools.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if the operation computes elements, in any order.
static bool computesElements(linalg::LinalgOp op) {
  return op && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         !op.getBlock()->without_terminator().empty();
}

/// True if a slice is one of the rows that share words.
static bool isRowOfWords(tensor::ExtractSliceOp slice) {
  return findSingleRow(slice.getSourceType(), slice).dim >= 0;
}

/// True if loops over elements do that as fast as the vectors of a plan:
/// functions of `math` would be calls.
static bool computesInLoops(linalg::LinalgOp op) {
  auto parts = op.getBlock()->without_terminator();
  return llvm::all_of(parts, [](Operation &part) {
    return isa<arith::ArithDialect, affine::AffineDialect>(part.getDialect()) ||
           isa<linalg::IndexOp, tensor::ExtractOp>(part);
  });
}

/// True if an operation with a reduction reads each element of a slice once, in
/// rows along which it has several results: rows of a run-time index are
/// vectors then.
static bool reducesRows(OpOperand &operand) {
  auto op = dyn_cast<linalg::GenericOp>(operand.getOwner());
  auto slice = operand.get().getDefiningOp<tensor::ExtractSliceOp>();
  if (!op || !slice || !op.hasPureTensorSemantics() ||
      !op.isDpsInput(&operand) || op.getNumReductionLoops() == 0 ||
      !slice.hasUnitStride())
    return false;
  Layout layout = *getTileLayout(slice.getSourceType());
  if (layout.memorySpace != 0)
    return false;
  int64_t minor = layout.minorToMajor.front();
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (dropped.test(minor) || !map.isPermutation())
    return false;
  for (int64_t dim : llvm::seq(minor))
    minor -= dropped.test(dim);
  return op.getIteratorTypesArray()[map.getDimPosition(minor)] ==
         utils::IteratorType::parallel;
}

/// Returns the slice that an operand is, if it is one of a tensor with a layout
/// and would be a copy, or is one of the rows that share words, which vectors
/// take apart where they are read. Others that need the copy would share it.
static tensor::ExtractSliceOp getReadSlice(OpOperand &operand) {
  auto slice = operand.get().getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !isTiled(slice.getSourceType()) ||
      !llvm::all_of(slice->getUses(), [&](OpOperand &use) {
        return use.getOwner()->getBlock() == slice->getBlock() &&
               (computesElements(dyn_cast<linalg::LinalgOp>(use.getOwner())) ||
                reducesRows(use));
      }))
    return {};
  std::string reason;
  llvm::SmallBitVector kept(slice.getSourceType().getRank());
  bool isRead = isUsedBeforeWrites(slice) &&
                (isRowOfWords(slice) ||
                 !isViewOf(slice.getSourceType(), slice, kept, reason));
  return isRead ? slice : tensor::ExtractSliceOp();
}

/// Returns the element of a slice at what `map` makes of the operation's loops.
static Value readElement(OpBuilder &builder, tensor::ExtractSliceOp slice,
                         AffineMap map) {
  Location loc = slice.getLoc();
  SmallVector<OpFoldResult> loops;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    loops.push_back(linalg::IndexOp::create(builder, loc, dim)->getResult(0));
  SmallVector<Value> indices;
  for (AffineExpr index : map.getResults())
    indices.push_back(applyAffine(builder, loc, index, loops));
  return tensor::ExtractOp::create(
      builder, loc, slice.getSource(),
      getWholeIndices(builder, slice, slice.getDroppedDims(), indices));
}

void mlir::tiled_layout::fuseSlices(RewriterBase &rewriter,
                                    linalg::LinalgOp op) {
  SetVector<Operation *> slices;
  // Those that are read in the body; others stay inputs, by maps of what they
  // are slices of.
  SmallVector<OpOperand *> read;
  DenseMap<OpOperand *, IndexedTensor> indexed;
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    tensor::ExtractSliceOp slice = getReadSlice(operand);
    if (!slice)
      continue;
    std::optional<IndexedTensor> own;
    if (!op.isDpsInit(&operand) && op.getNumReductionLoops() == 0)
      own = getIndexedTensor(rewriter, slice);
    if (own)
      indexed[&operand] = {
          own->tensor, own->map.compose(op.getMatchingIndexingMap(&operand))};
    else if (isRowOfWords(slice) ||
             llvm::all_of(slice->getUsers(), [](Operation *user) {
               return computesInLoops(cast<linalg::LinalgOp>(user));
             }))
      read.push_back(&operand);
    else
      continue;
    slices.insert(slice);
  }
  if (slices.empty())
    return;
  auto isRead = [&](OpOperand &operand) {
    return llvm::is_contained(read, &operand);
  };

  // What is read in the body is neither an input nor in the destination.
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (isRead(*input))
      continue;
    auto own = indexed.find(input);
    bool isIndexed = own != indexed.end();
    inputs.push_back(isIndexed ? own->second.tensor : input->get());
    maps.push_back(isIndexed ? own->second.map
                             : op.getMatchingIndexingMap(input));
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    maps.push_back(op.getMatchingIndexingMap(&init));
    Value tensor = init.get();
    if (isRead(init)) {
      auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
      SmallVector<OpFoldResult> sizes =
          getKeptSizes(slice, slice.getDroppedDims());
      tensor = createEmpty(rewriter, op.getLoc(), slice.getType(), sizes);
    }
    inits.push_back(tensor);
  }
  // Another operand has to say how far each loop goes.
  if (!inversePermutation(concatAffineMaps(maps, rewriter.getContext())))
    return;
  auto generic = linalg::GenericOp::create(rewriter, op.getLoc(),
                                           op->getResultTypes(), inputs, inits,
                                           maps, op.getIteratorTypesArray());
  Block *body = op.getBlock();
  SmallVector<Type> types;
  for (Value tensor : llvm::concat<Value>(inputs, inits))
    types.push_back(getElementTypeOrSelf(tensor.getType()));
  SmallVector<Location> locs(types.size(), op.getLoc());
  Block *block = rewriter.createBlock(&generic.getRegion(), {}, types, locs);
  SmallVector<Value> arguments;
  unsigned next = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInput = !op.isDpsInit(&operand);
    if (!isRead(operand)) {
      arguments.push_back(block->getArgument(next++));
      continue;
    }
    next += !isInput;
    arguments.push_back(readElement(
        rewriter, operand.get().getDefiningOp<tensor::ExtractSliceOp>(),
        op.getMatchingIndexingMap(&operand)));
  }
  rewriter.mergeBlocks(body, block, arguments);
  rewriter.replaceOp(op, generic.getResults());
  for (Operation *slice : slices)
    if (slice->use_empty())
      rewriter.eraseOp(slice);
}
