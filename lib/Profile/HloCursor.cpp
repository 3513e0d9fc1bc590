//===- HloCursor.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloCursor.h"

#include "tiled_layout/Profile/HloReader.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

using namespace mlir::tiled_layout;
using llvm::StringRef;

/// Deeper brackets are no program.
static constexpr size_t maxBracketDepth = 4096;

static bool isWordCharacter(char c) {
  static const std::array<bool, 256> table = [] {
    std::array<bool, 256> result{};
    for (int c = '!'; c < 127; ++c)
      result[c] = !StringRef(",=:\"%()[]{}").contains(static_cast<char>(c));
    return result;
  }();
  return table[static_cast<unsigned char>(c)];
}

static StringRef takeWord(StringRef text) {
  return text.take_while(isWordCharacter);
}

bool mlir::tiled_layout::looksLikeInstruction(StringRef line) {
  line = line.ltrim();
  StringRef name = takeWord(line);
  if (name == "ROOT") {
    line = line.drop_front(name.size()).ltrim();
    name = takeWord(line);
  }
  if (line.consume_front("%"))
    name = takeWord(line);
  line = line.drop_front(name.size()).ltrim();
  if (name.empty() || !line.consume_front("="))
    return false;
  line = line.ltrim();
  StringRef type = takeWord(line);
  char next = type.size() < line.size() ? line[type.size()] : 0;
  return type.empty() ? next == '('
                      : next == '[' || (next == '(' && type == "b");
}

bool HloCursor::fail(const llvm::Twine &why) {
  if (message.empty())
    message = why.str();
  return false;
}

char HloCursor::peek() {
  // A zero byte of the text must not look like its end.
  if (offset < text.size())
    return text[offset] ? text[offset] : '\1';
  outOfText |= !isComplete;
  return 0;
}

/// Skips a comment that comes next.
bool HloCursor::skipComment() {
  StringRef rest = text.drop_front(offset);
  if (rest.size() < 2)
    outOfText |= !isComplete;
  StringRef close = rest.starts_with("/*")   ? "*/"
                    : rest.starts_with("//") ? "\n"
                                             : "";
  if (close.empty())
    return false;
  size_t end = rest.find(close, 2);
  if (end == StringRef::npos) {
    outOfText |= !isComplete;
    // A comment that never ends is no comment.
    if (close != "\n")
      return false;
    end = rest.size() - 1;
  }
  // The line's end stays, for those who look for it.
  offset += close == "\n" ? end : end + close.size();
  return true;
}

void HloCursor::skipSpace() {
  while (llvm::isSpace(peek()) || (peek() == '/' && skipComment()))
    if (offset < text.size() && llvm::isSpace(text[offset]))
      ++offset;
}

void HloCursor::skipBlanks() {
  while (peek() == ' ' || peek() == '\t' || peek() == '\r')
    ++offset;
}

bool HloCursor::consume(char c) {
  skipSpace();
  if (peek() != c)
    return false;
  ++offset;
  return true;
}

bool HloCursor::consume(StringRef token) {
  skipSpace();
  StringRef rest = text.drop_front(offset);
  if (rest.size() < token.size())
    outOfText |= !isComplete;
  if (!rest.starts_with(token))
    return false;
  offset += token.size();
  return true;
}

bool HloCursor::consumeComma() {
  size_t start = offset;
  if (consume(','))
    return true;
  offset = start;
  return false;
}

StringRef HloCursor::readWord() {
  skipSpace();
  StringRef word = takeWord(text.drop_front(offset));
  offset += word.size();
  peek(); // The word may go on.
  return word;
}

/// Skips a string whose quote comes next.
bool HloCursor::skipString() {
  for (size_t i = offset + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      offset = i + 1;
      return true;
    } else if (text[i] == '\n') {
      size_t start = offset;
      offset = i + 1;
      if (atInstruction())
        return fail("string is not closed");
      offset = start;
    }
  }
  outOfText |= !isComplete;
  return fail("string is not closed");
}

