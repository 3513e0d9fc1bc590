//===- RandomNestStencils.cpp - Stencils ----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNestWriter.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static const Element stencilElements[] = {
    {"f32", 32, false, {0}}, {"bf16", 16, false, {0}}, {"f16", 16, false, {0}},
    {"i8", 8, true, {0}},    {"i16", 16, true, {0}},   {"i32", 32, true, {0}}};

/// Returns a layout with rows that a few vectors go along.
static llvm::StringRef drawStencilLayout(std::mt19937_64 &random,
                                         int64_t bits) {
  static constexpr llvm::StringLiteral words[] = {
      "{1,0:T(8,128)}", "{1,0:T(2,64)}", "{1,0:T(4,32)}",
      "{1,0:T(8,32)}",  "{1,0:T(1,48)}", "{0,1:T(4,32)}"};
  static constexpr llvm::StringLiteral halves[] = {
      "{1,0:T(8,128)(2,1)}", "{1,0:T(4,32)(2,1)}", "{1,0:T(16,64)(2,1)}",
      "{1,0:T(2,64)(2,1)}",  "{1,0:T(8,64)}",      "{0,1:T(8,32)(2,1)}"};
  static constexpr llvm::StringLiteral bytes[] = {
      "{1,0:T(8,128)(4,1)}", "{1,0:T(4,64)(4,1)}", "{1,0:T(32,64)(4,1)}",
      "{1,0:T(4,32)(4,1)}",  "{1,0:T(8,128)}",     "{1,0:T(8,64)(2,1)}"};
  int64_t number = pick(random, 0, 5);
  return bits == 8    ? bytes[number]
         : bits == 16 ? halves[number]
                      : words[number];
}

