//===- RandomNestValues.cpp - Numbers and accesses ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNestWriter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// What every number that is loaded is cut to, so that sums of floats stay
/// finite, and exact where they shall be.
static constexpr llvm::StringLiteral largest = "6.400000e+01";

Scalar NestWriter::getConstant(Type type) {
  int64_t value = draw(1, 3);
  if (isa<FloatType>(type))
    return {define("arith.constant {0}.{1}e+00 : {2}", value,
                   isExact ? "0" : "25", type),
            type};
  if (type.isInteger(1))
    return {define("arith.constant {0}", value % 2 ? "true" : "false"), type};
  return {define("arith.constant {0} : {1}", value, type), type};
}

Scalar NestWriter::clamp(const Scalar &value) {
  if (!isa<FloatType>(value.type))
    return value;
  std::string high = define("arith.constant {0} : {1}", largest, value.type);
  std::string low = define("arith.constant -{0} : {1}", largest, value.type);
  std::string cut =
      define("arith.maximumf {0}, {1} : {2}", value.name, low, value.type);
  return {define("arith.minimumf {0}, {1} : {2}", cut, high, value.type),
          value.type};
}

Scalar NestWriter::convert(const Scalar &value, Type type) {
  Type from = value.type;
  if (from == type)
    return value;
  auto cast = [&](llvm::StringRef op, const Scalar &operand, Type to) {
    return Scalar{define("arith.{0} {1} : {2} to {3}", op, operand.name,
                         operand.type, to),
                  to};
  };
  unsigned fromBits = from.getIntOrFloatBitWidth();
  unsigned bits = type.getIntOrFloatBitWidth();
  bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(type);
  if (!fromFloat && !toFloat)
    return cast(fromBits > bits ? "trunci"
                : maybe(50)     ? "extsi"
                                : "extui",
                value, type);
  if (fromFloat && toFloat) {
    if (fromBits == bits)
      return convert(cast("extf", value, builder.getF32Type()), type);
    return fromBits < bits ? cast("extf", value, type)
                           : cast("truncf", clamp(value), type);
  }
  Type i32 = builder.getI32Type();
  if (fromFloat)
    return convert(cast("fptosi", clamp(value), i32), type);
  Scalar wide = convert(value, i32);
  std::string mask = define("arith.constant 31 : i32");
  wide.name = define("arith.andi {0}, {1} : i32", wide.name, mask);
  return cast("sitofp", wide, type);
}

/// Combines two numbers of one type by any operation on elements.
Scalar NestWriter::combine(const Scalar &a, const Scalar &b) {
  Type type = a.type;
  auto apply = [&](llvm::StringRef op) {
    return Scalar{define("arith.{0} {1}, {2} : {3}", op, a.name, b.name, type),
                  type};
  };
  auto choose = [&](llvm::StringRef compare, llvm::StringRef predicate) {
    std::string less = define("arith.{0} {1}, {2}, {3} : {4}", compare,
                              predicate, a.name, b.name, type);
    return Scalar{
        define("arith.select {0}, {1}, {2} : {3}", less, a.name, b.name, type),
        type};
  };
  if (isa<FloatType>(type)) {
    static constexpr llvm::StringLiteral ops[] = {"addf", "subf", "addf",
                                                  "maximumf", "minimumf"};
    int64_t kind = draw(0, isExact ? 5 : 6);
    if (kind < 5)
      return apply(ops[kind]);
    return kind == 5 ? choose("cmpf", "olt") : clamp(apply("mulf"));
  }
  static constexpr llvm::StringLiteral ops[] = {
      "addi", "subi", "xori", "andi", "ori", "muli", "maxsi", "minui"};
  int64_t kind = draw(0, 8);
  return kind < 8 ? apply(ops[kind]) : choose("cmpi", "slt");
}

