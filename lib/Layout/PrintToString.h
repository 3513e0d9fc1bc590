//===- PrintToString.h - toString from print --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_PRINTTOSTRING_H
#define TILED_LAYOUT_LIB_LAYOUT_PRINTTOSTRING_H

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::tiled_layout {

/// Returns what `print` writes for a value.
template <typename T>
std::string printToString(const T &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, value);
  return text;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_PRINTTOSTRING_H
