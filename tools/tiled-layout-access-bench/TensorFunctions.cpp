//===- TensorFunctions.cpp - Functions on tensors as programs -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFunctions.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the memref that holds a tensor; null if it is none of known extents,
/// or lies in a memory of its own.
static MemRefType getBufferType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return {};
  if (!tensor.getEncoding())
    return MemRefType::get(tensor.getShape(), tensor.getElementType());
  auto attr = dyn_cast<MemRefLayoutAttrInterface>(tensor.getEncoding());
  std::optional<Layout> layout = getLayout(tensor);
  if (!attr || !layout || layout->memorySpace != 0)
    return {};
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), attr);
}

static bool canPassInMemory(func::FuncOp function) {
  auto isKnown = [](Type type) { return getBufferType(type) != nullptr; };
  return !function.isExternal() &&
         llvm::all_of(function.getResultTypes(), isKnown) &&
         llvm::all_of(function.getArgumentTypes(), [&](Type type) {
           return !isa<TensorType>(type) || isKnown(type);
         });
}

/// Passes the tensors of one function, all of known extents, in memory.
static void passInMemory(func::FuncOp function) {
  Block &entry = function.front();
  SmallVector<DictionaryAttr> attributes;
  function.getAllArgAttrs(attributes);
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument argument : entry.getArguments()) {
    Type type = argument.getType();
    if (!isa<TensorType>(type))
      continue;
    // What is said of a tensor may be refused on a memref.
    attributes[argument.getArgNumber()] = {};
    argument.setType(getBufferType(type));
    auto tensor = bufferization::ToTensorOp::create(
        builder, argument.getLoc(), type, argument, /*restrict=*/true);
    argument.replaceAllUsesExcept(tensor, tensor);
  }
  SmallVector<Value> outputs;
  for (Type type : function.getResultTypes())
    outputs.push_back(
        entry.addArgument(getBufferType(type), function.getLoc()));
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (auto [result, output] : llvm::zip_equal(op.getOperands(), outputs))
      bufferization::MaterializeInDestinationOp::create(
          builder, op.getLoc(), /*result=*/Type(), result, output,
          /*restrict=*/true, /*writable=*/true);
    op->setOperands({});
  });
  function.removeResAttrsAttr();
  function.removeArgAttrsAttr();
  attributes.resize(entry.getNumArguments());
  function.setFunctionType(
      builder.getFunctionType(entry.getArgumentTypes(), {}));
  function.setAllArgAttrs(attributes);
}

void bench::passTensorsInMemory(ModuleOp module) {
  // The text may have none of its operations.
  module.getContext()->loadDialect<bufferization::BufferizationDialect>();
  for (auto function : module.getOps<func::FuncOp>()) {
    auto hasTensor = [](TypeRange types) {
      return llvm::any_of(types, llvm::IsaPred<TensorType>);
    };
    if (function.isPrivate() || !canPassInMemory(function) ||
        !SymbolTable::symbolKnownUseEmpty(function, module))
      continue;
    if (hasTensor(function.getArgumentTypes()) ||
        hasTensor(function.getResultTypes()))
      passInMemory(function);
  }
}
