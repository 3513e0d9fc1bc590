//===- Version.h - What --version prints ------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_VERSION_H
#define TILED_LAYOUT_SUPPORT_VERSION_H

#include "tiled_layout/Version.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Makes `--version` name the tool and the project's version, beside LLVM's
/// own, which is all that it prints otherwise. To be called before the command
/// line is parsed.
///
/// Example: `tiled-layout-opt 0.1.0 (LLVM 22.1.8)`.
inline void setVersion(llvm::StringLiteral tool) {
  llvm::cl::SetVersionPrinter([tool](llvm::raw_ostream &os) {
    os << tool << " " TILED_LAYOUT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  });
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_VERSION_H
