//===- MorelloText.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloRules.h"
#include "PrintToString.h"
#include "TextCursor.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

/// The one layout that Morello prints by name.
static MorelloLayout getNamedNhwc() {
  return {{MorelloDim::getDynamic(0), MorelloDim::getDynamic(2),
           MorelloDim::getDynamic(3), MorelloDim::getDynamic(1)}};
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

/// Parses what stands behind the number of a logical dimension: nothing,
/// `p(n)` or `oe(n)`.
static Error parseKind(TextCursor &cursor, MorelloDim &dim) {
  if (cursor.consumeIdentifier("p"))
    dim.kind = MorelloDim::Kind::Packed;
  else if (cursor.consumeIdentifier("oe"))
    dim.kind = MorelloDim::Kind::OddEven;
  else if (cursor.startsWith(",") || cursor.startsWith("]"))
    return Error::success();
  else
    return cursor.error("expected p(n), oe(n), ',' or ']' after dimension " +
                        llvm::Twine(dim.dim) + ", but found " +
                        cursor.describeNext());

  llvm::StringRef name = dim.isPacked() ? "p" : "oe";
  if (Error error = cursor.expect("(", "after '" + name + "'"))
    return error;
  if (Error error = cursor.integer(dim.size, "a size"))
    return error;
  return cursor.expect(")", "after the size of '" + name + "'");
}

/// Parses the list after `[`, and where each of its entries begins.
static Error parseDims(TextCursor &cursor, MorelloLayout &layout,
                       llvm::SmallVectorImpl<size_t> &offsets) {
  return cursor.list("]", "after a physical dimension", [&]() -> Error {
    offsets.push_back(cursor.getOffset());
    int64_t number;
    if (Error error = cursor.integer(number, "a dimension number"))
      return error;
    layout.dims.push_back(MorelloDim::getDynamic(number));
    return parseKind(cursor, layout.dims.back());
  });
}

Expected<MorelloLayout> mlir::tiled_layout::parseMorello(llvm::StringRef text,
                                                         size_t &offset,
                                                         TextOptions options) {
  TextCursor cursor(text, options, offset);
  if (cursor.startsWith("("))
    return cursor.error("a layout in parentheses, with a count of dense "
                        "dimensions, is refused: contiguity is knowledge "
                        "about a view and not part of a layout");
  MorelloLayout layout;
  llvm::SmallVector<size_t> offsets;
  if (cursor.consumeIdentifier("NHWC")) {
    layout = getNamedNhwc();
  } else {
    if (Error error = cursor.expect("[", "or NHWC before a Morello layout"))
      return error;
    if (Error error = parseDims(cursor, layout, offsets))
      return error;
  }
  if (std::optional<MorelloRefusal> refusal = findRefusal(layout))
    return TextCursor::errorAt(offsets[refusal->physicalDim], refusal->message);
  offset = cursor.getOffset();
  return layout;
}

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

void mlir::tiled_layout::print(llvm::raw_ostream &os, const MorelloDim &dim) {
  os << dim.dim;
  if (!dim.isDynamic())
    os << (dim.isPacked() ? " p(" : " oe(") << dim.size << ')';
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const MorelloLayout &layout) {
  if (layout == getNamedNhwc()) {
    os << "NHWC";
    return;
  }
  os << '[';
  llvm::interleaveComma(layout.dims, os,
                        [&](const MorelloDim &dim) { print(os, dim); });
  os << ']';
}

std::string mlir::tiled_layout::toString(const MorelloLayout &layout) {
  return printToString(layout);
}

std::string mlir::tiled_layout::toString(const MorelloDim &dim) {
  return printToString(dim);
}