std::vector<ProgramArray>
mlir::tiled_layout::test::getStencilArrays(uint64_t seed) {
  std::mt19937_64 random(seed * 2 + 1);
  int64_t base[numBaseDims] = {pick(random, 2, 3), pick(random, 5, 21),
                               pick(random, 40, 300)};
  const Element &element =
      stencilElements[pick(random, 0, std::size(stencilElements) - 1)];
  llvm::StringRef common = drawStencilLayout(random, element.valueBits);
  std::vector<ProgramArray> arrays;
  auto add = [&](ArrayRef<int> dims, llvm::StringRef layout) {
    ProgramArray array;
    array.dims = llvm::to_vector(dims);
    for (int dim : dims)
      array.shape.extents.push_back(
          base[dim] + (chance(random, 85) ? 0 : pick(random, 1, 3)));
    array.shape.element = &element;
    array.layout = llvm::cantFail(parseLayout(layout));
    array.getValue = getNestValues(seed, element);
    drawDynamic(random, array, /*percent=*/2);
    arrays.push_back(std::move(array));
  };
  for (int64_t count = pick(random, 1, 3); count > 0; --count) {
    if (chance(random, 10))
      add({0, 1, 2}, "{2,1,0:T(4,32)}");
    else
      add({1, 2}, chance(random, 90)
                      ? common
                      : drawStencilLayout(random, element.valueBits));
  }
  if (arrays.size() == 1 || chance(random, 50))
    add({1, 2}, common);
  if (chance(random, 40))
    add({chance(random, 65) ? 1 : 2}, chance(random, 50) ? "{0:T(64)}" : "{0}");
  if (chance(random, 6)) {
    ProgramArray same = arrays.front();
    same.sameAs = 0;
    arrays.push_back(same);
  }
  return arrays;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Returns the index at these distances from the loops' variables, one for each
/// dimension of the program; none if it may be out of bounds.
std::optional<Indices> NestWriter::getNeighbour(const NestArray &array,
                                                ArrayRef<int64_t> distances) {
  Indices indices;
  for (auto [dim, extent] : llvm::zip_equal(array.dims, array.extents)) {
    const IndexVariable *variable = nullptr;
    for (const IndexVariable &each : variables)
      if (each.dim == dim)
        variable = &each;
    if (!variable) {
      indices.push_back(getSum(extent / 2));
      continue;
    }
    if (variable->min + distances[dim] < 0 ||
        variable->max + distances[dim] >= extent)
      return std::nullopt;
    indices.push_back(getSum(*variable, distances[dim]));
  }
  return indices;
}

/// Computes a number from elements at places as far away as `reach` of arrays
/// that lie in none of these buffers.
Scalar NestWriter::drawNeighbours(Type type, uint64_t apartFrom,
                                  int64_t reach) {
  static constexpr int64_t ups[] = {0, 0, 0, 0, -1, 1, 2};
  static constexpr int64_t lefts[] = {0, 0, -1, 1, -1, 1, -2, 2, 3};
  SmallVector<NestArray, 0> sources;
  for (const NestArray &array : arrays)
    if (!(array.buffers & (apartFrom | unreadable)))
      sources.push_back(array);
  std::optional<Scalar> value;
  for (int64_t reads = sources.empty() ? 0 : draw(1, 5); reads > 0; --reads) {
    NestArray source = drawFrom(sources);
    int64_t up = std::clamp(drawFrom(ups), -reach, reach);
    int64_t left = std::clamp(drawFrom(lefts), -reach, reach);
    std::optional<Indices> indices = getNeighbour(source, {0, up, left});
    if (!indices)
      indices = getNeighbour(source, {0, 0, 0});
    if (!indices)
      continue;
    Scalar element = convert(clamp(load(source, *indices)), type);
    value = value ? combine(*value, element) : element;
  }
  if (value && !maybe(15))
    return *value;
  Scalar constant = getConstant(type);
  return value ? combine(*value, constant) : constant;
}

/// Stores an element that is computed from others and their neighbours.
void NestWriter::addStencilItem(const NestArray &target) {
  static constexpr int64_t distances[] = {0, 0, 0, 0, 0, 1, -1};
  int64_t up = drawFrom(distances), left = drawFrom(distances);
  std::optional<Indices> indices = getNeighbour(target, {0, up, left});
  if (!indices)
    indices = getNeighbour(target, {0, 0, 0});
  // Narrow numbers may be computed on wider ones.
  Type element = target.element(), type = element;
  if (type.getIntOrFloatBitWidth() < 32 && maybe(50))
    type = isa<FloatType>(type) ? Type(builder.getF32Type())
                                : Type(builder.getI32Type());
  Scalar value = drawNeighbours(type, maybe(85) ? target.buffers : 0,
                                /*reach=*/
                                maybe(12)   ? 0
                                : maybe(75) ? 1
                                            : 3);
  store(convert(clamp(value), element), target, *indices);
}

/// Combines elements into one for each row or column.
void NestWriter::addStencilSum(const NestArray &target) {
  NestArray sums = target;
  for (const NestArray &array : arrays)
    if (array.rank() == 1)
      sums = array;
  std::optional<Indices> indices = getNeighbour(sums, {0, 0, 0});
  if (!indices)
    return;
  if (sums.rank() > 1)
    indices->back() = getSum(draw(0, sums.extents.back() - 1));
  Scalar value = drawNeighbours(sums.element(), maybe(90) ? sums.buffers : 0,
                                /*reach=*/maybe(20));
  Scalar before = load(sums, *indices);
  store(accumulate(before, clamp(value), draw(0, 1 << 12)), sums, *indices);
}

void NestWriter::addStencil() {
  NestArray target = drawFrom(arrays);
  for (int attempt = 0; target.rank() < 2 && attempt < 8; ++attempt)
    target = drawFrom(arrays);
  SmallVector<LoopBounds, 0> bounds;
  for (auto [dim, extent] : llvm::zip_equal(target.dims, target.extents)) {
    LoopBounds loop;
    loop.dim = dim;
    int64_t least = dim == 0 ? 0 : draw(0, dim + 1);
    loop.min = dim == 2 && maybe(10) ? draw(20, extent / 2 + 10) : least;
    loop.max = extent - 1 - (dim == 0 ? 0 : draw(0, 3));
    loop.lower = {getSum(loop.min)};
    loop.upper = {getSum(loop.max + 1)};
    loop.step = maybe(3) ? 2 : 1;
    bounds.push_back(loop);
  }
  auto addItem = [&](const NestArray &array) {
    maybe(22) ? addStencilSum(array) : addStencilItem(array);
  };
  bool hasSecond = maybe(20);
  auto fill = [&] {
    addItem(target);
    const NestArray &other = drawFrom(arrays);
    if (hasSecond && getNeighbour(other, {0, 0, 0}))
      addItem(other);
  };
  if (maybe(15)) {
    // Iterations that may be run at the same time read nothing that is stored.
    unreadable = target.buffers;
    addParallelLoop(maybe(75) ? 0 : draw(1, 2), bounds, [&] {
      Scalar value = drawNeighbours(target.element(), 0, /*reach=*/1);
      store(clamp(value), target, *getNeighbour(target, {0, 0, 0}));
    });
    unreadable = 0;
    return;
  }
  bool isAffine = maybe(95);
  std::function<void(size_t)> addLevel = [&](size_t level) {
    if (level == bounds.size())
      return fill();
    addLoop(bounds[level], isAffine, {}, [&](ArrayRef<Scalar>) {
      // Rows may begin with something of their own.
      if (level + 2 == bounds.size() && maybe(6))
        addStencilItem(target);
      addLevel(level + 1);
      return SmallVector<Scalar>();
    });
  };
  addLevel(0);
}

std::string mlir::tiled_layout::test::writeStencils(MLIRContext *context,
                                                    uint64_t seed, bool tiled) {
  return NestWriter(context, seed, tiled)
      .write(getStencilArrays(seed), /*statements=*/seed % 4 ? 1 : 2,
             /*apart=*/95, &NestWriter::addStencil);
}
