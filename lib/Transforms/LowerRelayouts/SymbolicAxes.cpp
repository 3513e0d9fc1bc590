//===- SymbolicAxes.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicAxes.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"

#include "mlir/Dialect/Affine/Utils.h"
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
// Stand-ins
//===----------------------------------------------------------------------===//

static bool isPrime(int64_t number) {
  for (int64_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0)
      return false;
  return number > 1;
}

/// Returns a bound of the divisors that a layout cuts an index at.
static int64_t getLargestCut(const Layout &layout) {
  int64_t cut = 1;
  for (const Tile &tile : layout.tiles) {
    int64_t largest = 1;
    for (const TileEntry &entry : tile)
      largest = std::max(largest, entry.size);
    // Where this overflows, no stand-in will do.
    if (llvm::MulOverflow(cut, largest, cut))
      return std::numeric_limits<int32_t>::max();
  }
  return cut;
}

/// Returns the layout whose digits decide positions, that of an array of the
/// same shape for a strided one, or `std::nullopt`.
static std::optional<Layout> getDigitLayout(MemRefType type) {
  if (std::optional<Layout> layout = getTileLayout(ShapedType(type))) {
    layout->exact = false;
    return layout;
  }
  if (type.isStrided())
    return Layout::getRowMajor(type.getRank());
  return std::nullopt;
}

/// Stands in a prime for each dynamic extent. Being larger than any tile, it
/// has all the digits that an extent can have; being prime, it meets no edge
/// but those that all extents meet; and it is found again in products.
bool SymbolicAxes::chooseStandIns() {
  int64_t next = leastStandIn;
  for (const Side *side : {&source, &dest})
    next = std::max(next, 2 * getLargestCut(side->layout) + 1);
  auto isTaken = [&](int64_t number) {
    return llvm::any_of(standIns, [&](int64_t extent) {
      return extent > 0 && extent % number == 0;
    });
  };
  standIns = shape;
  for (int64_t &extent : standIns) {
    if (extent != kDynamic)
      continue;
    while (!isPrime(next) || isTaken(next))
      ++next;
    extent = next;
  }
  return !checkLayoutOnShape(source.layout, standIns) &&
         !checkLayoutOnShape(dest.layout, standIns);
}

/// Returns a number of the stand-in axes, a product of extents and constants,
/// as it is at run time.
AffineExpr SymbolicAxes::getNumber(int64_t standIn) const {
  AffineExpr symbols = getAffineConstantExpr(1, context);
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent == kDynamic && standIn != 0 && standIn % standIns[dim] == 0) {
      standIn /= standIns[dim];
      symbols = symbols * getAffineSymbolExpr(dim, context);
    }
  return symbols * standIn;
}

//===----------------------------------------------------------------------===//
// Sides
//===----------------------------------------------------------------------===//

void SymbolicAxes::addStrides(Side &side, ArrayRef<int64_t> strides) {
  side.firstSymbol = numSymbols;
  numSymbols += strides.size();
  for (auto [number, stride] : llvm::enumerate(strides))
    side.strides.push_back(
        ShapedType::isDynamic(stride)
            ? getAffineSymbolExpr(side.firstSymbol + number, context)
            : getAffineConstantExpr(stride, context));
}

bool SymbolicAxes::initializeView(Side &side) {
  SmallVector<int64_t> symbols;
  AffineMap map = getPhysicalMap(side.layout, shape, context, &symbols);
  if (!map || !symbols.empty())
    return false;
  addStrides(side, getPhysicalStrides(ShapedType(side.type)));
  AffineExpr position = getAffineConstantExpr(0, context);
  for (auto [coordinate, stride] :
       llvm::zip_equal(map.getResults(), side.strides))
    position = position + coordinate * stride;
  side.position = AffineMap::get(shape.size(), numSymbols, position);
  return true;
}

bool SymbolicAxes::initializeSide(Side &side) {
  if (isView(side.type))
    return initializeView(side);
  if (getLayout(ShapedType(side.type))) {
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
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(side.type.getStridesAndOffset(strides, offset)))
    return false;
  addStrides(side, strides);
  return true;
}

