//===- StructuredOps.h - Structured operations as values --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_STRUCTUREDOPS_H
#define TILED_LAYOUT_IR_STRUCTUREDOPS_H

#include "tiled_layout/IR/StructuredPlanAttr.h"
#include "tiled_layout/Structured/StructuredProblem.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tiled_layout {

/// The name of the attribute by which a structured operation has a plan.
inline constexpr llvm::StringLiteral kStructuredPlanName =
    "tiled_layout.structured_plan";

/// What may be taken for granted about the arithmetic of all operations.
struct Exactness {
  /// Sums of floating-point numbers may be taken in any order.
  bool reassoc = false;
  /// Named sums of products, which have no place for `fastmath`, may round
  /// once a step.
  bool fuseNamed = true;
  /// Sums of products of `bf16` may be taken by dot instructions.
  bool dot = false;
};

/// Returns a structured operation on memrefs as a value; the error says why
/// there is none.
llvm::Expected<StructuredProblem> getStructuredProblem(linalg::LinalgOp op,
                                                       Exactness exactness);

/// True if elements are integers of less than a byte that have a byte each in
/// memory, such as predicates.
bool isInBytes(Type element);

/// True if neighbours along each dimension of an array lie at a stride of their
/// own: false where elements are no whole bytes, and where tiles combine
/// dimensions.
bool hasStrides(MemRefType type);

/// Checks the plan that an operation has; an error says what does not fit.
LogicalResult verifyPlanOf(Operation *op, Attribute plan);

/// Returns how the partial results of an output are combined, if the body
/// reduces it by one operation that has a kind.
std::optional<vector::CombiningKind> getCombiningKind(linalg::LinalgOp op,
                                                      int64_t output);

/// A reduction that keeps the first greatest or least value and its index:
/// `argmax`, `argmin`.
struct FirstExtremum {
  /// The outputs that are the value and the index.
  int64_t value, index;
  /// Asks if a new value replaces the value that is kept.
  Operation *comparison;
  /// The value that is kept comes first in the comparison.
  bool isSwapped = false;
};

/// Recognises such a body of an operation with one reduction. The lanes of a
/// vector may then keep one value each; the result is the best of them, and of
/// equal ones that of the least index.
std::optional<FirstExtremum> getFirstExtremum(linalg::LinalgOp op);

/// Returns the operation that takes the maximum or minimum of an output of
/// floats of 16 bits, if that is all that the body does with the output; null
/// if not. The same in f32 has the same result, and instructions.
Operation *getNarrowExtremum(linalg::LinalgOp op, int64_t output);

/// Returns the `extf`, `extsi` or `extui` that is all that the body does with
/// an input; null if there is none.
Operation *getWidening(linalg::LinalgOp op, int64_t input);

/// Widens elements of an input to `type` as that operation does, whose own
/// result may have more bits. Requires that there is such an operation.
Value buildWidening(OpBuilder &builder, linalg::LinalgOp op, int64_t input,
                    Value elements, Type type);

/// Returns the multiplication and the addition of a body that computes a sum
/// of products of floating-point numbers; null if it does not.
std::pair<Operation *, Operation *> getSumOfProducts(linalg::LinalgOp op);

/// Lets the multiplication and the addition of a sum of products round once;
/// false if the operation is none.
bool setContract(linalg::LinalgOp op);

/// True if an operation writes elements of an output in several steps.
bool isWrittenInSteps(linalg::LinalgOp op, OpOperand &output);

/// True if an input is the memref of such an output, or a view of all of it:
/// each step may read what steps before it wrote.
bool readsOwnResults(linalg::LinalgOp op);

/// Returns what the body computes for nothing but indices of its loads.
llvm::SmallPtrSet<Operation *, 8> getAddresses(linalg::LinalgOp op);

/// An index of a load in the body that goes with a dimension of the operation:
/// its index, or that and a fixed distance, or such a distance less the index.
struct LoadedAxis {
  int64_t axis;
  bool isBackwards;
};

/// Returns which index of a load goes with a dimension, if one does.
std::optional<LoadedAxis> getLoadedAxis(memref::LoadOp load, int64_t dim);

/// Returns what the body is to dot instructions: `extf`, `extsi` or `extui` of
/// two inputs, their product, and its sum with the output, nothing else.
DotBody getDotBody(linalg::LinalgOp op);

/// Replaces each `linalg.softmax` of memrefs below by the reductions and
/// elementwise operations that it stands for, since it has no loops of its own.
void decomposeSoftmaxes(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_STRUCTUREDOPS_H
