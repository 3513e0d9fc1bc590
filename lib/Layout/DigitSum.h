//===- DigitSum.h - Normal form of the position function --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a static shape without zero extents, the position is a weighted sum of
// digits. A digit is taken from a variable x: ((x mod m1) mod m2 ...) / d.
// A variable is a logical dimension or, where a tile cuts a combined index at
// a place that no dimension's edge divides, a sum of digits of its own.
//
// Building the sum already removes what the ranges make trivial and joins
// digits that continue each other, so that most layouts with the same
// positions have the same sum.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_DIGITSUM_H
#define TILED_LAYOUT_LIB_LAYOUT_DIGITSUM_H

#include "tiled_layout/Layout/Layout.h"

#include <vector>

namespace mlir::tiled_layout {

/// ((variable mod moduli[0]) mod moduli[1] ...) / divisor.
struct Digit {
  size_t variable = 0;
  /// Strictly descending; none divides its predecessor.
  llvm::SmallVector<int64_t, 2> moduli;
  int64_t divisor = 1;
  /// The digit is less than this.
  int64_t range = 1;

  bool operator==(const Digit &other) const {
    return variable == other.variable && moduli == other.moduli &&
           divisor == other.divisor;
  }
};

struct DigitTerm {
  int64_t weight;
  Digit digit;

  bool operator==(const DigitTerm &other) const {
    return weight == other.weight && digit == other.digit;
  }
};

/// The sum of weight times digit, heaviest first, without digits that are
/// always 0.
using DigitSum = llvm::SmallVector<DigitTerm, 2>;

/// The variables that sums refer to. Sums of one pool are comparable by `==`:
/// equal sums are equal functions (PositionCompare.h has the converse).
class DigitPool {
public:
  /// Requires that no extent is 0.
  explicit DigitPool(llvm::ArrayRef<int64_t> extents);

  struct Variable {
    /// The combined index; empty for a logical dimension.
    DigitSum sum;
    /// The variable is less than this.
    int64_t range;
  };

  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  bool isDimension(size_t variable) const { return variable < extents.size(); }
  const Variable &getVariable(size_t variable) const {
    return variables[variable];
  }

  /// Returns a dimension's index as a sum.
  DigitSum getIndex(size_t dimension);

  /// Returns the position in `layout` as a sum.
  DigitSum getPosition(const Layout &layout);

  /// Returns the position in a view: the physical dimensions of `layout` have
  /// these strides, most major first, all positive.
  DigitSum getPosition(const Layout &layout, llvm::ArrayRef<int64_t> strides);

  /// Returns the position, in an array of `extents`, of the element whose index
  /// are the sums `index`, each less than its extent.
  DigitSum getPosition(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                       llvm::ArrayRef<DigitSum> index);

  /// Splits a sum into its quotient and remainder by `size`.
  std::pair<DigitSum, DigitSum> split(const DigitSum &sum, int64_t size);

  /// Brings a sum into the order and form described at `DigitSum`.
  void normalize(DigitSum &sum);

  /// Returns `variable mod moduli... / divisor` with redundant moduli dropped.
  Digit getDigit(size_t variable, llvm::ArrayRef<int64_t> moduli,
                 int64_t divisor) const;

  /// Adds a digit to a sum that is not normalized yet. One of a combined index
  /// is taken apart where its moduli and divisor agree with the parts.
  void addDigit(DigitSum &sum, int64_t weight, const Digit &digit);

private:
  bool splitDigits(DigitSum &sum);
  bool continues(const DigitTerm &high, const DigitTerm &low) const;
  void join(DigitSum &sum) const;

  struct Cut;
  std::optional<Cut> findCut(const DigitSum &sum, int64_t size) const;
  std::optional<std::pair<DigitSum, DigitSum>>
  trySplit(const DigitSum &sum, int64_t size, bool allowNewVariable);
  size_t intern(DigitSum sum);

  llvm::SmallVector<int64_t> extents;
  std::vector<Variable> variables;
};

/// Returns the largest value that the ranges of a sum allow.
int64_t getMaximum(llvm::ArrayRef<DigitTerm> sum);

/// Returns the value of a sum at an index.
int64_t evaluate(const DigitPool &pool, llvm::ArrayRef<DigitTerm> sum,
                 llvm::ArrayRef<int64_t> index);

/// Returns the groups of dimensions that combined indices in the sums link,
/// each ascending; every dimension is in one group.
llvm::SmallVector<llvm::SmallVector<int64_t>>
getLinkedDimensions(const DigitPool &pool,
                    llvm::ArrayRef<const DigitSum *> sums);

/// Returns the terms that depend on a group of linked dimensions.
DigitSum getTermsOf(const DigitPool &pool, const DigitSum &sum,
                    llvm::ArrayRef<int64_t> group);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_DIGITSUM_H
