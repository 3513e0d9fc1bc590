//===- PlanChoiceText.cpp - Decisions in and out --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PlanChoice.h"

#include "../Layout/PrintToString.h"
#include "PlanErrors.h"
#include "tiled_layout/Target/Threads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// Calls `visit` with the name and the member of each field, in the order in
/// which they print, and with how it is written: the least number, or the words
/// for true and false.
template <typename VisitorT>
static void visitFields(VisitorT visit) {
  visit("vector-bits", &PlanChoice::vectorBits, 64);
  visit("line-bytes", &PlanChoice::lineBytes, 16);
  visit("loops", &PlanChoice::loops);
  visit("block", &PlanChoice::block);
  visit("source-strides", &PlanChoice::sourceStrides);
  visit("destination-strides", &PlanChoice::destStrides);
  visit("by", &PlanChoice::byLanes, "lanes", "vectors");
  visit("padding", &PlanChoice::fillsPadding, "filled", "separate");
  visit("stores", &PlanChoice::streaming, "streaming", "plain");
  visit("prefetch-bytes", &PlanChoice::prefetchBytes, 0);
  visit("carry-loop", &PlanChoice::carryLoop, 0);
  visit("carries-in", &PlanChoice::carriesInRegisters, "registers", "memory");
  visit("row-loops", &PlanChoice::rowLoops, 0);
  visit("along-loops", &PlanChoice::alongLoops, 0);
  visit("stage-loop", &PlanChoice::stageLoop, 0);
  visit("straight-loops", &PlanChoice::straightLoops, 0);
  visit("thread-loop", &PlanChoice::threadLoop, 0);
  visit("threads", &PlanChoice::threads, 2);
}

/// Fields that are always said.
static constexpr StringRef requiredFields[] = {"vector-bits", "loops", "block"};

