//===- VectorPrograms.cpp - A short pipeline for vector code --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Pipelines/Pipelines.h"

#include "../IR/AnyWithin.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if an operation of this project is left that CSE does not erase.
static bool isTiled(Operation *op) {
  return isa_and_present<TiledLayoutDialect>(op->getDialect()) &&
         !isOpTriviallyDead(op);
}

/// True if a value decides more than where memory is accessed.
static bool isDecisive(Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      if (isa<affine::AffineApplyOp, arith::AddIOp, arith::IndexCastOp>(user))
        values.insert(user->getResult(0));
      else if (!isa<memref::PrefetchOp, vector::LoadOp, vector::MaskedLoadOp,
                    vector::MaskedStoreOp, vector::StoreOp>(user))
        return true;
    }
  return false;
}

/// True if the least or the greatest of several values is computed.
static bool isEdge(Operation *op) {
  return isa<affine::AffineMinOp, affine::AffineMaxOp>(op);
}

/// True if the range of such a value can show which lanes or iterations an edge
/// leaves out.
static bool isDecisiveEdge(Operation *op) {
  return isEdge(op) && isDecisive(op->getResult(0));
}

/// True if the conversion to LLVM needs to be told what a memref is a view of.
static bool isView(Operation *op) {
  return isa_and_present<memref::MemRefDialect>(op->getDialect()) &&
         !isa<memref::AllocaOp, memref::ExtractAlignedPointerAsIndexOp,
              memref::LoadOp, memref::PrefetchOp, memref::StoreOp>(op);
}

/// True if LLVM has no such operation on vectors of one dimension.
static bool isCompound(Operation *op) {
  auto isFlat = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return !vector || (vector.getRank() == 1 && !vector.isScalable());
  };
  if (!llvm::all_of(op->getOperandTypes(), isFlat) ||
      !llvm::all_of(op->getResultTypes(), isFlat))
    return true;
  return isa_and_present<vector::VectorDialect>(op->getDialect()) &&
         !isa<vector::BitCastOp, vector::BroadcastOp, vector::DeinterleaveOp,
              vector::InterleaveOp, vector::LoadOp, vector::MaskedLoadOp,
              vector::MaskedStoreOp, vector::ShuffleOp, vector::StoreOp>(op);
}

void mlir::tiled_layout::buildVectorProgramPipeline(OpPassManager &manager,
                                                    ModuleOp program) {
  if (anyWithin(program, isTiled))
    manager.addPass(createConvertTiledLayoutToAffinePass());
  manager.addPass(createCSEPass());
  if (anyWithin(program, isEdge)) {
    manager.nestAny().addPass(createLowerIndexMapsPass());
    manager.nestAny().addPass(createLowerAffineLoopsPass());
    // Divisions are outside of the loops over blocks: making them unsigned
    // would take a second analysis of all operations.
    if (anyWithin(program, isDecisiveEdge))
      manager.addPass(arith::createIntRangeOptimizationsPass());
  }
  manager.addPass(createLowerSCFPass());
  if (anyWithin(program, isView))
    manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  if (anyWithin(program, isCompound))
    manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.nestAny().addPass(createLegalizeForExportPass());
  manager.addPass(createConvertTargetToLLVMPass());
}
