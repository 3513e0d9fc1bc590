//===- MlirReader.h - Programs from MLIR modules ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_MLIRREADER_H
#define TILED_LAYOUT_PROFILE_MLIRREADER_H

#include "tiled_layout/Profile/Program.h"

namespace mlir::tiled_layout {

/// Reads an MLIR module, as text or bytecode, with layouts on its types or in
/// XLA's attributes, which `convert-xla-attributes-to-tiled-layout` turns into
/// types first. Dialects that are not registered are taken as they are.
///
/// Functions are computations: `main` is the entry, or all public functions if
/// there is none of that name. Bodies of loops, branches and functions of
/// scalars are computations of their own, loops with the trip count that is
/// known. Results are buffers, except those of views, casts and `empty`
/// operations; a relayout into a memref moves and makes none. Memrefs are
/// buffers where they are allocated. Fails with the first error of the parser.
llvm::Expected<Program> readMlirModule(llvm::StringRef text,
                                       llvm::StringRef name);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_MLIRREADER_H
