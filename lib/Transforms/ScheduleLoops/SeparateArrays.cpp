//===- SeparateArrays.cpp - Loops for arrays that do not overlap ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that share words are run side by side only if no array that is stored to
// overlaps another one. Where nothing says so, the program asks at run time, as
// LLVM's vectoriser does of the vectors of a row.
//
//===----------------------------------------------------------------------===//

#include "JamRows.h"
#include "ScheduleSteps.h"

#include "../Remarks.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// Returns the bytes of an array from where its pointer points to; nothing if
/// they are not known, or if it is a part of another array.
static std::optional<int64_t> getArrayBytes(Value array) {
  auto type = dyn_cast<MemRefType>(array.getType());
  std::optional<Layout> layout = type ? getLayout(type) : std::nullopt;
  std::optional<int64_t> bits =
      layout ? getBitsPerElement(ShapedType(type)) : std::nullopt;
  if (!bits || !type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  return getBytes(getElements(*layout, type.getShape()), *bits);
}

/// True if no two of some arrays overlap, at run time.
static Value createCheck(OpBuilder &builder, Location loc,
                         ArrayRef<Value> arrays, ArrayRef<int64_t> bytes) {
  SmallVector<Value> begins, ends;
  for (auto [array, size] : llvm::zip_equal(arrays, bytes)) {
    begins.push_back(
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, array));
    Value length = arith::ConstantIndexOp::create(builder, loc, size);
    ends.push_back(arith::AddIOp::create(builder, loc, begins.back(), length));
  }
  Value all;
  auto isBefore = [&](Value end, Value begin) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, end,
                                 begin);
  };
  for (size_t a = 0; a < arrays.size(); ++a)
    for (size_t b = a + 1; b < arrays.size(); ++b) {
      Value first = isBefore(ends[a], begins[b]);
      Value second = isBefore(ends[b], begins[a]);
      Value disjoint = arith::OrIOp::create(builder, loc, first, second);
      all = all ? arith::AndIOp::create(builder, loc, all, disjoint).getResult()
                : disjoint;
    }
  return all;
}

static void separate(AffineForOp nest, int64_t maxOperations) {
  constexpr size_t mostArrays = 5;
  if (nest.getNumResults() != 0)
    return;
  SetVector<Value> arrays;
  nest.walk([&](AffineForOp loop) {
    SetVector<Value> unknown;
    if (findRowsToJam(loop, maxOperations, &unknown))
      arrays.insert_range(unknown);
  });
  if (arrays.empty() || arrays.size() > mostArrays)
    return;
  SmallVector<int64_t> bytes;
  for (Value array : arrays) {
    std::optional<int64_t> size = getArrayBytes(array);
    if (!size || !nest.isDefinedOutsideOfLoop(array))
      return;
    bytes.push_back(*size);
  }
  remark::passed(nest.getLoc(), getRemarkOpts(nest, "separate-arrays"))
      << remark::metric("arrays", arrays.size());
  OpBuilder builder(nest);
  Location loc = nest.getLoc();
  Value check = createCheck(builder, loc, arrays.getArrayRef(), bytes);
  scf::IfOp::create(
      builder, loc, check,
      [&](OpBuilder &inner, Location) {
        auto separate =
            memref::DistinctObjectsOp::create(inner, loc, arrays.getArrayRef());
        IRMapping mapping;
        mapping.map(arrays.getArrayRef(), separate.getResults());
        inner.clone(*nest, mapping);
        scf::YieldOp::create(inner, loc);
      },
      [&](OpBuilder &inner, Location) {
        inner.clone(*nest);
        scf::YieldOp::create(inner, loc);
      });
  nest.erase();
}

void mlir::tiled_layout::separateArrays(Operation *root,
                                        int64_t maxOperations) {
  SmallVector<AffineForOp> nests;
  root->walk([&](AffineForOp loop) {
    if (!loop->getParentOfType<AffineForOp>())
      nests.push_back(loop);
  });
  for (AffineForOp nest : nests)
    separate(nest, maxOperations);
}
