//===- BlockProgram.h - A block of a relayout in registers ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the elements of a block get from the order of the source to the order of
// the destination: loads, shuffles of two registers each, and stores. A value
// without code, so that it can be checked by running it on numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_BLOCKPROGRAM_H
#define TILED_LAYOUT_RELAYOUT_BLOCKPROGRAM_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// The registers of one side of a block.
struct BlockRegisters {
  /// Elements of a register.
  int64_t lanes = 1;
  /// Elements that follow one another in memory and are moved at once; divides
  /// `lanes`.
  int64_t piece = 1;
  /// Where the pieces begin, from the first element of the block, register by
  /// register. Empty where strides of the block are known at run time only: the
  /// first of the `elements` of a piece says where it begins.
  llvm::SmallVector<int64_t> offsets;
  /// What the lanes hold, register by register: numbers of elements, see
  /// `getBlockValues`.
  llvm::SmallVector<int64_t> elements;

  size_t size() const { return elements.size() / lanes; }
  size_t pieces() const { return elements.size() / piece; }
  int64_t piecesPerRegister() const { return lanes / piece; }
};

/// Lane i of the result is lane `mask[i]` of the first register and the second
/// one, whose lanes count on from those of the first.
struct BlockShuffle {
  size_t first;
  size_t second;
  llvm::SmallVector<int64_t> mask;
};

/// Loads, shuffles, stores.
struct BlockProgram {
  BlockRegisters source;
  BlockRegisters dest;
  /// Their results are registers that count on from those of the source.
  llvm::SmallVector<BlockShuffle> shuffles;
  /// For each register of the destination, the one that it is.
  llvm::SmallVector<size_t> results;
};

/// Returns the value of each axis of the block for one of its elements, the
/// first axis of the block first. Elements are numbered so that the last axis
/// varies fastest.
llvm::SmallVector<int64_t> getBlockValues(const RelayoutPlan &plan,
                                          int64_t element);

/// Returns the program for the block of a plan, in registers of at most
/// `vectorBits` bits; `std::nullopt` if the block has none: it is moved element
/// by element.
///
/// Where all axes are powers of two, each step exchanges a bit of the number of
/// a register with a bit of the number of a lane, for all pairs of registers;
/// there are as many steps as bits to exchange. Else each register of the
/// destination is gathered from the few of the source that it needs.
///
/// Example: `transpose 4 x 4` in registers of 4 lanes is 4 loads, 2 steps of 4
/// shuffles, and 4 stores.
std::optional<BlockProgram> getBlockProgram(const RelayoutPlan &plan,
                                            int64_t vectorBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_BLOCKPROGRAM_H
