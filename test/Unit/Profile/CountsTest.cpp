//===- CountsTest.cpp - Each definition of docs/Profile.md ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileTestSupport.h"

#include "tiled_layout/Layout/Text.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using testing::ElementsAre;

//===----------------------------------------------------------------------===//
// Computations
//===----------------------------------------------------------------------===//

static ComputationInfo getInfo(const Program &program, llvm::StringRef name) {
  std::vector<ComputationInfo> infos = getComputationInfos(program);
  return infos[&getComputation(program, name) - program.computations.data()];
}

/// Computations `a` to `d` and an entry that has this instruction.
static Program getCaller(llvm::StringRef instruction,
                         llvm::StringRef inA = "") {
  std::string text = "HloModule m\n";
  for (const char *name : {"b", "c", "d"})
    text += std::string(name) + " {\n  p = f32[] parameter(0)\n}\n";
  text += ("a {\n  p = f32[] parameter(0)\n" + inA + "\n}\nENTRY e {\n  p = " +
           "f32[] parameter(0)\n  " + instruction + "\n}\n")
              .str();
  return readHlo(text);
}

TEST(CountsTest, ClassesOfComputations) {
  auto kindOf = [](llvm::StringRef instruction, llvm::StringRef name = "a",
                   llvm::StringRef inA = "") {
    return getInfo(getCaller(instruction, inA), name).kind;
  };
  constexpr auto Real = ComputationClass::Real;
  constexpr auto Fused = ComputationClass::Fused;
  constexpr auto Applied = ComputationClass::Applied;
  EXPECT_EQ(kindOf("x = f32[] reduce(p, p), to_apply=a"), Applied);
  EXPECT_EQ(kindOf("x = f32[] call(p), to_apply=a"), Real);
  EXPECT_EQ(kindOf("x = f32[] all-reduce-start(p), to_apply=%a"), Applied);
  EXPECT_EQ(kindOf("x = f32[] call-start(p), to_apply=%a"), Real);
  EXPECT_EQ(kindOf("x = f32[] sort(p), comparator=a"), Applied);
  EXPECT_EQ(kindOf("x = f32[] select-and-scatter(p), select=b, scatter=a"),
            Applied);
  EXPECT_EQ(kindOf("x = f32[] custom-call(p), called_computations={%b, %a}"),
            Applied);
  EXPECT_EQ(kindOf("x = f32[] fusion(p), calls=a"), Fused);
  EXPECT_EQ(kindOf("x = f32[] fusion-start(p), calls=a"), Fused);
  EXPECT_EQ(kindOf("x = (f32[]) async-start(p), calls=a"), Real);
  EXPECT_EQ(kindOf("x = f32[] while(p), condition=b, body=a"), Real);
  EXPECT_EQ(
      kindOf("x = f32[] conditional(p, p, p), branch_computations={a, b}"),
      Real);
  EXPECT_EQ(kindOf("x = f32[] add(p, p)"), Real);
  // Done and update name what the start has named.
  EXPECT_EQ(kindOf("x = f32[] fusion-done(p), calls=a"), Real);
  EXPECT_EQ(kindOf("x = f32[] all-reduce-update(p), to_apply=a"), Real);
  // Applied comes before fused, and both pass on to what is called.
  EXPECT_EQ(
      kindOf("x = f32[] fusion(p), calls=a\n y = f32[] map(p), to_apply=a"),
      Applied);
  EXPECT_EQ(kindOf("x = f32[] map(p), to_apply=a", "d",
                   "  x = f32[] fusion(p), calls=d"),
            Applied);
  EXPECT_EQ(kindOf("x = f32[] fusion(p), calls=a", "d",
                   "  x = f32[] call(p), to_apply=d"),
            Fused);
}

