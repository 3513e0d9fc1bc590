//===- PackedColumnsTest.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOf.h"

#include "tiled_layout/Relayout/PackedColumns.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

static std::optional<PackedColumns> getColumns(llvm::StringRef source,
                                               llvm::StringRef dest,
                                               PlanOptions options = {}) {
  options.fillsPadding = true;
  RelayoutPlan plan = getPlan(source, dest, options);
  std::optional<PackedColumns> columns = getPackedColumns(plan, options);
  // Only such plans fill padding.
  if (plan.fillsPadding)
    EXPECT_TRUE(columns);
  return plan.fillsPadding ? columns : std::nullopt;
}

TEST(PackedColumnsTest, RowsOfATileAreColumns) {
  auto bits =
      getColumns("pred[509,511]", "pred[509,511]{1,0:T(32,128)(32,1)E(1)}");
  ASSERT_TRUE(bits);
  EXPECT_EQ(bits->numRuns, 32);
  EXPECT_EQ(bits->lanes, 64);
  EXPECT_TRUE(bits->runAxis);
  // Rows that a matrix lacks are columns, too.
  auto batch =
      getColumns("s4[70,9,24]", "s4[70,9,24]{2,1,0:T(8,128)(8,1)E(4)}");
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->numRuns, 8);
  EXPECT_EQ(batch->lanes, 64);
  // One run.
  auto rows = getColumns("s4[5,7,100]", "s4[5,7,100]{2,1,0:T(8,128)E(4)}");
  ASSERT_TRUE(rows);
  EXPECT_FALSE(rows->runAxis);
  EXPECT_EQ(rows->numRuns, 1);
}

TEST(PackedColumnsTest, PaddingThatIsNotFilledIsMasked) {
  auto getMasked = [](llvm::StringRef source, llvm::StringRef dest,
                      PlanOptions options = {}) {
    RelayoutPlan plan = getPlan(source, dest, options);
    EXPECT_FALSE(plan.fillsPadding);
    return plan.masksColumns ? getPackedColumns(plan, options) : std::nullopt;
  };
  const char *rows = "pred[509,511]";
  const char *bits = "pred[509,511]{1,0:T(32,128)(32,1)E(1)}";
  auto pack = getMasked(rows, bits);
  ASSERT_TRUE(pack);
  EXPECT_TRUE(pack->packsDest);
  EXPECT_EQ(pack->numRuns, 32);
  EXPECT_EQ(pack->lanes, 64);
  auto unpack = getMasked(bits, rows);
  ASSERT_TRUE(unpack);
  EXPECT_FALSE(unpack->packsDest);
  EXPECT_EQ(unpack->numRuns, 32);
  // Nine of 32 rows and 24 of 128 columns are whole columns, too.
  auto batch =
      getMasked("pred[70,9,24]{2,1,0:T(32,128)(32,1)E(1)}", "pred[70,9,24]");
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->numRuns, 32);
  EXPECT_EQ(batch->lanes, 64);
  // Without masks for bytes, what is loaded is selected, but not what is
  // stored.
  PlanOptions words;
  words.maskedBits = 32;
  EXPECT_TRUE(getMasked(rows, bits, words));
  EXPECT_FALSE(getMasked(bits, rows, words));
  // Nothing is padding, a column is less than a byte, and rows go through a
  // buffer.
  EXPECT_FALSE(
      getMasked("pred[64,256]", "pred[64,256]{1,0:T(32,128)(32,1)E(1)}"));
  EXPECT_FALSE(getMasked("pred[9,100]", "pred[9,100]{1,0:T(8,128)(2,1)E(1)}"));
  PlanOptions streams;
  streams.streamingBytes = 1024;
  EXPECT_FALSE(getMasked("pred[64,700]{1,0:T(32,128)(32,1)E(1)}",
                         "pred[64,700]", streams));
}

TEST(PackedColumnsTest, OtherPaddingIsFilledOnItsOwn) {
  // No padding, padding behind the tiles, and a transpose.
  EXPECT_FALSE(
      getColumns("pred[64,256]", "pred[64,256]{1,0:T(32,128)(32,1)E(1)}"));
  EXPECT_FALSE(getColumns("pred[33,65]",
                          "pred[33,65]{1,0:T(32,128)(32,1)L(65536)E(1)}"));
  EXPECT_FALSE(
      getColumns("pred[509,511]", "pred[509,511]{0,1:T(32,128)(32,1)E(1)}"));
  // Elements that get wider.
  EXPECT_FALSE(
      getColumns("pred[509,511]{1,0:E(1)}", "pred[509,511]{1,0:T(32,128)}"));
}
