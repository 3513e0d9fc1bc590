//===- StreamCopy.h - The machine's best streaming copy ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_STREAMCOPY_H
#define TILED_LAYOUT_SUPPORT_STREAMCOPY_H

#include <cstddef>

namespace mlir::tiled_layout {

/// Copies bytes with stores that bypass the caches, the widest that the machine
/// has, and reads ahead by prefetching: what large relayouts are measured
/// against. Both buffers are aligned to 64 bytes. A plain `memcpy` on machines
/// without such stores.
void copyStreaming(void *dest, const void *source, size_t bytes);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_STREAMCOPY_H
