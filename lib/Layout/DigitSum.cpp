//===- DigitSum.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitSum.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

#include "llvm/ADT/EquivalenceClasses.h"

#include <numeric>
#include <tuple>

using namespace mlir::tiled_layout;

int64_t mlir::tiled_layout::getMaximum(llvm::ArrayRef<DigitTerm> sum) {
  int64_t maximum = 0;
  for (const DigitTerm &term : sum)
    maximum += term.weight * (term.digit.range - 1);
  return maximum;
}

DigitPool::DigitPool(llvm::ArrayRef<int64_t> extents) : extents(extents) {
  for (int64_t extent : extents) {
    assert(extent > 0 && "an empty array has no positions");
    variables.push_back({{}, extent});
  }
}

size_t DigitPool::intern(DigitSum sum) {
  for (size_t i = extents.size(); i < variables.size(); ++i)
    if (variables[i].sum == sum)
      return i;
  int64_t range = getMaximum(sum) + 1;
  variables.push_back({std::move(sum), range});
  return variables.size() - 1;
}

/// Returns the moduli in effect, and the range after them. A modulus that the
/// range never reaches does nothing, nor does one followed by a divisor of it.
static llvm::SmallVector<int64_t, 2>
reduceModuli(llvm::ArrayRef<int64_t> moduli, int64_t &range) {
  llvm::SmallVector<int64_t, 2> reduced;
  for (int64_t modulus : moduli) {
    if (modulus >= range)
      continue;
    while (!reduced.empty() && reduced.back() % modulus == 0)
      reduced.pop_back();
    reduced.push_back(modulus);
    range = modulus;
  }
  return reduced;
}

Digit DigitPool::getDigit(size_t variable, llvm::ArrayRef<int64_t> moduli,
                          int64_t divisor) const {
  int64_t range = variables[variable].range;
  auto reduced = reduceModuli(moduli, range);
  return {variable, std::move(reduced), divisor, (range - 1) / divisor + 1};
}

/// Replaces digits of combined indices by digits of what these are sums of,
/// where no edge is in the way. Returns true if there were any.
bool DigitPool::splitDigits(DigitSum &sum) {
  DigitSum parts;
  for (const DigitTerm &term : sum)
    addDigit(parts, term.weight, term.digit);
  bool changed = parts != sum;
  sum = std::move(parts);
  return changed;
}

/// q * (x / (d * q)) + (x / d) mod q is x / d: true if the terms are such.
bool DigitPool::continues(const DigitTerm &high, const DigitTerm &low) const {
  if (high.digit.variable != low.digit.variable ||
      high.digit.divisor % low.digit.divisor != 0)
    return false;
  int64_t factor = high.digit.divisor / low.digit.divisor;
  if (high.weight % factor != 0 || high.weight / factor != low.weight)
    return false;
  llvm::SmallVector<int64_t, 2> moduli(high.digit.moduli);
  moduli.push_back(high.digit.divisor);
  return getDigit(low.digit.variable, moduli, low.digit.divisor) == low.digit;
}

/// Joins digits that continue each other, until there are none.
void DigitPool::join(DigitSum &sum) const {
  for (size_t high = 0; high < sum.size();) {
    auto low = llvm::find_if(
        llvm::drop_begin(sum, high + 1),
        [&](const DigitTerm &term) { return continues(sum[high], term); });
    if (low == sum.end()) {
      ++high;
      continue;
    }
    low->digit = getDigit(low->digit.variable, sum[high].digit.moduli,
                          low->digit.divisor);
    sum.erase(sum.begin() + high);
    high = 0; // The joined digit may continue another one.
  }
}

void DigitPool::normalize(DigitSum &sum) {
  do {
    llvm::erase_if(sum, [](const DigitTerm &t) { return t.digit.range == 1; });
    llvm::sort(sum, [](const DigitTerm &a, const DigitTerm &b) {
      return std::make_tuple(b.weight, a.digit.variable, a.digit.divisor) <
             std::make_tuple(a.weight, b.digit.variable, b.digit.divisor);
    });
    join(sum);
  } while (splitDigits(sum));
}

/// Where a size cuts a sum: `size * outer + weight * crossing + inner`, where
/// `weight` divides `size` and `inner` is less than `weight`.
struct DigitPool::Cut {
  DigitSum outer, crossing, inner;
  int64_t weight;
};

