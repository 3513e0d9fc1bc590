//===- NpyTest.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::tiled_layout;

/// Returns a version 1 file with this dictionary.
static std::string makeFile(llvm::StringRef dictionary) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(dictionary.size() & 0xff);
  file += static_cast<char>(dictionary.size() >> 8);
  return file + dictionary.str();
}

static std::string getRefusal(llvm::StringRef file) {
  llvm::Expected<NpyHeader> header = parseNpyHeader(file);
  if (header)
    return "accepted";
  return llvm::toString(header.takeError());
}

TEST(NpyTest, ReadsWhatNumpyWrites) {
  std::string file = makeFile(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (20, 300), }   \n");
  llvm::Expected<NpyHeader> header = parseNpyHeader(file);
  ASSERT_TRUE(static_cast<bool>(header));
  EXPECT_EQ(header->elementType, "<f4");
  EXPECT_FALSE(header->isFortranOrder);
  EXPECT_EQ(header->shape, (llvm::SmallVector<int64_t>{20, 300}));
  EXPECT_EQ(header->dataOffset, file.size());
}

TEST(NpyTest, ReadsOtherSpellings) {
  llvm::Expected<NpyHeader> header = parseNpyHeader(
      makeFile("{\"shape\":(7,),\"fortran_order\":True,\"descr\":\"|V2\"}"));
  ASSERT_TRUE(static_cast<bool>(header));
  EXPECT_EQ(header->elementType, "|V2");
  EXPECT_TRUE(header->isFortranOrder);
  EXPECT_EQ(header->shape, (llvm::SmallVector<int64_t>{7}));
}

TEST(NpyTest, PrintsWhatItReads) {
  for (NpyHeader header :
       {NpyHeader{"<f4", false, {}, 0}, NpyHeader{"|b1", true, {3}, 0},
        NpyHeader{"<V2", false, {0, 5, 1}, 0}}) {
    std::string text = printNpyHeader(header);
    EXPECT_EQ(text.size() % 64, 0u);
    llvm::Expected<NpyHeader> read = parseNpyHeader(text);
    ASSERT_TRUE(static_cast<bool>(read));
    EXPECT_EQ(read->elementType, header.elementType);
    EXPECT_EQ(read->isFortranOrder, header.isFortranOrder);
    EXPECT_EQ(read->shape, header.shape);
    EXPECT_EQ(read->dataOffset, text.size());
  }
}

TEST(NpyTest, SaysTheByteOrder) {
  EXPECT_TRUE((NpyHeader{">f4", false, {}, 0}).isBigEndian());
  EXPECT_TRUE((NpyHeader{">c8", false, {}, 0}).isBigEndian());
  EXPECT_EQ((NpyHeader{">c8", false, {}, 0}).getNumberBytes(), 4);
  EXPECT_FALSE((NpyHeader{">i1", false, {}, 0}).isBigEndian());
  EXPECT_FALSE((NpyHeader{"<f4", false, {}, 0}).isBigEndian());
}

TEST(NpyTest, NamesTheTypeThatAFileHolds) {
  // Each type but those that share a name with another one.
  for (const ElementType &type : getElementTypes()) {
    std::string name = getNpyElementType(type);
    std::optional<ElementType> found = getElementTypeOfNpy(name);
    if (type.valueBits == type.storageBits() && name != "|V1") {
      ASSERT_TRUE(found) << type.name.str();
      EXPECT_EQ(found->name, type.name);
    }
  }
  EXPECT_EQ(getElementTypeOfNpy("|b1")->name, "pred");
  EXPECT_EQ(getElementTypeOfNpy(">i4")->name, "s32");
  EXPECT_FALSE(getElementTypeOfNpy("|V1"));
  EXPECT_FALSE(getElementTypeOfNpy("<f1"));
  EXPECT_FALSE(getElementTypeOfNpy("<f16"));
  EXPECT_FALSE(getElementTypeOfNpy("|V5"));
}

TEST(NpyTest, RefusesWithTheReason) {
  struct Row {
    const char *dictionary, *reason;
  } rows[] = {
      {"", "expected '{'"},
      {"{'descr': '<f4', 'shape': (1,), }",
       "expected one key 'fortran_order', but found 0"},
      {"{'descr': '!f4', 'fortran_order': False, 'shape': (1,)}",
       "element type '!f4' has no byte order"},
      {"{'descr': '|O8', 'fortran_order': False, 'shape': (1,)}",
       "element type '|O8' holds no numbers"},
      {"{'descr': '<f0', 'fortran_order': False, 'shape': (1,)}",
       "element type '<f0' has no fixed width"},
      {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
       "the elements are records"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
       "an extent must not be negative, but is -1"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
       "expected ',' or ')'"},
      {"{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
       "expected 'False'"},
      {"{'other': 1}", "unknown key 'other'"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}  x\n",
       "expected nothing but spaces after '}', but found 'x'"},
  };
  for (const Row &row : rows)
    EXPECT_NE(getRefusal(makeFile(row.dictionary)).find(row.reason),
              std::string::npos)
        << row.dictionary << ": " << getRefusal(makeFile(row.dictionary));
  EXPECT_NE(getRefusal("PK").find("magic"), std::string::npos);
  EXPECT_NE(getRefusal(makeFile("{}").substr(0, 11)).find("the header has"),
            std::string::npos);
}

TEST(NpyTest, MutatedHeadersDoNotCrash) {
  std::string file = makeFile(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (20, 300), }   \n");
  std::mt19937_64 random(7); // Fixed: a failure must be repeatable.
  for (int trial = 0; trial < 20000; ++trial) {
    std::string mutated = file;
    for (int i = random() % 4; i >= 0; --i)
      mutated[random() % mutated.size()] = static_cast<char>(random());
    mutated.resize(random() % 8 ? mutated.size() : random() % mutated.size());
    llvm::Expected<NpyHeader> header = parseNpyHeader(mutated);
    if (!header) {
      llvm::consumeError(header.takeError());
      continue;
    }
    EXPECT_LE(header->dataOffset, mutated.size());
  }
}

TEST(NpyTest, ElementTypes) {
  auto name = [](llvm::StringRef type) {
    return getNpyElementType(*getElementType(type));
  };
  EXPECT_EQ(name("f32"), "<f4");
  EXPECT_EQ(name("pred"), "|b1");
  EXPECT_EQ(name("s4"), "|i1");
  EXPECT_EQ(name("u16"), "<u2");
  EXPECT_EQ(name("bf16"), "<V2");
  EXPECT_EQ(name("f8e4m3fn"), "|V1");
  EXPECT_EQ(name("c64"), "<c8");

  ElementType bf16 = *getElementType("bf16");
  EXPECT_TRUE(isNpyElementType("|V2", bf16));
  EXPECT_TRUE(isNpyElementType("<u2", bf16));
  EXPECT_FALSE(isNpyElementType("<f2", bf16));
  EXPECT_FALSE(isNpyElementType("<u4", bf16));
}
