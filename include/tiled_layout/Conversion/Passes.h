//===- Passes.h - Conversion passes -----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_PASSES_H
#define TILED_LAYOUT_CONVERSION_PASSES_H

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"
#include "tiled_layout/IR/OptionsPass.h"

namespace mlir::tiled_layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tiled_layout/Conversion/Passes.h.inc"

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_CONVERSION_PASSES_H
