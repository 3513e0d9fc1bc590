//===- PositionEncoding.h - What columns count ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Editors count the units of UTF-16 in a line unless they offer to count
// bytes. MLIR's parser counts bytes. The two differ on lines that have more
// than ASCII, such as in a comment.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_LSP_SERVER_POSITIONENCODING_H
#define TILED_LAYOUT_TOOLS_LSP_SERVER_POSITIONENCODING_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace mlir::tiled_layout {

/// What a conversion of columns results in.
enum class ColumnUnit { Byte, Utf16 };

/// Converts the column of every position within a message, in place, to `unit`
/// from the other one. A position belongs to the document that the nearest
/// `uri` around it names, else to `uri`. Documents that are not in `documents`,
/// which maps URIs to texts, keep their columns. A column after the end of its
/// line becomes the end. Returns true if a column changed.
bool convertColumns(llvm::json::Value &message, llvm::StringRef uri,
                    const llvm::StringMap<std::string> &documents,
                    ColumnUnit unit);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TOOLS_LSP_SERVER_POSITIONENCODING_H
