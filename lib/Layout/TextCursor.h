//===- TextCursor.h - Reading notation token by token -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_TEXTCURSOR_H
#define TILED_LAYOUT_LIB_LAYOUT_TEXTCURSOR_H

#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace mlir::tiled_layout {

/// A place in a text. Every read skips white space (and comments, if allowed)
/// first; every failure carries the offset of the token that was refused.
class TextCursor {
public:
  TextCursor(llvm::StringRef text, TextOptions options, size_t offset = 0)
      : text(text), options(options), offset(offset) {}

  /// Returns the offset of the next token.
  size_t getOffset() {
    skipSpace();
    return offset;
  }

  /// Goes on at this offset, after what another reader has read.
  void moveTo(size_t newOffset) { offset = newOffset; }

  bool atEnd() { return getOffset() == text.size(); }

  /// Returns the next character, or 0 at the end.
  char peek() { return atEnd() ? 0 : text[offset]; }

  /// Returns true if the next characters are `token`, without reading them.
  bool startsWith(llvm::StringRef token) {
    return text.substr(getOffset()).starts_with(token);
  }

  /// Reads `token` if it comes next.
  bool consume(llvm::StringRef token) {
    if (!startsWith(token))
      return false;
    offset += token.size();
    return true;
  }

  llvm::Error expect(llvm::StringRef token, const llvm::Twine &where) {
    if (consume(token))
      return llvm::Error::success();
    return error("expected '" + token + "' " + where + ", but found " +
                 describeNext());
  }

  bool atInteger() {
    char c = peek();
    return llvm::isDigit(c) || (c == '-' && offset + 1 < text.size() &&
                                llvm::isDigit(text[offset + 1]));
  }

  /// Reads an integer that fits in 64 signed bits.
  llvm::Error integer(int64_t &value, const llvm::Twine &what) {
    if (!atInteger())
      return error("expected " + what + ", but found " + describeNext());
    size_t end = offset + 1;
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
    llvm::StringRef digits = text.slice(offset, end);
    if (digits.getAsInteger(10, value))
      return error(digits + " does not fit in 64 bits");
    offset = end;
    return llvm::Error::success();
  }

  /// Reads `[entry {"," entry}] close`.
  llvm::Error list(llvm::StringRef close, const llvm::Twine &where,
                   llvm::function_ref<llvm::Error()> parseEntry) {
    if (consume(close))
      return llvm::Error::success();
    do {
      if (llvm::Error error = parseEntry())
        return error;
    } while (consume(","));
    if (consume(close))
      return llvm::Error::success();
    return error("expected ',' or '" + close + "' " + where + ", but found " +
                 describeNext());
  }

  /// Reads integers up to a closing bracket.
  llvm::Error integers(llvm::StringRef close,
                       llvm::SmallVectorImpl<int64_t> &values) {
    return list(close, "after an integer",
                [&] { return integer(values.emplace_back(), "an integer"); });
  }

  /// Returns the identifier that comes next (letters, digits and `_`), or an
  /// empty string, without reading it.
  llvm::StringRef peekIdentifier() {
    size_t begin = getOffset(), end = begin;
    auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    if (end < text.size() && !llvm::isDigit(text[end]))
      while (end < text.size() && isWord(text[end]))
        ++end;
    return text.slice(begin, end);
  }

  bool consumeIdentifier(llvm::StringRef name) {
    if (peekIdentifier() != name)
      return false;
    offset += name.size();
    return true;
  }

  /// Describes what comes next, for messages. A byte that does not print is
  /// shown by its number: it could garble a terminal and is no UTF-8 by itself.
  std::string describeNext() {
    if (atEnd())
      return "the end of the text";
    llvm::StringRef word = peekIdentifier();
    if (word.empty() && !llvm::isPrint(text[offset]))
      return "byte 0x" +
             llvm::utohexstr(static_cast<unsigned char>(text[offset]),
                             /*LowerCase=*/true, /*Width=*/2);
    return ("'" + (word.empty() ? text.substr(offset, 1) : word) + "'").str();
  }

  llvm::Error error(const llvm::Twine &message) {
    return errorAt(getOffset(), message);
  }
  static llvm::Error errorAt(size_t offset, const llvm::Twine &message) {
    return llvm::make_error<TextError>(offset, message.str());
  }

private:
  void skipSpace() {
    while (offset < text.size()) {
      if (llvm::isSpace(text[offset])) {
        ++offset;
      } else if (options.allowComments &&
                 text.substr(offset).starts_with("//")) {
        offset = std::min(text.find('\n', offset), text.size());
      } else if (options.allowComments &&
                 text.substr(offset).starts_with("/*") &&
                 text.find("*/", offset + 2) != llvm::StringRef::npos) {
        offset = text.find("*/", offset + 2) + 2;
      } else {
        return;
      }
    }
  }

  llvm::StringRef text;
  TextOptions options;
  size_t offset;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_TEXTCURSOR_H
