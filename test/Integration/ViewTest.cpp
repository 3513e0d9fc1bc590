//===- ViewTest.cpp - Views of tiled arrays, executed ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of a part of one array go to the same part of another, through
// random views of views: by loads and stores, behind a call from a loop that
// carries the view, by relayouts and by copies. All other
// elements and the padding of the destination hold junk that must stay.
//
//===----------------------------------------------------------------------===//

#include "ArrayPair.h"
#include "ViewChain.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

struct ViewCase : ArrayShape {
  Layout source, dest;
};

ViewCase getRandomViewCase(std::mt19937_64 &random) {
  RandomLayoutOptions options;
  options.maxElements = 400;
  options.maxRank = 4;
  options.properties = false;
  ViewCase test;
  test.extents = getRandomExtents(random, options);
  test.element = &elements[pick(random, 0, std::size(elements) - 1)];
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = getRandomLayoutOn(random, test.extents, options);
    const std::vector<int64_t> &bits = test.element->elementBits;
    layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
    if (chance(random, 25))
      layout->tailPaddingAlignment = pick(random, 2, 70);
  }
  test.shape = test.extents;
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (!chance(random, 25))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
  return test;
}

/// Writes loops over the view `to` that fill it from `from`.
std::string writeLoops(const ViewChain &chain, StringRef from, StringRef to) {
  std::string text, indices;
  llvm::raw_string_ostream os(text);
  os << "  %c0 = arith.constant 0 : index\n"
        "  %c1 = arith.constant 1 : index\n";
  for (int64_t dim = 0; dim < chain.getRank(); ++dim) {
    os << llvm::formatv("  %d{0} = arith.constant {0} : index\n"
                        "  %n{0} = memref.dim {1}, %d{0} : {2}\n",
                        dim, to, chain.getType(1));
    indices += (dim ? ", %i" : "%i") + std::to_string(dim);
  }
  for (int64_t dim = 0; dim < chain.getRank(); ++dim)
    os << llvm::formatv("  scf.for %i{0} = %c0 to %n{0} step %c1 {{\n", dim);
  os << llvm::formatv("  %v = memref.load {0}[{2}] : {1}\n"
                      "  memref.store %v, {3}[{2}] : {4}\n",
                      from, chain.getType(0), indices, to, chain.getType(1))
     << std::string(chain.getRank(), '}') << '\n';
  return text;
}

/// How the elements of a view move.
enum class ViewWay { Loops, Call, Relayout, Copy };
constexpr int numViewWays = 4;

/// Writes a function that moves what the views see.
std::string writeFunction(const ViewCase &test, const ViewChain &chain,
                          int number, ViewWay way) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string typeA = chain.getType(0), typeB = chain.getType(1);
  if (way == ViewWay::Call)
    os << llvm::formatv("func.func private @move{0}(%p: {1}, %q: {2}) {{\n",
                        number, typeA, typeB)
       << writeLoops(chain, "%p", "%q") << "  return\n}\n";
  os << llvm::formatv("func.func @f{0}(%a: {1}, %b: {2}) "
                      "attributes {{llvm.emit_c_interface} {{\n",
                      number, printType(test, test.source),
                      printType(test, test.dest))
     << chain.getText();
  switch (way) {
  case ViewWay::Loops:
    os << writeLoops(chain, chain.getName(0), chain.getName(1));
    break;
  case ViewWay::Relayout:
    os << llvm::formatv(
        "  tiled_layout.relayout ins({0} : {1}) outs({2} : {3})\n",
        chain.getName(0), typeA, chain.getName(1), typeB);
    break;
  case ViewWay::Copy:
    os << llvm::formatv("  memref.copy {0}, {1} : {2} to {3}\n",
                        chain.getName(0), chain.getName(1), typeA, typeB);
    break;
  case ViewWay::Call:
    os << llvm::formatv(
        "  %first = arith.constant 0 : index\n"
        "  %last = arith.constant 2 : index\n"
        "  %one = arith.constant 1 : index\n"
        "  %r = scf.for %k = %first to %last step %one iter_args(%p = {0})"
        " -> ({1}) {{\n"
        "    func.call @move{4}({2}, %p) : ({3}, {1}) -> ()\n"
        "    scf.yield %p : {1}\n  }\n",
        chain.getName(1), typeB, chain.getName(0), typeA, number);
  }
  os << "  return\n}\n";
  return text;
}

/// Calls function `number` and compares all of the destination.
void runCase(CompiledModule &module, const ViewCase &test,
             ArrayRef<int64_t> moved, int number, bool linear) {
  ArrayPair arrays(test, test.source, test.dest);
  arrays.fillSource();
  arrays.call(module, number, linear);
  llvm::DenseSet<int64_t> isMoved(moved.begin(), moved.end());
  arrays.expect([&](int64_t id, uint64_t before) -> std::optional<uint64_t> {
    return isMoved.contains(id) ? arrays.getMoved(id) : before;
  });
  arrays.expectNothingBehind();
}

/// What the compiler cannot see through.
constexpr llvm::StringLiteral opaque =
    "func.func private @opaque(%i: index) -> index {\n"
    "  return %i : index\n}\n";

class ViewTest : public testing::TestWithParam<bool> {};

} // namespace

TEST_P(ViewTest, ElementsOfViewsMoveAndNothingElse) {
  bool linear = GetParam();
  std::string pipeline = llvm::formatv(
      "tiled-layout-lower-relayouts,convert-tiled-layout-to-affine{{form={0}},"
      "tiled-layout-to-llvm-pipeline",
      linear ? "linear" : "expanded");
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<TiledLayoutDialect>();
  std::mt19937_64 random(20261123); // Fixed: a failure must be repeatable.
  int subViews = 0, transposes = 0, expansions = 0, collapses = 0;
  for (int batch = 0; batch < 4; ++batch) {
    std::vector<ViewCase> cases;
    std::vector<SmallVector<int64_t>> moved;
    std::string text = opaque.str();
    for (int number = 0; number < 20; ++number) {
      cases.push_back(getRandomViewCase(random));
      const ViewCase &test = cases.back();
      ViewChain chain(context, random, test, test.source, test.dest,
                      pick(random, 1, 4));
      text += writeFunction(test, chain, number,
                            static_cast<ViewWay>(number % numViewWays));
      moved.push_back(llvm::to_vector(chain.getElements()));
      subViews += chain.subViews;
      transposes += chain.transposes;
      expansions += chain.expansions;
      collapses += chain.collapses;
    }
    CompiledModule module(text, pipeline);
    ASSERT_TRUE(static_cast<bool>(module)) << text;
    for (auto [number, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE("batch " + std::to_string(batch) + ", function " +
                   std::to_string(number));
      runCase(module, test, moved[number], number, linear);
      if (HasFatalFailure())
        return;
    }
  }
  EXPECT_GE(subViews, 80);
  EXPECT_GE(transposes, 20);
  EXPECT_GE(expansions, 15);
  EXPECT_GE(collapses, 5);
}

INSTANTIATE_TEST_SUITE_P(Forms, ViewTest, testing::Values(false, true),
                         [](const auto &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
