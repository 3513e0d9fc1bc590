//===- Notation.h - A shape in other notations ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_NOTATION_H
#define TILED_LAYOUT_REPORT_NOTATION_H

#include "tiled_layout/Layout/Interop/Interop.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// Writes a shape in XLA's own notation: `full`, `min(n)` and `exact`, and
/// Morello's text, become plain tiles that say the same on this shape. Fails if
/// that depends on an extent that is not known.
///
/// Example: `f32[6,8][1, 0, 1 p(4)]` is `f32[6,8]{0,1:T(4,1)}`.
llvm::Expected<std::string> toXlaText(const Shape &shape);

/// Writes a shape as an MLIR tensor type, without an attribute if the shape has
/// no layout. An extent `<=n` is written as n.
///
/// Example: `f32[3,5]{1,0:T(2,2)}` is
/// `tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>`.
std::string toMlirText(const Shape &shape);

/// Writes a shape with its layout in Morello's notation. Fails with the first
/// reason why Morello has no such layout.
///
/// Example: `f32[6,8]{0,1:T(4,1)}` is `f32[6,8][1, 0, 1 p(4)]`.
llvm::Expected<std::string> toMorelloText(const Shape &shape);

/// Writes a shape with its layout in another system's notation. Fails with the
/// first thing that the notation cannot say.
///
/// Example: `f32[2,32,7,7]{3,2,1,0:T(16,1,1)}` is
/// `f32[2,32,7,7]onednn(aBcd16b)`.
llvm::Expected<std::string> toInteropText(InteropNotation notation,
                                          const Shape &shape);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_NOTATION_H
