/*===- Shape.h - Shapes and layouts for C -------------------------*- C -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef TILED_LAYOUT_CAPI_SHAPE_H
#define TILED_LAYOUT_CAPI_SHAPE_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library, such as `0.1.0`. */
MLIR_CAPI_EXPORTED MlirStringRef tiledLayoutGetVersion(void);

/** An array's element type, extents and layout. Needs no MLIR context. */
typedef struct TiledLayoutShape {
  void *ptr;
} TiledLayoutShape;

/** What a size is if it depends on an extent that is not known. */
#define TILED_LAYOUT_UNKNOWN INT64_MIN

/** Parses a shape, such as `bf16[20,300]{1,0:T(8,128)(2,1)}`. If the text is
    refused, `onError` is called with the message, if it is not null, and the
    result is null. To be destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeParse(
    MlirStringRef text, MlirStringCallback onError, void *userData);

/** Parses a shape without layout, such as `bf16[20,300]`, and gives it the
    layout that XLA's rules choose. Fails as `tiledLayoutShapeParse` does, and
    for a shape with a layout. To be destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeChoose(
    MlirStringRef text, MlirStringCallback onError, void *userData);

static inline bool tiledLayoutShapeIsNull(TiledLayoutShape shape) {
  return !shape.ptr;
}

/** Destroys a shape; null is ignored. */
MLIR_CAPI_EXPORTED void tiledLayoutShapeDestroy(TiledLayoutShape shape);

/** Prints a shape as XLA does. */
MLIR_CAPI_EXPORTED void tiledLayoutShapePrint(TiledLayoutShape shape,
                                              MlirStringCallback callback,
                                              void *userData);

/** Prints the layout without the tiles that do nothing on this shape, and
    without the shape: `{1,0:T(2,4)(2,1)}` on 4x8 is `{1,0:T(2,1)}`. If an
    extent is not known, the layout stays as it is. */
MLIR_CAPI_EXPORTED void tiledLayoutShapePrintSimplifiedLayout(
    TiledLayoutShape shape, MlirStringCallback callback, void *userData);

/** The notations of `tiledLayoutShapePrintAs`. */
typedef enum TiledLayoutNotation {
  TiledLayoutNotationXla,
  TiledLayoutNotationMlir,
  TiledLayoutNotationMorello,
  TiledLayoutNotationOneDnn,
  TiledLayoutNotationTpu,
  TiledLayoutNotationPack,
  TiledLayoutNotationCute,
  TiledLayoutNotationJax
} TiledLayoutNotation;

/** Prints a shape in another notation: `TiledLayoutNotationMlir` is the tensor
    type with the attribute. If the notation cannot say it, `onError` is called
    with the reason, if it is not null, and the result is false. */
MLIR_CAPI_EXPORTED bool tiledLayoutShapePrintAs(TiledLayoutShape shape,
                                                TiledLayoutNotation notation,
                                                MlirStringCallback callback,
                                                MlirStringCallback onError,
                                                void *userData);

/** Prints what `tiled-layout-explain --json` prints of a shape: one JSON
    object, with null for what is not known. */
MLIR_CAPI_EXPORTED void tiledLayoutShapePrintJson(TiledLayoutShape shape,
                                                  MlirStringCallback callback,
                                                  void *userData);

/** What two shapes have in common. */
typedef enum TiledLayoutComparison {
  /** The same positions and sizes: one buffer may stand for the other. */
  TiledLayoutComparisonInterchangeable,
  /** The same position for each index, but another size, element size or
      memory space. */
  TiledLayoutComparisonSamePositions,
  /** An index has another position. */
  TiledLayoutComparisonDifferent,
  /** Not one array: element types or extents differ, or are not known. */
  TiledLayoutComparisonOtherArray
} TiledLayoutComparison;

/** Compares the layouts of two shapes. Unless they are interchangeable,
    `onDifference` is called with the first difference, if it is not null. If an
    index has another position, it is stored in `index`, as many entries as the
    rank, if that is not null. */
