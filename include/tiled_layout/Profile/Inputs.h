//===- Inputs.h - Programs from whatever people have ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_INPUTS_H
#define TILED_LAYOUT_PROFILE_INPUTS_H

#include "tiled_layout/Profile/Program.h"
#include "tiled_layout/Profile/TextWindow.h"

namespace mlir::tiled_layout {

enum class InputKind {
  /// HLO text: HloReader.h.
  Hlo,
  /// An MLIR module, as text or bytecode: MlirReader.h.
  Mlir,
  /// A message that lists allocations with their shapes.
  OutOfMemory,
  /// One shape a line.
  Shapes,
};

/// Returns what a text is, from its beginning.
InputKind recognizeInput(llvm::StringRef beginning);

/// Reads a list of shapes, one a line; lines that begin with `#` or `//` are
/// comments. Each array is a buffer of the one computation `shapes`. Fails if
/// the text cannot be read from its file.
llvm::Expected<Program> readShapeList(TextWindow &window);

/// Reads a message of a compiler or runtime that ran out of memory: blocks of
/// lines that begin with `N. Size:` or `Buffer N:` and have `Shape:`,
/// `Operator:` and `XLA label:` lines. Each block is a buffer of the one
/// computation `allocations`; a label that is a whole instruction counts as
/// one. Lines outside of blocks are prose. Fails if the text cannot be read
/// from its file.
llvm::Expected<Program> readOutOfMemory(TextWindow &window);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_INPUTS_H
