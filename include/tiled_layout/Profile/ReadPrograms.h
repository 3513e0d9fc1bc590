//===- ReadPrograms.h - Programs from any input -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_READPROGRAMS_H
#define TILED_LAYOUT_PROFILE_READPROGRAMS_H

#include "tiled_layout/Profile/Program.h"
#include "tiled_layout/Profile/TextWindow.h"

namespace mlir::tiled_layout {

/// Reads the programs of an input: HLO text, an MLIR module, a message about
/// memory that ran out, or a list of shapes (`recognizeInput`). The programs
/// list the lines that were skipped.
///
/// `name` is the name of an MLIR module that has none. `onProgress` is called
/// with the bytes of HLO text that have been read. Fails if the input cannot be
/// read, or with the first error of MLIR's parser.
llvm::Expected<std::vector<Program>>
readPrograms(TextWindow &window, llvm::StringRef name,
             llvm::function_ref<void(uint64_t)> onProgress = nullptr);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_READPROGRAMS_H
