//===- OperationChecks.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationChecks.h"
#include "VectorAccesses.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Operations that have a lowering; every other one with a tiled type is an
/// error. docs/Lowering.md lists them with their tests.
static bool hasLowering(Operation *op) {
  return isa<
      // Structure: types change, nothing else.
      affine::AffineForOp, affine::AffineIfOp, affine::AffineYieldOp,
      cf::BranchOp, cf::CondBranchOp, cf::SwitchOp, func::CallOp, func::FuncOp,
      func::ReturnOp, memref::AllocaScopeOp, memref::AllocaScopeReturnOp,
      scf::ConditionOp, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
      scf::IndexSwitchOp, scf::WhileOp, scf::YieldOp,
      // Accesses.
      affine::AffineLoadOp, affine::AffinePrefetchOp, affine::AffineStoreOp,
      memref::AtomicRMWOp, memref::GenericAtomicRMWOp, memref::LoadOp,
      memref::PrefetchOp, memref::StoreOp,
      // Whole arrays.
      arith::SelectOp, memref::AllocOp, memref::AllocaOp,
      memref::AssumeAlignmentOp, memref::CastOp, memref::CopyOp,
      memref::DeallocOp, memref::DimOp, memref::DistinctObjectsOp,
      memref::ExtractAlignedPointerAsIndexOp, memref::GetGlobalOp,
      memref::GlobalOp, memref::MemorySpaceCastOp, memref::RankOp,
      // Our own.
      DelinearizeOp, FillPaddingOp, FromPhysicalOp, LinearizeOp, ToPhysicalOp>(
      op);
}

/// Returns why an operation that MLIR accepts has no lowering, or an empty
/// string if there is no more to say than that.
static StringRef getReason(Operation *op) {
  if (isa<memref::ReinterpretCastOp>(op))
    return "sizes, strides and an offset say nothing about tiles; take the "
           "buffer by tiled_layout.to_physical first";
  if (isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op))
    return "it goes between tensors and memrefs; bufferize the whole program "
           "first";
  if (isa<bufferization::CloneOp>(op))
    return "whether it copies is not decided yet; turn it into memref.alloc "
           "and memref.copy first";
  if (isa<linalg::LinalgOp>(op))
    return "run convert-linalg-to-affine-loops first";
  return "";
}

/// Checks what an operation with a lowering asks of its operands.
static LogicalResult checkOperands(memref::CastOp op) {
  if (isa<MemRefType>(op.getSource().getType()) &&
      isa<MemRefType>(op.getType()))
    return success();
  return op->emitOpError() << "has no lowering: an unranked memref has no "
                              "place for the layout of "
                           << findTiledType(op);
}

/// The two arrays lie in memory alike, whatever their memory spaces are.
static LogicalResult checkOperands(memref::CopyOp op) {
  auto source = cast<BaseMemRefType>(op.getSource().getType());
  auto target = cast<BaseMemRefType>(op.getTarget().getType());
  if (isTiled(source) && isTiled(target) &&
      isSameStorage(cast<MemRefType>(source), cast<MemRefType>(target)))
    return success();
  return op->emitOpError() << "moves a tiled array from " << source << " to "
                           << target
                           << "; run tiled-layout-lower-relayouts first";
}

static LogicalResult checkOperands(memref::GlobalOp op) {
  std::optional<Attribute> initial = op.getInitialValue();
  if (!initial || isa<UnitAttr, DenseIntOrFPElementsAttr>(*initial))
    return success();
  return op->emitOpError() << "has no lowering: only initial values written "
                              "as dense<...> can be put in the order of "
                           << op.getType();
}

/// Elements in bytes are read and written in more than one step.
static LogicalResult checkAtomic(Operation *op, MemRefType type) {
  if (!isTiled(type) || isPlainStorage(type))
    return success();
  return op->emitOpError() << "has no lowering: the elements of " << type
                           << " are " << *getBitsPerElement(ShapedType(type))
                           << " bits in memory, which no atomic access to the "
                              "value reaches";
}

static LogicalResult checkOperands(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<memref::CastOp, memref::CopyOp, memref::GlobalOp>(
          [](auto typed) { return checkOperands(typed); })
      .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>([](auto typed) {
        return checkAtomic(typed,
                           cast<MemRefType>(typed.getMemref().getType()));
      })
      .Case<memref::MemorySpaceCastOp>([](auto cast) -> LogicalResult {
        if (isTiled(cast.getType()))
          return success();
        return cast->emitOpError() << "has no lowering: the result "
                                   << cast.getType() << " is not tiled";
      })
      .Default([](Operation *) { return success(); });
}

/// True if the type is, or has inside, a tensor or memref with a layout.
static bool hasTiledType(Type type) {
  return type
      .walk([](Type inner) {
        return isTiled(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the types of operands, results, block arguments and type attributes
/// that are tiled or have a tiled type inside.
static SmallVector<Type> getTiledTypes(Operation *op, Blocks blocks) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (blocks == Blocks::All || block.isEntryBlock())
        llvm::append_range(types, block.getArgumentTypes());
  for (NamedAttribute named : op->getAttrs())
    if (auto attribute = dyn_cast<TypeAttr>(named.getValue()))
      types.push_back(attribute.getValue());
  llvm::erase_if(types, [](Type type) { return !hasTiledType(type); });
  return types;
}

Type mlir::tiled_layout::findTiledType(Operation *op, Blocks blocks) {
  SmallVector<Type> types = getTiledTypes(op, blocks);
  return types.empty() ? Type() : types.front();
}

/// Checks that one type of an operation has a physical form.
static LogicalResult checkType(Operation *op, Type type, PhysicalForm form) {
  if (auto function = dyn_cast<FunctionType>(type)) {
    for (TypeRange types : {function.getInputs(), function.getResults()})
      for (Type inner : types)
        if (hasTiledType(inner) && failed(checkType(op, inner, form)))
          return failure();
    return success();
  }
  if (!isTiled(type))
    return op->emitOpError() << "has no lowering: a tiled array inside " << type
                             << " stays where it is";
  if (isa<RankedTensorType>(type))
    return op->emitOpError() << "has the tiled tensor type " << type
                             << "; bufferize the program first";
  std::string reason;
  if (failed(getPhysicalType(cast<MemRefType>(type), form, reason)))
    return op->emitOpError() << "cannot lower " << type << ": " << reason;
  return success();
}

LogicalResult mlir::tiled_layout::checkOperation(Operation *op,
                                                 PhysicalForm form) {
  SmallVector<Type> types = getTiledTypes(op, Blocks::All);
  if (types.empty())
    return success();
  for (Type type : types)
    if (failed(checkType(op, type, form)))
      return failure();

  if (isa<RelayoutOp>(op))
    return op->emitOpError() << "moves a tiled array of type " << types.front()
                             << "; run tiled-layout-lower-relayouts first";
  if (isVectorAccess(op))
    return checkVectorAccess(op);
  if (hasLowering(op))
    return checkOperands(op);
  auto diag = op->emitOpError()
              << "has no lowering for a tiled array of type " << types.front();
  if (StringRef reason = getReason(op); !reason.empty())
    diag << ": " << reason;
  return diag;
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
