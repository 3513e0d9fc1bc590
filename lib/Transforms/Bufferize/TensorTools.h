//===- TensorTools.h - What the rewrites of tensors share -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_TENSORTOOLS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_TENSORTOOLS_H

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tiled_layout {

/// True if any operand or result is a tensor with a layout of ours.
bool hasTiledTensor(Operation *op);

/// Returns the type with another encoding, or without one.
RankedTensorType getWithEncoding(RankedTensorType type, Attribute encoding);

/// Creates a tensor without contents of exactly this type; `sizes` are those of
/// all dimensions.
Value createEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes);

/// Returns the tensor as one of `type`, which may differ from its own in the
/// layout and in what is known of the extents: itself, a `tensor.cast`, or a
/// relayout.
Value relayoutTo(OpBuilder &builder, Location loc, Value tensor,
                 RankedTensorType type);

/// True if a slice of a tensor with a layout can be a view of its buffer; else
/// `reason` says why not.
bool isViewOf(RankedTensorType array, OffsetSizeAndStrideOpInterface slice,
              const llvm::SmallBitVector &dropped, std::string &reason);

/// Copies slices where bufferization must not put a view: at the boundaries of
/// functions, where branches meet, and where padding is written.
void copyCarriedSlices(Operation *root);

/// Lets what ends in a slice of a tensor, or in memory that the program names,
/// be computed there. Fails if the program cannot be analysed.
LogicalResult writeToDestinations(Operation *root);

/// Operations on elements, and those that become them.
void populateElementwisePatterns(RewritePatternSet &patterns);
/// tensor.from_elements, generate, splat; tiled_layout.empty.
void populateCreationPatterns(RewritePatternSet &patterns);
/// tensor.cast, collapse_shape, expand_shape, reshape.
void populateReshapePatterns(RewritePatternSet &patterns);
/// tensor.pad, concat: to slices.
void populatePaddingPatterns(RewritePatternSet &patterns);
/// tensor.extract_slice, insert_slice.
void populateSlicePatterns(RewritePatternSet &patterns);

/// Relayouts to another memory space.
void populateMemorySpacePatterns(RewritePatternSet &patterns);

/// Reports what cannot be bufferized whatever it is rewritten to.
LogicalResult checkTensors(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_TENSORTOOLS_H
