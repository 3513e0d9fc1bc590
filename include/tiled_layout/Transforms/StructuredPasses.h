//===- StructuredPasses.h - Passes on structured operations -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_STRUCTUREDPASSES_H
#define TILED_LAYOUT_TRANSFORMS_STRUCTUREDPASSES_H

#include "tiled_layout/IR/OptionsPass.h"

namespace mlir::tiled_layout {

#define GEN_PASS_DECL
#include "tiled_layout/Transforms/StructuredPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "tiled_layout/Transforms/StructuredPasses.h.inc"

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TRANSFORMS_STRUCTUREDPASSES_H
