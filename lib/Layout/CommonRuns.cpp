//===- CommonRuns.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommonRuns.h"

#include "PositionCompare.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Elements of one group of dimensions that are looked at.
static constexpr int64_t maxPoints = 1 << 22;
/// Ways to combine groups that are looked at.
static constexpr int64_t maxCombinations = 1 << 20;

namespace {

/// What a group's light terms of `a`, and the whole of its `b`, come to.
struct Point {
  int64_t low;
  int64_t dest;

  bool operator<(const Point &other) const {
    return std::tie(low, dest) < std::tie(other.low, other.dest);
  }
};
using Points = std::vector<Point>;

/// All elements of a group for which the heavy terms of `a` have one value.
struct Bucket {
  /// Into `Group::contents`: the points by `low`, their `dest` less `base`.
  size_t contents;
  int64_t base;
};

/// What changes in a group as the heavy terms of `a` grow by the least weight.
struct Transition {
  size_t from, to;
  /// By how much `b` grows beside what the contents say.
  int64_t change;

  bool operator<(const Transition &other) const {
    return std::tie(from, to, change) <
           std::tie(other.from, other.to, other.change);
  }
};

struct Group {
  std::vector<Points> contents;
  /// By the value of the heavy terms.
  llvm::DenseMap<int64_t, Bucket> buckets;

  /// Returns the distinct changes by which the heavy terms grow by `step`.
  std::vector<Transition> getTransitions(int64_t step) const {
    std::set<Transition> result;
    for (const auto &[heavy, bucket] : buckets) {
      auto next = buckets.find(heavy + step);
      if (next != buckets.end())
        result.insert({bucket.contents, next->second.contents,
                       next->second.base - bucket.base});
    }
    return {result.begin(), result.end()};
  }
};

class RunSearch {
public:
  RunSearch(const DigitPool &pool, const DigitSum &a, const DigitSum &b,
            int64_t length)
      : pool(pool), b(b), length(length), periods(getShiftPeriods(pool, a, b)) {
    for (const DigitTerm &term : a)
      (term.weight < length ? light : heavy).push_back(term);
    linked = getLinkedDimensions(pool, {&a, &b});
  }

  std::optional<bool> run();

private:
  bool haveChainedWeights() const;
  SmallVector<int64_t> getWindow(int64_t dim) const;
  bool addGroup(ArrayRef<int64_t> dims);
  std::optional<bool> searchWithinBuckets() const;
  std::optional<bool> searchAcross(ArrayRef<int64_t> steps) const;
  bool joinsInto(ArrayRef<const Transition *> chosen) const;
  Points combine(ArrayRef<const Points *> parts) const;

  const DigitPool &pool;
  /// Terms of `a` that weigh less than `length`, and the others.
  DigitSum light, heavy;
  const DigitSum &b;
  int64_t length;
  SmallVector<int64_t> periods;
  SmallVector<SmallVector<int64_t>> linked;
  std::vector<Group> groups;
};

} // namespace

/// True if every heavy weight is a multiple of the next lighter one and the
/// digits below never reach it, so that one value has one set of digits.
bool RunSearch::haveChainedWeights() const {
  for (size_t i = 0; i + 1 < heavy.size(); ++i) {
    const DigitTerm &major = heavy[i], &minor = heavy[i + 1];
    if (major.weight % minor.weight != 0 ||
        minor.digit.range > major.weight / minor.weight)
      return false;
  }
  return heavy.empty() || getMaximum(light) < heavy.back().weight;
}

/// Returns the indices of a dimension that stand for all of them.
SmallVector<int64_t> RunSearch::getWindow(int64_t dim) const {
  int64_t extent = pool.getExtents()[dim];
  int64_t size = 0;
  if (llvm::MulOverflow<int64_t>(periods[dim], 2, size) ||
      llvm::AddOverflow(size, length, size) || size > extent / 2)
    size = extent;
  SmallVector<int64_t> indices;
  // More are refused by addGroup.
  for (int64_t i = 0; i < size && i <= maxPoints; ++i)
    indices.push_back(i);
  for (int64_t i = std::max(size, extent - size); i < extent; ++i)
    indices.push_back(i);
  return indices;
}

