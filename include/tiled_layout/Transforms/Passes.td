//===- Passes.td - Passes within the dialect ---------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_PASSES_TD
#define TILED_LAYOUT_TRANSFORMS_PASSES_TD

include "tiled_layout/Transforms/RelayoutPasses.td"
include "tiled_layout/Transforms/LoopPasses.td"
include "tiled_layout/Transforms/TargetPasses.td"
include "tiled_layout/Transforms/TensorPasses.td"
include "tiled_layout/Transforms/UpstreamPasses.td"

#endif // TILED_LAYOUT_TRANSFORMS_PASSES_TD
