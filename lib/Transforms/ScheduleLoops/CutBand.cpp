//===- CutBand.cpp - The loops that replace a band ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../RunLoops.h"
#include "LoopOrder.h"

#include "../../IR/AnyWithin.h"
#include "../Remarks.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/VectorInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The most iterations of a loop that is rather unrolled than run.
static constexpr int64_t fewIterations = 4;

namespace {

/// Builds the nests for the parts of each dimension.
class NestBuilder {
public:
  NestBuilder(OpBuilder &builder, const LoopBand &band, ArrayRef<LoopCut> cuts,
              ArrayRef<std::vector<LoopPart>> allParts,
              ArrayRef<ArrayAccess> accesses)
      : builder(builder), loc(band.root->getLoc()), band(band), cuts(cuts),
        allParts(allParts), accesses(accesses), parts(allParts.size()),
        variables(allParts.size()), offsets(allParts.size(), 0) {
    hasLoops = anyWithin<LoopLikeOpInterface>(band.body);
  }

  /// Builds the loops and the bodies. `carried` are the values that the loops
  /// take and the ones that they leave. Returns how many loops over tiles the
  /// parts of the dimensions within share.
  int64_t build(SmallVector<Value> &carried) {
    buildParts(0, 0, carried);
    return sharedLoops;
  }

private:
  void buildParts(size_t dim, size_t shared, SmallVector<Value> &carried);
  void buildNest(size_t shared, SmallVector<Value> &carried);
  bool sharesTiles(size_t dim) const;
  void buildLoops(ArrayRef<BandLoop> order, SmallVector<Value> &carried);
  void buildParallel(ArrayRef<BandLoop> loops);
  void buildMerged(BandLoop outer, BandLoop inner);
  void buildLoop(size_t dim, const DigitLoop &digit,
                 SmallVector<Value> &carried, LoopRole role,
                 function_ref<void(SmallVector<Value> &)> inside,
                 PeeledEnds peeled = PeeledEnds::None);
  void buildBody(SmallVector<Value> &carried);
  LoopRole getRole(ArrayRef<BandLoop> order);
  void inherit(Operation *loop, BlockArgument variable, LoopRole role,
               PeeledEnds peeled = PeeledEnds::None);
  Value getBound(ArrayRef<AffineExpr> bounds, size_t dim, bool isLower);
  std::pair<AffineMap, SmallVector<Value>> getMap(ArrayRef<AffineExpr> exprs,
                                                  size_t dim);
  SmallVector<Value> getOperands(size_t dim);

