//===- NamedTargets.h - The table of processors -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TARGET_NAMEDTARGETS_H
#define TILED_LAYOUT_LIB_TARGET_NAMEDTARGETS_H

#include "tiled_layout/Target/Target.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::tiled_layout {

/// Returns the entry of the table, without `host`.
std::optional<Target> findNamedTarget(llvm::StringRef name);

/// Sets fields that stand for instructions which the target's processor lacks
/// to what it has, if the target names a processor. Fails at one of `isGiven`.
llvm::Error
takeInstructions(Target &target,
                 llvm::function_ref<bool(const TargetField &)> isGiven);

/// Returns what this machine says of its caches, in place of the target's.
void setHostCaches(Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TARGET_NAMEDTARGETS_H
