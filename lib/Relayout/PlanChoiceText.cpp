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

#include <tuple>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

static auto getFields(const PlanChoice &choice) {
  return std::tie(choice.vectorBits, choice.lineBytes, choice.loops,
                  choice.block, choice.sourceStrides, choice.destStrides,
                  choice.byLanes, choice.fillsPadding, choice.streaming,
                  choice.prefetchBytes, choice.carryLoop,
                  choice.carriesInRegisters, choice.rowLoops, choice.alongLoops,
                  choice.stageLoop, choice.straightLoops, choice.threadLoop,
                  choice.threads);
}

bool PlanChoice::operator==(const PlanChoice &other) const {
  return getFields(*this) == getFields(other);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printStrides(llvm::raw_ostream &os, StringRef name,
                         ArrayRef<int64_t> strides) {
  if (strides.empty())
    return;
  os << ", " << name << " = [";
  llvm::interleaveComma(strides, os,
                        [&](int64_t stride) { os << toText(stride); });
  os << ']';
}

static void printParts(llvm::raw_ostream &os, StringRef name,
                       ArrayRef<AxisPart> parts) {
  os << ", " << name << " = [";
  llvm::interleaveComma(parts, os, [&](const AxisPart &part) {
    os << toText(part.extent) << " of " << part.axis;
    if (part.step != 1)
      os << " by " << part.step;
  });
  os << ']';
}

void mlir::tiled_layout::print(llvm::raw_ostream &os,
                               const PlanChoice &choice) {
  os << "vector-bits = " << choice.vectorBits;
  if (choice.lineBytes != PlanChoice().lineBytes)
    os << ", line-bytes = " << choice.lineBytes;
  printParts(os, "loops", choice.loops);
  printParts(os, "block", choice.block);
  printStrides(os, "source-strides", choice.sourceStrides);
  printStrides(os, "destination-strides", choice.destStrides);
  if (choice.byLanes)
    os << ", by = lanes";
  if (choice.fillsPadding)
    os << ", padding = filled";
  if (choice.streaming)
    os << ", stores = streaming";
  if (choice.prefetchBytes != 0)
    os << ", prefetch-bytes = " << choice.prefetchBytes;
  if (choice.carryLoop)
    os << ", carry-loop = " << *choice.carryLoop;
  if (choice.carriesInRegisters)
    os << ", carries-in = registers";
  if (choice.rowLoops != 0)
    os << ", row-loops = " << choice.rowLoops;
  if (choice.alongLoops != 0)
    os << ", along-loops = " << choice.alongLoops;
  if (choice.stageLoop)
    os << ", stage-loop = " << *choice.stageLoop;
  if (choice.straightLoops != 0)
    os << ", straight-loops = " << choice.straightLoops;
  if (choice.threadLoop)
    os << ", thread-loop = " << *choice.threadLoop
       << ", threads = " << choice.threads;
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

static Error parseParts(StringRef text, SmallVector<AxisPart> &parts) {
  return parseList(text, [&](StringRef entry) -> Error {
    Expected<AxisPart> part = parsePart(entry);
    if (!part)
      return part.takeError();
    parts.push_back(*part);
    return Error::success();
  });
}

static Error parseStrides(StringRef text, SmallVector<int64_t> &strides) {
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
static Error parseInto(Field &field, StringRef name, StringRef value,
                       int64_t min) {
  Expected<int64_t> number = parseNumber(value, name, min);
  if (!number)
    return number.takeError();
  field = *number;
  return Error::success();
}

/// Sets a flag that is written as one word.
static Error parseWord(bool &flag, StringRef name, StringRef value,
                       StringRef word, StringRef other) {
  if (value != word && value != other)
    return makeError(name + " is '" + value + "', but must be '" + word +
                     "' or '" + other + "'");
  flag = value == word;
  return Error::success();
}

static Error parseField(PlanChoice &choice, StringRef name, StringRef value) {
  if (name == "loops")
    return parseParts(value, choice.loops);
  if (name == "block")
    return parseParts(value, choice.block);
  if (name == "source-strides")
    return parseStrides(value, choice.sourceStrides);
  if (name == "destination-strides")
    return parseStrides(value, choice.destStrides);
  if (name == "by")
    return parseWord(choice.byLanes, name, value, "lanes", "vectors");
  if (name == "vector-bits")
    return parseInto(choice.vectorBits, name, value, 64);
  if (name == "line-bytes")
    return parseInto(choice.lineBytes, name, value, 16);
  if (name == "prefetch-bytes")
    return parseInto(choice.prefetchBytes, name, value, 0);
  if (name == "carry-loop")
    return parseInto(choice.carryLoop, name, value, 0);
  if (name == "row-loops")
    return parseInto(choice.rowLoops, name, value, 0);
  if (name == "along-loops")
    return parseInto(choice.alongLoops, name, value, 0);
  if (name == "stage-loop")
    return parseInto(choice.stageLoop, name, value, 0);
  if (name == "straight-loops")
    return parseInto(choice.straightLoops, name, value, 0);
  if (name == "thread-loop")
    return parseInto(choice.threadLoop, name, value, 0);
  if (name == "threads") {
    if (Error error = parseInto(choice.threads, name, value, 2))
      return error;
    return checkThreads(choice.threads);
  }
  if (name == "padding")
    return parseWord(choice.fillsPadding, name, value, "filled", "separate");
  if (name == "stores")
    return parseWord(choice.streaming, name, value, "streaming", "plain");
  if (name == "carries-in")
    return parseWord(choice.carriesInRegisters, name, value, "registers",
                     "memory");
  SmallVector<StringRef> known = {
      "loops",       "block",          "source-strides", "destination-strides",
      "by",          "vector-bits",    "line-bytes",     "padding",
      "stores",      "prefetch-bytes", "carry-loop",     "carries-in",
      "row-loops",   "along-loops",    "stage-loop",     "straight-loops",
      "thread-loop", "threads"};
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
  for (StringRef name : {"vector-bits", "loops", "block"})
    if (!seen.contains(name))
      return makeError("a plan must say its '" + name + "'");
  if (seen.contains("threads") != seen.contains("thread-loop"))
    return makeError("'threads' and 'thread-loop' are said together");
  return choice;
}