/// Returns the strides of the physical dimensions of a view. Those that are not
/// known are longer than what all known and more minor ones reach, so that no
/// digit continues another there. A strided side has none: its dimensions are
/// its digits. `std::nullopt` if they are too large.
std::optional<SmallVector<int64_t>>
SymbolicAxes::getViewStrides(const Side &side) const {
  SmallVector<int64_t> strides;
  if (!side.position || side.strides.empty())
    return strides;
  int64_t reach = 0;
  auto extents = getPhysicalShape(side.layout, standIns);
  for (auto [stride, extent] : llvm::zip_equal(side.strides, extents)) {
    strides.push_back(AxisExprs::getConstant(stride).value_or(0));
    int64_t all;
    if (llvm::MulOverflow(strides.back(), extent, all))
      return std::nullopt;
    reach = std::max(reach, all);
  }
  for (auto [stride, extent] : llvm::reverse(llvm::zip_equal(strides, extents)))
    if (stride == 0) {
      stride = reach + 1;
      if (llvm::MulOverflow(stride, extent, reach))
        return std::nullopt;
    }
  return strides;
}

/// Returns how far one step of the axis goes: so many steps of the most minor
/// of its digits, one of which is at an index of one dimension, or of several
/// that are combined.
AffineExpr SymbolicAxes::getStride(const Side &side,
                                   const RelayoutAxis &axis) const {
  const IndexDigit &digit = axis.digits.back();
  int64_t step = digit.divisor;
  SmallVector<AffineExpr> index(shape.size(),
                                getAffineConstantExpr(0, context));
  for (int64_t dim : llvm::reverse(digit.dims)) {
    bool isMostMajor = dim == digit.dims.front();
    int64_t coordinate = isMostMajor ? step : step % shape[dim];
    step = isMostMajor ? 0 : step / shape[dim];
    index[dim] = getAffineConstantExpr(coordinate, context);
  }
  AffineExpr stride = getAffineConstantExpr(0, context);
  if (side.position)
    stride = side.position.getResult(0).replaceDims(index);
  else
    for (auto [coordinate, step] : llvm::zip_equal(index, side.strides))
      stride = stride + step * coordinate;
  return simplifyAffineExpr(stride * axis.blockSize, 0, numSymbols);
}

bool SymbolicAxes::isStatic() const {
  auto isConstant = [](AffineExpr expr) {
    return isa<AffineConstantExpr>(expr);
  };
  return !llvm::is_contained(shape, kDynamic) &&
         llvm::all_of(source.strides, isConstant) &&
         llvm::all_of(dest.strides, isConstant);
}

/// Returns a stride as a number, or one that is not known.
static AxisStride getKnown(AffineExpr stride, AxisStride rank) {
  auto known = AxisExprs::getConstant(stride);
  return known ? AxisStride(*known) : AxisStride::getUnknown(rank);
}

bool SymbolicAxes::initialize(MemRefType sourceType, MemRefType destType) {
  context = sourceType.getContext();
  source.type = sourceType;
  dest.type = destType;
  std::optional<Layout> sourceLayout = getDigitLayout(sourceType);
  std::optional<Layout> destLayout = getDigitLayout(destType);
  if (!sourceLayout || !destLayout)
    return false;
  source.layout = *sourceLayout;
  dest.layout = *destLayout;
  for (auto [a, b] :
       llvm::zip_equal(sourceType.getShape(), destType.getShape()))
    shape.push_back(ShapedType::isDynamic(a) ? b : a);
  for (int64_t &extent : shape)
    if (ShapedType::isDynamic(extent))
      extent = kDynamic;
  numSymbols = shape.size();
  if (!chooseStandIns() || !initializeSide(source) || !initializeSide(dest))
    return false;
  auto sourceStrides = getViewStrides(source),
       destStrides = getViewStrides(dest);
  if (!sourceStrides || !destStrides)
    return false;
  axes = getRelayoutAxes(source.layout, *sourceStrides, dest.layout,
                         *destStrides, standIns);
  llvm::erase_if(axes.irregular, [&](const IrregularDims &group) {
    return group.dims.size() == 1 && addIrregular(group.dims.front());
  });
  bool isKnown = isStatic() && source.position && dest.position;
  bool isCombined = llvm::any_of(axes.axes, [](const RelayoutAxis &axis) {
    return axis.digits.front().dims.size() > 1;
  });
  if (!isKnown && (isCombined || !hasAllCuts(source) || !hasAllCuts(dest)))
    return false;
  AxisExprs exprs = describe(axes);
  for (auto [number, axis] : llvm::enumerate(axes.axes)) {
    if (axis.isIrregular)
      continue;
    axis.hasKnownExtent =
        AxisExprs::getConstant(exprs.extents[number]).has_value();
    axis.sourceStride =
        getKnown(exprs.sourceStrides[number], axis.sourceStride);
    axis.destStride = getKnown(exprs.destStrides[number], axis.destStride);
  }
  for (auto [bound, limit] : llvm::zip_equal(axes.bounds, exprs.limits))
    bound.hasKnownLimit = AxisExprs::getConstant(limit).has_value();
  return true;
}

