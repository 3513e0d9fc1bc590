//===- BlockView.h - What blocks of an array cover in memory ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_BLOCKVIEW_H
#define TILED_LAYOUT_REPORT_BLOCKVIEW_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// Blocks of one array that lie in memory in the same way.
struct BlockGroup {
  /// Extents of each block, most major blocked dimension first; smaller than
  /// asked for at the edge of the array.
  llvm::SmallVector<int64_t> extents;
  /// How many such blocks the array has.
  int64_t count = 0;
  /// Elements of one block, without padding.
  int64_t elements = 0;
  /// Runs of consecutive positions that one block consists of.
  int64_t runs = 0;
  /// Lengths of the shortest and the longest run, in elements.
  int64_t shortestRun = 0, longestRun = 0;
  /// From a block's first position to its last one, both counted.
  int64_t span = 0;

  /// True if the block is one run.
  bool isContiguous() const { return runs == 1; }
};

/// An array cut into aligned blocks.
struct BlockView {
  /// The blocked logical dimensions, most major first.
  llvm::SmallVector<int64_t> dimensions;
  /// What each block was asked to be.
  llvm::SmallVector<int64_t> block;
  /// All blocks; those of full extents first, then by extents, then by runs.
  llvm::SmallVector<BlockGroup> groups;
};

/// Cuts an array with static extents into aligned blocks in its most minor
/// dimensions, in the order of `minor_to_major`, and says what each block
/// covers in memory. `block` has its extents, most major first.
///
/// The answer counts every block. Where the position is a sum of functions of
/// one index each, one block stands for all that lie alike; where `*` merges
/// dimensions, all blocks are looked at. Fails, naming the bound, if the block
/// does not fit the rank or if more elements would have to be looked at than
/// `maxBlockViewElements`.
///
/// Example: in `f32[20,300]{1,0:T(8,128)}`, a block of 8x128 is one run of 1024
/// elements; the four in the middle of the array are alike.
llvm::Expected<BlockView> getBlockView(const Layout &layout,
                                       llvm::ArrayRef<int64_t> extents,
                                       llvm::ArrayRef<int64_t> block);

/// Parses block extents such as `8x128`.
llvm::Expected<llvm::SmallVector<int64_t>> parseBlock(llvm::StringRef text);

inline constexpr int64_t maxBlockViewElements = 1 << 22;

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_BLOCKVIEW_H
