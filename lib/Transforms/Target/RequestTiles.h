//===- RequestTiles.h - Tile registers of the operating system --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_TARGET_REQUESTTILES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_TARGET_REQUESTTILES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tiled_layout {

/// Lets each function of the LLVM dialect that uses tile registers of AMX ask
/// Linux for them at its head. The process gets them once and for all: later
/// calls read a flag. Without it, the first such instruction is illegal. An
/// error if the program calls something other than a function `syscall`.
LogicalResult requestTiles(ModuleOp module);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_TARGET_REQUESTTILES_H
