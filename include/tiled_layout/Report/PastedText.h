//===- PastedText.h - Shapes in whatever people paste -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_PASTEDTEXT_H
#define TILED_LAYOUT_REPORT_PASTEDTEXT_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::tiled_layout {

/// Returns the shapes that a text stands for. Beside what `readShape` takes:
///
/// * an HLO instruction, whose result's arrays are the shapes;
/// * a tensor or memref type of MLIR;
/// * a layout alone, in braces or as `#tiled_layout.layout<...>`, of an array
///   whose shape without a layout is `bareShape`.
///
/// Fails with the reason; for a text that is a shape as `readShape` does.
llvm::Expected<std::vector<Shape>>
readPastedShapes(llvm::StringRef text, llvm::StringRef bareShape, bool choose);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_PASTEDTEXT_H
