//===- DigitChains.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitChains.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Linked dimensions with at most so many elements, and at most so many
/// dimensions, are decided by looking at every element.
static constexpr int64_t maxTable = 4096;
static constexpr size_t maxTableRank = 4;
/// A digit has at least two values, so a longer chain cannot be a layout's.
static constexpr size_t maxSteps = 63;

int64_t DigitChain::getRange(size_t k) const {
  int64_t end = k + 1 < steps.size() ? steps[k + 1].divisor : extent;
  return ceilDivide(end, steps[k].divisor);
}

int64_t DigitChain::evaluate(int64_t x) const {
  int64_t value = 0;
  for (const DigitStep &step : llvm::reverse(steps)) {
    value += x / step.divisor * step.stride;
    x %= step.divisor;
  }
  return value;
}

void DigitChain::addStep(DigitStep step) {
  if (steps.empty() || step.divisor % steps.back().divisor != 0 ||
      evaluate(step.divisor) != step.stride)
    steps.push_back(step);
}

/// True if the digits of all chains fit a mixed-radix number.
static bool isMixedRadix(ArrayRef<DigitChain> chains) {
  SmallVector<std::pair<int64_t, int64_t>> digits; // stride, range
  for (const DigitChain &chain : chains)
    for (auto [k, step] : llvm::enumerate(chain.steps))
      digits.push_back({step.stride, chain.getRange(k)});
  llvm::sort(digits);
  for (size_t i = 0; i + 1 < digits.size(); ++i) {
    auto [stride, range] = digits[i];
    int64_t next = digits[i + 1].first;
    if (next % stride != 0 || next / stride < range)
      return false;
  }
  return true;
}

/// Ways to see the positions of some dimensions as chains, best first.
using Candidates = std::vector<SmallVector<DigitChain>>;

//===----------------------------------------------------------------------===//
// From the sum
//===----------------------------------------------------------------------===//

/// Returns the dimensions that a variable combines in row-major order, most
/// major first, or nothing if it is another sum.
static SmallVector<int64_t, 2> getCombinedDimensions(const DigitPool &pool,
                                                     size_t variable) {
  if (pool.isDimension(variable))
    return {static_cast<int64_t>(variable)};
  SmallVector<int64_t, 2> dims;
  int64_t weight = 1;
  for (const DigitTerm &term : llvm::reverse(pool.getVariable(variable).sum)) {
    const Digit &digit = term.digit;
    if (!pool.isDimension(digit.variable) || digit.divisor != 1 ||
        !digit.moduli.empty() || term.weight != weight)
      return {};
    dims.insert(dims.begin(), digit.variable);
    weight *= pool.getExtents()[digit.variable];
  }
  return dims;
}

/// Returns the sum of which `chain`, an index in terms of `variable`, is the
/// short form.
static DigitSum getSum(DigitPool &pool, const DigitChain &chain,
                       size_t variable) {
  DigitSum sum;
  SmallVector<int64_t> moduli;
  for (const DigitStep &step : llvm::reverse(chain.steps)) {
    pool.addDigit(sum, step.stride,
                  pool.getDigit(variable, moduli, step.divisor));
    moduli.push_back(step.divisor);
  }
  pool.normalize(sum);
  return sum;
}

std::optional<size_t>
mlir::tiled_layout::findWidestIndex(const DigitPool &pool,
                                    ArrayRef<DigitTerm> terms) {
  std::optional<size_t> widest;
  size_t width = 0;
  for (const DigitTerm &term : terms) {
    size_t dims = getCombinedDimensions(pool, term.digit.variable).size();
    if (dims <= width)
      continue;
    width = dims;
    widest = term.digit.variable;
  }
  return widest;
}

std::optional<DigitChain>
mlir::tiled_layout::getDigitChain(DigitPool &pool, const DigitSum &terms) {
  std::optional<size_t> variable = findWidestIndex(pool, terms);
  if (!variable)
    return std::nullopt;
  return getDigitChain(pool, terms, *variable);
}