/// Adds a term to a sum, or whatever `kind` says in place of a sum.
Scalar NestWriter::accumulate(const Scalar &sum, const Scalar &term,
                              int64_t kind) {
  Type type = sum.type;
  bool isFloat = isa<FloatType>(type);
  static constexpr llvm::StringLiteral floats[] = {"addf", "addf", "maximumf",
                                                   "minimumf"};
  static constexpr llvm::StringLiteral integers[] = {
      "addi", "addi", "muli", "andi", "ori", "xori", "maxsi", "minui", "minsi"};
  int64_t count = isFloat ? std::size(floats) : std::size(integers);
  // What depends on the order of iterations.
  if (kind % (count + 1) == count) {
    Scalar mixed = sum;
    if (isFloat) {
      Scalar half = {define("arith.constant {0} : {1}",
                            isExact ? "-1.000000e+00" : "5.000000e-01", type),
                     type};
      // No zero has a sign.
      mixed.name = isExact ? define("arith.subf {0}, {1} : {2}", half.name,
                                    clamp(sum).name, type)
                           : define("arith.mulf {0}, {1} : {2}", sum.name,
                                    half.name, type);
      return clamp(
          {define("arith.addf {0}, {1} : {2}", mixed.name, term.name, type),
           type});
    }
    std::string one = define("arith.shli {0}, {0} : {1}", sum.name, type);
    if (type.isInteger(1))
      return {define("arith.subi {0}, {1} : {2}", term.name, sum.name, type),
              type};
    std::string two = define("arith.constant 3 : {0}", type);
    mixed.name = define("arith.muli {0}, {1} : {2}", sum.name, two, type);
    return {define("arith.subi {0}, {1} : {2}", term.name, mixed.name, type),
            type};
  }
  llvm::StringRef op =
      isFloat ? floats[kind % (count + 1)] : integers[kind % (count + 1)];
  llvm::StringRef flags =
      isFloat && isExact && kind / 16 % 4 != 0 ? " fastmath<reassoc>" : "";
  bool swapped = kind / 64 % 2;
  Scalar result = {define("arith.{0} {1}, {2}{3} : {4}", op,
                          swapped ? term.name : sum.name,
                          swapped ? sum.name : term.name, flags, type),
                   type};
  return isFloat && type.getIntOrFloatBitWidth() < 32 ? clamp(result) : result;
}

Scalar NestWriter::drawOperand(Type type) {
  for (int attempt = 0; isSimple && attempt < 4; ++attempt)
    if (const NestArray *source = drawSource();
        source && source->element() == type)
      if (std::optional<Indices> indices = drawSimpleIndices(*source))
        return clamp(load(*source, *indices));
  if (isSimple)
    return getConstant(type);
  int64_t way = draw(0, 9);
  if (way < 6)
    if (const NestArray *source = drawSource()) {
      Indices indices = drawIndices(*source);
      return convert(clamp(load(*source, indices)), type);
    }
  if (way < 8 && !scalars.empty()) {
    Scalar scalar = drawFrom(scalars);
    return convert(clamp(scalar), type);
  }
  if (way < 9 && !variables.empty()) {
    std::string cast =
        define("arith.index_cast {0} : index to i32", drawFrom(variables).name);
    return convert({cast, builder.getI32Type()}, type);
  }
  return getConstant(type);
}

