//===- RunAccess.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunAccess.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True for elements that vectors hold as memory does.
static bool isPlainElement(Type type) {
  if (type.isSignlessInteger())
    return type.getIntOrFloatBitWidth() >= 8 &&
           type.getIntOrFloatBitWidth() <= 64 &&
           llvm::isPowerOf2_64(type.getIntOrFloatBitWidth());
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// Returns an expression of an index's operands with a constant added to one
/// dimension.
static AffineExpr moveDim(AffineExpr expr, const ElementIndex &index,
                          unsigned dim, int64_t by) {
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < index.map.getNumDims(); ++i)
    dims.push_back(getAffineDimExpr(i, expr.getContext()) +
                   (i == dim ? by : 0));
  return expr.replaceDims(dims);
}

static AffineExpr simplify(AffineExpr expr, const ElementIndex &index) {
  return simplifyAffineExpr(expr, index.map.getNumDims(),
                            index.map.getNumSymbols());
}

std::optional<RunAccess> mlir::tiled_layout::getRunAccess(Operation *op,
                                                          Value variable) {
  if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
    return std::nullopt;
  affine::MemRefAccess access(op);
  auto type = cast<MemRefType>(access.memref.getType());
  if (!isPlainElement(type.getElementType()))
    return std::nullopt;
  RunAccess result = {op,
                      access.memref,
                      variable,
                      access.isStore(),
                      getElementIndex(op),
                      type.getRank(),
                      {},
                      0};
  const ElementIndex &index = result.index;
  auto *it = llvm::find(index.operands, variable);
  if (it == index.operands.end())
    return result;
  unsigned dim = it - index.operands.begin();
  if (dim >= index.map.getNumDims() || !type.getLayout().isIdentity())
    return std::nullopt;
  int64_t stride = 1;
  result.position = getAffineConstantExpr(0, op->getContext());
  while (result.dim > 0) {
    AffineExpr last = index.map.getResult(--result.dim);
    result.position = result.position + last * stride;
    bool isFixed = llvm::none_of(
        index.map.getResults().take_front(result.dim),
        [&](AffineExpr expr) { return expr.isFunctionOfDim(dim); });
    if (isFixed)
      break;
    if (type.isDynamicDim(result.dim))
      return std::nullopt;
    stride *= type.getDimSize(result.dim);
  }
  result.position = simplify(result.position, index);
  auto step = dyn_cast<AffineConstantExpr>(simplify(
      moveDim(result.position, index, dim, 1) - result.position, index));
  if (!step || step.getValue() < 1)
    return std::nullopt;
  result.stride = step.getValue();
  return result;
}

std::optional<RunAccesses>
mlir::tiled_layout::getRunAccesses(affine::AffineForOp loop) {
  RunAccesses accesses;
  Value variable = loop.getInductionVar();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (op.getNumRegions() != 0)
      return std::nullopt;
    if (isMemoryEffectFree(&op))
      continue;
    std::optional<RunAccess> access = getRunAccess(&op, variable);
    if (!access || !loop.isDefinedOutsideOfLoop(access->memref))
      return std::nullopt;
    for (Value operand : access->index.operands)
      if (operand != variable && !loop.isDefinedOutsideOfLoop(operand))
        return std::nullopt;
    accesses.try_emplace(&op, *access);
  }
  return accesses;
}

std::optional<int64_t> RunAccess::getLane(int64_t rows) const {
  // The last word must not end after the array.
  int64_t extent = 1;
  for (int64_t size :
       cast<MemRefType>(memref.getType()).getShape().drop_front(dim))
    extent *= ShapedType::isDynamic(size) ? 1 : size;
  if (extent % rows != 0)
    return std::nullopt;
  // The value at 0 of all operands, and the rest, a multiple of a word.
  SmallVector<AffineExpr> zeros(index.operands.size(),
                                getAffineConstantExpr(0, op->getContext()));
  ArrayRef<AffineExpr> all(zeros);
  unsigned dims = index.map.getNumDims();
  auto first = dyn_cast<AffineConstantExpr>(
      simplify(position.replaceDimsAndSymbols(all.take_front(dims),
                                              all.drop_front(dims)),
               index));
  if (!first)
    return std::nullopt;
  int64_t lane = llvm::mod(first.getValue(), rows);
  IndexRange word =
      ValueRanges().get(simplify(position - lane, index), dims, index.operands);
  if (!word.congruence.isMultipleOf(rows))
    return std::nullopt;
  return lane;
}

