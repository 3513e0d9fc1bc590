//===- CheckConverted.cpp - What the conversion to LLVM has left ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

/// True for an operation that the pipeline lowers. Those of other dialects, and
/// what hands their types on, are another project's to lower.
static bool isLowered(Operation *op) {
  static constexpr StringLiteral dialects[] = {
      "affine", "arith", "bufferization", "cf",  "complex", "func",  "index",
      "linalg", "math",  "memref",        "scf", "tensor",  "vector"};
  // The only one of its dialect on elements. Upstream lowers it on request.
  if (isa<tosa::ApplyScaleOp>(op))
    return true;
  // Types of unregistered dialects are builtin ones, too.
  auto isOurs = [](Type type) {
    return isa<BuiltinDialect, LLVM::LLVMDialect>(type.getDialect()) &&
           !isa<OpaqueType>(type);
  };
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (function && !(llvm::all_of(function.getArgumentTypes(), isOurs) &&
                    llvm::all_of(function.getResultTypes(), isOurs)))
    return false;
  return op->isRegistered() &&
         llvm::is_contained(dialects, op->getName().getDialectNamespace()) &&
         llvm::all_of(op->getOperandTypes(), isOurs) &&
         llvm::all_of(op->getResultTypes(), isOurs);
}

/// True for a program that was not bufferized.
static bool worksOnTensors(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto areTensors = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<TensorType>);
  };
  return areTensors(op->getOperandTypes()) ||
         areTensors(op->getResultTypes()) ||
         (function && (areTensors(function.getArgumentTypes()) ||
                       areTensors(function.getResultTypes())));
}

LogicalResult mlir::tiled_layout::checkConverted(Operation *root) {
  // An operation of the program may have become many.
  llvm::DenseSet<std::pair<Location, OperationName>> seen;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(op))
      return WalkResult::skip();
    if (!isLowered(op))
      return WalkResult::advance();
    if (seen.insert({op->getLoc(), op->getName()}).second)
      op->emitOpError(worksOnTensors(op)
                          ? "works on tensors; bufferize the program, and "
                            "convert it to LLVM, first"
                      : isa<tosa::ApplyScaleOp>(op)
                          ? "has no lowering to LLVM; run "
                            "tosa-to-arith=include-apply-rescale=true first"
                          : "has no lowering to LLVM for its types");
    // What is within has the same cause.
    return WalkResult::skip();
  });
  return success(seen.empty());
}
