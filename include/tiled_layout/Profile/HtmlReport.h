//===- HtmlReport.h - A profile as a page -----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_HTMLREPORT_H
#define TILED_LAYOUT_PROFILE_HTMLREPORT_H

#include "tiled_layout/Profile/TextReport.h"

namespace mlir::tiled_layout {

/// Prints one page for all modules, without anything from elsewhere: totals, a
/// treemap of the padded bytes by shape with the padding marked, and tables of
/// padding, relayouts and boundary that a click on a heading sorts.
void printHtml(llvm::raw_ostream &os, llvm::ArrayRef<Analysis> analyses,
               const ReportOptions &options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_HTMLREPORT_H
