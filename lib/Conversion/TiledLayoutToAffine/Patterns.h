//===- Patterns.h - Groups of patterns ------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_PATTERNS_H
#define TILED_LAYOUT_LIB_CONVERSION_PATTERNS_H

#include "PhysicalArray.h"

#include "tiled_layout/IR/TiledLayout.h"

namespace mlir::tiled_layout {

/// memref.alloc, alloca, dealloc, dim, cast, load, store; arith.select.
void populateMemRefPatterns(const PhysicalTypeConverter &typeConverter,
                            RewritePatternSet &patterns);
/// memref.assume_alignment, copy, distinct_objects, memory_space_cast,
/// extract_aligned_pointer_as_index, prefetch, rank, reinterpret_cast;
/// bufferization.dealloc.
void populateViewPatterns(const PhysicalTypeConverter &typeConverter,
                          RewritePatternSet &patterns);
/// memref.atomic_rmw, generic_atomic_rmw.
void populateAtomicPatterns(const PhysicalTypeConverter &typeConverter,
                            RewritePatternSet &patterns);
/// memref.dma_start, dma_wait; affine.dma_start, dma_wait.
void populateDmaPatterns(const PhysicalTypeConverter &typeConverter,
                         RewritePatternSet &patterns);
/// func.func, call_indirect, constant; gpu.func.
void populateFunctionPatterns(const PhysicalTypeConverter &typeConverter,
                              RewritePatternSet &patterns);
/// gpu.alloc, dealloc, launch, launch_func, memcpy, memset, return.
void populateGpuPatterns(const PhysicalTypeConverter &typeConverter,
                         RewritePatternSet &patterns);
/// memref.global, get_global.
void populateGlobalPatterns(const PhysicalTypeConverter &typeConverter,
                            RewritePatternSet &patterns);
/// What passes tiled values on: affine.for, if; memref.alloca_scope;
/// scf.execute_region; cf.switch.
void populateStructurePatterns(const PhysicalTypeConverter &typeConverter,
                               RewritePatternSet &patterns);
/// affine.load, store, prefetch.
void populateAffinePatterns(const PhysicalTypeConverter &typeConverter,
                            RewritePatternSet &patterns);
/// Operations of other dialects with `ElementAccessOpInterface`.
void populateInterfacePatterns(const PhysicalTypeConverter &typeConverter,
                               RewritePatternSet &patterns);
/// The dialect's own operations.
void populateTiledLayoutPatterns(const PhysicalTypeConverter &typeConverter,
                                 RewritePatternSet &patterns);

/// Returns the sizes of a physical memref that are not static.
SmallVector<Value> getPhysicalSizes(OpBuilder &builder, Location loc,
                                    MemRefType tiled,
                                    const PhysicalType &physical,
                                    ValueRange dynamicExtents);

/// Views of tiled memrefs: subview, transpose, expand_shape, collapse_shape.
void populateTiledViewPatterns(const PhysicalTypeConverter &typeConverter,
                               const SubViewLayouts &views,
                               RewritePatternSet &patterns);

void populateTiledReshapePatterns(const PhysicalTypeConverter &typeConverter,
                                  RewritePatternSet &patterns);

/// Proves that the offsets of a view fit its layout and adds the layout to
/// `views`, or emits an error that says which does not and how to assert it.
LogicalResult proveSubView(SubViewOp op, SubViewLayouts &views);

/// Asserts at run time that the tiles of an exact layout divide the extents.
void assertExact(OpBuilder &builder, Location loc, MemRefType type,
                 ValueRange dynamicExtents);

/// Replaces indices of tiled memrefs that are sums by maps of the parts, where
/// that saves divisions. Before the conversion, types say what is an index of
/// an array: out of bounds it is undefined, so that its sum does not wrap
/// around.
void composeIndices(Operation *root);

/// Simplifies the maps of affine accesses and of `affine.apply` with what
/// loops, constants and `assume_multiple` say of their operands. Erases the
/// latter.
void simplifyIndexMaps(Operation *root);

/// The base of our patterns: the type converter's physical form at hand.
template <typename OpTy>
struct TiledPattern : OpConversionPattern<OpTy> {
  TiledPattern(const PhysicalTypeConverter &typeConverter, MLIRContext *context,
               PatternBenefit benefit = 1)
      : OpConversionPattern<OpTy>(typeConverter, context, benefit),
        form(typeConverter.getForm()) {}

  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  PhysicalForm form;
};

/// Returns operands that are converted one to one, such as indices, or the
/// memrefs without their extents.
inline SmallVector<Value> flatten(ArrayRef<ValueRange> operands) {
  return llvm::map_to_vector(operands,
                             [](ValueRange range) { return range.front(); });
}

/// Returns operands with the extents of memrefs.
inline SmallVector<Value> flattenAll(ArrayRef<ValueRange> operands) {
  SmallVector<Value> values;
  for (ValueRange range : operands)
    llvm::append_range(values, range);
  return values;
}

/// A terminator that hands its operands to the operation around it.
template <typename OpTy>
struct LowerTerminator : TiledPattern<OpTy> {
  using TiledPattern<OpTy>::TiledPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename TiledPattern<OpTy>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<OpTy>(op, flattenAll(adaptor.getOperands()));
    return success();
  }
};

/// An operation that works on buffers as they lie in memory, padding included:
/// a copy between arrays in one layout, a cast that speaks of the buffer. No
/// result is tiled.
template <typename OpTy>
struct LowerOnBuffers : TiledPattern<OpTy> {
  using TiledPattern<OpTy>::TiledPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename TiledPattern<OpTy>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *lowered = rewriter.clone(*op.getOperation());
    rewriter.modifyOpInPlace(
        lowered, [&] { lowered->setOperands(flatten(adaptor.getOperands())); });
    rewriter.replaceOp(op, lowered->getResults());
    return success();
  }
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_PATTERNS_H
