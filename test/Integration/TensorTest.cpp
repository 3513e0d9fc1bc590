//===- TensorTest.cpp - Programs on tensors with layouts, executed --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program is bufferized, lowered, compiled and run twice: with random
// layouts on its tensors and without any. Both must compute the same bits.
//
//===----------------------------------------------------------------------===//

#include "CompiledModule.h"
#include "RandomArrays.h"
#include "TensorPrograms.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// An array without a layout, or a number, to pass to a program.
class Operand {
public:
  /// `type` is as in `TensorProgram`.
  explicit Operand(llvm::StringRef type) {
    if (type.consume_front("index ")) {
      type.getAsInteger(10, number);
      return;
    }
    llvm::SmallVector<llvm::StringRef> parts;
    type.split('@').first.split(parts, 'x');
    // `index` ends in an x.
    element = type.split('@').first.ends_with("index") ? "index" : parts.back();
    int64_t elements = 1;
    for (llvm::StringRef part : parts) {
      bool isDynamic = part.consume_front("?");
      int64_t extent;
      if (isDynamic && part.empty())
        extent = 6;
      else if (part.getAsInteger(10, extent))
        break;
      shape.push_back(extent);
      elements *= extent;
    }
    bytes.assign(elements * getElementBytes(), 0xA5);
    descriptor.emplace(bytes.data(), shape);
    address = descriptor->get();
  }

  /// Fills an array with small numbers, different from call to call.
  void fill(std::mt19937_64 &random) {
    for (size_t at = 0; at < bytes.size(); at += getElementBytes()) {
      uint64_t value = pick(random, 1, 7);
      if (element == "i1")
        value &= 1;
      if (element == "f32" || element == "bf16") {
        float number = pick(random, 16, 64) / 64.0f;
        uint32_t bits;
        memcpy(&bits, &number, 4);
        value = element == "f32" ? bits : bits >> 16;
      }
      memcpy(&bytes[at], &value, getElementBytes());
    }
  }

  void append(std::vector<void *> &arguments) {
    arguments.push_back(descriptor ? static_cast<void *>(&address) : &number);
  }

  /// True if nothing was written.
  bool isUntouched() const {
    return llvm::all_of(bytes, [](uint8_t byte) { return byte == 0xA5; });
  }

  /// Compares bits; one NaN is as good as another.
  void expectEqual(const Operand &expected) const {
    for (size_t at = 0; at < bytes.size(); at += getElementBytes()) {
      if (element == "f32" && std::isnan(getFloat(at)) &&
          std::isnan(expected.getFloat(at)))
        continue;
      ASSERT_EQ(memcmp(&bytes[at], &expected.bytes[at], getElementBytes()), 0)
          << "element " << at / getElementBytes() << " differs: "
          << llvm::toHex(llvm::ArrayRef(&bytes[at], getElementBytes()))
          << " instead of "
          << llvm::toHex(
                 llvm::ArrayRef(&expected.bytes[at], getElementBytes()));
    }
  }

private:
  size_t getElementBytes() const {
    return element == "i1" || element == "i8"      ? 1
           : element == "bf16" || element == "i16" ? 2
           : element == "index"                    ? 8
                                                   : 4;
  }

  float getFloat(size_t at) const {
    float value;
    memcpy(&value, &bytes[at], 4);
    return value;
  }

  std::string element;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
  std::optional<Descriptor> descriptor;
  void *address = nullptr;
  int64_t number = 0;
};

/// Calls a program with arguments that depend on `seed` only.
std::vector<Operand> run(CompiledModule &module, const TensorProgram &program,
                         int number, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Operand> operands;
  for (const std::string &argument : program.arguments) {
    operands.emplace_back(argument);
    operands.back().fill(random);
  }
  for (const std::string &result : program.results)
    operands.emplace_back(result);
  // A descriptor points to its operand's bytes, which moving keeps.
  std::vector<void *> arguments;
  for (Operand &operand : operands)
    operand.append(arguments);
  module.call("f" + std::to_string(number), arguments);
  return operands;
}

std::string write(llvm::ArrayRef<TensorProgram> programs,
                  llvm::ArrayRef<Layouts> layouts) {
  std::string source;
  for (auto [number, program] : llvm::enumerate(programs))
    source += writeTensorProgram(program, number,
                                 layouts.empty() ? nullptr : &layouts[number]);
  return source;
}

/// Runs the programs without layouts, and `times` with other layouts.
void expectSameResults(llvm::ArrayRef<TensorProgram> programs, int times) {
  const char *pipeline = "tiled-layout-to-llvm-pipeline";
  CompiledModule plain(write(programs, {}), pipeline);
  ASSERT_TRUE(plain);
  std::mt19937_64 random(20261121); // Fixed: a failure must be repeatable.
  for (int time = 0; time < times; ++time) {
    std::vector<Layouts> layouts;
    for (const TensorProgram &program : programs)
      layouts.push_back(getRandomLayouts(random, program));
    CompiledModule tiled(write(programs, layouts), pipeline);
    ASSERT_TRUE(tiled);
    for (auto [number, program] : llvm::enumerate(programs)) {
      SCOPED_TRACE(writeTensorProgram(program, number, &layouts[number]));
      std::vector<Operand> expected = run(plain, program, number, number);
      std::vector<Operand> actual = run(tiled, program, number, number);
      for (size_t i = 0; i < actual.size(); ++i) {
        actual[i].expectEqual(expected[i]);
        if (i >= program.arguments.size()) {
          EXPECT_FALSE(actual[i].isUntouched()) << "nothing was written";
        }
        if (testing::Test::HasFailure())
          return;
      }
    }
  }
}

} // namespace

TEST(TensorTest, Elementwise) {
  expectSameResults(getElementwisePrograms(), 1);
}

TEST(TensorTest, Linalg) { expectSameResults(getLinalgPrograms(), 1); }

TEST(TensorTest, Structure) { expectSameResults(getStructurePrograms(), 3); }
