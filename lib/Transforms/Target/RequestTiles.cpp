//===- RequestTiles.cpp - Tile registers of the operating system ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of each module asks, not a constructor: that would have to run
// wherever code is loaded, and not every loader runs them.
//
//===----------------------------------------------------------------------===//

#include "RequestTiles.h"

#include "../../IR/AnyWithin.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static constexpr llvm::StringLiteral functionName =
    "tiled_layout_request_tiles";
static constexpr llvm::StringLiteral flagName = "tiled_layout_has_tiles";

/// Of Linux on x86-64: arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA).
static constexpr int64_t kArchPrctl = 158;
static constexpr int64_t kRequestPermission = 0x1023;
static constexpr int64_t kTileData = 18;

static bool usesTiles(LLVM::LLVMFuncOp function) {
  return anyWithin(function, [](LLVM::CallIntrinsicOp call) {
    return call.getIntrin().starts_with("llvm.x86.tile");
  });
}

/// Finds the C library's function, or declares it. The program may declare it
/// with any type.
static FailureOr<LLVM::LLVMFuncOp> getSystemCall(OpBuilder &builder,
                                                 ModuleOp module,
                                                 SymbolTable &symbols,
                                                 LLVM::LLVMFunctionType type) {
  if (Operation *known = symbols.lookup("syscall")) {
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(known))
      return function;
    return known->emitOpError("has the name of the C library's function that "
                              "tile registers are asked for by");
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), "syscall", type);
  symbols.insert(function);
  return function;
}

/// Emits the system call. Inline assembly would need LLVM's parser of it, which
/// a program that compiles at run time may not have.
static LogicalResult emitRequest(OpBuilder &builder, ModuleOp module,
                                 SymbolTable &symbols) {
  Location loc = module.getLoc();
  Type type = builder.getI64Type();
  auto callType = LLVM::LLVMFunctionType::get(type, {type}, /*isVarArg=*/true);
  auto function = getSystemCall(builder, module, symbols, callType);
  if (failed(function))
    return failure();
  // By its address, which has no type that the call must agree with.
  SmallVector<Value> operands{
      LLVM::AddressOfOp::create(builder, loc, *function)};
  for (int64_t value : {kArchPrctl, kRequestPermission, kTileData})
    operands.push_back(LLVM::ConstantOp::create(
        builder, loc, type, builder.getI64IntegerAttr(value)));
  LLVM::CallOp::create(builder, loc, callType, operands);
  return success();
}

/// Makes the function that asks where nobody has asked yet.
static FailureOr<LLVM::LLVMFuncOp> makeFunction(ModuleOp module) {
  Location loc = module.getLoc();
  SymbolTable symbols(module);
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  Type flagType = builder.getI8Type();
  auto flag =
      LLVM::GlobalOp::create(builder, loc, flagType,
                             /*isConstant=*/false, LLVM::Linkage::Internal,
                             flagName, builder.getI8IntegerAttr(0));
  symbols.insert(flag);
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, functionName,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                  {}),
      LLVM::Linkage::Internal);
  symbols.insert(function);
  Block *entry = function.addEntryBlock(builder);
  Block *ask = builder.createBlock(&function.getBody());
  Block *end = builder.createBlock(&function.getBody());
  builder.setInsertionPointToStart(entry);
  Value address = LLVM::AddressOfOp::create(builder, loc, flag);
  // Threads may ask at the same time, which does no harm.
  auto known = LLVM::LoadOp::create(builder, loc, flagType, address,
                                    /*alignment=*/1);
  known.setOrdering(LLVM::AtomicOrdering::monotonic);
  Value zero = LLVM::ConstantOp::create(builder, loc, flagType,
                                        builder.getI8IntegerAttr(0));
  Value isNew =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, known, zero);
  LLVM::CondBrOp::create(builder, loc, isNew, ask, end);
  builder.setInsertionPointToStart(ask);
  if (failed(emitRequest(builder, module, symbols)))
    return failure();
  Value one = LLVM::ConstantOp::create(builder, loc, flagType,
                                       builder.getI8IntegerAttr(1));
  auto store = LLVM::StoreOp::create(builder, loc, one, address,
                                     /*alignment=*/1);
  store.setOrdering(LLVM::AtomicOrdering::monotonic);
  LLVM::BrOp::create(builder, loc, ValueRange(), end);
  builder.setInsertionPointToStart(end);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return function;
}

LogicalResult mlir::tiled_layout::requestTiles(ModuleOp module) {
  FailureOr<LLVM::LLVMFuncOp> request;
  for (auto function :
       llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>())) {
    if (function.isExternal() || !usesTiles(function))
      continue;
    if (failed(request) && failed(request = makeFunction(module)))
      return failure();
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    LLVM::CallOp::create(builder, function.getLoc(), *request, ValueRange());
  }
  return success();
}
