//===- PrefetchTiles.cpp - Fetches rows of tiles ahead --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the tiles of a row may load some rows of the tiles below as well,
// as a stencil does. From one tile to the next these jump by a whole tile,
// which processors do not fetch ahead as they do what is contiguous, and they
// are what comes from memory first.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "../TileLoops/RunLoops.h"
#include "../Words/ElementIndex.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_PREFETCHTILESPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// Vectors of runs have as many bits; shorter ones are words, at the edges.
static constexpr int64_t fewestBits = 128;
/// More lines at once would wait for each other.
static constexpr int64_t maxLines = 16;

namespace {

/// The loads of an iteration of a loop over tiles from one tile.
struct TileLoads {
  /// The index of the tile: the first dimensions of the array's index, the last
  /// of which is the loop's variable and a constant.
  ElementIndex tile;
  /// Which of the tile's lines they load.
  llvm::BitVector lines;

  /// True if they are from less than half of the tile, or half of it.
  bool isPart() const { return lines.count() * 2 <= lines.size(); }
};

/// What an iteration of a loop over tiles loads of an array.
struct ArrayLoads {
  Value array;
  SmallVector<TileLoads> tiles;
};

/// Collects and fetches what a loop over tiles loads.
class TileFetcher {
public:
  TileFetcher(AffineForOp loop, int64_t lineBytes, int64_t minBytes)
      : loop(loop), lineBytes(lineBytes), minBytes(minBytes) {}

  void run();

private:
  void addLoad(affine::AffineReadOpInterface load);
  std::optional<unsigned> getTileRank(const ElementIndex &index);
  bool isAhead(const TileLoads &tile, const TileLoads &other);
  void fetch(Value array, const TileLoads &tile);

  AffineForOp loop;
  int64_t lineBytes, minBytes;
  ValueRanges ranges;
  SmallVector<ArrayLoads> arrays;
};

} // namespace

/// Returns the array of which a memref is a view with other dimensions.
static Value getArray(Value memref) {
  while (auto view = memref.getDefiningOp<memref::CollapseShapeOp>())
    memref = view.getSrc();
  return memref;
}

/// Returns how many dimensions of an index say which tile it is in: the loop's
/// variable is in the last of them and in no other one, and they do not change
/// within an iteration.
std::optional<unsigned> TileFetcher::getTileRank(const ElementIndex &index) {
  auto variable = llvm::find(index.operands, loop.getInductionVar());
  unsigned number = variable - index.operands.begin();
  unsigned rank = 0;
  for (auto [dim, expr] : llvm::enumerate(index.map.getResults()))
    if (expr.isFunctionOfDim(number)) {
      if (rank != 0 || !isa<AffineConstantExpr>(
                           expr - getAffineDimExpr(number, expr.getContext())))
        return std::nullopt;
      rank = dim + 1;
    }
  if (rank < 2)
    return std::nullopt;
  for (AffineExpr expr : index.map.getResults().take_front(rank - 1))
    for (auto [place, operand] : llvm::enumerate(index.operands))
      if (expr.isFunctionOfDim(place) && !loop.isDefinedOutsideOfLoop(operand))
        return std::nullopt;
  return rank;
}

/// Adds the lines of a load to those of its tile, if it is in one.
void TileFetcher::addLoad(affine::AffineReadOpInterface load) {
  auto type = cast<MemRefType>(load.getMemRef().getType());
  auto vector = dyn_cast<VectorType>(load.getValue().getType());
  if (!vector)
    return;
  ElementIndex index = getElementIndex(load);
  if (index.map.getNumSymbols() != 0 || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0 ||
      vector.getNumElements() * type.getElementTypeBitWidth() < fewestBits)
    return;
  std::optional<unsigned> rank = getTileRank(index);
  if (!rank ||
      llvm::any_of(type.getShape().drop_front(*rank), ShapedType::isDynamic))
    return;
  AffineExpr first = getAffineConstantExpr(0, type.getContext());
  for (unsigned dim = *rank; dim < type.getRank(); ++dim)
    first = first * type.getDimSize(dim) + index.map.getResult(dim);
  IndexRange range = ranges.get(first, index.map.getNumDims(), index.operands);
  int64_t elements =
      ShapedType::getNumElements(type.getShape().drop_front(*rank));
  int64_t width = vector.getNumElements();
  if (!range.isWithin(elements) || *range.max + width > elements)
    return;

  ElementIndex tile =
      getElementIndex(index.map.getMajorSubMap(*rank), index.operands);
  Value array = getArray(load.getMemRef());
  auto *loads = llvm::find_if(
      arrays, [&](const ArrayLoads &each) { return each.array == array; });
  if (loads == arrays.end())
    loads = &arrays.emplace_back(ArrayLoads{array, {}});
  auto *lines = llvm::find_if(
      loads->tiles, [&](const TileLoads &each) { return each.tile == tile; });
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  if (lines == loads->tiles.end())
    lines = &loads->tiles.emplace_back(TileLoads{
        tile, llvm::BitVector(llvm::divideCeil(elements * bytes, lineBytes))});
  lines->lines.set(*range.min * bytes / lineBytes,
                   llvm::divideCeil((*range.max + width) * bytes, lineBytes));
}

