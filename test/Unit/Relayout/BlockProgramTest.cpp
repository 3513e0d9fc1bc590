//===- BlockProgramTest.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/BlockProgram.h"

#include "../Layout/LayoutText.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>
#include <random>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::SmallVector;

namespace {

RelayoutPlan makePlan(llvm::StringRef source, llvm::StringRef dest,
                      int64_t vectorBits) {
  Shape from = shapeOf(source), to = shapeOf(dest);
  int64_t bits = getBitsPerElement(from.getLayout(), from.elementType);
  PlanOptions options;
  options.vectorBits = vectorBits;
  return getRelayoutPlan(from.getLayout(), to.getLayout(), from.extents(), bits,
                         bits, options);
}

int64_t getOffset(const RelayoutPlan &plan, int64_t element,
                  StrideMember stride) {
  int64_t offset = 0;
  for (auto [i, value] : llvm::enumerate(getBlockValues(plan, element)))
    offset += value * (plan.axes.axes[plan.loops + i].*stride).get();
  return offset;
}

/// Runs a program on numbers: every element must be loaded from where it is in
/// the source, once, and be stored to where it belongs.
void checkProgram(const RelayoutPlan &plan, const BlockProgram &program) {
  std::map<int64_t, int64_t> memory;
  int64_t numElements = 1;
  for (const RelayoutAxis &axis : llvm::drop_begin(plan.axes.axes, plan.loops))
    numElements *= axis.extent;
  for (int64_t e = 0; e < numElements; ++e)
    memory[getOffset(plan, e, &RelayoutAxis::sourceStride)] = e;

  std::vector<SmallVector<int64_t>> registers(program.source.size());
  const BlockRegisters &source = program.source;
  ASSERT_EQ(source.elements.size(), size_t(numElements));
  ASSERT_EQ(source.offsets.size() * source.piece, size_t(numElements));
  for (int64_t i = 0; i < numElements; ++i) {
    auto at = memory.find(source.offsets[i / source.piece] + i % source.piece);
    ASSERT_NE(at, memory.end()) << "loads what is not in the block";
    ASSERT_EQ(at->second, source.elements[i]);
    registers[i / source.lanes].push_back(at->second);
  }
  for (const BlockShuffle &shuffle : program.shuffles) {
    ASSERT_LT(std::max(shuffle.first, shuffle.second), registers.size());
    SmallVector<int64_t> both(registers[shuffle.first]);
    both.append(registers[shuffle.second]);
    SmallVector<int64_t> result;
    for (int64_t lane : shuffle.mask)
      result.push_back(both[lane]);
    registers.push_back(result);
  }
  const BlockRegisters &dest = program.dest;
  ASSERT_EQ(program.results.size(), dest.size());
  ASSERT_EQ(dest.elements.size(), size_t(numElements));
  for (int64_t i = 0; i < numElements; ++i) {
    int64_t e = registers[program.results[i / dest.lanes]][i % dest.lanes];
    ASSERT_EQ(e, dest.elements[i]);
    ASSERT_EQ(dest.offsets[i / dest.piece] + i % dest.piece,
              getOffset(plan, e, &RelayoutAxis::destStride));
  }
}

/// Plans, checks and returns the number of shuffles; -1 without a program.
int64_t getShuffles(llvm::StringRef source, llvm::StringRef dest,
                    int64_t vectorBits = 512) {
  RelayoutPlan plan = makePlan(source, dest, vectorBits);
  auto program = getBlockProgram(plan, vectorBits);
  if (!program)
    return -1;
  checkProgram(plan, *program);
  return program->shuffles.size();
}

/// A plan whose block is a permutation of bits: in the order of the source, bit
/// i is the bit `order[i]` of the destination.
RelayoutPlan getBitPlan(llvm::ArrayRef<size_t> order, int64_t bits) {
  RelayoutPlan plan;
  plan.sourceBits = plan.destBits = bits;
  for (auto [i, place] : llvm::enumerate(order)) {
    RelayoutAxis axis;
    axis.extent = 2;
    axis.sourceStride = int64_t(1) << i;
    axis.destStride = int64_t(1) << place;
    plan.axes.axes.push_back(axis);
  }
  plan.sourceRun = plan.destRun = int64_t(1) << order.size();
  return plan;
}

} // namespace

