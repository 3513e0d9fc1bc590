//===- AttributeFuzzTest.cpp - Broken text never breaks the attribute -----===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legal texts are changed at random and read as MLIR reads them. Whatever comes
// of it is an attribute that prints back to itself, or nothing and an error;
// and every type that takes the attribute can be asked all that upstream asks.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

constexpr int kMutations = 20000;
constexpr int kMutationsPerContext = 1000;

const char *const kSeeds[] = {
    "{1,0:T(8,128)(2,1)L(64)E(16)S(1)SC(0:2,3)(1:4)M(16)}",
    "{1,0:T(2,2)}",
    "{0,1:T(min(4),1)}, exact",
    "{1,0:T(*,2)}, bounds = [3, 5]",
    "{0,1:T(full,8)}, exact, bounds = [?, 64]",
    "{2,1,0:T(*,2,4)(2,7,1,1)}, bounds = [?, 7, 8]",
    "{:T(128)}",
    "{}",
    "[1, 0, 1 p(4)]",
    "[0, 1 oe(8)]",
    "NHWC",
};

/// Pieces that stand next to a boundary of the language or of its numbers.
const char *const kPieces[] = {
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "*",
    "-",
    "?",
    "0",
    "1",
    "2",
    "7",
    "9223372036854775807",
    "9223372036854775808",
    "T",
    "L",
    "E",
    "S",
    "SC",
    "M",
    "D(D)",
    "#(u8)",
    "P(f32[2])",
    "min(",
    "full",
    "exact",
    ", exact",
    "bounds = ",
    "p(2)",
    "oe(2)",
    " ",
    "\t",
    "\"",
    "/*",
    "//",
    "\\",
    "\xff",
};

class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  std::string next() {
    std::string text = pick(kSeeds);
    for (size_t changes = 1 + below(4); changes > 0; --changes)
      change(text);
    return text;
  }

  size_t below(size_t bound) { return random() % bound; }

private:
  template <size_t n>
  const char *pick(const char *const (&table)[n]) {
    return table[below(n)];
  }

  void change(std::string &text) {
    size_t place = below(text.size() + 1);
    size_t length = std::min<size_t>(1 + below(6), text.size() - place);
    switch (below(8)) {
    case 0:
      text.erase(place, length);
      return;
    case 1:
      text.insert(place, pick(kPieces));
      return;
    case 2:
      text.replace(place, length, pick(kPieces));
      return;
    case 3:
      text.insert(below(text.size() + 1), text.substr(place, length));
      return;
    case 4:
      if (place < text.size())
        text[place] = static_cast<char>(1 + below(255));
      return;
    default: // most texts stay legal
      if (place < text.size() && llvm::isDigit(text[place]))
        text[place] = static_cast<char>('0' + below(10));
    }
  }

  std::mt19937_64 random;
};

/// Asks a memref type all that upstream may ask of its layout.
void checkMemRef(MemRefType type) {
  auto attribute = cast<TiledLayoutAttr>(type.getLayout());
  AffineMap map = attribute.getAffineMap();
  EXPECT_EQ(map.getNumDims(), type.getRank());
  EXPECT_EQ(map.getNumSymbols(), 0u);
  EXPECT_EQ(map.getNumResults(),
            getPhysicalShape(attribute.getLayout(), type.getShape()).size());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (succeeded(type.getStridesAndOffset(strides, offset))) {
    EXPECT_EQ(static_cast<int64_t>(strides.size()), type.getRank());
  } else {
    EXPECT_FALSE(attribute.isIdentity());
  }
}

/// Puts the attribute on types of its rank; they take it or say why not.
void checkTypes(TiledLayoutAttr attribute, Mutator &mutator) {
  MLIRContext *context = attribute.getContext();
  static constexpr int64_t extents[] = {0, 1, 2, 3, 5, 8, 64, kDynamic};
  SmallVector<int64_t> shape;
  for (unsigned dim = 0; dim < attribute.getRank(); ++dim)
    shape.push_back(extents[mutator.below(std::size(extents))]);
  if (!attribute.getBounds().empty() && mutator.below(4))
    shape.assign(attribute.getBounds().begin(), attribute.getBounds().end());
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(context)); };
  Type element = Float32Type::get(context);
  RankedTensorType::getChecked(emitError, shape, element, Attribute(attribute));
  if (auto memref = MemRefType::getChecked(emitError, shape, element,
                                           MemRefLayoutAttrInterface(attribute),
                                           Attribute()))
    checkMemRef(memref);
}

TEST(AttributeFuzzTest, MutatedTextIsReadWholeOrRefused) {
  Mutator mutator(/*seed=*/22);
  int accepted = 0, refused = 0;
  for (int done = 0; done < kMutations; done += kMutationsPerContext) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.loadDialect<TiledLayoutDialect>();
    int errors = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) { ++errors; });
    for (int i = 0; i < kMutationsPerContext; ++i) {
      std::string text = "#tiled_layout.layout<" + mutator.next() + ">";
      SCOPED_TRACE(testing::Message() << "mutation " << done + i << ": "
                                      << testing::PrintToString(text));
      errors = 0;
      size_t length = 0;
      auto attribute = dyn_cast_or_null<TiledLayoutAttr>(
          parseAttribute(text, &context, Type(), &length));
      if (!attribute) {
        EXPECT_GT(errors, 0) << "refused in silence";
        ++refused;
        continue;
      }
      EXPECT_EQ(errors, 0) << "accepted with an error";
      ++accepted;
      std::string printed = "#tiled_layout.layout<" + attribute.getText() + ">";
      EXPECT_EQ(parseAttribute(printed, &context), attribute) << printed;
      checkTypes(attribute, mutator);
      if (HasFailure())
        return;
    }
  }
  // Both sides of the language were reached.
  EXPECT_GT(accepted, kMutations / 10);
  EXPECT_GT(refused, kMutations / 2);
}

} // namespace
