//===- IndexRanges.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/IndexRanges.h"

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

using Bound = std::optional<int64_t>;

static Bound add(Bound a, Bound b) {
  return a && b ? llvm::checkedAdd(*a, *b) : std::nullopt;
}

static Bound multiply(Bound a, int64_t factor) {
  return a ? llvm::checkedMul(*a, factor) : std::nullopt;
}

IndexRange IndexRange::tighten() const {
  if (congruence.isConstant())
    return getConstant(congruence.getRemainder());
  int64_t modulus = congruence.getModulus();
  int64_t remainder = congruence.getRemainder();
  IndexRange result = *this;
  if (min)
    result.min =
        add(min, llvm::mod(remainder - llvm::mod(*min, modulus), modulus));
  if (max)
    result.max =
        add(max, -llvm::mod(llvm::mod(*max, modulus) - remainder, modulus));
  return result;
}

static IndexRange multiply(IndexRange range, int64_t factor) {
  IndexRange result = {multiply(range.min, factor), multiply(range.max, factor),
                       range.congruence * Congruence::getConstant(factor)};
  if (factor < 0)
    std::swap(result.min, result.max);
  return result;
}

/// Returns what all values of a range have as quotient, if it is one.
static Bound getQuotient(IndexRange range, int64_t divisor) {
  if (!range.min || !range.max)
    return std::nullopt;
  int64_t quotient = llvm::divideFloorSigned(*range.min, divisor);
  if (quotient != llvm::divideFloorSigned(*range.max, divisor) ||
      !multiply(Bound(quotient), divisor))
    return std::nullopt;
  return quotient;
}

/// Returns the divisor of a floordiv, ceildiv or mod, or 0 if it is not a
/// positive constant.
static int64_t getDivisor(AffineBinaryOpExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr.getRHS());
  return constant && constant.getValue() > 0 ? constant.getValue() : 0;
}

/// Returns the range of a dimension or symbol, null for other expressions.
static const IndexRange *getOperandRange(AffineExpr expr, unsigned numDims,
                                         ArrayRef<IndexRange> ranges) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return &ranges[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return &ranges[numDims + symbol.getPosition()];
  return nullptr;
}

