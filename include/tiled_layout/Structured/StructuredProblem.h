//===- StructuredProblem.h - What a structured operation is -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured operation on arrays in memory, as a value without IR: its
// dimensions, and where each operand lies as they advance.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_STRUCTURED_STRUCTUREDPROBLEM_H
#define TILED_LAYOUT_STRUCTURED_STRUCTUREDPROBLEM_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Layout/Stride.h"
#include "tiled_layout/Structured/StructuredPlan.h"
#include "tiled_layout/Target/Target.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace mlir::tiled_layout {

/// What a step of a dimension from one multiple of `edge` to the next, within a
/// tile of the next larger edge, adds to a position.
struct AccessStep {
  int64_t edge;
  Stride stride;
};

/// An index of an operand that is a sum of dimensions, across tiles: where it
/// lies is computed for each access.
///
/// Example: `2 * d1 + d4 + 3` along the rows of T(8,128).
struct IndexSum {
  /// Dimensions of the operation, and what they are multiplied by.
  llvm::SmallVector<std::pair<int64_t, int64_t>, 2> terms;
  int64_t constant = 0;
  /// As for a dimension.
  llvm::SmallVector<AccessStep, 2> steps;
};

/// An operand is read `by` elements after what the dimension says, along which
/// so many neighbours as `unit` lie together from each multiple of it on: a
/// vector of the operation lies in two of memory. Units are counted by the sum
/// of the dimension.
///
/// Example: in f32 of T(8,128), of which 64 lie together, `d1 + 67` is 3
/// elements after `d1 + 64`.
struct IndexShift {
  int64_t dim, by, unit;
  /// The dimension of the array.
  int64_t axis;
};

/// What indexes one dimension of an array: a sum of multiples of the
/// operation's dimensions and a constant, such as `2 * d1 + d4`.
struct ArrayIndex {
  struct Term {
    int64_t dim, factor;
  };

  /// Of the array, `kDynamic` if known at run time only.
  int64_t extent = 0;
  llvm::SmallVector<Term, 2> terms;
  int64_t constant = 0;

  /// Returns the dimension that is the index, or -1.
  int64_t getDim() const {
    return terms.size() == 1 && terms[0].factor == 1 && constant == 0
               ? terms[0].dim
               : -1;
  }
};

/// Where an operand lies as the dimensions of the operation advance.
///
/// Example: A[d0, d2] in T(8,128) on `[64, 256]` has the steps
/// `{1: 128, 8: 2048}` along d0, none along d1, `{1: 1, 128: 1024}` along d2.
struct OperandAccess {
  /// For each dimension of the operation, ascending edges, the first one 1;
  /// none if the position does not depend on the dimension.
  llvm::SmallVector<llvm::SmallVector<AccessStep, 2>> dims;
  /// Indices that no dimension alone says. Their dimensions have no steps, but
  /// one that counts neighbours which lie together has those within them.
  llvm::SmallVector<IndexSum, 0> sums;
  /// At most one for each dimension, `by` less than `unit`.
  llvm::SmallVector<IndexShift, 0> shifts;
  /// What constants in the indexing map add.
  llvm::SmallVector<Stride, 1> offsets;
  int64_t elementBits = 0;
  /// False if the target has no masks for elements of so many bits.
  bool maskable = true;
  /// True if what masks would leave out is not loaded at all.
  bool lacksMasks = false;
  /// Of the dimensions of the operation; `kDynamic` if known at run time only.
  llvm::SmallVector<int64_t> extents;
  /// Of a whole array: memory has every element of each group of so many that
  /// begins at a multiple of it, as of the words of T(8,128)(2,1).
  int64_t wordElements = 1;
  /// Of a whole array in tiles: memory has all elements of each tile, be they
  /// padding.
  bool hasWholeTiles = false;
  /// Bytes of the array that loops around the operation go over, if the operand
  /// is a view of it that no operation before uses; else, or if not known, 0.
  int64_t arrayBytes = 0;
  /// Of what the body widens each element to, if that is all it does with an
  /// element; else 0.
  int64_t wideBits = 0;
  /// Dimensions that a sum goes over in order, the innermost of them last.
  llvm::SmallVector<int64_t, 2> sumOrder;
  bool isOutput = false;
  /// The operation has no reductions.
  bool isElementwise = false;
  /// A value, not an array.
  bool isScalar = false;
  /// One for each dimension of the array; none of an operand whose indices are
  /// no such sums.
  llvm::SmallVector<ArrayIndex> indices;
  /// Each index of the array is a dimension of the operation, and no two the
  /// same one.
  bool isProjection = false;
  /// For each dimension of the operation: where tiles begin that it counts, be
  /// they neighbours of an even stride. A view of several indices begins there.
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>> tileEdges;

