//===- LoopCut.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCut.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// The longest distance between edges that is looked at, and the longest
/// period of all edges together: no tile of a real format is longer.
static constexpr int64_t maxPeriod = 1 << 16;
/// The most elements by which an access moves along a dimension from one
/// iteration to the next, so that products with periods do not overflow.
static constexpr int64_t maxStride = int64_t(1) << 40;
/// The most pieces of a period whose edges do not nest: each is a copy of the
/// loop's body.
static constexpr size_t maxPieces = 8;

namespace {

/// An edge of an access as the loop sees it: where coefficient * variable +
/// rest passes a multiple of width.
struct LoopEdge {
  int64_t coefficient;
  LinearIndex rest;
  int64_t width;
  Operation *access;
  bool isStore;
};

/// Positions modulo a period.
struct PeriodicEdges {
  int64_t period;
  SmallVector<int64_t> offsets;

  bool operator==(const PeriodicEdges &other) const {
    return period == other.period && offsets == other.offsets;
  }
};

} // namespace

std::optional<int64_t> mlir::tiled_layout::getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

std::optional<int64_t>
mlir::tiled_layout::getConstant(ArrayRef<AffineExpr> bounds) {
  return bounds.size() == 1 ? getConstant(bounds.front()) : std::nullopt;
}

AffineExpr LoopRange::addOperand(Value operand) {
  auto *it = llvm::find(operands, operand);
  size_t position = it - operands.begin();
  if (it == operands.end())
    operands.push_back(operand);
  return getAffineDimExpr(position, operand.getContext());
}

//===----------------------------------------------------------------------===//
// Edges of a loop
//===----------------------------------------------------------------------===//

/// True if a term is computed in the loop by something that is neither an
/// induction variable nor a constant.
static bool isComputedIn(Region *body, const LinearIndex &index,
                         Value variable) {
  return llvm::any_of(index.terms, [&](auto term) {
    return term.first != variable && term.first.getDefiningOp() &&
           body->isAncestor(term.first.getParentRegion());
  });
}

/// Returns an edge of one access, whose indices are given where they are known,
/// if it lies across the loop.
static std::optional<LoopEdge>
getEdge(const LoopRange &range, const ArrayAccess &access,
        const TileEdge &tileEdge, ArrayRef<std::optional<LinearIndex>> index,
        ExplainFn explain) {
  for (auto [dim, known] : llvm::enumerate(index))
    if (tileEdge.expr.isFunctionOfDim(dim) &&
        (!known || isComputedIn(range.body, *known, range.variable))) {
      explain(access.op, "index " + Twine(dim) +
                             " is computed in the loop and no affine function "
                             "of the induction variable");
      return std::nullopt;
    }
  LoopEdge edge = {0, {}, tileEdge.width, access.op, access.isStore};
  // The edge's expression, as a linear map of the index.
  int64_t origin =
      evaluateExpr(tileEdge.expr, [](unsigned) { return int64_t(0); });
  edge.rest.constant = origin;
  for (auto [dim, known] : llvm::enumerate(index)) {
    auto isDim = [dim = dim](unsigned other) -> int64_t {
      return other == dim;
    };
    if (int64_t factor = evaluateExpr(tileEdge.expr, isDim) - origin)
      edge.rest.add(*known, factor);
  }
  edge.coefficient = edge.rest.getCoefficient(range.variable);
  if (edge.coefficient == 0)
    return std::nullopt;
  edge.rest.addTerm(range.variable, edge.coefficient, -1);
  edge.rest.add(
      *getLinearIndex(range.shift, range.operands, {}, range.variable),
      -edge.coefficient);
  int64_t stride;
  if (llvm::MulOverflow(edge.coefficient, range.step, stride) ||
      stride > maxStride || stride < -maxStride) {
    explain(access.op, "it moves by more than " + Twine(maxStride) +
                           " elements an iteration");
    return std::nullopt;
  }
  // Where an edge is, is known modulo 2^64.
  if (edge.rest.mayWrap && !llvm::isPowerOf2_64(edge.width)) {
    explain(access.op, "its index may wrap around, and its tiles of " +
                           Twine(edge.width) + " elements are no power of two");
    return std::nullopt;
  }
  edge.rest.constant = llvm::mod(edge.rest.constant, edge.width);
  return edge;
}

/// Collects the edges of one access that lie across the loop.
static void collectEdges(const LoopRange &range, const ArrayAccess &access,
                         SmallVectorImpl<LoopEdge> &edges, ExplainFn explain) {
  MemRefType type = access.getType();
  if (!isTiled(type))
    return;
  std::optional<SmallVector<TileEdge>> tileEdges = getTileEdges(type);
  if (!tileEdges)
    return explain(access.op, "the tiles of its array are not a product of "
                              "static tiles of dimensions");
  SmallVector<std::optional<LinearIndex>> index;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    index.push_back(access.getIndex(dim, range.variable));
  for (const TileEdge &tileEdge : *tileEdges)
    if (auto edge = getEdge(range, access, tileEdge, index, explain))
      edges.push_back(*edge);
}

