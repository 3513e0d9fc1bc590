//===- ViewTypes.h - Types of views of tiled memrefs ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of Layout/Views.h for memref types. All functions require a source
// with a layout attribute of ours (`isTiled`). Errors name the dimension, the
// value and the bound.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_VIEWTYPES_H
#define TILED_LAYOUT_IR_VIEWTYPES_H

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Views.h"

namespace mlir::tiled_layout {

/// Returns what is known of a slice without looking at where its operands come
/// from: attributes, and what types say. `dropped` are the dimensions that are
/// no dimensions of the result.
SmallVector<SliceDimension> getStaticSlice(ShapedType array,
                                           ArrayRef<OpFoldResult> offsets,
                                           ArrayRef<OpFoldResult> sizes,
                                           ArrayRef<OpFoldResult> strides,
                                           const llvm::SmallBitVector &dropped);

/// Returns the same, where offsets that are not known count as aligned, and
/// sizes as small enough for the tile that a type states: accesses are lowered
/// only if both can be proved.
SmallVector<SliceDimension>
getAlignedSlice(ShapedType array, ArrayRef<OpFoldResult> offsets,
                ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides,
                const llvm::SmallBitVector &dropped);

/// Fails if numbers of a slice leave the array. No index is out of bounds where
/// the size is 0.
llvm::Error checkSliceBounds(ShapedType array, ArrayRef<SliceDimension> slice);

/// Returns the type of a slice of a memref.
llvm::Expected<MemRefType> inferSliceType(MemRefType source,
                                          ArrayRef<SliceDimension> slice);

/// Checks that a slice of a memref has the type `result`: its shape, tiles that
/// `checkSliceLayout` accepts, and strides that are known, or `?`.
llvm::Expected<SliceLayout> checkSliceType(MemRefType source,
                                           ArrayRef<SliceDimension> slice,
                                           MemRefType result);

/// Returns the type of a memref with its dimensions in another order.
MemRefType inferTransposedType(MemRefType source,
                               ArrayRef<int64_t> permutation);

/// Returns the type of a memref whose dimension `d` becomes the dimensions
/// `groups[d]` of the shape.
llvm::Expected<MemRefType>
inferExpandedType(MemRefType source, ArrayRef<SmallVector<int64_t, 2>> groups,
                  ArrayRef<int64_t> shape);

/// Returns the type of a memref whose dimensions `groups[d]` become dimension
/// `d`.
llvm::Expected<MemRefType>
inferCollapsedType(MemRefType source, ArrayRef<SmallVector<int64_t, 2>> groups);

/// True if elements lie alike in memrefs of two types of one shape: the types
/// are equal, or both arrays have buffers of their own and the layouts are
/// interchangeable, or both are views of one layout and `b` knows no stride
/// that `a` does not know.
bool isSameView(MemRefType a, MemRefType b);

/// Returns an array without a layout, of the kind of `like` and in its memory
/// space.
ShapedType getPlainType(ShapedType like, ArrayRef<int64_t> shape,
                        Type elementType);

/// Returns the flat array of a tiled one: of all its elements, tail padding
/// included, or of bytes if elements are not stored as their values; that of a
/// view is all from its first element on.
ShapedType getFlatType(ShapedType tiled);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_VIEWTYPES_H
