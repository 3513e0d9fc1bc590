//===- Destinations.cpp - Computing where the result stays ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/AnyWithin.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// True if an operation reads parts of a tensor beside the one that its result
/// is inserted in, as a stencil does. In place, each would have to be copied
/// before; the result alone is copied after.
static bool readsOtherParts(Operation *op, tensor::InsertSliceOp insert) {
  bool readsElements = anyWithin(op, [&](Operation *inner) {
    auto element = dyn_cast<tensor::ExtractOp>(inner);
    return element && element.getTensor() == insert.getDest();
  });
  return readsElements || llvm::any_of(op->getOperands(), [&](Value operand) {
           auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>();
           auto isSame = [](OpFoldResult a, OpFoldResult b) { return a == b; };
           return operand == insert.getDest() ||
                  (slice && slice.getSource() == insert.getDest() &&
                   !slice.isSameAs(insert, isSame));
         });
}

/// True if the destination is a buffer that a loop carries.
static bool isCarriedBuffer(SubsetInsertionOpInterface op) {
  auto end = dyn_cast<MaterializeInDestinationOp>(op.getOperation());
  auto argument = end ? dyn_cast<BlockArgument>(end.getDest()) : Value();
  return argument && isa<TensorType>(argument.getType()) &&
         isa<LoopLikeOpInterface>(argument.getParentBlock()->getParentOp());
}

/// True if the part of a destination is named by results of an operation that
/// `empty` is within, such as a tensor that is inserted in itself. Upstream
/// takes them to be known there.
static bool isWithinItsDestination(SubsetInsertionOpInterface op,
                                   tensor::EmptyOp empty) {
  return llvm::any_of(op.getValuesNeededToBuildSubsetExtraction(),
                      [&](Value value) {
                        Operation *made = value.getDefiningOp();
                        return made && made->isProperAncestor(empty);
                      });
}

/// Returns the part of a destination that an empty tensor may be, or null if it
/// is in another layout there, no view, memory that others access, or read in
/// parts.
static Value getDestination(RewriterBase &rewriter,
                            SubsetInsertionOpInterface op,
                            tensor::EmptyOp empty, Operation *user,
                            const OneShotAnalysisState &state) {
  if (isWithinItsDestination(op, empty))
    return {};
  std::string reason;
  Type dest = op.getDestinationOperand().get().getType();
  auto insert = dyn_cast<tensor::InsertSliceOp>(op.getOperation());
  if (insert && (changesMemorySpace(user) || readsOtherParts(user, insert) ||
                 mayBeWrittenAsPart(insert, empty, state)))
    return {};
  if (insert && isTiled(insert.getDestType())) {
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    if (!isViewOf(insert.getDestType(), insert, dropped, reason) ||
        !hasLayoutInPlace(insert.getDestType(), insert, dropped,
                          empty.getType()))
      return {};
  } else if ((isa<BaseMemRefType>(dest)
                  ? getMark(dest)
                  : getLayoutAttr(dest)) != getLayoutAttr(empty.getType())) {
    return {};
  }
  auto end = dyn_cast<MaterializeInDestinationOp>(op.getOperation());
  if (end && isa<BaseMemRefType>(end.getDest().getType()) &&
      !canComputeInMemory(end, empty, state))
    return {};
  return buildSubsetExtraction(rewriter, op, empty, user);
}

/// Gives tensors that upstream takes of buffers in the program the layout of
/// the buffer.
static void restoreLayouts(RewriterBase &rewriter, Operation *root) {
  SmallVector<ToTensorOp> ops;
  root->walk([&](ToTensorOp op) { ops.push_back(op); });
  for (ToTensorOp op : ops) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    Attribute layout = getMark(op.getBuffer().getType());
    if (!type || !layout || type.getEncoding() == layout)
      continue;
    rewriter.modifyOpInPlace(op, [&] {
      op.getResult().setType(
          cast<TensorLikeType>(Type(type.cloneWithEncoding(layout))));
    });
    for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
      auto cast = dyn_cast<tensor::CastOp>(user);
      if (cast && cast.getType() == op.getType())
        rewriter.replaceOp(cast, op.getResult());
    }
  }
}

