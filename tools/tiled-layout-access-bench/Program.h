//===- Program.h - Compiled programs to be timed --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_PROGRAM_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_PROGRAM_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace mlir {
class DialectRegistry;
class ExecutionEngine;
class PassManager;
} // namespace mlir

namespace mlir::tiled_layout::bench {

/// Returns all dialects, and what translates them to LLVM's.
const DialectRegistry &getRegistry();

/// Memory on a page of its own, with MLIR's descriptor of it.
class Array {
public:
  /// `shape` is that of the physical array.
  Array(std::vector<int64_t> shape, int64_t bytesPerElement);

  template <typename T>
  T *as() {
    return static_cast<T *>(data.get());
  }
  int64_t getElements() const { return elements; }
  int64_t getBytes() const { return bytes; }
  /// Bytes of the memory, which other arrays may share.
  int64_t getCapacity() const { return capacity; }
  void *getDescriptor() { return descriptor.data(); }
  /// Both arrays, of as many bytes, go on in the memory of the other.
  void exchangeMemory(Array &other);
  /// Goes on in the memory of another array, which must have room.
  void shareMemory(const Array &other);

private:
  int64_t elements = 1, bytes, capacity;
  std::shared_ptr<void> data;
  std::vector<int64_t> descriptor;
};

/// A program that our pipeline and LLVM at -O3 have compiled.
class Program {
public:
  /// `text` defines `@kernel` with `llvm.emit_c_interface`. Compiles for this
  /// machine, with these options of the pipeline to LLVM.
  static llvm::Expected<Program> compile(llvm::StringRef text,
                                         llvm::StringRef options = "");
  /// The same for a target of `getTarget`, such as `host`, with passes of the
  /// caller's. Fails if this machine cannot run its code; else a failure has
  /// the first error.
  static llvm::Expected<Program>
  compile(llvm::StringRef text, llvm::StringRef targetCpu,
          llvm::function_ref<LogicalResult(PassManager &)> addPasses);
  Program(Program &&);
  ~Program();

  void run(llvm::ArrayRef<Array *> arrays) const;
  /// Runs with a pointer to each argument.
  void runPacked(void **arguments) const { function(arguments); }

private:
  Program();

  std::unique_ptr<ExecutionEngine> engine;
  void (*function)(void **) = nullptr;
};

/// The median time of each of some things to do, in seconds, and the median
/// ratio of each to the first, of rounds in which all take turns.
struct Timing {
  std::vector<double> seconds, ratios;
};
Timing measure(llvm::ArrayRef<llvm::function_ref<void()>> actions,
               double minSeconds);

/// The least and the median processor time of a call, in seconds.
struct CpuTime {
  double best = 0, median = 0;
};
/// Measures the processor time of this thread, on which other jobs on the
/// machine have less influence than on time on the clock. The actions take
/// turns; each has at least `minSeconds` and three turns, or one turn if that
/// takes a second.
std::vector<CpuTime>
measureCpu(llvm::ArrayRef<llvm::function_ref<void()>> actions,
           double minSeconds);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_PROGRAM_H
