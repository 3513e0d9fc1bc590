//===- Playground.h - A page to try layouts in ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_PLAYGROUND_H
#define TILED_LAYOUT_REPORT_PLAYGROUND_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Prints a page in HTML that needs nothing else: a reader types a shape, sees
/// the array beside the memory, and compares two layouts. It begins with the
/// shape that is given in XLA's notation.
void printPlayground(llvm::raw_ostream &os, llvm::StringRef shape);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_PLAYGROUND_H