std::optional<DigitPool::Cut> DigitPool::findCut(const DigitSum &sum,
                                                 int64_t size) const {
  Cut cut;
  DigitSum rest;
  for (const DigitTerm &term : sum) {
    if (term.weight % size == 0)
      cut.outer.push_back({term.weight / size, term.digit});
    else
      rest.push_back(term);
  }
  if (getMaximum(rest) < size) {
    cut.inner = std::move(rest);
    cut.weight = size;
    return cut;
  }
  // As few terms as possible cross.
  for (size_t count = 1; count <= rest.size(); ++count) {
    cut.weight = size;
    for (const DigitTerm &term : llvm::ArrayRef(rest).take_front(count))
      cut.weight = std::gcd(cut.weight, term.weight);
    auto inner = llvm::ArrayRef(rest).drop_front(count);
    if (getMaximum(inner) >= cut.weight)
      continue;
    for (const DigitTerm &term : llvm::ArrayRef(rest).take_front(count))
      cut.crossing.push_back({term.weight / cut.weight, term.digit});
    cut.inner.assign(inner.begin(), inner.end());
    return cut;
  }
  return std::nullopt; // Not reached: with all terms, nothing is inner.
}

void DigitPool::addDigit(DigitSum &sum, int64_t weight, const Digit &digit) {
  if (isDimension(digit.variable)) {
    sum.push_back({weight, digit});
    return;
  }
  std::optional<DigitSum> parts = variables[digit.variable].sum;
  for (int64_t modulus : digit.moduli) {
    auto halves = trySplit(*parts, modulus, /*allowNewVariable=*/false);
    if (!halves) {
      sum.push_back({weight, digit});
      return;
    }
    parts = std::move(halves->second);
  }
  auto halves = trySplit(*parts, digit.divisor, /*allowNewVariable=*/false);
  if (!halves) {
    sum.push_back({weight, digit});
    return;
  }
  for (const DigitTerm &term : halves->first)
    sum.push_back({weight * term.weight, term.digit});
}

std::optional<std::pair<DigitSum, DigitSum>>
DigitPool::trySplit(const DigitSum &sum, int64_t size, bool allowNewVariable) {
  std::optional<Cut> cut = findCut(sum, size);
  assert(cut && "every sum has a cut");
  if (!cut->crossing.empty()) {
    bool isOneDigit =
        cut->crossing.size() == 1 && cut->crossing.front().weight == 1;
    if (!isOneDigit && !allowNewVariable)
      return std::nullopt;
    Digit digit = isOneDigit ? cut->crossing.front().digit
                             : getDigit(intern(cut->crossing), {}, 1);
    int64_t edge = digit.divisor * (size / cut->weight);
    llvm::SmallVector<int64_t, 2> moduli(digit.moduli);
    addDigit(cut->outer, 1, getDigit(digit.variable, moduli, edge));
    moduli.push_back(edge);
    addDigit(cut->inner, cut->weight,
             getDigit(digit.variable, moduli, digit.divisor));
  }
  normalize(cut->outer);
  normalize(cut->inner);
  return std::make_pair(std::move(cut->outer), std::move(cut->inner));
}

std::pair<DigitSum, DigitSum> DigitPool::split(const DigitSum &sum,
                                               int64_t size) {
  return *trySplit(sum, size, /*allowNewVariable=*/true);
}

namespace {

/// An axis is its extent and its value as a sum.
struct DigitDomain {
  struct Axis {
    int64_t extent;
    DigitSum sum;
  };

  Axis one() { return {1, {}}; }

  Axis merge(const Axis &major, const Axis &minor) {
    Axis merged{major.extent * minor.extent, {}};
    for (const DigitTerm &term : major.sum)
      merged.sum.push_back({term.weight * minor.extent, term.digit});
    merged.sum.append(minor.sum);
    pool.normalize(merged.sum);
    return merged;
  }

  std::pair<Axis, Axis> split(const Axis &axis, TileEntry entry) {
    int64_t size = getTileSize(entry, axis.extent);
    auto [quotient, remainder] = pool.split(axis.sum, size);
    return {{ceilDivide(axis.extent, size), std::move(quotient)},
            {size, std::move(remainder)}};
  }

  DigitPool &pool;
};

} // namespace

