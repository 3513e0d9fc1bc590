//===- ElementwisePatterns.cpp --------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if every element of a tensor is one scalar, which need not be read from
/// memory.
static bool isSplat(Value tensor) {
  if (tensor.getDefiningOp<tensor::SplatOp>())
    return true;
  DenseElementsAttr values;
  if (!matchPattern(tensor, m_Constant(&values)) || !values.isSplat())
    return false;
  auto splat = dyn_cast<TypedAttr>(values.getSplatValue<Attribute>());
  return splat && arith::ConstantOp::isBuildableWith(splat, splat.getType());
}

/// True if a tensor is computed in a buffer that many operations before it have
/// written to, one after the other. The analysis compares all tensors in one
/// buffer with each other, so that its time grows with the cube of their
/// number.
static bool isReusedOften(Value tensor) {
  constexpr int limit = 16;
  for (int count = 0; count < limit; ++count) {
    auto op = tensor.getDefiningOp<DestinationStyleOpInterface>();
    if (!op)
      return false;
    tensor = op.getTiedOpOperand(cast<OpResult>(tensor))->get();
  }
  return true;
}

/// Returns the scalar that every element of a tensor is.
static Value getSplat(OpBuilder &builder, Value tensor) {
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  DenseElementsAttr values;
  matchPattern(tensor, m_Constant(&values));
  return arith::ConstantOp::create(
      builder, tensor.getLoc(),
      cast<TypedAttr>(values.getSplatValue<Attribute>()));
}

/// Builds a `linalg.generic` whose body gets one element of each of `inputs`
/// and yields one of each result.
static linalg::GenericOp createElementwise(
    OpBuilder &builder, Location loc, ValueRange inputs, ValueRange inits,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> createBody) {
  auto type = cast<RankedTensorType>(inits.front().getType());
  SmallVector<AffineMap> maps(inputs.size() + inits.size(),
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, loc, inits.getTypes(), inputs, inits, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        linalg::YieldOp::create(
            builder, loc,
            createBody(builder, elements.take_front(inputs.size())));
      });
}

namespace {

/// An operation on the elements of tensors -> linalg.generic, which writes to a
/// tensor in the layout of the result: to an operand of the same type, which
/// bufferization may then use in place, else to an empty one.
struct ConvertElementwise : RewritePattern {
  ConvertElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!OpTrait::hasElementwiseMappableTraits(op) ||
        op->getNumResults() == 0 ||
        !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      return rewriter.notifyMatchFailure(op, "not elementwise on tensors");
    auto isTensor = llvm::IsaPred<TensorType>;
    // One tensor or the other is selected as a buffer.
    if (isa<arith::SelectOp>(op) && !isTensor(op->getOperand(0).getType()))
      return rewriter.notifyMatchFailure(op, "selects a whole tensor");
    if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<UnrankedTensorType>))
      return rewriter.notifyMatchFailure(op, "rank is unknown");
    auto first = llvm::find_if(op->getOperands(), [&](Value operand) {
      return isTensor(operand.getType());
    });
    if (first == op->getOperands().end())
      return rewriter.notifyMatchFailure(op, "no tensor to take the shape of");

    SmallVector<Value> inputs;
    for (Value operand : op->getOperands())
      if (isTensor(operand.getType()) && !isSplat(operand))
        inputs.push_back(operand);
    auto generic = createElementwise(
        rewriter, op->getLoc(), inputs, getInits(rewriter, op, *first),
        [&](OpBuilder &builder, ValueRange elements) {
          return createScalar(builder, op, elements);
        });
    rewriter.replaceOp(op, generic);
    return success();
  }

private:
  static SmallVector<Value> getInits(OpBuilder &builder, Operation *op,
                                     Value shaped) {
    SmallVector<Value> inits;
    for (Type type : op->getResultTypes()) {
      auto same = llvm::find_if(op->getOperands(), [&](Value operand) {
        return operand.getType() == type && !isSplat(operand) &&
               !isReusedOften(operand);
      });
      inits.push_back(
          same != op->getOperands().end()
              ? *same
              : createEmpty(
                    builder, op->getLoc(), cast<RankedTensorType>(type),
                    tensor::getMixedSizes(builder, op->getLoc(), shaped)));
    }
    return inits;
  }

  static SmallVector<Value> createScalar(OpBuilder &builder, Operation *op,
                                         ValueRange elements) {
    SmallVector<Value> operands;
    auto element = elements.begin();
    for (Value operand : op->getOperands()) {
      if (!isa<TensorType>(operand.getType()))
        operands.push_back(operand);
      else if (isSplat(operand))
        operands.push_back(getSplat(builder, operand));
      else
        operands.push_back(*element++);
    }
    auto types = llvm::map_to_vector(op->getResultTypes(), [](Type type) {
      return getElementTypeOrSelf(type);
    });
    return builder
        .create(op->getLoc(), op->getName().getIdentifier(), operands, types,
                op->getAttrs())
        ->getResults();
  }
};

} // namespace

/// tensor.bitcast -> linalg.generic of arith.bitcast.
static LogicalResult convertBitcast(tensor::BitcastOp op,
                                    PatternRewriter &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!type || !source || !type.getElementType().isSignlessIntOrFloat() ||
      !source.getElementType().isSignlessIntOrFloat())
    return rewriter.notifyMatchFailure(op, "no bitcast of its elements");
  Value init =
      createEmpty(rewriter, op.getLoc(), type,
                  tensor::getMixedSizes(rewriter, op.getLoc(), op.getSource()));
  auto generic = createElementwise(
      rewriter, op.getLoc(), op.getSource(), init,
      [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        return {arith::BitcastOp::create(
            builder, op.getLoc(), type.getElementType(), elements.front())};
      });
  rewriter.replaceOp(op, generic);
  return success();
}

/// Gives results, back to a given value, the types of their destinations.
/// Upstream's decomposition of a softmax gives them the type of the input,
/// which may have another layout.
static void takeTypesOfDestinations(PatternRewriter &rewriter, Value value,
                                    Value first) {
  auto op = value.getDefiningOp<DestinationStyleOpInterface>();
  if (!op || value == first)
    return;
  rewriter.modifyOpInPlace(op, [&] {
    for (OpOperand &init : op.getDpsInitsMutable())
      op.getTiedOpResult(&init).setType(init.get().getType());
  });
  for (OpOperand *input : op.getDpsInputOperands())
    takeTypesOfDestinations(rewriter, input->get(), first);
}

/// linalg.softmax -> the reductions and elementwise operations it stands for,
/// since it has no loops of its own.
static LogicalResult decomposeSoftmax(linalg::SoftmaxOp op,
                                      PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "works on memrefs");
  FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
  if (failed(parts))
    return rewriter.notifyMatchFailure(op, "has no decomposition");
  takeTypesOfDestinations(rewriter, parts->front(), op.getInput());
  rewriter.replaceOp(op, *parts);
  return success();
}

void mlir::tiled_layout::populateElementwisePatterns(
    RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise>(patterns.getContext())
      .add(convertBitcast)
      .add(decomposeSoftmax);
}
