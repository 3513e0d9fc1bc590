//===- BlockPadding.cpp - Padding with the stores that move blocks --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMasks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Value BlockMover::getPadding(OpBuilder &builder, int64_t lanes) const {
  auto type = VectorType::get({lanes}, builder.getIntegerType(plan.destBits));
  APInt bits = APInt::getZero(plan.destBits);
  if (padding.bits && !matchPattern(padding.bits, m_ConstantInt(&bits)))
    return vector::BroadcastOp::create(builder, loc, type, padding.bits);
  return createScalarOrSplatConstant(builder, loc, type, bits);
}

std::pair<SmallVector<size_t>, int64_t>
BlockMover::getRunOfPadding(ArrayRef<bool> cutting) const {
  SmallVector<size_t> axes = blockAxes;
  int64_t lanes = 1;
  auto goesOn = [&](size_t axis) {
    const RelayoutAxis &next = plan.axes.axes[axis];
    return next.destStride.get() == lanes &&
           llvm::none_of(llvm::zip_equal(cutting, plan.axes.bounds),
                         [&](const auto &bound) {
                           return std::get<0>(bound) &&
                                  std::get<1>(bound).getWeight(axis);
                         });
  };
  // Smaller elements share bytes.
  if (plan.destBits < 8)
    return {axes, lanes};
  for (auto *next = llvm::find_if(axes, goesOn); next != axes.end();
       next = llvm::find_if(axes, goesOn)) {
    lanes *= plan.axes.axes[*next].extent;
    axes.erase(next);
  }
  return {axes, lanes};
}

void BlockMover::padBlock(OpBuilder &builder, bool streams) {
  const BlockRegisters &side = program.dest;
  // Bounds that are no filled ones end the destination.
  bool isCut = llvm::is_contained(cutsStores, true);
  Masks masks(builder, loc, *this, cutsStores);
  if (isCut && !canLeaveOut(masks)) {
    withoutFilledBounds([&] {
      auto [axes, lanes] = getRunOfPadding(cutsStores);
      Value vector = getPadding(builder, lanes);
      buildLoops(builder, axes, [&](OpBuilder &inner) {
        storePiece(inner, vector, getOrigin(inner, &RelayoutAxis::destStride),
                   /*mask=*/Value(), /*streams=*/false);
      });
    });
    return;
  }
  SmallVector<Value> registers(side.size(), getPadding(builder, side.lanes));
  if (isCut) {
    store(builder, registers, &masks, /*streams=*/false);
  } else if (streams) {
    storeBlock(builder, registers, /*masks=*/nullptr);
  } else {
    store(builder, registers, /*masks=*/nullptr, /*streams=*/false);
  }
}

void BlockMover::buildBeyond(OpBuilder &builder, size_t axis) {
  buildLoops(builder, llvm::to_vector(llvm::seq(axis + 1, plan.loops)),
             [&](OpBuilder &inner) { padBlock(inner, /*streams=*/true); });
}

void BlockMover::padCutBlock(OpBuilder &builder) {
  const BlockRegisters &side = program.dest;
  Masks elements(builder, loc, *this, cuts),
      ends(builder, loc, *this, cutsStores);
  Value origin = getOrigin(builder, &RelayoutAxis::destStride);
  if (!hasMasks() && elements.areKnown() && ends.areKnown()) {
    Value vector = getPadding(builder, side.piece);
    for (size_t at = 0; at < side.pieces(); ++at) {
      SmallVector<bool> lanes = ends.getLanes(side, at);
      for (auto [lane, isElement] :
           llvm::enumerate(elements.getLanes(side, at)))
        lanes[lane] = lanes[lane] && !isElement;
      storeLanes(builder, vector, addOffset(builder, origin, side.offsets[at]),
                 lanes);
    }
    return;
  }
  if (!hasMasks()) {
    SmallVector<bool> elements = holds;
    Value vector = getPadding(builder, 1);
    withoutFilledBounds([&] {
      buildLoops(builder, blockAxes, [&](OpBuilder &inner) {
        std::swap(holds, elements);
        Value isElement = isFull(inner, blockAxes);
        std::swap(holds, elements);
        buildIf(
            inner, isElement, [](OpBuilder &) {},
            [&](OpBuilder &pad) {
              storePiece(pad, vector, getOrigin(pad, &RelayoutAxis::destStride),
                         /*mask=*/Value(), /*streams=*/false);
            });
      });
    });
    return;
  }
  Value vector = getPadding(builder, side.piece);
  for (size_t at = 0; at < side.pieces(); ++at) {
    Value mask = elements.get(builder, side, at);
    bool isEmpty = elements.isEmpty(side, at);
    if ((!mask && !isEmpty) || ends.isEmpty(side, at))
      continue;
    Value inEnds = ends.get(builder, side, at);
    if (isEmpty) {
      mask = inEnds;
    } else {
      auto type = cast<VectorType>(mask.getType());
      Value all = arith::ConstantOp::create(builder, loc,
                                            DenseElementsAttr::get(type, true));
      mask = arith::XOrIOp::create(builder, loc, mask, all);
      if (inEnds)
        mask = arith::AndIOp::create(builder, loc, mask, inEnds);
    }
    Value position = addOffset(builder, origin, side.offsets[at]);
    storePiece(builder, vector, position, mask, /*streams=*/false);
  }
}

void BlockMover::padTail(OpBuilder &builder) {
  if (!plan.fillsPadding || plan.tailBegin == plan.tailEnd)
    return;
  int64_t lanes = program.dest.lanes;
  int64_t whole = (plan.tailEnd - plan.tailBegin) / lanes * lanes;
  auto fill = [&](int64_t begin, int64_t end, int64_t step) {
    Value vector = getPadding(builder, step);
    buildLoop(builder, builder.getIndexAttr(begin), builder.getIndexAttr(end),
              step, [&](OpBuilder &inner, OpFoldResult at) {
                storePiece(inner, vector,
                           getValueOrCreateConstantIndexOp(inner, loc, at),
                           /*mask=*/Value(), /*streams=*/false);
              });
  };
  fill(plan.tailBegin, plan.tailBegin + whole, lanes);
  fill(plan.tailBegin + whole, plan.tailEnd, 1);
}