std::optional<DigitChain>
mlir::tiled_layout::getDigitChain(DigitPool &pool, const DigitSum &terms,
                                  size_t variable) {
  DigitChain chain;
  chain.dims = getCombinedDimensions(pool, variable);
  chain.extent = pool.getVariable(variable).range;

  SmallVector<DigitStep> steps;
  for (const DigitTerm &term : terms) {
    auto dims = getCombinedDimensions(pool, term.digit.variable);
    auto *it = std::search(chain.dims.begin(), chain.dims.end(), dims.begin(),
                           dims.end());
    if (dims.empty() || it == chain.dims.end())
      return std::nullopt;
    int64_t divisor = term.digit.divisor;
    for (int64_t dim : llvm::make_range(it + dims.size(), chain.dims.end()))
      divisor *= pool.getExtents()[dim];
    steps.push_back({divisor, term.weight});
  }
  llvm::sort(steps,
             [](DigitStep a, DigitStep b) { return a.divisor < b.divisor; });
  if (steps.empty() || steps.front().divisor != 1)
    return std::nullopt;
  for (const DigitStep &step : steps)
    chain.addStep(step);
  if (getSum(pool, chain, variable) != terms)
    return std::nullopt;
  return chain;
}

//===----------------------------------------------------------------------===//
// From a table
//===----------------------------------------------------------------------===//

namespace {

/// Finds the chains of a few linked dimensions by looking at all elements.
class TableDecoder {
public:
  TableDecoder(const DigitPool &pool, const DigitSum &position,
               ArrayRef<int64_t> dims)
      : pool(pool), position(position), dims(dims) {
    for (int64_t dim : dims)
      extents.push_back(pool.getExtents()[dim]);
  }

  /// Returns the partitions of the dimensions into ordered lists that fit,
  /// those with most lists first.
  Candidates run() {
    fillTable();
    Candidates candidates;
    for (size_t lists = dims.size(); lists > 0; --lists) {
      SmallVector<size_t> order(dims.size());
      for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
      do {
        for (size_t breaks = 0; breaks < size_t(1) << (dims.size() - 1);
             ++breaks)
          if (static_cast<size_t>(llvm::popcount(breaks)) + 1 == lists)
            if (auto chains = tryPartition(order, breaks))
              candidates.push_back(std::move(*chains));
      } while (std::next_permutation(order.begin(), order.end()));
    }
    return candidates;
  }

private:
  void fillTable() {
    int64_t size = 1;
    for (int64_t extent : extents)
      size *= extent;
    SmallVector<int64_t> index(pool.getExtents().size(), 0);
    for (int64_t i = 0; i < size; ++i) {
      int64_t rest = i;
      for (size_t k = dims.size(); k > 0; --k) {
        index[dims[k - 1]] = rest % extents[k - 1];
        rest /= extents[k - 1];
      }
      table.push_back(evaluate(pool, position, index));
    }
  }

  /// Returns how far the table advances with local dimension `k`.
  int64_t getTableStride(size_t k) const {
    int64_t stride = 1;
    for (int64_t extent : ArrayRef(extents).drop_front(k + 1))
      stride *= extent;
    return stride;
  }

  /// `breaks` has bit i set if a new list begins after entry i of `order`.
  std::optional<SmallVector<DigitChain>> tryPartition(ArrayRef<size_t> order,
                                                      size_t breaks) const {
    SmallVector<SmallVector<size_t>> lists(1);
    for (auto [i, local] : llvm::enumerate(order)) {
      lists.back().push_back(local);
      if (i + 1 < order.size() && (breaks >> i & 1))
        lists.emplace_back();
    }
    // Each partition once: lists by their first dimension.
    if (!llvm::is_sorted(lists, [](const auto &a, const auto &b) {
          return a.front() < b.front();
        }))
      return std::nullopt;

    SmallVector<DigitChain> chains;
    std::vector<int64_t> sums(table.size(), 0);
    for (ArrayRef<size_t> list : lists) {
      auto chain = decode(list, sums);
      if (!chain)
        return std::nullopt;
      chains.push_back(std::move(*chain));
    }
    if (sums != table || !isMixedRadix(chains))
      return std::nullopt;
    return chains;
  }

  /// Decodes the chain of one list, the other dimensions at 0, and adds it to
  /// `sums` everywhere.
  std::optional<DigitChain> decode(ArrayRef<size_t> list,
                                   std::vector<int64_t> &sums) const {
    DigitChain chain;
    for (size_t local : list) {
      chain.dims.push_back(dims[local]);
      chain.extent *= extents[local];
    }
    for (int64_t x = 1; x < chain.extent; ++x) {
      int64_t rest = x, offset = 0;
      for (size_t local : llvm::reverse(list)) {
        offset += rest % extents[local] * getTableStride(local);
        rest /= extents[local];
      }
      if (!chain.steps.empty() && chain.evaluate(x) == table[offset])
        continue;
      chain.steps.push_back({x, table[offset]});
      if (chain.steps.size() > maxSteps)
        return std::nullopt;
    }
    for (size_t i = 0; i < table.size(); ++i) {
      int64_t x = 0;
      for (size_t local : list)
        x = x * extents[local] +
            static_cast<int64_t>(i) / getTableStride(local) % extents[local];
      sums[i] += chain.evaluate(x);
    }
    return chain;
  }

