//===- InitAll.h - Registering everything -----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_INITALL_H
#define TILED_LAYOUT_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::tiled_layout {

/// Adds the dialect, and upstream's external models that the passes and
/// pipelines need. Upstream's dialects that programs are written in are the
/// caller's to add.
void registerAllDialects(DialectRegistry &registry);

/// Registers the passes and named pipelines with MLIR's global registry.
void registerAllPasses();

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_INITALL_H
