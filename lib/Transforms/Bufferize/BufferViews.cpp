//===- BufferViews.cpp - Which buffers are views of which -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"

#include "BufferizeSteps.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::mayKeep(Operation *op, Value buffer) {
  if (hasEffect<MemoryEffects::Free>(op, buffer) ||
      isa<memref::ExtractAlignedPointerAsIndexOp, UnrealizedConversionCastOp>(
          op))
    return true;
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getValueToStore() == buffer;
  // What is called may return what it is given.
  if (isa<CallOpInterface>(op))
    return llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  return !isa<MemoryEffectOpInterface, ViewLikeOpInterface,
              RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op) &&
         !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

bool mlir::tiled_layout::mayRunLater(Operation *op) {
  return !isa_and_nonnull<affine::AffineDialect, linalg::LinalgDialect,
                          scf::SCFDialect>(op->getDialect());
}

bool mlir::tiled_layout::freesArguments(Operation *root) {
  bool frees = false;
  root->walk([&](FunctionOpInterface function) {
    std::optional<BufferViewFlowAnalysis> views;
    function.walk([&](Operation *op) {
      if (frees || !hasEffect<MemoryEffects::Free>(op))
        return;
      if (!views)
        views.emplace(function);
      for (Value freed : op->getOperands())
        if (isa<BaseMemRefType>(freed.getType()) &&
            hasEffect<MemoryEffects::Free>(op, freed))
          for (Value origin : views->resolveReverse(freed))
            frees |= llvm::is_contained(function.getArguments(), origin);
    });
  });
  return frees;
}

//===----------------------------------------------------------------------===//
// Of a module
//===----------------------------------------------------------------------===//

ReturnedBuffers::ReturnedBuffers(
    Operation *root, const llvm::DenseSet<Operation *> &kept,
    llvm::function_ref<void(FunctionOpInterface, BufferViews &,
                            const ReturnedBuffers &)>
        prepare)
    : kept(kept), callsFree(freesArguments(root)) {
  CallGraph graph(root);
  for (auto scc = llvm::scc_begin(const_cast<const CallGraph *>(&graph));
       !scc.isAtEnd(); ++scc)
    for (const CallGraphNode *node : *scc) {
      auto function = node->isExternal()
                          ? FunctionOpInterface()
                          : dyn_cast<FunctionOpInterface>(
                                node->getCallableRegion()->getParentOp());
      if (!function)
        continue;
      BufferViews views(function, *this);
      prepare(function, views, *this);
      if (scc.hasCycle() || kept.contains(function))
        continue;
      if (auto results = views.getReturned())
        functions.try_emplace(function, std::move(*results));
    }
}

const SmallVector<ReturnedBuffer> *ReturnedBuffers::find(Operation *op) const {
  auto call = dyn_cast<CallOpInterface>(op);
  auto found = call ? functions.find(call.resolveCallableInTable(&symbols))
                    : functions.end();
  return found == functions.end() ? nullptr : &found->second;
}

bool ReturnedBuffers::isNew(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || kept.contains(op))
    return false;
  if (isa<memref::AllocOp>(op))
    return true;
  const auto *results = find(op);
  return results && (*results)[cast<OpResult>(value).getResultNumber()].isNew;
}

bool ReturnedBuffers::mayKeep(Operation *op, Value buffer) const {
  if (callsFree && isa<CallOpInterface>(op))
    return true;
  return !find(op) && tiled_layout::mayKeep(op, buffer);
}

//===----------------------------------------------------------------------===//
// Of a function
//===----------------------------------------------------------------------===//

