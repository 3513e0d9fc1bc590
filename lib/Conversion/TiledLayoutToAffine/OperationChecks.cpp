//===- OperationChecks.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationChecks.h"

#include "../../IR/AnyWithin.h"
#include "Patterns.h"
#include "VectorAccesses.h"
#include "WholeArrays.h"

#include "tiled_layout/IR/ElementAccess.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewAlignment.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// MLIR takes a layout whose map is strides for these strides.
static LogicalResult refuseOtherLayout(Operation *op, Type from, Type to) {
  return op->emitOpError()
         << "has no lowering: it makes " << to << " of " << from
         << ", which has another layout; tiled_layout.to_physical and "
            "tiled_layout.from_physical name the memory of a tiled array";
}

/// Checks what an operation with a lowering asks of its operands.
static LogicalResult checkOperands(memref::CastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto result = dyn_cast<MemRefType>(op.getType());
  if (!source || !result)
    return op->emitOpError() << "has no lowering: an unranked memref has no "
                                "place for the layout of "
                             << findTiledType(op);
  if (hasSameLayout(source, result))
    return success();
  return refuseOtherLayout(op, source, result);
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

/// Nothing but a view operation makes a view.
static LogicalResult checkHasBuffer(Operation *op, Type type) {
  if (!isView(type))
    return success();
  return op->emitOpError() << "has no lowering: the view " << type
                           << " has no buffer of its own";
}

/// Bytes begin where an element of a view does.
static LogicalResult checkOperands(ToPhysicalOp op) {
  if (!isa<MemRefType>(op.getSource().getType()) ||
      beginsAtByte(op.getSource()))
    return success();
  return op->emitOpError() << "the first element of the view "
                           << op.getSource().getType()
                           << " is not known to begin at a byte";
}

/// The operation makes, frees or takes buffers as they are.
static LogicalResult checkHaveBuffers(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (failed(checkHasBuffer(op, type)))
        return failure();
  return success();
}

/// The data of a resource may be missing, or be packed in a way of its own.
static LogicalResult checkOperands(memref::GlobalOp op) {
  if (failed(checkHasBuffer(op, op.getType())))
    return failure();
  std::optional<Attribute> initial = op.getInitialValue();
  if (!initial || isa<UnitAttr, DenseIntOrFPElementsAttr>(*initial))
    return success();
  auto resource = dyn_cast<DenseResourceElementsAttr>(*initial);
  if (!resource)
    return op->emitOpError() << "has no lowering: only initial values written "
                                "as dense<...> or dense_resource<...> can be "
                                "put in the order of "
                             << op.getType();
  int64_t valueBits = getValueBits(op.getType().getElementType()).value_or(1);
  int64_t bytes = op.getType().getNumElements() * (valueBits / 8);
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  int64_t given = blob ? blob->getData().size() : 0;
  if (valueBits % 8 == 0 && given == bytes)
    return success();
  if (valueBits % 8 != 0)
    return op->emitOpError() << "has no lowering: elements of " << valueBits
                             << " bits in dense_resource<...> are not whole "
                                "bytes; write dense<...>";
  return op->emitOpError() << "has no lowering: dense_resource<"
                           << resource.getRawHandle().getKey() << "> has "
                           << given << " bytes, not the " << bytes << " of "
                           << op.getType();
}

/// A compare-and-exchange reaches integers of 8 to 64 bits; smaller elements
/// are in one with their neighbours.
static LogicalResult checkAtomic(Operation *op, MemRefType type) {
  if (!isTiled(type) || isPlainStorage(type))
    return success();
  int64_t bits = *getBitsPerElement(ShapedType(type));
  if (llvm::is_contained({1, 2, 4, 8, 16, 32, 64}, bits))
    return success();
  return op->emitOpError() << "has no lowering: the elements of " << type
                           << " are " << bits
                           << " bits in memory, which no atomic access reaches";
}

/// The operation takes the elements of its memrefs for their values.
static LogicalResult checkElementsArePlain(Operation *op) {
  for (Type type : op->getOperandTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (memref && isTiled(memref) && !isPlainStorage(memref))
      return op->emitOpError()
             << "has no lowering: the elements of " << memref << " are "
             << *getBitsPerElement(ShapedType(memref))
             << " bits in memory, not the bytes of their value; take the "
                "buffer by tiled_layout.to_physical first";
  }
  return success();
}

/// The operation counts elements of the memref, or writes them.
static LogicalResult checkPlain(Operation *op) {
  if (failed(checkHaveBuffers(op)))
    return failure();
  return checkElementsArePlain(op);
}

static LogicalResult checkOperands(memref::ReinterpretCastOp op) {
  if (isTiled(op.getType()))
    return refuseOtherLayout(op, op.getSource().getType(), op.getType());
  return checkPlain(op);
}

static LogicalResult checkOperands(gpu::MemcpyOp op) {
  auto source = cast<MemRefType>(op.getSrc().getType());
  auto dest = cast<MemRefType>(op.getDst().getType());
  if (isTiled(source) && isTiled(dest) && isSameStorage(source, dest))
    return success();
  return op->emitOpError() << "has no lowering: it would move a tiled array "
                              "from "
                           << source << " to " << dest
                           << ", but copies memory as it is";
}

/// Memory for a kernel's threads has no place beside it for extents.
static LogicalResult checkAttributions(Operation *op,
                                       ArrayRef<BlockArgument> attributions) {
  for (BlockArgument attribution : attributions) {
    auto type = dyn_cast<MemRefType>(attribution.getType());
    if (failed(checkHasBuffer(op, attribution.getType())))
      return failure();
    if (type && isTiled(type) && !type.hasStaticShape())
      return op->emitOpError() << "has no lowering: the attribution " << type
                               << " must have a static shape";
  }
  return success();
}

template <typename OpTy>
static LogicalResult checkKernel(OpTy op) {
  if (failed(checkAttributions(op, op.getWorkgroupAttributions())))
    return failure();
  return checkAttributions(op, op.getPrivateAttributions());
}

static LogicalResult checkOperands(Operation *op, SubViewLayouts &views) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<memref::CastOp, memref::CopyOp, memref::GlobalOp,
            memref::ReinterpretCastOp, ToPhysicalOp, gpu::MemcpyOp>(
          [](auto typed) { return checkOperands(typed); })
      .Case<gpu::AllocOp, gpu::DeallocOp, memref::AllocOp, memref::AllocaOp,
            memref::DeallocOp>(
          [](Operation *buffer) { return checkHaveBuffers(buffer); })
      .Case<SubViewOp>(
          [&](SubViewOp view) { return proveSubView(view, views); })
      .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>([](auto typed) {
        return checkAtomic(typed,
                           cast<MemRefType>(typed.getMemref().getType()));
      })
      .Case<affine::AffineDmaStartOp, affine::AffineDmaWaitOp, gpu::MemsetOp,
            memref::DmaStartOp, memref::DmaWaitOp>(
          [](Operation *plain) { return checkPlain(plain); })
      .Case<gpu::GPUFuncOp, gpu::LaunchOp>(
          [](auto kernel) { return checkKernel(kernel); })
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
  return anyWithin(type, [](Type inner) { return isTiled(inner); });
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
  auto shaped = dyn_cast<ShapedType>(type);
  if (!isTiled(type) || hasTiledType(shaped.getElementType()))
    return op->emitOpError() << "has no lowering: a tiled array inside " << type
                             << " stays where it is";
  if (isa<RankedTensorType>(type))
    return op->emitOpError() << "has the tiled tensor type " << type
                             << "; bufferize the program first";
  auto physical = getPhysicalType(cast<MemRefType>(type), form);
  if (!physical)
    return op->emitOpError()
           << "cannot lower " << type << ": " << toString(physical.takeError());
  return success();
}

