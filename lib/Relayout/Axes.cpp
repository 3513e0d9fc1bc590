//===- Axes.cpp -----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/Axes.h"

#include "../Layout/ArrayDigits.h"
#include "../Layout/DigitChains.h"
#include "../Layout/PrintToString.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Refinement
//===----------------------------------------------------------------------===//

namespace {

/// What one index adds to a position: as `DigitChain`, with an extent and
/// strides that need not be known.
struct IndexChain {
  struct Step {
    int64_t divisor;
    Stride stride;
  };

  IndexChain(const DigitChain &chain) : dims(chain.dims), extent(chain.extent) {
    for (const DigitStep &step : chain.steps)
      steps.push_back({step.divisor, step.stride});
  }

  IndexChain(int64_t dim, int64_t extent, ArrayRef<ArrayDigit> digits)
      : dims({dim}), extent(extent) {
    for (const ArrayDigit &digit : digits)
      steps.push_back({digit.weight, digit.stride});
  }

  /// Returns the step whose digit a cut at `divisor` falls into.
  const Step &getStepBelow(int64_t divisor) const {
    const Step *below = steps.begin();
    for (const Step &step : steps)
      if (step.divisor <= divisor)
        below = &step;
    return *below;
  }

  /// The logical dimensions that make up the index, most major first.
  SmallVector<int64_t, 2> dims;
  int64_t extent;
  /// Most minor digit first.
  SmallVector<Step, 4> steps;
};

} // namespace

static std::string describe(ArrayRef<int64_t> dims) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      dims, os, [&](int64_t dim) { os << 'd' << dim; }, " and ");
  return text;
}

/// Returns all places where either chain cuts the index, ascending.
static SmallVector<int64_t> getCuts(const IndexChain &source,
                                    const IndexChain &dest) {
  SmallVector<int64_t> cuts;
  for (const IndexChain *chain : {&source, &dest})
    for (const IndexChain::Step &step : chain->steps)
      cuts.push_back(step.divisor);
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}

int64_t mlir::tiled_layout::getAssumedExtent(int64_t cut) {
  constexpr int64_t least = 101;
  return std::max(least, 2 * cut + 1);
}

/// Adds the axes of one index; plans assume `assumedExtent` where its extent is
/// not known. A chain can be cut once more, at a multiple of the step below,
/// without changing its other digits; returns why not if a cut of the other
/// chain is elsewhere.
static std::optional<std::string> addChains(RelayoutAxes &result,
                                            const IndexChain &source,
                                            const IndexChain &dest,
                                            int64_t assumedExtent = 0) {
  SmallVector<int64_t> cuts = getCuts(source, dest);
  for (int64_t cut : cuts)
    for (const IndexChain *chain : {&source, &dest})
      if (int64_t below = chain->getStepBelow(cut).divisor; cut % below != 0)
        return "the edges " + std::to_string(cut) + " and " +
               std::to_string(below) + " of " + describe(source.dims) +
               " do not chain";

  std::optional<RuntimeExtent> runtime;
  int64_t extent = source.extent;
  if (extent == kDynamic) {
    runtime = RuntimeExtent{source.dims.front()};
    extent = assumedExtent;
  }
  size_t first = result.axes.size();
  size_t count = cuts.size();
  auto getAxisNumber = [&](size_t k) { return first + count - 1 - k; };
  result.axes.resize(first + count);
  for (size_t k = 0; k < count; ++k) {
    bool isMostMajor = k + 1 == count;
    int64_t end = isMostMajor ? extent : cuts[k + 1];
    auto getStride = [&](const IndexChain &chain) {
      const IndexChain::Step &step = chain.getStepBelow(cuts[k]);
      return step.stride * (cuts[k] / step.divisor);
    };
    RelayoutAxis &axis = result.axes[getAxisNumber(k)];
    axis.digits = {{source.dims, cuts[k]}};
    axis.extent = ceilDivide(end, cuts[k]);
    axis.sourceStride = getStride(source);
    axis.destStride = getStride(dest);
    bool isUnknown = isMostMajor && runtime;
    if (isUnknown)
      axis.runtimeExtent = runtime->divideBy(cuts[k]);
    if (isUnknown ? cuts[k] == 1 : end % cuts[k] == 0)
      continue;
    AxisBound &bound = result.bounds.emplace_back();
    bound.limit = end;
    if (isUnknown)
      bound.runtimeLimit = runtime;
    for (size_t j = k + 1; j > 0; --j)
      bound.terms.push_back({getAxisNumber(j - 1), cuts[j - 1]});
  }
  return std::nullopt;
}

