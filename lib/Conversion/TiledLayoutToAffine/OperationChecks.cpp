//===- OperationChecks.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationChecks.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Operations that have a lowering; every other one with a tiled type is an
/// error. docs/Lowering.md lists them with their tests.
static bool hasLowering(Operation *op) {
  return isa<
      // Structure: types change, nothing else.
      func::FuncOp, func::CallOp, func::ReturnOp, scf::ForOp, scf::IfOp,
      scf::WhileOp, scf::ConditionOp, scf::YieldOp, cf::BranchOp,
      cf::CondBranchOp,
      // Accesses.
      memref::AllocOp, memref::AllocaOp, memref::DeallocOp, memref::LoadOp,
      memref::StoreOp, memref::DimOp, memref::CastOp, affine::AffineLoadOp,
      affine::AffineStoreOp, arith::SelectOp, LinearizeOp, DelinearizeOp,
      ToPhysicalOp, FromPhysicalOp, FillPaddingOp>(op);
}

/// True if the type is, or has inside, a tensor or memref with a layout.
static bool hasTiledType(Type type) {
  return type
      .walk([](Type inner) {
        return isTiled(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

Type mlir::tiled_layout::findTiledType(Operation *op, Blocks blocks) {
  auto findIn = [](TypeRange types) -> Type {
    auto it = llvm::find_if(types, hasTiledType);
    return it == types.end() ? Type() : *it;
  };
  if (Type type = findIn(op->getOperandTypes()))
    return type;
  if (Type type = findIn(op->getResultTypes()))
    return type;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (blocks == Blocks::All || block.isEntryBlock())
        if (Type type = findIn(block.getArgumentTypes()))
          return type;
  for (NamedAttribute named : op->getAttrs())
    if (auto attribute = dyn_cast<TypeAttr>(named.getValue()))
      if (hasTiledType(attribute.getValue()))
        return attribute.getValue();
  return {};
}

LogicalResult mlir::tiled_layout::checkOperation(Operation *op,
                                                 PhysicalForm form) {
  Type found = findTiledType(op);
  if (!found)
    return success();

  bool ok = true;
  found.walk([&](Type type) {
    if (!ok || !isTiled(type))
      return;
    if (isa<RankedTensorType>(type)) {
      ok = false;
      op->emitOpError() << "has the tiled tensor type " << type
                        << "; bufferize the program first";
      return;
    }
    std::string reason;
    if (failed(getPhysicalType(cast<MemRefType>(type), form, reason))) {
      ok = false;
      op->emitOpError() << "cannot lower " << type << ": " << reason;
    }
  });
  if (!ok)
    return failure();

  if (isa<RelayoutOp, memref::CopyOp>(op))
    return op->emitOpError() << "moves a tiled array of type " << found
                             << "; run tiled-layout-lower-relayouts first";
  if (auto cast = dyn_cast<memref::CastOp>(op)) {
    auto source = dyn_cast<MemRefType>(cast.getSource().getType());
    auto result = dyn_cast<MemRefType>(cast.getType());
    if (!source || !result)
      return op->emitOpError() << "has no lowering: an unranked memref has no "
                                  "place for the layout of "
                               << found;
  }
  if (!hasLowering(op))
    return op->emitOpError()
           << "has no lowering for a tiled array of type " << found;
  return success();
}

LogicalResult mlir::tiled_layout::verifyNothingTiled(Operation *root) {
  WalkResult result = root->walk([](Operation *op) -> WalkResult {
    Type found = findTiledType(op);
    if (!found)
      return WalkResult::advance();
    return op->emitOpError()
           << "still has the tiled type " << found << " after its lowering";
  });
  return failure(result.wasInterrupted());
}
