//===- TensorTools.h - What the rewrites of tensors share -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_TENSORTOOLS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_TENSORTOOLS_H

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Transforms/Bufferize.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tiled_layout {

/// True if any operand or result is a tensor with a layout of ours.
bool hasTiledTensor(Operation *op);

/// Creates a tensor without contents of exactly this type; `sizes` are those of
/// all dimensions.
Value createEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes);

/// Lets a copy of a tensor with a layout be in the layout of its type. Upstream
/// would give it what the source's buffer is marked with: of a slice with fewer
/// dimensions, the layout of the array that it is a part of.
void markCopy(bufferization::AllocTensorOp op);
/// The same for all copies below.
void markCopies(Operation *root);

/// Returns the tensor whose buffer a tensor is computed in, if each operation
/// writes to its destination.
Value getInitial(Value tensor);

/// Returns the sizes of a tensor: of the one that it is computed in.
SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                   Value tensor);

/// Returns the tensor as one of `type`, which may differ from its own in the
/// layout and in what is known of the extents: itself, a `tensor.cast`, or a
/// relayout.
Value relayoutTo(OpBuilder &builder, Location loc, Value tensor,
                 RankedTensorType type);

/// True if a slice of a tensor with a layout can be a view of its buffer; else
/// `reason` says why not.
bool isViewOf(RankedTensorType array, OffsetSizeAndStrideOpInterface slice,
              const llvm::SmallBitVector &dropped, std::string &reason);

/// The same for a slice of all dimensions.
bool isViewOf(RankedTensorType array, ArrayRef<OpFoldResult> offsets,
              ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides);

/// True if a slice of a tensor is a view of its buffer in the layout of `type`:
/// the tensor's, or with dropped dimensions, what is left of it.
bool hasLayoutInPlace(RankedTensorType array,
                      OffsetSizeAndStrideOpInterface slice,
                      const llvm::SmallBitVector &dropped,
                      RankedTensorType type);

/// Returns the layout that a slice of a tensor has in its buffer, without the
/// dropped dimensions; nothing if it is no view.
std::optional<Layout> findLayoutInPlace(RankedTensorType array,
                                        OffsetSizeAndStrideOpInterface slice,
                                        const llvm::SmallBitVector &dropped);

/// A dimension of a tensor whose neighbours share words in memory, such as the
/// rows of T(8,128)(2,1), and how many do; -1 and 1 if there is none.
struct WordRows {
  int64_t dim = -1;
  int64_t rows = 1;
};
/// Returns the rows of words of which a slice in the memory of the host has a
/// single one.
WordRows findSingleRow(RankedTensorType array,
                       OffsetSizeAndStrideOpInterface slice);

/// True if nothing may write to the tensor between a slice of it and what uses
/// the slice. Else, what reads the slice where it lies needs a copy of all of
/// the tensor.
bool isUsedBeforeWrites(tensor::ExtractSliceOp slice);

/// Returns the index of the whole array for an index of its slice.
SmallVector<Value> getWholeIndices(OpBuilder &builder,
                                   OffsetSizeAndStrideOpInterface slice,
                                   const llvm::SmallBitVector &droppedDims,
                                   ValueRange indices);
/// Returns the index of the whole tensor for an index of its slice, if that has
/// every second or fourth element of each row, which vectors take apart; null
/// if not. What begins anywhere, and a part of the rows from the first one on,
/// are better read by rows.
AffineMap getSteps(tensor::ExtractSliceOp slice);
/// A tensor, and what indexes it for an index of what is read.
struct IndexedTensor {
  Value tensor;
  AffineMap map;
};
/// Returns a tensor by whose indices an operation reads a slice that is no
/// view: that of `getSteps`, or a slice with all rows where this one begins
/// within a tile. Elements of others are better read in the body.
std::optional<IndexedTensor> getIndexedTensor(OpBuilder &builder,
                                              tensor::ExtractSliceOp slice);
/// Copies what an index of each element of `init` says.
Value copyIndexed(OpBuilder &builder, Location loc, const IndexedTensor &source,
                  Value init);
/// Rows or columns that begin within a tile: those of them that no view has, if
/// there are any, and what all are inserted in.
struct SplitInsertion {
  tensor::InsertSliceOp head;
  Value result;
};
/// Inserts what is in the first tile by itself, and then the others, by one
/// operation for each view. `hasMasks`: masks write a part of a vector. Returns
/// nothing where there are no others.
std::optional<SplitInsertion>
splitAtTile(OpBuilder &builder, tensor::InsertSliceOp op, bool hasMasks);

/// Returns the sizes of a slice without the dimensions that it drops.
SmallVector<OpFoldResult> getKeptSizes(OffsetSizeAndStrideOpInterface slice,
                                       const llvm::SmallBitVector &droppedDims);

/// True if an operation copies a tensor to another memory space, which only
/// whole arrays can be.
bool changesMemorySpace(Operation *op);

/// Replaces an operand by a tensor with the same contents in a buffer of its
/// own.
void copyOperand(OpOperand &operand);

/// Calls `transform` for each operation below and including `root` that has a
/// symbol table with functions directly in it, inner ones first. Calls stay
/// within one.
LogicalResult
forEachSymbolTable(Operation *root,
                   function_ref<LogicalResult(Operation *)> transform);

/// Makes operations of `linalg` of operations on elements, and of those that
/// become them.
void populateElementwisePatterns(RewritePatternSet &patterns);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_TENSORTOOLS_H
