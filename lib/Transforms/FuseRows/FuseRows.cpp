//===- FuseRows.cpp - Blocks of rows through several operations -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax reads its scores three times. What it and the products around it
// hand on is as large as all scores, though a row of the result needs one row
// of them: a block of rows stays in a cache, and needs no large buffer.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/StructuredPasses.h"

#include "../FencedReads.h"
#include "../Remarks.h"
#include "../TensorTools.h"
#include "RowGroup.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/Remarks.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_FUSEROWSPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Computes a group in loops over its blocks.
class RowFuser {
public:
  RowFuser(RewriterBase &rewriter, const RowGroup &group)
      : rewriter(rewriter), group(group), root(group.getRoot()),
        loc(root.getLoc()) {}

  void run();

private:
  OpOperand &getFirstInit(OpOperand &init) const;
  Value getCarried(OpOperand &first) const;
  Value getBlock(linalg::LinalgOp op, OpOperand &operand,
                 const linalg::SliceParameters &slice);
  void addBlock(linalg::LinalgOp op, ArrayRef<OpFoldResult> offsets);
  scf::ValueVector addBlocks(ValueRange indices, ValueRange carried);

  RewriterBase &rewriter;
  const RowGroup &group;
  linalg::LinalgOp root;
  Location loc;
  /// What the loops carry for the first destination of each result.
  DenseMap<OpOperand *, Value> carriedInits;
  /// Blocks of the results of operations of the group.
  IRMapping blocks;
};

} // namespace

/// Returns the destination outside of the group that a result is computed in.
OpOperand &RowFuser::getFirstInit(OpOperand &init) const {
  OpOperand *first = &init;
  while (linalg::LinalgOp producer = group.getProducer(first->get()))
    first = producer.getDpsInitOperand(
        cast<OpResult>(first->get()).getResultNumber());
  return *first;
}

/// Returns what the loops begin with in the place of a destination. One that is
/// read elsewhere in the group would be copied.
Value RowFuser::getCarried(OpOperand &first) const {
  auto op = cast<linalg::LinalgOp>(first.getOwner());
  bool isRead = llvm::any_of(first.get().getUses(), [&](OpOperand &use) {
    return &use != &first && group.contains(use.getOwner());
  });
  if (!isRead || op.payloadUsesValueFromOperand(&first))
    return first.get();
  auto type = cast<RankedTensorType>(first.get().getType());
  return tensor::EmptyOp::create(rewriter, loc, type, ValueRange());
}

/// Returns the block of an operand.
Value RowFuser::getBlock(linalg::LinalgOp op, OpOperand &operand,
                         const linalg::SliceParameters &slice) {
  if (Value block = blocks.lookupOrNull(operand.get()))
    return block;
  auto type = cast<RankedTensorType>(operand.get().getType());
  Value tensor = operand.get();
  if (Value carried = carriedInits.lookup(&operand))
    tensor = carried;
  else if (op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand))
    return createEmpty(rewriter, loc,
                       type.clone(*getConstantIntValues(slice.sizes)),
                       slice.sizes);
  return tensor::ExtractSliceOp::create(rewriter, loc, tensor, slice.offsets,
                                        slice.sizes, slice.strides);
}