/// Looks at the elements of one group of dimensions; false if there are too
/// many.
bool RunSearch::addGroup(ArrayRef<int64_t> dims) {
  SmallVector<SmallVector<int64_t>> windows;
  int64_t count = 1;
  for (int64_t dim : dims) {
    windows.push_back(getWindow(dim));
    if (llvm::MulOverflow<int64_t>(count, windows.back().size(), count) ||
        count > maxPoints)
      return false;
  }

  DigitSum lightTerms = getTermsOf(pool, light, dims);
  DigitSum heavyTerms = getTermsOf(pool, heavy, dims);
  DigitSum destTerms = getTermsOf(pool, b, dims);
  llvm::DenseMap<int64_t, Points> byHeavy;
  SmallVector<int64_t> index(pool.getExtents().size(), 0);
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number;
    for (auto [dim, window] : llvm::zip_equal(dims, windows)) {
      index[dim] = window[rest % window.size()];
      rest /= window.size();
    }
    byHeavy[evaluate(pool, heavyTerms, index)].push_back(
        {evaluate(pool, lightTerms, index), evaluate(pool, destTerms, index)});
  }

  Group &group = groups.emplace_back();
  std::map<Points, size_t> numbers;
  for (auto &[value, points] : byHeavy) {
    llvm::sort(points);
    int64_t base = points.front().dest;
    for (Point &point : points)
      point.dest -= base;
    size_t number = numbers.try_emplace(points, numbers.size()).first->second;
    if (number == group.contents.size())
      group.contents.push_back(points);
    group.buckets[value] = {number, base};
  }
  return true;
}

/// Returns all sums of one point of each part, by `low`.
Points RunSearch::combine(ArrayRef<const Points *> parts) const {
  Points result = {{0, 0}};
  for (const Points *part : parts) {
    Points sums;
    sums.reserve(result.size() * part->size());
    for (const Point &x : result)
      for (const Point &y : *part)
        sums.push_back({x.low + y.low, x.dest + y.dest});
    result = std::move(sums);
  }
  llvm::sort(result);
  return result;
}

static bool follows(const Point &next, const Point &previous) {
  return next.low == previous.low + 1 && next.dest == previous.dest + 1;
}

/// Calls `onChoice` for every choice of one entry of each list until it returns
/// true; `std::nullopt` if there are too many.
template <typename T>
static std::optional<bool>
forEachChoice(ArrayRef<std::vector<T>> lists,
              llvm::function_ref<bool(ArrayRef<const T *>)> onChoice) {
  int64_t count = 1;
  for (const std::vector<T> &list : lists)
    if (llvm::MulOverflow<int64_t>(count, list.size(), count) ||
        count > maxCombinations)
      return std::nullopt;
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number;
    SmallVector<const T *> chosen;
    for (const std::vector<T> &list : lists) {
      chosen.push_back(&list[rest % list.size()]);
      rest /= list.size();
    }
    if (onChoice(chosen))
      return true;
  }
  return false;
}

/// Looks for runs in which no heavy term changes.
std::optional<bool> RunSearch::searchWithinBuckets() const {
  std::vector<std::vector<Points>> lists;
  for (const Group &group : groups)
    lists.push_back(group.contents);
  return forEachChoice<Points>(lists, [&](ArrayRef<const Points *> chosen) {
    Points points = combine(chosen);
    int64_t inRow = 1;
    for (size_t i = 1; i < points.size() && inRow < length; ++i)
      inRow = follows(points[i], points[i - 1]) ? inRow + 1 : 1;
    return inRow >= length;
  });
}

