//===- PlanChoice.h - The decisions of a plan, as a text --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan follows from two layouts and a few decisions. This is the decisions
// alone: they can be written into the IR, read and changed by people, and
// carried out or refused on the same layouts.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_PLANCHOICE_H
#define TILED_LAYOUT_RELAYOUT_PLANCHOICE_H

#include "tiled_layout/Relayout/RelayoutArrays.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// A part of an axis that the two layouts have in common.
struct AxisPart {
  /// The axis by the digits it counts: `d0`, `d1/128`, `(d0,d1)`.
  std::string axis;
  /// How many values there are, `kDynamic` where that is known at run time
  /// only, and how many of the axis each of them stands for.
  int64_t extent;
  int64_t step = 1;

  bool operator==(const AxisPart &other) const {
    return axis == other.axis && extent == other.extent && step == other.step;
  }
};

/// The most runs, and lanes, where each column is stored or loaded on its own.
inline constexpr int64_t maxSpreadRuns = 16;

/// The decisions of a plan.
struct PlanChoice : PlanDecisions {
  /// Bits of the vectors that blocks are moved by.
  int64_t vectorBits = 0;
  /// Loops, outermost first, and what is moved at a time.
  llvm::SmallVector<AxisPart> loops, block;
  /// See `RelayoutArrays`; none if all is known.
  llvm::SmallVector<int64_t> sourceStrides, destStrides;

  bool operator==(const PlanChoice &other) const;
};

/// Returns the decisions of a plan for vectors of so many bits; `std::nullopt`
/// if it has irregular dimensions or no elements.
std::optional<PlanChoice> getPlanChoice(const RelayoutArrays &arrays,
                                        const RelayoutPlan &plan,
                                        int64_t vectorBits);

/// Returns the arrays as they were known when the decisions were made. Programs
/// learn more of their types after that, which changes no plan. Fails, with the
/// reason, if the decisions are for extents or strides that these arrays are
/// not known to have.
llvm::Expected<RelayoutArrays> getPlannedArrays(RelayoutArrays arrays,
                                                const PlanChoice &choice);

/// Returns the plan with these decisions between arrays that are as they were
/// known then, for elements that have the same bits on both sides. Fails, with
/// the reason, if
/// - the loops and the block do not walk over each element once,
/// - vectors of that size cannot move the block, or the registers of `target`
///   have fewer bits,
/// - streaming stores would write parts of lines,
/// - iterations for different threads would write to the same byte, or
/// - something has to be known that is known at run time only.
/// What carries lines, or reads from a stage, is accepted only as the planner
/// itself decides, for `target` or for none, but for threads.
///
/// Requires the rules of Rules.h to hold for both layouts.
llvm::Expected<RelayoutPlan> getRelayoutPlan(const RelayoutArrays &arrays,
                                             int64_t bits,
                                             const PlanChoice &choice,
                                             const Target &target = Target());

/// Parses what `print` prints. Fields may come in any order; all but
/// `vector-bits`, `loops` and `block` may be left out. `?` is what is known at
/// run time only.
llvm::Expected<PlanChoice> parsePlanChoice(llvm::StringRef text);

/// Prints decisions:
///
///   vector-bits = 512, loops = [2 of d0/8, 4 of d1 by 32],
///   block = [32 of d1, 2 of d0], thread-loop = 0, threads = 2
void print(llvm::raw_ostream &os, const PlanChoice &choice);

std::string toString(const PlanChoice &choice);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_PLANCHOICE_H
