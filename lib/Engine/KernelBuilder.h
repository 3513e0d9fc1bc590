//===- KernelBuilder.h - From a relayout to a kernel ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_KERNELBUILDER_H
#define TILED_LAYOUT_LIB_ENGINE_KERNELBUILDER_H

#include "CompiledCode.h"
#include "KernelParts.h"

#include "tiled_layout/Engine/RelayoutKernel.h"

namespace mlir::tiled_layout {

/// Puts kernels together.
class KernelBuilder {
public:
  /// Returns the program of a part, compiled now or before.
  using CodeProvider =
      llvm::function_ref<llvm::Expected<std::shared_ptr<const CompiledCode>>(
          const KernelPart &, const PlanOptions &)>;

  /// Returns the kernel of a problem. Fails as `RelayoutKernel::compile` does.
  static llvm::Expected<RelayoutKernel> build(const RelayoutProblem &problem,
                                              unsigned threads,
                                              const Target &target,
                                              CodeProvider getCode);

  /// Returns the kernel that runs `code`, the program of the problem's kind
  /// (`CompiledCode::compileKind`). Fails if the problem is illegal.
  static llvm::Expected<RelayoutKernel>
  buildOfKind(const RelayoutProblem &problem,
              std::shared_ptr<const CompiledCode> code);
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_KERNELBUILDER_H
