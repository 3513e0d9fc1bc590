//===- TiledLayoutToAffine.h - Accesses become affine -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_TILEDLAYOUTTOAFFINE_H
#define TILED_LAYOUT_CONVERSION_TILEDLAYOUTTOAFFINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/DialectConversion.h"

#include "tiled_layout/Layout/Views.h"

#include "llvm/ADT/DenseMap.h"

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
/// (`isPlainStorage`) are bytes in either. Fails if such an element crosses
/// bytes or its type has no bits to take apart.
llvm::Expected<PhysicalType> getPhysicalType(MemRefType tiled,
                                             PhysicalForm form);

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

/// The layout of each `tiled_layout.subview` of a module, with what was proved
/// of its offsets. The proof comes before the conversion: while types are
/// converted, an operand no longer leads to where its value comes from.
using SubViewLayouts = llvm::DenseMap<Operation *, SliceLayout>;

/// Adds the patterns that lower operations on tiled memrefs, those of other
/// dialects with `ElementAccessOpInterface` included. The patterns refer to
/// `views`, which `prepareTiledLayoutToAffine` has filled.
///
/// A conversion of your own that lowers operations of another dialect, too, has
/// the steps of `convert-tiled-layout-to-affine`, as docs/examples/consumer
/// has:
///
///   SubViewLayouts views;
///   if (failed(prepareTiledLayoutToAffine(module, form, views, isMine)))
///     return failure();
///   PhysicalTypeConverter typeConverter(form);
///   ConversionTarget target(*context);
///   configureTiledLayoutToAffineTarget(target);
///   RewritePatternSet patterns(context);
///   populateTiledLayoutToAffinePatterns(typeConverter, views, patterns);
///   patterns.add<LowerMine>(typeConverter, context);
///   if (failed(applyFullConversion(module, target, std::move(patterns))))
///     return failure();
///   return finishTiledLayoutToAffine(module);
void populateTiledLayoutToAffinePatterns(
    const PhysicalTypeConverter &typeConverter, const SubViewLayouts &views,
    RewritePatternSet &patterns);

/// Checks every operation of the module that has a tiled type, and rewrites
/// those that become several accesses: vector accesses, fills and copies. Adds
/// the layouts of views to `views`, for the patterns.
/// Operations for which `isHandled` is true are left to the caller's patterns.
/// Fails, with an error at the operation, where one has no lowering.
LogicalResult
prepareTiledLayoutToAffine(ModuleOp module, PhysicalForm form,
                           SubViewLayouts &views,
                           function_ref<bool(Operation *)> isHandled = nullptr);

/// Makes operations legal that have no tiled type.
void configureTiledLayoutToAffineTarget(ConversionTarget &target);

/// Checks that no tiled type is left, and simplifies the index arithmetic.
/// Fails, with an error at the operation, if there is one.
LogicalResult finishTiledLayoutToAffine(ModuleOp module);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_CONVERSION_TILEDLAYOUTTOAFFINE_H