bool RunAccess::sharesWords(const RunAccess &other, int64_t rows) const {
  if (memref != other.memref || dim != other.dim || stride != rows ||
      other.stride != rows || index.operands != other.index.operands ||
      index.map.getResults().take_front(dim) !=
          other.index.map.getResults().take_front(dim))
    return false;
  std::optional<int64_t> lane = getLane(rows), otherLane = other.getLane(rows);
  return lane && otherLane &&
         simplify(position - *lane - other.position + *otherLane, index) == 0;
}

bool RunAccess::isDisjointFrom(const RunAccess &other) const {
  if (index.operands != other.index.operands)
    return false;
  int64_t dims = std::min(dim, other.dim);
  for (int64_t i = 0; i < dims; ++i) {
    auto distance = dyn_cast<AffineConstantExpr>(
        simplify(index.map.getResult(i) - other.index.map.getResult(i), index));
    if (distance && distance.getValue() != 0)
      return true;
  }
  return false;
}

ElementIndex RunAccess::getIndexAt(int64_t value) const {
  auto *it = llvm::find(index.operands, variable);
  if (it == index.operands.end())
    return index;
  AffineExpr constant = getAffineConstantExpr(value, op->getContext());
  AffineMap map = index.map.replace(
      getAffineDimExpr(it - index.operands.begin(), op->getContext()), constant,
      index.map.getNumDims(), index.map.getNumSymbols());
  return getElementIndex(map, index.operands);
}

namespace {

/// The place of a vector in a memref whose last dimensions are one.
struct RunPlace {
  Value memref;
  AffineMap map;
  SmallVector<Value> operands;
};

} // namespace

static RunPlace getPlace(OpBuilder &builder, const RunAccess &access,
                         int64_t lane, Value at) {
  RunPlace place = {access.memref, {}, access.index.operands};
  int64_t rank = cast<MemRefType>(access.memref.getType()).getRank();
  if (access.dim + 1 < rank) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (dim <= access.dim)
        groups.emplace_back();
      groups.back().push_back(dim);
    }
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(access.memref);
    place.memref = memref::CollapseShapeOp::create(builder, access.op->getLoc(),
                                                   access.memref, groups);
  }
  SmallVector<AffineExpr> results(
      access.index.map.getResults().take_front(access.dim));
  results.push_back(access.position - lane);
  place.map = AffineMap::get(access.index.map.getNumDims(),
                             access.index.map.getNumSymbols(), results,
                             builder.getContext());
  llvm::replace(place.operands, access.variable, at);
  return place;
}

Value mlir::tiled_layout::loadRun(OpBuilder &builder, const RunAccess &access,
                                  int64_t lane, int64_t count, Value at) {
  RunPlace place = getPlace(builder, access, lane, at);
  Type element = cast<MemRefType>(access.memref.getType()).getElementType();
  return affine::AffineVectorLoadOp::create(
      builder, access.op->getLoc(), VectorType::get(count, element),
      place.memref, place.map, place.operands);
}

void mlir::tiled_layout::storeRun(OpBuilder &builder, const RunAccess &access,
                                  Value vector, Value at) {
  RunPlace place = getPlace(builder, access, /*lane=*/0, at);
  affine::AffineVectorStoreOp::create(builder, access.op->getLoc(), vector,
                                      place.memref, place.map, place.operands);
}
