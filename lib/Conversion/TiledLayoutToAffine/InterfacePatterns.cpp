//===- InterfacePatterns.cpp - Operations of other dialects ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/IR/ElementAccess.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// An access of another dialect says itself what it is on the physical memref.
struct LowerElementAccess
    : OpInterfaceConversionPattern<ElementAccessOpInterface> {
  LowerElementAccess(const PhysicalTypeConverter &typeConverter,
                     MLIRContext *context)
      : OpInterfaceConversionPattern(typeConverter, context),
        form(typeConverter.getForm()) {}

  LogicalResult
  matchAndRewrite(ElementAccessOpInterface op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Value memref = op.getAccessedMemRef();
    auto accessed = llvm::find(op->getOperands(), memref);
    if (accessed == op->operand_end())
      return rewriter.notifyMatchFailure(op, "the memref is no operand");
    auto type = cast<MemRefType>(memref.getType());
    SmallVector<Value> index;
    for (Value value : op.getAccessedIndex()) {
      Value remapped = rewriter.getRemappedValue(value);
      index.push_back(remapped ? remapped : value);
    }
    if (static_cast<int64_t>(index.size()) != type.getRank())
      return op->emitOpError()
             << "accesses an element of " << type << " by " << index.size()
             << " indices, but it has " << type.getRank() << " dimensions";
    PhysicalArray array(type, operands[accessed.getIndex()], form);
    Operation *access =
        op.createAccess(rewriter, array.getMemRef(),
                        array.getAddress(rewriter, op.getLoc(), index));
    rewriter.replaceOp(op, access->getResults());
    return success();
  }

  PhysicalForm form;
};

} // namespace

void mlir::tiled_layout::populateInterfacePatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerElementAccess>(typeConverter, patterns.getContext());
}
