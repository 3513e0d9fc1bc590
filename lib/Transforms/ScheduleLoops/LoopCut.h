//===- LoopCut.h - Where a loop is cut ------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPCUT_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPCUT_H

#include "IndexForms.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tiled_layout {

/// Returns the value of an expression, or of one bound, if it is a constant.
std::optional<int64_t> getConstant(AffineExpr expr);
std::optional<int64_t> getConstant(ArrayRef<AffineExpr> bounds);

/// The values that an induction variable plus `shift` takes: from the largest
/// of `lower` on, by `step`, below the smallest of `upper`. The bounds and the
/// shift are expressions of `operands`, all of them dimensions.
struct LoopRange {
  LoopRange(Value variable, Region *body)
      : variable(variable), body(body),
        shift(getAffineConstantExpr(0, variable.getContext())) {}

  Value variable;
  Region *body;
  SmallVector<Value> operands;
  SmallVector<AffineExpr> lower, upper;
  AffineExpr shift;
  int64_t step = 1;

  /// Returns an operand as a dimension, the same for the same value.
  AffineExpr addOperand(Value operand);
};

/// How a loop is cut. Its iterations have positions: `first + step * position`
/// is the induction variable plus the range's shift.
struct LoopCut {
  /// The position that the iterations begin at, and end before: the largest
  /// and the smallest of these.
  SmallVector<AffineExpr> lower, upper;
  /// The induction variable plus the shift at position 0.
  AffineExpr first;
  /// Where a period of the tiles begins, in positions.
  int64_t phase = 0;
  /// The lengths between edges, in positions, each a multiple of the next:
  /// loops over whole lengths of the first, within it over the second, ...
  /// None if the loop crosses no edge.
  SmallVector<int64_t> lengths;
  /// Where, within the last length, pieces begin; the first is 0. More than
  /// one if the arrays' edges do not nest.
  SmallVector<int64_t> pieces = {0};
};

/// Says why an access keeps its divisions.
using ExplainFn = function_ref<void(Operation *access, const Twine &reason)>;

/// Shifts a range by what an access in the loop's body adds to the induction
/// variable, such as the offset of a slice, where that is not known to be a
/// multiple of the tile. The edges then lie at known values of the sum.
/// `isOperand` says which values bounds may depend on. False if the range stays
/// as it is.
bool shiftToEdges(LoopRange &range, Block *body,
                  function_ref<bool(Value)> isOperand,
                  ArrayRef<ArrayAccess> accesses);

/// Finds where to cut a loop so that between the edges of the tiles of all
/// arrays that are accessed below it, positions are linear in the induction
/// variable. `std::nullopt` if there is nothing to cut; `explain` is told of
/// each access for which cutting does not help.
std::optional<LoopCut> findCut(const LoopRange &range,
                               ArrayRef<ArrayAccess> accesses,
                               ExplainFn explain);

/// Returns the cut of a loop that stays one. Its step is 1, or its bounds have
/// one lower one.
LoopCut getWholeCut(const LoopRange &range);

/// A loop over the digit of a position that has this weight. The bounds are
/// expressions of the range's operands and then of the induction variables of
/// the loops before it in the same part.
struct DigitLoop {
  int64_t weight;
  SmallVector<AffineExpr> lower, upper;

  /// The number of iterations, if it is known.
  std::optional<int64_t> getTripCount() const;
};

/// A part of the iterations, as loops one within the other: their positions
/// are `offset` plus the sum of weights times induction variables.
struct LoopPart {
  int64_t offset = 0;
  SmallVector<DigitLoop, 2> loops;
  /// Loops of weight 1 that follow each other within the others; none if the
  /// innermost of `loops` is the only one.
  SmallVector<DigitLoop, 2> pieces;

  /// The digits of a position: loops, and pieces after them.
  size_t getNumDigits() const { return loops.size() + !pieces.empty(); }
  bool isPieces(size_t digit) const { return digit == loops.size(); }
  /// The weight of an induction variable: of one of `loops`, or of a piece.
  int64_t getWeight(size_t digit) const {
    return digit < loops.size() ? loops[digit].weight : 1;
  }
};

/// Returns the parts of a cut loop in the order of their iterations: whole
/// tiles apart from those that the bounds cut off, so that the loops within
/// whole tiles have constant bounds. With `isOnePart`, ragged tiles are not
/// taken apart, and bounds are minima. The pieces of a tile stay together in
/// it: as parts of their own, each would be a pass over the whole arrays.
std::vector<LoopPart> getParts(const LoopRange &range, const LoopCut &cut,
                               bool isOnePart);

/// Returns the parts of each dimension of a band. Where a body would have more
/// than `maxCopies` copies, dimensions are not taken apart, outermost first.
std::vector<std::vector<LoopPart>> getAllParts(ArrayRef<LoopRange> ranges,
                                               ArrayRef<LoopCut> cuts,
                                               int64_t maxCopies);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPCUT_H
