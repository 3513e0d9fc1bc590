//===- TensorPrograms.cpp - Writing programs with layouts -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPrograms.h"

#include "RandomArrays.h"

#include "tiled_layout/Layout/Views.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <regex>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

/// A type with a letter, as in `tensor<5x?xf32@A>`.
static const std::regex &getLetteredType() {
  static const std::regex pattern("(tensor|memref)<((?:[0-9?]+x)*)([a-z][A-Za-"
                                  "z0-9]*|complex<f32>)@([A-Z])>");
  return pattern;
}

/// The extents in `5x?x`; `dynamic` for `?`.
static llvm::SmallVector<int64_t> getExtents(const std::string &text,
                                             int64_t dynamic) {
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, 'x', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    int64_t extent = dynamic;
    if (part != "?")
      part.getAsInteger(10, extent);
    extents.push_back(extent);
  }
  return extents;
}

static std::string toTensor(const std::string &type) {
  return "tensor<" + std::regex_replace(type, std::regex("\\?[0-9]+"), "?") +
         ">";
}

/// The type without a layout.
static std::string toPlain(const std::string &type) {
  return std::regex_replace(type, std::regex("@[A-Z]"), "");
}

static bool isNumber(const std::string &argument) {
  return llvm::StringRef(argument).starts_with("index ");
}

/// Writes both functions, with letters still in the types.
static std::string writeLettered(const TensorProgram &program, int number) {
  std::string parameters, inner, types, casts, values, results, copies;
  llvm::ListSeparator parameterComma, innerComma, typeComma, valueComma;
  auto add = [](std::string &list, llvm::ListSeparator &comma,
                const std::string &text) {
    list += llvm::StringRef(comma).str() + text;
  };
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    if (isNumber(argument)) {
      add(parameters, parameterComma, llvm::formatv("%x{0}: index", i));
      add(inner, innerComma, llvm::formatv("%a{0}: index", i));
      add(types, typeComma, "index");
      add(values, valueComma, llvm::formatv("%x{0}", i));
      continue;
    }
    std::string tiled = toTensor(argument), plain = toPlain(tiled);
    add(parameters, parameterComma,
        llvm::formatv("%x{0}: {1} {{bufferization.writable = false}", i,
                      plain));
    add(inner, innerComma, llvm::formatv("%a{0}: {1}", i, tiled));
    add(types, typeComma, tiled);
    add(values, valueComma, llvm::formatv("%y{0}", i));
    casts += llvm::formatv("  %y{0} = tensor.cast %x{0} : {1} to {2}\n", i,
                           plain, tiled);
  }
  std::string resultTypes, returned;
  llvm::ListSeparator resultComma, returnComma;
  for (auto [i, result] : llvm::enumerate(program.results)) {
    std::string tiled = toTensor(result), plain = toPlain(tiled);
    std::string memref = "memref" + llvm::StringRef(plain).drop_front(6).str();
    add(parameters, parameterComma, llvm::formatv("%o{0}: {1}", i, memref));
    add(resultTypes, resultComma, tiled);
    add(returned, returnComma, llvm::formatv("%r{0}", i));
    copies += llvm::formatv(
        "  %p{0} = tensor.cast %r#{0} : {1} to {2}\n"
        "  bufferization.materialize_in_destination %p{0} in restrict writable "
        "%o{0} : ({2}, {3}) -> ()\n",
        i, tiled, plain, memref);
  }
  return llvm::formatv(
      "func.func @inner{0}({1}) -> ({2}) {{\n{3}\n  return {4} : {2}\n}\n"
      "func.func @f{0}({5}) attributes {{llvm.emit_c_interface} {{\n{6}"
      "  %r:{7} = call @inner{0}({8}) : ({9}) -> ({2})\n{10}  return\n}\n",
      number, inner, resultTypes, program.body, returned, parameters, casts,
      program.results.size(), values, types, copies);
}

/// True if 8 rows, whatever their number, begin where a tile does.
static bool hasBlocks(const Layout &layout) {
  llvm::SmallVector<SliceDimension> slice(layout.rank());
  llvm::SmallVector<int64_t> extents(layout.rank(), 24);
  for (SliceDimension &dimension : slice)
    dimension = SliceDimension::getWhole(24);
  slice[0].offset = kDynamic;
  slice[0].offsetMultiple = slice[0].size = 8;
  slice[0].isWhole = false;
  return !errorToBool(getSliceLayout(layout, extents, slice).takeError());
}

