//===- TextErrorTest.cpp - What is refused, where and why -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;

namespace {

/// A text that is refused, the column (from 1) and a part of the message.
struct Refusal {
  llvm::StringLiteral text;
  size_t column;
  llvm::StringLiteral message;
};

} // namespace

/// Fails if `result` is not the error that the row asks for.
template <typename T>
static void expectRefused(llvm::Expected<T> result, const Refusal &row) {
  SCOPED_TRACE(row.text.str());
  if (result) {
    ADD_FAILURE() << "the text was read";
    return;
  }
  llvm::handleAllErrors(result.takeError(), [&](const TextError &error) {
    EXPECT_EQ(error.getOffset() + 1, row.column) << error.getMessage();
    EXPECT_TRUE(llvm::StringRef(error.getMessage()).contains(row.message))
        << error.getMessage();
  });
}

static void expectLayoutsRefused(llvm::ArrayRef<Refusal> rows) {
  for (const Refusal &row : rows)
    expectRefused(parseLayout(row.text), row);
}

static void expectShapesRefused(llvm::ArrayRef<Refusal> rows) {
  for (const Refusal &row : rows)
    expectRefused(parseShape(row.text), row);
}

TEST(TextErrorTest, MessageNamesTheColumn) {
  EXPECT_EQ(llvm::toString(parseLayout("{0:T(0)}").takeError()),
            "column 6: tile size must be at least 1, but entry 0 of level 1 is "
            "0");
}

TEST(TextErrorTest, Braces) {
  expectLayoutsRefused({
      {"", 1,
       "expected '{' before a layout such as {1,0:T(8,128)}, but found the end "
       "of the text"},
      {"1,0", 1,
       "expected '{' before a layout such as {1,0:T(8,128)}, but found '1'"},
      {"{1,0", 5, "expected '}' after a layout, but found the end of the text"},
      {"{1,0:T(8,128)", 14, "expected '}' after a layout"},
      {"{1,0}}", 6, "expected the end of the text, but found '}'"},
      {"{1,0} x", 7, "expected the end of the text, but found 'x'"},
      {"{1,,0}", 4, "expected a dimension number, but found ','"},
      {"{1,0,}", 6, "expected a dimension number, but found '}'"},
      {"{,}", 2, "expected a dimension number, but found ','"},
      {"{1 0}", 4, "expected '}' after a layout, but found '0'"},
      {"{-}", 2, "expected a dimension number, but found '-'"},
  });
}

TEST(TextErrorTest, Tiles) {
  expectLayoutsRefused({
      {"{0:T}", 5, "expected '(' after 'T', but found '}'"},
      {"{0:T8}", 4, "expected a property"},
      {"{0:T(8}", 7, "expected ',' or ')' after a tile entry, but found '}'"},
      {"{0:T(8,)}", 8, "expected a tile size, '*', full or min(n)"},
      {"{0:T(8x128)}", 7,
       "expected ',' or ')' after a tile entry, but found 'x128'"},
      {"{0:T(8;128)}", 7,
       "expected ',' or ')' after a tile entry, but found ';'"},
      {"{0:T(?)}", 6, "expected a tile size, '*', full or min(n)"},
      {"{0:T(all)}", 6, "but found 'all'"},
      {"{0:T(min)}", 9, "expected '(' after 'min', but found ')'"},
      {"{0:T(min(*))}", 10, "expected a tile size, but found '*'"},
      {"{0:T(min(4)}", 12,
       "expected ',' or ')' after a tile entry, but found '}'"},
      {"{0:T(min(4,5))}", 11, "expected ')' after the size of 'min'"},
      {"{0:T((8))}", 6, "expected a tile size, '*', full or min(n)"},
      {"{0:T(Full)}", 6, "but found 'Full'"},
  });
}

TEST(TextErrorTest, ValuesInParentheses) {
  expectLayoutsRefused({
      {"{0:L}", 5, "expected '(' after 'L', but found '}'"},
      {"{0:L()}", 6, "expected an integer, but found ')'"},
      {"{0:L(8}", 7, "expected ')' after the value of 'L', but found '}'"},
      {"{0:E}", 5, "expected '(' after 'E', but found '}'"},
      {"{0:E(4,8)}", 7, "expected ')' after the value of 'E', but found ','"},
      {"{0:S(x)}", 6, "expected an integer, but found 'x'"},
      {"{0:M(1}", 7, "expected ')' after the value of 'M', but found '}'"},
      {"{0:S(*)}", 6, "expected an integer, but found '*'"},
  });
}

TEST(TextErrorTest, Splits) {
  expectLayoutsRefused({
      {"{0:SC}", 6, "expected '(' after 'SC', but found '}'"},
      {"{0:SC()}", 7, "expected a physical dimension number, but found ')'"},
      {"{0:SC(0)}", 8, "expected ':' after a split dimension, but found ')'"},
      {"{0:SC(0:1,)}", 11, "expected a split index, but found ')'"},
      {"{0:SC(0:1}", 10,
       "expected ',' or ')' after a split index, but found '}'"},
  });
}

