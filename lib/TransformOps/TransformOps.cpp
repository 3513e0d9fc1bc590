//===- TransformOps.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/TransformOps/TransformOps.h"

#include "ApplyToEach.h"

#include "../Transforms/Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Lists in `types` the type with the layout of each value of `values` that
/// `positions` names. Fails, at the target, on what the layout does not suit.
static DiagnosedSilenceableFailure
getTypesInLayout(Operation *target, ArrayRef<int64_t> positions,
                 ValueRange values, StringRef kind, Attribute layout,
                 SmallVectorImpl<RankedTensorType> &types) {
  for (int64_t position : positions) {
    if (position < 0 || position >= static_cast<int64_t>(values.size()))
      return emitSilenceableFailure(target)
             << "there is no " << kind << " " << position
             << ": the operation has " << values.size();
    auto type = dyn_cast<RankedTensorType>(values[position].getType());
    if (!type)
      return emitSilenceableFailure(target)
             << kind << " " << position << " is no ranked tensor, but of type "
             << values[position].getType();
    std::string reason;
    ScopedDiagnosticHandler handler(target->getContext(),
                                    [&](Diagnostic &diagnostic) {
                                      reason = diagnostic.str();
                                      return success();
                                    });
    auto inLayout = RankedTensorType::getChecked(
        [&] { return emitError(target->getLoc()); }, type.getShape(),
        type.getElementType(), layout);
    if (!inLayout)
      return emitSilenceableFailure(target)
             << "the layout is not legal for " << kind << " " << position
             << " of type " << type << ": " << reason;
    if (!holdsValues(inLayout))
      return emitSilenceableFailure(target)
             << "the layout is not legal for " << kind << " " << position
             << " of type " << type << ": its elements do not hold "
             << *getValueBits(type.getElementType()) << " bits";
    types.push_back(inLayout);
  }
  return DiagnosedSilenceableFailure::success();
}

static LogicalResult verifyLayout(Operation *op, Attribute layout) {
  if (isa<LayoutAttrInterface>(layout))
    return success();
  return op->emitOpError("needs a layout attribute, but has ") << layout;
}

/// Returns a new relayout of `value` to `type`, even if `value` comes from a
/// tensor of that type: scripts match what this makes.
static RelayoutOp addRelayout(OpBuilder &builder, Value value,
                              RankedTensorType type,
                              SmallVectorImpl<Operation *> &relayouts) {
  Location loc = value.getLoc();
  Value dest = createEmpty(builder, loc, type, value);
  auto op = RelayoutOp::create(builder, loc, type, value, dest, Attribute());
  relayouts.push_back(op);
  return op;
}

/// Makes all who read `value` read the result of a relayout of it to `type`.
static void addRelayoutBack(RewriterBase &rewriter, Value value,
                            RankedTensorType type,
                            SmallVectorImpl<Operation *> &relayouts) {
  RelayoutOp back = addRelayout(rewriter, value, type, relayouts);
  // The destination asks the value for run-time extents.
  SmallPtrSet<Operation *, 4> own = {back};
  if (Operation *dest = back.getDest().getDefiningOp()) {
    own.insert(dest);
    for (Value size : dest->getOperands())
      own.insert(size.getDefiningOp());
  }
  rewriter.replaceAllUsesExcept(value, back.getResult(), own);
}

DiagnosedSilenceableFailure
mlir::tiled_layout::applyToEach(transform::TransformState &state, Value handle,
                                transform::TransformResults &results,
                                OpResult result, ApplyToOne applyToOne) {
  SmallVector<Operation *> made;
  // What is applied may replace a target.
  SmallVector<Operation *> targets(state.getPayloadOps(handle));
  for (Operation *target : targets) {
    DiagnosedSilenceableFailure applied = applyToOne(target, made);
    if (!applied.succeeded()) {
      results.set(result, {});
      return applied;
    }
  }
  results.set(result, made);
  return DiagnosedSilenceableFailure::success();
}

/// Both operations read their target and change the program.
static void
getRelayoutEffects(OpOperand &target, ResultRange results,
                   SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(MutableArrayRef(target), effects);
  transform::producesHandle(results, effects);
  transform::modifiesPayload(effects);
}

//===----------------------------------------------------------------------===//
// relayout_operands
//===----------------------------------------------------------------------===//

LogicalResult transform::RelayoutOperandsOp::verify() {
  return verifyLayout(*this, getLayout());
}

void transform::RelayoutOperandsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getRelayoutEffects(getTargetMutable(), getOperation()->getOpResults(),
                     effects);
}