TEST(CountsTest, Trips) {
  llvm::StringRef inA = "  w = f32[] while(p), body=b, condition=c, "
                        "backend_config={\"known_trip_count\":{\"n\":\"5\"}}\n"
                        "  v = f32[] while(p), body=d, condition=d";
  llvm::StringRef loop = "w = f32[] while(p), body=a, condition=c, "
                         "backend_config={\"known_trip_count\":{\"n\":\"7\"}}";
  Program program = getCaller(loop, inA);
  EXPECT_EQ(getInfo(program, "e").trips, 1);
  EXPECT_EQ(getInfo(program, "a").trips, 7);
  EXPECT_EQ(getInfo(program, "b").trips, 35);
  EXPECT_EQ(getInfo(program, "c").trips, 7 + 35);
  EXPECT_TRUE(getInfo(program, "c").tripsKnown);
  // A body and a condition: two namings, each once a run of the caller.
  EXPECT_EQ(getInfo(program, "d").trips, 14);
  EXPECT_FALSE(getInfo(program, "d").tripsKnown);
  // Unknown passes on to what is called.
  Program unknown = getCaller("w = f32[] while(p), body=a, condition=c", inA);
  EXPECT_FALSE(getInfo(unknown, "b").tripsKnown);
  EXPECT_EQ(getInfo(unknown, "b").trips, 5);
  // Nothing names b.
  Program unnamed = getCaller("x = f32[] fusion(p), calls=a");
  EXPECT_EQ(getInfo(unnamed, "b").trips, 0);
  EXPECT_TRUE(getInfo(unnamed, "b").tripsKnown);
  // The done of a call is no call.
  Program async = getCaller("x = (f32[]) call-start(p), to_apply=a\n"
                            "  y = (f32[]) call-update(x), to_apply=a\n"
                            "  z = f32[] call-done(y), to_apply=a");
  EXPECT_EQ(getInfo(async, "a").trips, 1);
}

