//===- WideElements.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideElements.h"

#include "../FlatViews.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The widest integer of which there are vectors.
static constexpr int64_t maxWordBits = 64;

/// Gives a tile an entry for each axis of words that it acts on: `count` for
/// the last axis, and for axes that count tiles of words, of extent 1, what
/// leaves them as they are. `isWord` says which axes these are, most major
/// first, and afterwards which ones they are after the tile.
static void addWords(Tile &tile, int64_t count, SmallVectorImpl<bool> &isWord) {
  Tile entries;
  SmallVector<bool> isNew;
  auto add = [&](TileEntry entry, bool isOfWord) {
    entries.insert(entries.begin(), entry);
    if (!entry.isCombine())
      isNew.insert(isNew.begin(), isOfWord);
  };
  size_t axis = isWord.size();
  for (TileEntry entry : llvm::reverse(tile)) {
    for (; axis > 0 && isWord[axis - 1]; --axis)
      add(axis == isWord.size() ? TileEntry::getSize(count)
          : entry.isCombine()   ? entry
                                : TileEntry::getSize(1),
          /*isOfWord=*/true);
    add(entry, /*isOfWord=*/false);
    axis -= axis > 0;
  }
  tile = std::move(entries);
  isWord.truncate(axis);
  for (int part = 0; part < 2; ++part)
    isWord.append(isNew);
}

/// Returns the layout of an array whose elements are `count` words.
static Layout getWordLayout(Layout layout, int64_t count) {
  SmallVector<bool> isWord(layout.rank(), false);
  isWord.push_back(true);
  for (Tile &tile : layout.tiles)
    addWords(tile, count, isWord);
  layout.minorToMajor.insert(layout.minorToMajor.begin(), layout.rank());
  if (layout.tailPaddingAlignment > 1)
    layout.tailPaddingAlignment *= count;
  layout.elementBits = 0;
  // Where a dimension is split between memories, elements lie no other way.
  layout.splits.clear();
  return layout;
}

std::optional<Value>
mlir::tiled_layout::viewAsWords(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<MemRefType>(array.getType());
  std::optional<Layout> layout = getLayout(ShapedType(type));
  std::optional<int64_t> bits = getValueBits(type.getElementType());
  bool isWide = isa<ComplexType>(type.getElementType()) || bits == 128;
  if (!isWide || !layout || !type.hasStaticShape() || type.getRank() == 0 ||
      !isPlainStorage(type) || !llvm::isPowerOf2_64(*bits))
    return std::nullopt;
  int64_t wordBits = std::min(*bits, maxWordBits);
  int64_t count = *bits / wordBits;
  SmallVector<int64_t> shape(type.getShape());
  if (count > 1) {
    shape.push_back(count);
    layout = getWordLayout(std::move(*layout), count);
  }
  Value flat = createFlatView(builder, loc, array);
  auto flatType = cast<MemRefType>(flat.getType());
  Type word = builder.getIntegerType(wordBits);
  // The descriptor stays what it is: nobody asks it for its size.
  Value words =
      UnrealizedConversionCastOp::create(
          builder, loc,
          MemRefType::get({flatType.getNumElements() * count}, word,
                          MemRefLayoutAttrInterface(), type.getMemorySpace()),
          flat)
          .getResult(0);
  MemRefLayoutAttrInterface attribute;
  if (isTiled(type))
    attribute =
        TiledLayoutAttr::getForMemRef(builder.getContext(), *layout, shape);
  return createFromFlatView(
      builder, loc, words,
      MemRefType::get(shape, word, attribute, type.getMemorySpace()));
}
