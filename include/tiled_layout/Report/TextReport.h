//===- TextReport.h - Explanations for people -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_TEXTREPORT_H
#define TILED_LAYOUT_REPORT_TEXTREPORT_H

#include "tiled_layout/Report/BlockView.h"
#include "tiled_layout/Report/Query.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Prints what a shape means as some lines of text: how its physical shape
/// comes about, its sizes and its affine map; `?` for what is not known.
void printReport(llvm::raw_ostream &os, const Explanation &shape);

/// Prints the answer to a query about the shape; nothing for `Kind::Shape`.
void printAnswer(llvm::raw_ostream &os, const Explanation &shape,
                 const Query &query, const Answer &answer);

/// Prints the grid of positions if the array is small, else why not; nothing
/// if the shape has no positions to show.
void printSmallGrid(llvm::raw_ostream &os, const Explanation &shape);

/// Prints one line per group of blocks.
void printBlockView(llvm::raw_ostream &os, const Explanation &shape,
                    const BlockView &view);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_TEXTREPORT_H
