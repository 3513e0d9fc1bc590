//===- RandomNestLoops.cpp - Loops and what is in them --------------------===//
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
// Bounds
//===----------------------------------------------------------------------===//

static int64_t getLeast(const IndexSum &sum) {
  return sum.constant + (sum.terms.empty() ? 0 : sum.terms[0].first.min);
}

static int64_t getMost(const IndexSum &sum) {
  return sum.constant + (sum.terms.empty() ? 0 : sum.terms[0].first.max);
}

/// Draws bounds within an extent: numbers, the extent at run time, variables of
/// loops around, and minima and maxima of these.
LoopBounds NestWriter::drawBounds(int dim, int64_t extent,
                                  const std::string &extentName) {
  LoopBounds bounds;
  bounds.dim = dim;
  IndexSum whole = getSum(extent);
  if (!extentName.empty())
    whole = getSum({extentName, extent, extent, dim, true}, 0);
  if (variables.empty() || maybe(isSimple ? 93 : 75)) {
    bounds.lower.push_back(getSum(maybe(65) ? 0 : draw(1, 3)));
  } else {
    IndexVariable variable = drawFrom(variables);
    int64_t distance = draw(-2, 2);
    bounds.lower.push_back(getSum(variable, distance));
    if (variable.min + distance < 0 || maybe(30))
      bounds.lower.push_back(getSum(draw(0, 2)));
  }
  if (variables.empty() || maybe(isSimple ? 93 : 80)) {
    bounds.upper.push_back(maybe(75) ? whole : getSum(extent - draw(1, 3)));
  } else {
    IndexVariable variable = drawFrom(variables);
    int64_t distance = draw(-1, 9);
    bounds.upper.push_back(getSum(variable, distance));
    if (variable.max + distance > extent || maybe(20))
      bounds.upper.push_back(whole);
  }
  static constexpr int64_t steps[] = {2, 3, 4, 7, 8};
  if (maybe(isSimple ? 3 : 12))
    bounds.step = steps[draw(0, 4)];
  auto setRange = [&] {
    bounds.min = 0;
    bounds.max = extent;
    for (const IndexSum &sum : bounds.lower)
      bounds.min = std::max(bounds.min, getLeast(sum));
    for (const IndexSum &sum : bounds.upper)
      bounds.max = std::min(bounds.max, getMost(sum));
    --bounds.max;
  };
  setRange();
  if (bounds.min <= bounds.max)
    return bounds;
  bounds.lower = {getSum(0)};
  bounds.upper = {whole};
  setRange();
  return bounds;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Prints `max affine_map<...>(...)`, or a constant.
static std::string printBound(const Indices &sums, llvm::StringRef combine) {
  if (sums.size() == 1 && sums[0].terms.empty())
    return std::to_string(sums[0].constant);
  std::string dims, operands, results;
  int64_t count = 0;
  for (const IndexSum &sum : sums) {
    results += results.empty() ? "" : ", ";
    for (const auto &term : sum.terms) {
      dims += llvm::formatv("{0}d{1}", count ? ", " : "", count);
      operands += (count ? ", " : "") + term.first.name;
      results += llvm::formatv("d{0} + ", count++);
    }
    results += std::to_string(sum.constant);
  }
  return llvm::formatv("{0} affine_map<({1}) -> ({2})>({3})",
                       sums.size() > 1 ? combine : "", dims, results, operands);
}

SmallVector<Scalar> NestWriter::addLoop(const LoopBounds &bounds, bool isAffine,
                                        ArrayRef<Scalar> carried, Body body) {
  auto getBound = [&](const Indices &sums, llvm::StringRef combine) {
    std::string value;
    for (const IndexSum &sum : sums) {
      std::string next = getValue(sum);
      value = value.empty()
                  ? next
                  : define("arith.{0} {1}, {2} : index", combine, value, next);
    }
    return value;
  };
  std::string lower, upper, step = std::to_string(bounds.step);
  if (isAffine) {
    lower = printBound(bounds.lower, "max");
    upper = printBound(bounds.upper, "min");
  } else {
    lower = getBound(bounds.lower, "maxsi");
    upper = getBound(bounds.upper, "minsi");
    step = getIndex(bounds.step);
  }
  int64_t number = values++;
  std::string variable = llvm::formatv("%i{0}", number);
  SmallVector<Scalar> arguments, results;
  std::string inits, types;
  for (auto [i, value] : llvm::enumerate(carried)) {
    arguments.push_back({llvm::formatv("%c{0}_{1}", number, i), value.type});
    results.push_back({llvm::formatv("%r{0}#{1}", number, i), value.type});
    inits += llvm::formatv("{0}{1} = {2}", i ? ", " : "", arguments[i].name,
                           value.name);
    types += llvm::formatv("{0}{1}", i ? ", " : "", value.type);
  }
  if (!carried.empty())
    os << llvm::formatv("%r{0}:{1} = ", number, carried.size());
  llvm::StringRef dialect = isAffine ? "affine" : "scf";
  os << llvm::formatv("{0}.for {1} = {2} to {3} step {4}", dialect, variable,
                      lower, upper, step);
  if (!carried.empty())
    os << llvm::formatv(" iter_args({0}) -> ({1})", inits, types);
  os << " {\n";
  {
    Scope scope(*this);
    variables.push_back(
        {variable, bounds.min, bounds.max, bounds.dim, isAffine});
    work *= std::max<int64_t>(1, (bounds.max - bounds.min) / bounds.step + 1);
    SmallVector<Scalar> yielded = body(arguments);
    if (!carried.empty())
      os << llvm::formatv(
          "{0}.yield {1} : {2}\n", dialect,
          llvm::join(llvm::map_range(yielded, [](auto &s) { return s.name; }),
                     ", "),
          types);
  }
  os << "}\n";
  return results;
}

/// The loops of a nest from one on inwards, and in the innermost what it does.
SmallVector<Scalar> NestWriter::addNestLevel(const NestArray &over,
                                             ArrayRef<int64_t> order,
                                             bool isAffine,
                                             ArrayRef<Scalar> carried,
                                             ArrayRef<int64_t> kinds) {
  auto addTerms = [&](ArrayRef<Scalar> before) {
    SmallVector<Scalar> after;
    for (auto [value, kind] : llvm::zip_equal(before, kinds)) {
      Scalar term = draw(value.type);
      after.push_back(accumulate(value, term, kind));
    }
    return after;
  };
  if (order.empty()) {
    if (carried.empty() || maybe(50))
      addItems();
    return addTerms(carried);
  }
  int64_t dim = order.front();
  LoopBounds bounds =
      drawBounds(over.dims[dim], over.extents[dim], over.extentNames[dim]);
  bool isLoopAffine = isAffine ? bounds.isAffine() && !maybe(4) : maybe(8);
  if (!bounds.isAffine())
    isLoopAffine = false;
  // Blocks of a loop that the program has cut itself.
  int64_t block = order.size() == 1 && maybe(8) ? draw(1, 4) * 4 : 0;
  auto addBody = [&](ArrayRef<Scalar> arguments) {
    bool isPerfect = maybe(isSimple ? 90 : 75);
    if (!isPerfect && maybe(60))
      addStore();
    SmallVector<Scalar> results =
        addNestLevel(over, order.drop_front(), isAffine, arguments, kinds);
    if (!isPerfect && maybe(60))
      addStore();
    return !isPerfect && maybe(40) ? addTerms(results) : results;
  };
  if (block == 0)
    return addLoop(bounds, isLoopAffine, carried, addBody);
  bounds.lower = {getSum(0)};
  bounds.upper = {getSum(over.extents[dim])};
  bounds.step = block;
  bounds.min = 0;
  bounds.max = (over.extents[dim] - 1) / block * block;
  return addLoop(bounds, isLoopAffine, carried,
                 [&](ArrayRef<Scalar> arguments) {
                   LoopBounds within;
                   within.dim = bounds.dim;
                   within.lower = {getSum(variables.back(), 0)};
                   within.upper = {getSum(variables.back(), block),
                                   getSum(over.extents[dim])};
                   within.max = over.extents[dim] - 1;
                   return addLoop(within, isLoopAffine, arguments, addBody);
                 });
}

void NestWriter::addNest() {
  const NestArray *largest = &drawFrom(arrays);
  if (const NestArray &other = drawFrom(arrays);
      other.rank() > largest->rank() && maybe(80))
    largest = &other;
  NestArray over = *largest;
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < over.rank(); ++dim)
    if (work * over.extents[dim] < maxWork)
      order.push_back(dim);
  if (order.empty())
    return;
  if (maybe(15))
    std::swap(order.front(), order.back());
  bool wasSimple = isSimple;
  isSimple = maybe(65);
  if (isSimple)
    plainAccesses = 0;
  SmallVector<Scalar> carried;
  SmallVector<int64_t> kinds;
  if (maybe(isSimple ? 20 : 35))
    for (int64_t count = draw(1, 2); count > 0; --count) {
      Scalar first = draw(drawFrom(arrays).element());
      carried.push_back(first);
      kinds.push_back(draw(0, 1 << 12));
    }
  SmallVector<Scalar> results = addNestLevel(
      over, order, /*isAffine=*/maybe(isSimple ? 95 : 75), carried, kinds);
  isSimple = wasSimple;
  for (const Scalar &result : results) {
    NestArray target = drawFrom(arrays);
    Indices indices = drawIndices(target);
    Scalar value = convert(clamp(result), target.element());
    store(value, target, indices);
  }
}

