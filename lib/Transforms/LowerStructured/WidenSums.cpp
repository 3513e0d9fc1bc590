//===- WidenSums.cpp - Sums of short floats in f32 ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of `bf16` that rounds at each step adds nothing to 256 but numbers
// above 1, and takes seven times as long as one in f32.
//
//===----------------------------------------------------------------------===//

#include "StructuredRewrites.h"

#include "../OwnBuffers.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool isShort(Type type) { return type.isBF16() || type.isF16(); }

/// Returns the addition to the only result of an operation on memrefs that sums
/// short floats over reductions; null if it is none.
static arith::AddFOp getSum(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || op->hasAttr(kStructuredPlanName) ||
      runsOnDevice(op))
    return {};
  Block &body = *op.getBlock();
  BlockArgument result = body.getArguments().back();
  auto sum = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || !isShort(result.getType()) || !sum->hasOneUse() ||
      !result.hasOneUse() ||
      (sum.getLhs() == result) == (sum.getRhs() == result))
    return {};
  return sum;
}

/// Returns the type of a buffer for sums: f32 in the order and the first tile
/// of the results, if that tile says its sizes.
static MemRefType getSumType(MemRefType results) {
  Type element = Float32Type::get(results.getContext());
  std::optional<Layout> layout = getTileLayout(results);
  if (!isTiled(results) || !layout)
    return MemRefType::get(results.getShape(), element);
  Layout sums = Layout::getRowMajor(results.getRank());
  sums.minorToMajor = layout->minorToMajor;
  // Other entries need bounds, or extents that are known.
  auto isSize = [](const TileEntry &entry) {
    return entry.kind == TileEntry::Kind::Size;
  };
  if (!layout->tiles.empty() && llvm::all_of(layout->tiles.front(), isSize))
    sums.tiles.push_back(layout->tiles.front());
  return MemRefType::get(results.getShape(), element,
                         TiledLayoutAttr::get(results.getContext(), sums));
}

/// Converts the elements of one memref to those of another one.
template <typename ConversionOp>
static void convert(OpBuilder &builder, Location loc, Value from, Value to) {
  int64_t rank = cast<MemRefType>(to.getType()).getRank();
  AffineMap map = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, TypeRange(), from, to, ArrayRef<AffineMap>{map, map},
      iterators, [](OpBuilder &inner, Location loc, ValueRange elements) {
        Value converted = ConversionOp::create(
            inner, loc, elements[1].getType(), elements[0]);
        linalg::YieldOp::create(inner, loc, converted);
      });
}

/// Builds the body of the operation with the sum, and a product that it adds,
/// in f32.
static void buildBody(OpBuilder &builder, Location loc, ValueRange elements,
                      linalg::LinalgOp op, arith::AddFOp sum) {
  Block &body = *op.getBlock();
  BlockArgument result = body.getArguments().back();
  Value term = sum.getLhs() == result ? sum.getRhs() : sum.getLhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (product && !product->hasOneUse())
    product = nullptr;
  IRMapping values;
  values.map(body.getArguments(), elements);
  for (Operation &inner : body.without_terminator())
    if (&inner != sum && &inner != product)
      builder.clone(inner, values);
  auto extend = [&](Value value) -> Value {
    return arith::ExtFOp::create(builder, loc, builder.getF32Type(),
                                 values.lookupOrDefault(value));
  };
  // A product of two short floats is exact in f32, fused or not.
  auto flags = [](arith::FastMathFlags own) {
    return own | arith::FastMathFlags::contract;
  };
  Value wide = extend(product ? product.getLhs() : term);
  if (product)
    wide = arith::MulFOp::create(builder, loc, wide, extend(product.getRhs()),
                                 flags(product.getFastmath()));
  Value next = arith::AddFOp::create(builder, loc, elements.back(), wide,
                                     flags(sum.getFastmath()));
  linalg::YieldOp::create(builder, loc, next);
}

static void widen(OpBuilder &builder, linalg::LinalgOp op, arith::AddFOp sum,
                  int64_t lineBytes) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value results = op.getDpsInits()[0];
  auto type = cast<MemRefType>(results.getType());
  SmallVector<Value> sizes;
  bufferization::populateDynamicDimSizes(builder, loc, results, sizes);
  Value sums = allocateBuffer(builder, loc, getSumType(type), sizes, lineBytes);
  convert<arith::ExtFOp>(builder, loc, results, sums);
  linalg::GenericOp::create(
      builder, loc, TypeRange(), op.getDpsInputs(), ValueRange(sums),
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        buildBody(inner, loc, elements, op, sum);
      });
  convert<arith::TruncFOp>(builder, loc, sums, results);
  freeBuffer(builder, loc, sums);
  op.erase();
}

LogicalResult mlir::tiled_layout::widenSums(Operation *root) {
  OpBuilder builder(root->getContext());
  for (linalg::LinalgOp op : getUnplanned(root)) {
    arith::AddFOp sum = getSum(op);
    if (!sum)
      continue;
    FailureOr<Target> target = getTargetOf(op);
    if (failed(target))
      return failure();
    widen(builder, op, sum, target->lineBytes);
  }
  return success();
}
