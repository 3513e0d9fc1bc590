//===- Relayouts.h - Relayouts of tensors, made and taken apart -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_RELAYOUTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_RELAYOUTS_H

#include "Traffic.h"

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// Returns the relayout that makes a tensor, if there is one that promises
/// nothing of the padding.
RelayoutOp getRelayout(Value value);

/// Returns a type with another encoding, or null if it is not legal for the
/// shape and element type, or its elements have no room for a value.
RankedTensorType withEncoding(RankedTensorType type, Attribute encoding);

/// Returns a tensor of the same extents as far up the program as there is one:
/// to ask a result for them would be a use of it, in the layout that it has.
Value getExtentsOf(Value value);

/// Returns a tensor of which nothing is known, of a type with the shape of
/// `like`.
Value createEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                  Value like);

/// Returns `value` in another type of its shape and element type, by a relayout
/// unless it has the type or comes from it by a relayout.
Value createRelayout(OpBuilder &builder, Location loc, Value value,
                     RankedTensorType type);

/// Returns `value`, a tensor of static shape, as a tensor of another type whose
/// elements take the same bytes; null if there is no such view. No data moves.
Value createView(OpBuilder &builder, Location loc, Value value,
                 RankedTensorType type);

/// True if the two arrays take as many bytes, in elements of one size, and in
/// the same memory, so that one can be a view of the other.
bool haveSameStorage(RankedTensorType a, RankedTensorType b);

/// Returns the type of a tensor of this shape in a layout, if its buffer is no
/// other than one in which physical dimensions are `strides` apart; else null.
RankedTensorType getTypeIn(RankedTensorType shape, const Layout &layout,
                           ArrayRef<int64_t> strides);

/// Puts in front of or after each reshape that changes the layout the
/// relayouts that it stands for; what is left of it moves nothing. Static
/// shapes.
void makeReshapesExplicit(Operation *root);

/// Returns the type that an operation which only names elements or extents
/// otherwise, `tensor.expand_shape`, `collapse_shape` or `cast`, makes of one
/// of `type`, if no element moves; null if it is another one, or no layout
/// without
/// `*` says so.
RankedTensorType getRenamed(Operation *op, RankedTensorType type);

/// True for such an operation whose own types lie alike: it moves nothing.
bool isRename(Operation *op);

/// Returns the type of which such an operation makes `type`, or null.
RankedTensorType getUnrenamed(Operation *op, RankedTensorType type);

/// True if what reads or writes an array in `type` may take one in `other`
/// instead: both lie in the same memory.
bool canStandFor(RankedTensorType other, RankedTensorType type);

/// True if a structured operation writes the tensor, and may write one of
/// `type` instead: a relayout that alone uses it costs nothing.
bool canBeWrittenAs(Value value, RankedTensorType type);

/// True if a use of a tensor reads it, and may read one of `type` instead:
/// relayouts, reads of elements, structured operations in the block, also
/// behind renames.
bool canReadAs(OpOperand &use, RankedTensorType type, Block *block);

/// True if an operand of an operation in `block` is to be had in an encoding
/// without a relayout: it comes from there or holds nothing, or its only use is
/// the operation, and what computes it may write it so. `depth` operations of
/// the chain below it have been asked.
bool isFreeIn(Value operand, Block *block, Attribute encoding,
              int64_t depth = 0);

/// Returns what a relayout reads and writes.
Traffic getTraffic(RankedTensorType source, RankedTensorType dest);
Traffic getTraffic(RelayoutOp op);

/// Views through reshapes and transpositions that move no data.
void populateFoldToViewPatterns(RewritePatternSet &patterns);
/// Relayouts into operands and results of structured operations.
void populateStructuredRelayoutPatterns(RewritePatternSet &patterns);
/// Relayouts across elementwise operations.
void populateMoveRelayoutPatterns(RewritePatternSet &patterns);
/// Relayouts out of loops.
void populateCarriedRelayoutPatterns(RewritePatternSet &patterns);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_RELAYOUTS_H
