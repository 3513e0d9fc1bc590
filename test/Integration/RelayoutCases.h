//===- RelayoutCases.h - Relayouts to execute -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random relayouts are lowered, compiled and run, and every element and every
// padding position of the destination is compared with what the definition
// says. Source padding holds junk, so reading it would show; the destination
// holds another junk, so writing where nothing belongs would show. Both buffers
// lie between inaccessible pages, once against the one in front and once
// against the one behind.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RELAYOUTCASES_H
#define TILED_LAYOUT_TEST_INTEGRATION_RELAYOUTCASES_H

#include "ArrayPair.h"

namespace mlir::tiled_layout::test {

enum class Padding { Undefined, Zero, One };

/// One relayout of one array.
struct RelayoutCase : ArrayShape {
  Layout source, dest;
  Padding padding;
  /// What the relayout knows of the extents, if that is less than what `shape`
  /// says.
  llvm::SmallVector<int64_t> castShape = {};
};

/// Draws one case.
using DrawCase = RelayoutCase (*)(std::mt19937_64 &random);

/// Small shapes in any legal layouts.
RelayoutCase getRandomCase(std::mt19937_64 &random);
/// Ranks up to 8.
RelayoutCase getHighRankCase(std::mt19937_64 &random);
/// Layouts that compilers choose, on shapes that hold several vectors. Runs are
/// long, interleaved and cut by edges.
RelayoutCase getTypicalCase(std::mt19937_64 &random);
/// The same with longer rows, most of which begin anywhere in a line.
RelayoutCase getLongRowCase(std::mt19937_64 &random);
/// Rows of bytes and pairs of bytes that tiles join, most of which edges cut.
RelayoutCase getJoinedRowCase(std::mt19937_64 &random);
/// Transposes of many rows, most of which are a multiple of 4 KB apart.
RelayoutCase getCrowdedCase(std::mt19937_64 &random);
/// Typical ones for elements of 1, 2 and 4 bits, packed on either side or both.
RelayoutCase getBitCase(std::mt19937_64 &random);
/// The same with longer rows, most of which are bytes.
RelayoutCase getLongBitRowCase(std::mt19937_64 &random);

/// Typical layouts of plain elements and of bits on dynamic shapes, with some
/// extents static.
RelayoutCase getDynamicCase(std::mt19937_64 &random);

/// The same of arrays of static shapes, which casts have made dynamic.
RelayoutCase getCastCase(std::mt19937_64 &random);

/// Edges that do not chain, on static and dynamic shapes.
RelayoutCase getIrregularCase(std::mt19937_64 &random);

/// True if this processor has the permutes that `permuted-bits=8` asks for.
bool hasPermutes();

struct RelayoutOptions {
  /// Those of the target that differ, separated by commas.
  std::string fields;
  /// Of `tiled-layout-lower-relayouts`.
  std::string pass;
};

/// Runs cases by the batch, 25 compiled at a time.
struct RelayoutRun {
  DrawCase draw;
  uint64_t seed;
  int batches;
  /// The form of `convert-tiled-layout-to-affine`.
  bool linear = true;
  RelayoutOptions options = {};
  /// Passes that come before the lowering, each with a comma behind it.
  std::string before = {};
};

void runRelayouts(const RelayoutRun &run);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RELAYOUTCASES_H
