//===- SplitDivided.cpp - Dimensions that indexing maps divide ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedInputs.h"
#include "StructuredRewrites.h"

#include "../OwnBuffers.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// A dimension of so many groups of `size` indices.
struct Groups {
  int64_t dim, size;
};

} // namespace

/// Returns the dimension and the number of `d floordiv n` and `d mod n`.
static std::optional<Groups> getDivision(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (binary.getKind() != AffineExprKind::FloorDiv &&
                  binary.getKind() != AffineExprKind::Mod))
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!dim || !divisor || divisor.getValue() < 2)
    return std::nullopt;
  return Groups{dim.getPosition(), divisor.getValue()};
}

/// Returns a dimension that indexing maps divide, and its smallest divisor, if
/// that divides the extent and all other ones.
static std::optional<Groups> findGroups(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<int64_t> sizes(extents.size(), 0);
  SmallVector<Groups> divisions;
  for (AffineMap map : op.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expr) {
      if (std::optional<Groups> division = getDivision(expr)) {
        int64_t &size = sizes[division->dim];
        size = size == 0 ? division->size : std::min(size, division->size);
        divisions.push_back(*division);
      }
    });
  for (int64_t dim = 0; dim < static_cast<int64_t>(sizes.size()); ++dim) {
    int64_t size = sizes[dim], extent = extents[dim];
    if (size != 0 && ShapedType::isStatic(extent) && extent % size == 0 &&
        extent != size && llvm::all_of(divisions, [&](const Groups &division) {
          return division.dim != dim || division.size % size == 0;
        }))
      return Groups{dim, size};
  }
  return std::nullopt;
}

/// Returns an indexing map of loops over groups, at the place of the
/// dimension, and over what is in them, right within.
static AffineMap getSplitMap(AffineMap map, Groups groups) {
  MLIRContext *context = map.getContext();
  AffineExpr group = getAffineDimExpr(groups.dim, context);
  AffineExpr inner = getAffineDimExpr(groups.dim + 1, context);
  DenseMap<AffineExpr, AffineExpr> replacements;
  for (int64_t dim = 0; dim < map.getNumDims(); ++dim)
    replacements[getAffineDimExpr(dim, context)] =
        dim == groups.dim
            ? group * groups.size + inner
            : getAffineDimExpr(dim < groups.dim ? dim : dim + 1, context);
  map.walkExprs([&](AffineExpr expr) {
    std::optional<Groups> division = getDivision(expr);
    if (!division || division->dim != groups.dim)
      return;
    int64_t many = division->size / groups.size;
    replacements[expr] = expr.getKind() == AffineExprKind::FloorDiv
                             ? group.floorDiv(many)
                             : group % many * groups.size + inner;
  });
  return map.replace(replacements, map.getNumDims() + 1, 0);
}

