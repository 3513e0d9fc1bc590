//===- PrefetchTiles.cpp - Fetches rows of tiles ahead --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the tiles of a row may load some rows of the tiles below as well,
// as a stencil does. From one tile to the next these jump by a whole tile.
// Hardware prefetchers follow what is contiguous, not these jumps.
//
//===----------------------------------------------------------------------===//

#include "ScheduleSteps.h"

#include "TiledLoads.h"

#include "../RunLoops.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TargetOfModule.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// More lines at once would wait for each other.
static constexpr int64_t maxLines = 16;

/// True if a loop around this one comes to the other tile later: the tiles
/// differ by constants, first in a dimension along which such a loop goes. The
/// most minor dimension is that of the loop itself.
static bool isAhead(const ElementIndex &tile, const ElementIndex &other,
                    const TileShape &shape) {
  if (tile.operands != other.operands)
    return false;
  for (int64_t dim : ArrayRef(shape.majorToMinor).drop_back()) {
    AffineExpr mine = tile.map.getResult(dim);
    auto distance = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(mine - other.map.getResult(dim),
                           tile.map.getNumDims(), tile.map.getNumSymbols()));
    if (!distance)
      return false;
    if (distance.getValue() == 0)
      continue;
    for (auto [number, operand] : llvm::enumerate(tile.operands))
      if (number < tile.map.getNumDims() && mine.isFunctionOfDim(number) &&
          affine::isAffineForInductionVar(operand))
        return distance.getValue() > 0;
    return false;
  }
  return false;
}

/// Fetches the lines of a tile.
static void fetch(OpBuilder &builder, Location loc, const ArrayLoads &loads,
                  const TileLoads &tile, int64_t lineBytes) {
  for (unsigned line : tile.lines.set_bits()) {
    SmallVector<AffineExpr> index;
    for (auto [first, place] : llvm::zip_equal(
             tile.first.map.getResults(),
             *loads.shape.inTile.getIndex(line * lineBytes / loads.bytes)))
      index.push_back(first + place);
    affine::AffinePrefetchOp::create(
        builder, loc, loads.array,
        AffineMap::get(tile.first.map.getNumDims(),
                       tile.first.map.getNumSymbols(), index,
                       builder.getContext()),
        tile.first.operands, /*isWrite=*/false, /*localityHint=*/3,
        /*isDataCache=*/true);
  }
}

/// True if an array has fewer bytes than that, for sure.
static bool isSmaller(MemRefType type, int64_t bytes) {
  if (!type.hasStaticShape())
    return false;
  Placement placement(*getTileLayout(ShapedType(type)), type.getShape());
  return placement.getElements() * (type.getElementTypeBitWidth() / 8) < bytes;
}

/// Fetches what an iteration of a loop over tiles loads of tiles that a loop
/// around it comes to later, as the iteration begins.
static void prefetchIn(AffineForOp loop, int64_t lineBytes, int64_t minBytes) {
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  for (const ArrayLoads &loads : getTiledLoads(loop, lineBytes)) {
    if (isSmaller(cast<MemRefType>(loads.array.getType()), minBytes))
      continue;
    for (const TileLoads &tile : loads.tiles) {
      bool isAheadOfWhole =
          llvm::any_of(loads.tiles, [&](const TileLoads &other) {
            return !other.isPart() &&
                   isAhead(tile.first, other.first, loads.shape);
          });
      if (tile.isPart() && tile.lines.count() <= maxLines && isAheadOfWhole)
        fetch(builder, loop.getLoc(), loads, tile, lineBytes);
    }
  }
}

void mlir::tiled_layout::prefetchTiles(Operation *root, const Target &target) {
  root->walk([&](AffineForOp loop) {
    if (getLoopRole(loop) == LoopRole::Tiles && !runsOnDevice(loop))
      prefetchIn(loop, target.lineBytes, target.l3Bytes / 2);
  });
}
