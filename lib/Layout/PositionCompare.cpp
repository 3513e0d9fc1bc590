//===- PositionCompare.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionCompare.h"

#include "DigitChains.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// Values that begin with `value` and grow by `slope` (at least 0) from each
/// of `length` consecutive indices to the next.
struct Run {
  int64_t value;
  int64_t slope;
  int64_t length;

  /// Shortens the run to where the value stays below the next multiple of
  /// `size`.
  void clip(int64_t size) {
    if (slope > 0)
      length = std::min(length, (size - 1 - value % size) / slope + 1);
  }

  void takeRemainder(int64_t size) {
    if (slope % size == 0)
      slope = 0;
    clip(size);
    value %= size;
  }

  void takeQuotient(int64_t size) {
    if (slope % size != 0) {
      clip(size);
      slope = 0;
    }
    value /= size;
    slope /= size;
  }
};

/// Evaluates sums at an index, along one dimension.
class RunEvaluator {
public:
  RunEvaluator(const DigitPool &pool, ArrayRef<int64_t> index, size_t dimension)
      : pool(pool), index(index), dimension(dimension) {}

  Run getRun(ArrayRef<DigitTerm> sum) const {
    Run run{0, 0, std::numeric_limits<int64_t>::max()};
    for (const DigitTerm &term : sum) {
      Run digit = getRun(term.digit);
      run.value += term.weight * digit.value;
      // The slope of a run of one index says nothing, and may overflow.
      run.slope += digit.length > 1 ? term.weight * digit.slope : 0;
      run.length = std::min(run.length, digit.length);
    }
    return run;
  }

private:
  Run getRun(const Digit &digit) const {
    Run run{0, 0, std::numeric_limits<int64_t>::max()};
    if (pool.isDimension(digit.variable)) {
      run.value = index[digit.variable];
      run.slope = digit.variable == dimension;
    } else {
      run = getRun(pool.getVariable(digit.variable).sum);
    }
    for (int64_t modulus : digit.moduli)
      run.takeRemainder(modulus);
    run.takeQuotient(digit.divisor);
    return run;
  }

  const DigitPool &pool;
  ArrayRef<int64_t> index;
  size_t dimension;
};

//===----------------------------------------------------------------------===//
// Periods
//===----------------------------------------------------------------------===//

/// f(x + period) = f(x) + increment wherever both are in the array. A period
/// of the whole extent says nothing, and its increment is 0.
struct Period {
  int64_t period;
  int64_t increment;
};

/// Finds the periods of sums along one dimension.
class PeriodFinder {
public:
  PeriodFinder(const DigitPool &pool, size_t dimension)
      : pool(pool), dimension(dimension), extent(pool.getExtents()[dimension]) {
  }

  Period getPeriod(ArrayRef<DigitTerm> sum) const {
    Period result{1, 0};
    for (const DigitTerm &term : sum) {
      Period digit = getPeriod(term.digit);
      int64_t common = std::gcd(result.period, digit.period);
      int64_t factor = digit.period / common;
      int64_t digitFactor = result.period / common;
      result = repeat(result, factor);
      if (result.period < extent)
        result.increment += term.weight * digit.increment * digitFactor;
    }
    return result;
  }

private:
  Period getPeriod(const Digit &digit) const {
    Period period{1, 0};
    if (pool.isDimension(digit.variable))
      period = {1, digit.variable == dimension ? 1 : 0};
    else
      period = getPeriod(pool.getVariable(digit.variable).sum);
    for (int64_t modulus : digit.moduli) {
      period = repeat(period, modulus / std::gcd(modulus, period.increment));
      period.increment = 0;
    }
    period = repeat(period,
                    digit.divisor / std::gcd(digit.divisor, period.increment));
    period.increment /= digit.divisor;
    return period;
  }

  Period repeat(Period period, int64_t times) const {
    int64_t length;
    if (llvm::MulOverflow(period.period, times, length) || length >= extent)
      return {extent, 0};
    return {length, period.increment * times};
  }

  const DigitPool &pool;
  size_t dimension;
  int64_t extent;
};

} // namespace

