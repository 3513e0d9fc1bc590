//===- TileLoopsTest.cpp - Cut loops, executed ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests of every kind of loop over part of two arrays in random layouts: random
// bounds, static and dynamic, random steps, and a distance between the element
// that is read and the one that is written. The loops are cut, lowered, run,
// and every element of the destination is compared with a simulation of the
// program on logical indices. Two of the ways tell when iterations change
// places: one carries a value through all of them, the other reads what the
// iteration before has written.
//
//===----------------------------------------------------------------------===//

#include "ArrayPair.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

enum class LoopWay {
  AffineFor,
  AffineParallel,
  ScfFor,
  ScfParallel,
  Forall,
  /// A value is carried through all iterations.
  AffineCarried,
  ScfCarried,
  /// Each iteration reads what the one before in the last dimension wrote.
  Scan,
};
constexpr int numLoopWays = 8;

struct LoopRange {
  int64_t lower, upper, step;
  /// The index that is read minus the one that is written.
  int64_t distance;
};

struct LoopCase : ArrayShape {
  Layout source, dest;
  llvm::SmallVector<LoopRange> ranges;
  LoopWay way;

  bool computes() const { return way >= LoopWay::AffineCarried; }
  bool isAffine() const {
    return way == LoopWay::AffineFor || way == LoopWay::AffineParallel ||
           way == LoopWay::AffineCarried || way == LoopWay::Scan;
  }
};

} // namespace

static LoopCase getRandomCase(std::mt19937_64 &random, LoopWay way) {
  RandomLayoutOptions options;
  options.maxElements = 600;
  options.maxRank = 3;
  options.properties = false;
  LoopCase test;
  test.way = way;
  test.element = &elements[pick(random, 0, std::size(elements) - 1)];
  if (test.computes())
    test.element = llvm::find_if(
        elements, [](const Element &element) { return element.name == "i64"; });
  do {
    test.extents = getRandomExtents(random, options);
  } while (test.extents.empty() || llvm::is_contained(test.extents, 0));
  for (Layout *layout : {&test.source, &test.dest})
    *layout = getRandomLayoutOn(random, test.extents, options);
  test.shape = test.extents;
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (!chance(random, 40))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
  for (int64_t extent : test.extents) {
    LoopRange range = {0, extent, 1, 0};
    if (chance(random, 50)) {
      range.lower = pick(random, 0, extent - 1);
      range.upper = pick(random, 0, extent);
      range.step = chance(random, 60) ? 1 : pick(random, 2, 9);
    }
    // A scan reads one before.
    if (way == LoopWay::Scan)
      range.lower = std::max<int64_t>(range.lower, 1);
    if (range.lower < range.upper && chance(random, 40))
      range.distance = pick(random, -range.lower, extent - range.upper);
    test.ranges.push_back(range);
  }
  return test;
}

/// Writes the bounds, relative to extents so that they are as dynamic as these.
static void writeBounds(const LoopCase &test, llvm::raw_ostream &os) {
  std::string type = printType(test, test.dest);
  for (auto [dim, range] : llvm::enumerate(test.ranges)) {
    os << llvm::formatv("  %d{0} = arith.constant {0} : index\n"
                        "  %n{0} = memref.dim %b, %d{0} : {1}\n"
                        "  %x{0} = arith.constant {2} : index\n"
                        "  %y{0} = arith.constant {3} : index\n"
                        "  %lo{0} = arith.subi %n{0}, %x{0} : index\n"
                        "  %hi{0} = arith.subi %n{0}, %y{0} : index\n"
                        "  %st{0} = arith.constant {4} : index\n",
                        dim, type, test.extents[dim] - range.lower,
                        test.extents[dim] - range.upper, range.step);
  }
}

/// Prints "%i0 + 3, %i1" for affine accesses.
static std::string getAffineIndex(const LoopCase &test, bool isRead,
                                  int64_t lastDistance = 0) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [dim, range] : llvm::enumerate(test.ranges)) {
    int64_t distance = isRead ? range.distance : 0;
    if (dim + 1 == test.ranges.size())
      distance += lastDistance;
    os << (dim ? ", " : "") << "%i" << dim << (distance < 0 ? " - " : " + ")
       << std::abs(distance);
  }
  return text;
}

