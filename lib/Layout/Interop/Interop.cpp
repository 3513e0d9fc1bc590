//===- Interop.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/Interop.h"

#include "../TextCursor.h"
#include "tiled_layout/Layout/Interop/Cute.h"
#include "tiled_layout/Layout/Interop/OneDnn.h"
#include "tiled_layout/Layout/Interop/Packs.h"
#include "tiled_layout/Layout/Interop/TpuTiled.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

bool mlir::tiled_layout::startsInteropLayout(StringRef text) {
  StringRef word = text.take_while(llvm::isAlnum);
  return text.starts_with("#") || word == "onednn" || word == "pack" ||
         word == "cute";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static Expected<Layout> parseTpuLayout(StringRef text, size_t &offset,
                                       ArrayRef<int64_t> extents) {
  size_t begin = offset;
  Expected<TpuTiledLayout> tiled = parseTpuTiled(text, offset);
  if (!tiled)
    return tiled.takeError();
  Expected<Layout> layout = getLayout(*tiled, extents);
  if (!layout)
    return TextCursor::errorAt(begin, llvm::toString(layout.takeError()));
  return layout;
}

static Expected<Layout> parsePackLayout(StringRef text, size_t &offset,
                                        ArrayRef<int64_t> extents) {
  Expected<SmallVector<Pack>> packs = parsePacks(text, offset, extents.size());
  if (!packs)
    return packs.takeError();
  return getLayoutOfPacks(*packs, extents).layout;
}

static Expected<Layout> parseTagLayout(StringRef text, size_t &offset,
                                       ArrayRef<int64_t> extents) {
  Expected<BlockedLayout> blocked =
      parseOneDnnTag(text, offset, extents.size());
  if (!blocked)
    return blocked.takeError();
  return getLayoutOfBlocks(*blocked);
}

Expected<Layout>
mlir::tiled_layout::parseInteropLayout(StringRef text, size_t &offset,
                                       ArrayRef<int64_t> extents) {
  TextCursor cursor(text, {}, offset);
  if (cursor.startsWith("#"))
    return parseTpuLayout(text, offset, extents);
  if (cursor.peekIdentifier() == "pack")
    return parsePackLayout(text, offset, extents);

  StringRef name = cursor.peekIdentifier();
  cursor.consumeIdentifier(name);
  if (Error error = cursor.expect("(", "after '" + name + "'"))
    return error;
  offset = cursor.getOffset();
  Expected<Layout> layout = name == "onednn"
                                ? parseTagLayout(text, offset, extents)
                                : parseCute(text, offset, extents);
  if (!layout)
    return layout;
  cursor.moveTo(offset);
  if (Error error = cursor.expect(")", "after the layout"))
    return error;
  offset = cursor.getOffset();
  return layout;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Returns `name(text)`.
static Expected<std::string> wrap(StringRef name, Expected<std::string> text) {
  if (!text)
    return text.takeError();
  return (name + "(" + *text + ")").str();
}

Expected<std::string> mlir::tiled_layout::printInteropLayout(
    InteropNotation notation, const Layout &layout, ArrayRef<int64_t> extents,
    int64_t storageBits) {
  switch (notation) {
  case InteropNotation::OneDnn:
    return wrap("onednn", getOneDnnTag(layout, extents, storageBits));
  case InteropNotation::Cute:
    return wrap("cute", getCute(layout, extents, storageBits));
  case InteropNotation::Tpu: {
    Expected<TpuTiledLayout> tiled = getTpuTiled(layout, extents, storageBits);
    if (!tiled)
      return tiled.takeError();
    return toString(*tiled);
  }
  case InteropNotation::Pack: {
    Expected<SmallVector<Pack>> packs = getPacks(layout, extents, storageBits);
    if (!packs)
      return packs.takeError();
    return toString(*packs);
  }
  }
  llvm_unreachable("covered switch");
}
