//===- ShuffleSteps.h - Permuting bits in log2 steps ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_RELAYOUT_SHUFFLESTEPS_H
#define TILED_LAYOUT_LIB_RELAYOUT_SHUFFLESTEPS_H

#include "tiled_layout/Relayout/BlockProgram.h"

namespace mlir::tiled_layout {

/// Registers whose elements have numbers of bits: some of the bits are the
/// number of the register, the others that of the lane. Each step exchanges one
/// of the first with one of the second, by a shuffle for every register.
class ShuffleSteps {
public:
  /// Bits are named by numbers, the least significant one of a lane's or a
  /// register's number first. Lanes that differ in the `inLaneBits` lower bits
  /// only can be exchanged more cheaply. With `splitsCrossLane`, a step that
  /// moves lanes both among these and beyond them becomes two.
  ShuffleSteps(llvm::ArrayRef<unsigned> lanes, llvm::ArrayRef<unsigned> numbers,
               unsigned inLaneBits, bool splitsCrossLane);

  /// Appends the steps after which lanes are numbered by these bits.
  void exchangeLanes(llvm::ArrayRef<unsigned> wanted);

  /// Returns the registers in the order that these bits, those that are not of
  /// lanes, number them.
  llvm::SmallVector<size_t>
  getRegisters(llvm::ArrayRef<unsigned> numberBits) const;

  llvm::SmallVector<BlockShuffle> shuffles;

private:
  /// Returns the place among the lanes' bits of the one that leaves for one
  /// that is wanted at `place`.
  size_t chooseLeaving(llvm::ArrayRef<unsigned> wanted, size_t place) const;
  /// Returns the place of a in-lane bit that is wanted beyond them.
  size_t chooseMisplaced(llvm::ArrayRef<unsigned> wanted) const;
  /// Exchanges bit `number` of the registers' numbers with bit `lane` of the
  /// lanes', which then have the order `newLanes`.
  void exchange(size_t number, size_t lane, llvm::ArrayRef<unsigned> newLanes);
  /// Makes the in-lane bits that leave the most major ones: each step that
  /// takes one away is an unpack instruction then.
  void raiseLeaving(llvm::ArrayRef<unsigned> wanted);
  /// Permutes the lanes of every register.
  void reorder(llvm::ArrayRef<unsigned> newLanes);
  size_t append(size_t first, size_t second, llvm::SmallVector<int64_t> mask);

  llvm::SmallVector<unsigned> lanes;
  llvm::SmallVector<unsigned> numbers;
  /// The registers in the order that `numbers` numbers them.
  llvm::SmallVector<size_t> registers;
  unsigned inLaneBits;
  bool splitsCrossLane;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_RELAYOUT_SHUFFLESTEPS_H