  bool dependsOn(int64_t dim) const {
    return !dims[dim].empty() || isSummed(dim);
  }
  /// True if no block has two indices of a dimension, as a sum goes over
  /// another one for each of them.
  bool isOneByOne(int64_t dim) const {
    return llvm::is_contained(sumOrder, dim) && sumOrder.back() != dim;
  }
  /// True if the dimension is part of a sum.
  bool isSummed(int64_t dim) const;
  /// Returns the shift along a dimension, null if there is none.
  const IndexShift *findShift(int64_t dim) const;
  /// True if memory has all elements of a vector of so many along a dimension
  /// that begins at a multiple of it, wherever the dimension ends.
  bool isPaddedTo(int64_t lanes, int64_t dim) const;
  /// True if the elements that are left of a row may be copied to a buffer of a
  /// vector: neighbours along the dimension, with no others between them.
  bool fitsBuffer(int64_t dim) const {
    return !isOutput && isContiguous(dim) && !isSummed(dim) && !findShift(dim);
  }
  /// True if neighbours along the dimension are neighbours in memory.
  bool isContiguous(int64_t dim) const {
    return !dims[dim].empty() && dims[dim].front().stride.isUnit();
  }
  /// The dimension whose indices are interleaved in memory with those of
  /// another; -1 if it is none or a sum.
  struct Interleave {
    int64_t dim = -1;
    /// All of them, those of `outerDim` included; 1 if there is none:
    /// neighbours follow one another.
    int64_t parts = 1;
    /// True if they are the indices of a sum.
    bool isSum = false;
    /// True if no other index is interleaved so: the operation has one of
    /// several rows that share words, or one at a time, or windows move by two
    /// columns. Masks leave out what lies between, or an input has whole words.
    bool isAlone = false;
    /// Of such: the innermost dimension of the operation, if its neighbours lie
    /// there; as many of them as there are parts are loaded at once, which
    /// needs no masks if it has so many. Else -1.
    int64_t windowDim = -1;
    /// How many groups of `parts` lie from one neighbour to the next: 2 of the
    /// columns that every second of is read.
    int64_t step = 1;
    /// Of an output: the dimension whose indices are interleaved with groups of
    /// `dim`, and how many groups there are; -1 if there is none.
    int64_t outerDim = -1;
    int64_t groups = 1;

    /// Returns how many of the parts are indices of a dimension.
    int64_t getParts(int64_t of) const {
      if (of == dim)
        return parts / groups;
      return of == outerDim ? groups : 1;
    }
  };
  /// Returns what lies between neighbours along a dimension: nothing, or the
  /// other indices of a tile such as (2,1), whose extent is 2 or 4.
  /// `std::nullopt` if they lie in another way.
  ///
  /// Example: {d0, 2} along d1 of B[d0, d1] in T(8,128)(2,1).
  std::optional<Interleave> getInterleave(int64_t dim) const;
  /// True if what lies between neighbours that are `stride` apart in words of
  /// 64 bits may be left out, by masks if need be. All of an output lies so.
  bool liesAlone(int64_t stride, bool needsNoMasks) const;
  /// Returns how many groups of `parts` indices of `other` lie from one
  /// neighbour along a dimension to the next, if a vector may take these out of
  /// what it loads; else 1.
  int64_t getWordStep(int64_t dim, int64_t other, int64_t parts) const;
  /// Returns how many indices of a dimension lie together. Of a whole
  /// dimension, a block has all, but that it may have less of a window, the
  /// last one of an input: `kDynamic`.
  int64_t getTogether(int64_t dim) const;
  /// Returns the dimension of an output that has so many indices together, each
  /// `parts` elements after the one before; -1 if there is none.
  int64_t findOuter(int64_t dim, int64_t parts, int64_t groups) const;
  /// Returns where the first element lies, modulo so many; `std::nullopt` if
  /// that is known at run time only.
  std::optional<int64_t> getStart(int64_t modulus) const;
  /// Returns by how much the position moves from one multiple of `step` to the
  /// next, `step` being a multiple of the edges below it.
  Stride getStride(int64_t dim, int64_t step) const;
  /// Returns the index along a dimension: the steps that count it, and what one
  /// of them stands for. Those of a sum, if the dimension is part of one.
  std::pair<llvm::ArrayRef<AccessStep>, int64_t> getSteps(int64_t dim) const;
  /// As `getStride`, also of a dimension that is part of a sum.
  Stride getStrideAhead(int64_t dim, int64_t step) const;
};

