//===- PositionEncoding.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionEncoding.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;
namespace json = llvm::json;

/// Returns a column of a line of UTF-8 in `unit`, from the other one.
static int64_t convertColumn(StringRef line, int64_t column, ColumnUnit unit) {
  int64_t bytes = 0, units = 0;
  while (bytes < static_cast<int64_t>(line.size()) &&
         (unit == ColumnUnit::Byte ? units : bytes) < column) {
    unsigned char first = line[bytes];
    // Characters of four bytes are outside of the basic plane: two units.
    units += first >= 0xF0 ? 2 : 1;
    bytes += first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  }
  return unit == ColumnUnit::Byte ? bytes : units;
}

namespace {

class ColumnConverter {
public:
  ColumnConverter(const llvm::StringMap<std::string> &documents,
                  ColumnUnit unit)
      : documents(documents), unit(unit) {}

  void convert(json::Value &value, StringRef uri);
  bool isChanged = false;

private:
  void convertPosition(json::Object &position, StringRef uri, int64_t line);

  const llvm::StringMap<std::string> &documents;
  ColumnUnit unit;
  /// The lines of the documents that positions were found of. None for those
  /// where both units are the same.
  llvm::StringMap<llvm::SmallVector<StringRef, 0>> lines;
};

} // namespace

void ColumnConverter::convertPosition(json::Object &position, StringRef uri,
                                      int64_t line) {
  std::optional<int64_t> column = position.getInteger("character");
  auto document = documents.find(uri);
  if (!column || document == documents.end())
    return;
  auto [entry, isNew] = lines.try_emplace(uri);
  if (isNew && !llvm::isASCII(document->second))
    StringRef(document->second).split(entry->second, '\n');
  if (line < 0 || line >= static_cast<int64_t>(entry->second.size()))
    return;
  int64_t converted = convertColumn(entry->second[line], *column, unit);
  if (converted == *column)
    return;
  position["character"] = converted;
  isChanged = true;
}

void ColumnConverter::convert(json::Value &value, StringRef uri) {
  if (json::Array *array = value.getAsArray())
    for (json::Value &child : *array)
      convert(child, uri);
  json::Object *object = value.getAsObject();
  if (!object)
    return;
  if (std::optional<int64_t> line = object->getInteger("line"))
    return convertPosition(*object, uri, *line);
  uri = object->getString("uri").value_or(uri);
  // Edits of a workspace have URIs as keys.
  for (auto &[key, child] : *object)
    convert(child, documents.contains(StringRef(key)) ? StringRef(key) : uri);
}

bool mlir::tiled_layout::convertColumns(
    json::Value &message, StringRef uri,
    const llvm::StringMap<std::string> &documents, ColumnUnit unit) {
  ColumnConverter converter(documents, unit);
  converter.convert(message, uri);
  return converter.isChanged;
}
