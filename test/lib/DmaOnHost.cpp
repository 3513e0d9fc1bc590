//===- DmaOnHost.cpp - The host plays the engine --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout::test;

namespace {

class DmaOnHostPass
    : public PassWrapper<DmaOnHostPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DmaOnHostPass)

  StringRef getArgument() const final { return "test-dma-on-host"; }
  StringRef getDescription() const final {
    return "Execute DMA transfers on the host";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    cf::ControlFlowDialect, memref::MemRefDialect,
                    scf::SCFDialect>();
  }

private:
  void runOnOperation() final;
};

} // namespace

//===----------------------------------------------------------------------===//
// affine
//===----------------------------------------------------------------------===//

static void lower(IRRewriter &rewriter, affine::AffineDmaStartOp dma) {
  auto expand = [&](AffineMap map, ValueRange indices) {
    return *affine::expandAffineMap(rewriter, dma.getLoc(), map, indices);
  };
  auto source = expand(dma.getSrcMap(), dma.getSrcIndices());
  auto dest = expand(dma.getDstMap(), dma.getDstIndices());
  auto tag = expand(dma.getTagMap(), dma.getTagIndices());
  rewriter.replaceOpWithNewOp<memref::DmaStartOp>(
      dma, dma.getSrcMemRef(), source, dma.getDstMemRef(), dest,
      dma.getNumElements(), dma.getTagMemRef(), tag, dma.getStride(),
      dma.getNumElementsPerStride());
}

static void lower(IRRewriter &rewriter, affine::AffineDmaWaitOp dma) {
  rewriter.replaceOpWithNewOp<memref::DmaWaitOp>(
      dma, dma.getTagMemRef(),
      *affine::expandAffineMap(rewriter, dma.getLoc(), dma.getTagMap(),
                               dma.getTagIndices()),
      dma.getNumElements());
}

//===----------------------------------------------------------------------===//
// memref
//===----------------------------------------------------------------------===//

/// Returns what lies in memory from an element on, `size` elements.
static Value getRun(OpBuilder &builder, Location loc, Value memref,
                    ValueRange indices, Value size) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value first = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides()))
    first = arith::AddIOp::create(
        builder, loc, first,
        arith::MulIOp::create(builder, loc, index, stride));
  auto type = cast<MemRefType>(memref.getType());
  auto run = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1}),
      type.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      builder, loc, run, metadata.getBaseBuffer(), OpFoldResult(first),
      ArrayRef<OpFoldResult>{size},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
}

/// Returns the number as the tag holds it.
static Value asTag(OpBuilder &builder, Location loc, Value number, Value tag) {
  return arith::IndexCastOp::create(
      builder, loc, cast<MemRefType>(tag.getType()).getElementType(), number);
}

/// Elements follow each other, but in the slower memory, that of the lower
/// space, those of one chunk only, and chunks are a stride apart.
static LogicalResult lower(IRRewriter &rewriter, memref::DmaStartOp dma) {
  Location loc = dma.getLoc();
  unsigned sourceSpace = dma.getSrcMemorySpace();
  unsigned destSpace = dma.getDstMemorySpace();
  if (dma.isStrided() && sourceSpace == destSpace)
    return dma.emitOpError() << "has a stride for the slower one of two "
                                "memories that are one";
  Value elements = dma.getNumElements(), size = elements;
  if (dma.isStrided())
    size = arith::MulIOp::create(rewriter, loc, elements, dma.getStride());
  Value source =
      getRun(rewriter, loc, dma.getSrcMemRef(), dma.getSrcIndices(), size);
  Value dest =
      getRun(rewriter, loc, dma.getDstMemRef(), dma.getDstIndices(), size);
  memref::StoreOp::create(rewriter, loc,
                          asTag(rewriter, loc, elements, dma.getTagMemRef()),
                          dma.getTagMemRef(), dma.getTagIndices());
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  auto loop = scf::ForOp::create(rewriter, loc, zero, elements, one);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar(), from = number, to = number;
  if (dma.isStrided()) {
    Value perChunk = dma.getNumElementsPerStride();
    Value chunk = arith::DivUIOp::create(rewriter, loc, number, perChunk);
    Value within = arith::RemUIOp::create(rewriter, loc, number, perChunk);
    Value first = arith::MulIOp::create(rewriter, loc, chunk, dma.getStride());
    (sourceSpace < destSpace ? from : to) =
        arith::AddIOp::create(rewriter, loc, first, within);
  }
  Value value = memref::LoadOp::create(rewriter, loc, source, from);
  memref::StoreOp::create(rewriter, loc, value, dest, to);
  rewriter.eraseOp(dma);
  return success();
}

static LogicalResult lower(IRRewriter &rewriter, memref::DmaWaitOp dma) {
  Location loc = dma.getLoc();
  Value tag = dma.getTagMemRef();
  Value held = memref::LoadOp::create(rewriter, loc, tag, dma.getTagIndices());
  Value expected = asTag(rewriter, loc, dma.getNumElements(), tag);
  Value isStarted = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::eq, held, expected);
  cf::AssertOp::create(rewriter, loc, isStarted,
                       "waits for a transfer that was not started");
  Value none = arith::ConstantOp::create(
      rewriter, loc, rewriter.getIntegerAttr(held.getType(), 0));
  memref::StoreOp::create(rewriter, loc, none, tag, dma.getTagIndices());
  rewriter.eraseOp(dma);
  return success();
}

void DmaOnHostPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  getOperation().walk([&](Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto start = dyn_cast<affine::AffineDmaStartOp>(op))
      lower(rewriter, start);
    else if (auto wait = dyn_cast<affine::AffineDmaWaitOp>(op))
      lower(rewriter, wait);
  });
  WalkResult result = getOperation().walk([&](Operation *op) -> WalkResult {
    rewriter.setInsertionPoint(op);
    if (auto start = dyn_cast<memref::DmaStartOp>(op))
      return lower(rewriter, start);
    if (auto wait = dyn_cast<memref::DmaWaitOp>(op))
      return lower(rewriter, wait);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    signalPassFailure();
}

std::unique_ptr<Pass> mlir::tiled_layout::test::createDmaOnHostPass() {
  return std::make_unique<DmaOnHostPass>();
}

void mlir::tiled_layout::test::registerTestPasses() {
  registerPass(createDmaOnHostPass);
  registerPass(createGpuOnHostPass);
  registerPass(createChangePlansPass);
}
