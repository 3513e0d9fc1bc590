//===- TiledLayoutToAffine.cpp - The pass ---------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "Patterns.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTTILEDLAYOUTTOAFFINEPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Operations that have a lowering; every other one with a tiled type is an
/// error. docs/Lowering.md lists them with their tests.
static bool hasLowering(Operation *op) {
  return isa<
      // Structure: types change, nothing else.
      func::FuncOp, func::CallOp, func::ReturnOp, scf::ForOp, scf::IfOp,
      scf::WhileOp, scf::ConditionOp, scf::YieldOp, cf::BranchOp,
      cf::CondBranchOp,
      // Accesses.
      memref::AllocOp, memref::AllocaOp, memref::DeallocOp, memref::LoadOp,
      memref::StoreOp, memref::DimOp, memref::CastOp, affine::AffineLoadOp,
      affine::AffineStoreOp, arith::SelectOp, LinearizeOp, DelinearizeOp,
      ToPhysicalOp, FromPhysicalOp, FillPaddingOp>(op);
}

/// True if the type is, or has inside, a tensor or memref with a layout.
static bool hasTiledType(Type type) {
  return type
      .walk([](Type inner) {
        return isTiled(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the first tiled type among operands, results, block arguments and
/// type attributes of an operation, or null.
static Type findTiledType(Operation *op) {
  auto findIn = [](TypeRange types) -> Type {
    auto it = llvm::find_if(types, hasTiledType);
    return it == types.end() ? Type() : *it;
  };
  if (Type type = findIn(op->getOperandTypes()))
    return type;
  if (Type type = findIn(op->getResultTypes()))
    return type;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (Type type = findIn(block.getArgumentTypes()))
        return type;
  for (NamedAttribute named : op->getAttrs())
    if (auto attribute = dyn_cast<TypeAttr>(named.getValue()))
      if (hasTiledType(attribute.getValue()))
        return attribute.getValue();
  return {};
}

/// Reports why an operation cannot be lowered, before anything is changed.
static LogicalResult checkOperation(Operation *op, PhysicalForm form) {
  Type found = findTiledType(op);
  if (!found)
    return success();

  bool ok = true;
  found.walk([&](Type type) {
    if (!ok || !isTiled(type))
      return;
    if (isa<RankedTensorType>(type)) {
      ok = false;
      op->emitOpError() << "has the tiled tensor type " << type
                        << "; bufferize the program first";
      return;
    }
    std::string reason;
    if (failed(getPhysicalType(cast<MemRefType>(type), form, reason))) {
      ok = false;
      op->emitOpError() << "cannot lower " << type << ": " << reason;
    }
  });
  if (!ok)
    return failure();

  if (isa<RelayoutOp, memref::CopyOp>(op))
    return op->emitOpError() << "moves a tiled array of type " << found
                             << "; run tiled-layout-lower-relayouts first";
  if (auto cast = dyn_cast<memref::CastOp>(op)) {
    auto source = dyn_cast<MemRefType>(cast.getSource().getType());
    auto result = dyn_cast<MemRefType>(cast.getType());
    if (!source || !result)
      return op->emitOpError() << "has no lowering: an unranked memref has no "
                                  "place for the layout of "
                               << found;
  }
  if (!hasLowering(op))
    return op->emitOpError()
           << "has no lowering for a tiled array of type " << found;
  return success();
}

void mlir::tiled_layout::populateTiledLayoutToAffinePatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  populateMemRefPatterns(typeConverter, patterns);
  populateAffinePatterns(typeConverter, patterns);
  populateTiledLayoutPatterns(typeConverter, patterns);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 typeConverter);
  populateCallOpTypeConversionPattern(patterns, typeConverter);
  populateReturnOpTypeConversionPattern(patterns, typeConverter);
  scf::populateSCFStructuralTypeConversions(typeConverter, patterns);
  cf::populateCFStructuralTypeConversions(typeConverter, patterns);
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
    if (failed(verifyMemRefsBelow(module)))
      return signalPassFailure();
    bool ok = true;
    module.walk(
        [&](Operation *op) { ok &= succeeded(checkOperation(op, form)); });
    if (!ok)
      return signalPassFailure();

    PhysicalTypeConverter typeConverter(form);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !findTiledType(op); });
    target.addIllegalOp<LinearizeOp, DelinearizeOp, ToPhysicalOp,
                        FromPhysicalOp, FillPaddingOp, AssumeMultipleOp>();
    RewritePatternSet patterns(&getContext());
    populateTiledLayoutToAffinePatterns(typeConverter, patterns);
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
