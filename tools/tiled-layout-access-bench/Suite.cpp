//===- Suite.cpp - Reads suites of structured operations
//--------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suite.h"

#include "Structured.h"

#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "BuiltInSuites.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static Error parseOperands(SuiteCase &test, StringRef text) {
  auto [inputs, output] = text.split(" -> ");
  if (output.empty())
    return llvm::createStringError("expected '->' and the output's shape");
  SmallVector<StringRef> words;
  llvm::SplitString(inputs, words);
  words.push_back(output.trim());
  for (StringRef word : words) {
    Expected<Shape> shape = parseShape(word);
    if (!shape)
      return llvm::createStringError("'" + word +
                                     "': " + llvm::toString(shape.takeError()));
    test.operands.push_back(std::move(*shape));
  }
  return Error::success();
}

static Error parseWord(SuiteCase &test, StringRef word) {
  StringRef rest = word;
  if (word == "dynamic") {
    test.isDynamic = true;
  } else if (word == "tensors") {
    test.isOnTensors = true;
  } else if (rest.consume_front("peak=")) {
    auto peak = llvm::StringSwitch<std::optional<PeakKind>>(rest)
                    .Case("fma", PeakKind::Fma)
                    .Case("bf16-dot", PeakKind::DotBF16)
                    .Case("u8-dot", PeakKind::DotU8S8)
                    .Case("read", PeakKind::Read)
                    .Default(std::nullopt);
    if (!peak)
      return llvm::createStringError("unknown peak '" + rest +
                                     "'; expected fma, bf16-dot, u8-dot or "
                                     "read");
    test.peak = *peak;
  } else if (double *bar = rest.consume_front("bar=")    ? &test.peakBar
                           : rest.consume_front("time=") ? &test.timeBar
                           : rest.consume_front("row-major=")
                               ? &test.rowMajorBar
                               : nullptr) {
    if (rest.getAsDouble(*bar) || !(*bar > 0))
      return llvm::createStringError("'" + word +
                                     "' needs a number greater than 0");
  } else if (rest.consume_front("option:")) {
    test.options += (" " + rest).str();
  } else {
    return llvm::createStringError(
        "unknown word '" + word +
        "'; expected dynamic, tensors, peak=, bar=, time=, "
        "row-major= or option:");
  }
  return Error::success();
}

static Expected<SuiteCase> parseCase(StringRef line) {
  SmallVector<StringRef> parts;
  line.split(parts, " | ");
  if (parts.size() != 3 && parts.size() != 4)
    return llvm::createStringError(
        "expected 3 or 4 parts between ' | ', but there are " +
        llvm::Twine(parts.size()));
  SuiteCase test;
  test.name = parts[0].trim();
  auto [prefix, suffix] = parts[1].split("...");
  test.prefix = prefix.trim();
  test.suffix = suffix.trim();
  if (Error error = parseOperands(test, parts[2].trim()))
    return std::move(error);
  SmallVector<StringRef> words;
  if (parts.size() == 4)
    llvm::SplitString(parts[3], words);
  for (StringRef word : words)
    if (Error error = parseWord(test, word))
      return std::move(error);
  if (test.peakBar != 0 && test.peak == PeakKind::None)
    return llvm::createStringError("bar= is a share of a peak, but there is "
                                   "no peak=");
  return test;
}

Expected<std::vector<SuiteCase>>
mlir::tiled_layout::bench::parseSuite(StringRef text, StringRef suite,
                                      StringRef file) {
  std::vector<SuiteCase> cases;
  std::string table;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [number, whole] : llvm::enumerate(lines)) {
    StringRef line = whole.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    if (line.consume_front("table ")) {
      table = line.trim();
      continue;
    }
    Expected<SuiteCase> test = parseCase(line);
    if (!test)
      return llvm::createStringError(file + ":" + llvm::Twine(number + 1) +
                                     ": " + llvm::toString(test.takeError()));
    test->suite = suite;
    test->table = table;
    cases.push_back(std::move(*test));
  }
  return cases;
}

