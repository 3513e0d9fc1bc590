//===- LayoutAssist.h - What an editor asks of layouts ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_LSP_SERVER_LAYOUTASSIST_H
#define TILED_LAYOUT_TOOLS_LSP_SERVER_LAYOUTASSIST_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/LSP/Protocol.h"

#include <optional>
#include <string>
#include <vector>

// The columns of all positions here count bytes (PositionEncoding.h).
namespace mlir::tiled_layout {

/// Returns what to show over a place in a document: the report of
/// tiled-layout-explain, if the place is in a tensor or memref type with a
/// layout, or on the name of one. Nothing elsewhere, and for types that do not
/// parse.
std::optional<llvm::lsp::Hover> getHover(llvm::StringRef text,
                                         llvm::lsp::Position position);

/// Returns what may be typed at a place within `#tiled_layout.layout<...>`, or
/// after `#tiled_layout.`; nothing elsewhere.
std::optional<llvm::lsp::CompletionList>
getCompletions(llvm::StringRef text, llvm::lsp::Position position);

/// Returns the errors that only a type as a whole shows: a memref's element
/// type and memory space against its layout, which the parser does not see.
/// Documents that do not parse have none.
std::vector<llvm::lsp::Diagnostic>
getTypeDiagnostics(llvm::StringRef text, const DialectRegistry &registry);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TOOLS_LSP_SERVER_LAYOUTASSIST_H
