//===- EngineCases.h - Relayouts that the host checks ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_ENGINE_ENGINECASES_H
#define TILED_LAYOUT_TEST_UNIT_ENGINE_ENGINECASES_H

#include "tiled_layout/Engine/RelayoutEngine.h"

#include "../Layout/LayoutText.h"
#include "../Layout/RandomLayouts.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/HostRelayout.h"
#include "tiled_layout/Relayout/PaddingRuns.h"

#include "gtest/gtest.h"

namespace mlir::tiled_layout::test {

using Bytes = std::vector<uint8_t>;

inline RelayoutProblem getProblem(const std::string &from,
                                  const std::string &to,
                                  llvm::StringRef padding = "undefined") {
  RelayoutProblem problem =
      llvm::cantFail(getRelayoutProblem(shapeOf(from), shapeOf(to)));
  problem.padding = padding;
  return problem;
}

inline Shape getShape(const RelayoutProblem &problem, const Layout &layout) {
  Shape shape{problem.elementType, {}, layout, {}};
  for (int64_t extent : problem.extents)
    shape.dimensions.push_back({extent, false});
  return shape;
}

inline Bytes getJunk(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  Bytes bytes(size);
  for (uint8_t &byte : bytes)
    byte = random();
  return bytes;
}

/// Returns what the destination must hold if it held `junk`.
inline Bytes getExpected(const RelayoutProblem &problem, const Bytes &source,
                         Bytes junk) {
  if (std::optional<llvm::APInt> padding =
          llvm::cantFail(getPaddingBits(problem))) {
    PositionFiller filler(getElementBits(
        *padding, getBitsPerElement(problem.dest, problem.elementType),
        problem.elementType.kind == ElementKind::Signed));
    filler.fill(junk.data(), 0, getElements(problem.dest, problem.extents));
  }
  llvm::cantFail(relayoutOnHost(getShape(problem, problem.source),
                                getShape(problem, problem.dest), source, junk));
  return junk;
}

/// Runs a kernel in several ways; all must agree with the host.
inline void expectCorrect(const RelayoutKernel &kernel,
                          const RelayoutProblem &problem) {
  Bytes source = getJunk(problem.getSourceBytes(), 1);
  Bytes junk = getJunk(problem.getDestBytes(), 2);
  ASSERT_EQ(kernel.getSourceBytes(), problem.getSourceBytes());
  ASSERT_EQ(kernel.getDestBytes(), problem.getDestBytes());
  Bytes expected = getExpected(problem, source, junk);
  for (unsigned threads : {1, 2, 5}) {
    Bytes dest = junk;
    kernel.run(source.data(), dest.data(), threads);
    ASSERT_EQ(dest, expected) << "on " << threads << " threads";
  }
  for (size_t tasks : {2, 7, 1000}) {
    Bytes dest = junk;
    size_t calls = 0;
    kernel.run(source.data(), dest.data(), tasks,
               [&](size_t count, llvm::function_ref<void(size_t)> task) {
                 ++calls;
                 // Each edge is a task of its own.
                 EXPECT_LE(count, std::min(tasks, kernel.getMaxTasks()) + 1);
                 while (count > 0)
                   task(--count);
               });
    ASSERT_LE(calls, 1u);
    ASSERT_EQ(dest, expected) << "in " << tasks << " tasks";
  }
}

/// Gets a kernel and checks it.
inline void expectCorrect(RelayoutEngine &engine,
                          const RelayoutProblem &problem) {
  auto kernel = engine.get(problem);
  if (!kernel)
    FAIL() << llvm::toString(kernel.takeError());
  expectCorrect(**kernel, problem);
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_ENGINE_ENGINECASES_H
