//===- AdoptLayouts.cpp - Marked memrefs to tiled ones --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdoptViews.h"
#include "BufferizeSteps.h"

#include "../../IR/TypedValues.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewTypes.h"
#include "tiled_layout/Transforms/Bufferize.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the memref with a layout attribute, which may be another dialect's.
static MemRefType getTiledMemRefType(ArrayRef<int64_t> shape, Type element,
                                     LayoutAttrInterface attribute,
                                     function_ref<InFlightDiagnostic()> error) {
  MLIRContext *context = attribute.getContext();
  Layout layout = attribute.getLayout();
  auto form =
      dyn_cast<MemRefLayoutAttrInterface>(static_cast<Attribute>(attribute));
  if (!form || isa<TiledLayoutAttr>(attribute))
    form = TiledLayoutAttr::getForMemRef(context, layout, shape);
  Attribute space;
  if (layout.memorySpace != 0)
    space = IntegerAttr::get(IntegerType::get(context, 64), layout.memorySpace);
  if (!error)
    return MemRefType::get(shape, element, form, space);
  return MemRefType::getChecked(error, shape, element, form, space);
}

FailureOr<MemRefType> mlir::tiled_layout::getTiledMemRefType(
    RankedTensorType type, function_ref<InFlightDiagnostic()> emitError) {
  MemRefType memref = ::getTiledMemRefType(
      type.getShape(), type.getElementType(), getLayoutAttr(type), emitError);
  if (!memref || failed(verifyTiled(memref, emitError)))
    return failure();
  return memref;
}

LayoutAttrInterface mlir::tiled_layout::getMark(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  return dyn_cast_or_null<LayoutAttrInterface>(memref ? memref.getMemorySpace()
                                                      : Attribute());
}

/// Drops what bufferization leaves behind: buffers that a loop carries along
/// unchanged, and copies of a buffer onto itself, which stand where a slice
/// that was written in place is inserted in its tensor.
static void dropLeftovers(RewriterBase &rewriter, Operation *root) {
  RewritePatternSet patterns(root->getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, root->getContext());
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .enableFolding(false)
      .enableConstantCSE(false);
  // Not to have converged only means that something is left.
  (void)applyPatternsGreedily(root, std::move(patterns), config);

  DominanceInfo dominance(root);
  eliminateCommonSubExpressions(rewriter, dominance, root);
  root->walk([&](memref::CopyOp copy) {
    if (copy.getSource() == copy.getTarget())
      rewriter.eraseOp(copy);
  });
}

/// Replaces casts between what turned out to be one type.
static void eraseCasts(RewriterBase &rewriter, Operation *root) {
  root->walk([&](UnrealizedConversionCastOp cast) {
    if (cast.getInputs().getTypes() == cast.getOutputs().getTypes() &&
        llvm::all_of(cast.getInputs().getTypes(), isTiled))
      rewriter.replaceOp(cast, cast.getInputs());
  });
}

/// Rewrites casts that tell or forget an extent which stands in `bounds`: to
/// upstream they are casts between layouts.
static void castBounds(RewriterBase &rewriter, Operation *root) {
  root->walk([&](memref::CastOp op) {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto result = dyn_cast<MemRefType>(op.getType());
    if (!source || !result || !isTiled(source) || !isTiled(result) ||
        source.getLayout() == result.getLayout())
      return;
    rewriter.setInsertionPoint(op);
    Value flat = ToPhysicalOp::create(rewriter, op.getLoc(),
                                      getFlatType(source), op.getSource());
    if (getFlatType(source) != getFlatType(result))
      flat = memref::CastOp::create(rewriter, op.getLoc(), getFlatType(result),
                                    flat);
    SmallVector<Value> extents;
    for (int64_t dim = 0; dim < result.getRank(); ++dim)
      if (result.isDynamicDim(dim))
        extents.push_back(
            memref::DimOp::create(rewriter, op.getLoc(), op.getSource(), dim));
    rewriter.replaceOpWithNewOp<FromPhysicalOp>(op, result, flat, extents);
  });
}

/// Gives the initial values of globals types without a layout: they are in
/// their logical order, and the global's type says where they lie. Those of
/// `sparse<...>` are written out, as upstream writes them for LLVM.
static void forgetLayoutsOfValues(Operation *root) {
  root->walk([](memref::GlobalOp global) {
    auto values = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
    if (!values || !isTiled(values.getType()))
      return;
    auto type = cast<RankedTensorType>(values.getType());
    auto plain = RankedTensorType::get(type.getShape(), type.getElementType());
    if (!isa<DenseElementsAttr>(values))
      if (Attribute known = getWithType(values, plain))
        global.setInitialValueAttr(writeOut(known));
  });
}

/// Reports the first memref that is still marked.
static LogicalResult verifyNothingMarked(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(),
                                              op->getResultTypes())) {
      LayoutAttrInterface mark = getMark(type);
      if (!mark)
        continue;
      op->emitOpError() << "has a slice of an array in layout " << mark
                        << " as operand or result, and cannot have a view; "
                           "copy the slice first";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult mlir::tiled_layout::adoptLayouts(Operation *root) {
  IRRewriter rewriter(root->getContext());
  dropLeftovers(rewriter, root);
  Views views = findViews(root);

  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    LayoutAttrInterface mark = getMark(type);
    // A slice of a vector may have the strides of a whole one.
    if (!mark || isa<StridedLayoutAttr>(type.getLayout()))
      return std::nullopt;
    return ::getTiledMemRefType(type.getShape(), type.getElementType(), mark,
                                /*error=*/nullptr);
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  eraseCasts(rewriter, root);
  forgetLayoutsOfValues(root);
  if (failed(adoptViews(rewriter, views)))
    return failure();
  castBounds(rewriter, root);
  if (failed(verifyNothingMarked(root)))
    return failure();
  return verifyMemRefsBelow(root);
}
