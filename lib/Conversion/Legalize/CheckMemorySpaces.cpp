//===- CheckMemorySpaces.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

static LogicalResult check(Operation *op, Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  if (!memref || !memref.getMemorySpace() ||
      isa<IntegerAttr>(memref.getMemorySpace()))
    return success();
  return op->emitOpError() << "has no lowering to LLVM: the memory space "
                           << memref.getMemorySpace()
                           << " is no integer; replace it by the target's";
}

LogicalResult mlir::tiled_layout::checkMemorySpaces(Operation *root) {
  bool ok = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // What kernels do becomes code of another target.
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(op))
      return WalkResult::skip();
    for (Type type : op->getResultTypes())
      ok &= succeeded(check(op, type));
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (function && function.isExternal())
      for (Type type : function.getArgumentTypes())
        ok &= succeeded(check(op, type));
    if (function)
      for (Type type : function.getResultTypes())
        ok &= succeeded(check(op, type));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          ok &= succeeded(check(op, type));
    return WalkResult::advance();
  });
  return success(ok);
}
