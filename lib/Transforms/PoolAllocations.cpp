//===- PoolAllocations.cpp - One allocation for the buffers of a block ----===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library gives memory back to the system where much of it is free at
// the end of the heap. A function whose buffers come and go would have new
// pages at each call, and the system clears each of them. One allocation is as
// large at each call, for which the library learns to keep the memory.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_POOLALLOCATIONSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// A buffer of known size that its block allocates and frees.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t bytes;
  int64_t alignment;
  int64_t offset = 0;

  int64_t getEnd() const { return offset + bytes; }
};

} // namespace

/// Returns the bytes of a type whose elements follow one another, or nothing.
static std::optional<int64_t> getBytes(MemRefType type) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace() || !type.getElementType().isIntOrIndexOrFloat())
    return std::nullopt;
  if (type.getElementType().isIndex())
    return std::nullopt;
  int64_t bits = type.getElementTypeBitWidth(), elements = 1;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(elements, extent, elements))
      return std::nullopt;
  int64_t bytes;
  if (bits % 8 != 0 || llvm::MulOverflow(elements, bits / 8, bytes) ||
      bytes > int64_t(1) << 48)
    return std::nullopt;
  return bytes;
}

/// Returns the buffers that a block allocates and frees itself, in order.
static SmallVector<Buffer> findBuffers(Block &block, int64_t lineBytes) {
  SmallVector<Buffer> buffers;
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    std::optional<int64_t> bytes = getBytes(alloc.getType());
    if (!bytes)
      continue;
    memref::DeallocOp dealloc;
    int64_t count = 0;
    for (Operation *user : alloc->getUsers())
      if (auto found = dyn_cast<memref::DeallocOp>(user)) {
        dealloc = found;
        ++count;
      }
    int64_t alignment =
        std::max<int64_t>(alloc.getAlignment().value_or(1), lineBytes);
    if (count == 1 && dealloc->getBlock() == &block)
      buffers.push_back({alloc, dealloc, *bytes, alignment});
  }
  return buffers;
}

/// Gives buffers that are needed at the same time places beside one another,
/// large ones first. Returns the bytes of all.
static int64_t place(MutableArrayRef<Buffer> buffers, int64_t lineBytes) {
  SmallVector<Buffer *> order, placed;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order, [](const Buffer *a, const Buffer *b) {
    return a->bytes > b->bytes;
  });
  int64_t total = 0;
  for (Buffer *buffer : order) {
    auto isNeededWith = [&](const Buffer *other) {
      return buffer->alloc->isBeforeInBlock(other->dealloc) &&
             other->alloc->isBeforeInBlock(buffer->dealloc);
    };
    // Others in the order of their places.
    for (const Buffer *other : placed) {
      if (!isNeededWith(other) || other->getEnd() <= buffer->offset)
        continue;
      if (buffer->getEnd() <= other->offset)
        break;
      // A line between them, so that the same elements of buffers of whole
      // pages are not in the same sets of a cache.
      buffer->offset =
          llvm::alignTo(other->getEnd() + lineBytes, buffer->alignment);
    }
    total = std::max(total, buffer->getEnd());
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](const Buffer *a, const Buffer *b) {
                                      return a->offset < b->offset;
                                    }),
                  buffer);
  }
  return total;
}

/// Replaces buffers by views of one.
static void pool(MutableArrayRef<Buffer> buffers, int64_t bytes) {
  auto isBefore = [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  };
  Operation *last = buffers.front().dealloc;
  int64_t alignment = 1;
  for (Buffer &buffer : buffers) {
    last = isBefore(last, buffer.dealloc) ? buffer.dealloc : last;
    alignment = std::max(alignment, buffer.alignment);
  }
  memref::AllocOp first = buffers.front().alloc;
  OpBuilder builder(first);
  auto all = memref::AllocOp::create(
      builder, first.getLoc(), MemRefType::get({bytes}, builder.getI8Type()),
      builder.getI64IntegerAttr(alignment));
  builder.setInsertionPointAfter(last);
  memref::DeallocOp::create(builder, last->getLoc(), all);
  for (Buffer &buffer : buffers) {
    Location loc = buffer.alloc.getLoc();
    builder.setInsertionPoint(buffer.alloc);
    Value offset = arith::ConstantIndexOp::create(builder, loc, buffer.offset);
    auto view = memref::ViewOp::create(builder, loc, buffer.alloc.getType(),
                                       all, offset, ValueRange());
    buffer.dealloc.erase();
    buffer.alloc.replaceAllUsesWith(view.getResult());
    buffer.alloc.erase();
  }
}

namespace {

class PoolAllocationsPass
    : public tiled_layout::impl::PoolAllocationsPassBase<PoolAllocationsPass> {
  void runOnOperation() final {
    FailureOr<Target> target = getTargetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks) {
      SmallVector<Buffer> buffers = findBuffers(*block, target->lineBytes);
      // Small memory is kept as it is.
      int64_t bytes = 0;
      for (const Buffer &buffer : buffers)
        bytes += buffer.bytes;
      if (buffers.size() > 1 && bytes >= kLeastBytes)
        pool(buffers, place(buffers, target->lineBytes));
    }
  }

  static constexpr int64_t kLeastBytes = 64 << 10;
};

} // namespace
