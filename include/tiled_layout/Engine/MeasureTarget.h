//===- MeasureTarget.h - What this machine is, by measurement ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_MEASURETARGET_H
#define TILED_LAYOUT_ENGINE_MEASURETARGET_H

#include "tiled_layout/Target/Target.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::tiled_layout {

/// Returns the target `host` with the fields that relayouts depend on measured:
/// caches by the latency of loads, the others by relayouts compiled with one
/// value and with another. A field keeps its value unless another one is faster
/// by more than measurements differ. Takes less than two minutes on one thread,
/// and reports to `progress` what it measures.
///
/// Example: `print` of the result may be `host, prefetch-bytes = 512`.
llvm::Expected<Target> measureTarget(llvm::raw_ostream &progress);

/// Measures one of the fields for which relayouts are compiled with several
/// values, and sets it in `target`, which this machine must be able to run.
///
/// Example: `small-bytes` takes three seconds.
llvm::Error measureField(Target &target, llvm::StringRef field,
                         llvm::raw_ostream &progress);

/// A relayout whose destination has `bytes`, and the time that it takes with
/// streaming stores as a share of its time with plain ones.
struct StreamingSample {
  int64_t bytes;
  double ratio;
};

/// Returns the `streaming-bytes` with which all samples, whose sizes grow, take
/// the least time together, so that none decides alone; the largest size if
/// streaming stores never pay off. Returns `current` unless the sizes on which
/// the two differ gain more than measurements differ.
///
/// Example: 1 MiB 1.4, 2 MiB 0.9, 4 MiB 1.02, 8 MiB 0.7 returns 1 MiB.
int64_t chooseStreamingBytes(llvm::ArrayRef<StreamingSample> samples,
                             int64_t current);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_MEASURETARGET_H
