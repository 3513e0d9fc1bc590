//===- TiledLayoutToAffine.h - Accesses become affine -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_TILEDLAYOUTTOAFFINE_H
#define TILED_LAYOUT_CONVERSION_TILEDLAYOUTTOAFFINE_H

#include "mlir/Transforms/DialectConversion.h"

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// What a tiled memref becomes.
enum class PhysicalForm {
  /// One dimension per physical dimension.
  Expanded,
  /// One dimension for all elements.
  Linear,
  /// One dimension of `i8`, for elements that are more than their value's bits.
  Bytes,
};

/// The memref that stands for a tiled one: in the expanded form of a view, a
/// strided one of the view's physical shape; else that of the buffer.
struct PhysicalType {
  PhysicalForm form;
  MemRefType memref;
};

/// Returns the memref that stands for `tiled`. Tail padding has no place in
/// the expanded form, and elements whose storage is not plain
/// (`isPlainStorage`) are bytes in either. Fails, with the reason in `reason`,
/// if such an element crosses bytes or its type has no bits to take apart.
FailureOr<PhysicalType> getPhysicalType(MemRefType tiled, PhysicalForm form,
                                        std::string &reason);

/// Returns how many values of type `index` say where a view begins and how far
/// apart its tiles are: in the linear form and in bytes, its first element's
/// position and one stride for each that its type does not know. In the
/// expanded form the memref itself says so, and there are none.
size_t countViewValues(MemRefType tiled, PhysicalForm form);

/// Turns a tiled memref into its physical one, followed by one `index` for each
/// dynamic logical extent and those that `countViewValues` counts, in the types
/// of functions, too.
class PhysicalTypeConverter : public TypeConverter {
public:
  explicit PhysicalTypeConverter(PhysicalForm form);

  PhysicalForm getForm() const { return form; }

private:
  PhysicalForm form;
};

/// Adds the patterns that lower operations on tiled memrefs.
void populateTiledLayoutToAffinePatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_CONVERSION_TILEDLAYOUTTOAFFINE_H
