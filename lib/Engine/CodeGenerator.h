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

/// Returns LLVM's code generator for a target. Fails if LLVM has none.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const Target &target);

/// Returns what plans of programs depend on that are cut among threads and run
/// here. Fails if code for the target cannot run on this machine.
llvm::Expected<PlanOptions> getRunnablePlanOptions(const Target &target,
                                                   unsigned threads);

struct GeneratedCode {
  /// An ELF (or the host's) object file.
  llvm::SmallVector<char, 0> object;
  SliceResult slices;
};

/// Lowers a relayout and compiles it to an object file with one function
/// `symbol` for a target, by `plan`, or, without one, cut for that many
/// threads. With `shared` the function takes a slice of that loop
/// (KernelProgram.h). The elements are of type `values`, or are bytes of which
/// only the bits of such a value are kept. Fails, with what the passes report,
/// if the relayout has no lowering.
llvm::Expected<GeneratedCode>
generateCode(const RelayoutProblem &problem,
             const std::optional<llvm::APInt> &padding, StringRef symbol,
             std::optional<SharedLoop> shared, int64_t threads,
             const RelayoutPlan *plan, const ElementType &values,
             const Target &target, llvm::TargetMachine &machine);

/// Compiles the program of all relayouts that differ in their extents only: see
/// `buildProgramOfKind`.
llvm::Expected<GeneratedCode> generateCodeOfKind(const RelayoutProblem &problem,
                                                 llvm::StringRef symbol,
                                                 const Target &target,
                                                 llvm::TargetMachine &machine);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_CODEGENERATOR_H