/// Returns true if the common period of all edges should start at `b`.
static bool comesAfter(const LoopEdge &a, const LoopEdge &b) {
  return std::pair(a.isStore, a.width) < std::pair(b.isStore, b.width);
}

/// Returns the positions where coefficient * position + rest passes a multiple
/// of width.
static PeriodicEdges getPeriodicEdges(int64_t coefficient, int64_t rest,
                                      int64_t width) {
  PeriodicEdges result;
  result.period = width / std::gcd(width, std::abs(coefficient));
  rest = llvm::mod(rest, width);
  auto getTile = [&](int64_t position) {
    return llvm::divideFloorSigned(coefficient * position + rest, width);
  };
  for (int64_t position = 0; position < result.period; ++position)
    if (getTile(position) != getTile(position - 1))
      result.offsets.push_back(position);
  return result;
}

/// True if an edge lies strictly between the first and the last of `count`
/// positions.
static bool isCrossed(const PeriodicEdges &edges, int64_t count) {
  return llvm::any_of(edges.offsets, [&](int64_t offset) {
    return (offset == 0 ? edges.period : offset) < count;
  });
}

//===----------------------------------------------------------------------===//
// From edges to lengths and pieces
//===----------------------------------------------------------------------===//

/// If there is a phase at which all edges are the multiples of lengths that
/// divide each other, sets it and the lengths.
static bool findNestedLengths(ArrayRef<PeriodicEdges> edges, LoopCut &cut) {
  const PeriodicEdges *longest = llvm::max_element(
      edges, [](const auto &a, const auto &b) { return a.period < b.period; });
  int64_t phase = longest->offsets.front();
  llvm::SmallSetVector<int64_t, 4> lengths;
  for (const PeriodicEdges &edge : edges) {
    if (edge.offsets.size() != 1 ||
        (phase - edge.offsets.front()) % edge.period != 0)
      return false;
    lengths.insert(edge.period);
  }
  SmallVector<int64_t> sorted = lengths.takeVector();
  llvm::sort(sorted, std::greater<>());
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i - 1] % sorted[i] != 0)
      return false;
  cut.phase = phase;
  cut.lengths = sorted;
  return true;
}