IndexRange mlir::tiled_layout::getRange(AffineExpr expr, unsigned numDims,
                                        ArrayRef<IndexRange> ranges) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexRange::getConstant(constant.getValue());
  if (const IndexRange *range = getOperandRange(expr, numDims, ranges))
    return *range;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexRange lhs = getRange(binary.getLHS(), numDims, ranges);
  IndexRange rhs = getRange(binary.getRHS(), numDims, ranges);
  int64_t divisor = getDivisor(binary);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return {add(lhs.min, rhs.min), add(lhs.max, rhs.max),
            lhs.congruence + rhs.congruence};
  case AffineExprKind::Mul: {
    if (rhs.min && rhs.min == rhs.max)
      return multiply(lhs, *rhs.min);
    Bound min;
    if (lhs.isNonNegative() && rhs.isNonNegative())
      min = 0;
    return {min, std::nullopt, lhs.congruence * rhs.congruence};
  }
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv: {
    if (divisor == 0)
      return {};
    bool isFloor = binary.getKind() == AffineExprKind::FloorDiv;
    auto divide = [&](Bound bound) -> Bound {
      if (!bound)
        return std::nullopt;
      return isFloor ? llvm::divideFloorSigned(*bound, divisor)
                     : llvm::divideCeilSigned(*bound, divisor);
    };
    return {divide(lhs.min), divide(lhs.max),
            isFloor ? lhs.congruence.floorDiv(divisor)
                    : lhs.congruence.ceilDiv(divisor)};
  }
  case AffineExprKind::Mod: {
    Congruence congruence =
        lhs.congruence.mod(rhs.congruence, /*isEuclidean=*/true);
    if (divisor == 0)
      return {0, std::nullopt, congruence};
    if (Bound quotient = getQuotient(lhs, divisor))
      return {*lhs.min - *quotient * divisor, *lhs.max - *quotient * divisor,
              congruence};
    return {0, divisor - 1, congruence};
  }
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {

/// A constant and terms that are no sums, with coefficients.
struct Sum {
  int64_t constant = 0;
  SmallVector<std::pair<AffineExpr, int64_t>> terms;

  /// True once a number has overflowed: the sum is of no use.
  bool isLost = false;

  void add(AffineExpr expr, int64_t factor);
  void addTerm(AffineExpr base, int64_t coefficient);
  int64_t getCoefficient(AffineExpr base) const;
  AffineExpr get(MLIRContext *context) const;
};

/// Simplifies expressions of dimensions and symbols in given ranges.
class Simplifier {
public:
  Simplifier(unsigned numDims, ArrayRef<IndexRange> ranges,
             MLIRContext *context)
      : numDims(numDims), ranges(ranges), context(context) {}

  AffineExpr simplify(AffineExpr expr);

private:
  bool join(Sum &sum, AffineExpr term, int64_t coefficient);
  AffineExpr simplifySum(AffineExpr lhs, AffineExpr rhs);
  AffineExpr divide(AffineExpr dividend, int64_t divisor, bool wantsRemainder);
  AffineExpr finish(AffineExpr dividend, int64_t divisor, bool wantsRemainder);

  IndexRange getRange(AffineExpr expr) {
    return tiled_layout::getRange(expr, numDims, ranges);
  }
  IndexRange getRange(const Sum &sum) { return getRange(sum.get(context)); }
  /// Returns what a term is known to be a multiple of, as far as it divides
  /// `divisor`.
  int64_t getCommonFactor(AffineExpr base, int64_t coefficient,
                          int64_t divisor) {
    const IndexRange *range = getOperandRange(base, numDims, ranges);
    int64_t factor = std::gcd(coefficient, divisor);
    return range ? factor * std::gcd(range->congruence.getDivisor(),
                                     divisor / factor)
                 : factor;
  }

  unsigned numDims;
  ArrayRef<IndexRange> ranges;
  MLIRContext *context;
};

} // namespace

void Sum::addTerm(AffineExpr base, int64_t coefficient) {
  auto *it = llvm::find_if(terms, [&](auto &t) { return t.first == base; });
  if (it == terms.end())
    it = &terms.emplace_back(base, 0);
  isLost |= llvm::AddOverflow(it->second, coefficient, it->second);
  // The negative of the smallest number is none.
  isLost |= it->second == std::numeric_limits<int64_t>::min();
  if (it->second == 0)
    terms.erase(it);
}

void Sum::add(AffineExpr expr, int64_t factor) {
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    int64_t product;
    isLost |= llvm::MulOverflow(value.getValue(), factor, product) ||
              llvm::AddOverflow(constant, product, constant);
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    add(binary.getLHS(), factor);
    add(binary.getRHS(), factor);
    return;
  }
  if (binary && binary.getKind() == AffineExprKind::Mul)
    if (auto value = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      int64_t product;
      isLost |= llvm::MulOverflow(factor, value.getValue(), product);
      return isLost ? void() : add(binary.getLHS(), product);
    }
  addTerm(expr, factor);
}

int64_t Sum::getCoefficient(AffineExpr base) const {
  for (auto [term, coefficient] : terms)
    if (term == base)
      return coefficient;
  return 0;
}

