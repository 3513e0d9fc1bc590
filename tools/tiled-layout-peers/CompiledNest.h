//===- CompiledNest.h - C that this process runs ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PEERS_COMPILEDNEST_H
#define TILED_LAYOUT_PEERS_COMPILEDNEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// `void relayout(const void *, void *)`, compiled by a C compiler and loaded
/// until this goes.
class CompiledNest {
public:
  /// Fails, with what the compiler says, if it is not found or has errors.
  static llvm::Expected<CompiledNest>
  compile(llvm::StringRef source, llvm::StringRef compiler,
          llvm::ArrayRef<std::string> flags);

  CompiledNest(CompiledNest &&other)
      : library(other.library), function(other.function) {
    other.function = nullptr;
  }
  ~CompiledNest() {
    if (function)
      llvm::sys::DynamicLibrary::closeLibrary(library);
  }

  void run(const void *source, void *dest) const { function(source, dest); }

private:
  using Function = void (*)(const void *, void *);

  CompiledNest(llvm::sys::DynamicLibrary library, Function function)
      : library(library), function(function) {}

  llvm::sys::DynamicLibrary library;
  Function function;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PEERS_COMPILEDNEST_H
