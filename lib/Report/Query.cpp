//===- Query.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Query.h"

#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::Twine;

static llvm::Expected<int64_t> parseInteger(llvm::StringRef text,
                                            const Twine &what) {
  int64_t value;
  if (!text.trim(' ').getAsInteger(10, value))
    return value;
  return createStringError("expected " + what +
                           " as an integer of 64 bits, but found '" + text +
                           "'");
}

llvm::Expected<Query>
mlir::tiled_layout::parseIndexQuery(llvm::StringRef text) {
  Query query;
  query.kind = Query::Kind::Index;
  if (text.trim(' ').empty())
    return query;
  for (llvm::StringRef entry : llvm::split(text, ',')) {
    llvm::Expected<int64_t> value = parseInteger(
        entry, "entry " + Twine(query.index.size()) + " of the index");
    if (!value)
      return value.takeError();
    query.index.push_back(*value);
  }
  return query;
}

llvm::Expected<Query>
mlir::tiled_layout::parsePositionQuery(llvm::StringRef text) {
  Query query;
  query.kind = Query::Kind::Position;
  llvm::Expected<int64_t> value = parseInteger(text, "a position");
  if (!value)
    return value.takeError();
  query.position = *value;
  return query;
}

static llvm::Error checkIndex(llvm::ArrayRef<int64_t> index,
                              llvm::ArrayRef<int64_t> extents) {
  if (index.size() != extents.size())
    return createStringError("index has " + Twine(index.size()) +
                             (index.size() == 1 ? " entry" : " entries") +
                             ", but the array has rank " +
                             Twine(extents.size()));
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    if (index[dim] >= 0 && (extent == kDynamic || index[dim] < extent))
      continue;
    if (extent == 0)
      return createStringError("index " + Twine(index[dim]) + " of dimension " +
                               Twine(dim) +
                               " is out of bounds: the dimension has size 0");
    return createStringError(
        "index " + Twine(index[dim]) + " of dimension " + Twine(dim) +
        " is out of bounds: it must be at least 0" +
        (extent == kDynamic ? Twine() : " and below " + Twine(extent)));
  }
  // An entry may be in bounds only because its dimension is not known.
  if (llvm::is_contained(extents, 0))
    return createStringError("array has no elements");
  return llvm::Error::success();
}

/// Returns the position of an index where unknown extents have no bearing on
/// it: that in the smallest array that has the index.
static llvm::Expected<int64_t>
getPositionDespiteUnknown(const Explanation &shape,
                          llvm::ArrayRef<int64_t> index) {
  Shape smallest = shape.shape;
  smallest.layout = shape.layout;
  smallest.layout->exact = false;
  for (auto [dimension, i] : llvm::zip_equal(smallest.dimensions, index)) {
    if (dimension.size != kDynamic)
      continue;
    if (i == std::numeric_limits<int64_t>::max())
      return createStringError("index " + Twine(i) + " must be below 2^63 - 1");
    dimension.size = i + 1;
  }
  if (std::optional<Violation> broken = checkShape(smallest))
    return createStringError(broken->message);
  return Placement(*smallest.layout, smallest.extents()).getPosition(index);
}

static llvm::Expected<Answer> answerIndex(const Explanation &shape,
                                          llvm::ArrayRef<int64_t> index) {
  if (llvm::Error error = checkIndex(index, shape.shape.extents()))
    return error;
  Answer answer;
  answer.index.emplace(index);
  if (shape.isStatic()) {
    answer.position = shape.placement->getPosition(index);
  } else if (shape.positionsAreKnown) {
    llvm::Expected<int64_t> position = getPositionDespiteUnknown(shape, index);
    if (!position)
      return position.takeError();
    answer.position = *position;
  }
  return answer;
}

static llvm::Expected<Answer> answerPosition(const Explanation &shape,
                                             int64_t position) {
  bool isKnown = shape.elements != kDynamic;
  if (position < 0 || (isKnown && position >= shape.elements))
    return createStringError(
        "position " + Twine(position) +
        " is out of bounds: it must be at least 0" +
        (isKnown ? " and below " + Twine(shape.elements) : Twine()));
  Answer answer;
  answer.position = position;
  if (shape.isStatic())
    answer.index = shape.placement->getIndex(position);
  return answer;
}

/// Returns the position in bytes, where it is a whole number of them.
static std::optional<int64_t> getByte(const Explanation &shape,
                                      std::optional<int64_t> position) {
  int64_t byte;
  if (!position || shape.bitsPerElement % 8 != 0 ||
      llvm::MulOverflow(*position, shape.bitsPerElement / 8, byte))
    return std::nullopt;
  return byte;
}

static llvm::Expected<Answer> answerWithoutBytes(const Explanation &shape,
                                                 const Query &query) {
  switch (query.kind) {
  case Query::Kind::Shape:
    return Answer();
  case Query::Kind::Index:
    return answerIndex(shape, query.index);
  case Query::Kind::Position:
    return answerPosition(shape, query.position);
  }
  llvm_unreachable("covered switch");
}

llvm::Expected<Answer> mlir::tiled_layout::answer(const Explanation &shape,
                                                  const Query &query) {
  llvm::Expected<Answer> answer = answerWithoutBytes(shape, query);
  if (answer)
    answer->byte = getByte(shape, answer->position);
  return answer;
}
