//===- TargetTest.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Target/Target.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;

namespace {

/// Returns the target of a legal text.
Target parse(llvm::StringRef text) {
  llvm::Expected<Target> target = parseTarget(text);
  if (target)
    return *target;
  ADD_FAILURE() << text.str() << ": " << llvm::toString(target.takeError());
  return {};
}

/// Returns why a text is refused.
std::string refuse(llvm::StringRef text) {
  llvm::Expected<Target> target = parseTarget(text);
  return target ? "accepted" : llvm::toString(target.takeError());
}

TEST(TargetTest, defaultIsWide) { EXPECT_EQ(Target(), parse("wide")); }

TEST(TargetTest, namedTargetsPrintAsTheirNames) {
  for (llvm::StringRef name : getTargetNames()) {
    Target target = parse(name);
    EXPECT_EQ(toString(target), name);
    // Every field may be said again.
    llvm::SmallVector<std::pair<llvm::StringRef, int64_t>> values;
    for (const TargetField &field : getTargetFields())
      values.push_back({field.name, target.*field.member});
    EXPECT_FALSE(bool(setTargetFields(target, values))) << name.str();
  }
}

TEST(TargetTest, textRoundTrips) {
  for (const char *text :
       {"wide, vector-bits = 256",
        "wide, l2-bytes-per-cycle = 32, page-bytes = 16384, turn-bytes = 2048, "
        "unrolled-steps = 2",
        "x86-64-v4, features = \"-avx512bw\"",
        "x86-64-v4, features = \"-avx512bw\", masked-bits = 8",
        "znver2, triple = \"x86_64-unknown-linux-gnu\"",
        "skylake-avx512, triple = \"x86_64-unknown-linux-gnu\", prefetch-tiles "
        "= 0",
        "aarch64, features = \"+bf16\"",
        "apple-m1, triple = \"arm64-apple-macosx\"",
        "generic, triple = \"riscv64-unknown-linux-gnu\"", "host"}) {
    llvm::Expected<Target> target = parseTarget(text);
    if (!target) {
      // A build of LLVM need not have them all.
      EXPECT_EQ(llvm::toString(target.takeError()).find("unknown triple"), 0u);
      continue;
    }
    EXPECT_EQ(*target, parse(toString(*target))) << toString(*target);
    if (llvm::StringRef(text) != "host")
      EXPECT_EQ(toString(*target), text);
  }
}

TEST(TargetTest, entriesNeedNoSpaces) {
  EXPECT_EQ(parse("x86-64-v3,vector-bits=128,features=\"+sha,+aes\""),
            parse(" x86-64-v3 , features = \"+sha,+aes\", vector-bits = 128 "));
}

/// The table says of instructions what LLVM says.
TEST(TargetTest, namedTargetsAreLLVMs) {
  for (llvm::StringRef name : getTargetNames()) {
    if (name == "wide" || name == "generic")
      continue;
    Target named = parse(name);
    // A feature that changes nothing here makes all follow from features.
    llvm::Expected<Target> derived = getTarget(
        name,
        llvm::StringRef(named.triple).starts_with("x86") ? "+prfchw" : "+crc");
    ASSERT_TRUE(bool(derived)) << llvm::toString(derived.takeError());
    derived->features = "";
    EXPECT_EQ(*derived, named) << name.str();
  }
}

TEST(TargetTest, instructionsFollowFromFeatures) {
  Target target = parse("x86-64-v4, features = \"-avx512f\"");
  EXPECT_EQ(target.vectorBits, 256);
  EXPECT_EQ(target.maskedBits, 32);
  EXPECT_EQ(target.permutedBits, 0);
  EXPECT_EQ(parse("x86-64-v3, features = \"-fma\"").fmasPerCycle, 0);
  EXPECT_EQ(parse("x86-64-v4, features = \"+avx512bf16\"").dotBF16, 1);
  EXPECT_EQ(parse("x86-64-v4, features = \"+avx512vnni\"").dotU8S8, 1);
  EXPECT_EQ(parse("aarch64, features = \"+i8mm\"").dotU8S8, 1);
  EXPECT_EQ(parse("aarch64, features = \"+dotprod\"").dotS8S8, 1);
  EXPECT_EQ(parse("aarch64").dotS8S8, 0);
  EXPECT_EQ(parse("aarch64, features = \"+fullfp16\"").arithF16, 1);
  EXPECT_EQ(parse("haswell").dotS16, 1);
  EXPECT_EQ(parse("x86-64-v4, features = \"-avx512bw\"").dotS16, 0);
  EXPECT_EQ(parse("sapphirerapids").matrixBF16, 1);
  EXPECT_EQ(parse("sapphirerapids").matrixBytes, 1);
  EXPECT_EQ(parse("graniterapids").matrixBytes, 1);
  EXPECT_EQ(parse("sapphirerapids, features = \"-amx-bf16\"").matrixBF16, 0);
  EXPECT_EQ(parse("sapphirerapids, features = \"-avx512f\"").matrixBytes, 0);
  EXPECT_EQ(parse("aarch64").maskedBits, 0);
  EXPECT_EQ(parse("x86-64-v3, features = \"+avx512dq\"").signedMaxima, 0);
  EXPECT_EQ(parse("x86-64-v3, features = \"+avx512dq,+avx512vl\"").signedMaxima,
            1);
  EXPECT_EQ(parse("x86-64-v4, features = \"-avx512dq\"").signedMaxima, 0);
}

/// Vectors that are as long as the registers need instructions for them.
TEST(TargetTest, instructionsAreThoseOfTheVectors) {
  EXPECT_EQ(parse("x86-64-v3, features = \"+avxvnni\"").dotU8S8, 1);
  EXPECT_EQ(parse("x86-64-v3, features = \"+avxvnni,+avx512f\"").dotU8S8, 0);
  llvm::StringRef noShorter = "znver4, features = \"-avx512vl\"";
  EXPECT_EQ(parse(noShorter).dotU8S8, 0);
  EXPECT_EQ(parse((noShorter + ", vector-bits = 256").str()).dotBF16, 0);
  EXPECT_EQ(parse("x86-64-v3").dotS16, 1);
  EXPECT_EQ(parse("x86-64-v3, vector-bits = 512").dotS16, 0);
  EXPECT_EQ(parse("x86-64-v3, vector-bits = 128").dotS16, 1);
}

TEST(TargetTest, fieldsPromiseOnlyWhatTheProcessorHas) {
  EXPECT_EQ(refuse("x86-64-v3, dot-u8s8 = 1"),
            "dot-u8s8 is 1, but vectors of 256 bits need features '+avxvnni' "
            "for that");
  EXPECT_EQ(refuse("x86-64-v3, vector-bits = 512, permuted-bits = 8"),
            "permuted-bits is 8, but vectors of 512 bits need features "
            "'+avx512vbmi' for that");
  EXPECT_EQ(refuse("aarch64, vector-bits = 512, permuted-bits = 8"),
            "permuted-bits is 8, but no processor of "
            "'aarch64-unknown-linux-gnu' has such instructions");
  EXPECT_EQ(refuse("x86-64-v4, dot-s8s8 = 1"),
            "dot-s8s8 is 1, but no processor of 'x86_64-unknown-linux-gnu' has "
            "such instructions");
  // Fewer instructions, and those of a processor that is not named.
  EXPECT_EQ(parse("znver5, permuted-bits = 16").permutedBits, 16);
  EXPECT_EQ(parse("znver5, dot-u8s8 = 0").dotU8S8, 0);
  EXPECT_EQ(parse("wide, permuted-bits = 8").permutedBits, 8);
  EXPECT_EQ(parse("generic, dot-s16 = 1").dotS16, 1);
}

TEST(TargetTest, theNameOfAProcessorSaysOfWhatKind) {
  for (llvm::StringRef name : {"neoverse-v1", "znver5"}) {
    Target target = parse(name);
    EXPECT_EQ(target.cpu, name);
    EXPECT_EQ(target.vectorBits, name == "znver5" ? 512 : 128);
  }
}

TEST(TargetTest, processorsOfOtherKindsHaveTriples) {
  llvm::Expected<Target> target = parseTarget("sifive-u74");
  // A build of LLVM need not have them.
  if (target)
    EXPECT_EQ(target->triple, "riscv64-linux-gnu");
  else
    EXPECT_EQ(llvm::toString(target.takeError()),
              "unknown processor 'sifive-u74'");
}

TEST(TargetTest, refusalsNameTheNearest) {
  EXPECT_EQ(refuse("znver55"),
            "unknown processor 'znver55'; did you mean 'znver5'?");
  EXPECT_EQ(refuse("native"),
            "unknown processor 'native'; did you mean 'host'?");
  EXPECT_EQ(refuse("x86-64-v5"),
            "unknown processor 'x86-64-v5'; did you mean 'x86-64-v2'?");
  // A triple that no host of the tests has.
  EXPECT_EQ(refuse("mips32, triple = \"riscv64-linux-gnu\""),
            "unknown processor 'mips32' of 'riscv64-linux-gnu'");
  EXPECT_EQ(refuse("znver5, triple = \"riscv64-linux-gnu\""),
            "processor 'znver5' is none of 'riscv64-linux-gnu', but of "
            "'x86_64-linux-gnu'");
  EXPECT_EQ(refuse("neoverse-v2, triple = \"x86_64-linux-gnu\""),
            "processor 'neoverse-v2' is none of 'x86_64-linux-gnu', but of "
            "'aarch64-linux-gnu'");
  EXPECT_EQ(refuse("host, vector-bit = 256"),
            "a target has no field 'vector-bit'; did you mean 'vector-bits'?");
  EXPECT_EQ(refuse("host, qqqq = 256"), "a target has no field 'qqqq'");
  EXPECT_EQ(refuse("x86-64-v4, features = \"+avx512bv\""),
            "unknown feature 'avx512bv'; did you mean 'avx512bw'?");
  EXPECT_EQ(refuse("x86-64-v4, features = \"avx512bw\""),
            "feature 'avx512bw' begins with neither '+' nor '-'");
  EXPECT_EQ(refuse("wide, triple = \"nonsense\""), "unknown triple 'nonsense'");
}

TEST(TargetTest, refusalsNameTheBound) {
  EXPECT_EQ(refuse("wide, vector-bits = 32"),
            "vector-bits is 32, not between 64 and 65536");
  EXPECT_EQ(refuse("wide, vector-bits = 192"),
            "vector-bits is 192, which is no power of two");
  EXPECT_EQ(refuse("wide, page-bytes = 4000"),
            "page-bytes is 4000, which is no power of two");
  EXPECT_EQ(refuse("wide, unrolled-steps = 0"),
            "unrolled-steps is 0, not between 1 and 64");
  EXPECT_EQ(refuse("wide, vector-bits = many"),
            "vector-bits is 'many', which is no integer");
  EXPECT_EQ(refuse("wide, vector-bits = 64, vector-bits = 64"),
            "field 'vector-bits' is given twice");
  EXPECT_EQ(refuse(""), "expected the name of a target, such as 'x86-64-v3'");
}

} // namespace

TEST(TargetTest, ShortProgramsUseTheVectorsThatLLVMPrefers) {
  auto getBits = [](llvm::StringRef text) {
    return llvm::cantFail(parseTarget(text)).shortVectorBits;
  };
  EXPECT_EQ(getBits("icelake-server"), 256);
  EXPECT_EQ(getBits("icelake-server, features = \"-prefer-256-bit\""), 512);
  EXPECT_EQ(getBits("icelake-server, short-vector-bits = 128"), 128);
  EXPECT_EQ(getBits("znver5"), 512);
  // As LLVM tunes for them, named or not.
  for (llvm::StringRef name :
       {"x86-64-v4", "znver4", "znver5", "sapphirerapids"}) {
    llvm::Expected<Target> target = getTarget(name, "+fma");
    EXPECT_EQ(llvm::cantFail(std::move(target)).shortVectorBits, getBits(name))
        << name.str();
  }
}
