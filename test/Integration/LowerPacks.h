//===- LowerPacks.h - Packs element by element ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_LOWERPACKS_H
#define TILED_LAYOUT_TEST_INTEGRATION_LOWERPACKS_H

namespace mlir::tiled_layout::test {

/// Registers `test-lower-packs`: packs and unpacks become `tensor.generate` by
/// their definition. Upstream's own lowering, which has no pass, refuses or
/// breaks on some, such as tiles of 1 on unknown extents.
void registerLowerPacksPass();

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_LOWERPACKS_H
