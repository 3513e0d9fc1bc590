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

#include "../IR/AnyWithin.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_POOLALLOCATIONSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// A buffer that its block allocates and frees.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  /// Of an element and the extents that are known.
  int64_t bytes;
  int64_t alignment;
  /// Where it begins, or which of the places of its size it has.
  int64_t place = 0;

  bool isDynamic() { return !alloc.getDynamicSizes().empty(); }
  bool isNeededWith(Buffer &other) {
    return alloc->isBeforeInBlock(other.dealloc) &&
           other.alloc->isBeforeInBlock(dealloc);
  }
};

/// Buffers of one size that is known at run time only, in so many places.
struct SizeClass {
  SmallVector<Buffer *> buffers;
  int64_t places = 0;
};

/// Replaces buffers of a block.
class Pool {
public:
  Pool(SmallVector<Buffer> buffers, int64_t lineBytes)
      : lineBytes(lineBytes), buffers(std::move(buffers)) {}

  void run();

private:
  void hoistSizes();
  bool isWorthwhile();
  void placeStatic();
  void placeDynamic();
  Value getBytes(OpBuilder &builder, Location loc, Buffer &buffer);
  Value addOffsets(OpBuilder &builder, Location loc);

  const int64_t lineBytes;
  SmallVector<Buffer> buffers;
  /// Bytes of all buffers of known size together.
  int64_t staticBytes = 0;
  SmallVector<SizeClass> classes;
  /// Where each allocation's buffer begins.
  DenseMap<Operation *, Value> offsets;
};

} // namespace

/// Returns the bytes of an element and the known extents of a buffer whose
/// elements follow one another, or nothing.
static std::optional<int64_t> getKnownBytes(MemRefType type) {
  constexpr int64_t most = int64_t(1) << 48;
  Type element = type.getElementType();
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      !element.isIntOrFloat())
    return std::nullopt;
  // LLVM rounds the size of others up.
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits < 8 || !llvm::isPowerOf2_32(bits))
    return std::nullopt;
  int64_t bytes = bits / 8;
  for (int64_t extent : type.getShape())
    if (ShapedType::isStatic(extent) &&
        (llvm::MulOverflow(bytes, extent, bytes) || bytes > most))
      return std::nullopt;
  return bytes;
}

/// Returns what a block allocates and frees itself, in order.
static SmallVector<Buffer> findBuffers(Block &block, int64_t lineBytes) {
  SmallVector<Buffer> buffers;
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    SmallVector<memref::DeallocOp> deallocs;
    for (Operation *user : alloc->getUsers())
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user))
        deallocs.push_back(dealloc);
    std::optional<int64_t> bytes = getKnownBytes(alloc.getType());
    int64_t alignment =
        std::max<int64_t>(alloc.getAlignment().value_or(1), lineBytes);
    if (bytes && deallocs.size() == 1 && deallocs.front()->getBlock() == &block)
      buffers.push_back({alloc, deallocs.front(), *bytes, alignment});
  }
  return buffers;
}

/// True if a function is called between two operations of a block, which may
/// need much memory itself.
static bool areCallsBetween(Operation *first, Operation *second) {
  for (Operation *op = first; op != second; op = op->getNextNode())
    if (anyWithin<CallOpInterface>(op))
      return true;
  return false;
}

/// Returns the buffers that share an allocation: not those before and after a
/// call during which none of them is needed.
static SmallVector<SmallVector<Buffer>> divide(ArrayRef<Buffer> buffers) {
  SmallVector<SmallVector<Buffer>> pools;
  Operation *last = nullptr;
  for (Buffer buffer : buffers) {
    if (!last || (last->isBeforeInBlock(buffer.alloc) &&
                  areCallsBetween(last, buffer.alloc))) {
      pools.emplace_back();
      last = buffer.dealloc;
    }
    pools.back().push_back(buffer);
    if (last->isBeforeInBlock(buffer.dealloc))
      last = buffer.dealloc;
  }
  return pools;
}

/// Computes all sizes before the first buffer; leaves out those that need what
/// is computed between them.
void Pool::hoistSizes() {
  IRRewriter rewriter(buffers.front().alloc.getContext());
  Operation *first = buffers.front().alloc;
  llvm::erase_if(buffers, [&](Buffer &buffer) {
    return buffer.isDynamic() &&
           (buffer.alignment != lineBytes ||
            (buffer.alloc != first &&
             failed(moveValueDefinitions(
                 rewriter, buffer.alloc.getDynamicSizes(), first))));
  });
}

/// Little memory is kept as it is.
bool Pool::isWorthwhile() {
  constexpr int64_t leastBytes = 64 << 10;
  int64_t bytes = 0;
  bool isDynamic = false;
  for (Buffer &buffer : buffers) {
    bytes += buffer.bytes;
    isDynamic |= buffer.isDynamic();
  }
  return buffers.size() > 1 && (isDynamic || bytes >= leastBytes);
}