/// Writes loads, arithmetic and stores of an iteration; returns the value that
/// it hands on.
static void writeBody(const LoopCase &test, llvm::raw_ostream &os) {
  std::string source = printType(test, test.source),
              dest = printType(test, test.dest);
  llvm::StringRef element = test.element->name;
  std::string read = getAffineIndex(test, true),
              write = getAffineIndex(test, false);
  llvm::StringRef dialect = "affine";
  if (!test.isAffine()) {
    dialect = "memref";
    read = write = "";
    for (auto [dim, range] : llvm::enumerate(test.ranges)) {
      os << llvm::formatv("  %k{0} = arith.constant {1} : index\n"
                          "  %r{0} = arith.addi %i{0}, %k{0} : index\n",
                          dim, range.distance);
      read += llvm::formatv("{0}%r{1}", dim ? ", " : "", dim).str();
      write += llvm::formatv("{0}%i{1}", dim ? ", " : "", dim).str();
    }
  }
  os << llvm::formatv("  %v = {0}.load %a[{1}] : {2}\n", dialect, read, source);
  llvm::StringRef result = "%v";
  if (test.way == LoopWay::Scan) {
    os << llvm::formatv("  %u = affine.load %b[{0}] : {1}\n"
                        "  %w = arith.addi %u, %v : {2}\n",
                        getAffineIndex(test, false, -1), dest, element);
    result = "%w";
  } else if (test.computes()) {
    os << llvm::formatv("  %w0 = arith.muli %c{0}, %three : {1}\n"
                        "  %w = arith.addi %w0, %v : {1}\n",
                        test.ranges.size() - 1, element);
    result = "%w";
  }
  os << llvm::formatv("  {0}.store {1}, %b[{2}] : {3}\n", dialect, result,
                      write, dest);
}

static void writeSequential(const LoopCase &test, llvm::raw_ostream &os) {
  bool carries =
      test.way == LoopWay::AffineCarried || test.way == LoopWay::ScfCarried;
  llvm::StringRef dialect = test.isAffine() ? "affine" : "scf";
  size_t rank = test.ranges.size();
  if (carries)
    os << "  %three = arith.constant 3 : i64\n"
          "  %one = arith.constant 1 : i64\n";
  for (auto [dim, range] : llvm::enumerate(test.ranges)) {
    os << "  ";
    if (carries)
      os << llvm::formatv("%s{0} = ", dim);
    os << llvm::formatv("{0}.for %i{1} = %lo{1} to %hi{1} step ", dialect, dim);
    if (test.isAffine())
      os << range.step;
    else
      os << "%st" << dim;
    if (carries)
      os << llvm::formatv(" iter_args(%c{0} = {1}) -> (i64)", dim,
                          dim ? llvm::formatv("%c{0}", dim - 1).str()
                              : std::string("%one"));
    os << " {\n";
  }
  writeBody(test, os);
  for (size_t dim = rank; dim > 0; --dim) {
    if (carries)
      os << llvm::formatv("  {0}.yield {1} : i64\n", dialect,
                          dim == rank ? std::string("%w")
                                      : llvm::formatv("%s{0}", dim).str());
    os << "  }\n";
  }
}

static void writeParallel(const LoopCase &test, llvm::raw_ostream &os) {
  std::string ivs, lower, upper, steps;
  for (auto [dim, range] : llvm::enumerate(test.ranges)) {
    std::string comma = dim ? ", " : "";
    ivs += llvm::formatv("{0}%i{1}", comma, dim).str();
    lower += llvm::formatv("{0}%lo{1}", comma, dim).str();
    upper += llvm::formatv("{0}%hi{1}", comma, dim).str();
    steps += test.isAffine() ? llvm::formatv("{0}{1}", comma, range.step).str()
                             : llvm::formatv("{0}%st{1}", comma, dim).str();
  }
  llvm::StringRef name = test.way == LoopWay::AffineParallel ? "affine.parallel"
                         : test.way == LoopWay::Forall       ? "scf.forall"
                                                             : "scf.parallel";
  os << llvm::formatv("  {0} ({1}) = ({2}) to ({3}) step ({4}) {{\n", name, ivs,
                      lower, upper, steps);
  writeBody(test, os);
  os << "  }\n";
}