TEST(BlockProgramTest, NumbersOfShuffles) {
  // Runs are copied.
  EXPECT_EQ(getShuffles("f32[64,256]", "f32[64,256]{1,0:T(8,128)}"), 0);
  // One step for each bit that comes into the lanes, over all registers.
  EXPECT_EQ(getShuffles("bf16[64,256]", "bf16[64,256]{1,0:T(8,128)(2,1)}"), 2);
  EXPECT_EQ(getShuffles("bf16[64,256]{1,0:T(8,128)(2,1)}", "bf16[64,256]"), 2);
  EXPECT_EQ(getShuffles("s8[64,256]", "s8[64,256]{1,0:T(8,128)(4,1)}"), 8);
  EXPECT_EQ(getShuffles("s8[64,256]{1,0:T(8,128)(4,1)}", "s8[64,256]"), 8);
  EXPECT_EQ(getShuffles("f32[64,64]", "f32[64,64]{0,1}"), 64);
  // Whole lines of the destination, which are two vectors here.
  EXPECT_EQ(getShuffles("f32[64,64]", "f32[64,64]{0,1}", 256), 48);
  // Of 16 and 8 bits, vectors are read in pieces of 128 bits.
  EXPECT_EQ(getShuffles("bf16[64,64]", "bf16[64,64]{0,1}"), 24);
  EXPECT_EQ(getShuffles("s8[64,64]", "s8[64,64]{0,1}"), 64);
  // Narrow elements of vectors of 256 bits are unpacked within 128 bits, and
  // exchange halves in a step of its own.
  EXPECT_EQ(getShuffles("bf16[64,256]", "bf16[64,256]{1,0:T(8,128)(2,1)}", 256),
            4);
  EXPECT_EQ(getShuffles("s8[64,256]", "s8[64,256]{1,0:T(8,128)(4,1)}", 256),
            12);
  EXPECT_EQ(getShuffles("s8[64,256]", "s8[64,256]{1,0:T(8,128)(4,1)}", 128), 8);
  // On the way back, halves are loaded where they belong, bytes and pairs are
  // sorted within 128 bits, and the rest is unpack instructions.
  EXPECT_EQ(getShuffles("bf16[64,256]{1,0:T(8,128)(2,1)}", "bf16[64,256]", 256),
            8);
  EXPECT_EQ(getShuffles("s8[64,256]{1,0:T(8,128)(4,1)}", "s8[64,256]", 256),
            24);
  // Lanes change places within one vector.
  EXPECT_EQ(getShuffles("f32[64,256]", "f32[64,256]{1,0:T(16)(2)(8,1)}"), 1);
  // Three colours: two shuffles for each vector.
  EXPECT_EQ(getShuffles("u8[4,64,64,3]", "u8[4,64,64,3]{2,1,3,0}"), 6);
  EXPECT_EQ(getShuffles("u8[4,64,64,3]{2,1,3,0}", "u8[4,64,64,3]"), 6);
}

TEST(BlockProgramTest, HalvesBackFromPairs) {
  auto program = getBlockProgram(
      makePlan("bf16[64,256]{1,0:T(8,128)(2,1)}", "bf16[64,256]", 256), 256);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->source.lanes, 16);
  EXPECT_EQ(program->source.piece, 8);
  EXPECT_EQ(program->dest.piece, 16);
  // No shuffle moves lanes across 128 bits, and those of two registers take
  // halves of 128 bits from each.
  for (const BlockShuffle &shuffle : program->shuffles)
    for (auto [to, from] : llvm::enumerate(shuffle.mask)) {
      EXPECT_EQ(from % 16 / 8, int64_t(to) / 8);
      if (shuffle.first != shuffle.second) {
        EXPECT_EQ(from % 4, int64_t(to) % 4);
        EXPECT_EQ(from / 16, int64_t(to) % 8 / 4);
      }
    }
}

TEST(BlockProgramTest, AllPermutationsOfFewBits) {
  for (size_t numBits = 1; numBits <= 6; ++numBits) {
    SmallVector<size_t> order(numBits);
    std::iota(order.begin(), order.end(), 0);
    do {
      RelayoutPlan plan = getBitPlan(order, 32);
      for (int64_t vectorBits : {128, 256}) {
        auto program = getBlockProgram(plan, vectorBits);
        ASSERT_TRUE(program);
        checkProgram(plan, *program);
        if (testing::Test::HasFatalFailure())
          return;
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(BlockProgramTest, RandomPermutationsOfManyBits) {
  std::mt19937_64 random(20261121);
  for (int i = 0; i < 300; ++i) {
    SmallVector<size_t> order(7 + i % 4);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    for (int64_t bits : {8, 16, 32, 64}) {
      RelayoutPlan plan = getBitPlan(order, bits);
      auto program = getBlockProgram(plan, 512);
      ASSERT_TRUE(program);
      checkProgram(plan, *program);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}

TEST(BlockProgramTest, NoProgram) {
  // Single elements are far apart on both sides.
  EXPECT_EQ(getShuffles("f32[5,5]", "f32[5,5]{0,1}"), -1);
}
