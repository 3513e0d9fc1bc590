//===- Bufferize.cpp - The steps and the pass -----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Bufferize.h"

#include "BufferizeSteps.h"

#include "../../IR/AnyWithin.h"
#include "../../IR/OddOperations.h"
#include "../FencedReads.h"
#include "../Remarks.h"
#include "../SteppedSlices.h"

#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Marks the buffers that the program names, so that they are of the type that
/// bufferization gives the tensor.
static void markNamedBuffers(Operation *root) {
  auto mark = [](OpBuilder &builder, OpOperand &operand) {
    auto memref = dyn_cast<MemRefType>(operand.get().getType());
    if (!memref || !isTiled(memref))
      return;
    Attribute layout = getLayoutAttr(memref);
    if (auto tiled = dyn_cast<TiledLayoutAttr>(layout))
      layout = tiled.getForTensor();
    auto marked = MemRefType::get(memref.getShape(), memref.getElementType(),
                                  MemRefLayoutAttrInterface(), layout);
    operand.set(UnrealizedConversionCastOp::create(builder,
                                                   operand.getOwner()->getLoc(),
                                                   marked, operand.get())
                    .getResult(0));
  };
  root->walk([&](Operation *op) {
    OpBuilder builder(op);
    if (isa<bufferization::ToTensorOp,
            bufferization::MaterializeInDestinationOp>(op))
      for (OpOperand &operand : op->getOpOperands())
        mark(builder, operand);
    auto toBuffer = dyn_cast<bufferization::ToBufferOp>(op);
    auto memref =
        toBuffer ? dyn_cast<MemRefType>(toBuffer.getType()) : MemRefType();
    if (!memref || !isTiled(memref))
      return;
    auto tensor = cast<RankedTensorType>(toBuffer.getTensor().getType());
    toBuffer.getResult().setType(cast<bufferization::BufferLikeType>(Type(
        MemRefType::get(memref.getShape(), memref.getElementType(),
                        MemRefLayoutAttrInterface(), tensor.getEncoding()))));
    builder.setInsertionPointAfter(op);
    auto cast = UnrealizedConversionCastOp::create(
        builder, op->getLoc(), memref, toBuffer.getResult());
    toBuffer.getResult().replaceAllUsesExcept(cast.getResult(0), cast);
  });
}

/// Erases what no result is used of, constants above all: each would become a
/// global.
static void eraseDead(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  });
}

/// Counts empty tensors and views of memory in which they may be computed.
static int64_t countDestinations(Operation *root) {
  int64_t count = 0;
  root->walk([&](Operation *op) {
    count += isa<tensor::EmptyOp, FromPhysicalOp>(op);
  });
  return count;
}

/// Applies groups of patterns, one after the other: each may leave work for the
/// next one. None moves a read of memory behind what writes it.
static void rewriteTensors(Operation *root,
                           ArrayRef<void (*)(RewritePatternSet &)> groups) {
  FencedReads fences(root);
  for (auto *populate : groups) {
    RewritePatternSet patterns(root->getContext());
    populate(patterns);
    walkAndApplyPatterns(root, std::move(patterns));
    eraseDead(root);
  }
}

/// True if a slice has constant sizes where the type of its tensor has unknown
/// extents: as a view it has known ones.
static bool hasKnownView(Operation *op, Type tensor) {
  auto slice = dyn_cast_or_null<OffsetSizeAndStrideOpInterface>(op);
  auto type = dyn_cast<RankedTensorType>(tensor);
  return slice && type &&
         llvm::count_if(slice.getMixedSizes(), [](OpFoldResult size) {
           return !getConstantIntValue(size);
         }) < static_cast<int64_t>(type.getNumDynamicDims());
}