DigitSum DigitPool::getIndex(size_t dimension) {
  DigitSum sum = {{1, getDigit(dimension, {}, 1)}};
  normalize(sum);
  return sum;
}

DigitSum DigitPool::getPosition(const Layout &layout) {
  llvm::SmallVector<DigitSum> index;
  for (size_t dim = 0; dim < extents.size(); ++dim)
    index.push_back(getIndex(dim));
  return getPosition(layout, extents, index);
}

DigitSum DigitPool::getPosition(const Layout &layout,
                                llvm::ArrayRef<int64_t> strides) {
  DigitDomain domain{*this};
  llvm::SmallVector<DigitDomain::Axis> axes;
  for (size_t dim = 0; dim < extents.size(); ++dim)
    axes.push_back({extents[dim], getIndex(dim)});
  DigitSum position;
  for (const auto &[stride, axis] :
       llvm::zip_equal(strides, applyLayout<DigitDomain>(layout, axes, domain)))
    for (const DigitTerm &term : axis.sum)
      position.push_back({stride * term.weight, term.digit});
  normalize(position);
  return position;
}

DigitSum DigitPool::getPosition(const Layout &layout,
                                llvm::ArrayRef<int64_t> extents,
                                llvm::ArrayRef<DigitSum> index) {
  DigitDomain domain{*this};
  llvm::SmallVector<DigitDomain::Axis> axes;
  for (auto [extent, sum] : llvm::zip_equal(extents, index))
    axes.push_back({extent, sum});
  DigitDomain::Axis position = domain.one();
  for (const auto &axis : applyLayout<DigitDomain>(layout, axes, domain))
    position = domain.merge(position, axis);
  return position.sum;
}

int64_t mlir::tiled_layout::evaluate(const DigitPool &pool,
                                     llvm::ArrayRef<DigitTerm> sum,
                                     llvm::ArrayRef<int64_t> index) {
  int64_t result = 0;
  for (const auto &[weight, digit] : sum) {
    int64_t value =
        pool.isDimension(digit.variable)
            ? index[digit.variable]
            : evaluate(pool, pool.getVariable(digit.variable).sum, index);
    for (int64_t modulus : digit.moduli)
      value %= modulus;
    result += weight * (value / digit.divisor);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Groups of dimensions
//===----------------------------------------------------------------------===//

/// Links the dimensions below a digit; returns one of them.
static int64_t linkDimensions(const DigitPool &pool, const Digit &digit,
                              llvm::EquivalenceClasses<int64_t> &groups) {
  if (pool.isDimension(digit.variable))
    return digit.variable;
  std::optional<int64_t> first;
  for (const DigitTerm &term : pool.getVariable(digit.variable).sum) {
    int64_t dim = linkDimensions(pool, term.digit, groups);
    if (first)
      groups.unionSets(*first, dim);
    first = dim;
  }
  return *first;
}

llvm::SmallVector<llvm::SmallVector<int64_t>>
mlir::tiled_layout::getLinkedDimensions(const DigitPool &pool,
                                        llvm::ArrayRef<const DigitSum *> sums) {
  int64_t rank = pool.getExtents().size();
  llvm::EquivalenceClasses<int64_t> classes;
  for (int64_t dim = 0; dim < rank; ++dim)
    classes.insert(dim);
  for (const DigitSum *sum : sums)
    for (const DigitTerm &term : *sum)
      linkDimensions(pool, term.digit, classes);

  llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
  llvm::SmallVector<int64_t> groupOfLeader(rank, -1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t &group = groupOfLeader[classes.getLeaderValue(dim)];
    if (group < 0) {
      group = groups.size();
      groups.emplace_back();
    }
    groups[group].push_back(dim);
  }
  return groups;
}

DigitSum mlir::tiled_layout::getTermsOf(const DigitPool &pool,
                                        const DigitSum &sum,
                                        llvm::ArrayRef<int64_t> group) {
  DigitSum terms;
  for (const DigitTerm &term : sum) {
    // Every dimension below a digit is of the same group.
    const Digit *digit = &term.digit;
    while (!pool.isDimension(digit->variable))
      digit = &pool.getVariable(digit->variable).sum.front().digit;
    if (llvm::is_contained(group, digit->variable))
      terms.push_back(term);
  }
  return terms;
}
