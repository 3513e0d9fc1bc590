//===- KernelParts.h - A relayout as programs that others share -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_KERNELPARTS_H
#define TILED_LAYOUT_LIB_ENGINE_KERNELPARTS_H

#include "KernelProgram.h"

#include "tiled_layout/Engine/RelayoutProblem.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// A contiguous part of an array that one program relays.
struct KernelPart {
  /// Without the text of the padding, and with the element type that stands for
  /// all that move alike.
  RelayoutProblem problem;
  RelayoutPlan plan;
  /// Bits of the vectors that the plan is for.
  int64_t vectorBits;
  /// The type of the values. Bytes move as such; the program keeps the bits of
  /// narrower values as it loads them.
  ElementType values;
  /// What padding receives as bits of an element in memory, if the program
  /// writes it with the elements.
  std::optional<llvm::APInt> padding = std::nullopt;
  /// Bytes to where the part begins.
  int64_t sourceOffset = 0;
  int64_t destOffset = 0;

  /// The loop that threads share; one iteration if there is none.
  SharedLoop getSharedLoop() const;
  /// True if other problems differ in that extent only: the loop is cut by no
  /// edge.
  bool hasFreeExtent() const;
};

/// Returns the one part that is all of a problem, planned for threads that
/// share a loop if `options` say so. It has `padding`, as bits of an element in
/// memory, if its program can write that with the elements.
KernelPart getWholePart(RelayoutProblem problem,
                        const std::optional<llvm::APInt> &padding,
                        PlanOptions options);

/// Cuts off a ragged edge of the loop that threads share, so that the rest of
/// the array has a program that does not depend on how far it goes.
///
/// Example: `f32[4099,256]` to `{1,0:T(8,128)}` is 4096 rows and 3 rows. There
/// is one part if no edge cuts that loop, and none if there is no element.
llvm::SmallVector<KernelPart, 2>
getKernelParts(const RelayoutProblem &problem,
               const std::optional<llvm::APInt> &padding,
               const PlanOptions &options);

/// Returns a text that is equal for parts that the same program relays: of any
/// extent of the loop that threads share, or of the same.
std::string getProgramKey(const KernelPart &part, bool anyExtent);

/// True if a program can have the extents as arguments: there are some, and no
/// tile combines dimensions, or is an extent.
bool hasKind(const RelayoutProblem &problem);

/// Returns the relayouts that differ from a problem in their extents only, as
/// one of them: its padding is undefined, and its element type stands for all
/// that move alike.
RelayoutProblem getKind(const RelayoutProblem &problem);

/// Returns a text that is equal for problems of the same kind.
std::string getKindKey(const RelayoutProblem &kind);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_KERNELPARTS_H
