//===- LowerPacks.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerPacks.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

struct LowerPacksPass : PassWrapper<LowerPacksPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerPacksPass)

  StringRef getArgument() const final { return "test-lower-packs"; }

  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<affine::AffineDialect, tensor::TensorDialect>();
  }

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto pack = dyn_cast<linalg::PackOp>(op))
        lower(rewriter, pack, pack.getSourceRank());
      else if (auto unpack = dyn_cast<linalg::UnPackOp>(op))
        lower(rewriter, unpack, unpack.getDestRank());
    }
  }

private:
  /// Returns, for each unpacked dimension, its place among the outer ones and
  /// among the inner ones, or -1.
  template <typename OpTy>
  static SmallVector<std::pair<int64_t, int64_t>> getPlaces(OpTy op,
                                                            int64_t rank) {
    SmallVector<std::pair<int64_t, int64_t>> places(rank, {0, -1});
    for (int64_t place = 0; place < rank; ++place)
      places[op.getOuterDimsPerm().empty() ? place
                                           : op.getOuterDimsPerm()[place]]
          .first = place;
    for (auto [inner, dim] : llvm::enumerate(op.getInnerDimsPos()))
      places[dim].second = inner;
    return places;
  }

  template <typename OpTy>
  static void lower(IRRewriter &rewriter, OpTy op, int64_t rank) {
    Value dest = op.getDest();
    auto type = cast<RankedTensorType>(dest.getType());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(
            tensor::DimOp::create(rewriter, op.getLoc(), dest, dim));
    auto places = getPlaces(op, rank);
    rewriter.replaceOpWithNewOp<tensor::GenerateOp>(
        op, type, sizes,
        [&](OpBuilder &builder, Location loc, ValueRange index) {
          tensor::YieldOp::create(builder, loc,
                                  getElement(builder, loc, op, index, places));
        });
  }

  static Value apply(OpBuilder &builder, Location loc, AffineExpr expr,
                     ValueRange operands) {
    return affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(operands.size(), 0, expr), operands);
  }

  static Value getElement(OpBuilder &builder, Location loc, linalg::UnPackOp op,
                          ValueRange index,
                          ArrayRef<std::pair<int64_t, int64_t>> places) {
    int64_t rank = places.size();
    SmallVector<Value> from(rank + op.getStaticInnerTiles().size());
    AffineExpr i = builder.getAffineDimExpr(0);
    for (auto [dim, place] : llvm::enumerate(places)) {
      auto [outer, inner] = place;
      from[outer] = index[dim];
      if (inner < 0)
        continue;
      int64_t tile = op.getStaticInnerTiles()[inner];
      from[outer] = apply(builder, loc, i.floorDiv(tile), index[dim]);
      from[rank + inner] = apply(builder, loc, i % tile, index[dim]);
    }
    return tensor::ExtractOp::create(builder, loc, op.getSource(), from);
  }

  static Value getElement(OpBuilder &builder, Location loc, linalg::PackOp op,
                          ValueRange index,
                          ArrayRef<std::pair<int64_t, int64_t>> places) {
    int64_t rank = places.size();
    AffineExpr i = builder.getAffineDimExpr(0), j = builder.getAffineDimExpr(1);
    SmallVector<Value> from;
    Value inside = arith::ConstantIntOp::create(builder, loc, true, 1);
    for (auto [dim, place] : llvm::enumerate(places)) {
      auto [outer, inner] = place;
      Value at = index[outer];
      Value extent = tensor::DimOp::create(builder, loc, op.getSource(), dim);
      if (inner >= 0)
        at = apply(builder, loc, i * op.getStaticInnerTiles()[inner] + j,
                   {at, index[rank + inner]});
      Value isBelow = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, at, extent);
      inside = arith::AndIOp::create(builder, loc, inside, isBelow);
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      from.push_back(arith::SelectOp::create(builder, loc, isBelow, at, zero));
    }
    Value element =
        tensor::ExtractOp::create(builder, loc, op.getSource(), from);
    if (!op.getPaddingValue())
      return element;
    return arith::SelectOp::create(builder, loc, inside, element,
                                   op.getPaddingValue());
  }
};

} // namespace

void mlir::tiled_layout::test::registerLowerPacksPass() {
  PassRegistration<LowerPacksPass>();
}
