//===- AtomicTest.cpp - Atomic updates by several threads -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledModule.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <thread>

using namespace mlir;
using namespace mlir::tiled_layout::test;

namespace {

/// Function f adds 1 to every second element from `first` on, `rounds` times;
/// both threads' elements share bytes, or containers.
std::string writeProgram(llvm::StringRef type, llvm::StringRef element) {
  return llvm::formatv(R"(
func.func @f(%m: {0}, %first: index, %rounds: index)
    attributes {{llvm.emit_c_interface} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 64 : index
  %one = arith.constant 1 : {1}
  scf.for %r = %c0 to %rounds step %c1 {{
    scf.for %i = %first to %n step %c2 {{
      %old = memref.atomic_rmw addi %one, %m[%i] : ({1}, {0}) -> {1}
    }
  }
  return
}
)",
                       type, element);
}

/// Runs two threads and returns the buffer.
std::vector<uint8_t> run(CompiledModule &module, int64_t bytes,
                         int64_t rounds) {
  std::vector<uint8_t> buffer(bytes, 0);
  auto work = [&](int64_t first) {
    Descriptor descriptor(buffer.data(), {bytes});
    void *address = descriptor.get();
    std::vector<void *> arguments = {&address, &first, &rounds};
    module.call("f", arguments);
  };
  std::thread even(work, 0), odd(work, 1);
  even.join();
  odd.join();
  return buffer;
}

} // namespace

TEST(AtomicTest, NeighboursInAByteAreNotLost) {
  CompiledModule module(
      writeProgram("memref<64xi4, #tiled_layout.layout<{0:T(32)E(4)}>>", "i4"),
      "convert-tiled-layout-to-affine,tiled-layout-to-llvm-pipeline");
  ASSERT_TRUE(module);
  // 16 divides all but the last 5 rounds: each element ends as 5.
  std::vector<uint8_t> buffer = run(module, 32, 160000 + 5);
  for (uint8_t byte : buffer)
    ASSERT_EQ(byte, 0x55);
}

TEST(AtomicTest, SingleBitsAreNotLost) {
  CompiledModule module(
      writeProgram("memref<64xi1, #tiled_layout.layout<{0:T(8)E(1)}>>", "i1"),
      "convert-tiled-layout-to-affine,tiled-layout-to-llvm-pipeline");
  ASSERT_TRUE(module);
  std::vector<uint8_t> buffer = run(module, 8, 100000 + 1);
  for (uint8_t byte : buffer)
    ASSERT_EQ(byte, 0xFF);
}
