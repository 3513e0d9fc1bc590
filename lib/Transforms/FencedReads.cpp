//===- FencedReads.cpp - Reads of memory stay before writes ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FencedReads.h"

#include "NoAlias.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static constexpr StringLiteral kFence = "fenced_read";

/// Returns what stands for the array that a memref is, or is a view of: all
/// memrefs of one global are one array. Null if it may be several ones.
static const void *getMemory(Value memref) {
  Value base = getBase(memref);
  if (auto global = base.getDefiningOp<memref::GetGlobalOp>())
    return global.getNameAttr().getAsOpaquePointer();
  return isFunctionArgument(base) || isNoAlias(base) ? base.getAsOpaquePointer()
                                                     : nullptr;
}

/// True if the operation itself may write or free one of some arrays.
static bool mayChange(Operation *op, const DenseSet<const void *> &arrays) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects) {
    // Bufferization knows what an operation on tensors writes.
    bool isKnown =
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        (isa<bufferization::BufferizableOpInterface>(op) &&
         !isa<CallOpInterface>(op) &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>));
    return !isKnown && !op->hasTrait<OpTrait::IsTerminator>();
  }
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [&](const auto &effect) {
    if (!isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect()))
      return false;
    Value value = effect.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType()))
      return false;
    const void *array = getMemory(value);
    return !array || arrays.contains(array) || arrays.contains(nullptr);
  });
}

/// Returns the tensors that are computed from some tensors of memory, which are
/// none of them.
static SetVector<Value>
findComputed(ArrayRef<bufferization::ToTensorOp> tensors) {
  SetVector<Value> found, views;
  auto add = [](SetVector<Value> &set, ValueRange values) {
    for (Value value : values)
      if (isa<TensorType>(value.getType()))
        set.insert(value);
  };
  auto follow = [&](Value value, bool isView) {
    for (Operation *user : value.getUsers()) {
      // A view of memory reads nothing.
      bool staysView =
          isView &&
          isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
              tensor::ExtractSliceOp, tensor::ReshapeOp>(user);
      add(staysView ? views : found, user->getResults());
      for (Region &region : user->getRegions())
        for (Block &block : region)
          add(found, block.getArguments());
      for (Block *next : user->getSuccessors())
        add(found, next->getArguments());
      Operation *parent = user->getParentOp();
      if (user->hasTrait<OpTrait::IsTerminator>() &&
          !isa<FunctionOpInterface>(parent))
        add(found, parent->getResults());
    }
  };
  for (bufferization::ToTensorOp tensor : tensors)
    views.insert(tensor.getResult());
  for (size_t next = 0; next < views.size(); ++next)
    follow(views[next], /*isView=*/true);
  for (size_t next = 0; next < found.size(); ++next)
    follow(found[next], /*isView=*/false);
  return found;
}

/// True if one of some operations comes after a value was computed, and before
/// a use of it.
static bool isUsedBehind(OpOperand &use, ArrayRef<Operation *> changes) {
  Operation *made = use.get().getDefiningOp(), *user = use.getOwner();
  Block *block = use.get().getParentBlock();
  Operation *at = block->findAncestorOpInBlock(*user);
  return llvm::any_of(changes, [&](Operation *change) {
    Operation *where = block->findAncestorOpInBlock(*change);
    if (!at || !where)
      return true;
    return (!made || made->isBeforeInBlock(where)) &&
           (where->isBeforeInBlock(at) || (where == at && change != user));
  });
}

/// Puts fences in a function. True if it needs some.
static bool fence(FunctionOpInterface function) {
  SmallVector<bufferization::ToTensorOp> tensors;
  function.walk(
      [&](bufferization::ToTensorOp tensor) { tensors.push_back(tensor); });
  DenseSet<const void *> arrays;
  for (bufferization::ToTensorOp tensor : tensors)
    arrays.insert(getMemory(tensor.getBuffer()));
  SmallVector<Operation *> changes;
  if (!tensors.empty())
    function->walk([&](Operation *op) {
      if (op != function && mayChange(op, arrays))
        changes.push_back(op);
    });
  if (changes.empty())
    return false;
  bool changed = false;
  OpBuilder builder(function.getContext());
  for (Value value : findComputed(tensors)) {
    SmallVector<OpOperand *> behind;
    for (OpOperand &use : value.getUses())
      if (!isa<tensor::DimOp>(use.getOwner()) && isUsedBehind(use, changes))
        behind.push_back(&use);
    if (behind.empty())
      continue;
    builder.setInsertionPointAfterValue(value);
    Location loc = value.getLoc();
    auto region = scf::ExecuteRegionOp::create(builder, loc, value.getType(),
                                               builder.getUnitAttr());
    region->setDiscardableAttr(kFence, builder.getUnitAttr());
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&region.getRegion());
    scf::YieldOp::create(builder, loc, value);
    for (OpOperand *use : behind)
      use->set(region.getResult(0));
    changed = true;
  }
  return changed;
}

FencedReads::FencedReads(Operation *root) : root(root) {
  root->walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      hasFences |= fence(function);
  });
}

FencedReads::~FencedReads() {
  if (!hasFences)
    return;
  IRRewriter rewriter(root->getContext());
  root->walk([&](scf::ExecuteRegionOp op) {
    if (!op->hasAttr(kFence))
      return;
    rewriter.replaceOp(
        op, cast<scf::YieldOp>(op.getRegion().front().getTerminator())
                .getOperands());
  });
}
