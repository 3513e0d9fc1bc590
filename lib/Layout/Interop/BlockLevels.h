//===- BlockLevels.h - The tiles that arrange blocks ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_INTEROP_BLOCKLEVELS_H
#define TILED_LAYOUT_LIB_LAYOUT_INTEROP_BLOCKLEVELS_H

#include "LevelBuilder.h"
#include "tiled_layout/Layout/Interop/Blocks.h"

namespace mlir::tiled_layout {

/// Splits axes into blocks and brings the blocks into the given order. Other
/// axes must stand in front of those that are split, or have extent 1, and may
/// end up in front of the blocks. `dimAxes` has the axis to split for each
/// dimension, which holds exactly that dimension's blocks; entries of
/// dimensions without a block above size 1 are not read.
void splitBlocks(LevelBuilder &builder, llvm::ArrayRef<size_t> dimAxes,
                 llvm::ArrayRef<DimensionDigit> blocks);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_INTEROP_BLOCKLEVELS_H
