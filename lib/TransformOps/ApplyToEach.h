//===- ApplyToEach.h - Operations on all targets of a handle ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMOPS_APPLYTOEACH_H
#define TILED_LAYOUT_LIB_TRANSFORMOPS_APPLYTOEACH_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::tiled_layout {

/// Changes one target and adds the operations that it makes to the list.
using ApplyToOne = function_ref<DiagnosedSilenceableFailure(
    Operation *, SmallVectorImpl<Operation *> &)>;

/// Applies `applyToOne` to each target of a handle, and makes `result` a handle
/// of the operations that it made; of none if it fails.
DiagnosedSilenceableFailure applyToEach(transform::TransformState &state,
                                        Value handle,
                                        transform::TransformResults &results,
                                        OpResult result, ApplyToOne applyToOne);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMOPS_APPLYTOEACH_H