/// Computes a number of one to three others.
Scalar NestWriter::draw(Type type) {
  Scalar value = drawOperand(type);
  for (int64_t more = draw(0, 2); more > 0; --more) {
    Scalar other = drawOperand(type);
    value = combine(value, other);
  }
  return clamp(value);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

std::string IndexSum::getAffineText() const {
  std::string text;
  for (const auto &[variable, factor] : terms)
    text += llvm::formatv("{0}{1} * {2}", text.empty() ? "" : " + ",
                          variable.name, factor);
  if (text.empty() || constant != 0)
    text += llvm::formatv("{0}{1}", text.empty() ? "" : " + ", constant);
  if (divisor != 1)
    text = llvm::formatv("({0}) floordiv {1}", text, divisor);
  if (modulus != 0)
    text = llvm::formatv("({0}) mod {1}", text, modulus);
  return text;
}

/// Computes with a number so that it wraps around: modulo 2^64, or 2^8.
std::string NestWriter::wrapAround(std::string value, int64_t way) {
  constexpr int64_t large = 6364136223846793005;
  auto apply = [&](llvm::StringRef op, int64_t by) {
    value = define("arith.{0} {1}, {2} : index", op, value, getIndex(by));
  };
  switch (way) {
  case 1:
    // To the end of the range and back.
    for (int64_t by : {large, large, large, int64_t(-3 * uint64_t(large))})
      apply("addi", by);
    return value;
  case 2:
    apply("muli", large);
    return value;
  case 3:
    apply("addi", large);
    apply("muli", 12);
    apply("shrsi", 2);
    return value;
  case 4:
    apply("muli", large);
    apply("remsi", 128);
    return value;
  default: {
    bool isSigned = way == 5;
    std::string narrow = define("arith.index_cast {0} : index to i8", value);
    std::string by = define("arith.constant {0} : i8", isSigned ? 54 : 6);
    narrow = define("arith.muli {0}, {1} : i8", narrow, by);
    return define("arith.{0} {1} : i8 to index",
                  isSigned ? "index_cast" : "index_castui", narrow);
  }
  }
}

/// Computes a sum with operations of arith.
std::string NestWriter::getValue(const IndexSum &sum) {
  std::string value;
  for (const auto &[variable, factor] : sum.terms) {
    std::string term = variable.name;
    if (factor != 1) {
      std::string by = getIndex(factor);
      term = define("arith.muli {0}, {1} : index", term, by);
    }
    value = value.empty() ? term
                          : define("arith.addi {0}, {1} : index", value, term);
  }
  if (value.empty() || sum.constant != 0) {
    std::string constant = getIndex(sum.constant);
    value = value.empty()
                ? constant
                : define("arith.addi {0}, {1} : index", value, constant);
  }
  if (sum.wrap != 0)
    value = wrapAround(value, sum.wrap);
  // What is divided is not negative, or read as unsigned.
  if (sum.divisor != 1)
    value =
        define("arith.divui {0}, {1} : index", value, getIndex(sum.divisor));
  if (sum.modulus != 0)
    value =
        define("arith.remui {0}, {1} : index", value, getIndex(sum.modulus));
  return value;
}

/// Draws a sum that is in bounds without a division.
std::optional<IndexSum> NestWriter::drawSum(int dim, int64_t extent) {
  IndexSum sum;
  SmallVector<IndexVariable> alike;
  for (const IndexVariable &variable : variables)
    if (variable.dim == dim)
      alike.push_back(variable);
  IndexVariable variable =
      !alike.empty() && maybe(85) ? alike.back() : drawFrom(variables);
  int64_t factor = maybe(88) ? 1 : maybe(50) ? 2 : -1;
  sum.terms.push_back({variable, factor});
  int64_t constant = maybe(60) ? 0 : draw(-2, 2);
  if (factor < 0)
    constant += variable.max;
  sum.constant = constant;
  if (maybe(6))
    sum.terms.push_back({drawFrom(variables), 1});
  int64_t min = constant, max = constant;
  for (const auto &[term, by] : sum.terms) {
    min += by * (by < 0 ? term.max : term.min);
    max += by * (by < 0 ? term.min : term.max);
  }
  if (min < 0 || max >= extent)
    return std::nullopt;
  return sum;
}

IndexSum NestWriter::drawIndex(int dim, int64_t extent) {
  if (!variables.empty()) {
    for (int attempt = 0; attempt < 5; ++attempt)
      if (std::optional<IndexSum> sum = drawSum(dim, extent)) {
        sum->wrap = maybe(4);
        return *sum;
      }
    if (maybe(50)) {
      IndexSum sum;
      sum.terms.push_back({drawFrom(variables), 1});
      sum.constant = draw(0, 4);
      if (maybe(30))
        sum.divisor = int64_t(1) << draw(1, 3);
      sum.modulus = extent;
      sum.wrap = maybe(40) ? draw(1, 6) : 0;
      return sum;
    }
  }
  IndexSum sum;
  sum.constant = draw(0, extent - 1);
  return sum;
}

Indices NestWriter::drawIndices(const NestArray &array) {
  Indices indices;
  for (auto [dim, extent] : llvm::zip_equal(array.dims, array.extents))
    indices.push_back(drawIndex(dim, extent));
  return indices;
}

/// Returns indices of the nest's own variables, if they stay in bounds.
std::optional<Indices> NestWriter::drawSimpleIndices(const NestArray &array) {
  Indices indices;
  for (auto [dim, extent] : llvm::zip_equal(array.dims, array.extents)) {
    IndexSum sum;
    const IndexVariable *variable = nullptr;
    for (const IndexVariable &each : variables)
      if (each.dim == dim)
        variable = &each;
    if (!variable) {
      sum.constant = draw(0, extent - 1);
      indices.push_back(sum);
      continue;
    }
    sum.constant = maybe(70) ? 0 : draw(-2, 2);
    if (variable->min + sum.constant < 0 ||
        variable->max + sum.constant >= extent)
      return std::nullopt;
    sum.terms.push_back({*variable, 1});
    indices.push_back(sum);
  }
  return indices;
}

/// Returns an array, and where to store to it.
std::optional<std::pair<NestArray, Indices>> NestWriter::drawTarget() {
  for (int attempt = 0; attempt < 6; ++attempt) {
    NestArray target = drawFrom(arrays);
    std::optional<Indices> indices =
        isSimple ? drawSimpleIndices(target) : drawIndices(target);
    if (indices)
      return std::pair(target, *indices);
  }
  return std::nullopt;
}

/// Moves one index by some elements where that stays in bounds: a neighbour.
Indices NestWriter::moveIndices(const NestArray &array, Indices indices) {
  int64_t dim = draw(0, array.rank() - 1);
  IndexSum &sum = indices[dim];
  int64_t distance = draw(0, 1) ? draw(1, 2) : -draw(1, 2);
  if (sum.modulus != 0 || sum.divisor != 1)
    return indices;
  int64_t min = sum.constant + distance, max = min;
  for (const auto &[term, by] : sum.terms) {
    min += by * (by < 0 ? term.max : term.min);
    max += by * (by < 0 ? term.min : term.max);
  }
  if (min >= 0 && max < array.extents[dim])
    sum.constant += distance;
  return indices;
}

std::string NestWriter::getSubscript(const Indices &indices, bool isAffine) {
  SmallVector<std::string> texts;
  for (const IndexSum &sum : indices)
    texts.push_back(isAffine ? sum.getAffineText() : getValue(sum));
  return llvm::join(texts, ", ");
}

/// True if an access may be one of affine, and shall be.
static bool isAffine(const Indices &indices) {
  return llvm::all_of(indices,
                      [](const IndexSum &sum) { return sum.isAffine(); });
}

Scalar NestWriter::load(const NestArray &array, const Indices &indices) {
  bool affine = isAffine(indices) && !maybe(plainAccesses);
  std::string subscript = getSubscript(indices, affine);
  return {define("{0}.load {1}[{2}] : {3}", affine ? "affine" : "memref",
                 array.name, subscript, array.type),
          array.element()};
}

void NestWriter::store(const Scalar &value, const NestArray &array,
                       const Indices &indices) {
  bool affine = isAffine(indices) && !maybe(plainAccesses);
  std::string subscript = getSubscript(indices, affine);
  os << llvm::formatv("{0}.store {1}, {2}[{3}] : {4}\n",
                      affine ? "affine" : "memref", value.name, array.name,
                      subscript, array.type);
}

const NestArray *NestWriter::drawSource() {
  SmallVector<const NestArray *> sources;
  for (const NestArray &array : arrays)
    if (!(array.buffers & unreadable))
      sources.push_back(&array);
  return sources.empty() ? nullptr : drawFrom(sources);
}
