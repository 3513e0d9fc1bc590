//===- HloCursor.h - Lexing HLO text ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_PROFILE_HLOCURSOR_H
#define TILED_LAYOUT_LIB_PROFILE_HLOCURSOR_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// A place in a piece of HLO text. Where the piece ends before an answer is
/// certain, `ranOut()` becomes true; the caller reads more and begins again.
class HloCursor {
public:
  HloCursor(llvm::StringRef text, bool isComplete)
      : text(text), isComplete(isComplete) {}

  size_t getOffset() const { return offset; }
  bool ranOut() const { return outOfText; }

  /// Takes over that a copy of this cursor, which went ahead, ran out.
  void noteRanOut(const HloCursor &ahead) { outOfText |= ahead.outOfText; }

  /// Notes why the text is refused, unless that is known; returns false.
  bool fail(const llvm::Twine &why);
  const std::string &getMessage() const { return message; }

  /// Returns the next character, 0 at the end.
  char peek();
  /// Skips white space and comments.
  void skipSpace();
  /// Skips white space within the line.
  void skipBlanks();
  /// Skips white space, and reads the character or text if it comes next.
  bool consume(char c);
  bool consume(llvm::StringRef token);

  /// Reads a comma that comes next, perhaps on another line; stays where it is
  /// if there is none.
  bool consumeComma();

  /// Skips white space and reads a name: all up to white space or one of
  /// `,=:"%()[]{}`. Empty if there is none.
  llvm::StringRef readWord();

  /// Reads a bracket that comes next, up to its partner; with both brackets.
  std::optional<llvm::StringRef> readBracket();

  /// Reads a shape: a tuple, or a name and its brackets.
  std::optional<llvm::StringRef> readType();

  /// Reads the value of an attribute: up to the next comma outside of
  /// brackets, or to the end of the instruction.
  std::optional<llvm::StringRef> readValue();

  /// True if what comes next, white space aside, begins an instruction.
  bool atInstruction();
  /// True if nothing of the instruction can follow here: the line ends, the
  /// computation ends or an instruction begins.
  bool atInstructionEnd();

  /// Returns the rest of the line, without its end.
  llvm::StringRef getRestOfLine();
  /// Goes on at the beginning of the next line.
  void skipLine();
  void moveTo(size_t newOffset) { offset = newOffset; }

private:
  bool skipString();
  bool skipComment();

  llvm::StringRef text;
  size_t offset = 0;
  bool isComplete;
  bool outOfText = false;
  std::string message;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_PROFILE_HLOCURSOR_H
