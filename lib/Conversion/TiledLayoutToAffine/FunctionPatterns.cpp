//===- FunctionPatterns.cpp - Signatures ----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the attributes of the values that some become. What is said of an
/// array is said of its memref, not of the extents behind it.
static ArrayAttr spreadAttributes(const TypeConverter &converter,
                                  TypeRange types, ArrayAttr attributes) {
  if (!attributes)
    return {};
  Builder builder(attributes.getContext());
  SmallVector<Attribute> spread;
  for (auto [type, attribute] : llvm::zip_equal(types, attributes)) {
    SmallVector<Type> converted;
    (void)converter.convertType(type, converted);
    spread.push_back(attribute);
    spread.resize(spread.size() + converted.size() - 1,
                  builder.getDictionaryAttr({}));
  }
  return builder.getArrayAttr(spread);
}

namespace {

/// A function of tiled arrays. MLIR's own conversion leaves attributes at the
/// numbers of their arguments, where another argument may be afterwards.
template <typename FuncOp>
struct LowerFunction : TiledPattern<FuncOp> {
  using TiledPattern<FuncOp>::TiledPattern;

  LogicalResult
  matchAndRewrite(FuncOp op, typename TiledPattern<FuncOp>::OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    FunctionType type = op.getFunctionType();
    SmallVector<Type> inputs, results;
    // The arguments of a kernel that hold memory are converted with the rest.
    if (failed(converter.convertTypes(type.getInputs(), inputs)) ||
        failed(converter.convertTypes(type.getResults(), results)) ||
        failed(rewriter.convertRegionTypes(&op.getFunctionBody(), converter)))
      return rewriter.notifyMatchFailure(op, "a type has no lowering");
    ArrayAttr ofInputs =
        spreadAttributes(converter, type.getInputs(), op.getArgAttrsAttr());
    ArrayAttr ofResults =
        spreadAttributes(converter, type.getResults(), op.getResAttrsAttr());
    rewriter.modifyOpInPlace(op, [&] {
      op.setFunctionType(FunctionType::get(op.getContext(), inputs, results));
      op.setArgAttrsAttr(ofInputs);
      op.setResAttrsAttr(ofResults);
    });
    return success();
  }
};

struct LowerFunctionConstant : TiledPattern<func::ConstantOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(func::ConstantOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<func::ConstantOp>(
        op, getTypeConverter()->convertType(op.getType()), op.getValueAttr());
    return success();
  }
};

/// A call with tiled arrays. MLIR's own conversion drops what is said of
/// arguments and results.
template <typename CallOp>
struct LowerCall : TiledPattern<CallOp> {
  using TiledPattern<CallOp>::TiledPattern;

  LogicalResult
  matchAndRewrite(CallOp op,
                  typename TiledPattern<CallOp>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    OperationState state(op.getLoc(), op->getName());
    for (ValueRange values : adaptor.getOperands())
      state.addOperands(values);
    SmallVector<size_t> counts;
    for (Type type : op.getResultTypes()) {
      size_t before = state.types.size();
      if (failed(converter.convertType(type, state.types)))
        return rewriter.notifyMatchFailure(op, "a type has no lowering");
      counts.push_back(state.types.size() - before);
    }
    state.addAttributes(op->getAttrs());
    auto call = cast<CallOp>(rewriter.create(state));
    if (ArrayAttr attributes = op.getArgAttrsAttr())
      call.setArgAttrsAttr(spreadAttributes(
          converter, op.getArgOperands().getTypes(), attributes));
    if (ArrayAttr attributes = op.getResAttrsAttr())
      call.setResAttrsAttr(
          spreadAttributes(converter, op.getResultTypes(), attributes));
    ResultRange rest = call->getResults();
    SmallVector<SmallVector<Value>> results;
    for (size_t count : counts) {
      results.emplace_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateFunctionPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerCall<func::CallOp>, LowerCall<func::CallIndirectOp>,
               LowerFunction<func::FuncOp>, LowerFunction<gpu::GPUFuncOp>,
               LowerFunctionConstant>(typeConverter, patterns.getContext());
}
