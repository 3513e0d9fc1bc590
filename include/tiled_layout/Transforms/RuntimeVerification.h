//===- RuntimeVerification.h - Checks of what programs assert ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_RUNTIMEVERIFICATION_H
#define TILED_LAYOUT_TRANSFORMS_RUNTIMEVERIFICATION_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::tiled_layout {

/// Registers what upstream's `generate-runtime-verification` checks of the
/// dialect's operations: that the operand of `assume_multiple` is a multiple.
void registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TRANSFORMS_RUNTIMEVERIFICATION_H
