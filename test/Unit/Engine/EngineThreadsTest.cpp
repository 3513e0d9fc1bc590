//===- EngineThreadsTest.cpp - One engine and many threads ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineCases.h"

#include "llvm/Support/FormatVariadic.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// A relayout, and what it makes of an array.
struct PreparedMove {
  PreparedMove(const char *source, const char *dest)
      : problem(getProblem(source, dest)),
        kernel(llvm::cantFail(RelayoutKernel::compile(problem))),
        source(getJunk(problem.getSourceBytes(), 7)),
        expected(getExpected(problem, this->source,
                             Bytes(problem.getDestBytes()))) {}

  RelayoutProblem problem;
  RelayoutKernel kernel;
  Bytes source, expected;
};

} // namespace

TEST(RelayoutEngineTest, ThreadsThatAskForOneProgramCompileItOnce) {
  RelayoutEngine engine;
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      std::string shape = llvm::formatv("bf16[{0},24,256]", 2 + i / 2);
      RelayoutProblem problem =
          getProblem(shape, shape + "{2,1,0:T(8,128)(2,1)}");
      auto kernel = llvm::cantFail(engine.get(problem));
      Bytes source = getJunk(problem.getSourceBytes(), i);
      Bytes dest(problem.getDestBytes());
      for (int round = 0; round < 20; ++round) {
        std::fill(dest.begin(), dest.end(), 0);
        kernel->run(source.data(), dest.data(), 1 + round % 3);
        failures += dest != getExpected(problem, source, dest);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(engine.getStatistics().compiled, 1u);
}

TEST(RelayoutEngineTest, TheWorkIsCutForAnyNumberOfThreads) {
  RelayoutEngine engine;
  // The outermost loop, or else one that is long enough for all.
  RelayoutProblem problem =
      getProblem("f32[3,127,256]", "f32[3,127,256]{2,1,0:T(8,128)}");
  EXPECT_EQ(llvm::cantFail(engine.get(problem))->getMaxTasks(), 3u);
  EXPECT_GE(llvm::cantFail(engine.get(problem, 4))->getMaxTasks(), 16u);
  expectCorrect(*llvm::cantFail(engine.get(problem, 4)), problem);
  EXPECT_EQ(engine.getStatistics().compiled, 2u);
}

// A caller may have no place for more than it asks for: edges are nobody's own.
TEST(RelayoutEngineTest, ThereAreNoMorePiecesThanWanted) {
  PreparedMove move("f32[4099,500]", "f32[4099,500]{1,0:T(8,128)}");
  for (size_t tasks : {1, 2, 3, 100}) {
    Bytes dest(move.expected.size());
    size_t pieces = 1;
    move.kernel.run(move.source.data(), dest.data(), tasks,
                    [&](size_t count, llvm::function_ref<void(size_t)> task) {
                      pieces = count;
                      for (size_t number = 0; number < count; ++number)
                        task(number);
                    });
    EXPECT_EQ(pieces, tasks);
    EXPECT_EQ(dest, move.expected);
  }
}

// A process that `fork` makes has none of its parent's threads.
TEST(RelayoutEngineTest, ForkedProcessesHaveWorkersOfTheirOwn) {
  PreparedMove move("f32[512,1024]", "f32[512,1024]{1,0:T(8,128)}");
  auto isRight = [&] {
    Bytes dest(move.expected.size());
    move.kernel.run(move.source.data(), dest.data(), 2);
    return dest == move.expected;
  };
  EXPECT_TRUE(isRight());
  pid_t child = fork();
  if (child == 0) {
    alarm(60); // A child that waits for workers must not wait for ever.
    _exit(isRight() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(isRight());
}

TEST(RelayoutEngineTest, ManyCallersShareTheWorkers) {
  // More than one thread's share of bytes.
  PreparedMove move("f32[512,1024]", "f32[512,1024]{1,0:T(8,128)}");
  ASSERT_GT(move.kernel.getMaxTasks(), 8u);
  std::atomic<int> failures{0};
  std::vector<std::thread> callers;
  for (unsigned i = 0; i < 4; ++i)
    callers.emplace_back([&, i] {
      for (int round = 0; round < 10; ++round) {
        Bytes dest(move.expected.size());
        move.kernel.run(move.source.data(), dest.data(), i + 2);
        failures += dest != move.expected;
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(failures, 0);
}
