//===- PlanErrors.h - What is wrong with decisions --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_RELAYOUT_PLANERRORS_H
#define TILED_LAYOUT_LIB_RELAYOUT_PLANERRORS_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

inline llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// Returns a number, `?` if it is known at run time only.
inline std::string toText(int64_t number) {
  return number == kDynamic ? "?" : std::to_string(number);
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_RELAYOUT_PLANERRORS_H