/// Loops over all elements of an array, which are computed of others.
void NestWriter::addElements(const NestArray &array, Indices indices) {
  size_t dim = indices.size();
  if (dim == array.extents.size())
    return store(draw(array.element()), array, indices);
  LoopBounds bounds;
  bounds.dim = array.dims[dim];
  bounds.lower = {getSum(0)};
  bounds.upper = {getSum(array.extents[dim])};
  bounds.max = array.extents[dim] - 1;
  addLoop(bounds, /*isAffine=*/true, {}, [&](ArrayRef<Scalar>) {
    indices.push_back(getSum(variables.back(), 0));
    addElements(array, indices);
    return SmallVector<Scalar>();
  });
}

/// A parallel loop of one of three kinds with constant bounds.
void NestWriter::addParallelLoop(int64_t kind, ArrayRef<LoopBounds> bounds,
                                 function_ref<void()> fill) {
  std::string names, lowers, uppers, steps;
  SmallVector<IndexVariable> own;
  for (const LoopBounds &loop : bounds) {
    const char *comma = own.empty() ? "" : ", ";
    auto print = [&](int64_t value) {
      return comma + (kind ? getIndex(value) : std::to_string(value));
    };
    std::string variable = llvm::formatv("%i{0}", values++);
    names += comma + variable;
    lowers += print(loop.min);
    uppers += print(loop.max + 1);
    steps += print(loop.step);
    own.push_back({variable, loop.min, loop.max, loop.dim, kind == 0});
  }
  llvm::StringRef ops[] = {"affine.parallel", "scf.parallel", "scf.forall"};
  os << llvm::formatv("{0} ({1}) = ({2}) to ({3}) step ({4}) {{\n", ops[kind],
                      names, lowers, uppers, steps);
  {
    Scope scope(*this);
    for (const IndexVariable &variable : own) {
      variables.push_back(variable);
      work *= variable.max - variable.min + 1;
    }
    fill();
  }
  if (kind == 1)
    os << "scf.reduce\n";
  os << "}\n";
}

