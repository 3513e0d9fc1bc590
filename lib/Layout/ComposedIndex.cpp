//===- ComposedIndex.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/ComposedIndex.h"

#include "CommonRuns.h"
#include "PositionCompare.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// Runs after which a comparison counts as too long: some milliseconds.
static constexpr int64_t maxRuns = 1 << 16;

struct ComposedIndex::State {
  explicit State(ArrayRef<int64_t> resultExtents)
      : resultExtents(resultExtents),
        isEmpty(llvm::is_contained(resultExtents, 0)),
        pool(isEmpty ? ArrayRef<int64_t>() : resultExtents) {}

  SmallVector<int64_t> resultExtents;
  /// There is no element; the pool has no dimensions then.
  bool isEmpty;
  DigitPool pool;
  /// One sum per dimension of the operand.
  SmallVector<DigitSum> index;
};

ComposedIndex::ComposedIndex(ArrayRef<int64_t> extents)
    : extents(extents), state(std::make_unique<State>(extents)) {
  if (state->isEmpty)
    return;
  for (size_t dim = 0; dim < extents.size(); ++dim)
    state->index.push_back(state->pool.getIndex(dim));
}

ComposedIndex::ComposedIndex(const ComposedIndex &other)
    : extents(other.extents), state(std::make_unique<State>(*other.state)) {}
ComposedIndex::ComposedIndex(ComposedIndex &&) = default;
ComposedIndex::~ComposedIndex() = default;

void ComposedIndex::select(ArrayRef<int64_t> dims) {
  SmallVector<int64_t> selected;
  SmallVector<DigitSum> index;
  for (int64_t dim : dims) {
    selected.push_back(extents[dim]);
    if (!state->isEmpty)
      index.push_back(state->index[dim]);
  }
  extents = std::move(selected);
  state->index = std::move(index);
}

/// Returns how many leading extents of either list have the same product: at
/// least one of each, and as few as possible. Requires equal products, no 0.
static std::pair<size_t, size_t> getLeadingGroup(ArrayRef<int64_t> a,
                                                 ArrayRef<int64_t> b) {
  size_t countA = 1, countB = 1;
  int64_t productA = a[0], productB = b[0];
  while (productA != productB) {
    if (productA < productB)
      productA *= a[countA++];
    else
      productB *= b[countB++];
  }
  return {countA, countB};
}

/// Appends the indices of the dimensions `to` whose combined index is that of
/// `sums`, dimensions of extents `from`.
static void regroup(DigitPool &pool, ArrayRef<DigitSum> sums,
                    ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                    SmallVectorImpl<DigitSum> &result) {
  DigitSum combined;
  for (auto [sum, extent] : llvm::zip_equal(sums, from)) {
    for (DigitTerm &term : combined)
      term.weight *= extent;
    combined.append(sum);
  }
  pool.normalize(combined);
  int64_t size = llvm::product_of(to);
  for (int64_t extent : to.drop_back()) {
    size /= extent;
    auto [quotient, remainder] = pool.split(combined, size);
    result.push_back(std::move(quotient));
    combined = std::move(remainder);
  }
  result.push_back(std::move(combined));
}

void ComposedIndex::reshape(ArrayRef<int64_t> operandExtents) {
  assert(llvm::product_of(extents) == llvm::product_of(operandExtents) &&
         "a reshape keeps the number of elements");
  SmallVector<DigitSum> index;
  ArrayRef<int64_t> from = extents, to = operandExtents;
  ArrayRef<DigitSum> sums = state->index;
  while (!state->isEmpty && !from.empty() && !to.empty()) {
    auto [fromCount, toCount] = getLeadingGroup(from, to);
    regroup(state->pool, sums.take_front(fromCount), from.take_front(fromCount),
            to.take_front(toCount), index);
    sums = sums.drop_front(fromCount);
    from = from.drop_front(fromCount);
    to = to.drop_front(toCount);
  }
  // What is left on one side are dimensions of extent 1.
  if (!state->isEmpty)
    index.resize(operandExtents.size());
  extents.assign(operandExtents.begin(), operandExtents.end());
  state->index = std::move(index);
}

bool ComposedIndex::keepsPositions(const Layout &source,
                                   const Layout &dest) const {
  return keepsPositions(source, 1, dest, 1);
}

/// Multiplies a sum by a factor; false if its values would not fit in 64 bits.
static bool scale(DigitSum &sum, int64_t factor) {
  int64_t maximum = getMaximum(sum);
  if (llvm::MulOverflow(maximum, factor, maximum))
    return false;
  for (DigitTerm &term : sum)
    term.weight *= factor;
  return true;
}

bool ComposedIndex::keepsPositions(const Layout &source, int64_t sourceBits,
                                   const Layout &dest, int64_t destBits) const {
  if (state->isEmpty)
    return true;
  // Variables are added on the way; a question does not change the answer.
  DigitPool pool = state->pool;
  DigitSum from = pool.getPosition(source, extents, state->index);
  DigitSum to = pool.getPosition(dest);
  int64_t common = std::gcd(sourceBits, destBits);
  if (!scale(from, sourceBits / common) || !scale(to, destBits / common))
    return false;
  return compare(pool, from, to, maxRuns).agreement == Agreement::Agree;
}

std::optional<bool> ComposedIndex::hasCommonRun(const Layout &source,
                                                const Layout &dest,
                                                int64_t length) const {
  if (state->isEmpty)
    return false;
  DigitPool pool = state->pool;
  DigitSum from = pool.getPosition(source, extents, state->index);
  DigitSum to = pool.getPosition(dest);
  return tiled_layout::hasCommonRun(pool, from, to, length);
}
