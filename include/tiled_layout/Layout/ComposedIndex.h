//===- ComposedIndex.h - An index through reshapes --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_COMPOSEDINDEX_H
#define TILED_LAYOUT_LAYOUT_COMPOSEDINDEX_H

#include "tiled_layout/Layout/Layout.h"

#include <memory>
#include <optional>

namespace mlir::tiled_layout {

class DigitPool;

/// Where an element of one array comes from, followed backwards through
/// operations that only rename elements: the index of an operand as a function
/// of the index of the last result. Static extents.
///
/// Example: what a transpose of a reshape moves.
///
///   ComposedIndex index({64, 16, 8});   // of the result
///   index.select({1, 0, 2});            // operand of the transpose: [16, 64,
///   8] index.reshape({16, 512});           // operand of the reshape
///   index.keepsPositions(source, dest); // [16, 512] in `source`, result in
///                                       // `dest`: need no byte be moved?
class ComposedIndex {
public:
  /// The index of the result itself.
  explicit ComposedIndex(llvm::ArrayRef<int64_t> extents);
  ComposedIndex(const ComposedIndex &);
  ComposedIndex(ComposedIndex &&);
  ~ComposedIndex();

  /// The extents of the operand reached so far.
  llvm::ArrayRef<int64_t> getExtents() const { return extents; }

  /// Goes on to an operand whose dimension k is dimension `dims[k]` of what was
  /// reached: a transposition, or, where dimensions are left out, a broadcast.
  void select(llvm::ArrayRef<int64_t> dims);

  /// Goes on to an operand with these extents and the same elements in
  /// row-major order. Requires equal numbers of elements.
  void reshape(llvm::ArrayRef<int64_t> operandExtents);

  /// True if the element of the operand in `source` lies where that of the
  /// result lies in `dest`, for every index of the result. Exact, but for maps
  /// so irregular that comparing them takes long, of which it is false.
  ///
  /// Requires the rules of Rules.h to hold for `source` on `getExtents()` and
  /// for `dest` on the result's extents.
  bool keepsPositions(const Layout &source, const Layout &dest) const;

  /// The same where an element of the operand takes `sourceBits` and one of the
  /// result `destBits`: true if both begin at the same bit. Positive, both.
  bool keepsPositions(const Layout &source, int64_t sourceBits,
                      const Layout &dest, int64_t destBits) const;

  /// True if some `length` elements follow each other, in the same order, in
  /// the operand in `source` and in the result in `dest`. Exact;
  /// `std::nullopt` where the two cut the array at places so irregular that
  /// more than some million elements would have to be looked at.
  ///
  /// Takes time that depends on the layouts, not on the extents. `length` is at
  /// least 1. Requires what `keepsPositions` does.
  ///
  /// Example: from `{1,0}` to `{1,0:T(8,128)}` on [1024, 1000], 128 elements
  /// follow each other on both sides, 129 do not.
  std::optional<bool> hasCommonRun(const Layout &source, const Layout &dest,
                                   int64_t length) const;

private:
  struct State;

  llvm::SmallVector<int64_t> extents;
  std::unique_ptr<State> state;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_COMPOSEDINDEX_H
