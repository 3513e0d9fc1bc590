//===- WordRowsTest.cpp - Loops over rows that share words, executed ------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over arrays whose rows share words: several passes over each row,
// stencils, sums over rows and columns, rows that depend on the rows before.
// Extents are ragged, some known at run time; bounds begin and end within
// words. Each program is lowered, run, and every element of the destination,
// its padding included, is compared with a simulation on logical indices.
// Sums are weighted so that each order of their terms has another result.
//
//===----------------------------------------------------------------------===//

#include "ArrayPair.h"

#include "tiled_layout/Layout/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// A row-major array of numbers modulo a power of two.
struct Numbers {
  int64_t columns;
  std::vector<uint64_t> values;

  uint64_t &at(int64_t row, int64_t column) {
    return values[row * columns + column];
  }
};

struct Bounds {
  int64_t rows[2], columns[2];
};

/// A kernel as a program on `%a` and `%b`, with `%r0` and `%r1`, `%c0` and
/// `%c1` for the bounds, and as what it does.
struct Kernel {
  /// Lines; `L x = a[i, j]` and `S b[i, j] = x` are accesses to numbers.
  llvm::StringLiteral text;
  void (*run)(Numbers &a, Numbers &b, const Bounds &bounds);
};

struct WordCase : ArrayShape {
  Layout source, dest;
  Bounds bounds;
  const Kernel *kernel;
};

} // namespace

template <typename Fn>
static void forAll(const Bounds &bounds, Fn body) {
  for (int64_t i = bounds.rows[0]; i < bounds.rows[1]; ++i)
    for (int64_t j = bounds.columns[0]; j < bounds.columns[1]; ++j)
      body(i, j);
}

static const Kernel kernels[] = {
    // Passes over each row, the second with the result of the first.
    {R"(affine.for %i = %r0 to %r1 {
          %s = affine.for %j = %c0 to %c1 iter_args(%acc = %three) -> (T) {
            L x = a[%i, %j]
            %y = arith.muli %acc, %three : T
            %z = arith.addi %y, %x : T
            affine.yield %z : T
          }
          affine.for %j = %c0 to %c1 {
            L x = a[%i, %j]
            %y = arith.xori %x, %s : T
            S b[%i, %j] = y
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       for (int64_t i = bounds.rows[0]; i < bounds.rows[1]; ++i) {
         uint64_t sum = 3;
         for (int64_t j = bounds.columns[0]; j < bounds.columns[1]; ++j)
           sum = sum * 3 + a.at(i, j);
         for (int64_t j = bounds.columns[0]; j < bounds.columns[1]; ++j)
           b.at(i, j) = a.at(i, j) ^ sum;
       }
     }},
    // A stencil.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L u = a[%i - 1, %j]
            L d = a[%i + 1, %j]
            L l = a[%i, %j - 1]
            L r = a[%i, %j + 1]
            %x = arith.muli %u, %three : T
            %y = arith.subi %x, %d : T
            %z = arith.xori %y, %l : T
            %w = arith.addi %z, %r : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, j) = ((a.at(i - 1, j) * 3 - a.at(i + 1, j)) ^ a.at(i, j - 1)) +
                      a.at(i, j + 1);
       });
     }},
    // Neighbours across corners, and the element itself.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L u = a[%i - 1, %j - 1]
            L x = a[%i, %j]
            L d = a[%i + 1, %j + 1]
            %y = arith.muli %u, %three : T
            %z = arith.subi %y, %x : T
            %w = arith.xori %z, %d : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, j) =
             (a.at(i - 1, j - 1) * 3 - a.at(i, j)) ^ a.at(i + 1, j + 1);
       });
     }},
    // Neighbours along the row, in place.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = b[%i, %j]
            L y = a[%i, %j - 1]
            %z = arith.muli %x, %three : T
            %w = arith.addi %z, %y : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, j) = b.at(i, j) * 3 + a.at(i, j - 1);
       });
     }},
    // Weighted sums over columns, and over rows.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = b[0, %j]
            L y = a[%i, %j]
            %z = arith.muli %x, %three : T
            %w = arith.addi %z, %y : T
            S b[0, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(0, j) = b.at(0, j) * 3 + a.at(i, j);
       });
     }},
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = b[%i, 0]
            L y = a[%i, %j]
            %z = arith.muli %x, %three : T
            %w = arith.addi %z, %y : T
            S b[%i, 0] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, 0) = b.at(i, 0) * 3 + a.at(i, j);
       });
     }},
    // Sums and maxima of rows, in any order, one beside the other.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = b[%i, 0]
            L y = a[%i, %j]
            %z = arith.addi %x, %y overflow<nsw> : T
            S b[%i, 0] = z
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) { b.at(i, 0) += a.at(i, j); });
     }},
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L y = a[%i, %j]
            %k = arith.muli %y, %three : T
            L x = b[%i, 0]
            %z = arith.xori %k, %x : T
            S b[%i, 0] = z
            L u = b[%i, 1]
            L l = a[%i, %j - 1]
            %w = arith.ori %u, %l : T
            S b[%i, 1] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, 0) ^= a.at(i, j) * 3;
         b.at(i, 1) |= a.at(i, j - 1);
       });
     }},
    // A row with an element of its own, and with one for all rows.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = a[%i, 0]
            L y = a[%i, %j]
            L o = a[0, 1]
            %z = arith.muli %x, %y : T
            %w = arith.addi %z, %o : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, j) = a.at(i, 0) * a.at(i, j) + a.at(0, 1);
       });
     }},
    // Each row from the row before, from the same column and from the next.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = b[%i - 1, %j]
            L y = a[%i, %j]
            %z = arith.muli %x, %three : T
            %w = arith.addi %z, %y : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, j) = b.at(i - 1, j) * 3 + a.at(i, j);
       });
     }},
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = b[%i - 1, %j + 1]
            L y = a[%i, %j]
            %z = arith.muli %x, %three : T
            %w = arith.addi %z, %y : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       forAll(bounds, [&](int64_t i, int64_t j) {
         b.at(i, j) = b.at(i - 1, j + 1) * 3 + a.at(i, j);
       });
     }},
    // A pass that reads what the pass before has written, a column further.
    {R"(affine.for %i = %r0 to %r1 {
          affine.for %j = %c0 to %c1 {
            L x = a[%i, %j]
            S b[%i, %j] = x
          }
          affine.for %j = %c0 to %c1 {
            L x = b[%i, %j + 1]
            L y = b[%i, %j]
            %z = arith.muli %x, %three : T
            %w = arith.addi %z, %y : T
            S b[%i, %j] = w
          }
        })",
     [](Numbers &a, Numbers &b, const Bounds &bounds) {
       for (int64_t i = bounds.rows[0]; i < bounds.rows[1]; ++i) {
         for (int64_t j = bounds.columns[0]; j < bounds.columns[1]; ++j)
           b.at(i, j) = a.at(i, j);
         for (int64_t j = bounds.columns[0]; j < bounds.columns[1]; ++j)
           b.at(i, j) = b.at(i, j + 1) * 3 + b.at(i, j);
       }
     }},
};

