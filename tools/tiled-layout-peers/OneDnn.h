//===- OneDnn.h - A relayout by oneDNN --------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PEERS_ONEDNN_H
#define TILED_LAYOUT_PEERS_ONEDNN_H

#include "tiled_layout/Engine/RelayoutProblem.h"

#include <functional>
#include <optional>

namespace mlir::tiled_layout {

/// Returns what runs oneDNN's reorder between two buffers in blocked memory;
/// nothing if that cannot say one of the layouts. Padding receives zeros, and
/// must hold zeros in the source. On one thread.
std::optional<std::function<void()>>
getOneDnnBlocks(const Shape &from, const Shape &to, void *source, void *dest);

/// Returns what runs oneDNN's reorder between two buffers as arrays with
/// strides, one dimension for each axis of the relayout (Axes.h); nothing if an
/// edge cuts a tile, or if there are too many axes. On one thread.
std::optional<std::function<void()>>
getOneDnnStrides(const RelayoutProblem &problem, void *source, void *dest);

/// Returns oneDNN's version.
std::string getOneDnnVersion();

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PEERS_ONEDNN_H
