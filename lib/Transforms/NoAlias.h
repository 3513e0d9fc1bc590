//===- NoAlias.h - Which arrays share no memory -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_NOALIAS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_NOALIAS_H

#include "mlir/IR/Value.h"

namespace mlir::tiled_layout {

/// True for an argument of a function, which was there before its body began.
/// An argument of a later block may be anything that branches hand to it. The
/// memory that a kernel asks for itself is none of its type's arguments.
bool isFunctionArgument(Value memref);

/// True for a memref that no other one in the program overlaps, other than
/// views of it: an allocation, or an argument with `llvm.noalias`.
bool isNoAlias(Value memref);

/// True if two memrefs are one or do not overlap: different globals, results of
/// one `memref.distinct_objects`, or different allocations or arguments, of
/// which all but one have `llvm.noalias`.
bool areSameOrNoAlias(Value a, Value b);

/// Returns the memref that a view or a cast is of, or null.
Value getViewSource(Value memref);

/// Returns the array that a memref is, or is a view of.
Value getArray(Value memref);

/// Returns the name that an object had before, or null.
Value getOtherName(Value memref);

/// Returns the first name of the array that a memref is, or is a view of.
Value getBase(Value memref);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_NOALIAS_H