TEST(TextErrorTest, OrderAndRepetition) {
  expectLayoutsRefused({
      {"{1,0:E(4)T(2,128)}", 10, "property 'T' must come before 'E'"},
      {"{1,0:S(1)L(8)}", 10, "property 'L' must come before 'S'"},
      {"{1,0:M(1)SC(0:1)}", 10, "property 'SC' must come before 'M'"},
      {"{1,0:S(1)S(2)}", 10, "property 'S' is given twice"},
      {"{1,0:T(8,128)T(2,1)}", 14, "property 'T' is given twice"},
      {"{1,0:S(1)E(4)S(1)}", 10, "property 'E' must come before 'S'"},
      {"{1,0:T(8),L(8)}", 10,
       "expected a property (T, L, E, S, SC or M) or "
       "'}', but found ','"},
      {"{1,0:X(8)}", 6, "but found 'X'"},
      {"{1,0:t(8)}", 6, "but found 't'"},
      {"{1,0:(8)}", 6, "but found '('"},
      {"{1,0::T(8)}", 6, "but found ':'"},
  });
}

// What XLA reads because a failed part is forgotten before a `}`, or because
// numbers wrap: see docs/Sources.md.
TEST(TextErrorTest, WhatXlaAcceptsByAccident) {
  expectLayoutsRefused({
      {"{1,0:T(8,128}", 13,
       "expected ',' or ')' after a tile entry, but found '}'"},
      {"{1,0:E(4}", 9, "expected ')' after the value of 'E', but found '}'"},
      {"{1,0:E}", 7, "expected '(' after 'E', but found '}'"},
      {"{1,0:T}", 7, "expected '(' after 'T', but found '}'"},
      {"{1,0:T()}", 7, "tile of level 1 is empty"},
      {"{1,0:T(2,9223372036854775808)}", 10,
       "9223372036854775808 does not fit in 64 bits"},
      {"{1,0:T(-9223372036854775808,2)}", 8, "tile size must be at least 1"},
      {"{1,0:T(2,*)}", 10, "'*' is the last entry of level 1"},
      {"{1,0:S(200)}", 8, "memory space must be between 0 and 127"},
      {"{1,0:D(D,C)}", 6, "property 'D' is refused"},
      {"{1,0:SC(0:5,5)}", 13, "split index 5 of dimension 0"},
      {"{1,0:M(-1)}", 8, "metadata prefix must not be negative"},
  });
}

// What aborts XLA.
TEST(TextErrorTest, WhatIsFatalInXla) {
  expectLayoutsRefused({
      {"{1,0:T(-1,2)}", 8,
       "tile size must be at least 1, but entry 0 of level "
       "1 is -1"},
      {"{1,0:L(0)}", 8, "tail padding alignment must be at least 1, but is 0"},
      {"{1,0:L(-8)}", 8, "tail padding alignment must be at least 1"},
  });
}

TEST(TextErrorTest, OnlyDenseArrays) {
  expectLayoutsRefused({
      {"{1,0:#(u32)}", 6, "property '#' is refused: only dense arrays"},
      {"{1,0:*(u16)}", 6, "property '*' is refused: only dense arrays"},
      {"{1,0:T(8)*(u16)}", 10, "property '*' is refused: only dense arrays"},
      {"{1,0:P(f32[2])}", 6, "property 'P' is refused: only dense arrays"},
      {"{1,0:D(D~,C+)T(8)}", 6, "property 'D' is refused: only dense arrays"},
  });
  expectShapesRefused({
      {"(f32[2], s32[])", 1, "tuple shapes are refused"},
      {"()", 1, "tuple shapes are refused"},
      {"b(f32[2])", 1, "buffer shapes are refused"},
  });
}

TEST(TextErrorTest, RulesAreBrokenAtTheirColumn) {
  expectLayoutsRefused({
      {"{1,2}", 4, "minor_to_major names dimension 2"},
      {"{1,-1}", 4, "minor_to_major names dimension -1"},
      {"{1, 1}", 5, "minor_to_major names dimension 1 twice"},
      {"{1,0:T(8,128)(2,0)}", 17, "entry 1 of level 2 is 0"},
      {"{1,0:T(8,128)()}", 14, "tile of level 2 is empty"},
      {"{1,0:T(min(0))}", 8, "tile size must be at least 1"},
      {"{1,0:E(-4)}", 8, "element size must not be negative, but is -4 bits"},
      {"{1,0:S(-1)}", 8, "memory space must be between 0 and 127, but is -1"},
      {"{1,0:SC(2:1)}", 9, "split dimension 2 is out of bounds for rank 2"},
      {"{1,0:SC(0:1)(0:2)}", 14, "dimension 0 is split twice"},
      {"{1,0:SC(0:2,1)}", 13, "split index 1 of dimension 0 must be greater"},
  });
  expectShapesRefused({
      {"f32[2,3]{0}", 1, "layout {0} has 1 dimension, but the array has 2"},
      {"f32[5]{0:SC(0:3,5)}", 17, "must be less than the dimension's size 5"},
      {"f32[6]{0:T(2)(4)}, exact", 14, "layout is exact, but tile size 4"},
      {"f32[4294967296,4294967296]", 1, "more than 2^63 - 1 elements"},
      {"f32[4294967296,2147483647]", 1, "more than 2^63 - 1 bytes"},
  });
}