static std::string writeFunction(const LoopCase &test, int number) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("func.func @f{0}(%a: {1} {{llvm.noalias}, %b: {2} "
                      "{{llvm.noalias}) attributes {{llvm.emit_c_interface} "
                      "{{\n",
                      number, printType(test, test.source),
                      printType(test, test.dest));
  writeBounds(test, os);
  bool isParallel = test.way == LoopWay::AffineParallel ||
                    test.way == LoopWay::ScfParallel ||
                    test.way == LoopWay::Forall;
  isParallel ? writeParallel(test, os) : writeSequential(test, os);
  os << "  return\n}\n";
  return text;
}

/// Runs the program on row-major numbers of elements: `values` are what the
/// destination holds.
static void simulate(const LoopCase &test,
                     llvm::MutableArrayRef<uint64_t> values) {
  uint64_t carried = 1;
  llvm::SmallVector<int64_t> index;
  for (const LoopRange &range : test.ranges) {
    if (range.lower >= range.upper)
      return;
    index.push_back(range.lower);
  }
  auto getId = [&](bool isRead, int64_t lastDistance = 0) {
    int64_t id = 0;
    for (auto [dim, range] : llvm::enumerate(test.ranges))
      id = id * test.extents[dim] + index[dim] + (isRead ? range.distance : 0) +
           (dim + 1 == index.size() ? lastDistance : 0);
    return id;
  };
  while (true) {
    uint64_t value = getValue(getId(true), test.element->valueBits);
    if (test.way == LoopWay::Scan)
      value += values[getId(false, -1)];
    else if (test.computes())
      value = carried = carried * 3 + value;
    values[getId(false)] = value;
    size_t dim = index.size();
    while (dim > 0 && (index[dim - 1] += test.ranges[dim - 1].step) >=
                          test.ranges[dim - 1].upper) {
      index[dim - 1] = test.ranges[dim - 1].lower;
      --dim;
    }
    if (dim == 0)
      return;
  }
}

static void runCase(CompiledModule &module, const LoopCase &test, int number) {
  ArrayPair arrays(test, test.source, test.dest);
  arrays.fillSource();
  arrays.call(module, number, /*linear=*/false);

  int64_t elements = 1;
  for (int64_t extent : test.extents)
    elements *= extent;
  std::vector<uint64_t> initial(elements), values;
  arrays.expect([&](int64_t id, uint64_t before) -> std::optional<uint64_t> {
    if (id != reference::padding)
      initial[id] = before;
    return std::nullopt;
  });
  values = initial;
  simulate(test, values);
  arrays.expect([&](int64_t id, uint64_t before) -> std::optional<uint64_t> {
    if (id == reference::padding || values[id] == initial[id])
      return before;
    return arrays.widen(values[id]);
  });
  arrays.expectNothingBehind();
}

TEST(TileLoopsTest, CutLoopsDoTheSame) {
  std::mt19937_64 random(20261123); // Fixed: a failure must be repeatable.
  for (int batch = 0; batch < 6; ++batch) {
    std::vector<LoopCase> cases;
    std::vector<std::string> functions;
    for (int i = 0; i < 3 * numLoopWays; ++i) {
      cases.push_back(
          getRandomCase(random, static_cast<LoopWay>(i % numLoopWays)));
      functions.push_back(writeFunction(cases.back(), i));
    }
    std::string source = llvm::join(functions, "");
    // Some ragged tiles are taken apart, others are not.
    CompiledModule module(
        source,
        llvm::formatv(
            "canonicalize,tiled-layout-schedule-loops{{steps=tile-loops "
            "max-operations={0}},"
            "tiled-layout-to-llvm-pipeline",
            batch % 2 ? 40 : 4096)
            .str());
    ASSERT_TRUE(module) << source;
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(functions[i]);
      runCase(module, test, i);
      if (HasFatalFailure())
        return;
    }
  }
}
