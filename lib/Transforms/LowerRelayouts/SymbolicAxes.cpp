//===- SymbolicAxes.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicAxes.h"

#include "../FlatViews.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/ViewAlignment.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

AxisExprs AxisExprs::get(MLIRContext *context, const RelayoutAxes &axes) {
  AxisExprs exprs;
  auto constant = [&](int64_t number) {
    return getAffineConstantExpr(number, context);
  };
  for (const RelayoutAxis &axis : axes.axes) {
    exprs.extents.push_back(constant(axis.extent));
    exprs.sourceStrides.push_back(constant(axis.sourceStride.get()));
    exprs.destStrides.push_back(constant(axis.destStride.get()));
    exprs.sourceTables.emplace_back();
    exprs.destTables.emplace_back();
  }
  for (const AxisBound &bound : axes.bounds)
    exprs.limits.push_back(constant(bound.limit));
  return exprs;
}

std::optional<int64_t> AxisExprs::getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sides
//===----------------------------------------------------------------------===//

/// Returns a stride that is known at run time only.
AffineExpr SymbolicAxes::getRuntimeStride(const Side &side,
                                          unsigned number) const {
  int64_t divisor = number < side.divisors.size() ? side.divisors[number] : 1;
  return getAffineSymbolExpr(side.firstSymbol + number, context) * divisor;
}

bool SymbolicAxes::initializeView(Side &side) {
  SmallVector<int64_t> symbols;
  AffineMap map = getPhysicalMap(side.layout, shape, context, &symbols);
  if (!map || !symbols.empty())
    return false;
  side.firstSymbol = numSymbols;
  numSymbols += side.strides.size();
  AffineExpr position = getAffineConstantExpr(0, context);
  for (auto [number, stride] : llvm::enumerate(side.strides)) {
    AffineExpr step = stride == kDynamic
                          ? getRuntimeStride(side, number)
                          : getAffineConstantExpr(stride, context);
    position = position + map.getResult(number) * step;
  }
  side.position = AffineMap::get(shape.size(), numSymbols, position);
  return true;
}

bool SymbolicAxes::initializeSide(Side &side) {
  if (isView(side.type))
    return initializeView(side);
  if (side.strides.empty()) {
    SmallVector<int64_t> symbols;
    AffineMap map = getPositionMap(side.layout, shape, context, &symbols);
    if (!map)
      return false;
    SmallVector<AffineExpr> extents;
    for (int64_t dim : symbols)
      extents.push_back(getAffineSymbolExpr(dim, context));
    side.position =
        map.replaceDimsAndSymbols({}, extents, map.getNumDims(), shape.size());
    return true;
  }
  side.firstSymbol = numSymbols;
  numSymbols += side.strides.size();
  return true;
}

bool SymbolicAxes::isStatic() const {
  return !llvm::is_contained(shape, kDynamic) &&
         !llvm::is_contained(source.strides, kDynamic) &&
         !llvm::is_contained(dest.strides, kDynamic);
}

bool SymbolicAxes::initialize(MemRefType sourceType, MemRefType destType,
                              RelayoutArrays arrays) {
  context = sourceType.getContext();
  // What fills up the last tile decides no position.
  arrays.source.exact = arrays.dest.exact = false;
  source.type = sourceType;
  source.layout = arrays.source;
  source.strides = arrays.sourceStrides;
  dest.type = destType;
  dest.layout = arrays.dest;
  dest.strides = arrays.destStrides;
  shape = arrays.extents;
  numSymbols = shape.size();
  if (!initializeSide(source) || !initializeSide(dest))
    return false;
  for (Side *side : {&source, &dest})
    side->digits =
        expectedToOptional(getArrayDigits(side->layout, shape, side->strides));
  axes = arrays.getAxes();
  llvm::erase_if(axes.irregular, [&](const IrregularDims &group) {
    return group.dims.size() == 1 && addIrregular(group.dims.front());
  });
  return true;
}

std::optional<SymbolicAxes>
SymbolicAxes::get(MemRefType source, MemRefType dest,
                  const std::optional<RelayoutArrays> &planned) {
  return get(source, dest, planned, {}, {});
}

std::optional<SymbolicAxes>
SymbolicAxes::get(Value source, Value dest,
                  const std::optional<RelayoutArrays> &planned) {
  auto getDivisors = [](Value array) {
    return isView(array.getType()) ? getStrideDivisors(array)
                                   : SmallVector<int64_t>();
  };
  return get(cast<MemRefType>(source.getType()),
             cast<MemRefType>(dest.getType()), planned, getDivisors(source),
             getDivisors(dest));
}

