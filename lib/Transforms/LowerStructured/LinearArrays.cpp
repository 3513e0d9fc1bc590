//===- LinearArrays.cpp - Arrays of one dimension, as rows ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearArrays.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the number of columns of rows that share words, such as 128 of
/// T(1024)(128)(2,1); 0 for another layout.
static int64_t getWordColumns(const Layout &layout) {
  auto isSize = [](const Tile &tile, size_t rank) {
    return tile.size() == rank && llvm::all_of(tile, [](TileEntry entry) {
             return entry.kind == TileEntry::Kind::Size;
           });
  };
  ArrayRef<Tile> tiles = layout.tiles;
  if (tiles.size() != 3 || !isSize(tiles[0], 1) || !isSize(tiles[1], 1) ||
      !isSize(tiles[2], 2) || tiles[2][1].size != 1 ||
      tiles[0][0].size % (tiles[1][0].size * tiles[2][0].size) != 0)
    return 0;
  return tiles[1][0].size;
}

/// Returns the layout of rows of `columns` elements of an array in `layout`.
static std::optional<Layout> getRowLayout(const Layout &layout,
                                          int64_t columns) {
  if (!layout.splits.empty() || layout.elementBits != 0 ||
      layout.tailPaddingAlignment != 1 || layout.metadataPrefixBytes != 0 ||
      layout.tiles.empty() || layout.tiles[0].size() != 1 ||
      layout.tiles[0][0].kind != TileEntry::Kind::Size ||
      layout.tiles[0][0].size % columns != 0 ||
      (layout.tiles.size() > 1 && getWordColumns(layout) != columns))
    return std::nullopt;
  Layout rows = layout;
  rows.minorToMajor = {1, 0};
  rows.tiles[0] = getTile({layout.tiles[0][0].size / columns, columns});
  if (rows.tiles.size() > 1)
    rows.tiles.erase(rows.tiles.begin() + 1);
  return rows;
}

/// Returns the constant that a map of one loop adds to its index.
static std::optional<int64_t> getOffset(AffineMap map) {
  if (map.getNumResults() != 1 || map.getNumDims() != 1)
    return std::nullopt;
  AffineExpr rest = map.getResult(0) - getAffineDimExpr(0, map.getContext());
  auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(rest, 1, 0));
  return constant && constant.getValue() >= 0
             ? std::optional<int64_t>(constant.getValue())
             : std::nullopt;
}

/// Returns the array that an operand is, or that it is a slice of.
static std::optional<LinearArray> getOperand(Value operand, AffineMap map) {
  std::optional<int64_t> offset = getOffset(map);
  if (!offset)
    return std::nullopt;
  LinearArray array;
  array.array = operand;
  array.offset = *offset;
  while (auto slice = array.array.getDefiningOp<SubViewOp>()) {
    std::optional<int64_t> start =
        getConstantIntValue(slice.getMixedOffsets()[0]);
    if (!start || !isOneInteger(slice.getMixedStrides()[0]) ||
        slice.getSourceType().getRank() != 1)
      return std::nullopt;
    array.offset += *start;
    array.array = slice.getSource();
  }
  auto type = dyn_cast<MemRefType>(array.array.getType());
  if (!type || type.getRank() != 1 || isView(type))
    return std::nullopt;
  return array;
}

/// Appends the arrays of an operation by operand number, and returns the number
/// of columns of their rows.
static std::optional<int64_t>
addOperands(linalg::LinalgOp op, SmallVectorImpl<LinearArray> &arrays) {
  int64_t columns = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<LinearArray> array = LinearArray();
    if (map.getNumResults() != 0 && !(array = getOperand(operand.get(), map)))
      return std::nullopt;
    arrays.push_back(*array);
    std::optional<Layout> layout =
        array->array ? getLayout(cast<MemRefType>(array->array.getType()))
                     : std::nullopt;
    if (layout)
      columns = std::max(columns, getWordColumns(*layout));
  }
  if (columns == 0)
    return std::nullopt;
  for (LinearArray &array : arrays) {
    if (!array.array)
      continue;
    auto type = cast<MemRefType>(array.array.getType());
    if (!isTiled(type)) {
      if (!type.getLayout().isIdentity())
        return std::nullopt;
      continue;
    }
    array.rows = getRowLayout(*getLayout(type), columns);
    if (!array.rows)
      return std::nullopt;
  }
  return columns;
}

/// Sets the offset of an array at an index of the body, and its direction.
/// Returns false if it is not that of the loop and a constant.
static bool setIndex(LinearArray &array, Value index) {
  APInt offset, factor;
  auto isLoop = [](Value value) {
    return value.getDefiningOp<linalg::IndexOp>() != nullptr;
  };
  if (auto difference = index.getDefiningOp<arith::SubIOp>()) {
    array.isReversed = true;
    if (!isLoop(difference.getRhs()) ||
        !matchPattern(difference.getLhs(), m_ConstantInt(&offset)))
      return false;
  } else if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    auto product = sum.getLhs().getDefiningOp<arith::MulIOp>();
    array.isReversed = product != nullptr;
    if (!isLoop(product ? product.getLhs() : sum.getLhs()) ||
        (product && (!matchPattern(product.getRhs(), m_ConstantInt(&factor)) ||
                     !factor.isAllOnes())) ||
        !matchPattern(sum.getRhs(), m_ConstantInt(&offset)))
      return false;
  } else {
    return false;
  }
  array.offset = offset.getSExtValue();
  return true;
}

/// Appends the arrays that the body of an operation loads from. Returns false
/// if one is not accessed along the loop, or the body does anything else with
/// memory.
static bool addLoads(linalg::LinalgOp op, int64_t columns,
                     SmallVectorImpl<LinearArray> &arrays) {
  int64_t extent = op.getStaticLoopRanges()[0];
  for (Operation &part : op.getBlock()->without_terminator()) {
    if (isMemoryEffectFree(&part))
      continue;
    auto load = dyn_cast<memref::LoadOp>(part);
    if (!load || ShapedType::isDynamic(extent))
      return false;
    MemRefType type = load.getMemRefType();
    if (!isTiled(type))
      continue;
    LinearArray array;
    array.array = load.getMemRef();
    array.load = load;
    if (type.getRank() != 1 || isView(type) ||
        op->isAncestor(array.array.getParentRegion()->getParentOp()) ||
        !(array.rows = getRowLayout(*getLayout(type), columns)) ||
        !setIndex(array, load.getIndices()[0]))
      return false;
    // Out of bounds, any element may be read.
    if (array.isReversed ? array.offset < extent - 1 : array.offset < 0)
      return false;
    arrays.push_back(array);
  }
  return true;
}

std::optional<int64_t>
mlir::tiled_layout::getLinearArrays(linalg::LinalgOp op,
                                    SmallVectorImpl<LinearArray> &arrays) {
  if (op.getNumLoops() != 1 || op.getNumDpsInits() == 0 ||
      !op.hasPureBufferSemantics())
    return std::nullopt;
  std::optional<int64_t> columns = addOperands(op, arrays);
  return columns && addLoads(op, *columns, arrays) ? columns : std::nullopt;
}
