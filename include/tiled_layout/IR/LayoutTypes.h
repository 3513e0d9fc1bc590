//===- LayoutTypes.h - Layouts of tensor and memref types -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_LAYOUTTYPES_H
#define TILED_LAYOUT_IR_LAYOUTTYPES_H

#include "tiled_layout/IR/TiledLayout.h"

namespace mlir::tiled_layout {

/// The attribute that says which layout was set aside, while tensors have none:
/// of arguments and results of functions, and of relayouts, the layout; of the
/// module, a list of all of them, with the place where each was met first.
inline constexpr llvm::StringLiteral asideName = "tiled_layout.set_aside";

/// The name of the attribute of operations that allocate the program's own
/// memory, or hand it on, while tensors become buffers.
inline constexpr llvm::StringLiteral ownMemoryName = "tiled_layout.own_memory";

/// Returns the layout attribute of a ranked tensor or memref type, or null if
/// it has none that implements our interface.
LayoutAttrInterface getLayoutAttr(Type type);

/// True if the type is a tensor or memref with a layout attribute of ours.
inline bool isTiled(Type type) {
  return static_cast<bool>(getLayoutAttr(type));
}

/// Returns how an array of this type lies in memory: its layout attribute's
/// layout, or the row-major one for a tensor without encoding and a memref
/// with the identity layout. `std::nullopt` for other encodings and layouts.
std::optional<Layout> getLayout(ShapedType type);

/// Returns the tiles and the order of dimensions of a type: `getLayout`, and
/// for a view the layout whose physical dimensions its strides are about.
std::optional<Layout> getTileLayout(ShapedType type);

/// True if the type is one of a view: a memref with our layout that lies in the
/// buffer of another array. Its positions are not those of its layout, its
/// padding holds others' elements, and nothing allocates it.
bool isView(Type type);

/// Returns the elements between neighbours along each physical dimension of an
/// array with a tile layout, most major first, `kDynamic` where not known.
SmallVector<int64_t> getPhysicalStrides(ShapedType type);

/// Returns the bits that a value of the type carries: 1 for `i1`, 16 for
/// `bf16`, 64 for `index`. `std::nullopt` for a type without a fixed width.
std::optional<int64_t> getValueBits(Type elementType);

/// Returns the bits that one element takes without `E(n)`: the value bits,
/// rounded up to bytes.
std::optional<int64_t> getStorageBits(Type elementType);

/// Returns the bits that one element of the array takes: `E(n)` if given, else
/// the storage bits.
std::optional<int64_t> getBitsPerElement(ShapedType type);

/// True if an element of the array has room for a value: false where `E(n)` is
/// fewer bits than the type's. Types without a fixed width have room.
///
/// Example: false for `tensor<8xf32, #tiled_layout.layout<{0:E(4)}>>`.
bool holdsValues(ShapedType type);

/// True if an element of the array is the bits of its value and no more, in
/// whole bytes, so that a memref of the element type holds it as it is. False
/// for an `E(n)` that differs, for packed sub-byte types, and for `i1`, `i4`
/// and the like in bytes, whose upper bits upstream takes to be zero and we
/// ignore.
bool isPlainStorage(ShapedType type);

/// True if both types are tiled and have the same layout, and views the same
/// strides: they differ in extents at most.
bool hasSameLayout(MemRefType a, MemRefType b);

/// True if arrays of the two types lie in memory alike, element by element and
/// padding by padding: shape, element type and layout are the same but for the
/// memory space, what `exact` asks, and what is known of the extents.
///
/// Example: true for `memref<?x5xf32, T>` and `memref<3x5xf32, T, 1>` where `T`
/// is `#tiled_layout.layout<{1,0:T(2,2)}>`.
bool isSameStorage(MemRefType a, MemRefType b);

/// Returns the element type that XLA's text calls `type`: `i1` for `pred`,
/// `iN` for `sN`, `uiN` for `uN`, complex for `cN`, floats by name.
Type getElementType(const ElementType &type, MLIRContext *context);

/// Returns the element type that XLA's text has for a type: the inverse of
/// `getElementType`, and `s64` for `index`. `std::nullopt` if there is none.
std::optional<ElementType> getXlaElementType(Type type);

/// Returns the shape that a tensor or memref type stands for; without a layout
/// if the type has none. `std::nullopt` for element types and layouts that
/// XLA's text does not have, and for views.
std::optional<Shape> getXlaShape(ShapedType type);

/// Checks what the type itself cannot see: of a memref, `S(n)` against the
/// memory space (TL19) and the bytes against the element type (TL15); of an
/// attribute that is not ours, TL1 to TL16. Fails with an error that names
/// the rule's value and bound; a type without a layout of ours passes.
LogicalResult verifyTiled(ShapedType type,
                          function_ref<InFlightDiagnostic()> emitError);

/// Checks every memref type below `root` with `verifyTiled`; an error stands at
/// the operation that has the type. Each pass begins with it.
LogicalResult verifyMemRefsBelow(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_LAYOUTTYPES_H
