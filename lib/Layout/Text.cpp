//===- Text.cpp - Shapes, suffixes and entry points -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Text.h"

#include "LayoutParser.h"
#include "tiled_layout/Layout/Interop/Interop.h"
#include "tiled_layout/Layout/Morello.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;
using Field = Place::Field;

char TextError::ID = 0;

void TextError::log(llvm::raw_ostream &os) const {
  os << "column " << offset + 1 << ": " << message;
}

std::error_code TextError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Returns the name here of an element type that numpy or MLIR names otherwise,
/// such as f32 of float32; empty if there is none.
static std::string getXlaName(llvm::StringRef name) {
  if (name == "bool" || name == "i1")
    return "pred";
  constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> prefixes[] = {
      {"bfloat", "bf"}, {"float", "f"}, {"uint", "u"},   {"ui", "u"},
      {"int", "s"},     {"i", "s"},     {"complex", "c"}};
  for (auto [theirs, ours] : prefixes) {
    llvm::StringRef rest = name;
    if (!rest.consume_front(theirs))
      continue;
    std::string known = (ours + rest).str();
    return getElementType(known) ? known : "";
  }
  return "";
}

/// Returns what a name that is no element type may have been meant as, such as
/// `, which is 'f32'` for float32; empty if nothing is near.
static std::string suggestElementType(llvm::StringRef name) {
  if (std::string known = getXlaName(name); !known.empty())
    return ", which is '" + known + "'";
  // One letter is near to every other one.
  if (name.size() < 2)
    return "";
  llvm::StringRef nearest;
  unsigned least = name.size() < 6 ? 2 : 3;
  for (const ElementType &type : getElementTypes()) {
    unsigned distance = type.name.edit_distance_insensitive(name);
    if (distance >= least)
      continue;
    least = distance;
    nearest = type.name;
  }
  return nearest.empty() ? "" : "; did you mean '" + nearest.str() + "'?";
}

Expected<Shape> LayoutParser::parseShape() {
  mark({Field::Whole});
  if (cursor.startsWith("("))
    return cursor.error(Twine("tuple shapes are refused: ") + onlyDense);
  llvm::StringRef name = cursor.peekIdentifier();
  std::optional<ElementType> type = getElementType(name);
  if (!type) {
    if (name == "b")
      return cursor.error(Twine("buffer shapes are refused: ") + onlyDense);
    return cursor.error("expected an element type such as f32, bf16, s8 or "
                        "pred, but found " +
                        cursor.describeNext() + suggestElementType(name));
  }
  cursor.consumeIdentifier(name);

  Shape shape{*type, {}, std::nullopt, {}};
  if (Error error = parseDimensions(shape))
    return error;
  if (Error error = parseShapeLayout(shape))
    return error;
  bool hasLayout = shape.layout || !shape.morello.empty();
  if (Error error = expectEnd(/*isLayoutNext=*/!hasLayout))
    return error;
  if (Error error = toError(checkShape(shape)))
    return error;
  return shape;
}

Error LayoutParser::parseDimensions(Shape &shape) {
  if (Error error = cursor.expect("[", "before the dimensions"))
    return error;
  return cursor.list("]", "after a dimension",
                     [&] { return parseDimension(shape); });
}

Error LayoutParser::parseDimension(Shape &shape) {
  int64_t number = shape.rank();
  mark({Field::Dimension, number});
  if (cursor.consume("?")) {
    shape.dimensions.push_back({kDynamic, false});
    return Error::success();
  }
  bool bounded = cursor.consume("<=");
  size_t offset = cursor.getOffset();
  int64_t size;
  if (Error error = cursor.integer(size, "a dimension such as 8, <=8 or ?"))
    return error;
  // The extent is checked here because kDynamic is a negative number (TL12).
  if (size < 0)
    return cursor.errorAt(offset, "size of dimension " + Twine(number) +
                                      " must not be negative, but is " +
                                      Twine(size));
  shape.dimensions.push_back({size, bounded});
  return Error::success();
}

Error LayoutParser::parseShapeLayout(Shape &shape) {
  if (atMorello())
    return parseMorelloOnShape(shape);
  if (startsInteropLayout(text.drop_front(cursor.getOffset())))
    return parseInteropOnShape(shape);
  if (!cursor.startsWith("{"))
    return Error::success();
  // As in XLA, where other braces after a shape open a computation.
  size_t brace = cursor.getOffset();
  TextCursor ahead = cursor;
  ahead.consume("{");
  if (!ahead.atInteger() && ahead.peek() != ':')
    return cursor.errorAt(brace, "a layout after a shape must begin with '{' "
                                 "and an integer or ':', but found " +
                                     ahead.describeNext());
  shape.layout.emplace();
  if (Error error = parseBraces(*shape.layout))
    return error;
  return parseExact(*shape.layout);
}

/// True at `[`, `NHWC` and `([`, which is refused with a reason.
bool LayoutParser::atMorello() {
  TextCursor ahead = cursor;
  ahead.consume("(");
  return ahead.startsWith("[") || cursor.peekIdentifier() == "NHWC";
}