/// Adds what the linked dimensions `group` contribute.
static void addGroup(RelayoutAxes &result, DigitPool &pool,
                     const DigitSum &source, const DigitSum &dest,
                     ArrayRef<int64_t> group) {
  DigitSum sourceTerms = getTermsOf(pool, source, group);
  DigitSum destTerms = getTermsOf(pool, dest, group);
  if (sourceTerms.empty() && destTerms.empty())
    return; // One element along these dimensions.
  DigitSum all(sourceTerms);
  all.append(destTerms);
  std::optional<size_t> index = findWidestIndex(pool, all);
  std::optional<DigitChain> sourceChain, destChain;
  if (index) {
    sourceChain = getDigitChain(pool, sourceTerms, *index);
    destChain = getDigitChain(pool, destTerms, *index);
  }
  std::optional<std::string> refusal;
  if (!sourceChain || !destChain)
    refusal = "a tile mixes " + describe(group);
  else
    refusal = addChains(result, *sourceChain, *destChain);
  if (refusal)
    result.irregular.push_back({{group.begin(), group.end()}, *refusal});
}

RelayoutAxes mlir::tiled_layout::getRelayoutAxes(const Layout &source,
                                                 const Layout &dest,
                                                 ArrayRef<int64_t> extents) {
  return getRelayoutAxes(source, {}, dest, {}, extents);
}

/// Adds the axes of a dimension that no tile combines with others.
static void addDimension(RelayoutAxes &result, int64_t dim, int64_t extent,
                         ArrayRef<ArrayDigit> source, ArrayRef<ArrayDigit> dest,
                         int64_t assumedExtent) {
  if (extent == 1)
    return;
  std::optional<std::string> refusal =
      addChains(result, IndexChain(dim, extent, getDigitsOf(source, dim)),
                IndexChain(dim, extent, getDigitsOf(dest, dim)), assumedExtent);
  if (refusal)
    result.irregular.push_back({{dim}, *refusal});
}

/// Adds the axes of arrays of which not all is static.
static void addDimensions(RelayoutAxes &result, const Layout &source,
                          ArrayRef<int64_t> sourceStrides, const Layout &dest,
                          ArrayRef<int64_t> destStrides,
                          ArrayRef<int64_t> extents) {
  auto sourceDigits = getArrayDigits(source, extents, sourceStrides);
  auto destDigits = getArrayDigits(dest, extents, destStrides);
  std::string reason = toString(sourceDigits.takeError());
  if (!destDigits)
    reason = toString(destDigits.takeError());
  if (!reason.empty()) {
    result.irregular.push_back(
        {llvm::to_vector(llvm::seq<int64_t>(0, extents.size())), reason});
    return;
  }
  int64_t cut = 1;
  for (ArrayRef<ArrayDigit> digits : {*sourceDigits, *destDigits})
    for (const ArrayDigit &digit : digits)
      cut = std::max(cut, digit.weight);
  for (auto [dim, extent] : llvm::enumerate(extents))
    addDimension(result, dim, extent, *sourceDigits, *destDigits,
                 getAssumedExtent(cut));
}

