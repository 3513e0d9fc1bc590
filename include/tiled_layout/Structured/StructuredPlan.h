//===- StructuredPlan.h - How a structured operation runs -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions about one structured operation, as a value: which loops in
// which order, what is held in registers, which dimension is the vector.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_STRUCTURED_STRUCTUREDPLAN_H
#define TILED_LAYOUT_STRUCTURED_STRUCTUREDPLAN_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace mlir::tiled_layout {

/// One loop: `d1 by 256` steps over blocks of 256 indices of dimension 1,
/// within the block that the loop over `d1` around it has reached.
struct PlanLoop {
  int64_t dim = 0;
  int64_t step = 1;

  bool operator==(const PlanLoop &other) const {
    return dim == other.dim && step == other.step;
  }
};

inline llvm::hash_code hash_value(const PlanLoop &loop) {
  return llvm::hash_combine(loop.dim, loop.step);
}

/// An operand that does not lie along the vectors: `0 along d1` loads vectors
/// along dimension 1, which operand 0 is contiguous in, and transposes a square
/// of them in registers.
struct PlanTransposition {
  int64_t operand = 0;
  int64_t dim = 0;

  bool operator==(const PlanTransposition &other) const {
    return operand == other.operand && dim == other.dim;
  }
};

/// Inside the first `depth` loops, the part of an operand that the loops within
/// read is copied to a *panel*: a buffer in the order in which they read it.
struct PlanPack {
  int64_t operand = 0;
  int64_t depth = 0;
  /// The panel holds what the body widens the elements to, as f32 for bf16.
  bool isWide = false;

  bool operator==(const PlanPack &other) const {
    return operand == other.operand && depth == other.depth &&
           isWide == other.isWide;
  }
};

/// How a structured operation runs.
///
/// Example, a product of matrices C[d0, d1] += A[d0, d2] * B[d2, d1]:
/// `loops = [d1 by 256, d2 by 128, d1 by 32, d0 by 8, d2 by 1],
///  vector = d1 x 16, fused` holds 8 rows by 2 vectors of C in registers while
/// 128 steps of `d2` go by.
struct StructuredPlan {
  /// Outermost first. The last loop over a dimension says how many of its
  /// indices are in the block that is unrolled into registers. Loops at the
  /// edges of tiles between two steps are put in by the lowering.
  llvm::SmallVector<PlanLoop> loops;
  /// Operands that are packed, by ascending depth. As text they stand among the
  /// loops: `[d1 by 256, pack 1, d1 by 32, d0 by 8, d2 by 1]`; `pack 1 wide`
  /// is one that is widened.
  llvm::SmallVector<PlanPack, 1> packs;
  /// The dimension along which vectors lie, and their elements. Along a
  /// reduction, every lane has a partial result of its own.
  int64_t vectorDim = 0;
  int64_t lanes = 1;
  /// Vectors hold so many neighbours of `interleavedDim` for each of their
  /// indices along `vectorDim`, interleaved, as tiles such as (4,1) have them
  /// in memory: `lanes` times as many elements. 1 if they hold one.
  int64_t interleavedDim = 0;
  int64_t interleave = 1;
  /// Inputs that are transposed in registers. The last step of the dimension
  /// says how many of its elements are loaded at once.
  llvm::SmallVector<PlanTransposition, 1> transposed;
  /// A sum of products rounds once a step, after the addition.
  bool fused = false;
  /// What is left of the vector's dimension after whole vectors is one vector
  /// under a mask, not a loop over elements.
  bool masked = false;
  /// A reduction may take its terms in any order.
  bool reassoc = false;
  /// Outputs whose rows begin at lines of memory are written around the caches,
  /// if they have more than `streamedBytes`.
  bool streaming = false;
  int64_t streamedBytes = 0;
  /// Bytes of a line of memory: panels begin at one, and streaming stores write
  /// whole ones.
  int64_t lineBytes = 64;
  /// Steps of the innermost loop of a reduction that are written one after the
  /// other; 1 leaves that to LLVM.
  int64_t unrolledSteps = 1;
  /// Threads may share the steps of the first loop.
  bool parallel = false;
  /// One instruction adds the products of `dotSteps` neighbouring indices of
  /// `dotDim`, a reduction; 0 if none does. Of `bf16`, it rounds as it likes.
  int64_t dotDim = 0;
  int64_t dotSteps = 0;
  /// One instruction multiplies matrices: for `matrixRows` indices of
  /// `matrixDim` by the lanes of a vector it adds up what as many dot products
  /// as it has rows would. 0 if none does.
  int64_t matrixDim = 0;
  int64_t matrixRows = 0;
  /// Operands whose block is fetched: the one that lies `ahead` indices of
  /// `aheadDim` ahead, or, without `ahead`, the block of results that a
  /// reduction computes.
  llvm::SmallVector<int64_t, 1> prefetch;
  int64_t aheadDim = 0;
  int64_t ahead = 0;
  /// The steps of the innermost loop, over `aheadDim`, fetch rows of the block
  /// around them in the order of memory: each step whole rows, or a part of
  /// one.
  bool aheadInRows = false;
  /// Only arrays of more bytes are fetched ahead.
  int64_t aheadBytes = 0;

  bool operator==(const StructuredPlan &other) const;
};

llvm::hash_code hash_value(const StructuredPlan &plan);

/// Returns how many indices of a dimension are in the block of registers.
int64_t getLastStep(const StructuredPlan &plan, int64_t dim);

/// Returns the dimension along which an operand that is transposed is loaded,
/// or -1 if it is not transposed.
int64_t getTransposedDim(const StructuredPlan &plan, int64_t operand);

/// Returns how the plan packs an operand; null if it does not.
const PlanPack *findPack(const StructuredPlan &plan, int64_t operand);

/// Returns what stands between the angle brackets of the attribute.
std::string toString(const StructuredPlan &plan);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_STRUCTURED_STRUCTUREDPLAN_H
