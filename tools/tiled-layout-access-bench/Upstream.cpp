//===- Upstream.cpp - MLIR's own lowering of operations
//---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Upstream.h"

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Hoisting.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;

StringRef bench::getName(UpstreamWay way) {
  switch (way) {
  case UpstreamWay::Loops:
    return "upstream, loops";
  case UpstreamWay::AffineVectors:
    return "upstream, affine vectors";
  case UpstreamWay::LinalgVectors:
    return "upstream, linalg vectors";
  }
  llvm_unreachable("unknown way");
}

namespace {

/// Takes softmax apart, which MLIR does on tensors only.
struct DecomposePass : PassWrapper<DecomposePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DecomposePass)

  void runOnOperation() final {
    SmallVector<linalg::AggregatedOpInterface> ops;
    getOperation()->walk(
        [&](linalg::AggregatedOpInterface op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::AggregatedOpInterface op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values))
        return signalPassFailure();
      rewriter.replaceOp(op, *values);
    }
  }
};

/// Cuts operations to one vector of the output each, and vectorises them.
struct VectorizePass : PassWrapper<VectorizePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VectorizePass)

  VectorizePass(int64_t lanes) : lanes(lanes) {}

  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<scf::SCFDialect, vector::VectorDialect>();
  }

  void runOnOperation() final {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      if (failed(vectorize(rewriter, op)))
        return signalPassFailure();
  }

  LogicalResult vectorize(IRRewriter &rewriter, linalg::LinalgOp op) {
    rewriter.setInsertionPoint(op);
    if (!isa<linalg::GenericOp>(op)) {
      auto generic = linalg::generalizeNamedOp(rewriter, op);
      if (failed(generic))
        return failure();
      op = *generic;
    }
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    AffineExpr lastExpr = map.getNumResults() == 0
                              ? AffineExpr()
                              : map.getResult(map.getNumResults() - 1);
    auto last = dyn_cast_or_null<AffineDimExpr>(lastExpr);
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    if (!last || ShapedType::isDynamic(extents[last.getPosition()]))
      return op.emitError("the last dimension of the output is no loop of a "
                          "known extent");
    int64_t extent = extents[last.getPosition()];
    int64_t width = std::min(extent, 4 * lanes);
    while (extent % width != 0)
      --width;
    if (width < 4)
      return op.emitError("the last dimension of the output has no vectors");
    SmallVector<OpFoldResult> sizes(extents.size(), rewriter.getIndexAttr(1));
    sizes[last.getPosition()] = rewriter.getIndexAttr(width);
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes);
    auto tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(tiled))
      return failure();
    rewriter.eraseOp(op);
    for (Operation *inner : tiled->tiledOps) {
      auto result = linalg::vectorize(rewriter, inner);
      if (failed(result))
        return inner->emitError("linalg cannot vectorise this");
      rewriter.eraseOp(inner);
    }
    return success();
  }

  int64_t lanes;
};

} // namespace

/// From loops or vectors to LLVM; %BF16% is what bf16 needs.
static constexpr StringLiteral lowering =
    "func.func(canonicalize, cse, fold-memref-alias-ops, "
    "loop-invariant-code-motion, canonicalize, "
    "convert-vector-to-scf{full-unroll=true target-rank=1}), "
    "lower-affine, convert-scf-to-cf, expand-strided-metadata, lower-affine, "
    "arith-expand, memref-expand, convert-vector-to-llvm, "
    "%BF16%convert-complex-to-llvm, convert-math-to-llvm, "
    "convert-math-to-libm, "
    "convert-to-llvm, reconcile-unrealized-casts, canonicalize, cse";

/// Where the processor has no arithmetic of bf16, LLVM would call a function
/// for each element.
static constexpr StringLiteral widening =
    "math-extend-to-supported-types{extra-types=f16}, "
    "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32}, "
    "arith-expand{include-bf16=true}, ";

static LogicalResult addPasses(PassManager &manager, UpstreamWay way,
                               int64_t lanes, bool hasBF16) {
  manager.addPass(std::make_unique<DecomposePass>());
  std::string text = "one-shot-bufferize{bufferize-function-boundaries=true "
                     "function-boundary-type-conversion=identity-layout-map},"
                     "canonicalize, ";
  switch (way) {
  case UpstreamWay::Loops:
    text += "func.func(convert-linalg-to-loops), ";
    break;
  case UpstreamWay::AffineVectors:
    text += "func.func(convert-linalg-to-affine-loops, "
            "affine-super-vectorize{virtual-vector-size=" +
            std::to_string(lanes) + "}), ";
    break;
  case UpstreamWay::LinalgVectors:
    if (failed(parsePassPipeline(StringRef(text).rtrim(", "), manager)))
      return failure();
    manager.addPass(std::make_unique<VectorizePass>(lanes));
    text.clear();
    break;
  }
  text += lowering;
  StringRef place = "%BF16%";
  text.replace(text.find(place), place.size(), hasBF16 ? "" : widening.str());
  return parsePassPipeline(text, manager);
}

llvm::Expected<Program> bench::compileUpstream(StringRef text, UpstreamWay way,
                                               StringRef targetCpu) {
  llvm::Expected<Target> target = getTarget(targetCpu);
  if (!target)
    return target.takeError();
  return Program::compile(text, targetCpu, [&](PassManager &manager) {
    return addPasses(manager, way, target->vectorBits / 32,
                     target->dotBF16 != 0);
  });
}