  const DigitPool &pool;
  const DigitSum &position;
  ArrayRef<int64_t> dims;
  SmallVector<int64_t> extents;
  std::vector<int64_t> table;
};

} // namespace

/// Returns the chain of the index that combines those of `major` and `minor`,
/// or nothing if no digit of the one continues one of the other.
static std::optional<DigitChain> combine(const DigitChain &major,
                                         const DigitChain &minor) {
  DigitChain combined = minor;
  combined.dims.assign(major.dims.begin(), major.dims.end());
  combined.dims.append(minor.dims);
  combined.extent = major.extent * minor.extent;
  for (const DigitStep &step : major.steps)
    combined.addStep({step.divisor * minor.extent, step.stride});
  if (combined.steps.size() == major.steps.size() + minor.steps.size())
    return std::nullopt;
  return combined;
}

/// A combined index may be padded as one digit where its dimensions are not.
/// Combines chains, `count` times, so that the digits fit; returns false if
/// there is no such choice.
static bool combineToMixedRadix(SmallVector<DigitChain> &chains, size_t count) {
  if (count == 0)
    return isMixedRadix(chains);
  for (size_t major = 0; major < chains.size(); ++major)
    for (size_t minor = 0; minor < chains.size(); ++minor) {
      if (major == minor)
        continue;
      auto combined = combine(chains[major], chains[minor]);
      if (!combined)
        continue;
      SmallVector<DigitChain> fewer(chains);
      fewer[major] = std::move(*combined);
      fewer.erase(fewer.begin() + minor);
      if (combineToMixedRadix(fewer, count - 1)) {
        chains = std::move(fewer);
        return true;
      }
    }
  return false;
}

/// Returns the candidates for one group of linked dimensions.
static Candidates getCandidates(DigitPool &pool, const DigitSum &position,
                                ArrayRef<int64_t> group) {
  SmallVector<int64_t> dims;
  int64_t size = 1;
  for (int64_t dim : group) {
    int64_t extent = pool.getExtents()[dim];
    if (extent == 1)
      continue;
    dims.push_back(dim);
    size = std::min(size, maxTable + 1) * std::min(extent, maxTable + 1);
  }
  assert(!dims.empty() && "a group without digits has no candidates");
  DigitSum terms = getTermsOf(pool, position, dims);
  bool isPlain = llvm::all_of(terms, [&](const DigitTerm &term) {
    return pool.isDimension(term.digit.variable);
  });
  auto chain = getDigitChain(pool, terms);
  if (isPlain && chain)
    return {{std::move(*chain)}};
  if (size <= maxTable && dims.size() <= maxTableRank)
    return TableDecoder(pool, terms, dims).run();
  if (chain)
    return {{std::move(*chain)}};
  return {};
}

/// Chooses one candidate per group so that all digits fit, after combining
/// `count` times.
static std::optional<SmallVector<DigitChain>>
choose(ArrayRef<Candidates> groups, SmallVector<DigitChain> chosen,
       size_t count) {
  if (groups.empty()) {
    if (!combineToMixedRadix(chosen, count))
      return std::nullopt;
    return chosen;
  }
  for (const SmallVector<DigitChain> &candidate : groups.front()) {
    SmallVector<DigitChain> more(chosen);
    more.append(candidate.begin(), candidate.end());
    if (auto chains = choose(groups.drop_front(), std::move(more), count))
      return chains;
  }
  return std::nullopt;
}

std::optional<SmallVector<DigitChain>>
mlir::tiled_layout::getDigitChains(DigitPool &pool, const DigitSum &position) {
  // Dimensions of extent 1 have no digits. Left out, they cost `choose` no
  // depth, which a rank in the thousands would make too large for the stack.
  std::vector<Candidates> groups;
  for (ArrayRef<int64_t> group : getLinkedDimensions(pool, &position))
    if (!llvm::all_of(group,
                      [&](int64_t dim) { return pool.getExtents()[dim] == 1; }))
      groups.push_back(getCandidates(pool, position, group));
  size_t rank = pool.getExtents().size();
  for (size_t count = 0; count == 0 || count < rank; ++count) {
    auto chains = choose(groups, {}, count);
    if (!chains)
      continue;
    llvm::sort(*chains, [](const DigitChain &a, const DigitChain &b) {
      return a.dims.front() < b.dims.front();
    });
    return chains;
  }
  return std::nullopt;
}