RelayoutAxes mlir::tiled_layout::getRelayoutAxes(
    const Layout &source, ArrayRef<int64_t> sourceStrides, const Layout &dest,
    ArrayRef<int64_t> destStrides, ArrayRef<int64_t> extents) {
  RelayoutAxes result;
  if (llvm::is_contained(extents, 0)) {
    result.isEmpty = true;
    return result;
  }
  // Sums of digits have positive weights.
  auto arePositive = [](ArrayRef<int64_t> numbers) {
    return llvm::all_of(numbers, [](int64_t number) { return number > 0; });
  };
  if (!arePositive(extents) || !arePositive(sourceStrides) ||
      !arePositive(destStrides)) {
    addDimensions(result, source, sourceStrides, dest, destStrides, extents);
    return result;
  }
  DigitPool pool(extents);
  auto getPosition = [&](const Layout &layout, ArrayRef<int64_t> strides) {
    return strides.empty() ? pool.getPosition(layout)
                           : pool.getPosition(layout, strides);
  };
  DigitSum sourceSum = getPosition(source, sourceStrides);
  DigitSum destSum = getPosition(dest, destStrides);
  for (ArrayRef<int64_t> group :
       getLinkedDimensions(pool, {&sourceSum, &destSum}))
    addGroup(result, pool, sourceSum, destSum, group);
  return result;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

int64_t AxisBound::getWeight(size_t axis) const {
  for (const Term &term : terms)
    if (term.axis == axis)
      return term.weight;
  return 0;
}

bool RelayoutAxes::isBounded(size_t axis) const {
  return llvm::any_of(bounds, [&](const AxisBound &bound) {
    return bound.getWeight(axis) != 0;
  });
}

int64_t RelayoutAxes::getCount(size_t axis, ArrayRef<int64_t> values) const {
  int64_t count = axes[axis].extent;
  for (const AxisBound &bound : bounds) {
    int64_t weight = bound.getWeight(axis);
    if (weight == 0)
      continue;
    int64_t room = bound.limit;
    for (const AxisBound::Term &term : bound.terms)
      if (term.axis != axis)
        room -= term.weight * values[term.axis];
    count = std::min(count, room > 0 ? ceilDivide(room, weight) : 0);
  }
  return count;
}

/// Makes bounds refer to axes by new numbers.
static void renumber(RelayoutAxes &axes, ArrayRef<size_t> newNumbers) {
  for (AxisBound &bound : axes.bounds)
    for (AxisBound::Term &term : bound.terms)
      term.axis = newNumbers[term.axis];
}

void RelayoutAxes::reorder(ArrayRef<size_t> order) {
  assert(order.size() == axes.size() && "order is not a permutation");
  SmallVector<RelayoutAxis> reordered;
  SmallVector<size_t> newNumbers(axes.size());
  for (auto [number, axis] : llvm::enumerate(order)) {
    reordered.push_back(std::move(axes[axis]));
    newNumbers[axis] = number;
  }
  axes = std::move(reordered);
  renumber(*this, newNumbers);
}

/// True if one step of `major` is known to be as far as all steps of `minor`,
/// on both sides.
static bool continues(const RelayoutAxis &major, const RelayoutAxis &minor) {
  return !major.isIrregular && !minor.isIrregular && minor.hasKnownExtent() &&
         major.sourceStride == minor.sourceStride * minor.extent &&
         major.destStride == minor.destStride * minor.extent;
}

/// Returns two axes that may be one, most major first.
static std::optional<std::pair<size_t, size_t>>
findMerge(const RelayoutAxes &axes) {
  for (size_t major = 0; major < axes.axes.size(); ++major) {
    if (axes.isBounded(major))
      continue;
    for (size_t minor = 0; minor < axes.axes.size(); ++minor)
      if (minor != major && !axes.isBounded(minor) &&
          continues(axes.axes[major], axes.axes[minor]))
        return std::make_pair(major, minor);
  }
  return std::nullopt;
}

void RelayoutAxes::merge() {
  while (auto found = findMerge(*this)) {
    auto [major, minor] = *found;
    axes[minor].digits.insert(axes[minor].digits.begin(),
                              axes[major].digits.begin(),
                              axes[major].digits.end());
    if (std::optional<RuntimeExtent> runtime = axes[major].runtimeExtent) {
      assert(runtime->divisor == 1 && "an axis of blocks is bounded");
      runtime->factor *= axes[minor].extent;
      axes[minor].runtimeExtent = runtime;
    }
    axes[minor].extent *= axes[major].extent;
    SmallVector<size_t> newNumbers;
    for (size_t axis = 0; axis < axes.size(); ++axis)
      newNumbers.push_back(axis - (axis > major));
    axes.erase(axes.begin() + major);
    renumber(*this, newNumbers);
  }
}

size_t RelayoutAxes::split(size_t axis, int64_t size) {
  RelayoutAxis inner = axes[axis];
  RelayoutAxis &outer = axes[axis];
  int64_t extent = outer.extent;
  assert(size > 1 && size < extent && "nothing to split");
  size_t number = axes.size();
  for (AxisBound &bound : bounds)
    if (int64_t weight = bound.getWeight(axis)) {
      for (AxisBound::Term &term : bound.terms)
        if (term.axis == axis)
          term.weight *= size;
      bound.terms.push_back({number, weight});
    }
  std::optional<RuntimeExtent> &runtime = outer.runtimeExtent;
  bool isDivided = runtime ? runtime->isMultipleOf(size) : extent % size == 0;
  // An extent that is not known follows from its bound, if there is one.
  if (!isDivided && !(runtime && isBounded(axis))) {
    AxisBound &bound = bounds.emplace_back();
    bound.terms = {{axis, size}, {number, 1}};
    bound.limit = extent;
    bound.runtimeLimit = runtime;
  }
  inner.extent = size;
  inner.runtimeExtent.reset();
  if (runtime)
    *runtime = runtime->divideBy(size);
  outer.extent = ceilDivide(extent, size);
  outer.sourceStride = outer.sourceStride * size;
  outer.destStride = outer.destStride * size;
  outer.blockSize *= size;
  axes.push_back(std::move(inner));
  return number;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void mlir::tiled_layout::print(llvm::raw_ostream &os, const IndexDigit &digit) {
  if (digit.dims.empty()) {
    os << "padding";
    return;
  }
  bool isCombined = digit.dims.size() > 1;
  os << (isCombined ? "(" : "");
  llvm::interleave(
      digit.dims, os, [&](int64_t d) { os << 'd' << d; }, ",");
  os << (isCombined ? ")" : "");
  if (digit.divisor != 1)
    os << '/' << digit.divisor;
}

static void printDigits(llvm::raw_ostream &os, const RelayoutAxis &axis) {
  if (axis.digits.size() == 1) {
    IndexDigit digit = axis.digits.front();
    digit.divisor *= axis.blockSize;
    print(os, digit);
    return;
  }
  os << '(';
  llvm::interleave(
      axis.digits, os, [&](const IndexDigit &digit) { print(os, digit); }, ",");
  os << ')';
  if (axis.blockSize != 1)
    os << '/' << axis.blockSize;
}

/// Prints an extent or a limit.
static void printNumber(llvm::raw_ostream &os, int64_t number, bool isKnown) {
  if (isKnown)
    os << number;
  else
    os << '?';
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const RelayoutAxis &axis) {
  printNumber(os, axis.extent, axis.hasKnownExtent());
  os << " of ";
  printDigits(os, axis);
  if (axis.isIrregular) {
    os << ", irregular";
    return;
  }
  os << ", source " << axis.sourceStride << ", destination " << axis.destStride;
}

void mlir::tiled_layout::print(llvm::raw_ostream &os, const AxisBound &bound) {
  llvm::interleave(
      bound.terms, os,
      [&](const AxisBound::Term &term) {
        if (term.weight != 1)
          os << term.weight << '*';
        os << 'a' << term.axis;
      },
      " + ");
  os << " < ";
  printNumber(os, bound.limit, bound.hasKnownLimit());
  if (bound.isFilled)
    os << ", then padding";
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const RelayoutAxes &axes) {
  if (axes.isEmpty)
    os << "no elements\n";
  for (auto [number, axis] : llvm::enumerate(axes.axes)) {
    os << 'a' << number << ": ";
    print(os, axis);
    os << '\n';
  }
  for (const AxisBound &bound : axes.bounds) {
    os << "bound: ";
    print(os, bound);
    os << '\n';
  }
  for (const IrregularDims &group : axes.irregular)
    os << "irregular: " << group.reason << '\n';
}

std::string mlir::tiled_layout::toString(const RelayoutAxes &axes) {
  return printToString(axes);
}