TEST(TextErrorTest, Shapes) {
  expectShapesRefused({
      {"", 1, "expected an element type"},
      {"[2]", 1, "expected an element type"},
      {"f33[2]", 1, "but found 'f33'"},
      {"token[]", 1, "but found 'token'"},
      {"float32[2]", 1, "but found 'float32', which is 'f32'"},
      {"uint8[2]", 1, "but found 'uint8', which is 'u8'"},
      {"i1[2]", 1, "but found 'i1', which is 'pred'"},
      {"f32[2]T(2)", 7, "a layout in braces, such as {1,0:T(8,128)}"},
      {"f32", 4, "expected '[' before the dimensions"},
      {"f32[2", 6, "expected ',' or ']' after a dimension"},
      {"f32[2,]", 7, "expected a dimension such as 8, <=8 or ?"},
      {"f32[2x3]", 6, "expected ',' or ']' after a dimension, but found 'x3'"},
      {"f32[-1]", 5, "size of dimension 0 must not be negative, but is -1"},
      {"f32[2,<=-3]", 9, "size of dimension 1 must not be negative, but is -3"},
      {"f32[-9223372036854775808]", 5, "must not be negative"},
      {"f32[9223372036854775808]", 5, "does not fit in 64 bits"},
      {"f32[<=?]", 7, "expected a dimension such as 8, <=8 or ?"},
      {"f32[2]{0}x", 10, "expected the end of the text, but found 'x'"},
      {"f32[2]{0}{0}", 10, "expected the end of the text, but found '{'"},
      {"f32[2]{0}, bounds = [2]", 10, "expected the end of the text"},
  });
}

// As in XLA, where a brace after a shape may open a computation.
TEST(TextErrorTest, EmptyBracesBehindAShape) {
  expectShapesRefused({
      {"f32[]{}", 6,
       "must begin with '{' and an integer or ':', but found '}'"},
      {"f32[2]{x}", 7, "but found 'x'"},
  });
}

TEST(TextErrorTest, CommentsAreRefusedUnlessAllowed) {
  expectShapesRefused({
      {"f32[2]/* x */{0}", 7,
       "expected a layout such as {1,0:T(8,128)} or the end of the text, but "
       "found '/'"},
      {"f32[2]{0} // x", 11, "expected the end of the text, but found '/'"},
  });
  Refusal open{"f32[2]{0/* x }", 9, "but found '/'"};
  expectRefused(parseShape(open.text, {/*allowComments=*/true}), open);
}

TEST(TextErrorTest, Suffixes) {
  expectLayoutsRefused({
      {"{0},", 4, "expected the end of the text, but found ','"},
      {"{0}, exactly", 4, "expected the end of the text, but found ','"},
      {"{0} exact", 5, "expected the end of the text, but found 'exact'"},
      {"{0}, exact, exact", 11, "expected the end of the text"},
      {"{0}, bounds = [2]", 6, "bounds are for memref types only"},
      {"{0}, strides = [2]", 6, "strides are for memref types only"},
  });
  for (const Refusal &row : std::initializer_list<Refusal>{
           {"{0}, bounds", 12, "expected '=' after 'bounds'"},
           {"{0}, bounds = 2", 15, "expected '[' before the bounds"},
           {"{0}, bounds = [2", 17, "expected ',' or ']' after a bound"},
           {"{0}, bounds = [<=2]", 16, "expected a bound such as 8 or ?"},
           {"{0}, bounds = [-2]", 16, "bound must not be negative, but is -2"},
           {"{0}, bounds = [2], exact", 18, "expected the end of the text"},
           {"{0}, strides = 2", 16, "expected '[' before the strides"},
           {"{0}, strides = [-2]", 17, "stride must not be negative"},
           {"{0}, strides = [2], bounds = [2]", 19, "expected the end of"}})
    expectRefused(parseLayoutText(row.text), row);
}

// The word in a comment is not the word that is refused.
TEST(TextErrorTest, BoundsAreFoundBehindComments) {
  Refusal row{"{0} /* bounds */, bounds = [2]", 19, "bounds are for memref"};
  expectRefused(parseLayout(row.text, {/*allowComments=*/true}), row);
}
