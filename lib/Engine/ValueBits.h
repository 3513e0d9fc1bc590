//===- ValueBits.h - Values that are narrower than a byte -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_VALUEBITS_H
#define TILED_LAYOUT_LIB_ENGINE_VALUEBITS_H

#include "tiled_layout/Layout/ElementType.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// Makes the loads from the source, the first argument of a program that moves
/// bytes, keep the bits of a value of `type`: the others become zeros, or
/// copies of the sign. Fails if the program reads the source in another way.
llvm::Error keepValueBits(ModuleOp module, const ElementType &type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_VALUEBITS_H