static WordCase getRandomCase(std::mt19937_64 &random, const Kernel &kernel) {
  constexpr llvm::StringLiteral layouts[] = {
      "{1,0:T(8,16)(2,1)}", "{1,0:T(8,16)(4,1)}", "{1,0:T(4,8)(2,1)}",
      "{0,1:T(8,16)(4,1)}", "{1,0:T(8,16)}",      "{1,0:T(8,8)(8,1)}",
      "{1,0:T(8,64)(2,1)}", "{1,0:T(8,64)(4,1)}", "{1,0:T(8,64)}"};
  auto getLayout = [&] {
    llvm::StringRef text = layouts[pick(random, 0, std::size(layouts) - 1)];
    return *llvm::cantFail(parseShape(("u8[1,1]" + text).str())).layout;
  };
  WordCase test;
  test.kernel = &kernel;
  constexpr llvm::StringLiteral names[] = {"i8", "i8", "bf16", "f16", "f32"};
  llvm::StringRef name = names[pick(random, 0, std::size(names) - 1)];
  test.element = llvm::find_if(
      elements, [&](const Element &element) { return element.name == name; });
  test.extents = {pick(random, 3, 30),
                  pick(random, 3, chance(random, 50) ? 50 : 200)};
  test.source = getLayout();
  test.dest = chance(random, 70) ? test.source : getLayout();
  test.shape = test.extents;
  for (int64_t &extent : test.shape)
    if (chance(random, 25))
      extent = kDynamic;
  // All kernels may look one element around.
  auto setBounds = [&](int64_t (&bounds)[2], int64_t extent) {
    bounds[0] = chance(random, 60) ? 1 : pick(random, 1, extent - 1);
    bounds[1] = chance(random, 60) ? extent - 1 : pick(random, 1, extent - 1);
  };
  setBounds(test.bounds.rows, test.extents[0]);
  setBounds(test.bounds.columns, test.extents[1]);
  return test;
}