/// True if the end of one block of light terms and the beginning of the next
/// one make a run.
bool RunSearch::joinsInto(ArrayRef<const Transition *> chosen) const {
  SmallVector<const Points *> from, to;
  int64_t change = 0;
  for (auto [group, transition] : llvm::zip_equal(groups, chosen)) {
    from.push_back(&group.contents[transition->from]);
    to.push_back(&group.contents[transition->to]);
    change += transition->change;
  }
  Points tail = combine(from), head = combine(to);
  if (tail.back().low != heavy.back().weight - 1 || head.front().low != 0 ||
      head.front().dest + change != tail.back().dest + 1)
    return false;
  size_t before = 1, after = 1;
  while (before < tail.size() &&
         follows(tail[tail.size() - before], tail[tail.size() - before - 1]))
    ++before;
  while (after < head.size() && follows(head[after], head[after - 1]))
    ++after;
  return static_cast<int64_t>(before + after) >= length;
}

/// Looks for runs in which the heavy terms of group g grow by `steps[g]`.
std::optional<bool> RunSearch::searchAcross(ArrayRef<int64_t> steps) const {
  std::vector<std::vector<Transition>> lists;
  for (auto [group, step] : llvm::zip_equal(groups, steps))
    lists.push_back(group.getTransitions(step));
  return forEachChoice<Transition>(
      lists,
      [&](ArrayRef<const Transition *> chosen) { return joinsInto(chosen); });
}

std::optional<bool> RunSearch::run() {
  if (!haveChainedWeights())
    return std::nullopt;
  for (ArrayRef<int64_t> dims : linked)
    if (!addGroup(dims))
      return std::nullopt;
  std::optional<bool> found = searchWithinBuckets();

  // A carry: the heavy digits below number k go from their largest value to 0,
  // and that of number k grows by 1.
  SmallVector<int64_t> steps(groups.size(), 0);
  for (size_t k = heavy.size(); found && !*found && k > 0; --k) {
    auto ownerOf = [&](const DigitTerm &term) {
      return llvm::find_if(linked,
                           [&](ArrayRef<int64_t> dims) {
                             return !getTermsOf(pool, {term}, dims).empty();
                           }) -
             linked.begin();
    };
    SmallVector<int64_t> carry = steps;
    carry[ownerOf(heavy[k - 1])] += heavy[k - 1].weight;
    found = searchAcross(carry);
    if (k > 1)
      steps[ownerOf(heavy[k - 1])] -= heavy[k - 2].weight - heavy[k - 1].weight;
  }
  return found;
}

/// Looks at the first `count` elements, in row-major order.
static bool searchFirst(const DigitPool &pool, const DigitSum &a,
                        const DigitSum &b, int64_t length, int64_t count) {
  Points points;
  ArrayRef<int64_t> extents = pool.getExtents();
  SmallVector<int64_t> index(extents.size());
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number;
    for (size_t dim = index.size(); dim > 0; --dim) {
      index[dim - 1] = rest % extents[dim - 1];
      rest /= extents[dim - 1];
    }
    points.push_back({evaluate(pool, a, index), evaluate(pool, b, index)});
  }
  llvm::sort(points);
  int64_t inRow = 1;
  for (size_t i = 1; i < points.size() && inRow < length; ++i)
    inRow = follows(points[i], points[i - 1]) ? inRow + 1 : 1;
  return inRow >= length;
}

std::optional<bool> mlir::tiled_layout::hasCommonRun(const DigitPool &pool,
                                                     const DigitSum &a,
                                                     const DigitSum &b,
                                                     int64_t length) {
  if (length <= 1)
    return true;
  int64_t count = 1;
  for (int64_t extent : pool.getExtents())
    if (llvm::MulOverflow(count, extent, count))
      count = std::numeric_limits<int64_t>::max();
  if (count < length)
    return false;
  if (std::optional<bool> found = RunSearch(pool, a, b, length).run())
    return found;
  if (searchFirst(pool, a, b, length, std::min(count, maxPoints)))
    return true;
  return count <= maxPoints ? std::optional(false) : std::nullopt;
}
