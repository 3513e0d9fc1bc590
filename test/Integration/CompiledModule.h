//===- CompiledModule.h - Compiled programs for tests -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_COMPILEDMODULE_H
#define TILED_LAYOUT_TEST_INTEGRATION_COMPILEDMODULE_H

#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ExecutionEngine; // Its header takes longer to compile than most tests.
class MLIRContext;
namespace remark::detail {
class Remark;
} // namespace remark::detail
} // namespace mlir

namespace mlir::tiled_layout::test {

/// MLIR's descriptor of a row-major memref, as the C interface passes it.
class Descriptor {
public:
  Descriptor(void *data, llvm::ArrayRef<int64_t> shape);

  /// The address that the C interface expects.
  void *get() { return words.data(); }

private:
  std::vector<int64_t> words;
};

/// A module that has been lowered by a pass pipeline and compiled.
class CompiledModule {
public:
  /// Takes what passes say that they have done, at a line of the source.
  using RemarkFn =
      std::function<void(int64_t line, const remark::detail::Remark &remark)>;

  /// Parses, lowers and compiles; fails the running test on an error, unless
  /// `errors` takes what is said of it.
  CompiledModule(llvm::StringRef source, llvm::StringRef pipeline,
                 std::string *errors = nullptr, RemarkFn onRemark = nullptr);
  CompiledModule(CompiledModule &&);
  ~CompiledModule();

  /// Calls a function that has `llvm.emit_c_interface`. Each argument is the
  /// address of what is passed: of a descriptor's address, or of an `index`.
  void call(llvm::StringRef name, llvm::MutableArrayRef<void *> arguments);

  explicit operator bool() const { return engine != nullptr; }

private:
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<ExecutionEngine> engine;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_COMPILEDMODULE_H
