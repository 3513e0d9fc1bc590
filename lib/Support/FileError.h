//===- FileError.h - Errors that name a file --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_SUPPORT_FILEERROR_H
#define TILED_LAYOUT_LIB_SUPPORT_FILEERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

inline llvm::Error makeFileError(llvm::StringRef path,
                                 const llvm::Twine &message) {
  return llvm::createStringError(path + ": " + message);
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_SUPPORT_FILEERROR_H