AffineExpr Sum::get(MLIRContext *context) const {
  AffineExpr result = getAffineConstantExpr(0, context);
  for (auto [base, coefficient] : terms)
    result = result + base * coefficient;
  return result + constant;
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

/// True if `sum` has all terms of `part`, `factor` times.
static bool contains(const Sum &sum, const Sum &part, int64_t factor) {
  return !part.isLost && !part.terms.empty() &&
         llvm::all_of(part.terms, [&](auto term) {
           Bound multiple = multiply(Bound(term.second), factor);
           return multiple && sum.getCoefficient(term.first) == *multiple;
         });
}

/// Joins a term of the sum, which is a quotient or remainder, with others.
/// Returns whether it could.
bool Simplifier::join(Sum &sum, AffineExpr term, int64_t coefficient) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(term);
  int64_t divisor = binary ? getDivisor(binary) : 0;
  if (divisor == 0)
    return false;
  AffineExpr dividend = binary.getLHS();
  // x mod c + (x floordiv c) * c is x.
  if (binary.getKind() == AffineExprKind::Mod) {
    AffineExpr quotient = dividend.floorDiv(divisor);
    Bound ofQuotient = multiply(Bound(coefficient), divisor);
    if (!ofQuotient || sum.getCoefficient(quotient) != *ofQuotient)
      return false;
    sum.addTerm(quotient, -*ofQuotient);
    sum.addTerm(term, -coefficient);
    sum.add(dividend, coefficient);
    return true;
  }
  if (binary.getKind() != AffineExprKind::FloorDiv ||
      coefficient % divisor != 0)
    return false;
  int64_t factor = coefficient / divisor;
  // (x floordiv c) * c is x where x is a multiple of c.
  if (getCommonFactor(dividend, 1, divisor) == divisor) {
    sum.addTerm(term, -coefficient);
    sum.add(dividend, factor);
    return true;
  }
  // x - (x floordiv c) * c is x mod c.
  Sum part;
  part.add(dividend, 1);
  if (!contains(sum, part, -factor))
    return false;
  sum.addTerm(term, -coefficient);
  sum.add(dividend, factor);
  sum.addTerm(divide(dividend, divisor, /*wantsRemainder=*/true), -factor);
  return true;
}

AffineExpr Simplifier::simplifySum(AffineExpr lhs, AffineExpr rhs) {
  // `lhs + rhs` may be the remainder that upstream makes of x - (x floordiv c)
  // * c, which hides that x is a multiple of c.
  Sum sum;
  sum.add(lhs, 1);
  sum.add(rhs, 1);
  while (!sum.isLost &&
         llvm::any_of(
             SmallVector<std::pair<AffineExpr, int64_t>>(sum.terms),
             [&](auto term) { return join(sum, term.first, term.second); }))
    ;
  return sum.isLost ? lhs + rhs : sum.get(context);
}

/// Returns the quotient or remainder of something that nothing can be taken out
/// of.
AffineExpr Simplifier::finish(AffineExpr dividend, int64_t divisor,
                              bool wantsRemainder) {
  if (Bound quotient = getQuotient(getRange(dividend), divisor))
    return wantsRemainder ? dividend - *quotient * divisor
                          : getAffineConstantExpr(*quotient, context);
  auto inner = dyn_cast<AffineBinaryOpExpr>(dividend);
  int64_t innerDivisor = inner ? getDivisor(inner) : 0;
  if (innerDivisor != 0 && inner.getKind() == AffineExprKind::FloorDiv &&
      !wantsRemainder && multiply(Bound(innerDivisor), divisor))
    return inner.getLHS().floorDiv(innerDivisor * divisor);
  if (innerDivisor != 0 && inner.getKind() == AffineExprKind::Mod) {
    AffineExpr base = inner.getLHS();
    if (innerDivisor % divisor == 0)
      return wantsRemainder ? divide(base, divisor, true)
                            : divide(divide(base, divisor, false),
                                     innerDivisor / divisor, true);
    // Count down from the other end.
    if (!wantsRemainder)
      return (-((-base - 1) % innerDivisor) + (innerDivisor - 1))
          .floorDiv(divisor);
  }
  return wantsRemainder ? dividend % divisor : dividend.floorDiv(divisor);
}

