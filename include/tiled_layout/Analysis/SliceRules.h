//===- SliceRules.h - Layouts of slices in a program ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of Layout/Views.h for offsets, sizes and strides that a program
// computes: one place for slices of tensors and views of memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ANALYSIS_SLICERULES_H
#define TILED_LAYOUT_ANALYSIS_SLICERULES_H

#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tiled_layout {

/// Returns what is known of a slice: constants, what `ValueRanges` knows of
/// the offsets, and what bounds the sizes.
SmallVector<SliceDimension> getSlice(ShapedType array,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes,
                                     ArrayRef<OpFoldResult> strides,
                                     const llvm::SmallBitVector &dropped);

/// Returns a `ViewViolation` in words, naming the operand of the operation that
/// it is about as the program does, such as `%arg0`.
std::string describeViolation(OffsetSizeAndStrideOpInterface op,
                              llvm::Error error);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_SLICERULES_H