BufferViews::BufferViews(FunctionOpInterface function,
                         const ReturnedBuffers &returned)
    : function(function), returned(returned), upstream(function) {
  auto add = [&](Value source, Value view) {
    viewsOf[source].push_back(view);
    sourcesOf[view].push_back(source);
  };
  for (const auto &[source, views] : upstream)
    for (Value view : views)
      if (Operation *op = view.getDefiningOp(); !op || !returned.find(op))
        add(source, view);
  function->walk([&](CallOpInterface call) {
    if (const auto *results = returned.find(call))
      for (auto [result, what] : llvm::zip(call->getResults(), *results))
        for (unsigned argument : what.arguments)
          add(call.getArgOperands()[argument], result);
  });
}

llvm::SetVector<Value> BufferViews::getViews(Value buffer) const {
  llvm::SetVector<Value> values;
  values.insert(buffer);
  for (size_t i = 0; i < values.size(); ++i)
    if (auto views = viewsOf.find(values[i]); views != viewsOf.end())
      for (Value view : views->second)
        if (!owned.contains(view))
          values.insert(view);
  return values;
}

llvm::SetVector<Value> BufferViews::getOrigins(Value value, Block *stop) const {
  llvm::SetVector<Value> values, origins;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Value view = values[i];
    auto argument = dyn_cast<BlockArgument>(view);
    auto sources = sourcesOf.find(view);
    // What a function returns that is known is a view of its arguments only.
    bool isCall = view.getDefiningOp() && returned.find(view.getDefiningOp());
    if (isNew(view) || sources == sourcesOf.end() ||
        (argument && (argument.getOwner() == stop ||
                      argument.getOwner()->getParentOp() == function)) ||
        (!isCall && upstream.mayBeTerminalBuffer(view)))
      origins.insert(view);
    else
      values.insert_range(sources->second);
  }
  return origins;
}

bool BufferViews::isKept(Value buffer, const OpOperand *use) const {
  for (Value view : getViews(buffer))
    for (OpOperand &operand : view.getUses()) {
      Operation *user = operand.getOwner();
      if (&operand == use)
        continue;
      bool leaves = use && user == use->getOwner();
      if (leaves || isMoved(operand) || returned.mayKeep(user, view))
        return true;
      for (Operation *op = user->getParentOp(); op != function;
           op = op->getParentOp())
        if (mayRunLater(op))
          return true;
    }
  return false;
}

std::optional<SmallVector<ReturnedBuffer>> BufferViews::getReturned() const {
  SmallVector<ReturnedBuffer> results(function.getNumResults());
  // The results as which each buffer is returned.
  llvm::DenseMap<Value, llvm::SmallSetVector<unsigned, 2>> resultsOf;
  Region &body = function.getFunctionBody();
  for (Block &block : body) {
    Operation *end = block.getTerminator();
    if (!end->hasTrait<OpTrait::ReturnLike>())
      continue;
    for (OpOperand &operand : end->getOpOperands()) {
      if (!isa<BaseMemRefType>(operand.get().getType()))
        continue;
      for (Value origin : getOrigins(operand.get())) {
        auto argument = dyn_cast<BlockArgument>(origin);
        if (!isNew(origin) &&
            !(argument && argument.getOwner() == &body.front()))
          return std::nullopt;
        resultsOf[origin].insert(operand.getOperandNumber());
      }
    }
  }
  llvm::SmallBitVector areNew(results.size(), true);
  for (const auto &[buffer, numbers] : resultsOf) {
    auto argument = dyn_cast<BlockArgument>(buffer);
    bool isOwn = isNew(buffer) && numbers.size() == 1 &&
                 !isKept(buffer, /*use=*/nullptr);
    // It may be in several results, or elsewhere.
    if (isNew(buffer) && !isOwn)
      return std::nullopt;
    for (unsigned number : numbers) {
      if (!isOwn)
        areNew.reset(number);
      if (argument && !isNew(buffer))
        results[number].arguments.push_back(argument.getArgNumber());
    }
  }
  for (auto [number, result] : llvm::enumerate(results))
    result.isNew = areNew[number] &&
                   isa<BaseMemRefType>(function.getResultTypes()[number]);
  return results;
}