/// Returns the operands of `func.return` whose buffer another operand of the
/// same operation may share. To a caller, upstream's analysis takes all results
/// for different buffers.
static SmallVector<OpOperand *>
findSharedResults(Operation *table, const OneShotAnalysisState &state) {
  SmallVector<OpOperand *> shared;
  table->walk([&](func::ReturnOp op) {
    SmallVector<Value> own;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      if (llvm::any_of(own, [&](Value other) {
            return state.areAliasingBufferizedValues(other, operand.get());
          }))
        shared.push_back(&operand);
      else
        own.push_back(operand.get());
    }
  });
  return shared;
}

/// True if there is something to find: an empty tensor and a destination, a
/// loop that carries tensors, or a called function with several tensors as
/// results.
static bool isWorthAnalysis(Operation *table) {
  bool hasEmpty = false, hasDestination = false, hasOther = false;
  table->walk([&](Operation *op) {
    int64_t tensors =
        llvm::count_if(op->getResultTypes(), llvm::IsaPred<TensorType>);
    hasEmpty |= isa<tensor::EmptyOp>(op);
    hasDestination |= isa<SubsetInsertionOpInterface>(op);
    hasOther |= (isa<func::CallOp>(op) && tensors > 1) ||
                (isa<LoopLikeOpInterface>(op) && tensors > 0);
  });
  return (hasEmpty && hasDestination) || hasOther;
}

/// Analyses the functions of a symbol table, or an operation on its own.
static LogicalResult analyze(Operation *root, OneShotAnalysisState &state) {
  return state.getOptions().bufferizeFunctionBoundaries
             ? analyzeModuleOp(root, state)
             : analyzeOp(root, state);
}

/// Makes slices of empty tensors empty tensors. Upstream replaces a tensor from
/// the first use in the program on: parts of a tensor become slices of an empty
/// one, which is the whole tensor's destination only for what comes later.
static bool foldSlicesOfEmpty(RewriterBase &rewriter, Operation *table) {
  SmallVector<tensor::ExtractSliceOp> slices;
  table->walk([&](tensor::ExtractSliceOp slice) {
    if (slice.getSource().getDefiningOp<tensor::EmptyOp>() &&
        slice.getDroppedDims().none())
      slices.push_back(slice);
  });
  for (tensor::ExtractSliceOp slice : slices) {
    rewriter.setInsertionPoint(slice);
    rewriter.replaceOp(slice,
                       createEmpty(rewriter, slice.getLoc(), slice.getType(),
                                   slice.getMixedSizes()));
  }
  return !slices.empty();
}

/// Moves marks of memory that a function is passed, and tensors in it which may
/// be written and which nothing in front of them accesses, to its head:
/// upstream takes a tensor of such memory where the first part of it is
/// computed, and only what comes later may be computed there, too.
static void hoistMarks(Operation *table) {
  SmallVector<Operation *> tensors, marks;
  auto isPassed = [](Value memory, Operation *user) {
    return isa<BlockArgument>(memory) &&
           isa<BaseMemRefType>(memory.getType()) &&
           memory.getParentBlock() == user->getBlock();
  };
  table->walk([&](Operation *op) {
    if (isa<UnrealizedConversionCastOp>(op) && op->getNumOperands() == 1 &&
        isPassed(op->getOperand(0), op))
      marks.push_back(op);
    auto tensor = dyn_cast<ToTensorOp>(op);
    if (!tensor || !tensor.getWritable() || !tensor.getRestrict())
      return;
    Operation *mark = tensor.getBuffer().getDefiningOp();
    if ((isPassed(tensor.getBuffer(), op) || llvm::is_contained(marks, mark)) &&
        isFirstAccess(tensor))
      tensors.push_back(op);
  });
  for (Operation *op : llvm::reverse(tensors))
    op->moveBefore(&op->getBlock()->front());
  for (Operation *op : llvm::reverse(marks))
    op->moveBefore(&op->getBlock()->front());
}

