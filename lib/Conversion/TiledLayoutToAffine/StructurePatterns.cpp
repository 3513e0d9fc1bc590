//===- StructurePatterns.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that only pass values on. Those of scf, func and cf that MLIR
// itself converts are not repeated here.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the converted types of each result.
static LogicalResult convertResults(const TypeConverter &converter,
                                    Operation *op,
                                    SmallVector<SmallVector<Type>> &results) {
  for (Type type : op->getResultTypes())
    if (failed(converter.convertType(type, results.emplace_back())))
      return failure();
  return success();
}

/// Replaces an operation by one whose results are the converted ones in a row.
static void replaceWithFlattened(ConversionPatternRewriter &rewriter,
                                 Operation *op, Operation *lowered,
                                 ArrayRef<SmallVector<Type>> types) {
  SmallVector<SmallVector<Value>> values;
  auto next = lowered->result_begin();
  for (const SmallVector<Type> &converted : types) {
    values.emplace_back(next, next + converted.size());
    next += converted.size();
  }
  rewriter.replaceOpWithMultiple(op, std::move(values));
}

namespace {

/// An operation with regions, whose operands are not tiled.
template <typename OpTy>
struct LowerRegionOp : TiledPattern<OpTy> {
  using TiledPattern<OpTy>::TiledPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename TiledPattern<OpTy>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Type>> types;
    if (failed(convertResults(*this->getTypeConverter(), op, types)))
      return rewriter.notifyMatchFailure(op, "result type has no lowering");
    OperationState state(op.getLoc(), op->getName());
    state.addOperands(flattenAll(adaptor.getOperands()));
    for (const SmallVector<Type> &converted : types)
      state.addTypes(converted);
    state.addAttributes(op->getAttrs());
    for (Region &region : op->getRegions()) {
      Region *moved = state.addRegion();
      rewriter.inlineRegionBefore(region, *moved, moved->end());
    }
    Operation *lowered = rewriter.create(state);
    replaceWithFlattened(rewriter, op, lowered, types);
    return success();
  }
};

struct LowerAffineFor : TiledPattern<affine::AffineForOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(affine::AffineForOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Type>> types;
    if (failed(convertResults(*getTypeConverter(), op, types)) ||
        failed(
            rewriter.convertRegionTypes(&op.getRegion(), *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "result type has no lowering");
    auto lowered = affine::AffineForOp::create(
        rewriter, op.getLoc(), flatten(adaptor.getLowerBoundOperands()),
        op.getLowerBoundMap(), flatten(adaptor.getUpperBoundOperands()),
        op.getUpperBoundMap(), op.getStepAsInt(),
        flattenAll(adaptor.getInits()));
    lowered->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    Region &body = lowered.getRegion();
    rewriter.eraseBlock(&body.front());
    rewriter.inlineRegionBefore(op.getRegion(), body, body.end());
    replaceWithFlattened(rewriter, op, lowered, types);
    return success();
  }
};

/// MLIR's own conversion of cf.switch knows values that stay one value only.
struct LowerSwitch : TiledPattern<cf::SwitchOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(cf::SwitchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Block *> cases;
    for (Block *block : op.getCaseDestinations()) {
      FailureOr<Block *> converted = convertBlock(rewriter, block);
      if (failed(converted))
        return rewriter.notifyMatchFailure(op, "argument has no lowering");
      cases.push_back(*converted);
    }
    FailureOr<Block *> otherwise =
        convertBlock(rewriter, op.getDefaultDestination());
    if (failed(otherwise))
      return rewriter.notifyMatchFailure(op, "argument has no lowering");

    SmallVector<SmallVector<Value>> caseOperands;
    for (ArrayRef<ValueRange> operands : adaptor.getCaseOperands())
      caseOperands.push_back(flattenAll(operands));
    SmallVector<ValueRange> caseRanges(caseOperands.begin(),
                                       caseOperands.end());
    rewriter.replaceOpWithNewOp<cf::SwitchOp>(
        op, adaptor.getFlag().front(), *otherwise,
        flattenAll(adaptor.getDefaultOperands()), op.getCaseValuesAttr(), cases,
        caseRanges);
    return success();
  }

private:
  FailureOr<Block *> convertBlock(ConversionPatternRewriter &rewriter,
                                  Block *block) const {
    // Another branch to the block may have converted it.
    if (getTypeConverter()->isLegal(block->getArgumentTypes()))
      return block;
    std::optional<TypeConverter::SignatureConversion> signature =
        getTypeConverter()->convertBlockSignature(block);
    if (!signature)
      return failure();
    return rewriter.applySignatureConversion(block, *signature,
                                             getTypeConverter());
  }
};

} // namespace

void mlir::tiled_layout::populateStructurePatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerAffineFor, LowerRegionOp<affine::AffineIfOp>,
               LowerRegionOp<memref::AllocaScopeOp>,
               LowerRegionOp<scf::ExecuteRegionOp>,
               LowerTerminator<affine::AffineYieldOp>,
               LowerTerminator<memref::AllocaScopeReturnOp>>(
      typeConverter, patterns.getContext());
  patterns.add<LowerSwitch>(typeConverter, patterns.getContext(),
                            /*benefit=*/2);
}
