//===- ElementIndex.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementIndex.h"

#include "NoAlias.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

ElementIndex mlir::tiled_layout::getElementIndex(AffineMap map,
                                                 SmallVector<Value> operands) {
  affine::canonicalizeMapAndOperands(&map, &operands);
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims(map.getNumDims()), symbols(map.getNumSymbols());
  SmallVector<Value> dimOperands, symbolOperands;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        AffineExpr &sorted = dims[dim.getPosition()];
        if (sorted)
          return;
        sorted = getAffineDimExpr(dimOperands.size(), context);
        dimOperands.push_back(operands[dim.getPosition()]);
      } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
        AffineExpr &sorted = symbols[symbol.getPosition()];
        if (sorted)
          return;
        sorted = getAffineSymbolExpr(symbolOperands.size(), context);
        symbolOperands.push_back(
            operands[map.getNumDims() + symbol.getPosition()]);
      }
    });
  map = map.replaceDimsAndSymbols(dims, symbols, dimOperands.size(),
                                  symbolOperands.size());
  llvm::append_range(dimOperands, symbolOperands);
  return {map, dimOperands};
}

ElementIndex mlir::tiled_layout::getElementIndex(Operation *access) {
  affine::AffineValueMap index;
  affine::MemRefAccess(access).getAccessMap(&index);
  return getElementIndex(index.getAffineMap(),
                         SmallVector<Value>(index.getOperands()));
}

bool ElementIndex::differsFrom(const ElementIndex &other) const {
  if (operands != other.operands)
    return false;
  return llvm::any_of(llvm::zip_equal(map.getResults(), other.map.getResults()),
                      [&](auto results) {
                        auto [mine, theirs] = results;
                        auto distance = dyn_cast<AffineConstantExpr>(
                            simplifyAffineExpr(mine - theirs, map.getNumDims(),
                                               map.getNumSymbols()));
                        return distance && distance.getValue() != 0;
                      });
}

bool mlir::tiled_layout::visitAccesses(
    Operation *op, function_ref<void(Value memref, bool isWrite)> visit) {
  if (isMemoryEffectFree(op))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || op->getNumRegions() != 0)
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  for (const MemoryEffects::EffectInstance &instance : instances) {
    if (isa<MemoryEffects::Allocate>(instance.getEffect()))
      continue;
    Value value = instance.getValue();
    if (!value || !isa<MemRefType>(value.getType()))
      return false;
    visit(value, !isa<MemoryEffects::Read>(instance.getEffect()));
  }
  return true;
}

bool mlir::tiled_layout::mayTouch(Value memref, Value other) {
  for (Value *array : {&memref, &other})
    if (auto words = array->getDefiningOp<memref::CollapseShapeOp>())
      *array = words.getSrc();
  return memref == other || !areSameOrNoAlias(memref, other);
}
