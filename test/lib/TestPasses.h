//===- TestPasses.h - Passes for tests --------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR has no lowering of `gpu` and of DMA to a processor. Two of these passes
// give what our lowering has made of such programs the meaning that MLIR
// documents, so that tests can execute it. They know nothing of tiled types.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_LIB_TESTPASSES_H
#define TILED_LAYOUT_TEST_LIB_TESTPASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tiled_layout::test {

/// `test-gpu-on-host`, to be run after `gpu-kernel-outlining`: a launch becomes
/// loops over blocks and threads around calls of the kernel, one thread after
/// the other from barrier to barrier; gpu.alloc, dealloc, memcpy, memset and
/// wait become operations on the host's memory, in the order of the program.
/// What is left of `gpu` is an error.
std::unique_ptr<Pass> createGpuOnHostPass();

/// `test-dma-on-host`: a transfer becomes a loop over its elements. Its tag
/// holds their number from the start to the wait, which asserts it.
std::unique_ptr<Pass> createDmaOnHostPass();

/// `test-change-plans{seed=N}`: changes the plans of relayouts at random, as
/// far as the verifier accepts it.
std::unique_ptr<Pass> createChangePlansPass();

/// Registers them.
void registerTestPasses();

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_LIB_TESTPASSES_H