Expected<std::vector<SuiteCase>>
mlir::tiled_layout::bench::getSuites(StringRef nameOrFile) {
  std::vector<SuiteCase> all;
  std::string names;
  for (auto [name, text] : builtInSuites) {
    names += (names.empty() ? "" : ", ") + name.str();
    if (!nameOrFile.empty() && nameOrFile != name)
      continue;
    Expected<std::vector<SuiteCase>> cases =
        parseSuite(text, name, (name + ".txt").str());
    if (!cases || nameOrFile == name)
      return cases;
    llvm::append_range(all, *cases);
  }
  std::vector<SuiteCase> programs;
  for (auto [name, text] : builtInPrograms) {
    Expected<std::vector<SuiteCase>> cases = getProgramCases(name, text);
    if (!cases)
      return cases;
    llvm::append_range(programs, *cases);
  }
  if (nameOrFile == "programs")
    return programs;
  llvm::append_range(all, programs);
  if (nameOrFile.empty())
    return all;
  auto buffer = llvm::MemoryBuffer::getFile(nameOrFile, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(
        "--suite '" + nameOrFile + "' is neither a file (" +
        buffer.getError().message() + ") nor one of " + names + ", programs");
  if (nameOrFile.ends_with(".mlir"))
    return getProgramCases(nameOrFile, (*buffer)->getBuffer());
  return parseSuite((*buffer)->getBuffer(), nameOrFile, nameOrFile);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Returns MLIR's name of an element type: u8 and s8 are both i8.
static std::string getElementName(const ElementType &type) {
  StringRef name = type.name;
  if (name == "pred")
    return "i1";
  if (name.consume_front("s") || name.consume_front("u"))
    return ("i" + name).str();
  return name.str();
}

/// Returns what stands between the angle brackets of a type.
static std::string getContent(const Shape &shape, bool tiled, bool dynamic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : shape.extents())
    dynamic ? os << "?x" : os << extent << "x";
  os << getElementName(shape.elementType);
  if (tiled && shape.layout)
    os << ", #tiled_layout.layout<" << toString(*shape.layout) << ">";
  return text;
}

/// True if the text of the operation says its result types.
static bool saysResults(StringRef prefix) {
  StringRef name = prefix.split(' ').first;
  return name != "linalg.reduce" && name != "linalg.transpose" &&
         name != "linalg.broadcast" && name != "linalg.map";
}

std::string SuiteCase::getProgram(bool tiled, bool dynamic) const {
  std::string text, arguments, inputs, inputTypes, conversions;
  std::string container = isOnTensors ? "tensor" : "memref";
  size_t last = operands.size() - 1;
  std::string letter = isOnTensors ? "%t" : "%a";
  std::string content;
  for (auto [number, shape] : llvm::enumerate(operands)) {
    content = getContent(shape, tiled, dynamic);
    StringRef comma = number ? ", " : "";
    arguments += llvm::formatv("{0}%a{1}: memref<{2}>", comma, number, content);
    if (isOnTensors)
      conversions +=
          llvm::formatv("  %t{0} = bufferization.to_tensor %a{0} "
                        "restrict{2} : memref<{1}> to "
                        "tensor<{1}>\n",
                        number, content, number == last ? " writable" : "");
    if (number == last)
      continue;
    inputs += llvm::formatv("{0}{1}{2}", comma, letter, number);
    inputTypes += llvm::formatv("{0}{1}<{2}>", comma, container, content);
  }
  text += llvm::formatv("func.func @kernel({0}) attributes "
                        "{{llvm.emit_c_interface} {{\n{1}",
                        arguments, conversions);
  std::string operation = prefix;
  if (last > 0)
    operation += llvm::formatv(" ins({0} : {1})", inputs, inputTypes);
  operation += llvm::formatv(" outs({0}{1} : {2}<{3}>) {4}", letter, last,
                             container, content, suffix);
  if (!isOnTensors)
    return text + "  " + operation + "\n  return\n}\n";
  if (saysResults(prefix))
    operation += llvm::formatv(" -> tensor<{0}>", content);
  return text +
         llvm::formatv("  %r = {0}\n"
                       "  bufferization.materialize_in_destination %r in "
                       "restrict writable %a{1} : (tensor<{2}>, memref<{2}>) "
                       "-> ()\n  return\n}\n",
                       operation, last, content)
             .str();
}
