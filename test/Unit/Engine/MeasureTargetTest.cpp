//===- MeasureTargetTest.cpp - What follows from measurements -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/MeasureTarget.h"

#include "tiled_layout/Target/Target.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;

namespace {

constexpr int64_t mib = 1 << 20;

/// Returns what is chosen for ratios at 1, 2, 4, ... MiB.
int64_t choose(std::initializer_list<double> ratios, int64_t current) {
  std::vector<StreamingSample> samples;
  for (double ratio : ratios)
    samples.push_back({mib << samples.size(), ratio});
  return chooseStreamingBytes(samples, current);
}

} // namespace

TEST(MeasureTargetTest, NoSampleDecidesAloneFromWhereOnStoresStream) {
  EXPECT_EQ(choose({1.4, 1.3, 0.8, 0.7, 0.7}, 0), 2 * mib);
  EXPECT_EQ(choose({1.4, 1.3, 0.8, 1.05, 0.7}, 0), 2 * mib);
  // The largest array is slower by chance.
  EXPECT_EQ(choose({1.4, 1.3, 0.8, 0.7, 1.02}, 16 * mib), 2 * mib);
}

TEST(MeasureTargetTest, StreamingIsForAllSizesOrNone) {
  EXPECT_EQ(choose({0.9, 0.8, 0.7}, 2 * mib), 0);
  EXPECT_EQ(choose({1.4, 1.3, 1.2}, mib), 4 * mib);
}

TEST(MeasureTargetTest, SmallGainsChangeNothing) {
  EXPECT_EQ(choose({1.4, 0.98, 0.99, 0.7}, 3 * mib), 3 * mib);
  EXPECT_EQ(choose({1.0, 1.0, 1.0}, 2 * mib), 2 * mib);
  // Between two sizes nothing is known.
  EXPECT_EQ(choose({1.4, 1.3, 0.8, 0.7}, 3 * mib), 3 * mib);
}

TEST(MeasureTargetTest, SmallArraysAreMeasured) {
  llvm::Expected<Target> target = getNamedTarget("host");
  ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
  int64_t before = target->smallBytes;
  std::string text;
  llvm::raw_string_ostream progress(text);
  llvm::Error error = measureField(*target, "small-bytes", progress);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  EXPECT_EQ(text.find("small-bytes: " + std::to_string(before) + " takes 1.00"),
            0u)
      << text;
  EXPECT_NE(text.find(" 32768 takes "), std::string::npos) << text;
  // What is chosen is among what was measured.
  EXPECT_NE(text.find(" " + std::to_string(target->smallBytes) + " takes "),
            std::string::npos)
      << text;
}

TEST(MeasureTargetTest, OtherFieldsAreRefused) {
  Target target;
  EXPECT_EQ(llvm::toString(measureField(target, "dot-bf16", llvm::nulls())),
            "'dot-bf16' is not measured by relayouts");
}
