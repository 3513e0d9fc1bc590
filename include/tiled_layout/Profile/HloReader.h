//===- HloReader.h - Programs from HLO text ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_HLOREADER_H
#define TILED_LAYOUT_PROFILE_HLOREADER_H

#include "tiled_layout/Profile/Program.h"
#include "tiled_layout/Profile/TextWindow.h"

#include <functional>

namespace mlir::tiled_layout {

/// Reads HLO text as compilers print it: long and short form, with and without
/// `%`, one instruction over several lines, comments, stack-frame tables.
/// Attributes that the profiler does not need are passed over, whatever they
/// are.
///
/// What cannot be read is noted in `Program::skippedLines` and passed over, up
/// to the next line that begins an instruction or ends the computation.
class HloReader {
public:
  explicit HloReader(TextWindow &window) : window(window) {}

  /// Reads up to the next `HloModule` line or the end of the text, and resolves
  /// names; `std::nullopt` if nothing is left. Fails if the text cannot be
  /// read from its file.
  llvm::Expected<std::optional<Program>> readModule();

  /// Called after each instruction with the bytes that have been read.
  std::function<void(uint64_t)> onProgress;

private:
  TextWindow &window;
};

/// True if a line begins an instruction: `[ROOT] [%]name = shape`.
bool looksLikeInstruction(llvm::StringRef line);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_HLOREADER_H
