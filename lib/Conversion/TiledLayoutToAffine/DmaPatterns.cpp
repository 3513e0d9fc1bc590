//===- DmaPatterns.cpp - Transfers by another engine ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the memref behind one that may be tiled, and in `indices` where in
/// it an element lies.
static Value getAddress(OpBuilder &builder, Location loc, Type type,
                        ValueRange converted, PhysicalForm form,
                        SmallVectorImpl<Value> &indices) {
  if (!isTiled(type))
    return converted.front();
  PhysicalArray array(cast<MemRefType>(type), converted, form);
  indices = array.getAddress(builder, loc, indices);
  return array.getMemRef();
}

namespace {

/// memref.dma_start and dma_wait: memrefs, each followed by an index, and
/// numbers. Elements are counted as they follow each other in memory.
template <typename OpTy>
struct LowerDma : TiledPattern<OpTy> {
  using TiledPattern<OpTy>::TiledPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename TiledPattern<OpTy>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ArrayRef<ValueRange> converted = adaptor.getOperands();
    SmallVector<Value> operands;
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      auto type = dyn_cast<MemRefType>(op->getOperand(i).getType());
      if (!type) {
        operands.push_back(converted[i].front());
        continue;
      }
      SmallVector<Value> indices =
          flatten(converted.slice(i + 1, type.getRank()));
      operands.push_back(getAddress(rewriter, op.getLoc(), type, converted[i],
                                    this->form, indices));
      operands.append(indices);
      i += type.getRank();
    }
    rewriter.replaceOpWithNewOp<OpTy>(op, TypeRange(), operands,
                                      op->getAttrs());
    return success();
  }
};

/// The same of affine, whose operations have maps.
class LowerAffineDma : public ConversionPattern {
public:
  LowerAffineDma(const PhysicalTypeConverter &typeConverter,
                 StringRef operation, MLIRContext *context)
      : ConversionPattern(typeConverter, operation, /*benefit=*/1, context),
        form(typeConverter.getForm()) {}

protected:
  struct Access {
    Value memref;
    AffineMap map;
    SmallVector<Value> operands;
  };

  /// Returns the access to the memref that is operand `number`. Composes its
  /// map with that of the array, or applies it where that is not affine.
  Access getAccess(OpBuilder &builder, Operation *op, unsigned number,
                   AffineMap map, ArrayRef<ValueRange> converted) const {
    SmallVector<Value> operands =
        flatten(converted.slice(number + 1, map.getNumInputs()));
    auto type = cast<MemRefType>(op->getOperand(number).getType());
    if (!isTiled(type))
      return {converted[number].front(), map, operands};
    PhysicalArray array(type, converted[number], form);
    if (AffineMap access = array.getAccessMap())
      return {array.getMemRef(), access.compose(map), operands};
    SmallVector<Value> index =
        applyMap(builder, op->getLoc(), map, getAsOpFoldResult(operands));
    SmallVector<Value> address = array.getAddress(builder, op->getLoc(), index);
    return {array.getMemRef(), builder.getMultiDimIdentityMap(address.size()),
            address};
  }

  PhysicalForm form;
};

/// True if maps may be applied to these: they are not, where a position had to
/// be computed.
static bool isAffine(const ArrayRef<Value> operands) {
  return llvm::all_of(operands, [](Value operand) {
    return affine::isValidDim(operand) || affine::isValidSymbol(operand);
  });
}

struct LowerAffineDmaStart : LowerAffineDma {
  LowerAffineDmaStart(const PhysicalTypeConverter &typeConverter,
                      MLIRContext *context)
      : LowerAffineDma(typeConverter,
                       affine::AffineDmaStartOp::getOperationName(), context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> converted,
                  ConversionPatternRewriter &rewriter) const override {
    auto dma = cast<affine::AffineDmaStartOp>(op);
    Access source = getAccess(rewriter, op, dma.getSrcMemRefOperandIndex(),
                              dma.getSrcMap(), converted);
    Access dest = getAccess(rewriter, op, dma.getDstMemRefOperandIndex(),
                            dma.getDstMap(), converted);
    Access tag = getAccess(rewriter, op, dma.getTagMemRefOperandIndex(),
                           dma.getTagMap(), converted);
    unsigned number =
        dma.getTagMemRefOperandIndex() + 1 + dma.getTagMap().getNumInputs();
    SmallVector<Value> sizes = flatten(converted.drop_front(number));
    sizes.resize(3);
    if (isAffine(source.operands) && isAffine(dest.operands) &&
        isAffine(tag.operands)) {
      rewriter.replaceOpWithNewOp<affine::AffineDmaStartOp>(
          op, source.memref, source.map, source.operands, dest.memref, dest.map,
          dest.operands, tag.memref, tag.map, tag.operands, sizes[0], sizes[1],
          sizes[2]);
      return success();
    }
    auto apply = [&](const Access &access) {
      return applyMap(rewriter, op->getLoc(), access.map,
                      getAsOpFoldResult(access.operands));
    };
    rewriter.replaceOpWithNewOp<memref::DmaStartOp>(
        op, source.memref, apply(source), dest.memref, apply(dest), sizes[0],
        tag.memref, apply(tag), sizes[1], sizes[2]);
    return success();
  }
};

struct LowerAffineDmaWait : LowerAffineDma {
  LowerAffineDmaWait(const PhysicalTypeConverter &typeConverter,
                     MLIRContext *context)
      : LowerAffineDma(typeConverter,
                       affine::AffineDmaWaitOp::getOperationName(), context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> converted,
                  ConversionPatternRewriter &rewriter) const override {
    auto dma = cast<affine::AffineDmaWaitOp>(op);
    Access tag = getAccess(rewriter, op, 0, dma.getTagMap(), converted);
    Value elements = converted.back().front();
    if (isAffine(tag.operands))
      rewriter.replaceOpWithNewOp<affine::AffineDmaWaitOp>(
          op, tag.memref, tag.map, tag.operands, elements);
    else
      rewriter.replaceOpWithNewOp<memref::DmaWaitOp>(
          op, tag.memref,
          applyMap(rewriter, op->getLoc(), tag.map,
                   getAsOpFoldResult(tag.operands)),
          elements);
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateDmaPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerDma<memref::DmaStartOp>, LowerDma<memref::DmaWaitOp>,
               LowerAffineDmaStart, LowerAffineDmaWait>(typeConverter,
                                                        patterns.getContext());
}
