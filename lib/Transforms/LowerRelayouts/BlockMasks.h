//===- BlockMasks.h - Which lanes an edge leaves ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_BLOCKMASKS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_BLOCKMASKS_H

#include "BlockMover.h"

namespace mlir::tiled_layout {

/// The lanes of a block that an edge cuts which are elements. Each bound is a
/// comparison of what the elements add to it, which is constant, with the room
/// that the loops around leave.
class BlockMover::Masks {
public:
  /// Takes the bounds that are marked in `cuts`.
  Masks(OpBuilder &builder, Location loc, const BlockMover &mover,
        ArrayRef<bool> cuts);

  /// Returns the mask of piece number `piece` of a side, or null if all of its
  /// lanes are elements whatever is cut, or may be loaded.
  Value get(OpBuilder &builder, const BlockRegisters &side, size_t piece) const;

  /// True if it is known of each lane whether it is an element.
  bool areKnown() const;

  /// Returns for each lane of a piece whether it is an element, or may be
  /// loaded. Requires `areKnown`.
  SmallVector<bool> getLanes(const BlockRegisters &side, size_t piece) const;

  /// True if what is no element of a piece of the destination is padding that
  /// only this block reaches. Requires `areKnown`.
  bool ownsRest(size_t piece) const;

  /// True if it is known that no lane of a piece is an element.
  bool isEmpty(const BlockRegisters &side, size_t piece) const;

  /// Returns `offset`, that of a piece, or 0 if an edge leaves nothing of it.
  /// An access of no lane at all is allowed anywhere, but where the page is not
  /// there, after the end of the array, a processor may take as long as for a
  /// fault: 105 ns instead of 3 for each.
  Value getOffset(OpBuilder &builder, const BlockRegisters &side, size_t piece,
                  Value offset) const;

private:
  struct Cut {
    /// True if loads need not leave out what is beyond, and if stores may keep
    /// it by writing what was there.
    bool isWithinSource;
    bool isWithinDest;
    /// For each element of the block, what it adds.
    SmallVector<int64_t> shares;
    /// At most the largest share and 1, as an integer that holds it.
    Value room;
    /// The same if it is a constant.
    std::optional<int64_t> knownRoom;
  };

  /// True if a cut leaves nothing out of the accesses to this side.
  bool ignores(const Cut &cut, const BlockRegisters &side) const {
    return cut.isWithinSource && &side == source;
  }

  static ArrayRef<int64_t> getElements(const BlockRegisters &side,
                                       size_t piece) {
    return ArrayRef<int64_t>(side.elements)
        .slice(piece * side.piece, side.piece);
  }

  Location loc;
  /// The registers that are loaded, and those that are stored.
  const BlockRegisters *source, *dest;
  SmallVector<Cut, 2> cuts;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_BLOCKMASKS_H
