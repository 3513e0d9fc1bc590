// Another compiler: its own dialect, layout, operations and pipeline, with
// tiled_layout's lowering in the middle. docs/Embedding.md explains it.

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"
#include "tiled_layout/IR/ElementAccess.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/InitAll.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

#include "Mine.h.inc"
#define GET_ATTRDEF_CLASSES
#include "MineAttrs.h.inc"
#define GET_OP_CLASSES
#include "MineOps.h.inc"

#include "Mine.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "MineAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "MineOps.cpp.inc"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// The layout attribute
//===----------------------------------------------------------------------===//

/// What the rest of MLIR asks a layout.
AffineMap mine::BlockedAttr::getAffineMap() const {
  AffineExpr i = getAffineDimExpr(0, getContext());
  AffineExpr j = getAffineDimExpr(1, getContext());
  return AffineMap::get(
      2, 0, {i.floorDiv(getRows()), j.floorDiv(128), i % getRows(), j % 128},
      getContext());
}
bool mine::BlockedAttr::isIdentity() const { return false; }
LogicalResult mine::BlockedAttr::verifyLayout(
    ArrayRef<int64_t> shape,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() == 2)
    return success();
  return emitError() << "blocked has 2 dimensions, but the array has "
                     << shape.size();
}
LogicalResult mine::BlockedAttr::getStridesAndOffset(ArrayRef<int64_t>,
                                                     SmallVectorImpl<int64_t> &,
                                                     int64_t &) const {
  return failure();
}

/// What tiled_layout asks it.
struct BlockedLayout
    : LayoutAttrInterface::ExternalModel<BlockedLayout, mine::BlockedAttr> {
  Layout getLayout(Attribute attribute) const {
    Layout layout = Layout::getRowMajor(2);
    layout.tiles = {
        getTile({cast<mine::BlockedAttr>(attribute).getRows(), 128})};
    return layout;
  }
};

void mine::MineDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "MineAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "MineOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// The access takes part through an interface
//===----------------------------------------------------------------------===//

Value mine::LoadOp::getAccessedMemRef() { return getMemref(); }
SmallVector<Value> mine::LoadOp::getAccessedIndex() { return getIndices(); }
Operation *mine::LoadOp::createAccess(OpBuilder &builder, Value memref,
                                      ValueRange indices) {
  return LoadOp::create(builder, getLoc(), getType(), memref, indices);
}

//===----------------------------------------------------------------------===//
// The operation on whole arrays has a pattern in a conversion of our own
//===----------------------------------------------------------------------===//

struct LowerClear : OpConversionPattern<mine::ClearOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(mine::ClearOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // The physical memref comes first, run-time extents follow it.
    Value physical = adaptor.getMemref().front();
    Type element = cast<MemRefType>(physical.getType()).getElementType();
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getZeroAttr(element));
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, zero, physical);
    return success();
  }
};

struct LowerMine : PassWrapper<LowerMine, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerMine)

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    linalg::LinalgDialect, memref::MemRefDialect, ub::UBDialect,
                    vector::VectorDialect>();
  }

  LogicalResult lower(ModuleOp module) {
    PhysicalForm form = PhysicalForm::Expanded;
    SubViewLayouts views;
    if (failed(
            prepareTiledLayoutToAffine(module, form, views, [](Operation *op) {
              return isa<mine::ClearOp>(op);
            })))
      return failure();
    PhysicalTypeConverter typeConverter(form);
    ConversionTarget target(getContext());
    configureTiledLayoutToAffineTarget(target);
    RewritePatternSet patterns(&getContext());
    populateTiledLayoutToAffinePatterns(typeConverter, views, patterns);
    patterns.add<LowerClear>(typeConverter, &getContext());
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return failure();
    return finishTiledLayoutToAffine(module);
  }

  void runOnOperation() override {
    if (failed(lower(getOperation())))
      signalPassFailure();
  }
};

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<mine::MineDialect, affine::AffineDialect, arith::ArithDialect,
                  func::FuncDialect, linalg::LinalgDialect,
                  memref::MemRefDialect>();
  registerAllDialects(registry);
  registry.addExtension(+[](MLIRContext *context, mine::MineDialect *) {
    mine::BlockedAttr::attachInterface<BlockedLayout>(*context);
  });
  registerAllPasses();
  PassPipelineRegistration<>("mine-pipeline", "Lowers programs of mine.",
                             [](OpPassManager &manager) {
                               manager.addPass(std::make_unique<LowerMine>());
                               manager.addPass(createCanonicalizerPass());
                             });
  return asMainReturnCode(
      MlirOptMain(argc, argv, "another compiler\n", registry));
}
