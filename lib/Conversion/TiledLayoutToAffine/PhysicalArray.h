//===- PhysicalArray.h - The values behind a tiled memref -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_PHYSICALARRAY_H
#define TILED_LAYOUT_LIB_CONVERSION_PHYSICALARRAY_H

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns the results of a map as values: folded, and composed with the maps
/// that produced the operands.
SmallVector<Value> applyMap(OpBuilder &builder, Location loc, AffineMap map,
                            ArrayRef<OpFoldResult> operands);

/// Returns the product. Products of extents are no affine expressions; as
/// semi-affine ones they take exponential time to simplify.
OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a,
                      OpFoldResult b);

/// Returns start + the sum of factors[k] * strides[k]: affine but for strides
/// that are not known.
OpFoldResult addProducts(OpBuilder &builder, Location loc, OpFoldResult start,
                         ArrayRef<OpFoldResult> factors,
                         ArrayRef<OpFoldResult> strides);

/// Returns the extents after all levels of a layout, most major first.
SmallVector<OpFoldResult> getPhysicalExtents(OpBuilder &builder, Location loc,
                                             const Layout &layout,
                                             ShapedType type,
                                             ValueRange dynamicExtents);

/// Returns the position of an index, in elements.
Value getPosition(OpBuilder &builder, Location loc, ShapedType type,
                  ValueRange dynamicExtents, ValueRange indices);

/// Returns the elements that an array takes, tail padding included.
Value getElementsValue(OpBuilder &builder, Location loc, ShapedType type,
                       ValueRange dynamicExtents);

/// Views a row-major memref as another of the same elements.
Value reinterpretRowMajor(OpBuilder &builder, Location loc, Value memref,
                          MemRefType type, ArrayRef<OpFoldResult> sizes);

/// Returns the physical type of a memref that the checks before the conversion
/// have accepted.
PhysicalType getKnownPhysicalType(MemRefType tiled, PhysicalForm form);

/// A tiled memref after conversion: the physical memref and the extents that
/// travel beside it; of a flat view, also where it begins and its strides.
class PhysicalArray {
public:
  /// `values` are what the type converter made of a value of type `tiled`: the
  /// memref and one extent per dynamic dimension.
  PhysicalArray(MemRefType tiled, ValueRange values, PhysicalForm form);

  MemRefType getTiledType() const { return tiled; }
  const Layout &getLayout() const { return layout; }
  PhysicalForm getForm() const { return physical.form; }
  /// The form that was asked for, which not every array can have.
  PhysicalForm getOption() const { return option; }
  Value getMemRef() const { return memref; }
  ValueRange getDynamicExtents() const { return dynamicExtents; }
  /// True for a view whose memref is the flat one of the buffer it lies in.
  bool isFlatView() const { return !viewValues.empty(); }
  /// Returns the position of the first element in the flat memref, and the
  /// elements between neighbours along each physical dimension. Not of a view
  /// in the expanded form, whose memref has them.
  OpFoldResult getOrigin(OpBuilder &builder) const;
  SmallVector<OpFoldResult> getStrides(OpBuilder &builder, Location loc) const;

  /// The map from logical index to the indices of the physical memref, in
  /// elements; null where it is not affine, since it multiplies extents that
  /// are dynamic.
  AffineMap getAccessMap() const;

  /// Returns what the access map makes of a logical index: the indices of the
  /// physical memref, or the position if elements are bytes.
  SmallVector<Value> getAccessIndices(OpBuilder &builder, Location loc,
                                      ValueRange indices) const;

  /// Returns the indices of the physical memref at which the element at a
  /// logical index begins: those of the element or of its first byte.
  SmallVector<Value> getAddress(OpBuilder &builder, Location loc,
                                ValueRange indices) const;

  /// Loads or stores the element at a logical index.
  Value load(OpBuilder &builder, Location loc, ValueRange indices,
             ArrayRef<NamedAttribute> attributes = {}) const;
  void store(OpBuilder &builder, Location loc, Value value, ValueRange indices,
             ArrayRef<NamedAttribute> attributes = {}) const;
  /// Stores at a position, in elements. Requires one dimension (`getFlat`).
  void storeAtPosition(OpBuilder &builder, Location loc, Value value,
                       Value position) const;

  /// The same array behind a flat view of its memref.
  PhysicalArray getFlat(Value flat) const;

private:
  Value loadBits(OpBuilder &builder, Location loc, Value position,
                 ArrayRef<NamedAttribute> attributes) const;
  void storeBits(OpBuilder &builder, Location loc, Value value, Value position,
                 ArrayRef<NamedAttribute> attributes) const;

  MemRefType tiled;
  Layout layout;
  PhysicalForm option;
  PhysicalType physical;
  Value memref;
  ValueRange dynamicExtents;
  ValueRange viewValues;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_PHYSICALARRAY_H
