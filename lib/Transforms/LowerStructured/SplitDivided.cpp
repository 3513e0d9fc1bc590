//===- SplitDivided.cpp - Dimensions that indexing maps divide ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedInputs.h"
#include "ReplaceLoops.h"
#include "StructuredRewrites.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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
/// that divides all other ones and the extent, or that is not known.
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
    if (size == 0 || (ShapedType::isStatic(extent) &&
                      (extent % size != 0 || extent == size)))
      continue;
    if (llvm::all_of(divisions, [&](const Groups &division) {
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
    for (Operation *user : llvm::make_early_inc_range(index->getUsers()))
      if (auto rest = dyn_cast<arith::RemUIOp>(user);
          rest && rest.getLhs() == index.getResult() &&
          getConstantIntValue(rest.getRhs()) == groups.size)
        rewriter.replaceOp(rest, within);
    Value size = arith::ConstantIndexOp::create(rewriter, loc, groups.size);
    Value first = arith::MulIOp::create(rewriter, loc, index, size);
    Value whole = arith::AddIOp::create(rewriter, loc, first, within);
    rewriter.replaceAllUsesExcept(index, whole, first.getDefiningOp());
  }
}

/// Returns the loops with one over groups, and one over what is in them.
static IterationSpace split(IterationSpace loops, Groups groups) {
  if (ShapedType::isStatic(loops.extents[groups.dim]))
    loops.extents[groups.dim] /= groups.size;
  else
    loops.wholeGroups = groups.dim;
  loops.extents.insert(loops.extents.begin() + groups.dim + 1, groups.size);
  loops.kinds.insert(loops.kinds.begin() + groups.dim, loops.kinds[groups.dim]);
  for (AffineMap &map : loops.maps)
    map = getSplitMap(map, groups);
  return loops;
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

/// Returns whether a dimension has whole groups, and arrays that it indexes by
/// group have one element for each; null if no array says how long it is.
static Value hasWholeGroups(OpBuilder &builder, linalg::GenericOp op,
                            Groups groups) {
  Location loc = op.getLoc();
  AffineExpr dim = getAffineDimExpr(groups.dim, op.getContext());
  AffineExpr group = dim.floorDiv(groups.size);
  Value extent;
  SmallVector<Value> counts;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [number, expr] : llvm::enumerate(map.getResults())) {
      if (expr != dim && expr != group)
        continue;
      Value size = memref::DimOp::create(builder, loc, operand.get(), number);
      if (expr == group)
        counts.push_back(size);
      else
        extent = size;
    }
  }
  if (!extent)
    return Value();
  Value size = arith::ConstantIndexOp::create(builder, loc, groups.size);
  Value count = arith::DivUIOp::create(builder, loc, extent, size);
  counts.push_back(arith::CeilDivUIOp::create(builder, loc, extent, size));
  Value result;
  for (Value other : counts) {
    Value same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       other, count);
    result = result ? arith::AndIOp::create(builder, loc, result, same) : same;
  }
  return result;
}

/// Splits a dimension whose extent is known at run time only: the program takes
/// the operation that this returns if there are whole groups, else the one that
/// there was. Null if nothing is split.
static linalg::GenericOp splitAtRunTime(RewriterBase &rewriter,
                                        linalg::GenericOp op, Groups groups,
                                        const Target &target) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto always = arith::ConstantIntOp::create(rewriter, loc, 1, /*width=*/1);
  auto branch =
      scf::IfOp::create(rewriter, loc, always, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  auto copy = cast<linalg::GenericOp>(rewriter.clone(*op));
  IterationSpace loops = split(getIterationSpace(copy), groups);
  linalg::GenericOp grouped = replaceLoops(rewriter, copy, loops, /*least=*/1);
  if (!grouped)
    grouped = replaceLoops(rewriter, copy, loops, /*least=*/1, &target);
  rewriter.setInsertionPoint(branch);
  Value isWhole = grouped ? hasWholeGroups(rewriter, op, groups) : Value();
  if (isWhole)
    branch.getConditionMutable().assign(isWhole);
  else
    rewriter.eraseOp(branch);
  rewriter.eraseOp(always);
  if (!isWhole)
    return nullptr;
  rewriter.moveOpBefore(op, branch.elseBlock()->getTerminator());
  return grouped;
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
    if (ShapedType::isDynamic(generic.getStaticLoopRanges()[groups->dim])) {
      linalg::GenericOp grouped =
          splitAtRunTime(rewriter, generic, *groups, target);
      if (!grouped)
        break;
      results.push_back(generic);
      replaceIndices(rewriter, grouped.getRegion().front(), *groups);
      generic = grouped;
      leastDigit = 1;
      continue;
    }
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
    IterationSpace loops = split(getIterationSpace(generic), *groups);
    linalg::GenericOp grouped =
        replaceLoops(rewriter, generic, loops, /*least=*/1);
    if (!grouped && repeat())
      continue;
    if (!grouped)
      grouped = replaceLoops(rewriter, generic, loops, /*least=*/1, &target);
    if (!grouped)
      break;
    replaceIndices(rewriter, grouped.getRegion().front(), *groups);
    generic = grouped;
    leastDigit = 1;
  }
  if (linalg::GenericOp viewed = replaceLoops(
          rewriter, generic, getIterationSpace(generic), leastDigit))
    generic = viewed;
  if (!hasVectors(generic))
    if (linalg::GenericOp copied = replaceLoops(
            rewriter, generic, getIterationSpace(generic), leastDigit, &target))
      generic = copied;
  results.push_back(generic);
  return results;
}
