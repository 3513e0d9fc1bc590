//===- ValueBits.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueBits.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns bytes, or a vector of them, with the bits of a value only.
static Value keepBits(OpBuilder &builder, Location loc, Value bytes,
                      const ElementType &type) {
  auto constant = [&](int64_t value) -> Value {
    Type bytesType = bytes.getType();
    TypedAttr byte = builder.getI8IntegerAttr(value);
    if (auto vector = dyn_cast<VectorType>(bytesType))
      byte = SplatElementsAttr::get(vector, byte);
    return arith::ConstantOp::create(builder, loc, byte);
  };
  if (type.kind != ElementKind::Signed)
    return arith::AndIOp::create(builder, loc, bytes,
                                 constant((1 << type.valueBits) - 1));
  Value unused = constant(8 - type.valueBits);
  return arith::ShRSIOp::create(
      builder, loc, arith::ShLIOp::create(builder, loc, bytes, unused), unused);
}

/// True if an operation gives another name to memory that it is given.
static bool isAddressView(Operation *op) {
  return isa<LLVM::InsertValueOp, UnrealizedConversionCastOp,
             ViewLikeOpInterface>(op);
}

llvm::Error mlir::tiled_layout::keepValueBits(ModuleOp module,
                                              const ElementType &type) {
  auto function = *module.getOps<func::FuncOp>().begin();
  SetVector<Value> views;
  views.insert(function.getArgument(0));
  SetVector<Operation *> loads;
  for (size_t i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers()) {
      if (isAddressView(user))
        views.insert(user->getResult(0));
      else if (isa<affine::AffineLoadOp, memref::LoadOp, vector::LoadOp,
                   vector::MaskedLoadOp>(user) &&
               getElementTypeOrSelf(user->getResult(0)).isInteger(8))
        loads.insert(user);
      else if (!isa<affine::AffinePrefetchOp, memref::PrefetchOp,
                    memref::ExtractAlignedPointerAsIndexOp>(user))
        return llvm::createStringError(
            "cannot compile the relayout: the bits of values are not known "
            "where the program has '" +
            user->getName().getStringRef() + "'");
    }
  for (Operation *load : loads) {
    OpBuilder builder(load->getContext());
    builder.setInsertionPointAfter(load);
    Value bytes = load->getResult(0);
    Value values = keepBits(builder, load->getLoc(), bytes, type);
    bytes.replaceUsesWithIf(values, [&](OpOperand &use) {
      // The bits are kept by one or by two operations.
      Operation *user = use.getOwner();
      return user != values.getDefiningOp() &&
             user != values.getDefiningOp()->getOperand(0).getDefiningOp();
    });
  }
  return llvm::Error::success();
}