/// Sets one length, after which all edges repeat, and the pieces between the
/// edges; false if there are too many. The first edge begins a period.
static bool findPieces(ArrayRef<PeriodicEdges> edges, LoopCut &cut) {
  int64_t period = 1;
  for (const PeriodicEdges &edge : edges) {
    period = std::lcm(period, edge.period);
    if (period > maxPeriod)
      return false;
  }
  cut.phase = edges.front().offsets.front();
  llvm::SmallSetVector<int64_t, 16> pieces;
  for (const PeriodicEdges &edge : edges)
    for (int64_t offset : edge.offsets)
      for (; offset < period; offset += edge.period) {
        pieces.insert(llvm::mod(offset - cut.phase, period));
        if (pieces.size() > maxPieces)
          return false;
      }
  cut.lengths = {period};
  cut.pieces = pieces.takeVector();
  llvm::sort(cut.pieces);
  return true;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// True if all terms are multiples of `width`.
static bool isMultiple(const LinearIndex &index, int64_t width) {
  ValueRanges ranges;
  return llvm::all_of(index.terms, [&](auto term) {
    return ranges.getCongruence(term.first).isMultipleOf(width, term.second);
  });
}

/// Returns the terms of a sum that are not known to be multiples of `width`.
static LinearIndex getUnaligned(const LinearIndex &index, int64_t width) {
  LinearIndex result;
  ValueRanges ranges;
  for (auto [value, factor] : index.terms)
    if (!ranges.getCongruence(value).isMultipleOf(width, factor))
      result.addTerm(value, factor);
  return result;
}

bool mlir::tiled_layout::shiftToEdges(LoopRange &range, Block *body,
                                      function_ref<bool(Value)> isOperand,
                                      ArrayRef<ArrayAccess> accesses) {
  if (range.step != 1 || range.lower.size() != 1 || range.upper.size() != 1)
    return false;
  SmallVector<LoopEdge> edges;
  for (const ArrayAccess &access : accesses)
    // Every iteration's index is one of the array, so that the shifted bounds
    // do not overflow.
    if (access.op->getBlock() == body)
      collectEdges(range, access, edges, [](Operation *, const Twine &) {});
  std::optional<int64_t> count = getConstant(simplifyAffineExpr(
      range.upper.front() - range.lower.front(), range.operands.size(), 0));
  const LoopEdge *last = nullptr;
  LinearIndex terms;
  for (const LoopEdge &edge : edges) {
    LinearIndex unaligned = getUnaligned(edge.rest, edge.width);
    // A loop of few iterations, such as that over a window, would be all ends.
    // What is aligned must stay so.
    if (unaligned.terms.empty() || edge.coefficient != 1 ||
        (count && *count <= edge.width))
      return false;
    bool isBound = llvm::all_of(
        unaligned.terms, [&](auto term) { return isOperand(term.first); });
    if (isBound && (!last || comesAfter(*last, edge))) {
      last = &edge;
      terms = unaligned;
    }
  }
  if (!last)
    return false;
  for (auto [value, factor] : terms.terms)
    range.shift = range.shift + range.addOperand(value) * factor;
  range.lower.front() = range.lower.front() + range.shift;
  range.upper.front() = range.upper.front() + range.shift;
  return true;
}

/// True if positions can count iterations, which asks that the lower bound be
/// known modulo the width of each edge.
static bool canCountIterations(const LoopRange &range,
                               ArrayRef<LoopEdge> edges) {
  if (range.lower.size() != 1 || getConstant(range.lower))
    return range.lower.size() == 1;
  ValueRanges ranges;
  return llvm::all_of(edges, [&](const LoopEdge &edge) {
    return ranges
        .get(range.lower.front(), range.operands.size(), range.operands)
        .congruence.isMultipleOf(edge.width, edge.coefficient);
  });
}

/// Returns a cut without lengths whose positions count iterations, or else are
/// the values of the variable itself.
static LoopCut getPositions(const LoopRange &range, bool countsIterations) {
  AffineExpr zero = getAffineConstantExpr(0, range.lower.front().getContext());
  LoopCut cut;
  if (!countsIterations) {
    cut.first = zero;
    cut.lower = range.lower;
    cut.upper = range.upper;
    return cut;
  }
  cut.first = range.lower.front();
  cut.lower = {zero};
  for (AffineExpr upper : range.upper)
    cut.upper.push_back(simplifyAffineExpr(
        (upper - cut.first).ceilDiv(range.step), range.operands.size(), 0));
  return cut;
}

LoopCut mlir::tiled_layout::getWholeCut(const LoopRange &range) {
  assert((range.step == 1 || range.lower.size() == 1) &&
         "checked by the caller");
  return getPositions(range, /*countsIterations=*/range.step != 1);
}

std::optional<LoopCut>
mlir::tiled_layout::findCut(const LoopRange &range,
                            ArrayRef<ArrayAccess> accesses, ExplainFn explain) {
  SmallVector<LoopEdge> loopEdges;
  for (const ArrayAccess &access : accesses)
    collectEdges(range, access, loopEdges, explain);
  // Steps over whole tiles cross no edge within one.
  llvm::erase_if(loopEdges, [&](const LoopEdge &edge) {
    if (edge.coefficient * range.step % edge.width == 0)
      return true;
    if (edge.width > maxPeriod) {
      explain(edge.access, "a tile of " + Twine(edge.width) +
                               " elements is longer than " + Twine(maxPeriod));
      return true;
    }
    if (isMultiple(edge.rest, edge.width))
      return false;
    explain(edge.access,
            "its index has a term beside the induction variable that is not "
            "known to be a multiple of " +
                Twine(edge.width));
    return true;
  });
  if (loopEdges.empty())
    return std::nullopt;

  bool countsIterations = canCountIterations(range, loopEdges);
  if (!countsIterations && range.step != 1) {
    explain(loopEdges.front().access,
            "the loop's lower bound is not known to be a multiple of " +
                Twine(loopEdges.front().width) + " and its step is " +
                Twine(range.step));
    return std::nullopt;
  }
  LoopCut cut = getPositions(range, countsIterations);
  // A period begins where a tile that is stored does: one iteration over tiles
  // then stores all of one tile, and no part of the next.
  std::swap(loopEdges.front(), *llvm::max_element(loopEdges, comesAfter));
  // A lower bound that is known is position 0.
  std::optional<int64_t> count =
      getConstant(cut.lower) ? getConstant(cut.upper) : std::nullopt;
  SmallVector<PeriodicEdges> edges;
  for (const LoopEdge &edge : loopEdges) {
    PeriodicEdges periodic = getPeriodicEdges(
        edge.coefficient * range.step,
        edge.rest.constant +
            edge.coefficient *
                llvm::mod(getConstant(cut.first).value_or(0), edge.width),
        edge.width);
    bool isNew = !llvm::is_contained(edges, periodic);
    if (isNew && (!count || isCrossed(periodic, *count)))
      edges.push_back(periodic);
  }
  // Bounds that are relative to an aligned value tell that the loop stays
  // within a tile.
  if (edges.empty())
    return getConstant(cut.first) ? std::nullopt : std::optional(cut);
  if (findNestedLengths(edges, cut) || findPieces(edges, cut))
    return cut;
  explain(
      loopEdges.front().access,
      "the edges of the tiles that the loop crosses cut it into more than " +
          Twine(maxPieces) + " pieces");
  return std::nullopt;
}