/// Attributes stay as they are, but for the type of a function or a global.
static LogicalResult checkAttributes(Operation *op) {
  for (NamedAttribute named : op->getAttrs()) {
    bool isOwn = !op->getDiscardableAttr(named.getName());
    if (isOwn && isa<TypeAttr>(named.getValue()))
      continue;
    WalkResult result = named.getValue().walk([&](Type type) -> WalkResult {
      if (!isTiled(type))
        return WalkResult::advance();
      return op->emitOpError()
             << "has no lowering: the tiled type " << type
             << " in its attribute " << named.getName() << " stays where it is";
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Only the memref that the operation accesses may be tiled.
static LogicalResult checkElementAccess(ElementAccessOpInterface op,
                                        ArrayRef<Type> tiled) {
  Type accessed = op.getAccessedMemRef().getType();
  for (Type type : tiled)
    if (type != accessed)
      return op->emitOpError()
             << "has no lowering: it accesses an element of " << accessed
             << ", but also has the tiled type " << type;
  return checkElementsArePlain(op);
}

LogicalResult
mlir::tiled_layout::checkOperation(Operation *op, PhysicalForm form,
                                   const DenseSet<OperationName> &withPatterns,
                                   SubViewLayouts &views) {
  if (failed(checkAttributes(op)))
    return failure();
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
  if (isWholeArrayOperation(op))
    return checkWholeArrayOperation(op);
  if (withPatterns.contains(op->getName()))
    return checkOperands(op, views);
  if (auto access = dyn_cast<ElementAccessOpInterface>(op))
    return checkElementAccess(access, types);
  InFlightDiagnostic error = op->emitOpError()
                             << "has no lowering for a tiled array of type "
                             << types.front();
  if (isa<memref::SubViewOp, memref::TransposeOp>(op))
    error << "; write tiled_layout." << op->getName().stripDialect();
  return error;
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
