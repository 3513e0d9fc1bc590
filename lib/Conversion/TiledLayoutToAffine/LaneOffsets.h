//===- LaneOffsets.h - Where neighbouring elements lie ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector access touches a box of logical indices. How far its elements lie
// from each other in memory is known without the box's place, as far as tiles
// allow: the box is cut into pieces, in each of which all distances are known.
// Nothing here builds IR.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LANEOFFSETS_H
#define TILED_LAYOUT_LIB_CONVERSION_LANEOFFSETS_H

#include "tiled_layout/IR/Congruence.h"
#include "tiled_layout/Layout/Layout.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/Support/LLVM.h"

namespace mlir::tiled_layout {

/// The share f(x) that index x of one dimension has in a position, in elements.
struct DimensionOffsets {
  /// f(0) to f(period - 1), without what is multiplied by a dynamic stride.
  SmallVector<int64_t> offsets;
  /// As long as this stays the same, so does what `offsets` leaves out.
  SmallVector<int64_t> epochs;
  /// f(x + period) - f(x), or `std::nullopt` if a dynamic stride is in it.
  std::optional<int64_t> periodStride;

  int64_t getPeriod() const { return offsets.size(); }

  /// Returns f(x) for any x. Requires a period stride.
  int64_t evaluate(int64_t x) const;
  /// True if distances within [q * size, (q + 1) * size) are the same for all
  /// q. Requires that `size` divides the period.
  bool isSegment(int64_t size) const;
  /// True if f(x) is x * f(1) within a segment of this size.
  bool isLinear(int64_t size) const;
};

/// Returns how positions depend on a dimension, or `std::nullopt` if `*` joins
/// it with others or its period is longer than any vector.
///
/// `map` takes a logical index to the physical coordinate, `strides` are the
/// elements between neighbours along each physical dimension, `kDynamic` where
/// not known.
std::optional<DimensionOffsets>
getDimensionOffsets(AffineMap map, ArrayRef<int64_t> strides, unsigned dim);

/// The sum of indices that a physical map takes apart as one, where `*` joins
/// dimensions.
struct JoinedIndex {
  AffineExpr sum;
  /// What each index is multiplied by; 0 for those that are not in the sum.
  SmallVector<int64_t> factors;
  /// The map, with a new dimension in place of the sum, after all others.
  AffineMap map;
};

/// Returns the sum that a dimension is in, or `std::nullopt` if the map has it
/// outside of the sum, or the factors are not known.
std::optional<JoinedIndex> getJoinedIndex(AffineMap map, unsigned dim);

/// Lanes along one dimension whose distances are known.
struct LanePiece {
  /// The lanes, among those along the dimension.
  int64_t first, count;
  /// How many tile edges lie between the first index of the access and this
  /// piece, if edges are found at run time.
  int64_t edges = 0;
};

/// How the lanes along one dimension fall into pieces.
struct DimensionPieces {
  SmallVector<LanePiece> pieces;
  /// Distance of each lane from the first one of its piece.
  SmallVector<int64_t> offsets;
  /// The distance between edges that are found at run time, or 0 if the pieces
  /// are known. If it is not 0, pieces hold the lanes that may be in them, and
  /// lane k lies at k * `stride` from where lane 0 would lie.
  int64_t edgeDistance = 0;
  int64_t stride = 0;
};

/// Cuts `lanes` neighbouring indices, the first of which is known to be a
/// member of `first`, into the fewest pieces.
DimensionPieces cutDimension(const DimensionOffsets &offsets, int64_t lanes,
                             Congruence first);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LANEOFFSETS_H