TEST(CountsTest, ComputationsThatCallThemselves) {
  Program program =
      readHlo("HloModule m\na {\n  x = f32[] call(), to_apply=a\n"
              "}\nENTRY e {\n  y = f32[] call(), to_apply=a\n}\n");
  EXPECT_EQ(getInfo(program, "a").kind, ComputationClass::Real);
  EXPECT_EQ(getProfile(program).buffers.count, 0);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static std::vector<int64_t> getBuffers(const Program &program) {
  BufferTotals totals = getProfile(program).buffers;
  return {totals.count, totals.logicalBytes, totals.paddedBytes};
}

TEST(CountsTest, ResultsThatAreNoBuffers) {
  for (llvm::StringRef opcode :
       {"tuple", "get-tuple-element", "bitcast", "while", "conditional", "call",
        "opt-barrier", "after-all", "add-dependency", "domain", "send", "recv",
        "copy-start", "async-update", "anything-start"})
    EXPECT_THAT(getBuffers(readEntry(("x = f32[8]{0} " + opcode + "()").str())),
                ElementsAre(0, 0, 0))
        << opcode.str();
  for (llvm::StringRef opcode :
       {"parameter", "constant", "add", "recv-done", "copy-done", "fusion"})
    EXPECT_THAT(getBuffers(readEntry(("x = f32[8]{0} " + opcode + "()").str())),
                ElementsAre(1, 32, 32))
        << opcode.str();
}

TEST(CountsTest, OnlyOfRealComputations) {
  Program program = readHlo(
      "HloModule m\nadd {\n  x = f32[100] parameter(0)\n  y = f32[100] "
      "negate(x)\n}\nf {\n  x = f32[200] parameter(0)\n  y = f32[200] "
      "negate(x)\n}\nb {\n  x = f32[300] parameter(0)\n  y = f32[2] "
      "negate(x)\n}\nENTRY e {\n  p = f32[1] parameter(0)\n  q = f32[1] "
      "fusion(p), calls=f\n  r = f32[1] reduce(p), to_apply=add\n  s = f32[1] "
      "call(p), to_apply=b\n}\n");
  EXPECT_THAT(getBuffers(program), ElementsAre(4, 4 + 4 + 4 + 8, 20));
}

TEST(CountsTest, AsyncOperationsCountOnce) {
  // In the computation that the start runs.
  EXPECT_THAT(getBuffers(readHlo(
                  "HloModule m\nw {\n  x = f32[8] parameter(0)\n  y = f32[8] "
                  "negate(x)\n}\nENTRY e {\n  p = f32[8] parameter(0)\n  s = "
                  "((f32[8]), f32[8], u32[]) async-start(p), calls=w\n  u = "
                  "((f32[8]), f32[8], u32[]) async-update(s), calls=w\n  d = "
                  "f32[8] async-done(u), calls=w\n}\n")),
              ElementsAre(2, 64, 64));
  // At the done, where the start names nothing or no real computation.
  EXPECT_THAT(getBuffers(readHlo(
                  "HloModule m\nadd {\n  x = f32[] parameter(0)\n}\nENTRY e "
                  "{\n  p = f32[8] parameter(0)\n  s = f32[8] "
                  "all-reduce-start(p), to_apply=add\n  d = f32[8] "
                  "all-reduce-done(s)\n  c = (f32[8], f32[8], u32[]) "
                  "copy-start(p)\n  e = f32[8] copy-done(c)\n}\n")),
              ElementsAre(3, 96, 96));
}

TEST(CountsTest, TuplesAreTakenApart) {
  EXPECT_THAT(getBuffers(readEntry("x = (f32[3]{0:T(128)}, (s8[2], token[]), "
                                   "/*index=2*/opaque[]) custom-call()")),
              ElementsAre(2, 12 + 2, 512 + 2));
}

TEST(CountsTest, SizesOfShapes) {
  auto sizesOf = [](llvm::StringRef type) {
    std::vector<int64_t> buffers =
        getBuffers(readEntry(("x = " + type + " add()").str()));
    return std::make_pair(buffers[1], buffers[2]);
  };
  using Sizes = std::pair<int64_t, int64_t>;
  EXPECT_EQ(sizesOf("bf16[20,300]{0,1:T(8,128)(2,1)}"), Sizes(12000, 77824));
  EXPECT_EQ(sizesOf("bf16[20,300]{1,0:T(8,128)(2,1)}"), Sizes(12000, 18432));
  EXPECT_EQ(sizesOf("f32[]"), Sizes(4, 4));
  EXPECT_EQ(sizesOf("f32[]{:T(128)}"), Sizes(4, 512));
  EXPECT_EQ(sizesOf("pred[10]"), Sizes(10, 10));
  EXPECT_EQ(sizesOf("pred[10]{0:E(32)}"), Sizes(40, 40));
  EXPECT_EQ(sizesOf("s4[9]"), Sizes(9, 9));
  EXPECT_EQ(sizesOf("s4[9]{0:E(4)}"), Sizes(5, 5));
  EXPECT_EQ(sizesOf("s4[9]{0:T(16)E(4)}"), Sizes(5, 8));
  EXPECT_EQ(sizesOf("f32[5]{0:L(8)}"), Sizes(20, 32));
  EXPECT_EQ(sizesOf("f32[0,7]{1,0:T(8,128)}"), Sizes(0, 0));
  EXPECT_EQ(sizesOf("f32[<=7]"), Sizes(28, 28));
  EXPECT_EQ(sizesOf("f32[?,3]"), Sizes(12, 12));
}

TEST(CountsTest, MemorySpacesAndUnknownExtents) {
  Program program = readEntry("x = f32[4]{0:S(1)} add()\n"
                              "y = f32[4]{0} add()\n"
                              "z = f32[?]{0:S(1)} add()");
  Profile profile = getProfile(program);
  EXPECT_EQ(profile.memorySpaces.at(0).count, 1);
  EXPECT_EQ(profile.memorySpaces.at(1).count, 2);
  EXPECT_EQ(profile.memorySpaces.at(1).paddedBytes, 20);
  EXPECT_THAT(profile.warnings,
              ElementsAre("extents '?' of f32[?]{0:S(1)} count as 1"));
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

static std::pair<std::string, int64_t> getBest(llvm::StringRef shape) {
  BestOrder best = getBestOrder(llvm::cantFail(parseShape(shape)));
  return {toString(best.layout), best.paddedBytes};
}

TEST(CountsTest, BestOrders) {
  using Best = std::pair<std::string, int64_t>;
  EXPECT_EQ(getBest("bf16[20,300]{0,1:T(8,128)(2,1)}"),
            Best("{1,0:T(8,128)(2,1)}", 18432));
  // The source of a published copy, 1 GB to 32 GB, padded nothing.
  EXPECT_EQ(getBest("s32[8388608,8,4]{2,1,0:T(8,128)}"),
            Best("{0,1,2:T(8,128)}", int64_t(1) << 30));
  // Row-major comes first among equals, and keeps L, E and S.
  EXPECT_EQ(getBest("f32[3,3,3]{0,1,2:L(8)S(1)}"),
            Best("{2,1,0:L(8)S(1)}", 128));
  // Else the first list from major to minor: [1, 0, 2].
  EXPECT_EQ(getBest("f32[2,8,128]{0,1,2:T(8,128)}"),
            Best("{2,1,0:T(8,128)}", 8192));
  EXPECT_EQ(getBest("f32[8,2,128]{0,1,2:T(8,128)}"),
            Best("{2,0,1:T(8,128)}", 8192));
  EXPECT_EQ(getBest("f32[]{:T(128)}"), Best("{:T(128)}", 512));
  EXPECT_EQ(getBest("f32[0,4]{0,1:T(8,128)}"), Best("{1,0:T(8,128)}", 0));
  // Twelve dimensions, all of which the tile reaches: too many orders.
  EXPECT_EQ(
      getBest("f32[2,3,2,2,2,2,2,2,2,2,2,2]{0,11,10,9,8,7,6,5,4,3,2,1:T(2,"
              "2,2,2,2,2,2,2,2,2,2,2)}")
          .first,
      "{0,11,10,9,8,7,6,5,4,3,2,1:T(2,2,2,2,2,2,2,2,2,2,2,2)}");
}

TEST(CountsTest, PaddingIsSortedByWaste) {
  Program program =
      readEntry("b = f32[3]{0:T(4)} add(), metadata={op_name=\"x\"}\n"
                "a = f32[3]{0:T(4)} add()\n"
                "t = (f32[3]{0:T(4)}, f32[3]{0:T(4)}) fusion()\n"
                "c = f32[7]{0:T(8)S(2)} add()\n"
                "d = f32[7]{0:T(8)} add()\n"
                "e = f32[4]{0:T(4)} add()");
  Profile profile = getProfile(program);
  ASSERT_EQ(profile.padding.size(), 3u);
  EXPECT_EQ(profile.padding[0].array->text, "f32[3]{0:T(4)}");
  EXPECT_EQ(profile.padding[0].count, 4);
  EXPECT_EQ(profile.padding[0].getWaste(), 16);
  EXPECT_EQ(profile.padding[0].opName, "x");
  ASSERT_EQ(profile.padding[0].instructions.size(), 3u);
  EXPECT_EQ(toString(profile.padding[0].instructions[0]), "main/a");
  // Of equal waste: ')' comes before 'S'.
  EXPECT_EQ(profile.padding[1].array->text, "f32[7]{0:T(8)S(2)}");
  EXPECT_EQ(profile.padding[2].array->text, "f32[7]{0:T(8)}");
}

//===----------------------------------------------------------------------===//
// Relayouts
//===----------------------------------------------------------------------===//

static std::string getClass(llvm::StringRef from, llvm::StringRef to,
                            ElementMap map = ElementMap::Identity,
                            llvm::ArrayRef<int64_t> permutation = {}) {
  llvm::Expected<RelayoutAnswer> answer =
      classifyRelayout(llvm::cantFail(parseShape(from)),
                       llvm::cantFail(parseShape(to)), map, permutation);
  if (!answer)
    return llvm::toString(answer.takeError());
  return toString(answer->kind).str();
}

TEST(CountsTest, ClassesOfCopies) {
  EXPECT_EQ(getClass("f32[8,128]{1,0}", "f32[8,128]{1,0:T(8,128)}"), "view");
  EXPECT_EQ(getClass("f32[8,128]{1,0}", "f32[8,128]{1,0:T(8,128)S(1)}"),
            "memory space");
  // Same positions, other sizes.
  EXPECT_EQ(getClass("f32[5]{0}", "f32[5]{0:T(8)}"), "repack");
  EXPECT_EQ(getClass("f32[3]{0}", "f32[3]{0:T(8)}"), "transposition");
  EXPECT_EQ(getClass("f32[16,128]{1,0}", "f32[16,128]{0,1}"), "transposition");
  EXPECT_EQ(getClass("f32[16,256]{1,0}", "f32[16,256]{1,0:T(8,128)}"),
            "repack");
  // 16 bytes: 4 elements of 32 bits are a run, 3 are not.
  EXPECT_EQ(getClass("f32[9,4]{1,0}", "f32[9,4]{1,0:T(1,8)}"), "repack");
  EXPECT_EQ(getClass("f32[9,3]{1,0}", "f32[9,3]{1,0:T(1,8)}"), "transposition");
  EXPECT_EQ(getClass("c128[9,3]{1,0}", "c128[9,3]{0,1}"), "repack");
  EXPECT_EQ(getClass("f32[0,3]{1,0}", "f32[0,3]{0,1:S(1)}"), "memory space");
  EXPECT_EQ(getClass("f32[7]{0}", "f32[8]{0}"),
            "elements of f32[8]{0} are not those of f32[7]{0}");
}

TEST(CountsTest, ClassesAcrossElementSizes) {
  EXPECT_EQ(getClass("pred[1]{0}", "pred[1]{0:E(32)}"), "transposition");
  // Elements of 8 bits, four positions apart, begin where those of 32 do.
  EXPECT_EQ(getClass("pred[8,1]{1,0:T(1,4)}", "pred[8,1]{1,0:E(32)}"), "view");
  EXPECT_EQ(getClass("pred[64]{0}", "pred[64]{0:E(32)}"), "repack");
  EXPECT_EQ(getClass("s4[64]{0}", "s4[64]{0:E(4)}"), "repack");
  EXPECT_EQ(getClass("s4[31]{0}", "s4[31]{0:E(4)}"), "transposition");
}

TEST(CountsTest, ClassesOfTranspositionsAndReshapes) {
  constexpr ElementMap T = ElementMap::Transpose, R = ElementMap::Reshape;
  EXPECT_EQ(getClass("f32[4,8]{1,0}", "f32[8,4]{0,1}", T, {1, 0}), "view");
  EXPECT_EQ(getClass("f32[4,8]{1,0}", "f32[8,4]{1,0}", T, {1, 0}),
            "transposition");
  EXPECT_EQ(getClass("f32[2,3,8]{2,1,0}", "f32[3,2,8]{2,1,0}", T, {1, 0, 2}),
            "repack");
  EXPECT_EQ(getClass("f32[2,3,5]{2,1,0}", "f32[5,2,3]{0,2,1}", T, {2, 0, 1}),
            "view");
  EXPECT_EQ(getClass("f32[4,8]", "f32[8,4]", T, {0, 0}),
            "dimensions of the transposition are no permutation of those of "
            "f32[4,8]");
  EXPECT_EQ(getClass("f32[4,8]{1,0}", "f32[32]{0}", R), "view");
  EXPECT_EQ(
      getClass("f32[4,8,128]{2,1,0:T(8,128)}", "f32[32,128]{1,0:T(8,128)}", R),
      "view");
  EXPECT_EQ(
      getClass("f32[4,6,128]{2,1,0:T(8,128)}", "f32[24,128]{1,0:T(8,128)}", R),
      "repack");
  EXPECT_EQ(getClass("f32[]{:T(4)}", "f32[1,1]{1,0:T(2,2)}", R), "view");
  EXPECT_EQ(getClass("f32[4]", "f32[5]", R),
            "elements of f32[5] are not those of f32[4]");
}

TEST(CountsTest, WhichInstructionsMove) {
  Program program = readHlo(
      "HloModule m\nadd {\n  x = f32[9,3]{1,0} parameter(0)\n  y = "
      "f32[9,3]{0,1} copy(x)\n}\nf {\n  x = f32[9,3]{1,0} parameter(0)\n  y = "
      "f32[9,3]{0,1} copy(x)\n}\nENTRY e {\n  p = f32[9,3]{1,0} parameter(0)\n"
      "  r = f32[9,3] reduce(p), to_apply=add\n  q = f32[9,3] fusion(p), "
      "calls=f\n  s = (f32[9,3]{0,1}, f32[9,3]{1,0}, u32[]) copy-start(p)\n  d "
      "= f32[9,3]{0,1} copy-done(s)\n  lost = f32[9,3]{0,1} copy-done(p)\n  t "
      "= "
      "(f32[9,3]) tuple(p)\n  u = (f32[9,3]) copy(t)\n  v = f32[9,3]{1,0:S(1)} "
      "copy(p)\n  w = f32[9,3] copy(p)\n}\n");
  Profile profile = getProfile(program);
  std::vector<std::string> moves;
  for (const Move &move : profile.moves)
    moves.push_back(toString(move.name) + " " + toString(move.kind).str() +
                    (move.isFused ? " fused " : " ") +
                    std::to_string(move.weightedBytes));
  EXPECT_THAT(moves,
              ElementsAre("e/d transposition 216", "e/v memory space 216",
                          "f/y transposition fused 216", "e/w view 0"));
  EXPECT_EQ(profile.relayouts.count, 1);
  EXPECT_EQ(profile.relayouts.bytes, 216);
  EXPECT_EQ(profile.relayouts.views, 1);
  EXPECT_EQ(profile.relayouts.memorySpaceMoves, 1);
  EXPECT_EQ(profile.relayouts.fused, 1);
}

TEST(CountsTest, Bitcasts) {
  Program program = readEntry("p = f32[16,8,128]{2,1,0:T(8,128)} parameter(0)\n"
                              "good = s8[65536]{0:S(1)} bitcast(p)\n"
                              "bad = f32[16384]{0:T(1024)L(32768)} bitcast(p)\n"
                              "odd = f32[5,128]{1,0:T(8,128)} bitcast(q)\n"
                              "q = f32[8,128]{1,0} add(p)");
  Profile profile = getProfile(program);
  ASSERT_EQ(profile.moves.size(), 1u);
  EXPECT_EQ(toString(profile.moves[0].name), "main/good");
  EXPECT_EQ(profile.relayouts.views, 1);
  EXPECT_THAT(profile.inconsistent,
              ElementsAre(InstructionName{"main", "bad"},
                          InstructionName{"main", "odd"}));
}