Layouts
mlir::tiled_layout::test::getRandomLayouts(std::mt19937_64 &random,
                                           const TensorProgram &program) {
  // All shapes that each letter must be legal on.
  std::map<char, std::vector<std::string>> shapes;
  std::string text = writeLettered(program, 0);
  for (std::sregex_iterator it(text.begin(), text.end(), getLetteredType()),
       end;
       it != end; ++it)
    shapes[(*it)[4].str()[0]].push_back((*it)[2].str());

  RandomLayoutOptions options;
  options.maxElements = 20000;
  options.properties = false;
  Layouts layouts;
  for (const auto &entry : shapes) {
    const std::vector<std::string> &used = entry.second;
    auto isLegal = [&](const Layout &layout) {
      return llvm::all_of(used, [&](const std::string &shape) {
        llvm::SmallVector<int64_t> extents = getExtents(shape, 6);
        return extents.size() == static_cast<size_t>(layout.rank()) &&
               isUsable(layout, extents, options) &&
               isLegalMemRefShape(layout, getExtents(shape, kDynamic));
      });
    };
    llvm::SmallVector<int64_t> extents = getExtents(used.front(), 6);
    // Blocks of 8 rows must be views.
    options.combine = options.extentEntries = entry.first != 'P';
    Layout layout = Layout::getRowMajor(extents.size());
    for (int trial = 0; trial < 50; ++trial) {
      Layout drawn = getRandomLayoutOn(random, extents, options);
      if (chance(random, 20))
        drawn.tailPaddingAlignment = pick(random, 2, 40);
      // No element of a program has more bits.
      if (chance(random, 10))
        drawn.elementBits = 64;
      if (!isLegal(drawn) || (entry.first == 'P' && !hasBlocks(drawn)))
        continue;
      layout = drawn;
      if (!layout.tiles.empty())
        break;
    }
    layouts.emplace(entry.first, layout);
  }
  return layouts;
}

/// Replaces `$A` by the elements of the first array with the letter, padding
/// included.
static void replaceElements(std::string &text, const Layouts *layouts) {
  std::smatch match;
  static const std::regex pattern("\\$([A-Z])");
  while (std::regex_search(text, match, pattern)) {
    std::string letter = match[1], rest = text;
    std::smatch type;
    while (std::regex_search(rest, type, getLetteredType()) &&
           type[4] != letter)
      rest = std::string(type.suffix());
    llvm::SmallVector<int64_t> extents = getExtents(type[2], 6);
    Layout layout =
        layouts ? layouts->at(letter[0]) : Layout::getRowMajor(extents.size());
    text = match.prefix().str() + std::to_string(getElements(layout, extents)) +
           match.suffix().str();
  }
}

std::string mlir::tiled_layout::test::writeTensorProgram(
    const TensorProgram &program, int number, const Layouts *layouts) {
  std::string text = writeLettered(program, number), written;
  replaceElements(text, layouts);
  if (!layouts)
    return std::regex_replace(text, getLetteredType(), "$1<$2$3>");
  auto rest = text.cbegin();
  for (std::sregex_iterator it(text.begin(), text.end(), getLetteredType()),
       end;
       it != end; ++it) {
    const std::smatch &match = *it;
    written.append(rest, match[0].first);
    rest = match[0].second;
    const Layout &layout = layouts->at(match[4].str()[0]);
    written += match[1].str() + "<" + match[2].str() + match[3].str() +
               ", #tiled_layout.layout<" + toString(layout);
    if (match[1] == "memref" &&
        (layout.hasCombine() || layout.hasExtentEntry())) {
      llvm::SmallVector<llvm::StringRef> extents;
      std::string shape = match[2].str();
      llvm::StringRef(shape).split(extents, 'x', -1, /*KeepEmpty=*/false);
      written += ", bounds = [" + llvm::join(extents, ", ") + "]";
    }
    written += ">>";
  }
  written.append(rest, text.cend());
  return written;
}
