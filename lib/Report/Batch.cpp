//===- Batch.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Batch.h"

#include "tiled_layout/Report/Json.h"

#include "mlir/IR/MLIRContext.h"

#include <cstring>
#include <vector>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Shapes that are computed before the memory they left in the context, and the
/// remembered ones, are given back.
static constexpr size_t maxComputed = 4096;
/// Longer texts are computed each time, so that the memory is bounded.
static constexpr size_t maxRememberedBytes = 1024;

BatchAnswerer::BatchAnswerer(bool choose) : choose(choose) {}
BatchAnswerer::~BatchAnswerer() = default;

BatchAnswerer::Entry BatchAnswerer::compute(llvm::StringRef shapeText) {
  if (!context || computed == maxComputed) {
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    entries.clear();
    computed = 0;
  }
  ++computed;
  llvm::Expected<Shape> shape = readShape(shapeText, choose);
  if (!shape)
    return {std::nullopt, llvm::toString(shape.takeError())};
  Entry entry{explain(*shape, *context), ""};
  entry.text = getJsonMembers(*entry.shape);
  return entry;
}

const BatchAnswerer::Entry &BatchAnswerer::lookUp(llvm::StringRef shapeText) {
  if (shapeText.size() > maxRememberedBytes)
    return uncached = compute(shapeText);
  if (auto it = entries.find(shapeText); it != entries.end())
    return it->second;
  Entry entry = compute(shapeText);
  return entries.try_emplace(shapeText, std::move(entry)).first->second;
}

/// Parses what follows the tab.
static llvm::Expected<Query> parseQuery(llvm::StringRef text) {
  if (text.consume_front("@"))
    return parsePositionQuery(text);
  return parseIndexQuery(text);
}

void BatchAnswerer::answerLine(llvm::StringRef line, llvm::raw_ostream &os) {
  auto [shapeText, queryText] = line.split('\t');
  const Entry &entry = lookUp(shapeText);
  if (!entry.shape)
    return printJsonError(os, entry.text);

  Query query;
  if (shapeText.size() < line.size()) {
    llvm::Expected<Query> parsed = parseQuery(queryText);
    if (!parsed)
      return printJsonError(os, llvm::toString(parsed.takeError()));
    query = std::move(*parsed);
  }
  llvm::Expected<Answer> result = answer(*entry.shape, query);
  if (!result)
    return printJsonError(os, llvm::toString(result.takeError()));
  printJson(os, entry.text, query, *result);
}

namespace {

/// Cuts what a file holds into lines, in constant memory.
class LineReader {
public:
  explicit LineReader(llvm::sys::fs::file_t input) : input(input) {}

  /// Calls `onLine` for every complete line read so far. The line is absent if
  /// it was too long.
  using OnLine = llvm::function_ref<void(std::optional<llvm::StringRef>)>;
  void forEachLine(OnLine onLine);

  /// Reads on; false at the end of the input.
  llvm::Expected<bool> read();

  /// Passes on a last line that has no line end.
  void finish(OnLine onLine);

private:
  void emit(llvm::StringRef line, OnLine onLine);

  llvm::sys::fs::file_t input;
  std::vector<char> buffer = std::vector<char>(16 * maxBatchLineBytes);
  /// What `buffer` holds that no line end has been seen for.
  size_t begin = 0, end = 0;
  /// True while the rest of a line that was too long is thrown away.
  bool skipping = false;
};

} // namespace

void LineReader::emit(llvm::StringRef line, OnLine onLine) {
  bool tooLong = skipping || line.size() > maxBatchLineBytes;
  skipping = false;
  if (tooLong)
    return onLine(std::nullopt);
  line.consume_back("\r");
  onLine(line);
}

void LineReader::forEachLine(OnLine onLine) {
  while (begin < end) {
    const char *first = buffer.data() + begin;
    const auto *lineEnd =
        static_cast<const char *>(std::memchr(first, '\n', end - begin));
    if (!lineEnd)
      break;
    begin += lineEnd - first + 1;
    emit({first, static_cast<size_t>(lineEnd - first)}, onLine);
  }
  if (end - begin > maxBatchLineBytes) {
    skipping = true;
    begin = end;
  }
  std::memmove(buffer.data(), buffer.data() + begin, end - begin);
  end -= begin;
  begin = 0;
}

llvm::Expected<bool> LineReader::read() {
  llvm::MutableArrayRef<char> free = llvm::MutableArrayRef(buffer);
  llvm::Expected<size_t> count =
      llvm::sys::fs::readNativeFile(input, free.drop_front(end));
  if (!count)
    return count.takeError();
  end += *count;
  return *count != 0;
}

void LineReader::finish(OnLine onLine) {
  if (end != 0 || skipping)
    emit({buffer.data(), end}, onLine);
}

llvm::Error mlir::tiled_layout::answerBatch(llvm::sys::fs::file_t input,
                                            llvm::raw_ostream &os,
                                            bool choose) {
  BatchAnswerer answerer(choose);
  auto onLine = [&](std::optional<llvm::StringRef> line) {
    if (line)
      answerer.answerLine(*line, os);
    else
      printJsonError(os, "line has more than " +
                             std::to_string(maxBatchLineBytes) + " bytes");
  };

  LineReader reader(input);
  while (true) {
    os.flush();
    llvm::Expected<bool> more = reader.read();
    if (!more)
      return more.takeError();
    if (!*more)
      break;
    reader.forEachLine(onLine);
  }
  reader.finish(onLine);
  os.flush();
  return llvm::Error::success();
}
