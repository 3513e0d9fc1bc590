//===- RandomProgramViews.cpp - Views of arrays ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgramWriter.h"

#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

std::optional<Array> ProgramWriter::getSubview(const Array &array,
                                               ArrayRef<OpFoldResult> offsets,
                                               ArrayRef<int64_t> sizes,
                                               ArrayRef<int64_t> strides) {
  SmallVector<OpFoldResult> sizeValues =
      getAsIndexOpFoldResult(builder.getContext(), sizes);
  SmallVector<OpFoldResult> strideValues =
      getAsIndexOpFoldResult(builder.getContext(), strides);
  llvm::SmallBitVector dropped(array.rank());
  // A value is taken for aligned here; the loop that makes it sees to that.
  auto type = expectedToOptional(inferSliceType(
      array.tiledType, getStaticSlice(array.tiledType, offsets, sizeValues,
                                      strideValues, dropped)));
  if (!type)
    return std::nullopt;
  Array view{{}, llvm::to_vector(sizes), *type};
  if (tiled)
    view.value = SubViewOp::create(builder, loc, array.value, offsets,
                                   sizeValues, strideValues, *type);
  else
    view.value = memref::SubViewOp::create(builder, loc, array.value, offsets,
                                           sizeValues, strideValues);
  ++counts.views;
  return view;
}

std::optional<Array> ProgramWriter::getRandomSubview(const Array &array) {
  SmallVector<OpFoldResult> offsets;
  SmallVector<int64_t> sizes, strides(array.rank(), 1);
  for (int64_t extent : array.extents) {
    int64_t step = int64_t(1) << pick(random, 0, 3);
    int64_t offset = step * pick(random, 0, (extent - 1) / step);
    if (chance(random, 30))
      offset = 0;
    offsets.push_back(builder.getIndexAttr(offset));
    sizes.push_back(chance(random, 30) ? extent - offset
                                       : pick(random, 1, extent - offset));
  }
  return getSubview(array, offsets, sizes, strides);
}

Array ProgramWriter::getTranspose(const Array &array) {
  SmallVector<int64_t> permutation;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    permutation.insert(permutation.begin() + pick(random, 0, dim), dim);
  Array view;
  for (int64_t dim : permutation)
    view.extents.push_back(array.extents[dim]);
  view.tiledType = inferTransposedType(array.tiledType, permutation);
  if (tiled) {
    view.value = TransposeOp::create(builder, loc, view.tiledType, array.value,
                                     permutation);
  } else {
    auto map = AffineMap::getPermutationMap(permutation, builder.getContext());
    view.value = memref::TransposeOp::create(builder, loc, array.value,
                                             AffineMapAttr::get(map));
  }
  ++counts.views;
  return view;
}

void ProgramWriter::addView(const Array &array, const Array &other) {
  Array view = array;
  for (int64_t steps = pick(random, 1, 2); steps > 0; --steps) {
    std::optional<Array> next;
    // Most offsets are inside a tile; some attempts find one at an edge.
    for (int attempt = 0; attempt < 6 && !next && chance(random, 90); ++attempt)
      next = getRandomSubview(view);
    view = next ? *next : getTranspose(view);
  }
  if (chance(random, 50))
    addNest(view, other);
  else
    addCall(view, other);
}

/// A loop over blocks of one dimension, with a view of each block.
void ProgramWriter::addTileLoop(const Array &array, const Array &other) {
  int64_t dim = pick(random, 0, array.rank() - 1);
  int64_t size = int64_t(1) << pick(random, 0, 3);
  int64_t blocks = array.extents[dim] / size;
  if (blocks < 1)
    return;
  SmallVector<int64_t> sizes = array.extents, strides(array.rank(), 1);
  sizes[dim] = size;
  SmallVector<OpFoldResult> offsets(array.rank(), builder.getIndexAttr(0));
  // Ask first whether blocks begin where tiles do.
  offsets[dim] = builder.getIndexAttr(size);
  llvm::SmallBitVector dropped(array.rank());
  auto type = inferSliceType(
      array.tiledType,
      getStaticSlice(array.tiledType, offsets,
                     getAsIndexOpFoldResult(builder.getContext(), sizes),
                     getAsIndexOpFoldResult(builder.getContext(), strides),
                     dropped));
  if (errorToBool(type.takeError()))
    return;
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, getIndex(0), getIndex(blocks),
                                 getIndex(1));
  ++counts.loops;
  builder.setInsertionPointToStart(loop.getBody());
  Value offset = arith::MulIOp::create(builder, loc, loop.getInductionVar(),
                                       getIndex(size));
  offsets[dim] = offset;
  if (std::optional<Array> view = getSubview(array, offsets, sizes, strides))
    addNest(*view, other);
}
