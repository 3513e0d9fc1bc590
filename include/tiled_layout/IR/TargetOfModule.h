//===- TargetOfModule.h - What IR is compiled for ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_TARGETOFMODULE_H
#define TILED_LAYOUT_IR_TARGETOFMODULE_H

#include "tiled_layout/IR/TiledLayout.h"

namespace mlir::tiled_layout {

/// The name of the attribute of a module that says what it is compiled for.
inline constexpr llvm::StringLiteral targetAttrName = "tiled_layout.target";

/// Returns what an operation is compiled for. The operation, or the nearest one
/// around it that says so, decides by the first of
/// - `tiled_layout.target = #tiled_layout.target<...>`;
/// - `dlti.target_system_spec`, in which the device "CPU" may have the entries
///   `tiled_layout.target`, a text such as "znver5", `L1_cache_size_in_bytes`,
///   and each numeric field of a target, such as `vector-bits`;
/// - `llvm.target = #llvm.target<triple = ..., chip = ..., features = ...>`.
/// The default target is `wide`.
///
/// Emits an error and fails if what is said is no target.
FailureOr<Target> getTargetOf(Operation *op);

/// Returns true if an operation runs on a device: it is within a `gpu.module`
/// or a `gpu.launch`. A target describes the host's processor only, so nothing
/// there is planned, vectorised, shared by threads or fetched ahead.
bool runsOnDevice(Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_TARGETOFMODULE_H