MLIR_CAPI_EXPORTED TiledLayoutComparison
tiledLayoutShapeCompare(TiledLayoutShape a, TiledLayoutShape b, int64_t *index,
                        MlirStringCallback onDifference, void *userData);

/** The name of the element type, such as `bf16`. */
MLIR_CAPI_EXPORTED MlirStringRef
tiledLayoutShapeGetElementType(TiledLayoutShape shape);

/** The bits of an element in memory. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetBitsPerElement(TiledLayoutShape shape);

/** The number of dimensions. */
MLIR_CAPI_EXPORTED intptr_t tiledLayoutShapeGetRank(TiledLayoutShape shape);

/** An extent, or `TILED_LAYOUT_UNKNOWN`. Requires 0 <= dim < rank. */
MLIR_CAPI_EXPORTED int64_t tiledLayoutShapeGetExtent(TiledLayoutShape shape,
                                                     intptr_t dim);

/** The number of physical dimensions. */
MLIR_CAPI_EXPORTED intptr_t
tiledLayoutShapeGetPhysicalRank(TiledLayoutShape shape);

/** An extent after all levels, most major first, or `TILED_LAYOUT_UNKNOWN`.
    Requires 0 <= dim < physical rank. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetPhysicalExtent(TiledLayoutShape shape, intptr_t dim);

/** A dimension number, the most minor dimension first. Requires
    0 <= i < rank. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetMinorToMajor(TiledLayoutShape shape, intptr_t i);

/** The number of tiles, one for each level. */
MLIR_CAPI_EXPORTED intptr_t tiledLayoutShapeGetNumTiles(TiledLayoutShape shape);

/** The number of entries of a tile. Requires 0 <= level < tiles. */
MLIR_CAPI_EXPORTED intptr_t tiledLayoutShapeGetTileRank(TiledLayoutShape shape,
                                                        intptr_t level);

/** What an entry of a tile is: `8`, `*`, `full` or `min(8)`. */
typedef enum TiledLayoutTileEntryKind {
  TiledLayoutTileEntrySize,
  /** Merges the dimension with the next more minor one. */
  TiledLayoutTileEntryCombine,
  /** The extent of the dimension. */
  TiledLayoutTileEntryFull,
  /** The size or the extent, whichever is smaller. */
  TiledLayoutTileEntryMin
} TiledLayoutTileEntryKind;

/** The kind of an entry of a tile, the most major first. Requires
    0 <= level < tiles and 0 <= i < entries. */
MLIR_CAPI_EXPORTED TiledLayoutTileEntryKind tiledLayoutShapeGetTileEntryKind(
    TiledLayoutShape shape, intptr_t level, intptr_t i);

/** The number in an entry of a tile; 0 if it has none. Requires
    0 <= level < tiles and 0 <= i < entries. */
MLIR_CAPI_EXPORTED int64_t tiledLayoutShapeGetTileEntrySize(
    TiledLayoutShape shape, intptr_t level, intptr_t i);

/** The number of elements is a multiple of this; 1 without `L(n)`. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetTailPaddingAlignment(TiledLayoutShape shape);

/** The memory space; 0 without `S(n)`. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetMemorySpace(TiledLayoutShape shape);

/** True if a tile that does not divide an extent is an error: `, exact`. */
MLIR_CAPI_EXPORTED bool tiledLayoutShapeIsExact(TiledLayoutShape shape);

/** The bytes of run-time sizes in front of the elements; 0 without `M(n)`. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetMetadataPrefixBytes(TiledLayoutShape shape);

/** The number of entries of `SC(...)`. */
MLIR_CAPI_EXPORTED intptr_t
tiledLayoutShapeGetNumSplits(TiledLayoutShape shape);