/// Computes the block of an operation that begins at `offsets` of the rows.
void RowFuser::addBlock(linalg::LinalgOp op, ArrayRef<OpFoldResult> offsets) {
  SmallVector<OpFoldResult> starts(op.getNumLoops(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> steps, bounds, tiled;
  for (int64_t step : group.getLoopSteps(op))
    steps.push_back(rewriter.getIndexAttr(step));
  for (int64_t range : op.getStaticLoopRanges())
    bounds.push_back(rewriter.getIndexAttr(range));
  for (auto [row, loop] : llvm::enumerate(group.loops.lookup(op)))
    starts[loop] = offsets[row];
  for (auto [start, step] : llvm::zip_equal(starts, steps))
    if (!isZeroInteger(step))
      tiled.push_back(start);
  SmallVector<Value> operands = op->getOperands();
  SmallVector<std::optional<linalg::SliceParameters>> slices =
      linalg::computeAllSliceParameters(rewriter, loc, op, operands, tiled,
                                        steps, bounds,
                                        /*omitPartialTileCheck=*/true);
  for (auto [operand, slice] : llvm::zip_equal(op->getOpOperands(), slices)) {
    unsigned number = operand.getOperandNumber();
    if (slice)
      operands[number] = getBlock(op, operand, *slice);
  }
  SmallVector<Type> types;
  for (OpOperand &init : op.getDpsInitsMutable())
    types.push_back(operands[init.getOperandNumber()].getType());
  auto block =
      cast<linalg::LinalgOp>(mlir::clone(rewriter, op, types, operands));
  linalg::offsetIndices(rewriter, block, starts);
  blocks.map(op->getResults(), block->getResults());
}

/// Computes a block of all operations, and puts it into what the loops carry.
scf::ValueVector RowFuser::addBlocks(ValueRange indices, ValueRange carried) {
  SmallVector<OpFoldResult> offsets;
  for (auto [step, extent] : llvm::zip_equal(group.steps, group.extents)) {
    bool isWhole = step == extent;
    offsets.push_back(isWhole ? OpFoldResult(rewriter.getIndexAttr(0))
                              : OpFoldResult(indices.front()));
    indices = isWhole ? indices : indices.drop_front();
  }
  for (auto [init, value] : llvm::zip_equal(root.getDpsInitsMutable(), carried))
    carriedInits[&getFirstInit(init)] = value;
  for (linalg::LinalgOp op : group.ops)
    addBlock(op, offsets);
  scf::ValueVector results;
  for (auto [result, value] : llvm::zip_equal(root->getResults(), carried)) {
    AffineMap map = root.getIndexingMapMatchingResult(result);
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<OpFoldResult> starts(type.getRank(), rewriter.getIndexAttr(0));
    for (auto [row, loop] : llvm::enumerate(group.loops.lookup(root)))
      for (auto [dim, index] : llvm::enumerate(map.getResults()))
        if (index.isFunctionOfDim(loop))
          starts[dim] = offsets[row];
    Value block = blocks.lookup(Value(result));
    SmallVector<OpFoldResult> ones(type.getRank(), rewriter.getIndexAttr(1));
    results.push_back(tensor::InsertSliceOp::create(
        rewriter, loc, block, value, starts,
        tensor::getMixedSizes(rewriter, loc, block), ones));
  }
  return results;
}

void RowFuser::run() {
  rewriter.setInsertionPoint(root);
  SmallVector<Value> begins, ends, steps, carried;
  for (auto [step, extent] : llvm::zip_equal(group.steps, group.extents)) {
    if (step == extent)
      continue;
    begins.push_back(arith::ConstantIndexOp::create(rewriter, loc, 0));
    ends.push_back(arith::ConstantIndexOp::create(rewriter, loc, extent));
    steps.push_back(arith::ConstantIndexOp::create(rewriter, loc, step));
  }
  for (OpOperand &init : root.getDpsInitsMutable())
    carried.push_back(getCarried(getFirstInit(init)));
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, begins, ends, steps, carried,
      [&](OpBuilder &builder, Location, ValueRange indices, ValueRange values) {
        rewriter.restoreInsertionPoint(builder.saveInsertionPoint());
        return addBlocks(indices, values);
      });
  rewriter.replaceOp(root, nest.results);
  for (linalg::LinalgOp op : llvm::reverse(ArrayRef(group.ops).drop_back()))
    if (op->use_empty())
      rewriter.eraseOp(op);
}

namespace {

class FuseRowsPass : public tiled_layout::impl::FuseRowsPassBase<FuseRowsPass> {
  void runOnOperation() final {
    if (failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    FencedReads fences(getOperation());
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (mayHaveRows(op) && !runsOnDevice(op) &&
          mayHaveSSADominance(*op->getParentRegion()))
        ops.push_back(op);
    });
    // Those that are part of a group are not part of another one.
    DenseSet<Operation *> done;
    for (linalg::LinalgOp op : llvm::reverse(ops)) {
      if (done.contains(op))
        continue;
      FailureOr<Target> target = getTargetOf(op);
      if (failed(target))
        return signalPassFailure();
      fuse(op, *target, done);
    }
  }

  void fuse(linalg::LinalgOp root, const Target &target,
            DenseSet<Operation *> &done) {
    auto options = getRemarkOpts(root, "fuse-rows");
    std::string reason;
    std::optional<RowGroup> group = findRowGroup(root, target, reason);
    if (!group) {
      if (!reason.empty())
        remark::missed(root.getLoc(), options) << remark::reason("{0}", reason);
      return;
    }
    done.insert(group->ops.begin(), group->ops.end());
    std::string block;
    llvm::raw_string_ostream os(block);
    llvm::interleave(group->steps, os, "x");
    remark::passed(root.getLoc(), options)
        << remark::metric("operations", group->ops.size())
        << remark::metric("block", block);
    IRRewriter rewriter(&getContext());
    RowFuser(rewriter, *group).run();
  }
};

} // namespace