/// Generalizes operations on such slices whose verifiers want the same extents
/// of all operands, known or not.
static void generalizeStrict(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::MapOp, linalg::ReduceOp, linalg::TransposeOp>(op) ||
        !op.hasPureTensorSemantics())
      return;
    bool isStrict = llvm::any_of(op->getOperands(), [](Value operand) {
      return hasKnownView(operand.getDefiningOp(), operand.getType());
    });
    for (OpResult result : op->getResults())
      for (Operation *user : result.getUsers())
        isStrict |= hasKnownView(user, result.getType());
    if (!isStrict)
      return;
    rewriter.setInsertionPoint(op);
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, op);
    if (succeeded(generic))
      (*generic)->setDiscardableAttrs(attributes);
  });
}

LogicalResult
mlir::tiled_layout::prepareForBufferization(Operation *root,
                                            LoopBuffers loopBuffers) {
  if (failed(checkTensors(root)) || failed(liftBranches(root)))
    return failure();
  makeIfsOfSwitches(root);
  generalizeStrict(root);
  markNamedBuffers(root);
  if (failed(convertGlobalTensors(root)))
    return failure();
  keepKnownExtents(root);
  // Slices whose dimensions of size 1 a reshape drops or adds become one view.
  rewriteTensors(root, {populateSteppedSlicePatterns,
                        populateInterleavePatterns, populateStepPatterns,
                        tensor::populateReassociativeReshapeFoldingPatterns,
                        populateElementwisePatterns, populatePaddingPatterns,
                        populateCreationPatterns, populateCastPatterns,
                        populateRelayoutPatterns, populateRowPatterns});
  if (loopBuffers != LoopBuffers::New)
    carryWhileBuffers(root);
  // An operation and what it follows are computed in one buffer: where the
  // result stays, or else only the operation there.
  reuseInputs(root);
  if (failed(writeToDestinations(root, loopBuffers)))
    return failure();
  if (dropReusedInputs(root)) {
    if (failed(writeToDestinations(root, loopBuffers)))
      return failure();
    reuseInputs(root);
  }
  eraseDead(root);
  int64_t before = countDestinations(root);
  rewriteTensors(root, {populateSlicePatterns, populateInsertPatterns,
                        populateReshapePatterns, populateRelayoutPatterns,
                        populateMemorySpacePatterns});
  // What slices and reshapes became may end in a destination, too.
  if (countDestinations(root) > before &&
      failed(writeToDestinations(root, loopBuffers)))
    return failure();
  copyCarriedSlices(root);
  markCopies(root);
  mergeViews(root);
  return success();
}

void mlir::tiled_layout::setLayoutHooks(
    bufferization::BufferizationOptions &options) {
  using bufferization::BufferizationOptions;
  using bufferization::BufferLikeType;
  using bufferization::TensorLikeType;
  options.defaultMemorySpaceFn =
      [inherited = options.defaultMemorySpaceFn](
          TensorType type) -> std::optional<Attribute> {
    if (LayoutAttrInterface layout = getLayoutAttr(type))
      return layout;
    return inherited(type);
  };
  options.unknownTypeConverterFn =
      [inherited = options.unknownTypeConverterFn](
          TensorType type, Attribute space,
          const BufferizationOptions &options) -> BaseMemRefType {
    if (isTiled(type))
      return bufferization::getMemRefTypeWithStaticIdentityLayout(
          type, getLayoutAttr(type));
    return inherited(type, space, options);
  };
  options.functionArgTypeConverterFn =
      [inherited = options.functionArgTypeConverterFn](
          TensorLikeType type, Attribute space, func::FuncOp function,
          const BufferizationOptions &options) -> BufferLikeType {
    if (isTiled(type))
      return cast<BufferLikeType>(
          bufferization::getMemRefTypeWithStaticIdentityLayout(
              cast<TensorType>(Type(type)), getLayoutAttr(type)));
    return inherited(type, space, function, options);
  };
  options.inferFunctionResultLayout = false;
}

static LogicalResult
bufferize(ModuleOp module,
          const bufferization::OneShotBufferizationOptions &options,
          LoopBuffers loopBuffers,
          bufferization::BufferizationStatistics *statistics) {
  bufferization::BufferizationState state;
  if (failed(prepareForBufferization(module, loopBuffers)) ||
      failed(verifyLayoutsAreKept(module, options)) ||
      failed(runOneShotBufferization(module, options, state, statistics)))
    return failure();
  return adoptLayouts(module);
}