/// A body that adds products of numbers of less than 32 bits.
struct DotBody {
  /// `Bytes`: of 8 bits, with sign or without, to `i32`. `S16`: of 16 bits with
  /// sign to `i32`. `BF16`: to `f32`.
  enum class Kind { None, BF16, Bytes, S16 };
  Kind kind = Kind::None;
  /// Of bytes: whether each input has a sign.
  bool isSigned[2] = {false, false};

  /// Returns the bits of the numbers; 0 if there are none.
  int64_t getBits() const {
    return kind == Kind::None ? 0 : kind == Kind::Bytes ? 8 : 16;
  }
};

struct StructuredProblem {
  /// `kDynamic` where known at run time only.
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<bool> isReduction;
  /// Inputs, then outputs.
  llvm::SmallVector<OperandAccess, 3> operands;
  /// Why the body can only be computed one element at a time; empty if it can
  /// be computed on vectors.
  std::string noVectors;
  /// For each dimension: elements along it that the body loads from arrays lie
  /// apart, as those of computed indices. Empty if the body loads nothing.
  llvm::SmallVector<bool> loadsScattered;
  /// Likewise, but they follow one another from the last to the first.
  llvm::SmallVector<bool> loadsBackwards;
  /// Of the narrowest element that the body loads; 0 if there is none.
  int64_t loadedBits = 0;
  /// Of the widest value that the body computes.
  int64_t widestBits = 0;
  /// How many instructions the body takes, of which functions of `math` are
  /// several.
  int64_t bodySteps = 0;
  /// The body compares elements, or selects the greater or the less of them in
  /// floating point: each vector needs masks of its own.
  bool comparesElements = false;
  /// The body asks for what outputs were.
  bool readsOutputs = false;
  /// Each result is reduced by one operation that has a kind, or `keepsFirst`.
  bool isCombinable = false;
  /// Two outputs are the first extremum of a reduction and its index: partial
  /// results of both are combined together.
  bool keepsFirst = false;
  /// Partial results may be combined in any order.
  bool isOrderFree = false;
  /// The product may be added without being rounded first.
  bool mayFuse = false;
  /// What a dot instruction could do.
  DotBody dot;
  /// The planner may use it. Bytes are exact; `bf16` rounds in another way.
  bool mayUseDot = false;

  int64_t getRank() const { return extents.size(); }
  bool hasReduction() const { return llvm::is_contained(isReduction, true); }
  /// True if no vector lies along a dimension, since of what the body loads
  /// neighbours are no neighbours in memory.
  bool isScatteredAlong(int64_t dim) const {
    return !loadsScattered.empty() && loadsScattered[dim];
  }
  /// True if vectors along a dimension load something backwards: what masks
  /// would leave out lies before its first element, where there may be none.
  bool isBackwardsAlong(int64_t dim) const {
    return !loadsBackwards.empty() && loadsBackwards[dim];
  }
  /// Returns the fewest indices of a dimension that a block may hold: those
  /// that are interleaved along the vector's dimension stay together.
  int64_t getLeastStep(int64_t dim, const StructuredPlan &plan) const;
  /// Returns the edges above 1 of all operands along a dimension, ascending.
  llvm::SmallVector<int64_t> getEdges(int64_t dim) const;
};

/// Bits of the parts of a register within which most shuffles of x86 stay: no
/// word that is transposed has more.
inline constexpr int64_t kShuffledBits = 128;

/// Returns how an operand lies along the dimension along which a plan loads it
/// to transpose it: neighbours follow one another, or the indices of the
/// vector's dimension are interleaved between them, in words of at most
/// `kShuffledBits` that a vector has whole. `std::nullopt` if in another way.
std::optional<OperandAccess::Interleave>
getTransposedInterleave(const StructuredProblem &problem,
                        const StructuredPlan &plan,
                        PlanTransposition transposition);