/** The physical dimension that an entry splits, the most major being 0.
    Requires 0 <= i < splits. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetSplitDimension(TiledLayoutShape shape, intptr_t i);

/** The number of indices at which an entry splits. Requires
    0 <= i < splits. */
MLIR_CAPI_EXPORTED intptr_t
tiledLayoutShapeGetNumSplitIndices(TiledLayoutShape shape, intptr_t i);

/** A logical index at which a part begins. Requires 0 <= i < splits and
    0 <= k < indices of the entry. */
MLIR_CAPI_EXPORTED int64_t tiledLayoutShapeGetSplitIndex(TiledLayoutShape shape,
                                                         intptr_t i,
                                                         intptr_t k);

/** The array whose dimension i is dimension `permutation[i]`, as many entries
    as the rank. Every element stays where it is. Null if the entries are no
    permutation. To be destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeGetTransposed(
    TiledLayoutShape shape, const int64_t *permutation);

/** The shape of a slice in place: the elements `offsets[d] + steps[d] * i` with
    0 <= i < `sizes[d]` of each dimension d. `strides`, if not null, has room
    for the physical rank of `shape` and receives the elements between
    neighbours along each physical dimension of the result. The slice begins at
    the position of `offsets`. The result is null if the elements have no layout
    of their own, such as half a tile and the next one's half, or are not all in
    the array; `onError`, if not null, is called with the reason. To be
    destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeGetSlice(
    TiledLayoutShape shape, const int64_t *offsets, const int64_t *sizes,
    const int64_t *steps, int64_t *strides, MlirStringCallback onError,
    void *userData);

/** The array of which `groups[d]` dimensions, most major first, are dimension d
    of this one; `extents` has as many entries as there are in all groups. Every
    element stays where it is. `strides`, if not null, has room for the physical
    rank of the result, which another call with null tells, and receives the
    elements between neighbours along each physical dimension. The result is
    null if there is no such layout, such as where a tile does not end where a
    dimension does, or if the extents of a group are not those of its dimension;
    `onError`, if not null, is called with the reason. To be destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeGetExpanded(
    TiledLayoutShape shape, const int64_t *groups, const int64_t *extents,
    int64_t *strides, MlirStringCallback onError, void *userData);

/** The array whose dimension d is made of the next `groups[d]` dimensions of
    this one; there are `numGroups`. The rest is as for
    `tiledLayoutShapeGetExpanded`; extents must be known. */
MLIR_CAPI_EXPORTED TiledLayoutShape tiledLayoutShapeGetCollapsed(
    TiledLayoutShape shape, intptr_t numGroups, const int64_t *groups,
    int64_t *strides, MlirStringCallback onError, void *userData);

/** The elements that the array takes, padding included, or
    `TILED_LAYOUT_UNKNOWN`. */
MLIR_CAPI_EXPORTED int64_t tiledLayoutShapeGetElements(TiledLayoutShape shape);

/** The bytes that the array takes, padding included, or
    `TILED_LAYOUT_UNKNOWN`. */
MLIR_CAPI_EXPORTED int64_t tiledLayoutShapeGetBytes(TiledLayoutShape shape);

/** The bytes of the elements alone, or `TILED_LAYOUT_UNKNOWN`. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutShapeGetLogicalBytes(TiledLayoutShape shape);

/** Stores the position of an element, in elements. False if the index, of as
    many entries as the rank, is outside of the shape or an extent is not
    known. */
MLIR_CAPI_EXPORTED bool tiledLayoutShapeGetPosition(TiledLayoutShape shape,
                                                    const int64_t *index,
                                                    int64_t *position);

/** Stores the index of the element at a position, as many entries as the rank.
    False if the position is padding or outside, or an extent is not known. */
MLIR_CAPI_EXPORTED bool tiledLayoutShapeGetIndex(TiledLayoutShape shape,
                                                 int64_t position,
                                                 int64_t *index);

#ifdef __cplusplus
}
#endif

#endif /* TILED_LAYOUT_CAPI_SHAPE_H */
