//===- ReportsTest.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileTestSupport.h"

#include "tiled_layout/Layout/Interop/Jax.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Profile/Limit.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using testing::ElementsAre;

static Program readScheduled(llvm::StringRef text) {
  return readHlo(("HloModule m, is_scheduled=true\n" + text).str());
}

TEST(ReportsTest, PeakOfAChain) {
  Program program = readScheduled("ENTRY e {\n"
                                  "  p = s8[10] parameter(0)\n"
                                  "  a = s8[100] add(p)\n"
                                  "  b = s8[200] add(a)\n"
                                  "  c = s8[20] add(b)\n"
                                  "  ROOT d = s8[30] add(c, p)\n}\n");
  std::optional<Peak> peak = getPeak(program);
  ASSERT_TRUE(peak);
  EXPECT_EQ(peak->bytes, 310);
  EXPECT_EQ(toString(peak->at), "e/b");
  ASSERT_EQ(peak->buffers.size(), 3u);
  EXPECT_EQ(toString(peak->buffers[0].name), "e/b");
}

// Views keep what they look at alive; a tuple's element only itself.
TEST(ReportsTest, PeakThroughTuples) {
  std::optional<Peak> peak =
      getPeak(readScheduled("ENTRY e {\n"
                            "  p = s8[1] parameter(0)\n"
                            "  a = s8[100] add(p)\n"
                            "  b = s8[50] add(p)\n"
                            "  t = (s8[100], s8[50]) tuple(a, b)\n"
                            "  x = s8[50] get-tuple-element(t), index=1\n"
                            "  y = s8[50] bitcast(x)\n"
                            "  c = s8[120] add(p)\n"
                            "  ROOT d = s8[7] add(c, y)\n}\n"));
  EXPECT_EQ(peak->bytes, 1 + 50 + 120 + 7);
}

TEST(ReportsTest, PeakWithinALoop) {
  // The names of the peak are the program's.
  Program program = readScheduled(
      "body {\n  p = (s8[40]) parameter(0)\n  g = s8[40] "
      "get-tuple-element(p), index=0\n  big = s8[500] add(g)\n  r "
      "= s8[40] add(big)\n  ROOT t = (s8[40]) tuple(r)\n}\nENTRY "
      "e {\n  p = s8[40] parameter(0)\n  t = (s8[40]) tuple(p)\n  "
      "w = (s8[40]) while(t), body=body, condition=c\n  ROOT g = "
      "s8[40] get-tuple-element(w), index=0\n}\n");
  std::optional<Peak> peak = getPeak(program);
  EXPECT_EQ(peak->bytes, 40 + 500 + 40);
  EXPECT_EQ(toString(peak->at), "body/r");
}

TEST(ReportsTest, NoPeakWithoutASchedule) {
  EXPECT_FALSE(getPeak(readEntry("p = f32[] parameter(0)")));
}

TEST(ReportsTest, Boundary) {
  Analysis analysis(
      readEntry("p = f32[20,300]{1,0} parameter(0)\n"
                "q = f32[20,300]{1,0} parameter(1)\n"
                "a = f32[20,300]{0,1:T(8,128)} copy(p)\n"
                "b = f32[300,20]{1,0:T(8,128)} transpose(p), dimensions={1,0}\n"
                "c = f32[20,300]{0,1} copy(q)\n"
                "d = f32[20,300]{1,0} add(q, c)\n"
                "e = f32[20,300]{0,1} add(a, b)\n"
                "r = f32[20,300]{1,0} copy(e)\n"
                "ROOT t = (f32[20,300]{1,0}, f32[20,300]{1,0}) tuple(d, r)"));
  ASSERT_EQ(analysis.boundary.size(), 2u);
  // The transposition wants what the copy wants.
  EXPECT_EQ(analysis.boundary[0].place, "parameter p");
  EXPECT_EQ(toString(analysis.boundary[0].wanted), "{0,1:T(8,128)}");
  EXPECT_EQ(analysis.boundary[0].relayouts.size(), 2u);
  EXPECT_EQ(analysis.boundary[1].place, "result 1");
  EXPECT_EQ(toString(analysis.boundary[1].wanted), "{0,1}");
}

