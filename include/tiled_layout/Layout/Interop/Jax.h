//===- Jax.h - JAX's notation of layouts ------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_JAX_H
#define TILED_LAYOUT_LAYOUT_INTEROP_JAX_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// Writes a layout as JAX's Python constructor. Fails with the first property
/// that JAX cannot say: `*`, `full`, `min`, `exact`, `L`, `S`, `SC` and `M`.
///
/// Example: `{0,1:T(8,128)(2,1)}` is
/// `Layout(major_to_minor=(1, 0), tiling=((8, 128), (2, 1)))`.
llvm::Expected<std::string> toJaxLayout(const Layout &layout);

/// Writes what a program passes to `jax.jit` to ask for the layout of an
/// argument or result: `Format(Layout(...), sharding)`. What JAX cannot say is
/// left out.
std::string toJaxFormat(const Layout &layout);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_JAX_H
