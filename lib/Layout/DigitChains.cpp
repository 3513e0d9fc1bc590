//===- DigitChains.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitChains.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

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
