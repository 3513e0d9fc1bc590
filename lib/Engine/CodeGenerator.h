//===- CodeGenerator.h - From IR to machine code ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_CODEGENERATOR_H
#define TILED_LAYOUT_LIB_ENGINE_CODEGENERATOR_H

#include "KernelProgram.h"

#include "tiled_layout/Engine/CodeTarget.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace llvm {
class TargetMachine;
}

namespace mlir::tiled_layout {

/// Returns a machine for a target, this machine by default. Fails if the
/// processor or a feature is unknown.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CodeTarget &target = {});

/// Returns what plans are made for on a machine: its widest vectors.
PlanOptions getPlanOptions(const llvm::TargetMachine &machine);
/// The same for a target, and a number of threads among which a program shall
/// be cut. Fails if code for the target cannot run on this machine.
llvm::Expected<PlanOptions> getPlanOptions(const CodeTarget &target,
                                           unsigned threads);

struct GeneratedCode {
  /// An ELF (or the host's) object file.
  llvm::SmallVector<char, 0> object;
  SliceResult slices;
};

/// Lowers a relayout and compiles it to an object file with one function
/// `symbol`, as `options` say. With `shared` the function takes a slice of
/// that loop (KernelProgram.h). Fails, with what
/// the passes report, if the relayout has no lowering.
llvm::Expected<GeneratedCode>
generateCode(const RelayoutProblem &problem,
             const std::optional<llvm::APInt> &padding, StringRef symbol,
             std::optional<SharedLoop> shared, const PlanOptions &options,
             llvm::TargetMachine &machine);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_CODEGENERATOR_H