SmallVector<int64_t> mlir::tiled_layout::getShiftPeriods(const DigitPool &pool,
                                                         const DigitSum &a,
                                                         const DigitSum &b) {
  SmallVector<int64_t> periods;
  ArrayRef<int64_t> extents = pool.getExtents();
  for (size_t dim = 0; dim < extents.size(); ++dim) {
    int64_t periodA = PeriodFinder(pool, dim).getPeriod(a).period;
    int64_t periodB = PeriodFinder(pool, dim).getPeriod(b).period;
    int64_t period;
    if (llvm::MulOverflow(periodA / std::gcd(periodA, periodB), periodB,
                          period))
      period = extents[dim];
    periods.push_back(std::min(period, extents[dim]));
  }
  return periods;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {

class Comparison {
public:
  Comparison(DigitPool &pool, const DigitSum &a, const DigitSum &b,
             int64_t maxRuns)
      : pool(pool), extents(pool.getExtents()), a(a), b(b), runsLeft(maxRuns) {}

  ComparisonResult run() {
    index.assign(extents.size(), 0);
    periods = getShiftPeriods(pool, a, b);
    Agreement result = comparePeriodSteps();
    for (ArrayRef<int64_t> group : getLinkedDimensions(pool, {&a, &b})) {
      if (result != Agreement::Agree)
        break;
      if (std::optional<Agreement> known = compareChains(group))
        result = *known;
      else
        result = compareBox(group);
    }
    if (result != Agreement::Differ)
      index.clear();
    return {result, std::move(index)};
  }

private:
  /// Compares at one period, and at the end, of each dimension; the end finds
  /// most differences early.
  Agreement comparePeriodSteps() {
    for (size_t dim = 0; dim < extents.size(); ++dim) {
      for (int64_t step : {periods[dim], extents[dim] - 1}) {
        index[dim] = std::min(step, extents[dim] - 1);
        if (evaluate(pool, a, index) != evaluate(pool, b, index))
          return Agreement::Differ;
      }
      index[dim] = 0;
    }
    return Agreement::Agree;
  }

  /// Compares a group whose digits are of one index on both sides; nothing if
  /// they are not. On a difference, `index` is there.
  std::optional<Agreement> compareChains(ArrayRef<int64_t> group) {
    auto chainA = getDigitChain(pool, getTermsOf(pool, a, group));
    auto chainB = getDigitChain(pool, getTermsOf(pool, b, group));
    if (!chainA || !chainB || chainA->dims != chainB->dims)
      return std::nullopt;
    if (chainA->steps == chainB->steps)
      return Agreement::Agree;
    int64_t combined = getFirstDeparture(*chainA, *chainB);
    for (int64_t dim : llvm::reverse(chainA->dims)) {
      index[dim] = combined % extents[dim];
      combined /= extents[dim];
    }
    if (evaluate(pool, a, index) != evaluate(pool, b, index))
      return Agreement::Differ;
    index.assign(extents.size(), 0);
    return std::nullopt; // A step was superfluous after all.
  }

  /// Returns the combined index where the first step that differs begins.
  static int64_t getFirstDeparture(const DigitChain &x, const DigitChain &y) {
    size_t k = 0;
    while (k < x.steps.size() && k < y.steps.size() && x.steps[k] == y.steps[k])
      ++k;
    return std::min(k < x.steps.size() ? x.steps[k].divisor : x.extent - 1,
                    k < y.steps.size() ? y.steps[k].divisor : y.extent - 1);
  }

  /// Compares on the group's box; on a difference, `index` is there.
  Agreement compareBox(ArrayRef<int64_t> group) {
    // Runs go along the longest period.
    int64_t inner = *llvm::max_element(
        group, [&](int64_t x, int64_t y) { return periods[x] < periods[y]; });
    for (;;) {
      Agreement line = compareLine(inner);
      if (line != Agreement::Agree)
        return line;
      if (!advance(group, inner))
        return Agreement::Agree;
    }
  }

  Agreement compareLine(int64_t dim) {
    RunEvaluator evaluator(pool, index, dim);
    for (int64_t &i = index[dim]; i < periods[dim];) {
      if (runsLeft-- <= 0)
        return Agreement::Unknown;
      Run runA = evaluator.getRun(a), runB = evaluator.getRun(b);
      if (runA.value != runB.value)
        return Agreement::Differ;
      int64_t length = std::min({runA.length, runB.length, periods[dim] - i});
      if (length > 1 && runA.slope != runB.slope) {
        ++i;
        return Agreement::Differ;
      }
      i += length;
    }
    index[dim] = 0;
    return Agreement::Agree;
  }

  /// Moves to the next line of the box; false, with `index` 0, after the last.
  bool advance(ArrayRef<int64_t> group, int64_t inner) {
    for (int64_t dim : group) {
      if (dim == inner)
        continue;
      if (++index[dim] < periods[dim])
        return true;
      index[dim] = 0;
    }
    return false;
  }

  DigitPool &pool;
  ArrayRef<int64_t> extents;
  const DigitSum &a;
  const DigitSum &b;
  int64_t runsLeft;
  SmallVector<int64_t> periods;
  SmallVector<int64_t> index;
};

} // namespace

ComparisonResult mlir::tiled_layout::compare(DigitPool &pool, const DigitSum &a,
                                             const DigitSum &b,
                                             int64_t maxRuns) {
  if (a == b)
    return {Agreement::Agree, {}};
  return Comparison(pool, a, b, maxRuns).run();
}
