//===- ElementStorage.h - Vectors of stored elements ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements in memory have a width of their own: the bits of the value, or
// more, or a fraction of a byte. In registers they are lanes: integers of
// `laneBits` bits whose low `valueBits` are the value and whose other bits mean
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_ELEMENTSTORAGE_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_ELEMENTSTORAGE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns the buffer of an array of rank 1 or more as a one-dimensional memref
/// of integers, by position: of an element's bits where that is its value and
/// no more, or the array is not tiled, else of bytes. The array has a layout of
/// ours, none, or strides; then positions count from its first element.
Value getFlatIntegers(OpBuilder &builder, Location loc, Value array);

/// How the elements of one side of a relayout lie in its flat memref.
///
/// Example: 4-bit elements of `E(4)` have `bits` 4 in a memref of `i8`; those
/// of `s4` in bytes have `bits` 8 and `valueBits` 4.
struct ElementStorage {
  /// A memref of integers with one dimension.
  Value flat;
  /// Bits per element in memory: 1, 2, 4, or a power of two of whole bytes.
  int64_t bits;
  /// Bits of a value, at most `bits`.
  int64_t valueBits;
  /// Whether bits above the value repeat its sign or are zero.
  bool isSigned;
  /// Bits of a lane: 8, 16, 32 or 64, and at least `valueBits`.
  int64_t laneBits;
  /// Whether what lies between two elements belongs to the array: padding, or
  /// other elements.
  bool ownsGaps = true;
  /// Bytes of a line of memory.
  int64_t lineBytes = 64;

  /// Elements that share a byte, or 1.
  int64_t getElementsPerByte() const { return bits < 8 ? 8 / bits : 1; }
  /// True if `count` elements from any byte on fill whole bytes.
  bool isWholeBytes(int64_t count) const { return count * bits % 8 == 0; }

  /// Loads `count` lanes of consecutive elements. They begin at and fill whole
  /// bytes.
  Value loadLanes(OpBuilder &builder, Location loc, Value position,
                  int64_t count) const;
  /// The same for elements of a byte, less what `mask` leaves out, whose lanes
  /// are those of `passThrough`.
  Value loadMaskedLanes(OpBuilder &builder, Location loc, Value position,
                        Value mask, Value passThrough) const;
  /// Stores lanes; the opposite of `loadLanes`. With `streams`, they are whole
  /// lines of memory, which are not read before.
  void storeLanes(OpBuilder &builder, Location loc, Value lanes, Value position,
                  bool streams = false) const;
  /// The same for elements of a byte, less what `mask` leaves out.
  void storeMaskedLanes(OpBuilder &builder, Location loc, Value lanes,
                        Value position, Value mask) const;
  /// Fetches the line that is so many elements after `position`.
  void prefetch(OpBuilder &builder, Location loc, Value position, int64_t ahead,
                unsigned locality) const;

  /// Loads one element from anywhere, as an integer of `laneBits`.
  Value loadElement(OpBuilder &builder, Location loc, Value position) const;
  /// Stores one element, and leaves its neighbours in the byte as they are.
  void storeElement(OpBuilder &builder, Location loc, Value element,
                    Value position) const;

  /// Loads the bytes from an element on that begins a byte, as `i8`.
  Value loadBytes(OpBuilder &builder, Location loc, Value position,
                  int64_t count) const;
  void storeBytes(OpBuilder &builder, Location loc, Value bytes, Value position,
                  bool streams = false) const;

  /// Returns lanes whose low `bits` bits, or all if a lane has no more, are as
  /// this side has them in memory; those above are zero.
  Value normalize(OpBuilder &builder, Location loc, Value lanes) const;
  /// Returns a vector of lanes, normalized, as integers of `bits` bits, or of
  /// `laneBits` if that is more.
  Value toElements(OpBuilder &builder, Location loc, Value lanes) const;

private:
  int64_t getWordBits() const {
    return cast<MemRefType>(flat.getType()).getElementTypeBitWidth();
  }
  Value getWordIndex(OpBuilder &builder, Location loc, Value position) const;
};

/// Joins `8 / bits` vectors of lanes of 8 bits into one of bytes: vector i
/// gives the bits from `i * bits` on. All bits above the low `bits` must be
/// zero.
Value joinLanes(OpBuilder &builder, Location loc, ArrayRef<Value> lanes,
                int64_t bits);

/// Returns lane `index` of each byte: its bits from `index * bits` on, and
/// zeros above them.
Value extractLanes(OpBuilder &builder, Location loc, Value bytes, int64_t bits,
                   int64_t index);

/// Returns an integer, or a vector of it as long as `like` if that is one.
Value getConstantLike(OpBuilder &builder, Location loc, Value like,
                      int64_t value);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_ELEMENTSTORAGE_H
