//===- BenchmarkSuite.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/BenchmarkSuite.h"

#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::tiled_layout;
using llvm::Expected;

static Expected<Shape> parse(llvm::StringRef text, const llvm::Twine &where) {
  Expected<Shape> shape = parseShape(text.trim(), {/*allowComments=*/true});
  if (shape)
    return shape;
  return llvm::createStringError(where + ": in '" + text.trim() +
                                 "': " + llvm::toString(shape.takeError()));
}

Expected<BenchmarkCase>
mlir::tiled_layout::parseBenchmarkCase(llvm::StringRef from, llvm::StringRef to,
                                       const llvm::Twine &where) {
  Expected<Shape> source = parse(from, where);
  if (!source)
    return source.takeError();
  Expected<Shape> dest = parse(to, where);
  if (!dest)
    return dest.takeError();
  if (!(source->elementType == dest->elementType) ||
      source->extents() != dest->extents())
    return llvm::createStringError(where + ": " + toString(*source) + " and " +
                                   toString(*dest) + " are not one array");
  return BenchmarkCase{*source, *dest};
}

Expected<std::vector<BenchmarkCase>>
mlir::tiled_layout::parseBenchmarkSuite(llvm::StringRef text,
                                        llvm::StringRef name) {
  std::vector<BenchmarkCase> cases;
  size_t number = 0;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    ++number;
    line = line.split('#').first.trim();
    if (line.empty())
      continue;
    auto [from, to] = line.split('\t');
    std::string where = (name + ":" + llvm::Twine(number)).str();
    if (to.empty())
      return llvm::createStringError(
          where + ": expected FROM TAB TO, but found '" + line + "'");
    Expected<BenchmarkCase> parsed = parseBenchmarkCase(from, to, where);
    if (!parsed)
      return parsed.takeError();
    cases.push_back(*parsed);
  }
  if (cases.empty())
    return llvm::createStringError(name + ": has no case");
  return cases;
}

Expected<std::vector<BenchmarkCase>>
mlir::tiled_layout::readBenchmarkSuite(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  return parseBenchmarkSuite((*file)->getBuffer(), path);
}