/// A parallel loop over an array, which computes its elements from others.
void NestWriter::addParallelNest() {
  NestArray target = drawFrom(arrays);
  int64_t kind = draw(0, 2);
  if (llvm::any_of(target.extentNames,
                   [](auto &name) { return !name.empty(); }))
    return;
  SmallVector<LoopBounds, 0> bounds;
  for (auto [dim, extent] : llvm::zip_equal(target.dims, target.extents)) {
    LoopBounds loop;
    loop.min = maybe(70) ? 0 : draw(0, 2);
    loop.max = (maybe(70) ? extent : extent - draw(0, 2)) - 1;
    loop.step = maybe(85) ? 1 : draw(2, 5);
    loop.dim = dim;
    if (loop.min > loop.max) {
      loop.min = 0;
      loop.max = extent - 1;
    }
    bounds.push_back(loop);
  }
  addParallelLoop(kind, bounds, [&] {
    Indices own;
    for (const IndexVariable &variable :
         ArrayRef(variables).take_back(target.rank()))
      own.push_back(getSum(variable, 0));
    uint64_t before = unreadable;
    unreadable |= target.buffers;
    scalars.push_back(clamp(load(target, own)));
    if (maybe(40))
      addReduction();
    store(draw(target.element()), target, own);
    unreadable = before;
  });
}