/// Gives an operand that is not computed in place a buffer of its own. What
/// does not write, and has one result in the same memory, has the result copied
/// instead: a slice, not all of its array.
static void moveOutOfPlace(OpOperand &operand,
                           const OneShotAnalysisState &state) {
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(operand.get().getType());
  if (state.canOmitTensorCopy(operand))
    // No `tensor.empty`, for which a destination would be found again.
    return operand.set(AllocTensorOp::create(
        builder, op->getLoc(), type,
        tensor::createDynamicDimValues(builder, op->getLoc(), operand.get())));
  AliasingValueList aliases = state.getAliasingValues(operand);
  bool isView = aliases.getNumAliases() == 1 &&
                isa<OpResult>(aliases.getAliases()[0].value) &&
                !state.bufferizesToMemoryWrite(operand);
  Value view = isView ? aliases.getAliases()[0].value : Value();
  if (!view || !isa<RankedTensorType>(view.getType()) ||
      state.getAliasingOpOperands(view).getNumAliases() != 1)
    return copyOperand(operand);
  builder.setInsertionPointAfter(op);
  auto copy = AllocTensorOp::create(builder, op->getLoc(),
                                    cast<RankedTensorType>(view.getType()),
                                    /*dynamicSizes=*/ValueRange(), view);
  view.replaceAllUsesExcept(copy, copy);
}

/// True if all tensors without a layout are in the memory space that memrefs
/// have by default.
static bool hasOneMemorySpace(Operation *root) {
  auto isOther = [](Attribute space) {
    auto number = dyn_cast_or_null<IntegerAttr>(space);
    bool isDefault = !space || (number && number.getValue().isZero());
    return !isDefault && !isa<LayoutAttrInterface>(space);
  };
  return !anyWithin(root, [&](Operation *op) {
    bool isSpaced = llvm::any_of(op->getOperandTypes(), [&](Type type) {
      auto memref = dyn_cast<BaseMemRefType>(type);
      return memref && isOther(memref.getMemorySpace());
    });
    auto copy = dyn_cast<AllocTensorOp>(op);
    return isSpaced || (copy && isOther(copy.getMemorySpaceAttr()));
  });
}

/// Says of all copies in which memory space they are, if there is one only.
/// Upstream would ask where their sources are, again in each branch.
static void nameMemorySpaces(Operation *table) {
  markCopies(table);
  if (!hasOneMemorySpace(table))
    return;
  auto space = IntegerAttr::get(IntegerType::get(table->getContext(), 64), 0);
  table->walk([&](AllocTensorOp op) {
    if (op.getCopy() && !op.getMemorySpaceAttr())
      op.setMemorySpaceAttr(space);
  });
}

/// Inserts the copies that loops with these copies need. Upstream's
/// `insertTensorCopies` asks for the types of buffers, for which it goes back
/// through all branches again and again.
static void insertCopiesInLoops(Operation *table, ArrayRef<CarriedCopy> carried,
                                const OneShotAnalysisState &state) {
  llvm::SetVector<Operation *> loops;
  for (const CarriedCopy &copy : carried)
    loops.insert(copy.yielded->getOwner()->getParentOp());
  SmallVector<OpOperand *> operands;
  for (Operation *loop : loops) {
    bool isNested = llvm::any_of(
        loops, [&](Operation *other) { return other->isProperAncestor(loop); });
    if (!isNested)
      loop->walk([&](BufferizableOpInterface op) {
        for (OpOperand &operand : op->getOpOperands())
          if (isa<RankedTensorType>(operand.get().getType()) &&
              !state.isInPlace(operand))
            operands.push_back(&operand);
      });
  }
  for (OpOperand *operand : operands)
    moveOutOfPlace(*operand, state);
  nameMemorySpaces(table);
}

using StatePtr = std::unique_ptr<OneShotAnalysisState>;

