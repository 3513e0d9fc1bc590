//===- RandomProgramWriter.h - Writes one program ------------- -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAMWRITER_H
#define TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAMWRITER_H

#include "RandomProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout::test {

/// An array of the program: its value, what its extents are, and its type in
/// the program with layouts, by which both programs take the same decisions.
struct Array {
  Value value;
  SmallVector<int64_t> extents;
  MemRefType tiledType;

  int64_t rank() const { return extents.size(); }
};

class ProgramWriter {
public:
  ProgramWriter(ModuleOp module, uint64_t seed, bool tiled)
      : module(module), loc(module.getLoc()), builder(module.getContext()),
        random(seed * 2), seed(seed), tiled(tiled) {}

  ProgramCounts write();

private:
  // Types and constants.
  MemRefType getType(MemRefType tiledType, ArrayRef<int64_t> shape) const;
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value getNumber(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(element, value));
  }
  Value toNumber(Value index) {
    return arith::IndexCastOp::create(builder, loc, element, index);
  }
  Value getExtent(const Array &array, int64_t dim) {
    if (!array.tiledType.isDynamicDim(dim) && chance(random, 50))
      return getIndex(array.extents[dim]);
    return memref::DimOp::create(builder, loc, array.value, dim);
  }

  // Expressions.
  SmallVector<Value> getIndices(const Array &array, ValueRange ivs);
  Value getValue(const Array &array, ValueRange indices, ValueRange ivs,
                 const Array &other);

  // Statements.
  void addNest(const Array &array, const Array &other);
  Value addTiledLoop(Value ub);
  void addScfNest(const Array &array, const Array &other);
  void addAffineNest(const Array &array, const Array &other);
  void addStencil(const Array &array);
  void addCall(const Array &array, const Array &other);
  void addView(const Array &array, const Array &other);
  void addTileLoop(const Array &array, const Array &other);
  void addCarried(const Array &array, const Array &other);
  void addCopy(const Array &array, const Array &other);
  void addBranch(const Array &array, const Array &other);
  void addTransfer(const Array &array, const Array &other);
  void addStatement();

  // Views.
  std::optional<Array> getSubview(const Array &array,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<int64_t> sizes,
                                  ArrayRef<int64_t> strides);
  std::optional<Array> getRandomSubview(const Array &array);
  Array getTranspose(const Array &array);

  ModuleOp module;
  Location loc;
  OpBuilder builder;
  std::mt19937_64 random;
  uint64_t seed;
  bool tiled;
  Type element;
  SmallVector<Array> arrays;
  SmallVector<Value> allocated;
  int helpers = 0;
  ProgramCounts counts;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAMWRITER_H