TEST(ReportsTest, JaxText) {
  auto textOf = [](llvm::StringRef layout) {
    llvm::Expected<std::string> text =
        toJaxLayout(llvm::cantFail(parseLayout(layout)));
    return text ? *text : llvm::toString(text.takeError());
  };
  EXPECT_EQ(textOf("{0,1:T(8,128)(2,1)}"),
            "Layout(major_to_minor=(1, 0), tiling=((8, 128), (2, 1)))");
  EXPECT_EQ(textOf("{0:T(1024)E(4)}"),
            "Layout(major_to_minor=(0,), tiling=((1024,),), "
            "sub_byte_element_size_in_bits=4)");
  EXPECT_EQ(textOf("{}"), "Layout(major_to_minor=())");
  EXPECT_EQ(textOf("{0:L(8)}"),
            "layout has L(8), which JAX's Layout cannot say");
  EXPECT_EQ(textOf("{1,0:T(*,8)}"),
            "level 1 has an entry that is no number, which JAX cannot say");
}

TEST(ReportsTest, Differences) {
  Program before = readEntry("p = f32[9,3]{1,0} parameter(0)\n"
                             "a = f32[9,3]{0,1} copy(p)\n"
                             "b = f32[9,3]{0,1:T(8,128)} copy(p)");
  Program after = readEntry("p = f32[9,3]{1,0} parameter(0)\n"
                            "renamed = f32[9,3]{0,1} copy(p)\n"
                            "c = f32[9,3]{1,0:T(8,128)} copy(p)");
  Difference difference = getDifference(getProfile(before), getProfile(after));
  ASSERT_EQ(difference.relayouts.size(), 2u);
  EXPECT_EQ(difference.relayouts[0].name, "main/c");
  EXPECT_EQ(difference.relayouts[0].before, 0);
  EXPECT_EQ(difference.relayouts[1].name, "main/b");
  EXPECT_EQ(difference.relayouts[1].after, 0);
  EXPECT_EQ(difference.padding.size(), 2u);
}

TEST(ReportsTest, Limits) {
  Program program = readEntry("p = f32[1]{0:T(4)} parameter(0)");
  Profile profile = getProfile(program);
  auto isAbove = [&](llvm::StringRef text) {
    return llvm::cantFail(checkLimit(llvm::cantFail(parseLimit(text)), profile,
                                     std::nullopt))
        .has_value();
  };
  EXPECT_TRUE(isAbove("padding>74.9%"));
  EXPECT_FALSE(isAbove("padding>75%"));
  EXPECT_TRUE(isAbove("padding>11B"));
  EXPECT_FALSE(isAbove("padding > 12 B"));
  EXPECT_FALSE(isAbove("relayouts>0GB"));
  for (llvm::StringRef text :
       {"", "padding", "padding<1%", "padding>x", "padding>1XB", "size>1GB",
        "relayouts>20%", "padding>"}) {
    llvm::Expected<Limit> limit = parseLimit(text);
    EXPECT_FALSE(limit) << text.str();
    llvm::consumeError(limit.takeError());
  }
}

TEST(ReportsTest, Numbers) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(999), "999 B");
  EXPECT_EQ(formatBytes(1347584), "1.35 MB");
  EXPECT_EQ(formatBytes(999999), "1.00 MB");
  EXPECT_EQ(formatBytes(std::numeric_limits<int64_t>::max()), "9.22 EB");
  EXPECT_EQ(formatCount(1234567), "1,234,567");
  EXPECT_EQ(formatCount(123), "123");
  EXPECT_EQ(formatTime(1347584, 800e9), "1.68 µs");
  EXPECT_EQ(formatShare(1, 8), "12.5 %");
}