/// True if a loop carries tensors, or branches that may be one.
static bool hasCarriedTensors(ModuleOp module) {
  return anyWithin(module, [](Operation *op) {
    bool isLoop =
        isa<LoopLikeOpInterface>(op) &&
        llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
    return isLoop || llvm::any_of(op->getRegions(), branchesCarryTensors);
  });
}

/// Like `bufferize`, but says nothing and leaves the module as it was where it
/// fails.
static LogicalResult
tryToBufferize(ModuleOp module,
               const bufferization::OneShotBufferizationOptions &options,
               LoopBuffers loopBuffers,
               bufferization::BufferizationStatistics *statistics) {
  OwningOpRef<ModuleOp> before = module.clone();
  std::vector<Diagnostic> said;
  {
    ScopedDiagnosticHandler keep(module.getContext(), [&](Diagnostic &what) {
      said.push_back(std::move(what));
      return success();
    });
    if (failed(bufferize(module, options, loopBuffers, statistics))) {
      module.getBodyRegion().takeBody(before->getBodyRegion());
      return failure();
    }
  }
  for (Diagnostic &what : said)
    module.getContext()->getDiagEngine().emit(std::move(what));
  return success();
}

LogicalResult mlir::tiled_layout::bufferizeWithLayouts(
    ModuleOp module, bufferization::OneShotBufferizationOptions options,
    bufferization::BufferizationStatistics *statistics, bool deallocate) {
  setLayoutHooks(options);
  if (deallocate) {
    // New buffers are freed with the others; an argument is its caller's.
    SmallVector<Operation *> freed;
    module.walk(
        [&](bufferization::DeallocTensorOp op) { freed.push_back(op); });
    for (Operation *op : freed)
      op->erase();
  }
  bool isTried =
      !options.allowReturnAllocsFromLoops && hasCarriedTensors(module);
  // What is left of them cannot be copied.
  options.allowReturnAllocsFromLoops = true;
  markOwnBuffers(module);
  auto tryTo = [&](LoopBuffers loopBuffers) {
    return tryToBufferize(module, options, loopBuffers, statistics);
  };
  if (!isTried || (failed(tryTo(LoopBuffers::Same)) &&
                   failed(tryTo(LoopBuffers::SameByCopies)))) {
    if (isTried)
      remark::missed(module.getLoc(), getRemarkOpts(module, "bufferize"))
          << "loops carry new buffers: upstream's analysis refuses copies to "
             "the old ones";
    if (failed(bufferize(module, options, LoopBuffers::New, statistics))) {
      takeOwnBuffers(module);
      return failure();
    }
  }
  orderStoresOfSharedBytes(module);
  Buffers own = takeOwnBuffers(module);
  hoistBuffers(module, own);
  freeTensors(module, own);
  if (deallocate)
    freeBuffers(module, own);
  return success();
}

/// True if there is a tensor below.
static bool hasTensors(Operation *root) {
  return anyWithin(root, [](Operation *op) {
    return bufferization::hasTensorSemantics(op) ||
           llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
           llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  });
}

namespace {

class BufferizePass
    : public tiled_layout::impl::BufferizePassBase<BufferizePass> {
public:
  using BufferizePassBase::BufferizePassBase;

private:
  void runOnOperation() final {
    ModuleOp module = getOperation();
    if (!hasTensors(module))
      return markAllAnalysesPreserved();
    if (failed(verifyMemRefsBelow(module)) ||
        failed(replaceOddOperations(module)))
      return signalPassFailure();
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.allowReturnAllocsFromLoops = allowReturnAllocsFromLoops;
    options.copyBeforeWrite = copyBeforeWrite;
    if (failed(bufferizeWithLayouts(module, options, /*statistics=*/nullptr,
                                    deallocate)))
      return signalPassFailure();
  }
};

} // namespace