std::optional<SymbolicAxes> SymbolicAxes::get(MemRefType source,
                                              MemRefType dest) {
  // Larger numbers have room for a period, but may have too large a product.
  std::optional<SymbolicAxes> best;
  for (int64_t least : {int64_t(101), 2 * maxPeriod + 1}) {
    SymbolicAxes result;
    result.leastStandIn = least;
    if (result.initialize(source, dest))
      best = std::move(result);
    if (best && best->axes.irregular.empty())
      break;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

AxisExprs SymbolicAxes::describe(const RelayoutAxes &planned) const {
  AxisExprs exprs;
  for (const AxisBound &bound : planned.bounds)
    exprs.limits.push_back(getNumber(bound.limit));
  for (auto [number, axis] : llvm::enumerate(planned.axes)) {
    exprs.sourceStrides.push_back(getStride(source, axis));
    exprs.destStrides.push_back(getStride(dest, axis));
    exprs.sourceTables.push_back(getTable(source, axis));
    exprs.destTables.push_back(getTable(dest, axis));
    AffineExpr extent = getNumber(axis.extent);
    // The most major digit of an extent that its divisor need not divide.
    for (auto [bound, limit] : llvm::zip_equal(planned.bounds, exprs.limits)) {
      int64_t weight = bound.getWeight(number);
      bool isOutermost =
          weight > 0 && llvm::all_of(bound.terms, [&](auto &term) {
            return term.weight <= weight;
          });
      if (isOutermost && !isa<AffineConstantExpr>(limit))
        extent = limit.ceilDiv(weight);
    }
    exprs.extents.push_back(extent);
  }
  return exprs;
}

/// Builds stride `number` of a side, which its type does not know. In a view it
/// is how far the element is from the first one whose coordinate along that
/// physical dimension is 1, and 0 along all others.
Value SymbolicAxes::buildStride(OpBuilder &builder, Location loc,
                                const Side &side, Value array,
                                unsigned number) const {
  if (!side.position)
    return memref::ExtractStridedMetadataOp::create(builder, loc, array)
        .getStrides()[number];
  AffineMap map = getPhysicalMap(side.layout, shape, context);
  // Merged dimensions have been refused.
  SmallVector<int64_t> index =
      *getUnitIndex(map.getResult(number), shape.size());
  return LinearizeOp::create(
      builder, loc, array,
      getValueOrCreateConstantIndexOp(builder, loc,
                                      getAsIndexOpFoldResult(context, index)));
}

AxisSizes SymbolicAxes::build(OpBuilder &builder, Location loc,
                              Value sourceArray, Value destArray,
                              const AxisExprs &exprs) const {
  SmallVector<Value> symbols(numSymbols);
  auto getSymbol = [&](unsigned symbol) {
    Value &value = symbols[symbol];
    if (value)
      return;
    if (symbol < shape.size())
      value = memref::DimOp::create(builder, loc, sourceArray, symbol);
    else if (symbol < source.firstSymbol + source.strides.size())
      value = buildStride(builder, loc, source, sourceArray,
                          symbol - source.firstSymbol);
    else
      value =
          buildStride(builder, loc, dest, destArray, symbol - dest.firstSymbol);
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