/// Returns the quotient or remainder of a simplified expression.
AffineExpr Simplifier::divide(AffineExpr dividend, int64_t divisor,
                              bool wantsRemainder) {
  Sum sum, whole, rest;
  sum.add(dividend, 1);
  if (sum.isLost)
    return wantsRemainder ? dividend % divisor : dividend.floorDiv(divisor);
  // Whole multiples of the divisor.
  for (auto [base, coefficient] : sum.terms) {
    int64_t common = std::gcd(coefficient, divisor);
    if (getCommonFactor(base, coefficient, divisor) != divisor)
      rest.addTerm(base, coefficient);
    else if (common == divisor)
      whole.addTerm(base, coefficient / divisor);
    else
      whole.addTerm(base.floorDiv(divisor / common), coefficient / common);
  }
  whole.constant = llvm::divideFloorSigned(sum.constant, divisor);
  rest.constant = sum.constant - whole.constant * divisor;
  AffineExpr wholeExpr = whole.get(context);

  // A + B with A a multiple of g, which divides the divisor, and B in [0, g).
  SmallVector<int64_t> factors;
  for (auto [base, coefficient] : rest.terms)
    factors.push_back(getCommonFactor(base, coefficient, divisor));
  llvm::sort(factors, std::greater<>());
  for (int64_t factor : factors) {
    if (factor == 1)
      break;
    // Factors that coefficients do not show stay where they are.
    Sum high, low;
    int64_t shown = factor;
    for (auto [base, coefficient] : rest.terms) {
      IndexRange range = getRange(base);
      bool isZero = range.min == 0 && range.max == 0;
      bool isHigh =
          !isZero && getCommonFactor(base, coefficient, divisor) % factor == 0;
      (isHigh ? high : low).addTerm(base, coefficient);
      if (isHigh)
        shown = std::gcd(shown, coefficient);
    }
    low.constant = rest.constant % factor;
    high.constant = rest.constant - low.constant;
    if (!getRange(low).isWithin(factor))
      continue;
    for (auto &term : high.terms)
      term.second /= shown;
    high.constant /= shown;
    AffineExpr digit =
        finish(high.get(context), divisor / shown, wantsRemainder);
    return wantsRemainder ? digit * shown + low.get(context)
                          : wholeExpr + digit;
  }
  AffineExpr digit = finish(rest.get(context), divisor, wantsRemainder);
  return wantsRemainder ? digit : wholeExpr + digit;
}

AffineExpr Simplifier::simplify(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = simplify(binary.getLHS());
  AffineExpr rhs = simplify(binary.getRHS());
  int64_t divisor = getDivisor(binary);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return simplifySum(lhs, rhs);
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
  case AffineExprKind::Mod: {
    bool wantsRemainder = binary.getKind() == AffineExprKind::Mod;
    if (divisor == 0)
      return wantsRemainder ? lhs % rhs : lhs.floorDiv(rhs);
    return divide(lhs, divisor, wantsRemainder);
  }
  default:
    return lhs.ceilDiv(rhs);
  }
}

AffineExpr mlir::tiled_layout::simplifyInRanges(AffineExpr expr,
                                                unsigned numDims,
                                                ArrayRef<IndexRange> ranges) {
  return Simplifier(numDims, ranges, expr.getContext()).simplify(expr);
}

AffineMap mlir::tiled_layout::simplifyInRanges(AffineMap map,
                                               ArrayRef<IndexRange> ranges) {
  auto results = llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
    return simplifyInRanges(result, map.getNumDims(), ranges);
  });
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

AffineMap mlir::tiled_layout::simplifyForIndex(AffineMap map,
                                               ArrayRef<int64_t> extents) {
  auto ranges = llvm::map_to_vector(extents, [](int64_t extent) {
    return extent == kDynamic || extent == 0 ? IndexRange{0, std::nullopt}
                                             : IndexRange{0, extent - 1};
  });
  ranges.resize(map.getNumInputs(), IndexRange{0, std::nullopt});
  return simplifyInRanges(map, ranges);
}
