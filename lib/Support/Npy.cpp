//===- Npy.cpp ------------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef magic("\x93NUMPY", 6);
/// numpy aligns the data to this many bytes.
static constexpr size_t alignment = 64;
/// numpy reserves as many characters for an extent as 8 * 2^64 - 1 has digits.
static constexpr size_t mostExtentDigits = 21;

static Error makeHeaderError(const Twine &message) {
  return llvm::createStringError("in .npy header: " + message);
}

int64_t NpyHeader::getElementBytes() const {
  int64_t bytes = 0;
  StringRef(elementType).drop_front(2).getAsInteger(10, bytes);
  return bytes;
}

int64_t NpyHeader::getNumberBytes() const {
  return elementType[1] == 'c' ? getElementBytes() / 2 : getElementBytes();
}

bool NpyHeader::isBigEndian() const {
  return elementType[0] == '>' && getNumberBytes() > 1;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Reads the Python dictionary of a header, which numpy writes in one fixed
/// form but others may space or order differently.
class DictionaryParser {
public:
  explicit DictionaryParser(StringRef text) : rest(text) {}

  Error parse(NpyHeader &header);

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  Error expect(StringRef token) {
    if (consume(token))
      return Error::success();
    return makeHeaderError("expected '" + token + "', but found '" +
                           rest.take_front(10) + "'");
  }
  Expected<StringRef> parseString();
  Error parseEntry(StringRef key, NpyHeader &header);
  Error parseShape(NpyHeader &header);

  StringRef rest;
};

} // namespace

Expected<StringRef> DictionaryParser::parseString() {
  rest = rest.ltrim();
  char quote = rest.empty() ? 0 : rest.front();
  size_t end =
      quote == '\'' || quote == '"' ? rest.find(quote, 1) : StringRef::npos;
  if (end == StringRef::npos)
    return makeHeaderError("expected a string, but found '" +
                           rest.take_front(10) + "'");
  StringRef value = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return value;
}

Error DictionaryParser::parseShape(NpyHeader &header) {
  if (Error error = expect("("))
    return error;
  while (!consume(")")) {
    int64_t extent;
    rest = rest.ltrim();
    if (rest.consumeInteger(10, extent))
      return makeHeaderError("expected an extent, but found '" +
                             rest.take_front(10) + "'");
    if (extent < 0)
      return makeHeaderError("an extent must not be negative, but is " +
                             Twine(extent));
    header.shape.push_back(extent);
    if (!consume(",") && !rest.ltrim().starts_with(")"))
      return makeHeaderError("expected ',' or ')', but found '" +
                             rest.take_front(10) + "'");
  }
  return Error::success();
}

Error DictionaryParser::parseEntry(StringRef key, NpyHeader &header) {
  if (key == "shape")
    return parseShape(header);
  if (key == "fortran_order") {
    header.isFortranOrder = consume("True");
    return header.isFortranOrder ? Error::success() : expect("False");
  }
  if (key != "descr")
    return makeHeaderError("unknown key '" + key + "'");
  Expected<StringRef> type = parseString();
  if (!type)
    return makeHeaderError("the elements are records, which have no layout (" +
                           llvm::toString(type.takeError()) + ")");
  header.elementType = type->str();
  return Error::success();
}

Error DictionaryParser::parse(NpyHeader &header) {
  llvm::SmallVector<StringRef> seen;
  if (Error error = expect("{"))
    return error;
  while (!consume("}")) {
    Expected<StringRef> key = parseString();
    if (!key)
      return key.takeError();
    seen.push_back(*key);
    if (Error error = expect(":"))
      return error;
    if (Error error = parseEntry(*key, header))
      return error;
    if (!consume(",") && !rest.ltrim().starts_with("}"))
      return makeHeaderError("expected ',' or '}', but found '" +
                             rest.take_front(10) + "'");
  }
  if (StringRef after = rest.trim(); !after.empty())
    return makeHeaderError(
        "expected nothing but spaces after '}', but found '" +
        after.take_front(10) + "'");
  for (StringRef key : {"descr", "fortran_order", "shape"})
    if (llvm::count(seen, key) != 1)
      return makeHeaderError("expected one key '" + key + "', but found " +
                             Twine(llvm::count(seen, key)));
  return Error::success();
}

/// Refuses what numpy can store and a layout cannot say.
static Error checkElementType(StringRef type) {
  int64_t bytes;
  if (type.size() < 3 || type.drop_front(2).getAsInteger(10, bytes) ||
      bytes < 1 || bytes > 16)
    return makeHeaderError("element type '" + type + "' has no fixed width");
  if (!StringRef("biufcV").contains(type[1]))
    return makeHeaderError("element type '" + type + "' holds no numbers");
  if (!StringRef("<|=>").contains(type[0]))
    return makeHeaderError("element type '" + type + "' has no byte order");
  return Error::success();
}

