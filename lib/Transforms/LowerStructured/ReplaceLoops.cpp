//===- ReplaceLoops.cpp - Other loops of a structured operation -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplaceLoops.h"

#include "StructuredRewrites.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

IterationSpace mlir::tiled_layout::getIterationSpace(linalg::GenericOp op) {
  return {op.getStaticLoopRanges(), op.getIteratorTypesArray(),
          op.getIndexingMapsArray()};
}

namespace {

/// A view of an operand with more dimensions, and the map that indexes it; no
/// type where the operand stays as it is. Where the groups do not divide its
/// tiles, the view is of a copy in rows.
struct ExpandedOperand {
  AffineMap map;
  MemRefType type;
  SmallVector<ReassociationIndices> groups;
  bool isCopy = false;
};

} // namespace

/// Returns the dimensions that are the digits of an index, most major first:
/// d0 and d2 of `64 * d0 + d2` if d2 has 64 indices, and the array as many as
/// the digits have. Otherwise, or of digits smaller than `least`, none.
static SmallVector<int64_t> getDigits(AffineExpr expr, int64_t arrayExtent,
                                      const IterationSpace &loops,
                                      int64_t least) {
  SmallVector<int64_t> flat;
  ArrayRef<int64_t> extents = loops.extents;
  int64_t rank = extents.size();
  if (isa<AffineDimExpr>(expr) || !expr.isPureAffine() ||
      failed(getFlattenedAffineExpr(expr, rank, 0, &flat)) ||
      static_cast<int64_t>(flat.size()) != rank + 1 || flat.back() != 0)
    return {};
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (flat[dim] != 0)
      dims.push_back(dim);
  llvm::sort(dims, [&](int64_t a, int64_t b) { return flat[a] > flat[b]; });
  int64_t factor = 1;
  for (int64_t dim : llvm::reverse(dims)) {
    bool isFirst = dim == dims.front();
    if (flat[dim] != factor || (!isFirst && extents[dim] < least))
      return {};
    if (ShapedType::isStatic(extents[dim]))
      factor *= extents[dim];
    else if (dim == loops.wholeGroups && dims == ArrayRef({dim, dim + 1}))
      factor = ShapedType::kDynamic;
    else
      return {};
  }
  if (factor != arrayExtent)
    return {};
  return dims;
}

/// Returns the type of a view, and no type if none has such dimensions.
static MemRefType getExpandedType(MemRefType type,
                                  ArrayRef<ReassociationIndices> groups,
                                  ArrayRef<int64_t> shape) {
  if (!isTiled(type))
    return memref::ExpandShapeOp::computeExpandedType(type, shape, groups)
        .value_or(MemRefType());
  std::optional<MemRefType> view =
      expectedToOptional(inferExpandedType(type, groups, shape));
  return view && !getTileLayout(*view)->hasCombine() ? *view : MemRefType();
}

/// Returns the type of an array in rows.
static MemRefType getTypeInRows(MemRefType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Gives each number that indexes an operand a dimension for each digit.
static ExpandedOperand expand(AffineMap map, Type operand,
                              const IterationSpace &loops, int64_t least) {
  auto type = dyn_cast<MemRefType>(operand);
  ExpandedOperand result{map, {}, {}};
  if (!type)
    return result;
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> shape;
  for (auto [expr, extent] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    ReassociationIndices &group = result.groups.emplace_back();
    SmallVector<int64_t> digits = getDigits(expr, extent, loops, least);
    for (int64_t digit : digits) {
      group.push_back(shape.size());
      exprs.push_back(getAffineDimExpr(digit, map.getContext()));
      shape.push_back(loops.extents[digit]);
    }
    if (digits.empty()) {
      group.push_back(shape.size());
      exprs.push_back(expr);
      shape.push_back(extent);
    }
  }
  if (shape.size() == result.groups.size())
    return result;
  result.type = getExpandedType(type, result.groups, shape);
  AffineMap expanded =
      AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
  // Indices that are constants would copy what nobody needs.
  if (!result.type && isTiled(type) && !type.getMemorySpace() &&
      isPlainStorage(type) && type.getElementType().isIntOrFloat() &&
      expanded.isProjectedPermutation()) {
    result.type = getExpandedType(getTypeInRows(type), result.groups, shape);
    result.isCopy = bool(result.type);
  }
  if (result.type)
    result.map = expanded;
  return result;
}

/// Returns how many groups of `size` a dimension of an array has.
static Value getGroupCount(OpBuilder &builder, Value array, int64_t dim,
                           int64_t size) {
  Location loc = array.getLoc();
  Value extent = memref::DimOp::create(builder, loc, array, dim);
  if (size == 1)
    return extent;
  Value divisor = arith::ConstantIndexOp::create(builder, loc, size);
  return arith::DivUIOp::create(builder, loc, extent, divisor);
}

/// Returns the operand, or a view of it. What is known at run time only is a
/// dimension that stays as it is, or the number of its groups.
static Value getView(OpBuilder &builder, Value operand,
                     const ExpandedOperand &expanded) {
  if (!expanded.type)
    return operand;
  Location loc = operand.getLoc();
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, group] : llvm::enumerate(expanded.groups))
    for (int64_t part : group)
      if (expanded.type.isDynamicDim(part))
        sizes.push_back(getGroupCount(
            builder, operand, dim,
            group.size() == 1 ? 1 : expanded.type.getDimSize(group.back())));
      else
        sizes.push_back(builder.getIndexAttr(expanded.type.getDimSize(part)));
  if (!isTiled(cast<MemRefType>(operand.getType())))
    return memref::ExpandShapeOp::create(builder, loc, expanded.type, operand,
                                         expanded.groups, sizes);
  auto groups = llvm::map_to_vector(
      expanded.groups, [&](const ReassociationIndices &group) -> Attribute {
        return builder.getI64ArrayAttr(group);
      });
  SmallVector<int64_t> known;
  SmallVector<Value> unknown;
  dispatchIndexOpFoldResults(sizes, unknown, known);
  return ExpandShapeOp::create(builder, loc, expanded.type, operand,
                               builder.getArrayAttr(groups), unknown,
                               builder.getDenseI64ArrayAttr(known));
}

