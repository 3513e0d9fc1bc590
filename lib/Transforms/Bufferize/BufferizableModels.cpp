//===- BufferizableModels.cpp - Our operations ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Transforms/Bufferize.h"

#include "BufferizeSteps.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// Bufferizes an operation that writes to its last operand: the same operation
/// on buffers, without a result.
static LogicalResult bufferizeDestination(Operation *op, RewriterBase &rewriter,
                                          const BufferizationOptions &options,
                                          const BufferizationState &state) {
  IRMapping buffers;
  for (Value operand : op->getOperands()) {
    if (!isa<TensorType>(operand.getType()))
      continue;
    FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    buffers.map(operand, *buffer);
  }
  OperationState onBuffers(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    onBuffers.operands.push_back(buffers.lookupOrDefault(operand));
  onBuffers.addAttributes(op->getAttrs());
  rewriter.setInsertionPoint(op);
  Operation *created = rewriter.create(onBuffers);
  replaceOpWithBufferizedValues(rewriter, op, created->getOperands().back());
  return success();
}

namespace {

/// Reads the source, overwrites the destination.
struct RelayoutModel
    : DstBufferizableOpInterfaceExternalModel<RelayoutModel, RelayoutOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<RelayoutOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto relayout = cast<RelayoutOp>(op);
    if (!isCopy(relayout))
      return bufferizeDestination(op, rewriter, options, state);
    FailureOr<Value> source =
        getBuffer(rewriter, relayout.getSource(), options, state);
    FailureOr<Value> dest =
        getBuffer(rewriter, relayout.getDest(), options, state);
    if (failed(source) || failed(dest) ||
        failed(options.createMemCpy(rewriter, op->getLoc(), *source, *dest)))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, *dest);
    return success();
  }

private:
  /// True if nothing but the memory space changes.
  static bool isCopy(RelayoutOp op) {
    if (op.getPadding())
      return false;
    Layout from = *getLayout(cast<ShapedType>(op.getSource().getType()));
    Layout to = *getLayout(cast<ShapedType>(op.getDest().getType()));
    from.memorySpace = to.memorySpace = 0;
    return from == to;
  }
};

/// Keeps the elements of the destination.
struct FillPaddingModel
    : DstBufferizableOpInterfaceExternalModel<FillPaddingModel, FillPaddingOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeDestination(op, rewriter, options, state);
  }
};

/// As tensor.empty: an allocation whose contents nobody wrote.
struct EmptyModel
    : BufferizableOpInterface::ExternalModel<EmptyModel, EmptyOp> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  bool resultBufferizesToMemoryWrite(Operation *, OpResult,
                                     const AnalysisState &) const {
    return false;
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    FailureOr<Value> tensor = allocateTensorForShapedValue(
        rewriter, op->getLoc(), op->getResult(0), options, state,
        /*copy=*/false);
    if (failed(tensor))
      return failure();
    rewriter.replaceOp(op, *tensor);
    return success();
  }
};

/// Neither reads nor writes elements.
template <typename ModelTy, typename OpTy>
struct WithoutAccess : BufferizableOpInterface::ExternalModel<ModelTy, OpTy> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
};

/// Asks where elements are, not what they are.
template <typename OpTy>
struct PositionModel : WithoutAccess<PositionModel<OpTy>, OpTy> {
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    Value array = cast<OpTy>(op).getArray();
    FailureOr<Value> buffer = getBuffer(rewriter, array, options, state);
    if (failed(buffer))
      return failure();
    rewriter.modifyOpInPlace(op,
                             [&] { op->replaceUsesOfWith(array, *buffer); });
    return success();
  }
};

/// Names the same memory otherwise.
template <typename OpTy>
struct PhysicalViewModel : WithoutAccess<PhysicalViewModel<OpTy>, OpTy> {
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }

  FailureOr<BufferLikeType> getBufferType(Operation *, Value value,
                                          const BufferizationOptions &options,
                                          const BufferizationState &,
                                          SmallVector<Value> &) const {
    auto tensor = cast<TensorType>(value.getType());
    return cast<BufferLikeType>(getMemRefTypeWithStaticIdentityLayout(
        tensor, options.defaultMemorySpaceFn(tensor).value_or(Attribute())));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    Value source = cast<OpTy>(op).getSource();
    FailureOr<Value> buffer = getBuffer(rewriter, source, options, state);
    if (failed(buffer))
      return failure();
    // A slice lies among elements that are not its own.
    if (isa<StridedLayoutAttr>(
            cast<MemRefType>(buffer->getType()).getLayout())) {
      FailureOr<Value> copy = allocateTensorForShapedValue(
          rewriter, op->getLoc(), source, options, state);
      if (failed(copy))
        return failure();
      markCopy(copy->getDefiningOp<AllocTensorOp>());
      buffer = getBuffer(rewriter, *copy, options, state);
      if (failed(buffer))
        return failure();
    }
    SmallVector<Value> invocations;
    FailureOr<BufferLikeType> type =
        getBufferType(op, op->getResult(0), options, state, invocations);
    SmallVector<Value> operands = {*buffer};
    llvm::append_range(operands, op->getOperands().drop_front());
    replaceOpWithNewBufferizedOp<OpTy>(rewriter, op, Type(*type), operands,
                                       op->getAttrs());
    return success();
  }
};

} // namespace

void mlir::tiled_layout::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TiledLayoutDialect *) {
    RelayoutOp::attachInterface<RelayoutModel>(*context);
    FillPaddingOp::attachInterface<FillPaddingModel>(*context);
    EmptyOp::attachInterface<EmptyModel>(*context);
    LinearizeOp::attachInterface<PositionModel<LinearizeOp>>(*context);
    ToPhysicalOp::attachInterface<PhysicalViewModel<ToPhysicalOp>>(*context);
    FromPhysicalOp::attachInterface<PhysicalViewModel<FromPhysicalOp>>(
        *context);
    DelinearizeOp::attachInterface<PositionModel<DelinearizeOp>>(*context);
  });
}
