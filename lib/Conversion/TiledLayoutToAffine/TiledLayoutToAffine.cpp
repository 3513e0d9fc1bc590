//===- TiledLayoutToAffine.cpp - The pass ---------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "../../IR/OddOperations.h"
#include "../CarriedAttributes.h"
#include "OperationChecks.h"
#include "Patterns.h"
#include "VectorAccesses.h"
#include "WholeArrays.h"

#include "tiled_layout/Analysis/EmptyLoops.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Threading.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTTILEDLAYOUTTOAFFINEPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

void mlir::tiled_layout::populateTiledLayoutToAffinePatterns(
    const PhysicalTypeConverter &typeConverter, const SubViewLayouts &views,
    RewritePatternSet &patterns) {
  populateMemRefPatterns(typeConverter, patterns);
  populateViewPatterns(typeConverter, patterns);
  populateAtomicPatterns(typeConverter, patterns);
  populateDmaPatterns(typeConverter, patterns);
  populateFunctionPatterns(typeConverter, patterns);
  populateGpuPatterns(typeConverter, patterns);
  populateGlobalPatterns(typeConverter, patterns);
  populateStructurePatterns(typeConverter, patterns);
  populateAffinePatterns(typeConverter, patterns);
  populateInterfacePatterns(typeConverter, patterns);
  populateTiledLayoutPatterns(typeConverter, patterns);
  populateTiledViewPatterns(typeConverter, views, patterns);
  populateReturnOpTypeConversionPattern(patterns, typeConverter);
  scf::populateSCFStructuralTypeConversions(typeConverter, patterns);
  cf::populateCFStructuralTypeConversions(typeConverter, patterns);
}

/// What is said of a pointer does not hold of the extents that travel beside a
/// memref, but the conversion of signatures says it of each.
static void removePointerAttributes(ModuleOp module) {
  static constexpr llvm::StringLiteral names[] = {
      "llvm.align",     "llvm.dereferenceable", "llvm.noalias",
      "llvm.nocapture", "llvm.nofree",          "llvm.nonnull",
      "llvm.readnone",  "llvm.readonly",        "llvm.writeonly"};
  module.walk([&](FunctionOpInterface function) {
    for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isa<IndexType>(type))
        for (StringRef name : names)
          function.removeArgAttr(number, name);
  });
}

/// The mask around an access becomes one of its operands.
static void lowerMasks(ModuleOp module) {
  SmallVector<Operation *> masks;
  module.walk([&](vector::MaskOp mask) {
    Operation *access = mask.getMaskableOp();
    if (access && findTiledType(access))
      masks.push_back(mask);
  });
  RewritePatternSet patterns(module.getContext());
  vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  (void)applyOpPatternsGreedily(masks, std::move(patterns));
}

/// Returns the operations that have patterns of their own.
static DenseSet<OperationName> getOperationsWithPatterns(MLIRContext *context,
                                                         PhysicalForm form) {
  PhysicalTypeConverter typeConverter(form);
  SubViewLayouts views;
  RewritePatternSet patterns(context);
  populateTiledLayoutToAffinePatterns(typeConverter, views, patterns);
  DenseSet<OperationName> operations;
  for (const auto &pattern : patterns.getNativePatterns())
    if (std::optional<OperationName> root = pattern->getRootKind())
      operations.insert(*root);
  return operations;
}

/// Loads elements of constant globals while the globals are not physical: the
/// conversion folds loads that it has not converted, and `affine.load` reads
/// the initial value by its own indices.
static void foldLoadsOfConstants(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](affine::AffineLoadOp load) {
    SmallVector<OpFoldResult> folded;
    if (!isTiled(load.getMemRefType()) || failed(load->fold(folded)) ||
        folded.empty())
      return;
    rewriter.setInsertionPoint(load);
    if (auto value = dyn_cast<Attribute>(folded.front()))
      if (Operation *constant = load->getDialect()->materializeConstant(
              rewriter, value, load.getType(), load.getLoc()))
        rewriter.replaceOp(load, constant);
  });
}

LogicalResult mlir::tiled_layout::prepareTiledLayoutToAffine(
    ModuleOp module, PhysicalForm form, SubViewLayouts &views,
    function_ref<bool(Operation *)> isHandled) {
  if (failed(verifyMemRefsBelow(module)) ||
      failed(replaceOddOperations(module)))
    return failure();
  // No branch leads to them, so none would convert their arguments.
  IRRewriter rewriter(module.getContext());
  (void)eraseUnreachableBlocks(rewriter, module->getRegions());
  lowerMasks(module);
  DenseSet<OperationName> withPatterns =
      getOperationsWithPatterns(module.getContext(), form);
  bool ok = true;
  module.walk([&](Operation *op) {
    if (!isHandled || !isHandled(op))
      ok &= succeeded(checkOperation(op, form, withPatterns, views));
  });
  if (!ok || failed(lowerWholeArrays(module)))
    return failure();
  lowerVectorAccesses(module);
  composeIndices(module);
  foldLoadsOfConstants(module);
  module.walk([](Operation *op) {
    if (findTiledType(op, Blocks::Entry))
      packAttributes(op);
  });
  return success();
}

void mlir::tiled_layout::configureTiledLayoutToAffineTarget(
    ConversionTarget &target) {
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !findTiledType(op, Blocks::Entry); });
  target.addIllegalOp<LinearizeOp, DelinearizeOp, ToPhysicalOp, FromPhysicalOp,
                      FillPaddingOp>();
}

LogicalResult mlir::tiled_layout::finishTiledLayoutToAffine(ModuleOp module) {
  if (failed(verifyNothingTiled(module)))
    return failure();
  unpackAttributes(module);
  removePointerAttributes(module);
  // Extents of views are known by now.
  eraseEmptyLoops(module);
  simplifyIndexMaps(module);
  return success();
}

/// Converts functions at once: no pattern looks or writes beyond one. What else
/// a module holds comes before.
static LogicalResult convert(ModuleOp module, const ConversionTarget &target,
                             const FrozenRewritePatternSet &patterns) {
  SmallVector<Operation *> functions, others;
  for (Operation &op : *module.getBody())
    (isa<func::FuncOp>(op) ? functions : others).push_back(&op);
  if (failed(applyFullConversion(others, target, patterns)))
    return failure();
  return failableParallelForEach(
      module.getContext(), functions, [&](Operation *function) {
        return applyFullConversion(function, target, patterns);
      });
}

namespace {

class ConvertTiledLayoutToAffinePass
    : public tiled_layout::impl::ConvertTiledLayoutToAffinePassBase<
          ConvertTiledLayoutToAffinePass> {
public:
  using ConvertTiledLayoutToAffinePassBase::ConvertTiledLayoutToAffinePassBase;

private:
  void runOnOperation() final {
    ModuleOp module = getOperation();
    SubViewLayouts views;
    if (failed(prepareTiledLayoutToAffine(module, form, views)))
      return signalPassFailure();
    PhysicalTypeConverter typeConverter(form);
    ConversionTarget target(getContext());
    configureTiledLayoutToAffineTarget(target);
    RewritePatternSet patterns(&getContext());
    populateTiledLayoutToAffinePatterns(typeConverter, views, patterns);
    if (failed(convert(module, target, std::move(patterns))) ||
        failed(finishTiledLayoutToAffine(module)))
      return signalPassFailure();
  }
};

} // namespace