/// True if words that are transposed hold rows of another dimension than the
/// vector's, such as two rows of an image in T(8,128)(2,1). A sum over those
/// rows in order takes one after the other; other operations take all rows of a
/// word that their block has.
bool takesPartsOfWords(const StructuredProblem &problem,
                       const StructuredPlan &plan,
                       PlanTransposition transposition);

/// Returns how many neighbours along that dimension move as one word: those
/// that are interleaved in another operand, if the operand has them side by
/// side, else 1.
///
/// Example: 4 for bytes in {0,1} that are added to bytes in T(8,128)(4,1).
int64_t getTransposedWord(const StructuredProblem &problem,
                          const StructuredPlan &plan,
                          PlanTransposition transposition);

/// Returns how many elements along that dimension are loaded at once: a power
/// of two, 1 if it is one element at a time.
///
/// Example: 16 for f32 in T(8,128) with `vector = d0 x 16`, `d1 by 16`.
int64_t getTransposedWidth(const StructuredProblem &problem,
                           const StructuredPlan &plan,
                           PlanTransposition transposition);

/// Returns the sum of `interleavedDim` and of indices of a window that says
/// which of `parts` indices that are interleaved along `vectorDim` is an
/// operand's; null if there is none, or if another number of them is
/// interleaved. The windows are so small that a block of registers holds one.
///
/// Example: `2 * d2 + d5` where windows of bytes in T(8,128)(4,1) move by 2.
const IndexSum *findSlidingInterleave(const StructuredProblem &problem,
                                      const OperandAccess &operand,
                                      int64_t vectorDim, int64_t interleavedDim,
                                      int64_t parts);

/// How steps of the innermost loop of a plan share the rows of an operand that
/// they fetch (`aheadInRows`).
struct RowsAhead {
  /// The dimension of the rows, and how many of its indices share their lines.
  int64_t rowDim = 0, rowIndices = 1;
  /// Each step fetches so many rows, or so many steps share one.
  int64_t rowsOfStep = 1, stepsOfRow = 1;
  /// Lines that a step fetches of each row, or so many steps share one.
  int64_t lines = 1, stepsOfLine = 1;
};

/// Returns how steps share the rows of an operand; `std::nullopt` if they do
/// not share them evenly, or a row is no run of whole lines.
///
/// Example: of f32 in T(8,128), 8 rows of 8 lines, one for each of the steps
/// of `[d0 by 8, d1 by 128, d1 by 16]`.
std::optional<RowsAhead> getRowsAhead(const StructuredProblem &problem,
                                      const StructuredPlan &plan,
                                      int64_t operand);

/// Fails if the plan does not fit the operation.
llvm::Error checkPlan(const StructuredProblem &problem,
                      const StructuredPlan &plan);

/// Fails if vectors cannot hold the `interleave` of the plan.
llvm::Error checkInterleave(const StructuredProblem &problem,
                            const StructuredPlan &plan);

/// Fails if outputs cannot be written around the caches.
llvm::Error checkStreaming(const StructuredProblem &problem,
                           const StructuredPlan &plan);

/// Returns the loops of the plan with those at the edges of tiles put in.
llvm::SmallVector<PlanLoop> getLoops(const StructuredProblem &problem,
                                     const StructuredPlan &plan);

/// Chooses a plan; the error says why there is none.
llvm::Expected<StructuredPlan> planStructured(const StructuredProblem &problem,
                                              const Target &target);

/// Chooses a plan without vectors, for what `planStructured` has none for: one
/// element at a time, in the order in which the first output lies. There is
/// none if an extent is 0, or if plain loops in the operation's order are as
/// good.
std::optional<StructuredPlan> planElements(const StructuredProblem &problem,
                                           const Target &target);

/// Returns the dimensions of the only output's array, most major first, in the
/// order in which results should lie in a buffer of their own, if the operation
/// gains more by that than it costs to move them; empty if not. `plan` is the
/// plan for the output as it lies.
///
/// Example: [0, 1] for y[b, i] += a[b, i, k] * x[b, k], where `a` has
/// neighbours along i, but y along b.
llvm::SmallVector<int64_t>
chooseOutputOrder(const StructuredProblem &problem, const Target &target,
                  const std::optional<StructuredPlan> &plan);

/// Lets `threads` threads share the first loop of a plan, which may get another
/// one around it for that, if the operation is large enough to gain from it.
void shareSteps(const StructuredProblem &problem, int64_t threads,
                StructuredPlan &plan);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_STRUCTURED_STRUCTUREDPROBLEM_H