/// True if a loop around this one comes to the other tile later: the tiles
/// differ by constants, first in a dimension along which such a loop goes.
bool TileFetcher::isAhead(const TileLoads &tile, const TileLoads &other) {
  if (tile.tile.operands != other.tile.operands ||
      tile.tile.map.getNumResults() != other.tile.map.getNumResults())
    return false;
  for (auto [mine, theirs] :
       llvm::zip_equal(tile.tile.map.getResults().drop_back(),
                       other.tile.map.getResults().drop_back())) {
    auto distance = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(mine - theirs, tile.tile.map.getNumDims(), 0));
    if (!distance)
      return false;
    if (distance.getValue() == 0)
      continue;
    for (auto [number, operand] : llvm::enumerate(tile.tile.operands))
      if (mine.isFunctionOfDim(number) &&
          affine::isAffineForInductionVar(operand))
        return distance.getValue() > 0;
    return false;
  }
  return false;
}

/// Fetches the lines of a tile as an iteration begins.
void TileFetcher::fetch(Value array, const TileLoads &tile) {
  auto type = cast<MemRefType>(array.getType());
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  unsigned rank = tile.tile.map.getNumResults();
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  for (unsigned line : tile.lines.set_bits()) {
    SmallVector<AffineExpr> index(tile.tile.map.getResults());
    int64_t rest = line * lineBytes / bytes;
    SmallVector<int64_t> within;
    for (int64_t extent : llvm::reverse(type.getShape().drop_front(rank))) {
      within.push_back(rest % extent);
      rest /= extent;
    }
    for (int64_t place : llvm::reverse(within))
      index.push_back(builder.getAffineConstantExpr(place));
    affine::AffinePrefetchOp::create(
        builder, loop.getLoc(), array,
        AffineMap::get(tile.tile.map.getNumDims(), 0, index,
                       builder.getContext()),
        tile.tile.operands, /*isWrite=*/false, /*localityHint=*/3,
        /*isDataCache=*/true);
  }
}

/// True if an array has fewer bytes than that, for sure.
static bool isSmaller(MemRefType type, int64_t bytes) {
  return type.hasStaticShape() &&
         type.getNumElements() * (type.getElementTypeBitWidth() / 8) < bytes;
}

void TileFetcher::run() {
  loop.walk([&](affine::AffineReadOpInterface load) { addLoad(load); });
  for (const ArrayLoads &loads : arrays) {
    if (isSmaller(cast<MemRefType>(loads.array.getType()), minBytes))
      continue;
    for (const TileLoads &tile : loads.tiles) {
      bool isAheadOfWhole =
          llvm::any_of(loads.tiles, [&](const TileLoads &other) {
            return !other.isPart() && isAhead(tile, other);
          });
      if (tile.isPart() && tile.lines.count() <= maxLines && isAheadOfWhole)
        fetch(loads.array, tile);
    }
  }
}

namespace {

class PrefetchTilesPass
    : public tiled_layout::impl::PrefetchTilesPassBase<PrefetchTilesPass> {
public:
  using PrefetchTilesPassBase::PrefetchTilesPassBase;

private:
  void runOnOperation() final {
    FailureOr<Target> target = getTargetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (!target->prefetchTiles)
      return;
    int64_t bytes = minBytes == -1 ? target->l3Bytes / 2 : minBytes;
    // Loops around runs of tiles, each once.
    llvm::SetVector<Operation *> loops;
    getOperation()->walk([&](AffineForOp run) {
      if (isRun(run) && !runsOnDevice(run))
        for (auto loop = run->getParentOfType<AffineForOp>(); loop;
             loop = loop->getParentOfType<AffineForOp>())
          loops.insert(loop);
    });
    for (Operation *loop : loops)
      TileFetcher(cast<AffineForOp>(loop), target->lineBytes, bytes).run();
  }
};

} // namespace
