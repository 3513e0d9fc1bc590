//===- CallOps.cpp - Calls in transform scripts ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/TransformOps/TransformOps.h"

#include "../Transforms/Relayouts.h"
#include "ApplyToEach.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if types are equal, or tensors that differ in the layout alone.
static bool isSameArray(Type a, Type b) {
  auto from = dyn_cast<RankedTensorType>(a), to = dyn_cast<RankedTensorType>(b);
  return a == b || (from && to && from.getShape() == to.getShape() &&
                    from.getElementType() == to.getElementType());
}

/// Returns the value as one of the type, which is the same array.
static Value relay(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return createRelayout(builder, loc, value, cast<RankedTensorType>(type));
}

/// Checks that types of the target are those of the function, up to layouts.
static DiagnosedSilenceableFailure checkTypes(Operation *target, StringRef kind,
                                              TypeRange own,
                                              ArrayRef<Type> wanted) {
  if (own.size() != wanted.size())
    return emitSilenceableFailure(target)
           << "has " << own.size() << " " << kind << "s, but the function "
           << wanted.size();
  for (auto [number, types] : llvm::enumerate(llvm::zip_equal(own, wanted)))
    if (!isSameArray(std::get<0>(types), std::get<1>(types)))
      return emitSilenceableFailure(target)
             << kind << " " << number << " is of type " << std::get<0>(types)
             << ", but the function's is " << std::get<1>(types);
  return DiagnosedSilenceableFailure::success();
}

static DiagnosedSilenceableFailure
replaceByCall(RewriterBase &rewriter, Operation *target,
              FlatSymbolRefAttr callee, SmallVectorImpl<Operation *> &made) {
  if (target->getNumRegions() != 0 || target->getNumSuccessors() != 0)
    return emitSilenceableFailure(target)
           << "has regions or successors, which a call has not";
  // A call finds no function from there, either.
  if (!SymbolTable::getNearestSymbolTable(target))
    return emitSilenceableFailure(target)
           << "lies within an operation that is not registered and may be a "
              "symbol table, where a call finds no function "
           << callee;
  auto function =
      SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(target, callee);
  if (!function)
    return emitSilenceableFailure(target) << "there is no function " << callee;
  DiagnosedSilenceableFailure checked =
      checkTypes(target, "operand", target->getOperandTypes(),
                 function.getArgumentTypes());
  if (!checked.succeeded())
    return checked;
  checked = checkTypes(target, "result", target->getResultTypes(),
                       function.getResultTypes());
  if (!checked.succeeded())
    return checked;

  Location loc = target->getLoc();
  rewriter.setInsertionPoint(target);
  SmallVector<Value> operands, results;
  for (auto [operand, type] :
       llvm::zip_equal(target->getOperands(), function.getArgumentTypes()))
    operands.push_back(relay(rewriter, loc, operand, type));
  auto call = func::CallOp::create(rewriter, loc, function, operands);
  for (auto [result, type] :
       llvm::zip_equal(call.getResults(), target->getResultTypes()))
    results.push_back(relay(rewriter, loc, result, type));
  rewriter.replaceOp(target, results);
  made.push_back(call);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
transform::ReplaceByCallOp::apply(transform::TransformRewriter &rewriter,
                                  transform::TransformResults &results,
                                  transform::TransformState &state) {
  return applyToEach(
      state, getTarget(), results, getOperation()->getOpResult(0),
      [&](Operation *target, SmallVectorImpl<Operation *> &made) {
        return replaceByCall(rewriter, target, getCalleeAttr(), made);
      });
}
