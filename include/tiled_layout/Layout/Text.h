//===- Text.h - XLA's notation in and out -----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one parser of layouts: the attribute hands it its own source text, the
// tools their arguments, so that both accept exactly the same language. The
// grammar is in docs/Specification.md, section "Text".
//
// What is parsed is also checked (Rules.h), so that a rule is refused at the
// column of the number that breaks it.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_TEXT_H
#define TILED_LAYOUT_LAYOUT_TEXT_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// A refused text: where, counted in bytes from 0, and why.
class TextError : public llvm::ErrorInfo<TextError> {
public:
  static char ID;

  TextError(size_t offset, std::string message)
      : offset(offset), message(std::move(message)) {}

  size_t getOffset() const { return offset; }
  const std::string &getMessage() const { return message; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  size_t offset;
  std::string message;
};

struct TextOptions {
  /// Skip `/* */` and `//` comments between tokens, as XLA does. The tools
  /// do; in MLIR the surrounding parser has its own comments.
  bool allowComments = false;
};

/// What stands between the angle brackets of the attribute.
struct LayoutText {
  Layout layout;
  /// `, bounds = [2, ?]`, `kDynamic` for `?`.
  std::optional<llvm::SmallVector<int64_t>> bounds;
  /// `, strides = [1024, ?, 1]`, `kDynamic` for `?`.
  std::optional<llvm::SmallVector<int64_t>> strides;
};

/// Parses `{1,0:T(8,128)}`, a Morello layout such as `[1, 0, 1 p(4)]`, or
/// either followed by `, exact`. The whole text must be consumed.
llvm::Expected<Layout> parseLayout(llvm::StringRef text,
                                   TextOptions options = {});

/// Parses a layout and the optional `, bounds = [...]` and `, strides = [...]`
/// after it.
llvm::Expected<LayoutText> parseLayoutText(llvm::StringRef text,
                                           TextOptions options = {});

/// Parses a shape such as `bf16[8,1]{1,0:T(8,128)(2,1)}`, or one with a
/// Morello layout after it, such as `f32[6,8][1, 0, 1 p(4)]`, or with one in
/// another system's notation (docs/Interop.md), such as
/// `f32[6,8]onednn(aB4b)`. The whole text must be consumed.
llvm::Expected<Shape> parseShape(llvm::StringRef text,
                                 TextOptions options = {});

/// Prints what XLA prints: `{1,0:T(8,128)}`, properties at their default left
/// out, and `, exact` after the braces where it is set.
void print(llvm::raw_ostream &os, const Layout &layout);
/// Prints a tile such as `(8,*,min(4))`.
void print(llvm::raw_ostream &os, const Tile &tile);
/// Prints `bf16[8,1]{1,0}`; the layout only if the shape has one, and not
/// `{}`. A shape that came from Morello's text prints in Morello's text.
void print(llvm::raw_ostream &os, const Shape &shape);

/// Returns extents or bounds as they stand in `bounds`: `[2, ?]`, `?` for
/// `kDynamic`.
std::string extentsToString(llvm::ArrayRef<int64_t> extents);

std::string toString(const Layout &layout);
std::string toString(const Tile &tile);
std::string toString(const Shape &shape);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_TEXT_H