std::optional<StringRef> HloCursor::readBracket() {
  size_t begin = offset;
  llvm::SmallVector<char, 16> closers;
  while (offset < text.size()) {
    char c = text[offset];
    switch (c) {
    case '(':
      closers.push_back(')');
      break;
    case '[':
      closers.push_back(']');
      break;
    case '{':
      closers.push_back('}');
      break;
    case ')':
    case ']':
    case '}':
      if (closers.empty() || closers.back() != c) {
        fail(closers.empty() ? "'" + llvm::Twine(c) + "' closes nothing"
                             : "expected '" + llvm::Twine(closers.back()) +
                                   "' before '" + llvm::Twine(c) + "'");
        return std::nullopt;
      }
      closers.pop_back();
      if (closers.empty()) {
        ++offset;
        return text.slice(begin, offset);
      }
      break;
    case '"':
      if (!skipString())
        return std::nullopt;
      continue;
    case '/':
      if (skipComment())
        continue;
      break;
    case '\n':
      if (++offset; atInstruction()) {
        fail("'" + text.substr(begin, 1) + "' is not closed");
        return std::nullopt;
      }
      continue;
    default:
      break;
    }
    if (closers.size() > maxBracketDepth) {
      fail("more than " + llvm::Twine(maxBracketDepth) +
           " brackets are within one another");
      return std::nullopt;
    }
    if (closers.empty()) {
      fail("expected a bracket");
      return std::nullopt;
    }
    ++offset;
  }
  outOfText |= !isComplete;
  fail("'" + text.substr(begin, 1) + "' is not closed");
  return std::nullopt;
}

std::optional<StringRef> HloCursor::readType() {
  skipSpace();
  size_t begin = offset;
  if (peek() == '(')
    return readBracket();
  StringRef name = readWord();
  if (name.empty() || (peek() != '[' && !(peek() == '(' && name == "b"))) {
    fail("expected a shape");
    return std::nullopt;
  }
  if (!readBracket())
    return std::nullopt;
  // As in XLA, other braces open a computation.
  if (peek() == '{') {
    HloCursor ahead = *this;
    ahead.consume('{');
    ahead.skipSpace();
    char next = ahead.peek();
    noteRanOut(ahead);
    if ((llvm::isDigit(next) || next == ':' || next == '}' || next == '-') &&
        !readBracket())
      return std::nullopt;
  }
  return text.slice(begin, offset);
}

std::optional<StringRef> HloCursor::readValue() {
  skipSpace();
  size_t begin = offset;
  while (true) {
    switch (peek()) {
    case '(':
    case '[':
    case '{':
      if (!readBracket())
        return std::nullopt;
      continue;
    case '"':
      if (!skipString())
        return std::nullopt;
      continue;
    case ' ':
    case '\t':
    case '\r': {
      size_t end = offset;
      skipBlanks();
      if (atInstructionEnd() || peek() == ',')
        return text.slice(begin, end);
      continue;
    }
    case 0:
    case ',':
    case '\n':
    case ')':
    case ']':
    case '}':
      return text.slice(begin, offset);
    default:
      ++offset;
    }
  }
}

StringRef HloCursor::getRestOfLine() {
  StringRef rest = text.drop_front(offset);
  size_t end = rest.find('\n');
  if (end == StringRef::npos)
    outOfText |= !isComplete;
  return rest.take_front(end);
}

void HloCursor::skipLine() {
  offset = std::min(offset + getRestOfLine().size() + 1, text.size());
}

bool HloCursor::atInstruction() {
  return looksLikeInstruction(getRestOfLine());
}

bool HloCursor::atInstructionEnd() {
  skipBlanks();
  char next = peek();
  return next == 0 || next == '\n' || next == '}' ||
         (next == '/' && getRestOfLine().starts_with("//")) || atInstruction();
}