bool PlanChoice::operator==(const PlanChoice &other) const {
  bool areAlike = true;
  visitFields([&](StringRef, auto member, auto...) {
    areAlike &= this->*member == other.*member;
  });
  return areAlike;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printValue(llvm::raw_ostream &os, ArrayRef<int64_t> strides) {
  os << '[';
  llvm::interleaveComma(strides, os,
                        [&](int64_t stride) { os << toText(stride); });
  os << ']';
}

static void printValue(llvm::raw_ostream &os, ArrayRef<AxisPart> parts) {
  os << '[';
  llvm::interleaveComma(parts, os, [&](const AxisPart &part) {
    os << toText(part.extent) << " of " << part.axis;
    if (part.step != 1)
      os << " by " << part.step;
  });
  os << ']';
}

static void printValue(llvm::raw_ostream &os, int64_t number, int64_t min) {
  os << number;
}

static void printValue(llvm::raw_ostream &os, std::optional<size_t> number,
                       int64_t min) {
  os << *number;
}

static void printValue(llvm::raw_ostream &os, bool flag, StringRef word,
                       StringRef other) {
  os << (flag ? word : other);
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const PlanChoice &choice) {
  llvm::ListSeparator comma;
  visitFields([&](StringRef name, auto member, auto... form) {
    if (choice.*member == PlanChoice().*member &&
        !llvm::is_contained(requiredFields, name))
      return;
    os << comma << name << " = ";
    printValue(os, choice.*member, form...);
  });
}

std::string mlir::tiled_layout::toString(const PlanChoice &choice) {
  return printToString(choice);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Splits a text at the commas outside of brackets.
static SmallVector<StringRef> splitAtCommas(StringRef text) {
  SmallVector<StringRef> pieces;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    depth += c == '[' || c == '(';
    depth -= c == ']' || c == ')';
    if (c != ',' || (depth > 0 && i < text.size()))
      continue;
    pieces.push_back(text.slice(begin, i).trim());
    begin = i + 1;
  }
  if (pieces.size() == 1 && pieces.front().empty())
    pieces.clear();
  return pieces;
}

static Expected<int64_t> parseNumber(StringRef text, StringRef what,
                                     int64_t min) {
  int64_t number;
  if (text.trim().getAsInteger(10, number))
    return makeError(what + " is '" + text.trim() + "', which is no integer");
  if (number < min)
    return makeError(what + " is " + llvm::Twine(number) +
                     ", but must be at least " + llvm::Twine(min));
  return number;
}

/// The same, or `?`.
static Expected<int64_t> parseNumberOrUnknown(StringRef text, StringRef what,
                                              int64_t min) {
  if (text.trim() == "?")
    return kDynamic;
  return parseNumber(text, what, min);
}

static Expected<AxisPart> parsePart(StringRef text) {
  auto [extent, rest] = text.split(" of ");
  auto [axis, step] = rest.split(" by ");
  AxisPart part;
  part.axis = axis.trim().str();
  if (part.axis.empty())
    return makeError("expected a part such as '4 of d1 by 32', but found '" +
                     text + "'");
  Expected<int64_t> number = parseNumberOrUnknown(extent, "an extent", 2);
  if (!number)
    return number.takeError();
  part.extent = *number;
  if (step.empty())
    return part;
  number = parseNumber(step, "a step", 1);
  if (!number)
    return number.takeError();
  part.step = *number;
  return part;
}

/// Parses a list in brackets, one entry after the other.
static Error parseList(StringRef text,
                       llvm::function_ref<Error(StringRef entry)> parseEntry) {
  if (!text.consume_front("[") || !text.consume_back("]"))
    return makeError("expected '[' and ']' around '" + text + "'");
  for (StringRef entry : splitAtCommas(text))
    if (Error error = parseEntry(entry))
      return error;
  return Error::success();
}

static Error parseValue(SmallVector<AxisPart> &parts, StringRef name,
                        StringRef text) {
  return parseList(text, [&](StringRef entry) -> Error {
    Expected<AxisPart> part = parsePart(entry);
    if (!part)
      return part.takeError();
    parts.push_back(*part);
    return Error::success();
  });
}

static Error parseValue(SmallVector<int64_t> &strides, StringRef name,
                        StringRef text) {
  return parseList(text, [&](StringRef entry) -> Error {
    Expected<int64_t> stride = parseNumberOrUnknown(entry, "a stride", 0);
    if (!stride)
      return stride.takeError();
    strides.push_back(*stride);
    return Error::success();
  });
}

/// Sets a field to a number of at least `min`.
template <typename Field>
static Error parseValue(Field &field, StringRef name, StringRef value,
                        int64_t min) {
  Expected<int64_t> number = parseNumber(value, name, min);
  if (!number)
    return number.takeError();
  field = *number;
  return Error::success();
}

/// Sets a flag that is written as one word.
static Error parseValue(bool &flag, StringRef name, StringRef value,
                        StringRef word, StringRef other) {
  if (value != word && value != other)
    return makeError(name + " is '" + value + "', but must be '" + word +
                     "' or '" + other + "'");
  flag = value == word;
  return Error::success();
}

static Error parseField(PlanChoice &choice, StringRef name, StringRef value) {
  std::optional<Error> result;
  SmallVector<StringRef> known;
  visitFields([&](StringRef field, auto member, auto... form) {
    known.push_back(field);
    if (field == name)
      result.emplace(parseValue(choice.*member, name, value, form...));
  });
  if (result && (*result || name != "threads"))
    return std::move(*result);
  if (result)
    return checkThreads(choice.threads);
  std::string message = "a plan has no field '" + name.str() + "'";
  if (StringRef nearest = findNearest(name, known); !nearest.empty())
    message += "; did you mean '" + nearest.str() + "'?";
  return makeError(message);
}

Expected<PlanChoice> mlir::tiled_layout::parsePlanChoice(StringRef text) {
  PlanChoice choice;
  llvm::SmallSet<StringRef, 8> seen;
  for (StringRef entry : splitAtCommas(text.trim())) {
    auto [name, value] = entry.split('=');
    name = name.trim();
    if (!seen.insert(name).second)
      return makeError("field '" + name + "' is given twice");
    if (Error error = parseField(choice, name, value.trim()))
      return error;
  }
  for (StringRef name : requiredFields)
    if (!seen.contains(name))
      return makeError("a plan must say its '" + name + "'");
  if (seen.contains("threads") != seen.contains("thread-loop"))
    return makeError("'threads' and 'thread-loop' are said together");
  return choice;
}
