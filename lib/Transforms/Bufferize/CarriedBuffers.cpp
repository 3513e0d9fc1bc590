//===- CarriedBuffers.cpp - Loops that carry new tensors ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that computes its next tensor in memory of its own, as in
// `x = matmul(x, w)`, would allocate in every iteration. The tensor is copied
// to the buffer that the loop carries instead. Copies of one iteration happen
// at once: x and y may change places. A tensor whose extents may change from
// iteration to iteration has a new buffer each time.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

namespace {

/// A tensor at the end of an iteration, and the argument in whose buffer the
/// next one expects it.
struct CarriedTensor {
  OpOperand *yielded;
  BlockArgument argument;
};

} // namespace

/// A dimension of a tensor.
using Extent = std::pair<Value, int64_t>;

/// Adds the extents that a structured operation needs to be the same as that of
/// its result: those that one loop goes over.
static void addExtentsOfLoop(linalg::LinalgOp op, Extent result,
                             SetVector<Extent> &extents) {
  OpOperand *init =
      op.getDpsInitOperand(cast<OpResult>(result.first).getResultNumber());
  AffineExpr loop = op.getMatchingIndexingMap(init).getResult(result.second);
  if (!isa<AffineDimExpr>(loop))
    return;
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, index] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (index == loop && isa<RankedTensorType>(operand.get().getType()))
        extents.insert({operand.get(), dim});
}

/// Returns extents that are the same as that of a tensor: upstream's bounds
/// know where an extent comes from, not which ones an operation needs to be the
/// same.
static SetVector<Extent> getSameExtents(Value tensor, int64_t dim) {
  constexpr size_t most = 64;
  SetVector<Extent> extents;
  extents.insert({tensor, dim});
  for (size_t number = 0; number < extents.size() && number < most; ++number) {
    Extent extent = extents[number];
    Operation *op = extent.first.getDefiningOp();
    if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(op)) {
      addExtentsOfLoop(structured, extent, extents);
    } else if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op)) {
      auto size = dyn_cast<Value>(empty.getMixedSizes()[extent.second]);
      auto source = size ? size.getDefiningOp<tensor::DimOp>() : nullptr;
      auto index = source ? source.getConstantIndex() : std::nullopt;
      auto type = source
                      ? dyn_cast<RankedTensorType>(source.getSource().getType())
                      : RankedTensorType();
      if (index && type && *index >= 0 && *index < type.getRank())
        extents.insert({source.getSource(), *index});
    }
  }
  return extents;
}

/// True if two tensors of one type are known to have the same extents.
static bool haveSameExtents(Value a, Value b) {
  auto type = cast<RankedTensorType>(a.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    auto isSame = [&, dim = dim](Extent extent) {
      FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
          {extent.first, std::optional(extent.second)},
          {b, std::optional(dim)});
      return succeeded(equal) && *equal;
    };
    if (!llvm::any_of(getSameExtents(a, dim), isSame))
      return false;
  }
  return true;
}

/// Returns what a region of a loop carries in another buffer than it began
/// with, and that fits into that one: it has the extents of the argument, or
/// those of what the loop begins with, `inits`, if that is given.
static SmallVector<CarriedTensor>
findNewBuffers(Block::BlockArgListType arguments,
               MutableArrayRef<OpOperand> yielded, ValueRange inits,
               const OneShotAnalysisState &state) {
  SmallVector<CarriedTensor> found;
  // A condition may pass on more than there are arguments, or less.
  size_t count = std::min(arguments.size(), yielded.size());
  for (size_t number = 0; number < count; ++number) {
    BlockArgument argument = arguments[number];
    Value next = yielded[number].get();
    if (!isa<RankedTensorType>(argument.getType()) ||
        next.getType() != argument.getType() ||
        state.areEquivalentBufferizedValues(next, argument))
      continue;
    if (haveSameExtents(next, argument) ||
        (!inits.empty() && haveSameExtents(next, inits[number])))
      found.push_back({&yielded[number], argument});
  }
  return found;
}

/// Copies tensors to the buffers that are carried, each before its own buffer
/// is written to; where they change places, one is set aside first.
static void copyToCarriedBuffers(SmallVector<CarriedTensor> carried,
                                 const OneShotAnalysisState &state) {
  Operation *yield = carried.front().yielded->getOwner();
  OpBuilder builder(yield);
  llvm::SmallPtrSet<OpOperand *, 4> setAside;
  auto setTensorAside = [&](const CarriedTensor &tensor) {
    copyOperand(*tensor.yielded);
    setAside.insert(tensor.yielded);
  };
  // What one branch left in the buffer that is carried, and another one did
  // not: upstream has no copy of a tensor to a buffer that it may lie in.
  for (const CarriedTensor &tensor : carried)
    if (state.areAliasingBufferizedValues(tensor.yielded->get(),
                                          tensor.argument))
      setTensorAside(tensor);
  while (!carried.empty()) {
    auto isFree = [&](const CarriedTensor &tensor) {
      return llvm::none_of(carried, [&](const CarriedTensor &other) {
        return other.yielded != tensor.yielded &&
               !setAside.contains(other.yielded) &&
               state.areAliasingBufferizedValues(other.yielded->get(),
                                                 tensor.argument);
      });
    };
    auto *next = llvm::find_if(carried, isFree);
    if (next == carried.end()) {
      setTensorAside(*llvm::find_if(carried, [&](const CarriedTensor &tensor) {
        return !setAside.contains(tensor.yielded);
      }));
      continue;
    }
    Value tensor = next->yielded->get();
    next->yielded->set(
        MaterializeInDestinationOp::create(
            builder, yield->getLoc(), tensor.getType(), tensor, next->argument)
            .getResult());
    carried.erase(next);
  }
}

SmallVector<CarriedCopy>
mlir::tiled_layout::copyToCarriedBuffers(Operation *root,
                                         const OneShotAnalysisState &state) {
  SmallVector<SmallVector<CarriedTensor>> all;
  root->walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      all.push_back(findNewBuffers(loop.getRegionIterArgs(),
                                   loop.getYieldedValuesMutable().value(),
                                   loop.getInitArgs(), state));
    auto loop = dyn_cast<scf::WhileOp>(op);
    if (!loop)
      return;
    all.push_back(findNewBuffers(loop.getBeforeArguments(),
                                 loop.getConditionOp().getArgsMutable(),
                                 /*inits=*/{}, state));
    all.push_back(findNewBuffers(loop.getAfterArguments(),
                                 loop.getYieldOp().getResultsMutable(),
                                 /*inits=*/{}, state));
  });
  SmallVector<CarriedCopy> copies;
  // What has been found by now is not changed by what is done about it.
  for (SmallVector<CarriedTensor> &carried : all) {
    for (const CarriedTensor &tensor : carried)
      copies.push_back({tensor.yielded, tensor.yielded->get()});
    if (!carried.empty())
      ::copyToCarriedBuffers(std::move(carried), state);
  }
  return copies;
}

void mlir::tiled_layout::undoCopies(ArrayRef<CarriedCopy> copies) {
  for (const CarriedCopy &copy : copies) {
    auto write =
        copy.yielded->get().getDefiningOp<MaterializeInDestinationOp>();
    copy.yielded->set(copy.tensor);
    Value source = write.getSource();
    write.erase();
    if (source != copy.tensor)
      source.getDefiningOp()->erase();
  }
}
