//===- TiledLayoutToLinalgPack.cpp ----------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "../../IR/OddOperations.h"
#include "../CarriedAttributes.h"
#include "PackEmitter.h"
#include "PackReshape.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTTILEDLAYOUTTOLINALGPACKPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the type of the whole physical array.
static RankedTensorType getPhysicalTensor(RankedTensorType tiled) {
  return getPlainTensor(tiled,
                        getPhysicalShape(*getLayout(tiled), tiled.getShape()));
}

static RankedTensorType getPackedType(RankedTensorType tiled) {
  return getKeptType(getPhysicalTensor(tiled),
                     llvm::cantFail(getPackChain(tiled)).keptAxes);
}

namespace {

/// Turns a tiled tensor into the packed one, followed by one `index` for each
/// dynamic logical extent.
class PackedTypeConverter : public TypeConverter {
public:
  PackedTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion(
        [](RankedTensorType type,
           SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
          if (!isTiled(type))
            return std::nullopt;
          results.push_back(getPackedType(type));
          results.append(type.getNumDynamicDims(),
                         IndexType::get(type.getContext()));
          return success();
        });
  }
};

} // namespace

/// Returns the logical extents of a tensor whose dynamic ones are given.
static SmallVector<OpFoldResult> getExtents(OpBuilder &builder,
                                            RankedTensorType type,
                                            ValueRange dynamicExtents) {
  return getMixedValues(type.getShape(), dynamicExtents, builder);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// A pattern whose result is a tiled tensor or a plain one.
template <typename OpTy>
struct PackPattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  /// Replaces the operation by a packed tensor with its dynamic extents.
  static void replaceWithPacked(ConversionPatternRewriter &rewriter, OpTy op,
                                Value packed, ValueRange dynamicExtents) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<Value> values = {
        castTo(rewriter, op.getLoc(), packed, getPackedType(type))};
    llvm::append_range(values, dynamicExtents);
    SmallVector<SmallVector<Value>> results = {std::move(values)};
    rewriter.replaceOpWithMultiple(op, std::move(results));
  }
};

template <typename OpTy>
struct ConvertEmpty : PackPattern<OpTy> {
  using PackPattern<OpTy>::PackPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename PackPattern<OpTy>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<Value> sizes(op->getOperands());
    PackEmitter emitter(rewriter, op.getLoc(), type,
                        getExtents(rewriter, type, sizes));
    this->replaceWithPacked(rewriter, op, emitter.createEmpty(), sizes);
    return success();
  }
};

/// Returns the value that padding receives, or null if it is left undefined.
static Value materializePadding(OpBuilder &builder, RelayoutOp op) {
  TypedAttr padding = op.getPaddingValue();
  if (!padding)
    return {};
  if (auto number = dyn_cast<complex::NumberAttr>(padding)) {
    auto type = cast<ComplexType>(padding.getType());
    ArrayAttr parts = builder.getArrayAttr(
        {FloatAttr::get(type.getElementType(), number.getReal()),
         FloatAttr::get(type.getElementType(), number.getImag())});
    return complex::ConstantOp::create(builder, op.getLoc(), type, parts);
  }
  return arith::ConstantOp::create(builder, op.getLoc(), padding);
}

struct ConvertRelayout : PackPattern<RelayoutOp> {
  using PackPattern::PackPattern;

  LogicalResult
  matchAndRewrite(RelayoutOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto sourceType = cast<RankedTensorType>(op.getSource().getType());
    auto destType = cast<RankedTensorType>(op.getDest().getType());
    Value source = adaptor.getSource().front();
    if (isTiled(sourceType)) {
      PackEmitter emitter(
          rewriter, loc, sourceType,
          getExtents(rewriter, sourceType, adaptor.getSource().drop_front()));
      Value into = isTiled(destType) ? Value() : adaptor.getDest().front();
      source = emitter.unpack(source, into);
    }
    if (!isTiled(destType)) {
      rewriter.replaceOp(op, castTo(rewriter, loc, source, destType));
      return success();
    }
    ValueRange dynamicExtents = adaptor.getDest().drop_front();
    PackEmitter emitter(rewriter, loc, destType,
                        getExtents(rewriter, destType, dynamicExtents));
    Value packed = emitter.pack(source, materializePadding(rewriter, op));
    replaceWithPacked(rewriter, op, packed, dynamicExtents);
    return success();
  }
};