/// Gives buffers of known size that are needed at the same time places beside
/// one another, large ones first.
void Pool::placeStatic() {
  SmallVector<Buffer *> order, placed;
  for (Buffer &buffer : buffers)
    if (!buffer.isDynamic())
      order.push_back(&buffer);
  llvm::sort(order, [](const Buffer *a, const Buffer *b) {
    return std::make_pair(b->bytes, a) < std::make_pair(a->bytes, b);
  });
  for (Buffer *buffer : order) {
    // Others in the order of their places.
    for (Buffer *other : placed) {
      int64_t end = other->place + other->bytes + lineBytes;
      if (!buffer->isNeededWith(*other) || end <= buffer->place)
        continue;
      if (buffer->place + buffer->bytes + lineBytes <= other->place)
        break;
      // A line between them, so that the same elements of buffers of whole
      // pages are not in the same sets of a cache.
      buffer->place = llvm::alignTo(end, buffer->alignment);
    }
    staticBytes = std::max(staticBytes, buffer->place + buffer->bytes);
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](const Buffer *a, const Buffer *b) {
                                      return a->place < b->place;
                                    }),
                  buffer);
  }
}

/// Gives buffers of the same size places that they share if they are not needed
/// at the same time.
void Pool::placeDynamic() {
  for (Buffer &buffer : buffers) {
    if (!buffer.isDynamic())
      continue;
    auto sizes = llvm::find_if(classes, [&](SizeClass &other) {
      Buffer *first = other.buffers.front();
      return first->bytes == buffer.bytes &&
             llvm::equal(first->alloc.getDynamicSizes(),
                         buffer.alloc.getDynamicSizes());
    });
    if (sizes == classes.end())
      sizes = &classes.emplace_back();
    auto isTaken = [&](Buffer *other) {
      return other->place == buffer.place && buffer.isNeededWith(*other);
    };
    while (llvm::any_of(sizes->buffers, isTaken))
      ++buffer.place;
    sizes->places = std::max(sizes->places, buffer.place + 1);
    sizes->buffers.push_back(&buffer);
  }
}

/// Returns the bytes of a place for a buffer: whole lines, and one between it
/// and the next one.
Value Pool::getBytes(OpBuilder &builder, Location loc, Buffer &buffer) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value bytes = constant(buffer.bytes);
  for (Value size : buffer.alloc.getDynamicSizes())
    bytes = arith::MulIOp::create(builder, loc, bytes, size);
  Value beyond = constant(2 * lineBytes - 1), mask = constant(-lineBytes);
  Value more = arith::AddIOp::create(builder, loc, bytes, beyond);
  return arith::AndIOp::create(builder, loc, more, mask);
}

/// Sets where the buffers begin, and returns the bytes of all, if those are
/// known at run time only.
Value Pool::addOffsets(OpBuilder &builder, Location loc) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  for (Buffer &buffer : buffers)
    if (!buffer.isDynamic())
      offsets[buffer.alloc] = constant(buffer.place);
  if (classes.empty())
    return Value();
  // Sizes of run time lie after the others.
  Value end = constant(
      staticBytes == 0 ? 0 : llvm::alignTo(staticBytes + lineBytes, lineBytes));
  for (SizeClass &sizes : classes) {
    Value bytes = getBytes(builder, loc, *sizes.buffers.front());
    for (int64_t place = 0; place < sizes.places; ++place) {
      for (Buffer *buffer : sizes.buffers)
        if (buffer->place == place)
          offsets[buffer->alloc] = end;
      end = arith::AddIOp::create(builder, loc, end, bytes);
    }
  }
  return end;
}

void Pool::run() {
  if (!isWorthwhile())
    return;
  hoistSizes();
  if (!isWorthwhile())
    return;
  placeStatic();
  placeDynamic();
  Operation *last = buffers.front().dealloc;
  int64_t alignment = lineBytes;
  for (Buffer &buffer : buffers) {
    last = last->isBeforeInBlock(buffer.dealloc) ? buffer.dealloc : last;
    alignment = std::max(alignment, buffer.alignment);
  }
  OpBuilder builder(buffers.front().alloc);
  Location loc = buffers.front().alloc.getLoc();
  Value bytes = addOffsets(builder, loc);
  auto type = MemRefType::get({bytes ? ShapedType::kDynamic : staticBytes},
                              builder.getI8Type());
  auto all = memref::AllocOp::create(builder, loc, type,
                                     bytes ? ValueRange(bytes) : ValueRange(),
                                     builder.getI64IntegerAttr(alignment));
  builder.setInsertionPointAfter(last);
  memref::DeallocOp::create(builder, last->getLoc(), all);
  for (Buffer &buffer : buffers) {
    builder.setInsertionPoint(buffer.alloc);
    auto view = memref::ViewOp::create(
        builder, buffer.alloc.getLoc(), buffer.alloc.getType(), all,
        offsets.lookup(buffer.alloc), buffer.alloc.getDynamicSizes());
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
    getOperation()->walk([&](Block *block) {
      if (mayHaveSSADominance(*block->getParent()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      for (SmallVector<Buffer> &buffers :
           divide(findBuffers(*block, target->lineBytes)))
        Pool(std::move(buffers), target->lineBytes).run();
  }
};

} // namespace
