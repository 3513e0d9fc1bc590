//===- MeasureTarget.h - What this machine is, by measurement ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_MEASURETARGET_H
#define TILED_LAYOUT_ENGINE_MEASURETARGET_H

#include "tiled_layout/Target/Target.h"

namespace mlir::tiled_layout {

/// Returns the target `host` with the fields that relayouts depend on measured:
/// caches by the latency of loads, the others by relayouts compiled with one
/// value and with another. A field keeps its value unless another one is faster
/// by more than measurements differ. Takes less than two minutes on one thread,
/// and reports to `progress` what it measures.
///
/// Example: `print` of the result may be `host, prefetch-bytes = 512`.
llvm::Expected<Target> measureTarget(llvm::raw_ostream &progress);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_MEASURETARGET_H
