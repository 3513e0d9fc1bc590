//===- RandomNestWriter.h - Writes one program of loop nests ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RANDOMNESTWRITER_H
#define TILED_LAYOUT_TEST_INTEGRATION_RANDOMNESTWRITER_H

#include "RandomNest.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/Support/FormatVariadic.h"

#include <functional>

namespace mlir::tiled_layout::test {

/// Dimensions that the arrays of a program have in common, so that one loop
/// can go through several of them.
constexpr int numBaseDims = 3;

/// Iterations of all loops of a nest together.
constexpr int64_t maxWork = 60000;

/// An array of the program. Both programs take the same decisions, by the type
/// with layouts.
struct NestArray {
  std::string name;
  /// The alias of its type.
  std::string type;
  MemRefType tiledType, plainType;
  SmallVector<int64_t> extents;
  /// For each dimension, the one of the program that it is like.
  SmallVector<int> dims;
  /// The value of each extent that is known at run time.
  SmallVector<std::string> extentNames;
  /// One bit for each buffer that it may lie in.
  uint64_t buffers = 0;
  /// True if its padding holds what that of the arguments holds, so that it may
  /// be copied with it.
  bool hasArgumentPadding = true;

  int64_t rank() const { return extents.size(); }
  Type element() const { return tiledType.getElementType(); }
};

/// A number.
struct Scalar {
  std::string name;
  Type type;
};

/// An induction variable, or an extent, and what it may be.
struct IndexVariable {
  std::string name;
  int64_t min, max;
  int dim;
  /// True if affine maps take it.
  bool isAffine;
};

/// A sum of variables and a constant, perhaps divided.
struct IndexSum {
  SmallVector<std::pair<IndexVariable, int64_t>> terms;
  int64_t constant = 0;
  int64_t divisor = 1;
  int64_t modulus = 0;
  /// How the sum wraps around before it is divided, if it is not 0; 1 does not
  /// change it.
  int64_t wrap = 0;

  bool isAffine() const {
    return wrap == 0 &&
           llvm::all_of(terms, [](const auto &t) { return t.first.isAffine; });
  }
  std::string getAffineText() const;
};
using Indices = SmallVector<IndexSum>;

inline IndexSum getSum(int64_t constant) {
  IndexSum sum;
  sum.constant = constant;
  return sum;
}

inline IndexSum getSum(const IndexVariable &variable, int64_t constant) {
  IndexSum sum = getSum(constant);
  sum.terms.push_back({variable, 1});
  return sum;
}

/// A loop: from the largest of some sums to the smallest of others.
struct LoopBounds {
  Indices lower, upper;
  int64_t step = 1;
  int64_t min = 0, max = 0;
  int dim = 0;

  bool isAffine() const {
    auto isIt = [](const IndexSum &sum) { return sum.isAffine(); };
    return llvm::all_of(lower, isIt) && llvm::all_of(upper, isIt);
  }
};

class NestWriter {
public:
  NestWriter(MLIRContext *context, uint64_t seed, bool tiled)
      : context(context), builder(context), random(seed * 2), seed(seed),
        tiled(tiled), os(body) {}

  /// Writes a program on these arguments with statements of one kind. So many
  /// of 100 arguments are said to be apart from others, if they are.
  std::string write(ArrayRef<ProgramArray> arguments, int64_t statements,
                    int64_t apart, void (NestWriter::*addStatement)());

  void addStatement();
  void addStencil();

private:
  using Body =
      llvm::function_ref<SmallVector<Scalar>(ArrayRef<Scalar> carried)>;

  // Text.
  template <typename... Args>
  std::string define(const char *format, Args &&...args) {
    std::string text = llvm::formatv(format, std::forward<Args>(args)...);
    std::string name = llvm::formatv("%v{0}", values++);
    os << name << " = " << text << '\n';
    return name;
  }
  std::string getAlias(Type type);
  std::string getIndex(int64_t value) {
    return define("arith.constant {0} : index", value);
  }
  std::string getValue(const IndexSum &sum);
  std::string wrapAround(std::string value, int64_t way);

  // Choices.
  bool maybe(int64_t percent) { return chance(random, percent); }
  int64_t draw(int64_t low, int64_t high) { return pick(random, low, high); }
  template <typename Range>
  auto &drawFrom(Range &range) {
    return range[draw(0, std::size(range) - 1)];
  }

