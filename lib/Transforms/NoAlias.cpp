//===- NoAlias.cpp - Which arrays share no memory -------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoAlias.h"

#include "mlir/Analysis/AliasAnalysis/LocalAliasAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::isFunctionArgument(Value memref) {
  auto argument = dyn_cast<BlockArgument>(memref);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && argument.getArgNumber() < function.getNumArguments();
}

bool mlir::tiled_layout::isNoAlias(Value memref) {
  if (auto argument = dyn_cast<BlockArgument>(memref))
    return isFunctionArgument(memref) &&
           cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
               .getArgAttr(argument.getArgNumber(), "llvm.noalias");
  return hasSingleEffect<MemoryEffects::Allocate>(memref.getDefiningOp(),
                                                  memref);
}

/// True for two arrays which MLIR's analysis does not tell apart: it knows of
/// neither `llvm.noalias` nor globals.
static bool areDifferentArrays(Value a, Value b) {
  auto global = a.getDefiningOp<memref::GetGlobalOp>();
  auto other = b.getDefiningOp<memref::GetGlobalOp>();
  if (global && other)
    return global.getName() != other.getName();
  // One that nothing else overlaps shares nothing with what existed before it
  // and with other such ones.
  auto isArray = [](Value value) {
    return isNoAlias(value) || isFunctionArgument(value) ||
           value.getDefiningOp<memref::GetGlobalOp>();
  };
  return isArray(a) && isArray(b) && (isNoAlias(a) || isNoAlias(b));
}

bool mlir::tiled_layout::areSameOrNoAlias(Value a, Value b) {
  if (a == b)
    return true;
  auto getArray = [](Value value) -> Value {
    auto memref = dyn_cast<MemrefValue>(value);
    return memref ? Value(memref::skipViewLikeOps(memref)) : value;
  };
  Value array = getArray(a), other = getArray(b);
  return (array != other && areDifferentArrays(array, other)) ||
         LocalAliasAnalysis().alias(a, b).isNo();
}

Value mlir::tiled_layout::getViewSource(Value memref) {
  Operation *op = memref.getDefiningOp();
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto cast = dyn_cast_or_null<UnrealizedConversionCastOp>(op))
    if (cast.getInputs().size() == 1)
      return cast.getInputs().front();
  return {};
}

Value mlir::tiled_layout::getArray(Value memref) {
  while (Value source = getViewSource(memref))
    memref = source;
  return memref;
}

Value mlir::tiled_layout::getOtherName(Value memref) {
  Operation *op = memref.getDefiningOp();
  if (op && op->hasTrait<OpTrait::DistinctObjectsTrait>())
    return op->getOperand(cast<OpResult>(memref).getResultNumber());
  return {};
}

Value mlir::tiled_layout::getBase(Value memref) {
  memref = getArray(memref);
  while (Value other = getOtherName(memref))
    memref = getArray(other);
  return memref;
}
