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
  /// Compiles the program of a part by its plan, or by one for so many threads
  /// if vectors cannot do the part.
  static llvm::Expected<std::shared_ptr<const CompiledCode>>
  compile(const KernelPart &part, int64_t threads, const Target &target);

  /// Compiles the program of all relayouts that differ from `problem` in their
  /// extents only; it leaves padding as it is.
  static llvm::Expected<std::shared_ptr<const CompiledCode>>
  compileKind(const RelayoutProblem &problem, const Target &target);

  CompiledCode(const CompiledCode &) = delete;
  ~CompiledCode();

  /// Does the iterations from `begin` to `end` of the loop that threads share,
  /// or all of the work if there is none. For programs of `compile`.
  void run(const void *source, void *dest, int64_t begin, int64_t end) const {
    getFunction()(source, dest, begin, end);
  }
  /// Returns what `run` calls. It lives as long as this object.
  auto getFunction() const -> void (*)(const void *, void *, int64_t, int64_t) {
    using Function = void (*)(const void *, void *, int64_t, int64_t);
    return reinterpret_cast<Function>(function);
  }
  /// Moves an array of these extents. For programs of `compileKind`.
  void run(const void *source, void *dest, const int64_t *extents) const {
    using Function = void (*)(const void *, void *, const int64_t *);
    reinterpret_cast<Function>(function)(source, dest, extents);
  }

  const SliceResult &getSlices() const { return slices; }

private:
  CompiledCode() = default;

  static llvm::Expected<std::shared_ptr<const CompiledCode>>
  link(GeneratedCode generated);

  llvm::orc::JITDylib *library = nullptr;
  void *function = nullptr;
  SliceResult slices;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_COMPILEDCODE_H
