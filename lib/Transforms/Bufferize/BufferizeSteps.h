//===- BufferizeSteps.h - The steps of bufferization ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERIZESTEPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERIZESTEPS_H

#include "../TensorTools.h"

#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"

namespace mlir::tiled_layout {

/// Returns the layout that the buffer of a tensor is marked with while it has
/// no layout yet; null if the type is none of a marked memref.
LayoutAttrInterface getMark(Type type);

/// Copies slices where bufferization must not put a view: at the boundaries of
/// functions, where branches meet, where padding is written, and where another
/// memory space is.
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

/// True if nothing else accesses the memory that a tensor is written to, from
/// `first` on, which is in the same block.
bool writesAlone(bufferization::MaterializeInDestinationOp op,
                 Operation *first);

/// True if an operation may keep a buffer, hand it on unseen, or free it.
bool mayKeep(Operation *op, Value buffer);

/// True if nothing in front of it in its block accesses the memory of a tensor.
bool isFirstAccess(bufferization::ToTensorOp tensor);

/// Merges slices, and scalars, that are the same.
void mergeViews(Operation *root);

/// Turns globals of ml_program into globals of memref, and what loads and
/// stores them into tensors of that memory. Reports what cannot be.
LogicalResult convertGlobalTensors(Operation *root);

/// True if some branch carries a tensor to another block.
bool branchesCarryTensors(Region &region);
/// Makes structured control flow of branches that carry tensors, and in an
/// `scf.execute_region` which yields them in several blocks. Emits an error and
/// fails at a branch of which there is none.
LogicalResult liftBranches(Operation *root);

/// Makes `scf.if` of `scf.index_switch` that yields tensors.
void makeIfsOfSwitches(Operation *root);

/// Lets branches yield arrays of the extents that all of them know, which their
/// type forgets.
void keepKnownExtents(Operation *root);

/// Runs the iterations of `scf.forall` on memory in order where they store
/// elements that share bytes.
void orderStoresOfSharedBytes(Operation *root);

/// Lets an operation of `linalg` compute its result in another layout, if it is
/// not in memory before and nothing else reads it. True if it does so.
bool computeAs(RewriterBase &rewriter, Value tensor, RankedTensorType type);

/// Builds the tensor that `op` computes by insertions, each in a part of its
/// own. `insert(part, dest)` inserts a part in `dest` and returns the result;
/// it is called in order, once for each. `parts` are what is inserted.
Value fillParts(PatternRewriter &rewriter, Operation *op, RankedTensorType type,
                ArrayRef<OpFoldResult> extents, ValueRange parts,
                function_ref<Value(size_t part, Value dest)> insert);

/// True if the destination of an insertion is one of several tensors that
/// `fillParts` takes of a buffer, and what `empty` becomes may be written after
/// the insertion: it must not be in that buffer then.
bool mayBeWrittenAsPart(tensor::InsertSliceOp insert, tensor::EmptyOp empty,
                        const bufferization::OneShotAnalysisState &state);

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
/// Slices with fewer dimensions that are read and written where they lie.
void populateRowPatterns(RewritePatternSet &patterns);
/// tensor.insert_slice.
void populateInsertPatterns(RewritePatternSet &patterns);
/// Slices of one index without a step.
void populateStepPatterns(RewritePatternSet &patterns);
/// Insertions in steps that fill a tensor together become one operation.
void populateInterleavePatterns(RewritePatternSet &patterns);

/// Relayouts to another memory space.
void populateMemorySpacePatterns(RewritePatternSet &patterns);

/// Reports what cannot be bufferized whatever it is rewritten to.
LogicalResult checkTensors(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERIZESTEPS_H