  // Numbers.
  Scalar getConstant(Type type);
  Scalar clamp(const Scalar &value);
  Scalar convert(const Scalar &value, Type type);
  Scalar combine(const Scalar &a, const Scalar &b);
  Scalar accumulate(const Scalar &sum, const Scalar &term, int64_t kind);
  Scalar draw(Type type);
  Scalar drawOperand(Type type);

  // Accesses.
  std::optional<IndexSum> drawSum(int dim, int64_t extent);
  IndexSum drawIndex(int dim, int64_t extent);
  Indices drawIndices(const NestArray &array);
  std::optional<Indices> drawSimpleIndices(const NestArray &array);
  std::optional<std::pair<NestArray, Indices>> drawTarget();
  Indices moveIndices(const NestArray &array, Indices indices);
  Scalar load(const NestArray &array, const Indices &indices);
  void store(const Scalar &value, const NestArray &array,
             const Indices &indices);
  /// Returns an array that a statement may read.
  const NestArray *drawSource();
  std::string getSubscript(const Indices &indices, bool isAffine);

  // Loops.
  LoopBounds drawBounds(int dim, int64_t extent, const std::string &extentName);
  SmallVector<Scalar> addLoop(const LoopBounds &bounds, bool isAffine,
                              ArrayRef<Scalar> carried, Body body);
  void addNest();
  SmallVector<Scalar> addNestLevel(const NestArray &over,
                                   ArrayRef<int64_t> order, bool isAffine,
                                   ArrayRef<Scalar> carried,
                                   ArrayRef<int64_t> kinds);
  void addElements(const NestArray &array, Indices indices);
  void addParallelNest();
  void addParallelLoop(int64_t kind, ArrayRef<LoopBounds> bounds,
                       function_ref<void()> fill);
  std::optional<Indices> getNeighbour(const NestArray &array,
                                      ArrayRef<int64_t> distances);
  Scalar drawNeighbours(Type type, uint64_t apartFrom, int64_t reach);
  void addStencilSum(const NestArray &target);
  void addStencilItem(const NestArray &target);
  void addItems();
  void addStore();
  void addAccumulation();
  void addReduction();
  void addCondition();
  void addVectors();
  void addTransfer();
  void addViewInLoop();

  // Everything else.
  NestArray addLocal(const NestArray &like);
  NestArray addArray(ArrayRef<int64_t> extents, ArrayRef<int> dims, Type type);
  void fill(const NestArray &array);
  void addCopy();
  void addGeneric();
  void addMatmul();
  void addCall();
  void addBlock();
  void addSwap();
  std::optional<NestArray> getView(const NestArray &array,
                                   ArrayRef<int64_t> offsets,
                                   ArrayRef<std::string> offsetNames,
                                   ArrayRef<int64_t> sizes);
  std::optional<NestArray> drawView(const NestArray &array);
  void addExtents(NestArray &array);

  /// Variables, numbers and arrays that are seen from here; those that a region
  /// adds end with it.
  class Scope {
  public:
    explicit Scope(NestWriter &writer)
        : writer(writer), variables(writer.variables.size()),
          scalars(writer.scalars.size()), arrays(writer.arrays.size()),
          work(writer.work) {}
    ~Scope() {
      writer.variables.resize(variables);
      writer.scalars.resize(scalars);
      writer.arrays.resize(arrays);
      writer.work = work;
    }

  private:
    NestWriter &writer;
    size_t variables, scalars, arrays;
    int64_t work;
  };

  MLIRContext *context;
  OpBuilder builder;
  std::mt19937_64 random;
  uint64_t seed;
  bool tiled;
  /// True if all floats are small whole numbers, so that sums may be taken in
  /// any order.
  bool isExact = false;
  std::string body, aliases, helpers;
  llvm::raw_string_ostream os;
  llvm::DenseMap<Type, std::string> aliasNames;
  SmallVector<IndexVariable, 0> variables;
  SmallVector<Scalar, 0> scalars;
  SmallVector<NestArray, 0> arrays;
  SmallVector<std::string> allocations;
  /// Buffers that other iterations may write at the same time.
  uint64_t unreadable = 0;
  /// Iterations of all loops around.
  int64_t work = 1;
  int64_t values = 0, functions = 0;
  /// True in a nest that passes on loops shall take: each index is a variable
  /// of its dimension, with a constant, and all numbers are of one type.
  bool isSimple = false;
  /// How many accesses of 100 are no affine ones.
  int64_t plainAccesses = 0;
  /// True within a function that main calls.
  bool isHelper = false;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RANDOMNESTWRITER_H
