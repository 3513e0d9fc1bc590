//===- Rules.h - What is illegal --------------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of validity, numbered as in docs/Specification.md, section
// "Rules". This is the only place that decides what a legal layout is: the
// text parser, the attribute's verifiers and the tools all ask here.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_RULES_H
#define TILED_LAYOUT_LAYOUT_RULES_H

#include "tiled_layout/Layout/Layout.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// The number is the `n` of `TLn`; never renumbered.
enum class Rule {
  MinorToMajorIsPermutation = 1,
  TileHasEntries = 2,
  TileSizeIsPositive = 3,
  CombineIsNotLast = 4,
  TailPaddingIsPositive = 5,
  ElementBitsAreNotNegative = 6,
  MemorySpaceFits = 7,
  MetadataPrefixIsNotNegative = 8,
  SplitDimensionsAreDistinct = 9,
  SplitIndicesIncrease = 10,
  RankMatches = 11,
  ExtentIsNotNegative = 12,
  SplitIndexIsInside = 13,
  ElementsAreAddressable = 14,
  BytesAreAddressable = 15,
  ExactTilesDivide = 16,
};

/// The part of a layout or shape that a violation is about, so that the text
/// parser can point at its column.
struct Place {
  enum class Field {
    Whole,
    MinorToMajor, // first: entry
    Tile,         // first: level; second: entry, or -1 for the tile itself
    TailPadding,
    ElementBits,
    MemorySpace,
    Split, // first: config; second: index, or -1 for the dimension
    MetadataPrefix,
    Dimension, // first: logical dimension
  };

  Field field = Field::Whole;
  int64_t first = -1;
  int64_t second = -1;

  bool operator==(const Place &other) const {
    return field == other.field && first == other.first &&
           second == other.second;
  }
};

/// A broken rule. The message starts lower case, names the thing, the value
/// and the bound, and has no final full stop.
struct Violation {
  Rule rule;
  Place place;
  std::string message;
};

/// Checks what the layout alone must satisfy: TL1 to TL10.
std::optional<Violation> checkLayout(const Layout &layout);

/// Checks the layout against the logical extents, `kDynamic` where they are
/// known at run time only: TL11 to TL14 and TL16. What a dynamic extent hides
/// is not checked here; sizes count a dynamic or zero extent as 1. Requires
/// `checkLayout(layout)` to hold.
std::optional<Violation> checkLayoutOnShape(const Layout &layout,
                                            llvm::ArrayRef<int64_t> extents);

/// Checks that the padded array fits in 2^63 - 1 bytes (TL15), a dynamic or
/// zero extent counted as 1. Requires `checkLayoutOnShape` to hold.
std::optional<Violation> checkBytes(const Layout &layout,
                                    llvm::ArrayRef<int64_t> extents,
                                    int64_t bitsPerElement);

/// Checks all rules, TL1 to TL16.
std::optional<Violation> checkShape(const Shape &shape);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_RULES_H
