//===- TileLoops.cpp - The pass -------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleSteps.h"

#include "tiled_layout/Transforms/LowerOperation.h"

#include "../Remarks.h"

#include "../RunLoops.h"
#include "LoopBand.h"

#include "tiled_layout/Analysis/EmptyLoops.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool isLoop(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineParallelOp, scf::ForOp,
             scf::ParallelOp, scf::ForallOp>(op);
}

static bool touchesTiled(ArrayRef<ArrayAccess> accesses) {
  return llvm::any_of(accesses, [](const ArrayAccess &access) {
    return isTiled(access.getType());
  });
}

namespace {

class LoopTiler {
public:
  explicit LoopTiler(int64_t maxOperations) : maxOperations(maxOperations) {}

  void processBelow(Operation *op);
  void process(Operation *loop);

private:
  bool isNew(Location location, StringRef reason);
  bool processNest(Operation *root);
  void processSingle(Operation *loop);
  std::vector<std::optional<LoopCut>>
  findCuts(LoopBand &band, ArrayRef<ArrayAccess> accesses, bool explains);

  int64_t maxOperations;
  /// The reasons that were reported at each location.
  DenseMap<Location, llvm::StringSet<>> reported;
};

} // namespace

/// Cuts the loops in an operation's regions, those within others first.
void LoopTiler::processBelow(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : llvm::make_early_inc_range(block))
        isLoop(&inner) ? process(&inner) : processBelow(&inner);
}

void LoopTiler::process(Operation *loop) {
  // What the pass made before, or what the program says, is as it should be.
  if (getLoopRole(loop))
    return;
  if (getAnnotation(loop))
    return processBelow(loop);
  // A perfect nest is cut as a whole where that is possible.
  SmallVector<affine::AffineForOp> nest;
  if (auto outermost = dyn_cast<affine::AffineForOp>(loop))
    affine::getPerfectlyNestedLoops(nest, outermost);
  if (nest.size() < 2 || llvm::any_of(nest, isFixed)) {
    processBelow(loop);
    return processSingle(loop);
  }
  processBelow(nest.back());
  if (processNest(loop))
    return;
  for (affine::AffineForOp single : llvm::reverse(nest))
    processSingle(single);
}

/// Writes the indices of a loop's own accesses as sums in which the loop's
/// shift cancels out.
static void writeSums(const LoopRange &range, Block *body,
                      ArrayRef<ArrayAccess> accesses) {
  for (const ArrayAccess &access : accesses) {
    if (access.op->getBlock() != body || !access.map.isIdentity())
      continue;
    OpBuilder builder(access.op);
    for (OpOperand &operand : access.op->getOpOperands()) {
      if (!llvm::is_contained(access.operands, operand.get()))
        continue;
      LinearIndex sum = getLinearIndex(operand.get(), range.variable);
      // One addition that wraps around is no index of the array.
      bool mayWrap = sum.mayWrap && (sum.terms.size() > 2 || sum.constant != 0);
      if (mayWrap || sum.getCoefficient(range.variable) == 0)
        continue;
      AffineExpr expr = builder.getAffineConstantExpr(sum.constant);
      SmallVector<OpFoldResult> terms;
      for (auto [value, factor] : sum.terms) {
        expr = expr + builder.getAffineDimExpr(terms.size()) * factor;
        terms.push_back(value);
      }
      OpFoldResult index = affine::makeComposedFoldedAffineApply(
          builder, access.op->getLoc(), expr, terms);
      operand.set(
          getValueOrCreateConstantIndexOp(builder, access.op->getLoc(), index));
    }
  }
}

/// True if the reason has not been reported at this location. One operation of
/// the program may have become many accesses and loops.
bool LoopTiler::isNew(Location location, StringRef reason) {
  return reported[location].insert(reason).second;
}

std::vector<std::optional<LoopCut>>
LoopTiler::findCuts(LoopBand &band, ArrayRef<ArrayAccess> accesses,
                    bool explains) {
  auto explain = [&](Operation *access, const Twine &reason) {
    if (!explains || !isNew(access->getLoc(), reason.str()))
      return;
    auto remark =
        remark::missed(access->getLoc(), getRemarkOpts(access, "tile-loops"));
    remark << remark::reason("the loop keeps divisions in this access: {0}",
                             reason.str());
  };
  auto isOperand = [&](Value value) {
    return isa<IndexType>(value.getType()) &&
           !band.root->isAncestor(value.getParentBlock()->getParentOp()) &&
           (!band.isAffine() || affine::isValidDim(value));
  };
  std::vector<std::optional<LoopCut>> cuts;
  for (LoopRange &range : band.ranges) {
    if (shiftToEdges(range, band.body, isOperand, accesses))
      writeSums(range, band.body, accesses);
    cuts.push_back(findCut(range, accesses, explain));
  }
  return cuts;
}

/// Cuts a perfect nest whose loops can change places; false if it is left.
bool LoopTiler::processNest(Operation *root) {
  SmallVector<ArrayAccess> accesses = getAccesses(root);
  if (!touchesTiled(accesses))
    return true;
  FailureOr<LoopBand> band = getFreeNest(root);
  if (failed(band))
    return false;
  std::vector<std::optional<LoopCut>> cuts =
      findCuts(*band, accesses, /*explains=*/false);
  if (llvm::none_of(cuts, [](auto &cut) { return cut.has_value(); }))
    return false;
  // The parts of a loop that is not free come one after the other only if no
  // other such loop is around it.
  bool hasOrdered = false;
  for (auto [range, cut, isFree] :
       llvm::zip_equal(band->ranges, cuts, band->isFree)) {
    if (!cut && range.step != 1 && range.lower.size() != 1)
      return false;
    if (isFree)
      continue;
    if (hasOrdered && cut)
      return false;
    hasOrdered = true;
  }
  findCuts(*band, accesses, /*explains=*/true);
  cutBand(*band, cuts, accesses, maxOperations);
  return true;
}

void LoopTiler::processSingle(Operation *loop) {
  SmallVector<ArrayAccess> accesses = getAccesses(loop);
  if (!touchesTiled(accesses))
    return;
  std::string reason;
  FailureOr<LoopBand> band = getLoopBand(loop, reason);
  if (failed(band)) {
    if (!isNew(loop->getLoc(), reason))
      return;
    auto remark =
        remark::missed(loop->getLoc(), getRemarkOpts(loop, "tile-loops"));
    remark << remark::reason("the loop is not cut: {0}", reason);
    return;
  }
  std::vector<std::optional<LoopCut>> cuts =
      findCuts(*band, accesses, /*explains=*/true);
  if (llvm::none_of(cuts, [](auto &cut) { return cut.has_value(); }))
    return;
  for (auto [range, cut] : llvm::zip_equal(band->ranges, cuts))
    if (!cut && range.step != 1 && range.lower.size() != 1)
      return;
  cutBand(*band, cuts, accesses, maxOperations);
}

void mlir::tiled_layout::tileLoop(Operation *loop, int64_t maxOperations) {
  LoopTiler(maxOperations).process(loop);
}

void mlir::tiled_layout::tileLoops(Operation *root, int64_t maxOperations) {
  LoopTiler(maxOperations).processBelow(root);
  eraseEmptyLoops(root);
}