  OpBuilder &builder;
  Location loc;
  const LoopBand &band;
  ArrayRef<LoopCut> cuts;
  ArrayRef<std::vector<LoopPart>> allParts;
  ArrayRef<ArrayAccess> accesses;
  /// Per dimension, the part whose loops are being built.
  SmallVector<const LoopPart *> parts;
  /// Per dimension, the induction variables built so far.
  SmallVector<SmallVector<Value>> variables;
  /// Per dimension, where a piece of one iteration is that has no loop.
  SmallVector<int64_t> offsets;
  /// True if there are loops in the body.
  bool hasLoops;
  int64_t sharedLoops = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> NestBuilder::getOperands(size_t dim) {
  SmallVector<Value> operands = band.ranges[dim].operands;
  llvm::append_range(operands, variables[dim]);
  return operands;
}

/// Returns expressions of a dimension's operands and loops as a map, and the
/// values that it takes.
std::pair<AffineMap, SmallVector<Value>>
NestBuilder::getMap(ArrayRef<AffineExpr> exprs, size_t dim) {
  SmallVector<Value> operands = getOperands(dim);
  auto map = AffineMap::get(operands.size(), 0, exprs, builder.getContext());
  affine::canonicalizeMapAndOperands(&map, &operands);
  return {map, operands};
}

Value NestBuilder::getBound(ArrayRef<AffineExpr> bounds, size_t dim,
                            bool isLower) {
  auto [map, values] = getMap(bounds, dim);
  SmallVector<OpFoldResult> operands = getAsOpFoldResult(values);
  OpFoldResult bound =
      bounds.size() == 1
          ? affine::makeComposedFoldedAffineApply(builder, loc, map, operands)
      : isLower
          ? affine::makeComposedFoldedAffineMax(builder, loc, map, operands)
          : affine::makeComposedFoldedAffineMin(builder, loc, map, operands);
  return getValueOrCreateConstantIndexOp(builder, loc, bound);
}

/// True if the parts of the dimensions within one share its loop over tiles.
/// Were each a nest of its own, what is left at the end of each row of tiles
/// would be gone through tile below tile when the rest is no longer in cache.
bool NestBuilder::sharesTiles(size_t dim) const {
  return !band.isParallel() && llvm::count(band.isFree, false) <= 1 &&
         isTileLoop(cuts[dim], *parts[dim], 0) &&
         llvm::any_of(allParts.drop_front(dim + 1),
                      [](const auto &inner) { return inner.size() > 1; });
}

/// Builds nests for each choice of parts of the dimensions from this one on.
/// The loops over tiles of the first `shared` dimensions are there already.
void NestBuilder::buildParts(size_t dim, size_t shared,
                             SmallVector<Value> &carried) {
  if (dim == allParts.size())
    return buildNest(shared, carried);
  for (const LoopPart &part : allParts[dim]) {
    parts[dim] = &part;
    if (shared != dim || !sharesTiles(dim)) {
      buildParts(dim + 1, shared, carried);
      continue;
    }
    ++sharedLoops;
    buildLoop(dim, part.loops.front(), carried, LoopRole::Tiles,
              [&](SmallVector<Value> &inner) {
                buildParts(dim + 1, shared + 1, inner);
              });
  }
}

/// Builds the nest for the chosen parts, within the loops that are shared.
void NestBuilder::buildNest(size_t shared, SmallVector<Value> &carried) {
  SmallVector<BandLoop> order = getLoopOrder(band, cuts, parts, accesses);
  for (size_t dim = 0; dim < shared; ++dim)
    assert(order[dim].dim == dim && order[dim].digit == 0 &&
           "loops over tiles stay in the program's order");
  if (!band.isParallel())
    return buildLoops(ArrayRef<BandLoop>(order).drop_front(shared), carried);
  // The first loop of each dimension, whose bounds depend on no other.
  SmallVector<BandLoop> outer, inner;
  for (BandLoop loop : order)
    (isTileLoop(cuts[loop.dim], *parts[loop.dim], loop.digit) ? outer : inner)
        .push_back(loop);
  OpBuilder::InsertionGuard guard(builder);
  if (!outer.empty())
    buildParallel(outer);
  buildLoops(inner, carried);
  for (BandLoop loop : outer)
    variables[loop.dim].clear();
}

void NestBuilder::buildParallel(ArrayRef<BandLoop> loops) {
  if (band.isAffine()) {
    SmallVector<AffineMap> lower, upper;
    SmallVector<Value> operands;
    for (BandLoop loop : loops)
      llvm::append_range(operands, band.ranges[loop.dim].operands);
    size_t first = 0;
    for (BandLoop loop : loops) {
      const DigitLoop &digit = parts[loop.dim]->loops[loop.digit];
      size_t count = band.ranges[loop.dim].operands.size();
      auto getMap = [&](ArrayRef<AffineExpr> bounds) {
        return AffineMap::get(count, 0, bounds, builder.getContext())
            .shiftDims(first);
      };
      auto widen = [&](AffineMap map) {
        return AffineMap::get(operands.size(), 0, map.getResults(),
                              builder.getContext());
      };
      lower.push_back(widen(getMap(digit.lower)));
      upper.push_back(widen(getMap(digit.upper)));
      first += count;
    }
    auto parallel = affine::AffineParallelOp::create(
        builder, loc, TypeRange(), ArrayRef<arith::AtomicRMWKind>(), lower,
        operands, upper, operands, SmallVector<int64_t>(loops.size(), 1));
    inherit(parallel, cast<BlockArgument>(band.ranges.front().variable),
            LoopRole::Tiles);
    for (auto [loop, variable] : llvm::zip_equal(loops, parallel.getIVs()))
      variables[loop.dim].push_back(variable);
    builder.setInsertionPointToStart(parallel.getBody());
    return;
  }

  SmallVector<Value> lower, upper;
  for (BandLoop loop : loops) {
    const DigitLoop &digit = parts[loop.dim]->loops[loop.digit];
    lower.push_back(getBound(digit.lower, loop.dim, /*isLower=*/true));
    upper.push_back(getBound(digit.upper, loop.dim, /*isLower=*/false));
  }
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> steps(loops.size(), one);
  Block *block;
  SmallVector<Value> ivs;
  if (isa<scf::ForallOp>(band.root)) {
    auto forall = scf::ForallOp::create(
        builder, loc, getAsOpFoldResult(lower), getAsOpFoldResult(upper),
        getAsOpFoldResult(steps), ValueRange(), std::nullopt);
    block = forall.getBody();
    ivs = forall.getInductionVars();
  } else {
    auto parallel = scf::ParallelOp::create(builder, loc, lower, upper, steps);
    block = parallel.getBody();
    llvm::append_range(ivs, parallel.getInductionVars());
  }
  inherit(block->getParentOp(),
          cast<BlockArgument>(band.ranges.front().variable), LoopRole::Tiles);
  for (auto [loop, variable] : llvm::zip_equal(loops, ivs))
    variables[loop.dim].push_back(variable);
  builder.setInsertionPoint(block->getTerminator());
}

/// Returns what the first of the loops that are still to be built goes over.
LoopRole NestBuilder::getRole(ArrayRef<BandLoop> order) {
  auto [dim, digit] = order.front();
  if (isTileLoop(cuts[dim], *parts[dim], digit))
    return LoopRole::Tiles;
  return order.size() == 1 ? LoopRole::Run : LoopRole::Rows;
}

/// Returns which single iterations are beside a piece that is a loop.
static PeeledEnds getPeeledEnds(const LoopPart &part, size_t piece) {
  auto isSingle = [&](size_t number) {
    return part.pieces[number].getTripCount() == 1;
  };
  bool before = piece > 0 && isSingle(piece - 1);
  bool after = piece + 1 < part.pieces.size() && isSingle(piece + 1);
  return PeeledEnds((before ? unsigned(PeeledEnds::Before) : 0) |
                    (after ? unsigned(PeeledEnds::After) : 0));
}

/// Hands on what the program says of a loop, and says what the new one goes
/// over.
void NestBuilder::inherit(Operation *loop, BlockArgument variable,
                          LoopRole role, PeeledEnds peeled) {
  Operation *original = variable.getOwner()->getParentOp();
  loop->setDiscardableAttrs(original->getDiscardableAttrDictionary());
  setLoopRole(loop, role, role == LoopRole::Run ? peeled : PeeledEnds::None);
}

void NestBuilder::buildLoops(ArrayRef<BandLoop> order,
                             SmallVector<Value> &carried) {
  if (order.empty())
    return buildBody(carried);
  if (order.size() == 2 &&
      isContiguousPair(band, parts, accesses, order[0], order[1]))
    return buildMerged(order[0], order[1]);
  auto [dim, digit] = order.front();
  LoopRole role = getRole(order);
  const LoopPart &part = *parts[dim];
  auto inside = [&](SmallVector<Value> &inner) {
    buildLoops(order.drop_front(), inner);
  };
  if (!part.isPieces(digit))
    return buildLoop(dim, part.loops[digit], carried, role, inside);
  for (auto [number, piece] : llvm::enumerate(part.pieces)) {
    if (piece.getTripCount() != 1) {
      buildLoop(dim, piece, carried, role, inside, getPeeledEnds(part, number));
      continue;
    }
    offsets[dim] = cast<AffineConstantExpr>(piece.lower.front()).getValue();
    inside(carried);
    offsets[dim] = 0;
  }
}

/// Builds one loop over the pairs of values of two. Where arrays are accessed,
/// its variable comes together again.
void NestBuilder::buildMerged(BandLoop outer, BandLoop inner) {
  MLIRContext *context = builder.getContext();
  int64_t length = *parts[inner.dim]->loops[inner.digit].getTripCount();
  DigitLoop merged = parts[outer.dim]->loops[outer.digit];
  merged.upper = {
      getAffineConstantExpr(*merged.getTripCount() * length, context)};
  SmallVector<Value> none;
  auto inside = [&](SmallVector<Value> &values) {
    Value variable = variables[outer.dim].pop_back_val();
    AffineExpr position = getAffineDimExpr(0, context);
    auto apply = [&](AffineExpr expr) {
      return affine::AffineApplyOp::create(
          builder, loc, AffineMap::get(1, 0, expr), variable);
    };
    variables[outer.dim].push_back(apply(position.floorDiv(length)));
    variables[inner.dim].push_back(apply(position % length));
    buildBody(values);
    variables[inner.dim].pop_back();
  };
  buildLoop(outer.dim, merged, none, LoopRole::Run, inside);
}

void NestBuilder::buildLoop(size_t dim, const DigitLoop &digit,
                            SmallVector<Value> &carried, LoopRole role,
                            function_ref<void(SmallVector<Value> &)> inside,
                            PeeledEnds peeled) {
  SmallVector<Value> yielded;
  OpBuilder::InsertionGuard guard(builder);
  auto enter = [&](auto op) {
    // LLVM vectorises what is around loops over the few rows of a word, once
    // these are unrolled.
    std::optional<int64_t> count = digit.getTripCount();
    bool isLong = !hasLoops && (!count || *count > fewIterations);
    inherit(op, cast<BlockArgument>(band.ranges[dim].variable),
            role == LoopRole::Run && !isLong ? LoopRole::Rows : role, peeled);
    variables[dim].push_back(op.getInductionVar());
    yielded.assign(op.getRegionIterArgs().begin(),
                   op.getRegionIterArgs().end());
    builder.setInsertionPointToStart(op.getBody());
    inside(yielded);
    variables[dim].pop_back();
    carried.assign(op.getResults().begin(), op.getResults().end());
  };
  // With carried values, the builders leave the terminator to their caller.
  if (band.isAffine()) {
    auto [lower, lowerOperands] = getMap(digit.lower, dim);
    auto [upper, upperOperands] = getMap(digit.upper, dim);
    auto op =
        affine::AffineForOp::create(builder, loc, lowerOperands, lower,
                                    upperOperands, upper, /*step=*/1, carried);
    enter(op);
    if (!yielded.empty()) {
      builder.setInsertionPointToEnd(op.getBody());
      affine::AffineYieldOp::create(builder, loc, yielded);
    }
    return;
  }
  Value lower = getBound(digit.lower, dim, /*isLower=*/true);
  Value upper = getBound(digit.upper, dim, /*isLower=*/false);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto op = scf::ForOp::create(builder, loc, lower, upper, one, carried);
  enter(op);
  if (!yielded.empty()) {
    builder.setInsertionPointToEnd(op.getBody());
    scf::YieldOp::create(builder, loc, yielded);
  }
}

/// Copies the body with the induction variables computed from those of the new
/// loops.
void NestBuilder::buildBody(SmallVector<Value> &carried) {
  IRMapping mapping;
  for (auto [dim, range] : llvm::enumerate(band.ranges)) {
    const LoopPart &part = *parts[dim];
    AffineExpr position =
        builder.getAffineConstantExpr(part.offset + offsets[dim]);
    for (size_t digit = 0; digit < variables[dim].size(); ++digit)
      position =
          position + builder.getAffineDimExpr(range.operands.size() + digit) *
                         part.getWeight(digit);
    AffineExpr value = cuts[dim].first + position * range.step - range.shift;
    auto [map, operands] = getMap({value}, dim);
    Value variable;
    if (isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0)))
      variable = operands.front();
    else if (auto constant = dyn_cast<AffineConstantExpr>(map.getResult(0)))
      variable =
          arith::ConstantIndexOp::create(builder, loc, constant.getValue());
    else
      variable = affine::AffineApplyOp::create(builder, loc, map, operands);
    mapping.map(range.variable, variable);
  }
  // What the body takes beside the induction variables are carried values.
  if (!band.isParallel())
    mapping.map(band.body->getArguments().drop_front(), carried);
  for (Operation &op : band.body->without_terminator())
    builder.clone(op, mapping);
  Operation *terminator = band.body->getTerminator();
  if (!carried.empty())
    carried = llvm::map_to_vector(terminator->getOperands(), [&](Value value) {
      return mapping.lookupOrDefault(value);
    });
}

