//===- VectorPreference.h - Vectors of short programs -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TARGET_VECTORPREFERENCE_H
#define TILED_LAYOUT_TARGET_VECTORPREFERENCE_H

#include "tiled_layout/Target/Target.h"

namespace mlir::tiled_layout {

/// Returns the bits of vectors for programs that run too shortly to wait until
/// the processor has powered its widest registers: 256 where LLVM tunes for
/// that (`prefer-256-bit`), else those of the target. Code around such a
/// program has no wider ones there.
///
/// Example: 256 for `icelake-server`, 512 for `znver5`, and 512 for
/// `icelake-server, features = "-prefer-256-bit"`.
int64_t getShortProgramVectorBits(const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TARGET_VECTORPREFERENCE_H