std::optional<SymbolicAxes>
SymbolicAxes::get(MemRefType source, MemRefType dest,
                  const std::optional<RelayoutArrays> &planned,
                  ArrayRef<int64_t> sourceDivisors,
                  ArrayRef<int64_t> destDivisors) {
  std::optional<RelayoutArrays> arrays =
      planned ? planned : getRelayoutArrays(source, dest);
  SymbolicAxes result;
  result.source.divisors.assign(sourceDivisors.begin(), sourceDivisors.end());
  result.dest.divisors.assign(destDivisors.begin(), destDivisors.end());
  if (!arrays || !result.initialize(source, dest, std::move(*arrays)))
    return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

AffineExpr SymbolicAxes::getExpr(const Side &side, const Stride &stride) const {
  AffineExpr expr = getAffineConstantExpr(stride.factor, context);
  for (const RuntimeFactor &factor : stride.runtime) {
    AffineExpr number =
        factor.divisor == 0
            ? getRuntimeStride(side, factor.dim)
            : getAffineSymbolExpr(factor.dim, context).ceilDiv(factor.divisor);
    expr = number * expr;
  }
  return expr;
}

AffineExpr SymbolicAxes::getExpr(const RuntimeExtent &extent) const {
  AffineExpr symbol = getAffineSymbolExpr(extent.dim, context);
  return (symbol * extent.factor).ceilDiv(extent.divisor);
}

AxisExprs SymbolicAxes::describe(const RelayoutAxes &planned) const {
  auto getNumber = [&](int64_t known,
                       const std::optional<RuntimeExtent> &runtime) {
    return runtime ? getExpr(*runtime) : getAffineConstantExpr(known, context);
  };
  AxisExprs exprs;
  for (const AxisBound &bound : planned.bounds)
    exprs.limits.push_back(getNumber(bound.limit, bound.runtimeLimit));
  for (const RelayoutAxis &axis : planned.axes) {
    exprs.extents.push_back(getNumber(axis.extent, axis.runtimeExtent));
    exprs.sourceStrides.push_back(getExpr(source, axis.sourceStride));
    exprs.destStrides.push_back(getExpr(dest, axis.destStride));
    exprs.sourceTables.push_back(getTable(source, axis));
    exprs.destTables.push_back(getTable(dest, axis));
  }
  return exprs;
}

AxisSizes SymbolicAxes::build(OpBuilder &builder, Location loc,
                              Value sourceArray, Value destArray,
                              const AxisExprs &exprs) const {
  SmallVector<Value> symbols(numSymbols);
  auto getQuotient = [&](const Side &side, Value array, unsigned number) {
    Value stride = createStride(builder, loc, array, number);
    int64_t divisor = number < side.divisors.size() ? side.divisors[number] : 1;
    return divisor == 1
               ? stride
               : builder.createOrFold<arith::DivUIOp>(
                     loc, stride,
                     arith::ConstantIndexOp::create(builder, loc, divisor));
  };
  auto getSymbol = [&](unsigned symbol) {
    Value &value = symbols[symbol];
    if (value)
      return;
    if (symbol < shape.size())
      value = memref::DimOp::create(builder, loc, sourceArray, symbol);
    else if (!dest.strides.empty() && symbol >= dest.firstSymbol)
      value = getQuotient(dest, destArray, symbol - dest.firstSymbol);
    else
      value = getQuotient(source, sourceArray, symbol - source.firstSymbol);
  };
  auto findSymbol = [&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      getSymbol(symbol.getPosition());
  };
  auto evaluate = [&](AffineExpr expr) -> OpFoldResult {
    if (auto constant = AxisExprs::getConstant(expr))
      return builder.getIndexAttr(*constant);
    expr.walk(findSymbol);
    return affine::expandAffineExpr(builder, loc, expr, {}, symbols);
  };
  AxisSizes sizes;
  for (AffineExpr expr : exprs.extents)
    sizes.extents.push_back(evaluate(expr));
  for (AffineExpr expr : exprs.sourceStrides)
    sizes.sourceStrides.push_back(evaluate(expr));
  for (AffineExpr expr : exprs.destStrides)
    sizes.destStrides.push_back(evaluate(expr));
  for (AffineExpr expr : exprs.limits)
    sizes.limits.push_back(evaluate(expr));
  sizes.sourceTables = exprs.sourceTables;
  sizes.destTables = exprs.destTables;
  for (ArrayRef<AffineExpr> tables : {exprs.sourceTables, exprs.destTables})
    for (AffineExpr table : tables)
      if (table)
        table.walk(findSymbol);
  sizes.symbols = symbols;
  return sizes;
}