//===----------------------------------------------------------------------===//
// Bands
//===----------------------------------------------------------------------===//

/// Returns what an operation of a loop's own counts for as one that is copied.
/// A vector of one of the rows that share words becomes some forty operations:
/// ragged tiles are no loops of their own in a loop over such vectors. Where
/// they are, they save two comparisons a tile, but all loops around copy them.
static int64_t countCopied(Operation *op) {
  constexpr int64_t vectorOfWords = 512;
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  std::optional<Layout> layout =
      transfer ? getLayout(transfer.getShapedType()) : std::nullopt;
  return layout && layout->tiles.size() > 1 ? vectorOfWords : 1;
}

void mlir::tiled_layout::cutBand(const LoopBand &band,
                                 ArrayRef<std::optional<LoopCut>> cuts,
                                 ArrayRef<ArrayAccess> accesses,
                                 int64_t maxOperations) {
  std::vector<LoopCut> allCuts;
  for (auto [range, cut] : llvm::zip_equal(band.ranges, cuts))
    allCuts.push_back(cut ? *cut : getWholeCut(range));
  int64_t operations = 0;
  band.body->walk([&](Operation *op) {
    operations += op->getBlock() == band.body ? countCopied(op) : 1;
  });
  std::vector<std::vector<LoopPart>> parts =
      getAllParts(band.ranges, allCuts, maxOperations / operations);

  OpBuilder builder(band.root);
  SmallVector<Value> carried;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(band.root);
      loop && !band.isParallel())
    llvm::append_range(carried, loop.getInits());
  int64_t shared = 0;
  if (llvm::none_of(parts, [](auto &p) { return p.empty(); }))
    shared =
        NestBuilder(builder, band, allCuts, parts, accesses).build(carried);
  remark::passed(band.root->getLoc(), getRemarkOpts(band.root, "tile-loops"))
      << remark::metric(
             "dimensions",
             llvm::count_if(cuts, [](auto &cut) { return cut.has_value(); }))
      << remark::metric("shared", shared);
  band.root->replaceAllUsesWith(carried);
  band.root->erase();
}