/// True if the operation cannot tell copies from its operands: its body loads
/// nothing itself, and no two results are in one array.
static bool mayCopy(linalg::GenericOp op, ArrayRef<ExpandedOperand> operands) {
  if (llvm::none_of(operands, [](auto &operand) { return operand.isCopy; }))
    return true;
  SmallVector<Value> outputs(op.getDpsInits());
  for (auto [number, expanded] : llvm::enumerate(operands)) {
    OpOperand &operand = op->getOpOperand(number);
    if (expanded.isCopy && op.isDpsInit(&operand) &&
        llvm::count(outputs, operand.get()) != 1)
      return false;
  }
  return op.getBody()->getOps<memref::LoadOp>().empty();
}

/// Replaces operands in tiles that groups do not divide by copies in rows.
/// Results are copied back after the operation.
static void copyToRows(RewriterBase &rewriter, linalg::GenericOp op,
                       ArrayRef<ExpandedOperand> operands,
                       const Target &target) {
  for (auto [number, expanded] : llvm::enumerate(operands)) {
    if (!expanded.isCopy)
      continue;
    OpOperand &operand = op->getOpOperand(number);
    putInBuffer(rewriter, operand,
                getTypeInRows(cast<MemRefType>(operand.get().getType())),
                op.payloadUsesValueFromOperand(&operand), target);
  }
}

/// True if arrays have as many indices as the loops that go over them alone:
/// more of them would say that the loops are longer. Groups are counted at run
/// time.
static bool haveExtents(const ExpandedOperand &operand, Type type,
                        const IterationSpace &loops) {
  auto array = dyn_cast<MemRefType>(operand.type ? Type(operand.type) : type);
  return !array ||
         llvm::all_of(
             llvm::zip_equal(operand.map.getResults(), array.getShape()),
             [&](auto index) {
               auto [expr, extent] = index;
               auto dim = dyn_cast<AffineDimExpr>(expr);
               return !dim || dim.getPosition() == loops.wholeGroups ||
                      loops.extents[dim.getPosition()] == extent;
             });
}

linalg::GenericOp mlir::tiled_layout::replaceLoops(RewriterBase &rewriter,
                                                   linalg::GenericOp op,
                                                   const IterationSpace &loops,
                                                   int64_t least,
                                                   const Target *copiesFor) {
  SmallVector<ExpandedOperand> operands;
  SmallVector<AffineMap> maps;
  for (auto [map, operand] : llvm::zip_equal(loops.maps, op->getOperands())) {
    ExpandedOperand expanded = expand(map, operand.getType(), loops, least);
    if (expanded.isCopy && !copiesFor)
      expanded = {map, {}, {}};
    if (!haveExtents(expanded, operand.getType(), loops))
      return nullptr;
    maps.push_back(expanded.map);
    operands.push_back(std::move(expanded));
  }
  if (!mayCopy(op, operands))
    return nullptr;
  if (ArrayRef(maps) == ArrayRef(op.getIndexingMapsArray()) ||
      !inversePermutation(concatAffineMaps(maps, op.getContext())))
    return nullptr;
  if (copiesFor)
    copyToRows(rewriter, op, operands, *copiesFor);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> views;
  for (auto [operand, expanded] : llvm::zip_equal(op->getOperands(), operands))
    views.push_back(getView(rewriter, operand, expanded));
  ArrayRef<Value> inputs = ArrayRef(views).take_front(op.getNumDpsInputs());
  auto result = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(), inputs,
      ArrayRef(views).drop_front(inputs.size()), maps, loops.kinds);
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.inlineRegionBefore(op.getRegion(), result.getRegion(),
                              result.getRegion().end());
  rewriter.eraseOp(op);
  return result;
}
