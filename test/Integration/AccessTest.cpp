//===- AccessTest.cpp - Operations on tiled arrays, executed --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function moves the elements of one array into another by way of some
// operations. Random layouts, shapes and element types are drawn, the program
// is lowered, compiled and run, and every element of the destination is
// compared with what the definition says. The destination's padding holds junk
// that must stay, unless memory was copied as a whole.
//
//===----------------------------------------------------------------------===//

#include "RandomArrays.h"

#include "tiled_layout/Layout/Reference.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// What a function is about.
enum class Way {
  /// memref.load, store, dim in scf.for.
  Access,
  /// assume_alignment, distinct_objects, prefetch.
  Hints,
  /// The array goes through regions, branches and a call, beside another one.
  Carried,
  /// memref.copy of an array in the same layout.
  Copy,
  /// memref.atomic_rmw.
  Atomic,
  /// memref.generic_atomic_rmw.
  GenericAtomic,
  /// memref.get_global of initial values.
  Global,
};
constexpr int numWays = 7;

struct Case : ArrayShape {
  Way way;
  Layout source, dest;
};

/// Writes one function of a module.
class FunctionWriter {
public:
  FunctionWriter(const Case &test, int number)
      : test(test), number(number), rank(test.extents.size()),
        sourceType(printType(test, test.source)),
        destType(printType(test, test.dest)), os(text) {}

  std::string write();

private:
  void writeConstants();
  void writeGlobal();
  void writeValues(int64_t first, int64_t dim);
  std::string writeAlloc(llvm::StringRef name);
  void writeHints();
  void writeCarried();
  void writeLoops();
  void writeBody(llvm::StringRef indices);
  std::string getIndices(llvm::StringRef prefix) const;

  const Case &test;
  int number;
  int64_t rank;
  std::string sourceType, destType, text;
  llvm::raw_string_ostream os;
  /// The arrays that the loops read and write.
  std::string source = "%a", dest = "%b";
};

std::string FunctionWriter::getIndices(llvm::StringRef prefix) const {
  std::string indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    indices += (dim ? ", " : "") + prefix.str() + std::to_string(dim);
  return indices;
}

void FunctionWriter::writeConstants() {
  os << "  %true = arith.constant true\n  %one = arith.constant 1 : i32\n";
  for (int64_t i = 0; i < std::max<int64_t>(rank, 3); ++i)
    os << llvm::formatv("  %c{0} = arith.constant {0} : index\n", i);
  for (int64_t dim = 0; dim < rank; ++dim)
    os << llvm::formatv("  %n{0} = memref.dim %b, %c{0} : {1}\n", dim,
                        destType);
}

/// Prints the values from row-major number `first` on as nested lists.
void FunctionWriter::writeValues(int64_t first, int64_t dim) {
  if (dim == rank) {
    uint64_t bits = getValue(first, test.element->valueBits);
    if (test.element->name == "i1")
      os << (bits ? "true" : "false");
    else
      os << llvm::formatv("0x{0}",
                          llvm::utohexstr(bits, /*LowerCase=*/false,
                                          test.element->valueBits / 4));
    return;
  }
  int64_t inner = 1;
  for (int64_t extent : llvm::drop_begin(test.extents, dim + 1))
    inner *= extent;
  os << '[';
  for (int64_t i = 0; i < test.extents[dim]; ++i) {
    os << (i ? ", " : "");
    writeValues(first + i * inner, dim + 1);
  }
  os << ']';
}

void FunctionWriter::writeGlobal() {
  os << llvm::formatv("memref.global \"private\" @g{0} : {1} = dense<", number,
                      sourceType);
  if (!llvm::is_contained(test.extents, 0))
    writeValues(0, 0);
  os << ">\n";
}

/// Allocates another array of the destination's type.
std::string FunctionWriter::writeAlloc(llvm::StringRef name) {
  std::string sizes;
  for (auto [dim, size] : llvm::enumerate(test.shape))
    if (size == kDynamic)
      sizes += (sizes.empty() ? "%n" : ", %n") + std::to_string(dim);
  os << llvm::formatv("  {0} = memref.alloc({1}) : {2}\n", name, sizes,
                      destType);
  return name.str();
}

void FunctionWriter::writeHints() {
  os << llvm::formatv("  %b1 = memref.assume_alignment %b, 1 : {0}\n",
                      destType);
  os << llvm::formatv("  %a1, %b2 = memref.distinct_objects %a, %b1 : "
                      "{0}, {1}\n",
                      sourceType, destType);
  source = "%a1";
  dest = "%b2";
}

