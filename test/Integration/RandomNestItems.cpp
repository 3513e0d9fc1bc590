//===- RandomNestItems.cpp - What loops do --------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNestWriter.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

void NestWriter::addItems() {
  for (int64_t items = maybe(isSimple ? 85 : 60) ? 1 : draw(2, 3); items > 0;
       --items) {
    int64_t way = draw(0, 99);
    if (isSimple)
      way = way < 10 ? draw(50, 99) : way < 40 ? 50 : 0;
    if (way < 50)
      addStore();
    else if (way < 68)
      addAccumulation();
    else if (way < 76)
      addCondition();
    else if (way < 84)
      addReduction();
    else if (way < 93)
      addVectors();
    else if (way < 97)
      addTransfer();
    else
      addViewInLoop();
  }
}

/// An element of neighbours, of others, or of both.
void NestWriter::addStore() {
  auto place = drawTarget();
  if (!place)
    return;
  auto &[target, indices] = *place;
  Scalar value = draw(target.element());
  for (int64_t neighbours = maybe(45) ? draw(1, 2) : 0; neighbours > 0;
       --neighbours) {
    Indices moved = maybe(25) ? indices : moveIndices(target, indices);
    Scalar neighbour = clamp(load(target, moved));
    value = clamp(combine(value, neighbour));
  }
  store(value, target, indices);
}

/// An element that iterations add to.
void NestWriter::addAccumulation() {
  auto place = drawTarget();
  if (!place)
    return;
  auto &[target, indices] = *place;
  // The same place in all iterations of some loop.
  if (maybe(30))
    indices[draw(0, target.rank() - 1)] =
        getSum(draw(0, *llvm::min_element(target.extents) - 1));
  Scalar term = draw(target.element());
  Scalar sum = load(target, indices);
  store(accumulate(sum, term, draw(0, 1 << 12)), target, indices);
}

/// A loop whose result others use.
void NestWriter::addReduction() {
  const NestArray *source = drawSource();
  if (!source)
    return;
  int64_t dim = draw(0, source->rank() - 1);
  if (work * source->extents[dim] > maxWork)
    return;
  NestArray over = *source;
  LoopBounds bounds =
      drawBounds(over.dims[dim], over.extents[dim], over.extentNames[dim]);
  Scalar first = draw(over.element());
  int64_t kind = draw(0, 1 << 12);
  bool isAffine = bounds.isAffine() && maybe(75);
  SmallVector<Scalar> results =
      addLoop(bounds, isAffine, first, [&](ArrayRef<Scalar> carried) {
        Scalar term = draw(over.element());
        return SmallVector<Scalar>{accumulate(carried[0], term, kind)};
      });
  scalars.push_back(clamp(results[0]));
}

void NestWriter::addCondition() {
  SmallVector<IndexVariable> usable;
  for (const IndexVariable &variable : variables)
    if (variable.isAffine)
      usable.push_back(variable);
  Type type = drawFrom(arrays).element();
  bool hasResult = maybe(40), isAffine = !usable.empty();
  std::string prefix, suffix;
  std::string name = llvm::formatv("%v{0}", values++);
  if (hasResult) {
    prefix = name + " = ";
    suffix = llvm::formatv(" -> {0}", type);
  }
  if (isAffine) {
    static constexpr llvm::StringLiteral sets[] = {
        "(d0, d1) : (d0 - d1 >= 0)", "(d0, d1) : (d0 - 3 >= 0)",
        "(d0, d1) : (d0 mod 2 == 0)", "(d0, d1) : (6 - d0 - d1 >= 0)"};
    IndexVariable a = drawFrom(usable), b = drawFrom(usable);
    os << llvm::formatv("{0}affine.if affine_set<{1}>({2}, {3}){4} {{\n",
                        prefix, drawFrom(sets), a.name, b.name, suffix);
  } else {
    Scalar number = draw(builder.getI32Type());
    std::string two = define("arith.constant 2 : i32");
    std::string condition =
        define("arith.cmpi slt, {0}, {1} : i32", number.name, two);
    os << llvm::formatv("{0}scf.if {1}{2} {{\n", prefix, condition, suffix);
  }
  for (bool isElse : {false, true}) {
    Scope scope(*this);
    if (!hasResult || maybe(30))
      addStore();
    if (hasResult)
      os << llvm::formatv("{0}.yield {1} : {2}\n", isAffine ? "affine" : "scf",
                          draw(type).name, type);
    if (!hasResult && !isElse && maybe(60))
      break;
    if (!isElse)
      os << "} else {\n";
  }
  os << "}\n";
  if (hasResult)
    scalars.push_back({name, type});
}
