//===- RegisterRows.cpp - Rows that begin anywhere in a line --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line that is stored to a buffer and read again from another place there
// waits until the store, and with it all streaming stores before, have left the
// processor. So where registers of blocks are lines, those of a row are put
// together from two neighbours each, and the buffer is for the ends of rows.
//
//===----------------------------------------------------------------------===//

#include "BlockMover.h"
#include "CarriedRows.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Lines of a row that are carried on in a register, without being put down
/// between.
static constexpr int64_t maxLines = 16;

/// Returns where the rows of a block begin in memory, from the first one.
static SmallVector<int64_t> getRowOffsets(const RelayoutPlan &plan,
                                          const RowBuffer &buffer,
                                          const BlockRegisters &dest) {
  SmallVector<int64_t> offsets;
  for (auto [number, offset] : llvm::enumerate(dest.offsets)) {
    if (offset % buffer.pitch != 0)
      continue;
    SmallVector<int64_t> values =
        getBlockValues(plan, dest.elements[number * dest.lanes]);
    int64_t position = 0;
    for (auto [i, value] : llvm::enumerate(values))
      position += value * plan.axes.axes[plan.loops + i].destStride.get();
    offsets.push_back(position);
  }
  return offsets;
}

/// Calls `body` for all combinations of values of some axes, the last of which
/// vary fastest.
static void forAllValues(const RelayoutAxes &axes,
                         SmallVectorImpl<OpFoldResult> &values,
                         ArrayRef<size_t> over, Builder &builder,
                         function_ref<void()> body) {
  if (over.empty())
    return body();
  size_t axis = over.front();
  for (int64_t i = 0; i < axes.axes[axis].extent; ++i) {
    values[axis] = builder.getIndexAttr(i);
    forAllValues(axes, values, over.drop_front(), builder, body);
  }
  values[axis] = OpFoldResult();
}

void BlockMover::forEachRegister(OpBuilder &builder,
                                 function_ref<void(size_t, Value)> use) {
  if (!program.shuffles.empty()) {
    SmallVector<Value> registers =
        runShuffles(builder, load(builder, /*masks=*/nullptr));
    for (auto [number, vector] : llvm::enumerate(registers))
      use(number, vector);
    return;
  }
  Value origin = getOrigin(builder, &RelayoutAxis::sourceStride);
  for (auto [number, from] : llvm::enumerate(program.results))
    use(number, loadRegister(builder, from, origin, /*masks=*/nullptr));
}

void BlockMover::writeFromRegisters(OpBuilder &builder, ArrayRef<size_t> loops,
                                    const RelayoutPlan &wholePlan,
                                    const RowBuffer &buffer,
                                    const CarriedRows &rows,
                                    const RowWriter &writer) {
  // No row ends here, and no block is cut, nor moved back from an edge.
  SmallVector<BlockOverlap, 2> overlapsAround = std::move(overlaps);
  overlaps.clear();
  SmallVector<bool> around(holds);
  for (size_t k = 0; k < holds.size(); ++k)
    holds[k] = holds[k] || plan.cutsBlocks(k) ||
               getRowBound(wholePlan, buffer, k).has_value();
  SmallVector<int64_t> offsets = getRowOffsets(wholePlan, buffer, program.dest);

  // The innermost loops along rows are straight code.
  ArrayRef<size_t> along;
  int64_t length = plan.destRun / buffer.line;
  while (!loops.empty() && llvm::is_contained(buffer.along, loops.back()) &&
         length * axes.axes[loops.back()].extent <= maxLines) {
    length *= axes.axes[loops.back()].extent;
    along = ArrayRef(loops.data() + loops.size() - 1, along.size() + 1);
    loops = loops.drop_back();
  }
  buildLoops(builder, loops, [&](OpBuilder &inner) {
    Value from = rows.getBufferPosition(inner);
    Value to = rows.getMemoryPosition(inner);
    SmallVector<RowWriter::Row> taken;
    for (auto [row, offset] : llvm::enumerate(offsets)) {
      Value begin = addOffset(inner, from, row * buffer.pitch);
      taken.push_back(
          writer.resumeRow(inner, begin, addOffset(inner, to, offset)));
    }
    forAllValues(axes, values, along, inner, [&] {
      prefetch(inner);
      int64_t begin = 0;
      for (size_t axis : along)
        begin += *getConstantIntValue(values[axis]) *
                 axes.axes[axis].destStride.get();
      forEachRegister(inner, [&](size_t number, Value vector) {
        int64_t offset = program.dest.offsets[number];
        writer.writeNext(inner, taken[offset / buffer.pitch], vector,
                         begin + offset % buffer.pitch);
      });
    });
    for (const RowWriter::Row &row : taken)
      writer.putDown(inner, row);
  });
  holds = around;
  overlaps = std::move(overlapsAround);
}

void BlockMover::buildThroughBuffer(OpBuilder &builder,
                                    const RelayoutPlan &wholePlan,
                                    RowBuffer buffer) {
  prepareShuffles(builder);
  size_t carryLoop = *plan.carryLoop;
  auto outer = llvm::to_vector(llvm::seq<size_t>(0, carryLoop));
  auto inside = llvm::to_vector(llvm::seq(plan.getBufferLoop(), plan.loops));
  bool hasMasks = options.hasMasks(plan.destBits);
  // Then blocks are moved whole, whatever an edge leaves of them.
  if (readsWholeBlocks(plan,
                       cast<MemRefType>(source.getType()).getDimSize(0))) {
    overlaps.clear();
    llvm::fill(cuts, false);
  }
  // Ways back from several edges add up.
  for (const BlockOverlap &overlap : overlaps)
    if (int64_t step = axes.axes[overlap.axis].destStride.get(); step != 1)
      buffer.front += (overlap.span - 1) * step;
  CarriedRows rows(loc, wholePlan, buffer, *this, dest, hasMasks);
  destOffset = buffer.getFirst();
  auto fill = [&](OpBuilder &innermost, Value chunks) {
    dest = chunks;
    buildBlocks(innermost, inside);
  };
  auto write = [&](OpBuilder &innermost, const RowWriter &writer) {
    writeFromRegisters(innermost, inside, wholePlan, buffer, rows, writer);
  };
  bool hasLines = program.dest.piece == buffer.line &&
                  llvm::is_sorted(program.dest.offsets);
  buildLoops(builder, outer, [&](OpBuilder &inner) {
    if (plan.carriesInRegisters && hasLines)
      rows.build(inner, fill, write);
    else
      rows.build(inner, fill);
  });
}