/// Takes the destination through everything that passes values on. %x stands
/// where a mistake would lead.
void FunctionWriter::writeCarried() {
  writeAlloc("%x");
  os << llvm::formatv(R"(
  %b1 = scf.execute_region -> {0} {{
    cf.cond_br %true, ^join(%b : {0}), ^other
  ^other:
    cf.br ^join(%x : {0})
  ^join(%p: {0}):
    scf.yield %p : {0}
  }
  %b2 = scf.index_switch %c1 -> {0}
  case 1 {{
    scf.yield %b1 : {0}
  }
  default {{
    scf.yield %x : {0}
  }
  %b3 = scf.if %true -> {0} {{
    scf.yield %b2 : {0}
  } else {{
    scf.yield %x : {0}
  }
  %b4:2 = affine.for %i = 0 to 3 iter_args(%p = %x, %q = %b3) -> ({0}, {0}) {{
    affine.yield %q, %p : {0}, {0}
  }
  %b5 = affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%c1] -> {0} {{
    affine.yield %b4#0 : {0}
  } else {{
    affine.yield %x : {0}
  }
  %b6 = arith.select %true, %b5, %x : {0}
  %b7, %last = scf.while (%p = %x, %q = %b6, %k = %c0) : ({0}, {0}, index) -> ({0}, index) {{
    %more = arith.cmpi ult, %k, %c1 : index
    scf.condition(%more) %q, %k : {0}, index
  } do {{
  ^body(%p: {0}, %k: index):
    %next = arith.addi %k, %c1 : index
    scf.yield %x, %p, %next : {0}, {0}, index
  }
  %b8 = func.call @pass{1}(%x, %b7) : ({0}, {0}) -> {0}
  cf.switch %one : i32, [default: ^other(%x : {0}), 1: ^go(%b8 : {0})]
^other(%y: {0}):
  cf.br ^go(%y : {0})
^go(%b9: {0}):
)",
                      destType, number);
  dest = "%b9";
}

void FunctionWriter::writeBody(llvm::StringRef indices) {
  llvm::StringRef element = test.element->name;
  if (test.way == Way::Hints)
    os << llvm::formatv("memref.prefetch {0}[{1}], write, locality<3>, data : "
                        "{2}\n",
                        dest, indices, destType);
  os << llvm::formatv("%v = memref.load {0}[{1}] : {2}\n", source, indices,
                      sourceType);
  if (test.way == Way::Atomic)
    os << llvm::formatv("%o = memref.atomic_rmw assign %v, {0}[{1}] : "
                        "({2}, {3}) -> {2}\n",
                        dest, indices, element, destType);
  else if (test.way == Way::GenericAtomic)
    os << llvm::formatv("%o = memref.generic_atomic_rmw {0}[{1}] : {2} {{\n"
                        "^bb0(%old: {3}):\n"
                        "  %new = arith.addi %old, %v : {3}\n"
                        "  memref.atomic_yield %new : {3}\n}\n",
                        dest, indices, destType, element);
  else
    os << llvm::formatv("memref.store %v, {0}[{1}] : {2}\n", dest, indices,
                        destType);
}

void FunctionWriter::writeLoops() {
  for (int64_t dim = 0; dim < rank; ++dim)
    os << llvm::formatv("  scf.for %i{0} = %c0 to %n{0} step %c1 {{\n", dim);
  writeBody(getIndices("%i"));
  os << std::string(rank, '}') << "\n";
}

std::string FunctionWriter::write() {
  if (test.way == Way::Global)
    writeGlobal();
  if (test.way == Way::Carried)
    os << llvm::formatv("func.func private @pass{0}(%a: {1}, %b: {1}) -> {1} "
                        "{{\n  return %b : {1}\n}\n",
                        number, destType);
  os << llvm::formatv("func.func @f{0}(%a: {1}, %b: {2}) "
                      "attributes {{llvm.emit_c_interface} {{\n",
                      number, sourceType, destType);
  writeConstants();
  switch (test.way) {
  case Way::Hints:
    writeHints();
    break;
  case Way::Carried:
    writeCarried();
    break;
  case Way::Copy:
    dest = writeAlloc("%x");
    break;
  case Way::Global:
    os << llvm::formatv("  %g = memref.get_global @g{0} : {1}\n", number,
                        sourceType);
    source = "%g";
    break;
  case Way::Access:
  case Way::Atomic:
  case Way::GenericAtomic:
    break;
  }
  writeLoops();
  if (test.way == Way::Copy)
    os << llvm::formatv("  memref.copy %x, %b : {0} to {0}\n", destType);
  if (test.way == Way::Copy || test.way == Way::Carried)
    os << llvm::formatv("  memref.dealloc %x : {0}\n", destType);
  os << "  return\n}\n";
  return text;
}

/// True if the element is its value's bits in whole bytes, so that it can be
/// accessed atomically.
bool isPlain(const Case &test) {
  int64_t bits = getBits(test, test.dest);
  return bits == test.element->valueBits && bits % 8 == 0;
}

Case getRandomCase(std::mt19937_64 &random, Way way) {
  RandomLayoutOptions options;
  options.maxElements = 300;
  options.maxRank = 4;
  options.properties = false;
  Case test;
  test.way = way;
  do {
    test.extents = getRandomExtents(random, options);
    test.element = &elements[pick(random, 0, std::size(elements) - 1)];
    for (Layout *layout : {&test.source, &test.dest}) {
      *layout = getRandomLayoutOn(random, test.extents, options);
      const std::vector<int64_t> &bits = test.element->elementBits;
      layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
      if (chance(random, 25))
        layout->tailPaddingAlignment = pick(random, 2, 70);
    }
    // An atomic access by a function of ours needs an integer.
  } while ((way == Way::Atomic && !isPlain(test)) ||
           (way == Way::GenericAtomic &&
            (!isPlain(test) || test.element->name[0] != 'i')));
  test.shape = test.extents;
  // A global has a static shape.
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (way == Way::Global || !chance(random, 30))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
  return test;
}

/// Calls function `number` and compares the destination with the definition.
void runCase(CompiledModule &module, const Case &test, int number,
             bool linear) {
  std::vector<int64_t> sourceContents =
      reference::getContents(test.source, test.extents);
  std::vector<int64_t> destContents =
      reference::getContents(test.dest, test.extents);
  int64_t valueBits = test.element->valueBits;
  int64_t destBits = getBits(test, test.dest);
  constexpr uint8_t sourceJunk = 0xC3, destJunk = 0x5A;
  Buffer source(sourceContents.size(), getBits(test, test.source), sourceJunk);
  Buffer dest(destContents.size(), destBits, destJunk);
  Buffer untouched = dest;
  // What a global holds must not come from the argument.
  if (test.way != Way::Global)
    for (auto [position, id] : llvm::enumerate(sourceContents))
      if (id != reference::padding)
        source.set(position, valueBits, getValue(id, valueBits));

  Argument sourceArgument(test, test.source, source.data(), linear);
  Argument destArgument(test, test.dest, dest.data(), linear);
  std::vector<void *> arguments;
  sourceArgument.append(arguments);
  destArgument.append(arguments);
  module.call(llvm::formatv("f{0}", number).str(), arguments);

  for (auto [position, id] : llvm::enumerate(destContents)) {
    bool isPadding = id == reference::padding;
    if (isPadding && test.way == Way::Copy)
      continue;
    uint64_t before = untouched.get(position, destBits);
    uint64_t expected =
        isPadding ? before
                  : getWidened(test, getValue(id, valueBits), destBits);
    // It adds to what was there.
    if (!isPadding && test.way == Way::GenericAtomic)
      expected = getWidened(test, expected + before, destBits);
    ASSERT_EQ(dest.get(position, destBits), expected)
        << "at position " << position << " of " << printType(test, test.dest)
        << ", element " << id;
  }
  // A copy of memory is one of whole bytes.
  int64_t elements = destContents.size();
  if (test.way == Way::Copy)
    elements = llvm::divideCeil(getBytes(elements, destBits) * 8, destBits);
  ASSERT_TRUE(dest.agreesBehind(elements, untouched))
      << "a write behind the end of " << printType(test, test.dest);
}

class AccessTest : public testing::TestWithParam<bool> {};

} // namespace

TEST_P(AccessTest, EveryWayMovesEveryElement) {
  bool linear = GetParam();
  std::string pipeline =
      llvm::formatv("convert-tiled-layout-to-affine{{form={0}},"
                    "tiled-layout-to-llvm-pipeline",
                    linear ? "linear" : "expanded");
  std::mt19937_64 random(20261122); // Fixed: a failure must be repeatable.
  for (int batch = 0; batch < 3; ++batch) {
    std::vector<Case> cases;
    std::vector<std::string> functions;
    for (int i = 0; i < 3 * numWays; ++i) {
      cases.push_back(getRandomCase(random, static_cast<Way>(i % numWays)));
      functions.push_back(FunctionWriter(cases.back(), i).write());
    }
    std::string source = llvm::join(functions, "");
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module) << source;
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(functions[i]);
      runCase(module, test, i, linear);
      if (HasFatalFailure())
        return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, AccessTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