/// Writes a line of a kernel; accesses convert between elements and numbers.
static void writeLine(const WordCase &test, llvm::StringRef line, int number,
                      llvm::raw_ostream &os) {
  llvm::StringRef element = test.element->name;
  std::string integer = llvm::formatv("i{0}", test.element->valueBits);
  bool isInteger = element == integer;
  auto getType = [&](llvm::StringRef access) {
    return printType(test, access.front() == 'a' ? test.source : test.dest);
  };
  line = line.trim();
  if (line.consume_front("L ")) {
    auto [name, access] = line.split(" = ");
    os << llvm::formatv("%{0}{1} = affine.load %{2} : {3}\n", name,
                        isInteger ? "" : "_e", access, getType(access));
    if (!isInteger)
      os << llvm::formatv("%{0} = arith.bitcast %{0}_e : {1} to {2}\n", name,
                          element, integer);
    return;
  }
  if (line.consume_front("S ")) {
    auto [access, name] = line.split(" = ");
    if (!isInteger)
      os << llvm::formatv("%{0}_s{3} = arith.bitcast %{0} : {2} to {1}\n", name,
                          element, integer, number);
    os << llvm::formatv("affine.store %{0}{1}, %{2} : {3}\n", name,
                        isInteger ? "" : llvm::formatv("_s{0}", number).str(),
                        access, getType(access));
    return;
  }
  for (char c : line)
    c == 'T' ? os << integer : os << c;
  os << '\n';
}

static std::string writeFunction(const WordCase &test, int number) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("func.func @f{0}(%a: {1} {{llvm.noalias}, %b: {2} "
                      "{{llvm.noalias}) attributes {{llvm.emit_c_interface} "
                      "{{\n  %three = arith.constant 3 : i{3}\n",
                      number, printType(test, test.source),
                      printType(test, test.dest), test.element->valueBits);
  // Upper bounds are as dynamic as the extents.
  for (auto [dim, name] : {std::pair(0, "r"), std::pair(1, "c")}) {
    const int64_t (&bounds)[2] = dim ? test.bounds.columns : test.bounds.rows;
    os << llvm::formatv("  %{0}0 = arith.constant {1} : index\n"
                        "  %{0}dim = arith.constant {2} : index\n"
                        "  %{0}n = memref.dim %b, %{0}dim : {3}\n"
                        "  %{0}less = arith.constant {4} : index\n"
                        "  %{0}1 = arith.subi %{0}n, %{0}less : index\n",
                        name, bounds[0], dim, printType(test, test.dest),
                        test.extents[dim] - bounds[1]);
  }
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(test.kernel->text).split(lines, '\n');
  for (auto [line, content] : llvm::enumerate(lines))
    writeLine(test, content, line, os);
  os << "  return\n}\n";
  return text;
}

static void runCase(CompiledModule &module, const WordCase &test, int number) {
  ArrayPair arrays(test, test.source, test.dest);
  arrays.fillSource();
  arrays.call(module, number, /*linear=*/false);

  int64_t bits = test.element->valueBits;
  Numbers a = {test.extents[1], {}}, b = a;
  for (int64_t id = 0; id < test.extents[0] * test.extents[1]; ++id)
    a.values.push_back(getValue(id, bits));
  b.values.resize(a.values.size());
  arrays.expect([&](int64_t id, uint64_t before) -> std::optional<uint64_t> {
    if (id != reference::padding)
      b.values[id] = before;
    return std::nullopt;
  });
  test.kernel->run(a, b, test.bounds);
  arrays.expect([&](int64_t id, uint64_t before) -> std::optional<uint64_t> {
    if (id == reference::padding)
      return before;
    return b.values[id] & llvm::maskTrailingOnes<uint64_t>(bits);
  });
  arrays.expectNothingBehind();
}

TEST(WordRowsTest, RowsOfAWordTogetherDoTheSame) {
  std::mt19937_64 random(20261122); // Fixed: a failure must be repeatable.
  for (int batch = 0; batch < 5; ++batch) {
    std::vector<WordCase> cases;
    std::string source;
    std::vector<std::string> functions;
    for (int i = 0; i < 24; ++i) {
      cases.push_back(getRandomCase(random, kernels[i % std::size(kernels)]));
      functions.push_back(writeFunction(cases.back(), i));
      source += functions.back();
    }
    // Bounds that are constants must be seen to be.
    CompiledModule module(source, "canonicalize,tiled-layout-to-llvm-pipeline");
    ASSERT_TRUE(module) << source;
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(functions[i]);
      runCase(module, test, i);
      if (HasFatalFailure())
        return;
    }
  }
}