/// Gives the body the indices that it had.
static void replaceIndices(RewriterBase &rewriter, Block &body, Groups groups) {
  SmallVector<linalg::IndexOp> indices(body.getOps<linalg::IndexOp>());
  for (linalg::IndexOp index : indices) {
    int64_t dim = index.getDim();
    if (dim > groups.dim) {
      rewriter.modifyOpInPlace(index, [&] { index.setDim(dim + 1); });
      continue;
    }
    if (dim < groups.dim)
      continue;
    rewriter.setInsertionPointAfter(index);
    Location loc = index.getLoc();
    Value within = linalg::IndexOp::create(rewriter, loc, dim + 1);
    Value size = arith::ConstantIndexOp::create(rewriter, loc, groups.size);
    Value first = arith::MulIOp::create(rewriter, loc, index, size);
    Value whole = arith::AddIOp::create(rewriter, loc, first, within);
    rewriter.replaceAllUsesExcept(index, whole, first.getDefiningOp());
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

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
                                      ArrayRef<int64_t> extents,
                                      int64_t least) {
  SmallVector<int64_t> flat;
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
    if (flat[dim] != factor || ShapedType::isDynamic(extents[dim]) ||
        (dim != dims.front() && extents[dim] < least))
      return {};
    factor *= extents[dim];
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
                              ArrayRef<int64_t> extents, int64_t least) {
  auto type = dyn_cast<MemRefType>(operand);
  ExpandedOperand result{map, {}, {}};
  if (!type)
    return result;
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> shape;
  for (auto [expr, extent] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    ReassociationIndices &group = result.groups.emplace_back();
    SmallVector<int64_t> digits = getDigits(expr, extent, extents, least);
    for (int64_t digit : digits) {
      group.push_back(shape.size());
      exprs.push_back(getAffineDimExpr(digit, map.getContext()));
      shape.push_back(extents[digit]);
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

/// Returns the operand, or a view of it. What is known at run time only is a
/// dimension that stays as it is.
static Value getView(OpBuilder &builder, Value operand,
                     const ExpandedOperand &expanded) {
  if (!expanded.type)
    return operand;
  Location loc = operand.getLoc();
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, group] : llvm::enumerate(expanded.groups))
    for (int64_t part : group)
      if (expanded.type.isDynamicDim(part))
        sizes.push_back(
            memref::DimOp::create(builder, loc, operand, dim).getResult());
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
  Location loc = op.getLoc();
  auto relayout = [&](Value from, Value to) {
    RelayoutOp::create(rewriter, loc, TypeRange(), from, to,
                       /*padding=*/Attribute());
  };
  for (auto [number, expanded] : llvm::enumerate(operands)) {
    if (!expanded.isCopy)
      continue;
    OpOperand &operand = op->getOpOperand(number);
    Value array = operand.get();
    rewriter.setInsertionPoint(op);
    SmallVector<Value> sizes;
    bufferization::populateDynamicDimSizes(rewriter, loc, array, sizes);
    Value rows = allocateBuffer(
        rewriter, loc, getTypeInRows(cast<MemRefType>(array.getType())), sizes,
        target.lineBytes);
    if (op.payloadUsesValueFromOperand(&operand))
      relayout(array, rows);
    rewriter.modifyOpInPlace(op, [&] { operand.set(rows); });
    rewriter.setInsertionPointAfter(op);
    if (op.isDpsInit(&operand))
      relayout(rows, array);
    freeBuffer(rewriter, loc, rows);
  }
}

namespace {

/// Loops of an operation, and how they index its operands.
struct IterationSpace {
  SmallVector<int64_t> extents;
  SmallVector<utils::IteratorType> kinds;
  SmallVector<AffineMap> maps;
};

} // namespace

static IterationSpace getSpace(linalg::GenericOp op) {
  return {op.getStaticLoopRanges(), op.getIteratorTypesArray(),
          op.getIndexingMapsArray()};
}

/// Returns the loops with one over groups, and one over what is in them.
static IterationSpace split(IterationSpace loops, Groups groups) {
  loops.extents[groups.dim] /= groups.size;
  loops.extents.insert(loops.extents.begin() + groups.dim + 1, groups.size);
  loops.kinds.insert(loops.kinds.begin() + groups.dim, loops.kinds[groups.dim]);
  for (AffineMap &map : loops.maps)
    map = getSplitMap(map, groups);
  return loops;
}

/// True if arrays have as many indices as the loops that go over them alone:
/// more of them would say that the loops are longer.
static bool haveExtents(const ExpandedOperand &operand, Type type,
                        ArrayRef<int64_t> extents) {
  auto array = dyn_cast<MemRefType>(operand.type ? Type(operand.type) : type);
  return !array ||
         llvm::all_of(
             llvm::zip_equal(operand.map.getResults(), array.getShape()),
             [&](auto index) {
               auto [expr, extent] = index;
               auto dim = dyn_cast<AffineDimExpr>(expr);
               return !dim || extents[dim.getPosition()] == extent;
             });
}

/// Replaces the operation by one with other loops, and views of operands that
/// numbers index whose digits have `least` values and more; null if that is no
/// operation of `linalg` or the same one. For a target, operands without such
/// a view are copied.
static linalg::GenericOp rebuild(RewriterBase &rewriter, linalg::GenericOp op,
                                 const IterationSpace &loops, int64_t least,
                                 const Target *copiesFor = nullptr) {
  SmallVector<ExpandedOperand> operands;
  SmallVector<AffineMap> maps;
  for (auto [map, operand] : llvm::zip_equal(loops.maps, op->getOperands())) {
    ExpandedOperand expanded =
        expand(map, operand.getType(), loops.extents, least);
    if (expanded.isCopy && !copiesFor)
      expanded = {map, {}, {}};
    if (!haveExtents(expanded, operand.getType(), loops.extents))
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

/// True if vectors along the dimension, which the first output has as its rows,
/// would end with each group.
static bool endsVectors(linalg::GenericOp op, Groups groups,
                        const Target &target) {
  constexpr int64_t wordBits = 32;
  OpOperand &output = *op.getDpsInitsMutable().begin();
  auto type = dyn_cast<MemRefType>(output.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&output);
  if (!type || type.getRank() == 0)
    return false;
  int64_t minor = type.getRank() - 1;
  if (std::optional<Layout> layout = getTileLayout(type))
    minor = layout->minorToMajor.front();
  return map.getResult(minor) ==
             getAffineDimExpr(groups.dim, op.getContext()) &&
         groups.size % (target.vectorBits / wordBits) != 0;
}

/// Returns how often elements must be read to be repeated in a buffer. They are
/// written one at a time, which takes as long as a vector of them, but those of
/// 2 or 4 by vectors, which an operation on words of several rows has not.
static uint64_t getLeastReuse(linalg::GenericOp op, Groups groups) {
  auto output = cast<MemRefType>(op.getDpsInits().front().getType());
  std::optional<Layout> layout = getTileLayout(output);
  bool hasWords = layout && layout->tiles.size() > 1;
  return hasWords && (groups.size == 2 || groups.size == 4) ? 2 : 8;
}

SmallVector<linalg::LinalgOp> mlir::tiled_layout::splitDivided(
    RewriterBase &rewriter, linalg::LinalgOp op, const Target &target,
    function_ref<bool(linalg::LinalgOp)> hasVectors) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || generic.getLibraryCallAttr() ||
      generic.getNumDpsInits() == 0 ||
      llvm::all_of(generic.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      }))
    return {op};
  SmallVector<linalg::LinalgOp> results;
  // Smaller digits are windows, but for groups.
  int64_t leastDigit = 8;
  while (std::optional<Groups> groups = findGroups(generic)) {
    auto repeat = [&] {
      SmallVector<linalg::LinalgOp> copies =
          repeatInputs(rewriter, generic, groups->dim,
                       getLeastReuse(generic, *groups), target);
      for (linalg::LinalgOp copy : copies)
        llvm::append_range(results,
                           splitDivided(rewriter, copy, target, hasVectors));
      return !copies.empty();
    };
    if (endsVectors(generic, *groups, target) && repeat())
      continue;
    IterationSpace loops = split(getSpace(generic), *groups);
    linalg::GenericOp grouped = rebuild(rewriter, generic, loops, /*least=*/1);
    if (!grouped && repeat())
      continue;
    if (!grouped)
      grouped = rebuild(rewriter, generic, loops, /*least=*/1, &target);
    if (!grouped)
      break;
    replaceIndices(rewriter, grouped.getRegion().front(), *groups);
    generic = grouped;
    leastDigit = 1;
  }
  if (linalg::GenericOp viewed =
          rebuild(rewriter, generic, getSpace(generic), leastDigit))
    generic = viewed;
  if (!hasVectors(generic))
    if (linalg::GenericOp copied =
            rebuild(rewriter, generic, getSpace(generic), leastDigit, &target))
      generic = copied;
  results.push_back(generic);
  return results;
}
