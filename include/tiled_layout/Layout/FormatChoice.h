//===- FormatChoice.h - Choosing a layout for an array ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From element type and extents to a tiled layout, by the rules of XLA's
// documents and in the forms that compiler dumps show.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_FORMATCHOICE_H
#define TILED_LAYOUT_LAYOUT_FORMATCHOICE_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// What a layout is chosen for. The defaults are the machine of XLA's
/// documents, whose vector register holds 8 by 128 words of 32 bits.
struct FormatTarget {
  /// How a truth value is stored.
  enum class Predicates {
    /// One byte, four to a word: `T(8,128)(4,1)`.
    Byte,
    /// One word, as older dumps have it: `T(8,128)E(32)`.
    Word,
    /// One bit: `T(32,128)(32,1)E(1)`.
    Bit,
  };
  /// Which narrow elements share a word.
  enum class Packing {
    /// Neighbours in the second-minor dimension: `T(8,128)(2,1)`.
    WithinTile,
    /// Elements at the same place of neighbouring tiles:
    /// `T(8,128)(2,1,1,1)`.
    AcrossTiles,
  };

  /// Rows and columns of a register, in words. Positive; powers of two.
  int64_t sublanes = 8;
  int64_t lanes = 128;
  /// Bits of a word. A power of two.
  int64_t wordBits = 32;

  Predicates predicates = Predicates::Byte;
  Packing packing = Packing::WithinTile;
  /// Use tiles of one row, as newer dumps do, where the second-minor extent is
  /// 1 and the element fills a word: `T(1,128)` in place of `T(2,128)`.
  bool allowSingleRowTiles = false;
  /// Give a tile of narrow elements as many rows as fill whole registers, such
  /// as `T(16,128)(2,1)`, where the array has at least that many rows. Only
  /// for packing within a tile.
  bool allowLargeTiles = false;
};

/// Chooses the layout of an array. `extents` are the logical extents,
/// `kDynamic` where they are known at run time only. `minorToMajor` is the
/// order of the dimensions, most minor first; row-major if empty.
///
/// With p = word bits / element bits elements to a word (at least 1) and the
/// default target:
///
///   rank  elements   layout
///   2..   p = 1      T(8,128); T(4,128) for second-minor extents 3 and 4,
///                    T(2,128) for 1 and 2
///   2..   p > 1      the same, with at least p rows, then (p,1)
///   1     p = 1      T(128), T(256), T(512) or T(1024): the first that holds
///                    the extent, else the last
///   1     16 bits    T(1024)(128)(2,1)
///   1     8 bits     T(512)(128)(4,1)
///   0                T(128), T(256) or T(512) for p of 1, 2 and 4
///   0, 1  below 8    no tiles: what dumps show for 4-bit arrays
///
/// Elements of less than 8 bits get their `E(n)`. Elements wider than a word,
/// 64-bit and complex ones, are tiled as if they filled a word: there is
/// nothing to pack, and a tile of them is a whole number of registers. A
/// dynamic extent counts as large, since only the full tile suits all values.
///
/// Example: `bf16[20,300]` is `{1,0:T(8,128)(2,1)}`.
Layout chooseFormat(const ElementType &type, llvm::ArrayRef<int64_t> extents,
                    const FormatTarget &target = {},
                    llvm::ArrayRef<int64_t> minorToMajor = {});

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_FORMATCHOICE_H
