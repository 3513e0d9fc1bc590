//===- KernelsAsFunctions.cpp ---------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelsAsFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout::test;

static Value getPlace(Block &entry, Place place, gpu::Dimension dimension) {
  return entry.getArgument(3 * static_cast<unsigned>(place) +
                           static_cast<unsigned>(dimension));
}

/// Returns the argument, or what is made of arguments, that an operation
/// stands for; null if it is none that asks for a place.
static Value getAnswer(OpBuilder &builder, Operation *op, Block &entry) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](gpu::BlockIdOp op) {
        return getPlace(entry, Place::BlockId, op.getDimension());
      })
      .Case([&](gpu::ThreadIdOp op) {
        return getPlace(entry, Place::ThreadId, op.getDimension());
      })
      .Case([&](gpu::GridDimOp op) {
        return getPlace(entry, Place::GridDim, op.getDimension());
      })
      .Case([&](gpu::BlockDimOp op) {
        return getPlace(entry, Place::BlockDim, op.getDimension());
      })
      .Case([&](gpu::GlobalIdOp op) -> Value {
        gpu::Dimension dimension = op.getDimension();
        Value first = arith::MulIOp::create(
            builder, op.getLoc(), getPlace(entry, Place::BlockId, dimension),
            getPlace(entry, Place::BlockDim, dimension));
        return arith::AddIOp::create(
            builder, op.getLoc(), first,
            getPlace(entry, Place::ThreadId, dimension));
      })
      .Default([](Operation *) { return Value(); });
}

static void answerPlaces(func::FuncOp function) {
  Block &entry = function.getBody().front();
  function.walk([&](Operation *op) {
    OpBuilder builder(op);
    if (Value answer = getAnswer(builder, op, entry)) {
      op->getResult(0).replaceAllUsesWith(answer);
      op->erase();
    } else if (isa<gpu::ReturnOp>(op)) {
      func::ReturnOp::create(builder, op->getLoc());
      op->erase();
    }
  });
}

/// Makes one function of a kernel, barriers included.
static func::FuncOp makeFunction(OpBuilder &builder, gpu::GPUFuncOp kernel) {
  Location loc = kernel.getLoc();
  Block &entry = kernel.getBody().front();
  for (unsigned i = 0; i < 3 * numPlaces; ++i)
    entry.insertArgument(i, builder.getIndexType(), loc);
  auto parent = kernel->getParentOfType<gpu::GPUModuleOp>();
  auto function = func::FuncOp::create(
      builder, loc, (parent.getName() + "_" + kernel.getName()).str(),
      builder.getFunctionType(entry.getArgumentTypes(), {}));
  function.setPrivate();
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    function.setArgAttrs(3 * numPlaces + i, kernel.getArgAttrDict(i));
  function.getBody().takeBody(kernel.getBody());
  answerPlaces(function);
  return function;
}

/// Leaves of a function what stands behind its barrier number `phase` of
/// `barriers` and before the next one, and what is pure and used there.
static LogicalResult keepPhase(func::FuncOp function, int64_t phase,
                               int64_t barriers) {
  Block &body = function.getBody().front();
  int64_t at = barriers;
  // From the end, so that operations lose their users first.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
    bool isBarrier = isa<gpu::BarrierOp>(op);
    at -= isBarrier;
    if (op.hasTrait<OpTrait::IsTerminator>() ||
        (at == phase && !isBarrier && !isPure(&op)) ||
        (isPure(&op) && !op.use_empty()))
      continue;
    if (!op.use_empty())
      return op.emitOpError() << "has a result that outlives a barrier";
    op.erase();
  }
  return success();
}

FailureOr<HostKernel>
mlir::tiled_layout::test::makeHostKernel(OpBuilder &builder,
                                         gpu::GPUFuncOp kernel) {
  HostKernel host;
  for (BlockArgument memory : kernel.getWorkgroupAttributions())
    host.attributions.push_back(cast<MemRefType>(memory.getType()));
  unsigned numPrivate = kernel.getNumPrivateAttributions();
  for (BlockArgument memory : kernel.getPrivateAttributions())
    host.attributions.push_back(cast<MemRefType>(memory.getType()));
  func::FuncOp whole = makeFunction(builder, kernel);
  Block &entry = whole.getBody().front();
  int64_t barriers = 0;
  WalkResult result = whole.walk([&](gpu::BarrierOp barrier) -> WalkResult {
    ++barriers;
    if (barrier->getBlock() == &entry && whole.getBody().hasOneBlock())
      return WalkResult::advance();
    return barrier.emitOpError() << "stands within other operations";
  });
  if (result.wasInterrupted())
    return failure();
  if (barriers > 0 && numPrivate > 0)
    return whole.emitOpError() << "has memory of a thread beside barriers";
  for (int64_t phase = 0; phase <= barriers; ++phase) {
    auto function = cast<func::FuncOp>(builder.clone(*whole));
    function.setName((whole.getName() + "_" + Twine(phase)).str());
    if (barriers > 0 && failed(keepPhase(function, phase, barriers)))
      return failure();
    host.phases.push_back(function);
  }
  whole.erase();
  return host;
}
