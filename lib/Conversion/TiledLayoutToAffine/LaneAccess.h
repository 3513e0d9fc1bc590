//===- LaneAccess.h - Vectors of a tiled array's elements -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every vector operation of MLIR that reads or writes a memref says for each of
// its lanes which element it stands for and whether it is active. This is that,
// and how it becomes accesses to the flat memref behind a tiled one.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LANEACCESS_H
#define TILED_LAYOUT_LIB_CONVERSION_LANEACCESS_H

#include "LaneOffsets.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// The lanes of a one-dimensional vector and the elements that they stand for.
/// All values are from before the conversion of types.
struct LaneAccess {
  /// A tiled memref, and the index of lane 0, one value per dimension.
  Value memref;
  SmallVector<Value> first;
  /// The lanes are a row-major box of these extents; extent k goes along
  /// dimension `dims[k]` of the memref. No dimension comes twice. Where each
  /// lane has an index of its own, there is one extent, and no dimension.
  SmallVector<int64_t> extents;
  SmallVector<unsigned> dims;
  /// False for an extent along which lanes may be out of bounds: they are off.
  SmallVector<bool> inBounds;
  /// Added to the last index of each lane, a vector of `index`; or null.
  Value lastIndex;
  /// Which lanes are active, a vector of `i1`; null if all are.
  Value mask;

  MemRefType getType() const { return cast<MemRefType>(memref.getType()); }
  int64_t getNumLanes() const { return ShapedType::getNumElements(extents); }
  bool isMasked() const { return mask || llvm::is_contained(inBounds, false); }
  VectorType getVectorType(Type element) const {
    return VectorType::get({getNumLanes()}, element);
  }
};

/// Reads the active lanes; the others are those of `otherwise`, which may
/// be null if all are active. Both are one-dimensional vectors.
Value readLanes(OpBuilder &builder, Location loc, const LaneAccess &access,
                Value otherwise);

/// Writes the active lanes.
void writeLanes(OpBuilder &builder, Location loc, const LaneAccess &access,
                Value values);

//===----------------------------------------------------------------------===//
// What the two are made of
//===----------------------------------------------------------------------===//

/// Lanes whose distances in memory are known, at run time one position.
struct LaneBlock {
  /// The number of the piece of each extent.
  SmallVector<size_t> pieces;
  /// The lanes and their distances, in elements.
  SmallVector<std::pair<int64_t, int64_t>> lanes;
};

/// Lanes in one contiguous access.
struct LaneRun {
  /// The distance of the first slot, in elements.
  int64_t offset;
  /// The lane in each element of the access, or -1 for one that is left out.
  SmallVector<int64_t> slots;

  bool hasGaps() const { return llvm::is_contained(slots, -1); }
};

/// How the lanes of an access lie in memory.
struct LanePlan {
  /// One for each extent.
  SmallVector<DimensionPieces> dimensions;
  SmallVector<LaneBlock> blocks;
};

/// Returns where lanes lie, or `std::nullopt` if distances are not known, or in
/// so many places that a gather does as well.
std::optional<LanePlan> planLanes(const LaneAccess &access);

/// Returns the fewest contiguous accesses for the lanes of a block.
SmallVector<LaneRun> getRuns(const LaneBlock &block);

/// Returns the active lanes as far as mask and bounds go, or null if all
/// are.
Value getActiveLanes(OpBuilder &builder, Location loc,
                     const LaneAccess &access);

/// Returns which lanes lie below `limit` along extent `k`, counted from lane 0.
/// `limit` may be any `index`.
Value getLanesBelow(OpBuilder &builder, Location loc, const LaneAccess &access,
                    size_t k, Value limit);

/// Returns the extent of a dimension of a memref.
Value getExtent(OpBuilder &builder, Location loc, Value memref, int64_t dim);

/// True if the positions of lanes can be computed for all of them at once: not
/// in a view that merges dimensions whose extents or stride are not known.
bool hasLanePositions(MemRefType type);

/// Returns the position of every lane, a vector of `index`.
Value getLanePositions(OpBuilder &builder, Location loc,
                       const LaneAccess &access);

/// As `readLanes` and `writeLanes`, one lane after the other: for elements that
/// no vector access reaches, since they are not whole bytes or more than their
/// value, and for narrow floats instead of a gather.
Value readLanesInLoop(OpBuilder &builder, Location loc,
                      const LaneAccess &access, Value otherwise);
void writeLanesInLoop(OpBuilder &builder, Location loc,
                      const LaneAccess &access, Value values);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LANEACCESS_H
