//===- CompiledCode.h - Machine code in this process ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_COMPILEDCODE_H
#define TILED_LAYOUT_LIB_ENGINE_COMPILEDCODE_H

#include "CodeGenerator.h"
#include "KernelParts.h"

namespace llvm::orc {
class JITDylib;
}

namespace mlir::tiled_layout {

/// Machine code that has been linked into this process, and goes with the
/// object.
class CompiledCode {
public:
  /// Does the iterations from `begin` to `end` of the loop that threads share,
  /// or all of the work if there is none.
  using Function = void (*)(const void *source, void *dest, int64_t begin,
                            int64_t end);

  /// Compiles the program of a part by its plan, or by one for so many threads
  /// if vectors cannot do the part.
  static llvm::Expected<std::shared_ptr<const CompiledCode>>
  compile(const KernelPart &part, int64_t threads, const Target &target);

  CompiledCode(const CompiledCode &) = delete;
  ~CompiledCode();

  void run(const void *source, void *dest, int64_t begin, int64_t end) const {
    function(source, dest, begin, end);
  }

  const SliceResult &getSlices() const { return slices; }

private:
  CompiledCode() = default;

  llvm::orc::JITDylib *library = nullptr;
  Function function = nullptr;
  SliceResult slices;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_COMPILEDCODE_H
