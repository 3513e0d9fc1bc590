//===- Help.h - What --help prints of upstream's drivers --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_HELP_H
#define TILED_LAYOUT_SUPPORT_HELP_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Prints `text` and returns true if the arguments ask for help. LLVM's own
/// answer of a driver that links all of MLIR has more than a thousand options;
/// `--help-list` still prints it.
inline bool printHelpIfAsked(int argc, char **argv, llvm::StringRef text) {
  llvm::ArrayRef<char *> arguments(argv, argc);
  if (llvm::none_of(arguments.drop_front(), [](llvm::StringRef argument) {
        return argument == "--help" || argument == "-help" || argument == "-h";
      }))
    return false;
  llvm::outs() << text;
  return true;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_HELP_H
