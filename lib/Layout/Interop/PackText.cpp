//===- PackText.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextCursor.h"
#include "tiled_layout/Layout/Interop/Packs.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

std::string mlir::tiled_layout::toString(ArrayRef<Pack> packs) {
  if (packs.empty())
    return toString(Pack());
  std::string text;
  for (const Pack &pack : packs) {
    text += text.empty() ? "pack(" : " pack(";
    if (!pack.outerDimsPerm.empty())
      text += "outer_dims_perm = " + extentsToString(pack.outerDimsPerm) + " ";
    text += "inner_dims_pos = " + extentsToString(pack.innerDimsPos);
    text += " inner_tiles = " + extentsToString(pack.innerTiles) + ")";
  }
  return text;
}

/// Parses `= [1, 2]`.
static Error parseIntegers(TextCursor &cursor, StringRef name,
                           SmallVectorImpl<int64_t> &values) {
  if (Error error = cursor.expect("=", "after '" + name + "'"))
    return error;
  if (Error error = cursor.expect("[", "before the integers"))
    return error;
  return cursor.integers("]", values);
}

static Error parsePack(TextCursor &cursor, Pack &pack) {
  if (Error error = cursor.expect("(", "after 'pack'"))
    return error;
  if (cursor.consumeIdentifier("outer_dims_perm"))
    if (Error error =
            parseIntegers(cursor, "outer_dims_perm", pack.outerDimsPerm))
      return error;
  struct Entry {
    StringRef name;
    SmallVectorImpl<int64_t> &values;
  };
  for (Entry entry : {Entry{"inner_dims_pos", pack.innerDimsPos},
                      Entry{"inner_tiles", pack.innerTiles}}) {
    if (Error error = cursor.expect(entry.name, "in a pack"))
      return error;
    if (Error error = parseIntegers(cursor, entry.name, entry.values))
      return error;
  }
  return cursor.expect(")", "after a pack");
}

Expected<SmallVector<Pack>>
mlir::tiled_layout::parsePacks(StringRef text, size_t &offset, size_t rank) {
  TextCursor cursor(text, {}, offset);
  SmallVector<Pack> packs;
  while (true) {
    size_t begin = cursor.getOffset();
    if (!cursor.consumeIdentifier("pack"))
      break;
    Pack pack;
    if (Error error = parsePack(cursor, pack))
      return error;
    if (Error error = checkPack(pack, rank))
      return TextCursor::errorAt(begin, toString(std::move(error)));
    rank += pack.innerTiles.size();
    packs.push_back(std::move(pack));
  }
  if (packs.empty())
    return cursor.error("expected 'pack', but found " + cursor.describeNext());
  offset = cursor.getOffset();
  return packs;
}
