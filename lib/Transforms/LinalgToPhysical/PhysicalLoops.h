//===- PhysicalLoops.h - Loops over tiles and within them -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a structured operation, cut wherever a tile of an operand has an
// edge. Then every operand, seen as an array of its cut dimensions, is indexed
// by loops alone:
//
//   C[i, j] in T(8,128) += A[i, k] in T(8,128) * B[k, j] in T(8,128)
//
//   i = 8 i0 + i1    A[i0, k0, i1, k1, k2]
//   j = 128 j0 + j1  B[k0, k1, j0, k2, j1]
//   k = 128 k0 + 8 k1 + k2
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LINALGTOPHYSICAL_PHYSICALLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LINALGTOPHYSICAL_PHYSICALLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// A digit of a loop's index: floor(index / divisor) mod extent.
struct LoopDigit {
  int64_t loop;
  int64_t divisor;
  /// At least 2.
  int64_t extent;

  bool operator==(const LoopDigit &other) const {
    return loop == other.loop && divisor == other.divisor &&
           extent == other.extent;
  }
};

struct PhysicalLoops {
  /// The new loops, outermost first: those over tiles, then those within them;
  /// of each kind parallel ones in the order in which the first output lies,
  /// but for its most minor one, which is the innermost loop of all.
  SmallVector<LoopDigit> digits;
  /// For each operand the new loops that index it, by number, most major first.
  SmallVector<SmallVector<int64_t>> operands;
  /// For each old loop: true if the new ones run over padding.
  SmallVector<bool> isRagged;

  /// Returns the shape of an operand seen as an array of its cut dimensions.
  SmallVector<int64_t> getShape(int64_t operand) const;
};

/// Returns the loops of an operation whose operands have static shapes, or
/// fails and says why there are none.
FailureOr<PhysicalLoops> getPhysicalLoops(linalg::LinalgOp op,
                                          std::string &reason);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LINALGTOPHYSICAL_PHYSICALLOOPS_H
