//===- LinalgToPhysical.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "../Remarks.h"

#include "../FlatViews.h"
#include "PhysicalLoops.h"

#include "tiled_layout/Analysis/KnownPadding.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LINALGTOPHYSICALPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// What may run over padding
//===----------------------------------------------------------------------===//

/// Returns an operation of the body that must not see a value which the program
/// did not compute: one that may trap, or does more than compute. Null if
/// there is none.
static Operation *findUnsafe(Block &body) {
  for (Operation &op : body.without_terminator())
    if (!isPure(&op) || op.getNumRegions() != 0)
      return &op;
  return nullptr;
}

/// True if a value of the body is zero wherever all inputs in `zeros` are.
static bool isZeroAmongZeros(Value value, ArrayRef<Value> zeros) {
  if (llvm::is_contained(zeros, value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto isZero = [&](Value operand) { return isZeroAmongZeros(operand, zeros); };
  // A product with a value that is not known may be of zero and infinity.
  if (isa<arith::MulFOp, arith::AddFOp, arith::AddIOp, arith::SubFOp,
          arith::SubIOp, arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp>(
          op))
    return llvm::all_of(op->getOperands(), isZero);
  if (isa<arith::MulIOp>(op))
    return llvm::any_of(op->getOperands(), isZero);
  return false;
}

/// True if steps in which all inputs in `zeros` are zero change no result: each
/// result is a sum of what it was and of a value that is zero then.
static bool addsNothing(linalg::LinalgOp op, ArrayRef<Value> zeros) {
  Operation *yield = op.getBlock()->getTerminator();
  for (auto [number, result] : llvm::enumerate(yield->getOperands())) {
    Value accumulator = op.getRegionOutputArgs()[number];
    Operation *sum = result.getDefiningOp();
    if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
      return false;
    Value other = sum->getOperand(0) == accumulator ? sum->getOperand(1)
                                                    : sum->getOperand(0);
    if (sum->getOperand(0) != accumulator && sum->getOperand(1) != accumulator)
      return false;
    if (!isZeroAmongZeros(other, zeros))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting one operation
//===----------------------------------------------------------------------===//

namespace {

/// Rewrites one generic operation to loops over its operands' physical arrays.
class PhysicalRewriter {
public:
  PhysicalRewriter(linalg::LinalgOp op, IRRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()) {}

  /// Returns why the operation stays, or an empty string.
  std::string check();
  void rewrite();

private:
  std::string checkPadding();
  Value getPhysical(OpOperand &operand);
  void fillPadding(OpOperand &operand);
  AffineMap getMap(int64_t operand) const;
  void moveBody(linalg::GenericOp generic);

  linalg::LinalgOp op;
  IRRewriter &rewriter;
  Location loc;
  PhysicalLoops loops;
  /// Inputs whose padding must hold zero.
  SmallVector<OpOperand *> zeroed;
};

} // namespace

/// Collects the inputs whose padding must hold zero; says why zeros would not
/// do.
std::string PhysicalRewriter::checkPadding() {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  if (!op.hasPureTensorSemantics()) {
    os << "loops would run over the padding of a memref, which is not theirs "
          "to "
          "write";
    return reason;
  }
  if (Operation *unsafe = findUnsafe(*op.getBlock())) {
    os << unsafe->getName() << " cannot run on padding";
    return reason;
  }
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (int64_t loop = 0, e = op.getNumLoops(); loop < e; ++loop) {
    if (!loops.isRagged[loop] ||
        iterators[loop] == utils::IteratorType::parallel)
      continue;
    SmallVector<Value> zeros;
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (!op.getMatchingIndexingMap(input).isFunctionOfDim(loop))
        continue;
      zeros.push_back(op.getMatchingBlockArgument(input));
      if (!llvm::is_contained(zeroed, input))
        zeroed.push_back(input);
    }
    if (!addsNothing(op, zeros)) {
      os << "it reduces over the padding of dimension d" << loop
         << ", and zeros there would count";
      return reason;
    }
  }
  return "";
}

std::string PhysicalRewriter::check() {
  std::string reason;
  FailureOr<PhysicalLoops> found = getPhysicalLoops(op, reason);
  if (failed(found))
    return reason;
  loops = std::move(*found);
  return llvm::is_contained(loops.isRagged, true) ? checkPadding() : "";
}

/// Makes the padding of an input hold zero, unless it does.
void PhysicalRewriter::fillPadding(OpOperand &operand) {
  Value tensor = operand.get();
  auto type = cast<RankedTensorType>(tensor.getType());
  TypedAttr zero = rewriter.getZeroAttr(type.getElementType());
  if (!hasPadding(type) || getKnownPadding(tensor) == zero)
    return;
  // Where the program has done so for another user, its tensor will do.
  for (Operation *user : tensor.getUsers()) {
    auto fill = dyn_cast<FillPaddingOp>(user);
    if (fill && fill.getResult() && fill->getBlock() == op->getBlock() &&
        fill->isBeforeInBlock(op) &&
        getKnownPadding(fill.getResult()) == zero) {
      rewriter.modifyOpInPlace(op, [&] { operand.set(fill.getResult()); });
      return;
    }
  }
  Value value = arith::ConstantOp::create(rewriter, loc, zero);
  auto fill = FillPaddingOp::create(rewriter, loc, type, value, tensor);
  rewriter.modifyOpInPlace(op, [&] { operand.set(fill.getResult()); });
}

/// Returns an operand as the array of its cut dimensions.
Value PhysicalRewriter::getPhysical(OpOperand &operand) {
  Value array = operand.get();
  auto type = dyn_cast<ShapedType>(array.getType());
  if (!type)
    return array;
  SmallVector<int64_t> shape = loops.getShape(operand.getOperandNumber());
  if (isa_and_nonnull<EmptyOp, tensor::EmptyOp>(array.getDefiningOp()))
    return tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  if (!isTiled(type) && type.getShape() == ArrayRef(shape))
    return array;
  return createReshape(rewriter, loc, createFlatView(rewriter, loc, array),
                       shape);
}

AffineMap PhysicalRewriter::getMap(int64_t operand) const {
  SmallVector<AffineExpr> exprs;
  for (int64_t loop : loops.operands[operand])
    exprs.push_back(rewriter.getAffineDimExpr(loop));
  return AffineMap::get(loops.digits.size(), 0, exprs, rewriter.getContext());
}

/// Moves the body over; an index is the sum of its digits.
void PhysicalRewriter::moveBody(linalg::GenericOp generic) {
  rewriter.inlineRegionBefore(op->getRegion(0), generic.getRegion(),
                              generic.getRegion().begin());
  SmallVector<linalg::IndexOp> indices(
      generic.getBody()->getOps<linalg::IndexOp>());
  for (linalg::IndexOp index : indices) {
    rewriter.setInsertionPoint(index);
    SmallVector<Value> values;
    AffineExpr sum = rewriter.getAffineConstantExpr(0);
    for (auto [number, digit] : llvm::enumerate(loops.digits)) {
      if (digit.loop != static_cast<int64_t>(index.getDim()))
        continue;
      sum = sum + rewriter.getAffineDimExpr(values.size()) * digit.divisor;
      values.push_back(linalg::IndexOp::create(rewriter, loc, number));
    }
    rewriter.replaceOpWithNewOp<affine::AffineApplyOp>(
        index, AffineMap::get(values.size(), 0, sum), values);
  }
}

void PhysicalRewriter::rewrite() {
  rewriter.setInsertionPoint(op);
  for (OpOperand *input : zeroed)
    fillPadding(*input);

  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  SmallVector<Type> resultTypes;
  for (OpOperand &operand : op->getOpOperands()) {
    Value physical = getPhysical(operand);
    maps.push_back(getMap(operand.getOperandNumber()));
    bool isOutput = op.isDpsInit(&operand);
    (isOutput ? outputs : inputs).push_back(physical);
    if (isOutput && isa<RankedTensorType>(physical.getType()))
      resultTypes.push_back(physical.getType());
  }
  SmallVector<utils::IteratorType> old = op.getIteratorTypesArray();
  SmallVector<utils::IteratorType> iterators = llvm::map_to_vector(
      loops.digits, [&](const LoopDigit &digit) { return old[digit.loop]; });
  auto generic = linalg::GenericOp::create(rewriter, loc, resultTypes, inputs,
                                           outputs, maps, iterators);
  moveBody(generic);
  rewriter.setInsertionPointAfter(generic);

  SmallVector<Value> results;
  for (auto [result, type] :
       llvm::zip_equal(generic->getResults(), op->getResultTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    if (result.getType() == type) {
      results.push_back(result);
      continue;
    }
    int64_t elements = cast<ShapedType>(result.getType()).getNumElements();
    Value flat = createReshape(rewriter, loc, result, {elements});
    results.push_back(createFromFlatView(rewriter, loc, flat, tensor));
  }
  rewriter.replaceOp(op, results);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// True if the operation works on an array with a layout of ours.
static bool isOnTiles(Operation *op) {
  return llvm::any_of(op->getOperandTypes(),
                      [](Type type) { return isTiled(type); });
}

namespace {

class LinalgToPhysicalPass
    : public tiled_layout::impl::LinalgToPhysicalPassBase<
          LinalgToPhysicalPass> {
public:
  using LinalgToPhysicalPassBase::LinalgToPhysicalPassBase;

private:
  void runOnOperation() final {
    if (failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isOnTiles(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      rewrite(op, rewriter);
  }

  void rewrite(linalg::LinalgOp op, IRRewriter &rewriter) {
    auto options = getRemarkOpts(op, "linalg-to-physical");
    Location loc = op.getLoc();
    // A named operation that stays keeps its name.
    PhysicalRewriter physical(op, rewriter);
    if (std::string reason = physical.check(); !reason.empty()) {
      remark::missed(loc, options) << remark::reason("{0}", reason);
      return;
    }
    physical.rewrite();
    remark::passed(loc, options);
  }
};

} // namespace
