//===- Refuse.h - Errors with a formatted message ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_REFUSE_H
#define TILED_LAYOUT_LIB_LAYOUT_REFUSE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::tiled_layout {

/// Returns an error whose message is `format` with its `{n}` replaced.
template <typename... Args>
llvm::Error refuse(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...));
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_REFUSE_H
