//===- RandomProgram.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgramWriter.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static const Element programElements[] = {
    {"i8", 8, true, {0}},   {"i16", 16, true, {0}}, {"i32", 32, true, {0}},
    {"i64", 64, true, {0}}, {"i4", 4, true, {4}},
};

Layout mlir::tiled_layout::test::getProgramLayout(std::mt19937_64 &random,
                                                  ArrayRef<int64_t> extents,
                                                  int64_t maxElements) {
  RandomLayoutOptions options;
  options.maxElements = maxElements;
  options.maxLevels = 2;
  options.properties = false;
  options.extentEntries = false;
  options.combine = chance(random, 20);
  for (;;) {
    Layout layout = getRandomLayoutOn(random, extents, options);
    if (!layout.tiles.empty() || !layout.isRowMajor())
      return layout;
  }
}

void mlir::tiled_layout::test::drawDynamic(std::mt19937_64 &random,
                                           ProgramArray &array,
                                           int64_t percent) {
  array.shape.shape = array.shape.extents;
  for (int64_t &extent : array.shape.shape) {
    int64_t known = extent;
    if (!chance(random, percent))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(array.layout, array.shape.shape))
      extent = known;
  }
}

std::vector<ProgramArray>
mlir::tiled_layout::test::getProgramArrays(uint64_t seed) {
  std::mt19937_64 random(seed * 2 + 1);
  const Element *element =
      &programElements[pick(random, 0, std::size(programElements) - 1)];
  std::vector<ProgramArray> arrays;
  for (int64_t count = pick(random, 2, 3); count > 0; --count) {
    ProgramArray array;
    array.shape.element = element;
    for (int64_t rank = pick(random, 1, 3); rank > 0; --rank)
      array.shape.extents.push_back(pick(random, 2, 13));
    array.layout = getProgramLayout(random, array.shape.extents);
    array.layout.elementBits = element->elementBits.front();
    drawDynamic(random, array, /*percent=*/25);
    arrays.push_back(std::move(array));
  }
  return arrays;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void ProgramWriter::addStatement() {
  const Array &array = arrays[pick(random, 0, arrays.size() - 1)];
  const Array &other = arrays[pick(random, 0, arrays.size() - 1)];
  switch (pick(random, 0, 8)) {
  case 0:
    return addNest(array, other);
  case 1:
    return addStencil(array);
  case 2:
    return addCall(array, other);
  case 3:
    return addView(array, other);
  case 4:
    return addTileLoop(array, other);
  case 5:
    return addCarried(array, other);
  case 6:
    return addCopy(array, other);
  case 7:
    return addBranch(array, other);
  default:
    return addTransfer(array, other);
  }
}

ProgramCounts ProgramWriter::write() {
  SmallVector<Type> inputs;
  MLIRContext *context = builder.getContext();
  for (const ProgramArray &array : getProgramArrays(seed)) {
    const ArrayShape &shape = array.shape;
    element = builder.getIntegerType(shape.element->valueBits);
    auto tiledType = MemRefType::get(
        shape.shape, element,
        TiledLayoutAttr::getForMemRef(context, array.layout, shape.shape));
    arrays.push_back({{}, shape.extents, tiledType});
    inputs.push_back(getType(tiledType, shape.shape));
    ++counts.layouts;
    counts.raggedEdges +=
        getElements(array.layout, shape.extents) !=
        RankedTensorType::get(shape.extents, element).getNumElements();
  }
  builder.setInsertionPointToEnd(module.getBody());
  auto function =
      func::FuncOp::create(builder, loc, llvm::formatv("main{0}", seed).str(),
                           builder.getFunctionType(inputs, {}));
  function->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  builder.setInsertionPointToStart(function.addEntryBlock());
  for (auto [array, argument] :
       llvm::zip_equal(arrays, function.getArguments()))
    array.value = argument;

  for (int64_t statements = pick(random, 3, 7); statements > 0; --statements)
    addStatement();
  // What every program has.
  addCall(arrays[0], arrays[1]);
  addView(arrays[1], arrays[0]);
  for (Value array : allocated)
    memref::DeallocOp::create(builder, loc, array);
  func::ReturnOp::create(builder, loc);
  return counts;
}

ProgramCounts mlir::tiled_layout::test::addProgram(ModuleOp module,
                                                   uint64_t seed, bool tiled) {
  return ProgramWriter(module, seed, tiled).write();
}
