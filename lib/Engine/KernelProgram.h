//===- KernelProgram.h - The IR of one relayout -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_KERNELPROGRAM_H
#define TILED_LAYOUT_LIB_ENGINE_KERNELPROGRAM_H

#include "tiled_layout/Engine/RelayoutProblem.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::tiled_layout {

/// Builds a module with one function `symbol` of two `!llvm.ptr`, the source
/// and the destination, that relays one to the other. With `withSlice` it also
/// takes two `i64`: which iterations of the parallel loop to do;
/// `sliceParallelLoops` makes use of them.
///
/// Requires `checkProblem`; `padding` is what `getPaddingBits` says.
OwningOpRef<ModuleOp> buildProgram(const RelayoutProblem &problem,
                                   const std::optional<llvm::APInt> &padding,
                                   StringRef symbol, bool withSlice,
                                   MLIRContext *context);

/// Builds the same for all extents: a function of two `!llvm.ptr` and of a
/// third one, the extents as `i64`. The extents of `problem` do not matter;
/// padding is left as it is.
OwningOpRef<ModuleOp> buildProgramOfKind(const RelayoutProblem &problem,
                                         StringRef symbol,
                                         MLIRContext *context);

/// What a program is told of the loop that threads share.
struct SharedLoop {
  /// Iterations, all of which make up the work.
  int64_t extent = 1;
  /// How far one goes on either side, in elements.
  int64_t sourceStride = 0;
  int64_t destStride = 0;
};

/// What `sliceParallelLoops` found.
struct SliceResult {
  /// There is a parallel loop: the work can be cut.
  bool isSliced = false;
  /// No iteration depends on how many there are.
  bool hasFreeExtent = false;
};

/// Makes every `scf.forall` of the function an `scf.for` over the iterations
/// between the last two arguments, which count those of `shared`. A loop that
/// is another one, such as one of an edge, is cut into as many parts.
SliceResult sliceParallelLoops(ModuleOp module, const SharedLoop &shared);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_KERNELPROGRAM_H