/// Lets loops carry the same buffers in all iterations, and keeps `state` up to
/// date. Upstream refuses to write to such a buffer at the end of an iteration
/// where it takes an operation for one in place that is not: in branches, of
/// which one writes to what the other one carries on. Then all copies that the
/// loops need are written out first; where that does not help, they carry new
/// buffers.
static LogicalResult carryBuffers(Operation *table,
                                  const OneShotBufferizationOptions &options,
                                  StatePtr &state) {
  auto analyzeAgain = [&]() -> StatePtr {
    auto next = std::make_unique<OneShotAnalysisState>(table, options);
    ScopedDiagnosticHandler quiet(table->getContext(),
                                  [](Diagnostic &) { return success(); });
    return succeeded(analyze(table, *next)) ? std::move(next) : nullptr;
  };
  for (bool isLast : {false, true}) {
    SmallVector<CarriedCopy> copies = copyToCarriedBuffers(table, *state);
    if (copies.empty())
      return success();
    if (StatePtr next = analyzeAgain()) {
      state = std::move(next);
      return success();
    }
    undoCopies(copies);
    if (isLast)
      return success();
    insertCopiesInLoops(table, copies, *state);
    state = std::make_unique<OneShotAnalysisState>(table, options);
    if (failed(analyze(table, *state)))
      return failure();
  }
  llvm_unreachable("the last turn returns");
}

/// Copies tensors that must not be written, and in which slices are inserted on
/// the way to a destination, to empty ones, which can be this destination:
/// upstream would copy them to a buffer, and that to the destination.
static void copyUnwritable(Operation *table) {
  SmallVector<MaterializeInDestinationOp> ends;
  table->walk([&](MaterializeInDestinationOp op) { ends.push_back(op); });
  for (MaterializeInDestinationOp end : ends) {
    tensor::InsertSliceOp first;
    Value tensor = end.getSource();
    while (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>()) {
      if (!insert->hasOneUse() || insert->getBlock() != end->getBlock())
        break;
      first = insert;
      tensor = insert.getDest();
    }
    auto source = tensor.getDefiningOp<ToTensorOp>();
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!first || !source || source.getWritable() || !type)
      continue;
    OpBuilder builder(first);
    Location loc = first.getLoc();
    Value empty =
        createEmpty(builder, loc, type, getSizes(builder, loc, tensor));
    auto copy = linalg::CopyOp::create(builder, loc, tensor, empty);
    first.getDestMutable().assign(copy.getResult(0));
  }
}

/// Takes extents of results from operands where that can be: a slice of a
/// destination is there before the result is only if its sizes are.
static void resolveExtents(Operation *table) {
  SmallVector<Operation *> extents;
  table->walk([&](tensor::DimOp op) { extents.push_back(op); });
  RewritePatternSet patterns(table->getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::DimOp::getCanonicalizationPatterns(patterns, table->getContext());
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(extents, std::move(patterns), config);
}

static LogicalResult writeToDestinationsOf(Operation *table,
                                           LoopBuffers loopBuffers) {
  copyUnwritable(table);
  if (!isWorthAnalysis(table))
    return success();
  hoistMarks(table);
  resolveExtents(table);
  OneShotBufferizationOptions options;
  options.allowReturnAllocsFromLoops = true;
  options.bufferizeFunctionBoundaries = table->hasTrait<OpTrait::SymbolTable>();
  auto state = std::make_unique<OneShotAnalysisState>(table, options);
  if (failed(analyze(table, *state)))
    return failure();
  if (loopBuffers != LoopBuffers::New &&
      failed(carryBuffers(table, options, state)))
    return failure();
  SmallVector<OpOperand *> shared = findSharedResults(table, *state);
  IRRewriter rewriter(table->getContext());
  auto choose = [&](RewriterBase &rewriter, SubsetInsertionOpInterface op,
                    tensor::EmptyOp empty, Operation *user) {
    if (loopBuffers == LoopBuffers::SameByCopies && isCarriedBuffer(op))
      return Value();
    return getDestination(rewriter, op, empty, user, *state);
  };
  if (failed(eliminateEmptyTensors(rewriter, table, *state, choose)))
    return failure();
  if (foldSlicesOfEmpty(rewriter, table)) {
    restoreLayouts(rewriter, table);
    state = std::make_unique<OneShotAnalysisState>(table, options);
    if (failed(analyze(table, *state)) ||
        failed(eliminateEmptyTensors(rewriter, table, *state, choose)))
      return failure();
  }
  for (OpOperand *operand : shared)
    copyOperand(*operand);
  restoreLayouts(rewriter, table);
  return success();
}

LogicalResult mlir::tiled_layout::writeToDestinations(Operation *root,
                                                      LoopBuffers loopBuffers) {
  return forEachSymbolTable(root, [&](Operation *table) {
    return writeToDestinationsOf(table, loopBuffers);
  });
}
