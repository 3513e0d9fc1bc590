//===- ManyParts.cpp - Tensors that many insertions fill ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis compares each insertion in a tensor with all reads and
// all writes of its buffer: its time is cubic in the number of insertions.
// Where there are many, the buffer is named here, and few insertions at a time
// share a tensor of it. The analysis does not see that these tensors are
// in one buffer. They need not be compared: each insertion writes a part of its
// own, and nothing reads the buffer before all parts are there.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// Insertions that may share a tensor, so many that most programs need one.
constexpr size_t insertionsPerTensor = 16;

/// Returns the first operation of `block` that computes a tensor in place, or
/// null.
static Operation *getFirstInPlace(Value tensor, Block *block) {
  Operation *first = nullptr;
  while (auto result = dyn_cast<OpResult>(tensor)) {
    auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner());
    if (!op || op->getBlock() != block)
      break;
    first = op;
    tensor = op.getTiedOpOperand(result)->get();
  }
  return first;
}

/// Returns where tensors of a buffer with these extents must be for `parts` to
/// be computed there: before `op`, and before what computes the parts.
static Operation *findStart(Operation *op, ValueRange parts,
                            ArrayRef<Value> extents) {
  Block *block = op->getBlock();
  Operation *start = op;
  for (Value part : parts)
    if (Operation *first = getFirstInPlace(part, block);
        first && first->isBeforeInBlock(start))
      start = first;
  bool areKnown = llvm::all_of(extents, [&](Value extent) {
    Operation *source = extent.getDefiningOp();
    return !source || source->getBlock() != block ||
           source->isBeforeInBlock(start);
  });
  return areKnown ? start : op;
}

/// Returns the memory of this type that the result of `op` is written to, if
/// its parts can be written there from `start` on, or null.
static Value takeDestination(RewriterBase &rewriter, Operation *op,
                             MemRefType type, Operation *start) {
  Value result = op->getResult(0);
  if (!result.hasOneUse())
    return {};
  auto end = dyn_cast<MaterializeInDestinationOp>(*result.user_begin());
  if (!end || end->getBlock() != op->getBlock() ||
      end.getDest().getType() != type || !end.getRestrict() ||
      !end.getWritable() || !writesAlone(end, start))
    return {};
  auto isThere = [&](Value value) {
    Operation *source = value.getDefiningOp();
    return !source || source->getBlock() != start->getBlock() ||
           source->isBeforeInBlock(start);
  };
  if (isThere(end.getDest()))
    return end.getDest();
  auto mark = end.getDest().getDefiningOp<UnrealizedConversionCastOp>();
  if (!mark || !llvm::all_of(mark.getInputs(), isThere))
    return {};
  rewriter.moveOpBefore(mark, start);
  return end.getDest();
}

Value mlir::tiled_layout::fillParts(
    PatternRewriter &rewriter, Operation *op, RankedTensorType type,
    ArrayRef<OpFoldResult> extents, ValueRange parts,
    function_ref<Value(size_t part, Value dest)> insert) {
  Location loc = op->getLoc();
  if (parts.size() <= insertionsPerTensor) {
    Value tensor = createEmpty(rewriter, loc, type, extents);
    for (size_t part = 0; part < parts.size(); ++part)
      tensor = insert(part, tensor);
    return tensor;
  }
  auto marked =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getEncoding());
  SmallVector<Value> unknown;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      unknown.push_back(
          getValueOrCreateConstantIndexOp(rewriter, loc, extents[dim]));
  SmallVector<ToTensorOp> tensors;
  Value buffer;
  auto takeTensor = [&] {
    return ToTensorOp::create(rewriter, loc, type, buffer, /*restrict=*/true,
                              /*writable=*/true);
  };
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Operation *start = findStart(op, parts, unknown);
    rewriter.setInsertionPoint(start);
    BufferizationOptions defaults;
    buffer = takeDestination(rewriter, op, marked, start);
    if (!buffer)
      buffer = memref::AllocOp::create(
          rewriter, loc, marked, unknown,
          rewriter.getI64IntegerAttr(defaults.bufferAlignment));
    for (size_t part = 0; part < parts.size(); part += insertionsPerTensor)
      tensors.push_back(takeTensor());
  }
  for (auto [number, first] : llvm::enumerate(tensors)) {
    size_t begin = number * insertionsPerTensor;
    Value tensor = first;
    for (size_t part = begin;
         part < std::min(begin + insertionsPerTensor, parts.size()); ++part)
      tensor = insert(part, tensor);
    auto end =
        MaterializeInDestinationOp::create(rewriter, loc, tensor, buffer);
    end.setRestrict(true);
    end.setWritable(true);
  }
  return takeTensor();
}

bool mlir::tiled_layout::mayBeWrittenAsPart(tensor::InsertSliceOp insert,
                                            tensor::EmptyOp empty,
                                            const OneShotAnalysisState &state) {
  Value dest = insert.getDest();
  while (auto before = dest.getDefiningOp<tensor::InsertSliceOp>())
    dest = before.getDest();
  auto tensor = dest.getDefiningOp<ToTensorOp>();
  if (!tensor || llvm::count_if(tensor.getBuffer().getUsers(),
                                llvm::IsaPred<ToTensorOp>) < 2)
    return false;
  bool isWritten = false;
  state.applyOnAliases(empty, [&](Value alias) {
    for (OpOperand &use : alias.getUses()) {
      Operation *user = use.getOwner();
      Operation *at = insert->getBlock()->findAncestorOpInBlock(*user);
      bool isBefore = at && (at == insert || at->isBeforeInBlock(insert));
      bool isReader = at && !user->hasTrait<OpTrait::IsTerminator>() &&
                      !state.bufferizesToMemoryWrite(use) &&
                      state.getAliasingValues(use).getNumAliases() == 0;
      isWritten |= !isBefore && !isReader;
    }
  });
  return isWritten;
}
