//===- OwnedResults.cpp - Results of branches and loops are freed ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch that makes a new buffer beside one that yields an old one, and a
// loop that carries a new buffer from each iteration to the next: who frees the
// result? Here every path hands over a buffer of its own. What a path hands
// over that is not, such as what a loop begins with, is copied: that costs less
// than memory that is never freed. Upstream's deallocation decides at run time
// instead, on strided memrefs.
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Decides for the operations of one function.
class ResultOwner {
public:
  explicit ResultOwner(BufferViews &views) : views(views) {}

  void ownBranches(Operation *op);
  void ownCarried(scf::ForOp loop);
  void ownCarried(scf::WhileOp loop);

private:
  Value getOwnOrigin(OpOperand &operand, Block *arguments) const;
  bool isNewIn(OpOperand &operand, Block *arguments) const;
  bool isOnly(OpOperand &operand, BlockArgument argument) const;
  bool mayHandOver(OpOperand &operand, Block *arguments) const;
  bool mayMoveTo(OpOperand &init) const;
  void move(OpOperand &operand, bool mayMove);

  BufferViews &views;
};

} // namespace

/// True if a buffer of this type can be allocated.
static bool isAllocatable(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && getLayout(memref);
}

/// Returns a copy of a memref in a new buffer.
static Value copy(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<Value> sizes;
  bufferization::populateDynamicDimSizes(builder, loc, memref, sizes);
  constexpr int64_t lineBytes = 64;
  Value buffer = memref::AllocOp::create(builder, loc, type, sizes,
                                         builder.getI64IntegerAttr(lineBytes));
  memref::CopyOp::create(builder, loc, memref, buffer);
  return buffer;
}

/// Returns the only buffer that an operand of a terminator may be a view of, if
/// it is a new one of that region, or one of its arguments, and nothing else
/// may have it afterwards; null if there is none.
Value ResultOwner::getOwnOrigin(OpOperand &operand, Block *arguments) const {
  llvm::SetVector<Value> origins = views.getOrigins(operand.get(), arguments);
  if (origins.size() != 1)
    return {};
  Value origin = origins.front();
  bool isArgument =
      isa<BlockArgument>(origin) && origin.getParentBlock() == arguments;
  Region *region = operand.getOwner()->getParentRegion();
  bool isLocal = isArgument || (views.isNew(origin) &&
                                region->isAncestor(origin.getParentRegion()));
  return isLocal && !views.isKept(origin, &operand) ? origin : Value();
}

/// True if an iteration or a branch hands over a new buffer.
bool ResultOwner::isNewIn(OpOperand &operand, Block *arguments) const {
  Value origin = getOwnOrigin(operand, arguments);
  return origin &&
         !(isa<BlockArgument>(origin) && origin.getParentBlock() == arguments);
}

/// True if an operand of a terminator is a view of one argument only.
bool ResultOwner::isOnly(OpOperand &operand, BlockArgument argument) const {
  llvm::SetVector<Value> origins =
      views.getOrigins(operand.get(), argument.getOwner());
  return origins.size() == 1 && origins.front() == argument;
}

/// True if what a region yields is a buffer of its own: a new one, or what it
/// was given as such.
bool ResultOwner::mayHandOver(OpOperand &operand, Block *arguments) const {
  Value origin = getOwnOrigin(operand, arguments);
  return origin && views.isNew(origin);
}

/// Hands over what an operand is, or else a copy of it.
void ResultOwner::move(OpOperand &operand, bool mayMove) {
  if (!mayMove) {
    OpBuilder builder(operand.getOwner());
    operand.set(copy(builder, operand.getOwner()->getLoc(), operand.get()));
  }
  views.setMoved(operand);
}

void ResultOwner::ownBranches(Operation *op) {
  SmallVector<Operation *> ends;
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock())
      return;
    ends.push_back(region.front().getTerminator());
  }
  for (OpResult result : op->getResults()) {
    if (!isAllocatable(result.getType()))
      continue;
    auto getYielded = [&](Operation *end) -> OpOperand & {
      return end->getOpOperand(result.getResultNumber());
    };
    SmallVector<bool> isOwn = llvm::map_to_vector(ends, [&](Operation *end) {
      return isNewIn(getYielded(end), /*arguments=*/nullptr);
    });
    if (!llvm::is_contained(isOwn, true))
      continue;
    for (auto [end, mayMove] : llvm::zip(ends, isOwn))
      move(getYielded(end), mayMove);
    views.setOwned(result);
  }
}