Expected<NpyHeader> mlir::tiled_layout::parseNpyHeader(StringRef file) {
  if (!file.starts_with(magic) || file.size() < 10)
    return makeHeaderError("the file does not begin with numpy's magic string");
  unsigned version = static_cast<unsigned char>(file[6]);
  if (version < 1 || version > 3)
    return makeHeaderError("version " + Twine(version) +
                           " is unknown; expected 1, 2 or 3");
  size_t lengthBytes = version == 1 ? 2 : 4;
  size_t begin = magic.size() + 2 + lengthBytes;
  if (file.size() < begin)
    return makeHeaderError("the file is cut short");
  const char *length = file.data() + magic.size() + 2;
  size_t size = version == 1 ? llvm::support::endian::read16le(length)
                             : llvm::support::endian::read32le(length);
  if (file.size() - begin < size)
    return makeHeaderError("the header has " + Twine(size) + " bytes, but " +
                           Twine(file.size() - begin) + " follow in the file");

  NpyHeader header;
  header.dataOffset = begin + size;
  if (Error error = DictionaryParser(file.substr(begin, size)).parse(header))
    return error;
  if (Error error = checkElementType(header.elementType))
    return error;
  return header;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string mlir::tiled_layout::printNpyHeader(const NpyHeader &header) {
  std::string dictionary;
  llvm::raw_string_ostream os(dictionary);
  os << "{'descr': '" << header.elementType
     << "', 'fortran_order': " << (header.isFortranOrder ? "True" : "False")
     << ", 'shape': (";
  llvm::interleave(header.shape, os, ", ");
  // A tuple of one has a comma in Python.
  os << (header.shape.size() == 1 ? "," : "") << "), }";
  // numpy leaves room for the extent of the slowest dimension to grow.
  if (!header.shape.empty()) {
    int64_t slowest =
        header.isFortranOrder ? header.shape.back() : header.shape.front();
    size_t digits = llvm::utostr(slowest).size();
    dictionary.append(mostExtentDigits - std::min(mostExtentDigits, digits),
                      ' ');
  }

  // The header ends with a line break, and the data begin aligned. Version 1
  // has two bytes for its length, version 2 four. Where a header is aligned
  // already, numpy appends as many bytes again.
  auto getPadding = [&](size_t lengthBytes) {
    size_t size = magic.size() + 2 + lengthBytes + dictionary.size() + 1;
    return alignment - size % alignment;
  };
  bool isVersion1 = dictionary.size() + 1 + getPadding(2) <=
                    std::numeric_limits<uint16_t>::max();
  size_t lengthBytes = isVersion1 ? 2 : 4;
  dictionary.append(getPadding(lengthBytes), ' ');
  dictionary += '\n';

  std::string result = magic.str();
  result += isVersion1 ? '\x01' : '\x02';
  result += '\0';
  char length[4];
  llvm::support::endian::write32le(length, dictionary.size());
  result.append(length, lengthBytes);
  return result + dictionary;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

std::string mlir::tiled_layout::getNpyElementType(const ElementType &type) {
  int64_t bytes = type.storageBits() / 8;
  auto name = [&](char kind) {
    return (Twine(bytes == 1 ? "|" : "<") + Twine(kind) + Twine(bytes)).str();
  };
  switch (type.kind) {
  case ElementKind::Predicate:
    return name('b');
  case ElementKind::Signed:
    return name('i');
  case ElementKind::Unsigned:
    return name('u');
  case ElementKind::Complex:
    return name('c');
  case ElementKind::Float:
    bool isNative =
        type.name == "f16" || type.name == "f32" || type.name == "f64";
    return name(isNative ? 'f' : 'V');
  }
  llvm_unreachable("unknown element kind");
}

std::optional<ElementType>
mlir::tiled_layout::getElementTypeOfNpy(StringRef name) {
  int64_t bytes = 0;
  name.drop_front(2).getAsInteger(10, bytes);
  std::string bits = llvm::utostr(8 * bytes);
  switch (name[1]) {
  case 'b':
    return getElementType("pred");
  case 'i':
    return getElementType("s" + bits);
  case 'u':
    return getElementType("u" + bits);
  case 'c':
    return getElementType("c" + bits);
  case 'f':
    // `f1` is one of several; numpy's own have at least two bytes.
    return getElementType("f" + bits);
  case 'V':
    return bytes == 2 ? getElementType("bf16") : std::nullopt;
  }
  return std::nullopt;
}

bool mlir::tiled_layout::isNpyElementType(StringRef name,
                                          const ElementType &type) {
  std::string expected = getNpyElementType(type);
  // The byte order is not part of the type.
  StringRef kind = name.drop_front(), own = StringRef(expected).drop_front();
  if (kind == own)
    return true;
  if (kind.drop_front() != own.drop_front())
    return false;
  // numpy's own floats have at least two bytes.
  bool isSmallFloat =
      kind == "f1" && type.kind == ElementKind::Float && type.valueBits <= 8;
  return kind.front() == 'V' || kind.front() == 'u' || isSmallFloat;
}