static DiagnosedSilenceableFailure
relayoutOperands(RewriterBase &rewriter, Operation *target,
                 ArrayRef<int64_t> positions, Attribute layout,
                 SmallVectorImpl<Operation *> &relayouts) {
  auto op = dyn_cast<DestinationStyleOpInterface>(target);
  if (!op)
    return emitSilenceableFailure(target)
           << "only an operation in destination style reads operands in any "
              "layout";
  SmallVector<RankedTensorType> types;
  DiagnosedSilenceableFailure checked = getTypesInLayout(
      target, positions, target->getOperands(), "operand", layout, types);
  if (!checked.succeeded())
    return checked;

  for (auto [index, position] : llvm::enumerate(positions)) {
    RankedTensorType type = types[index];
    OpOperand &operand = target->getOpOperand(position);
    auto oldType = cast<RankedTensorType>(operand.get().getType());
    if (oldType == type)
      continue;
    rewriter.setInsertionPoint(target);
    Value moved =
        addRelayout(rewriter, operand.get(), type, relayouts).getResult();
    rewriter.modifyOpInPlace(target, [&] { operand.set(moved); });
    if (!op.isDpsInit(&operand))
      continue;
    OpResult result = op.getTiedOpResult(&operand);
    rewriter.modifyOpInPlace(target, [&] { result.setType(type); });
    rewriter.setInsertionPointAfter(target);
    addRelayoutBack(rewriter, result, oldType, relayouts);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
transform::RelayoutOperandsOp::apply(transform::TransformRewriter &rewriter,
                                     transform::TransformResults &results,
                                     transform::TransformState &state) {
  return applyToEach(
      state, getTarget(), results, getOperation()->getOpResult(0),
      [&](Operation *target, SmallVectorImpl<Operation *> &relayouts) {
        return relayoutOperands(rewriter, target, getPositions(), getLayout(),
                                relayouts);
      });
}

//===----------------------------------------------------------------------===//
// set_argument_layouts
//===----------------------------------------------------------------------===//

LogicalResult transform::SetArgumentLayoutsOp::verify() {
  return verifyLayout(*this, getLayout());
}

void transform::SetArgumentLayoutsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getRelayoutEffects(getTargetMutable(), getOperation()->getOpResults(),
                     effects);
}

/// Lists the calls of a function. Fails if anything else names it.
static DiagnosedSilenceableFailure
getCalls(func::FuncOp function, SmallVectorImpl<func::CallOp> &calls) {
  Operation *table =
      SymbolTable::getNearestSymbolTable(function->getParentOp());
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, table);
  if (!uses) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(function)
        << "cannot tell which operations name the function, since an operation "
           "that is not registered may be a symbol table";
    table->walk([&](Operation *op) {
      if (op->isRegistered() || op->getNumRegions() != 1)
        return WalkResult::advance();
      failure.attachNote(op->getLoc()) << "here";
      return WalkResult::interrupt();
    });
    return failure;
  }
  for (SymbolTable::SymbolUse use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(function)
          << "something other than func.call names the function";
      failure.attachNote(use.getUser()->getLoc()) << "here";
      return failure;
    }
    calls.push_back(call);
  }
  return DiagnosedSilenceableFailure::success();
}

static DiagnosedSilenceableFailure
setArgumentLayouts(RewriterBase &rewriter, Operation *target,
                   ArrayRef<int64_t> positions, Attribute layout,
                   SmallVectorImpl<Operation *> &relayouts) {
  auto function = dyn_cast<func::FuncOp>(target);
  if (!function || function.isExternal())
    return emitSilenceableFailure(target) << "needs a func.func with a body";
  SmallVector<RankedTensorType> types;
  DiagnosedSilenceableFailure checked = getTypesInLayout(
      target, positions, function.getArguments(), "argument", layout, types);
  if (!checked.succeeded())
    return checked;
  SmallVector<func::CallOp> calls;
  if (checked = getCalls(function, calls); !checked.succeeded())
    return checked;

  SmallVector<Type> inputs(function.getArgumentTypes());
  rewriter.setInsertionPointToStart(&function.front());
  for (auto [index, position] : llvm::enumerate(positions)) {
    RankedTensorType type = types[index];
    BlockArgument argument = function.getArgument(position);
    auto oldType = cast<RankedTensorType>(argument.getType());
    if (oldType == type)
      continue;
    inputs[position] = type;
    rewriter.modifyOpInPlace(function, [&] { argument.setType(type); });
    addRelayoutBack(rewriter, argument, oldType, relayouts);
  }
  rewriter.modifyOpInPlace(function, [&] {
    function.setType(FunctionType::get(function.getContext(), inputs,
                                       function.getResultTypes()));
  });
  for (func::CallOp call : calls) {
    rewriter.setInsertionPoint(call);
    for (auto [position, type] : llvm::zip_equal(positions, types)) {
      OpOperand &operand = call->getOpOperand(position);
      if (operand.get().getType() == type)
        continue;
      Value moved =
          addRelayout(rewriter, operand.get(), type, relayouts).getResult();
      rewriter.modifyOpInPlace(call, [&] { operand.set(moved); });
    }
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
transform::SetArgumentLayoutsOp::apply(transform::TransformRewriter &rewriter,
                                       transform::TransformResults &results,
                                       transform::TransformState &state) {
  return applyToEach(
      state, getTarget(), results, getOperation()->getOpResult(0),
      [&](Operation *target, SmallVectorImpl<Operation *> &relayouts) {
        return setArgumentLayouts(rewriter, target, getPositions(), getLayout(),
                                  relayouts);
      });
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {

class TiledLayoutTransformExtension
    : public transform::TransformDialectExtension<
          TiledLayoutTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TiledLayoutTransformExtension)

  using Base::Base;

  void init() {
    // What loops of relayouts and structured operations consist of.
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<complex::ComplexDialect>();
    declareGeneratedDialect<func::FuncDialect>();
    declareGeneratedDialect<LLVM::LLVMDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    declareGeneratedDialect<vector::VectorDialect>();
    declareGeneratedDialect<TiledLayoutDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "tiled_layout/TransformOps/TransformOps.cpp.inc"
        >();
  }
};

} // namespace

void mlir::tiled_layout::registerTransformDialectExtension(
    DialectRegistry &registry) {
  registry.addExtensions<TiledLayoutTransformExtension>();
}

#define GET_OP_CLASSES
#include "tiled_layout/TransformOps/TransformOps.cpp.inc"