/// True if what a loop begins with is a new buffer that nothing uses
/// afterwards.
bool ResultOwner::mayMoveTo(OpOperand &init) const {
  Operation *loop = init.getOwner();
  llvm::SetVector<Value> origins = views.getOrigins(init.get());
  if (origins.size() != 1)
    return false;
  Value origin = origins.front();
  Block *block = loop->getBlock();
  if (!views.isNew(origin) || origin.getParentBlock() != block ||
      views.isKept(origin, &init))
    return false;
  for (Value view : views.getViews(origin))
    for (OpOperand &use : view.getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (&use != &init && (!user || !user->isBeforeInBlock(loop)))
        return false;
    }
  return true;
}

void ResultOwner::ownCarried(scf::ForOp loop) {
  Block *body = loop.getBody();
  MutableArrayRef<OpOperand> yielded = *loop.getYieldedValuesMutable();
  // Those that do not stay in the buffer that they began in.
  SmallVector<int64_t> changing;
  bool hasNew = false;
  for (auto [number, operand] : llvm::enumerate(yielded))
    if (isAllocatable(operand.get().getType()) &&
        !isOnly(operand, loop.getRegionIterArgs()[number])) {
      changing.push_back(number);
      hasNew |= isNewIn(operand, body);
    }
  if (!hasNew)
    return;
  for (int64_t number : changing) {
    views.setOwned(loop.getRegionIterArgs()[number]);
    views.setOwned(loop.getResult(number));
  }
  for (int64_t number : changing) {
    OpOperand &init = loop.getInitArgsMutable()[number];
    move(yielded[number], mayHandOver(yielded[number], body));
    move(init, mayMoveTo(init));
  }
}

void ResultOwner::ownCarried(scf::WhileOp loop) {
  Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  MutableArrayRef<OpOperand> passed = loop.getConditionOp().getArgsMutable();
  MutableArrayRef<OpOperand> yielded = loop.getYieldOp().getResultsMutable();
  // What the condition passes on, and what the body makes of it, stays in the
  // buffer that it began in.
  llvm::SmallDenseSet<int64_t> stayPassed, stayYielded;
  for (auto [number, operand] : llvm::enumerate(passed))
    for (auto [next, argument] : llvm::enumerate(before->getArguments()))
      if (isOnly(operand, argument) &&
          isOnly(yielded[next], after->getArgument(number))) {
        stayPassed.insert(number);
        stayYielded.insert(next);
      }
  auto getChanging = [](MutableArrayRef<OpOperand> operands,
                        const llvm::SmallDenseSet<int64_t> &stay) {
    SmallVector<int64_t> numbers;
    for (auto [number, operand] : llvm::enumerate(operands))
      if (isAllocatable(operand.get().getType()) && !stay.contains(number))
        numbers.push_back(number);
    return numbers;
  };
  SmallVector<int64_t> passedOn = getChanging(passed, stayPassed);
  SmallVector<int64_t> handedBack = getChanging(yielded, stayYielded);
  bool hasNew =
      llvm::any_of(passedOn,
                   [&](int64_t k) { return isNewIn(passed[k], before); }) ||
      llvm::any_of(handedBack,
                   [&](int64_t k) { return isNewIn(yielded[k], after); });
  if (!hasNew)
    return;
  for (int64_t number : passedOn) {
    views.setOwned(after->getArgument(number));
    views.setOwned(loop.getResult(number));
  }
  for (int64_t number : handedBack)
    views.setOwned(before->getArgument(number));
  for (int64_t number : passedOn)
    move(passed[number], mayHandOver(passed[number], before));
  for (int64_t number : handedBack) {
    OpOperand &init = loop.getInitsMutable()[number];
    move(yielded[number], mayHandOver(yielded[number], after));
    move(init, mayMoveTo(init));
  }
}

void mlir::tiled_layout::ownResults(FunctionOpInterface function,
                                    BufferViews &views,
                                    const llvm::DenseSet<Operation *> &kept) {
  ResultOwner owner(views);
  function.walk([&](Operation *op) {
    if (kept.contains(op) ||
        llvm::none_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return;
    llvm::TypeSwitch<Operation *>(op)
        .Case<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(
            [&](Operation *branches) { owner.ownBranches(branches); })
        .Case<scf::ForOp, scf::WhileOp>(
            [&](auto loop) { owner.ownCarried(loop); });
  });
}