Expected<MorelloLayout> LayoutParser::parseMorello() {
  size_t offset = cursor.getOffset();
  Expected<MorelloLayout> morello =
      mlir::tiled_layout::parseMorello(text, offset, options);
  if (morello)
    cursor.moveTo(offset);
  return morello;
}

Error LayoutParser::parseMorelloOnShape(Shape &shape) {
  size_t begin = cursor.getOffset();
  Expected<MorelloLayout> morello = parseMorello();
  if (!morello)
    return morello.takeError();
  if (Error error = checkMorelloOnShape(*morello, shape.extents()))
    return TextCursor::errorAt(begin, toString(std::move(error)));
  shape.layout = getLayoutForAnyShape(*morello, shape.rank());
  shape.morello = toString(*morello);
  return Error::success();
}

Error LayoutParser::parseInteropOnShape(Shape &shape) {
  size_t offset = cursor.getOffset();
  Expected<Layout> layout = parseInteropLayout(text, offset, shape.extents());
  if (!layout)
    return layout.takeError();
  shape.layout = std::move(*layout);
  cursor.moveTo(offset);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

Expected<LayoutText> LayoutParser::parseLayoutText(bool allowLists) {
  LayoutText result;
  mark({Field::Whole});
  if (atMorello()) {
    Expected<MorelloLayout> morello = parseMorello();
    if (!morello)
      return morello.takeError();
    int64_t rank = 0;
    for (const MorelloDim &dim : morello->dims)
      rank = std::max(rank, dim.dim + 1);
    result.layout = getLayoutForAnyShape(*morello, rank);
  } else if (Error error = parseBraces(result.layout)) {
    return error;
  }
  if (Error error = parseExact(result.layout))
    return error;
  if (Error error =
          parseMemRefList("bounds", "bound", allowLists, result.bounds))
    return error;
  if (Error error =
          parseMemRefList("strides", "stride", allowLists, result.strides))
    return error;
  if (Error error = expectEnd())
    return error;
  if (Error error = toError(checkLayout(result.layout)))
    return error;
  return result;
}

/// Reads `, <name>` if it comes next; returns where the name stood.
static std::optional<size_t> consumeSuffix(TextCursor &cursor,
                                           llvm::StringRef name) {
  TextCursor ahead = cursor;
  if (!ahead.consume(","))
    return std::nullopt;
  size_t offset = ahead.getOffset();
  if (!ahead.consumeIdentifier(name))
    return std::nullopt;
  cursor = ahead;
  return offset;
}

Error LayoutParser::parseExact(Layout &layout) {
  if (consumeSuffix(cursor, "exact"))
    layout.exact = true;
  return Error::success();
}

/// Reads `, <name> = [8, ?]` if it comes next.
Error LayoutParser::parseMemRefList(
    llvm::StringRef name, llvm::StringRef entry, bool isAllowed,
    std::optional<llvm::SmallVector<int64_t>> &values) {
  std::optional<size_t> begin = consumeSuffix(cursor, name);
  if (!begin)
    return Error::success();
  if (!isAllowed)
    return cursor.errorAt(*begin, name + " are for memref types only");
  if (Error error = cursor.expect("=", "after '" + name + "'"))
    return error;
  if (Error error = cursor.expect("[", "before the " + name))
    return error;
  values.emplace();
  return cursor.list("]", "after a " + entry, [&]() -> Error {
    int64_t &value = values->emplace_back(kDynamic);
    if (cursor.consume("?"))
      return Error::success();
    size_t offset = cursor.getOffset();
    if (Error error = cursor.integer(value, "a " + entry + " such as 8 or ?"))
      return error;
    if (value < 0)
      return cursor.errorAt(offset, entry + " must not be negative, but is " +
                                        Twine(value));
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

Error LayoutParser::expectEnd(bool isLayoutNext) {
  if (cursor.atEnd())
    return Error::success();
  if (cursor.startsWith("T("))
    return cursor.error("expected a layout in braces, such as {1,0:T(8,128)}, "
                        "but found " +
                        cursor.describeNext());
  return cursor.error(
      Twine("expected ") +
      (isLayoutNext ? "a layout such as {1,0:T(8,128)} or " : "") +
      "the end of the text, but found " + cursor.describeNext());
}

Error LayoutParser::toError(const std::optional<Violation> &broken) const {
  if (!broken)
    return Error::success();
  const auto *it = llvm::find_if(
      places, [&](const auto &entry) { return entry.first == broken->place; });
  return TextCursor::errorAt(it == places.end() ? 0 : it->second,
                             broken->message);
}

Expected<Layout> mlir::tiled_layout::parseLayout(llvm::StringRef text,
                                                 TextOptions options) {
  Expected<LayoutText> result =
      LayoutParser(text, options).parseLayoutText(/*allowLists=*/false);
  if (!result)
    return result.takeError();
  return std::move(result->layout);
}

Expected<LayoutText> mlir::tiled_layout::parseLayoutText(llvm::StringRef text,
                                                         TextOptions options) {
  return LayoutParser(text, options).parseLayoutText(/*allowLists=*/true);
}

Expected<Shape> mlir::tiled_layout::parseShape(llvm::StringRef text,
                                               TextOptions options) {
  return LayoutParser(text, options).parseShape();
}
