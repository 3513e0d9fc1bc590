//===- TensorTools.h - What the rewrites of tensors share -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_TENSORTOOLS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_TENSORTOOLS_H

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

/// Returns the type with another encoding, or without one.
RankedTensorType getWithEncoding(RankedTensorType type, Attribute encoding);

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

/// Copies slices where bufferization must not put a view: at the boundaries of
/// functions, where branches meet, and where padding is written.
void copyCarriedSlices(Operation *root);

/// Copies a slice that a function is called with or returns, after the copies
/// that bufferization needs have been inserted: there it is a whole array.
void copySlicesAtBoundaries(Operation *root,
                            const bufferization::BufferizationOptions &options);

/// Lets what ends in a slice of a tensor, or in memory that the program names,
/// be computed there; copies results of functions that share a buffer. Fails if
/// the program cannot be analysed.
LogicalResult writeToDestinations(Operation *root, LoopBuffers loopBuffers);

/// Lets elementwise operations whose destination is empty write to an input
/// that nothing needs after them.
void reuseInputs(Operation *root);

/// Gives such operations an empty destination again if the input is in a buffer
/// of its own but the result ends elsewhere, where the operation can compute
/// it. Returns true if there are such.
bool dropReusedInputs(Operation *root);

/// Where a loop hands a tensor on to its next iteration, and the tensor that it
/// handed on before it was copied.
struct CarriedCopy {
  OpOperand *yielded;
  Value tensor;
};

/// Lets loops copy the tensors that they carry on to the buffers that they
/// carry, where these are not the same, and returns where it did. A tensor of
/// another type than the next iteration takes cannot be copied.
SmallVector<CarriedCopy>
copyToCarriedBuffers(Operation *root,
                     const bufferization::OneShotAnalysisState &state);
/// Erases these copies. Nothing has changed since.
void undoCopies(ArrayRef<CarriedCopy> copies);

/// Lets `scf.while` carry a buffer for each tensor of static shape that its
/// condition hands on and that it does not take in the same place.
void carryWhileBuffers(Operation *root);

/// True if a tensor that is at last written to memory that the program names
/// can be computed there: nothing else accesses that memory in the meantime,
/// and nothing writes to the tensor's buffer afterwards.
bool canComputeInMemory(bufferization::MaterializeInDestinationOp op,
                        tensor::EmptyOp empty,
                        const bufferization::OneShotAnalysisState &state);

/// True if an operation may keep a buffer, hand it on unseen, or free it.
bool mayKeep(Operation *op, Value buffer);

/// True if nothing in front of it in its block accesses the memory of a tensor.
bool isFirstAccess(bufferization::ToTensorOp tensor);

/// Replaces an operand by a tensor with the same contents in a buffer of its
/// own.
void copyOperand(OpOperand &operand);

/// Calls `transform` for each operation below and including `root` that has a
/// symbol table with functions directly in it, inner ones first. Calls stay
/// within one.
LogicalResult
forEachSymbolTable(Operation *root,
                   function_ref<LogicalResult(Operation *)> transform);

/// Merges slices, and scalars, that are the same.
void mergeViews(Operation *root);

/// Turns globals of ml_program into globals of memref, and what loads and
/// stores them into tensors of that memory. Reports what cannot be.
LogicalResult convertGlobalTensors(Operation *root);

/// True if some branch carries a tensor to another block.
bool branchesCarryTensors(Region &region);
/// Makes structured control flow of branches that carry tensors. Emits an error
/// and fails at a branch of which there is none.
LogicalResult liftBranches(Operation *root);

/// Makes `scf.if` of `scf.index_switch` that yields tensors.
void makeIfsOfSwitches(Operation *root);

/// Lets branches yield arrays of the extents that all of them know, which their
/// type forgets.
void keepKnownExtents(Operation *root);

/// Runs the iterations of `scf.forall` on memory in order where they store
/// elements that share bytes.
void orderStoresOfSharedBytes(Operation *root);

/// Operations on elements, and those that become them.
void populateElementwisePatterns(RewritePatternSet &patterns);
/// tensor.from_elements, generate, splat; tiled_layout.empty.
void populateCreationPatterns(RewritePatternSet &patterns);
/// tensor.cast between layouts.
void populateCastPatterns(RewritePatternSet &patterns);
/// tensor.collapse_shape, expand_shape, reshape.
void populateReshapePatterns(RewritePatternSet &patterns);
/// Relayouts beside operations that take them over.
void populateRelayoutPatterns(RewritePatternSet &patterns);
/// tensor.pad, concat: to slices.
void populatePaddingPatterns(RewritePatternSet &patterns);
/// tensor.extract_slice.
void populateSlicePatterns(RewritePatternSet &patterns);
/// tensor.insert_slice.
void populateInsertPatterns(RewritePatternSet &patterns);
/// Slices of one index without a step.
void populateStepPatterns(RewritePatternSet &patterns);

/// Relayouts to another memory space.
void populateMemorySpacePatterns(RewritePatternSet &patterns);

/// Reports what cannot be bufferized whatever it is rewritten to.
LogicalResult checkTensors(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_TENSORTOOLS_H