/// Unpacks, which drops the padding, and packs again with another.
struct ConvertFillPadding : PackPattern<FillPaddingOp> {
  using PackPattern::PackPattern;

  LogicalResult
  matchAndRewrite(FillPaddingOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getDest().getType());
    ValueRange dynamicExtents = adaptor.getDest().drop_front();
    PackEmitter emitter(rewriter, op.getLoc(), type,
                        getExtents(rewriter, type, dynamicExtents));
    Value plain = emitter.unpack(adaptor.getDest().front(), {});
    replaceWithPacked(rewriter, op, emitter.pack(plain, op.getValue()),
                      dynamicExtents);
    return success();
  }
};

/// Returns the one group of all axes, none for rank 0.
static SmallVector<ReassociationIndices> getAllAxes(int64_t rank) {
  SmallVector<ReassociationIndices> groups(1);
  llvm::append_range(groups.front(), llvm::seq<int64_t>(0, rank));
  return groups;
}

struct ConvertToPhysical : PackPattern<ToPhysicalOp> {
  using PackPattern::PackPattern;

  LogicalResult
  matchAndRewrite(ToPhysicalOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tiled = cast<RankedTensorType>(op.getSource().getType());
    auto result = cast<RankedTensorType>(op.getType());
    RankedTensorType physical = getPhysicalTensor(tiled);
    Value value =
        addAxes(rewriter, op.getLoc(), adaptor.getSource().front(), physical,
                llvm::cantFail(getPackChain(tiled)).keptAxes);
    // The flat array, unless the physical array is flat itself.
    if (result.getRank() != physical.getRank())
      value = physical.getRank() == 0
                  ? Value(tensor::ExpandShapeOp::create(
                        rewriter, op.getLoc(), result, value,
                        ArrayRef<ReassociationIndices>()))
                  : Value(tensor::CollapseShapeOp::create(
                        rewriter, op.getLoc(), value,
                        getAllAxes(physical.getRank())));
    rewriter.replaceOp(op, castTo(rewriter, op.getLoc(), value, result));
    return success();
  }
};

struct ConvertFromPhysical : PackPattern<FromPhysicalOp> {
  using PackPattern::PackPattern;

  LogicalResult
  matchAndRewrite(FromPhysicalOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tiled = cast<RankedTensorType>(op.getType());
    RankedTensorType physical = getPhysicalTensor(tiled);
    SmallVector<int64_t> keptAxes =
        llvm::cantFail(getPackChain(tiled)).keptAxes;
    Value value = adaptor.getSource().front();
    auto source = cast<RankedTensorType>(value.getType());
    if (source.getRank() != physical.getRank()) {
      // The flat array: its parts are the packed extents.
      PackEmitter emitter(rewriter, loc, tiled,
                          getExtents(rewriter, tiled, op.getDynamicSizes()));
      value = emitter.expandFlat(value);
    } else {
      value = dropAxes(rewriter, loc, value, keptAxes);
    }
    replaceWithPacked(rewriter, op, value, op.getDynamicSizes());
    return success();
  }
};

struct ConvertDim : PackPattern<tensor::DimOp> {
  using PackPattern::PackPattern;

  LogicalResult
  matchAndRewrite(tensor::DimOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getSource().getType());
    SmallVector<OpFoldResult> extents =
        getExtents(rewriter, type, adaptor.getSource().drop_front());
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(),
                                            extents[*op.getConstantIndex()]));
    return success();
  }
};

/// A cast between layouts is a relayout; any other one is upstream's.
struct ConvertCast : PackPattern<tensor::CastOp> {
  using PackPattern::PackPattern;

