//===- Permutes.h - x86's permutes of two registers -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AVX-512 permutes two registers by lanes that are in a third one. Where lanes
// are known only at run time, nothing else can be generated. Where they are
// constants, LLVM would find the same instruction, but takes up to a
// millisecond for each, since it tries to combine constants of 64 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_PERMUTES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_PERMUTES_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// A permutation of the lanes of two registers of 512 bits, lanes of the second
/// one counting on from those of the first.
struct RegisterPermute {
  /// Bits of a lane, as many as move together: 8, 16, 32 or 64.
  int64_t laneBits;
  SmallVector<int64_t> lanes;
};

/// True if registers of so many lanes of so many bits are those of x86's
/// permutes, and the target, whose `permutedBits` these are, has some.
bool hasPermutes(int64_t lanes, int64_t elementBits, int64_t permutedBits);

/// True if LLVM makes one of these permutes of several shuffles, also in half a
/// register, where the shuffles take less time: Ice Lake executes two of them
/// in a cycle there, and takes two cycles for a permute of narrow elements.
bool joinsShuffles(int64_t lanes, int64_t elementBits, int64_t permutedBits);

/// Returns the permute that a shuffle of elements of so many bits is, if it
/// needs one: it takes lanes from both registers, and neither within 128 bits
/// alone nor 128 bits at a time, which other instructions do better.
/// `permutedBits` are those of the target.
std::optional<RegisterPermute>
getPermute(ArrayRef<int64_t> mask, int64_t elementBits, int64_t permutedBits);

/// Returns a register that `joinsShuffles` is true of, without LLVM's knowledge
/// of what it holds. This is no instruction.
Value hideFromLLVM(OpBuilder &builder, Location loc, Value vector);

/// Returns a register with the lanes that LLVM does not know to be constant.
Value createLanes(OpBuilder &builder, Location loc,
                  const RegisterPermute &permute);

/// Permutes two registers by lanes, which are a vector of integers as wide as
/// those that move. Returns the type of `first`.
Value createPermute(OpBuilder &builder, Location loc, Value first, Value lanes,
                    Value second);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_PERMUTES_H