  LogicalResult
  matchAndRewrite(tensor::CastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto source = cast<RankedTensorType>(op.getSource().getType());
    auto result = cast<RankedTensorType>(op.getType());
    Value value = adaptor.getSource().front();
    SmallVector<OpFoldResult> extents =
        isTiled(source)
            ? getExtents(rewriter, source, adaptor.getSource().drop_front())
            : tensor::getMixedSizes(rewriter, loc, value);
    bool isRelayout = getLayoutAttr(source) != getLayoutAttr(result);
    if (isRelayout && isTiled(source))
      value = PackEmitter(rewriter, loc, source, extents).unpack(value, {});
    if (!isTiled(result)) {
      rewriter.replaceOp(op, castTo(rewriter, loc, value, result));
      return success();
    }
    SmallVector<Value> dynamicExtents;
    for (auto [extent, known] : llvm::zip_equal(extents, result.getShape()))
      if (ShapedType::isDynamic(known))
        dynamicExtents.push_back(
            getValueOrCreateConstantIndexOp(rewriter, loc, extent));
    if (isRelayout) {
      PackEmitter emitter(rewriter, loc, result,
                          getExtents(rewriter, result, dynamicExtents));
      value =
          emitter.pack(castTo(rewriter, loc, value, result.dropEncoding()), {});
    }
    replaceWithPacked(rewriter, op, value, dynamicExtents);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Returns the types of an operation that are tiled tensors.
static SmallVector<RankedTensorType> getTiledTensors(Operation *op) {
  SmallVector<RankedTensorType> types;
  auto add = [&](TypeRange range) {
    for (Type type : range)
      if (auto tensor = dyn_cast<RankedTensorType>(type);
          tensor && isTiled(tensor))
        types.push_back(tensor);
  };
  add(op->getOperandTypes());
  add(op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      add(block.getArgumentTypes());
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    add(function.getArgumentTypes());
    add(function.getResultTypes());
  }
  if (auto constant = dyn_cast<func::ConstantOp>(op)) {
    auto type = cast<FunctionType>(constant.getType());
    add(type.getInputs());
    add(type.getResults());
  }
  return types;
}

/// Returns why an operation on tiled tensors stays, or an empty string.
static std::string findRefusal(Operation *op) {
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    for (Type type : {cast.getSource().getType(), cast.getType()}) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor)
        return "one of its types has no rank";
      if (tensor.getEncoding() && !isTiled(tensor))
        return "one of its types has another encoding";
    }
    return "";
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return dim.getConstantIndex() ? "" : "its dimension is not a constant";
  if (isa<EmptyOp, RelayoutOp, FillPaddingOp, ToPhysicalOp, FromPhysicalOp,
          tensor::EmptyOp, func::FuncOp, func::CallOp, func::ReturnOp,
          scf::ForOp, scf::IfOp, scf::WhileOp, scf::ConditionOp, scf::YieldOp,
          cf::BranchOp, cf::CondBranchOp>(op))
    return "";
  return "only views, relayouts and what passes values on have a form on "
         "packed tensors";
}

static LogicalResult checkOperation(Operation *op) {
  SmallVector<RankedTensorType> types = getTiledTensors(op);
  if (types.empty())
    return success();
  for (RankedTensorType type : types) {
    llvm::Expected<PackChain> chain = getPackChain(type);
    if (!chain)
      return op->emitOpError()
             << "has the type " << type << ", which is no chain of packs: "
             << llvm::toString(chain.takeError());
  }
  std::string reason = findRefusal(op);
  if (reason.empty())
    return success();
  return op->emitOpError() << "cannot work on " << types.front()
                           << " as a packed tensor: " << reason;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

class ConvertTiledLayoutToLinalgPackPass
    : public tiled_layout::impl::ConvertTiledLayoutToLinalgPackPassBase<
          ConvertTiledLayoutToLinalgPackPass> {
private:
  void runOnOperation() final {
    ModuleOp module = getOperation();
    bool ok = succeeded(verifyMemRefsBelow(module)) &&
              succeeded(replaceOddOperations(module));
    module.walk([&](Operation *op) { ok &= succeeded(checkOperation(op)); });
    if (!ok)
      return signalPassFailure();

    module.walk([](Operation *op) {
      if (!getTiledTensors(op).empty())
        packAttributes(op);
    });
    PackedTypeConverter converter;
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return getTiledTensors(op).empty(); });
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertEmpty<EmptyOp>, ConvertEmpty<tensor::EmptyOp>,
                 ConvertRelayout, ConvertFillPadding, ConvertToPhysical,
                 ConvertFromPhysical, ConvertDim, ConvertCast>(converter,
                                                               &getContext());
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    scf::populateSCFStructuralTypeConversions(converter, patterns);
    cf::populateCFStructuralTypeConversions(converter, patterns);
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    unpackAttributes(module);
  }
};

} // namespace
