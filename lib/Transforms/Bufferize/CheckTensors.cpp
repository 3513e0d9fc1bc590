//===- CheckTensors.cpp - What cannot be bufferized -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "tiled_layout/Transforms/Bufferize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns a tiled tensor that is part of a type, or null: not as an operand or
/// a result is one, but as in the type of a function.
static Type findNestedTiledTensor(Type type) {
  Type found;
  type.walk([&](RankedTensorType tensor) {
    if (tensor == type || !isTiled(tensor))
      return WalkResult::advance();
    found = tensor;
    return WalkResult::interrupt();
  });
  return found;
}

/// Checks that a memref can have the layout of a tensor.
static LogicalResult checkType(Operation *op, Type type) {
  if (Type nested = findNestedTiledTensor(type))
    return op->emitOpError()
           << "has type " << type << ", and " << nested
           << " in it cannot be bufferized; only functions, operands, results "
              "and block arguments can";
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !isTiled(tensor))
    return success();
  // Passes of upstream copy an encoding onto a type of another rank.
  auto emitError = [&] { return op->emitOpError(); };
  auto encoding = dyn_cast<VerifiableTensorEncoding>(tensor.getEncoding());
  if (encoding && failed(encoding.verifyEncoding(
                      tensor.getShape(), tensor.getElementType(), emitError)))
    return failure();
  return getTiledMemRefType(tensor, emitError);
}

/// Checks that a buffer which the program names is that of the tensor.
static LogicalResult checkBuffer(Operation *op, Type tensorType, Type buffer) {
  auto tensor = dyn_cast<RankedTensorType>(tensorType);
  if (!isa<BaseMemRefType>(buffer) ||
      (!isTiled(tensorType) && !isTiled(buffer)))
    return success();
  if (!tensor || !isTiled(tensor))
    return op->emitOpError()
           << "the buffer " << buffer << " has a layout, but the tensor "
           << tensorType << " has none";
  FailureOr<MemRefType> expected =
      getTiledMemRefType(tensor, [&] { return op->emitOpError(); });
  if (failed(expected))
    return failure();
  if (*expected == buffer)
    return success();
  return op->emitOpError() << "the buffer of " << tensor << " is " << *expected
                           << ", but the program names " << buffer;
}

/// Checks that a buffer which a tensor is to be written to is a whole array, in
/// the memory space that its layout names.
static LogicalResult
checkDestination(bufferization::MaterializeInDestinationOp op) {
  auto memref = dyn_cast<MemRefType>(op.getDest().getType());
  LayoutAttrInterface attribute =
      memref ? getLayoutAttr(memref) : LayoutAttrInterface();
  if (!attribute)
    return success();
  Attribute encoding = attribute;
  if (auto tiled = dyn_cast<TiledLayoutAttr>(attribute))
    encoding = tiled.getForTensor();
  return checkBuffer(op,
                     RankedTensorType::get(memref.getShape(),
                                           memref.getElementType(), encoding),
                     memref);
}

/// Checks that an allocation names no other memory space than the layout does.
static LogicalResult checkMemorySpace(bufferization::AllocTensorOp op) {
  LayoutAttrInterface attribute = getLayoutAttr(op.getType());
  std::optional<Attribute> space = op.getMemorySpace();
  if (!attribute || !space)
    return success();
  int64_t expected = attribute.getLayout().memorySpace;
  auto number = dyn_cast<IntegerAttr>(*space);
  if (number && number.getValue() == expected)
    return success();
  return op.emitOpError() << "has memory space " << *space
                          << ", but the layout says S(" << expected << ")";
}

/// Upstream would slice the tensor at a negative index.
static LogicalResult checkPad(tensor::PadOp op) {
  for (ArrayRef<int64_t> padding : {op.getStaticLow(), op.getStaticHigh()})
    for (auto [dim, count] : llvm::enumerate(padding))
      if (!ShapedType::isDynamic(count) && count < 0)
        return op->emitOpError()
               << "pads dimension " << dim << " by " << count
               << ", but must pad by at least 0; tensor.extract_slice makes a "
                  "tensor smaller";
  return success();
}

/// Checks that iterations in parallel write to views: elements that are not a
/// view of the tensor cannot be inserted there.
static LogicalResult checkParallelInsert(tensor::ParallelInsertSliceOp op) {
  std::string reason;
  if (!isTiled(op.getDestType()) ||
      isViewOf(op.getDestType(), op, op.getDroppedDims(), reason))
    return success();
  return op.emitOpError() << "writes to a slice of " << op.getDestType()
                          << " that is no view of it: " << reason;
}

static LogicalResult checkFunction(func::FuncOp op) {
  for (auto [number, type] : llvm::enumerate(op.getArgumentTypes()))
    if (isTiled(type) &&
        op.getArgAttr(
            number, bufferization::BufferizationDialect::kBufferLayoutAttrName))
      return op.emitOpError()
             << "argument " << number << " of type " << type << " has a layout"
             << " and bufferization.buffer_layout, which is another";
  bool ok = true;
  for (Type type :
       llvm::concat<const Type>(op.getArgumentTypes(), op.getResultTypes()))
    ok = ok && succeeded(checkType(op, type));
  return success(ok);
}

/// Checks that what is moved from or to a tensor with a layout lies in memory
/// in a way that is known.
static LogicalResult checkEncodings(Operation *op) {
  if (!isa_and_nonnull<tensor::TensorDialect>(op->getDialect()) ||
      !hasTiledTensor(op))
    return success();
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.getEncoding() && !isTiled(tensor))
      return op->emitOpError()
             << "works on a tensor with a layout and on " << tensor
             << ", whose encoding says nothing of its memory";
  }
  return success();
}

/// Checks that a function whose tensors become memrefs is no value: its type
/// would be another one.
static LogicalResult checkFunctionValue(func::ConstantOp op) {
  auto type = dyn_cast<FunctionType>(op.getType());
  if (!type || (llvm::none_of(type.getInputs(), llvm::IsaPred<TensorType>) &&
                llvm::none_of(type.getResults(), llvm::IsaPred<TensorType>)))
    return success();
  return op->emitOpError() << "is a function of tensors, which become memrefs; "
                              "only func.call can follow";
}

/// Checks the types of an operation, then what it does.
static LogicalResult checkOperation(Operation *op) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    return checkFunction(function);
  for (Type type : op->getOperandTypes())
    if (failed(checkType(op, type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(checkType(op, type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(checkType(op, type)))
          return failure();
  if (failed(checkEncodings(op)))
    return failure();
  if (auto constant = dyn_cast<func::ConstantOp>(op))
    return checkFunctionValue(constant);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return checkPad(pad);
  if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op))
    return checkParallelInsert(insert);
  if (auto alloc = dyn_cast<bufferization::AllocTensorOp>(op))
    return checkMemorySpace(alloc);
  if (auto in = dyn_cast<bufferization::MaterializeInDestinationOp>(op))
    return checkDestination(in);
  if (auto to = dyn_cast<bufferization::ToTensorOp>(op))
    return checkBuffer(op, to.getType(), to.getBuffer().getType());
  if (auto to = dyn_cast<bufferization::ToBufferOp>(op))
    return checkBuffer(op, to.getTensor().getType(), to.getType());
  return success();
}

/// In a graph region an operation may use a tensor that is computed after it,
/// which upstream's bufferization does not support.
static LogicalResult checkOrder(Operation *op) {
  if (!op->getBlock() || mayHaveSSADominance(*op->getParentRegion()))
    return success();
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!isa<TensorType>(operand.getType()) || !producer ||
        producer->getBlock() != op->getBlock() || producer->isBeforeInBlock(op))
      continue;
    return op->emitOpError() << "has no bufferization: it uses a tensor that "
                                "is computed after it"
                             << (producer == op ? ", or by it" : "");
  }
  return success();
}

LogicalResult mlir::tiled_layout::checkTensors(Operation *root) {
  bool ok = true;
  root->walk([&](Operation *op) {
    if (isa<ModuleOp>(op) && op->hasAttr(asideName)) {
      op->emitOpError() << "has layouts that are set aside; run "
                           "tiled-layout-restore-layouts first";
      ok = false;
    }
    ok &= succeeded(checkOperation(op)) && succeeded(checkOrder(op));
  });
  return success(ok);
}

//===----------------------------------------------------------------------===//
// After the rewrites
//===----------------------------------------------------------------------===//

/// Returns what to do about an operation that has no bufferization, or an empty
/// string.
static StringRef getAdvice(Operation *op) {
  if (!op->isRegistered())
    return "; it is not registered: replace it by operations of linalg first";
  if (isa<linalg::PackOp, linalg::UnPackOp>(op))
    return "; a pack is a relayout, which convert-linalg-pack-to-tiled-layout "
           "makes of it; run that first";
  if (isa<linalg::WinogradFilterTransformOp, linalg::WinogradInputTransformOp,
          linalg::WinogradOutputTransformOp>(op))
    return "; decompose it first";
  if (isa<tensor::BitcastOp>(op))
    return "; only signless integers and floats have a bitcast";
  if (isa<tensor::GatherOp, tensor::ScatterOp>(op))
    return "; write it as a linalg.generic of tensor.extract, or as loops";
  if (op->getName().getDialectNamespace() == "tosa")
    return "; make linalg of it first, while layouts are set aside, as "
           "docs/Upstream.md shows";
  if (isa<affine::AffineDialect>(op->getDialect()))
    return "; run lower-affine first, which makes scf of it";
  return "";
}

/// Checks that the buffer of a value is marked with the layout of its type.
static LogicalResult
verifyLayoutIsKept(Operation *op, Value value,
                   const bufferization::BufferizationOptions &options,
                   const bufferization::BufferizationState &state) {
  auto tensor = dyn_cast<TensorType>(value.getType());
  if (!tensor)
    return success();
  FailureOr<bufferization::BufferLikeType> buffer =
      bufferization::getBufferType(value, options, state);
  if (failed(buffer))
    return op->emitOpError() << "has no buffer type for " << tensor;
  LayoutAttrInterface mark = getMark(*buffer);
  if (mark == getLayoutAttr(tensor))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "is bufferized to an array "
                                  << (mark ? "in layout " : "without layout");
  if (mark)
    diagnostic << mark;
  return diagnostic << ", but its type is " << tensor;
}

LogicalResult mlir::tiled_layout::verifyLayoutsAreKept(
    Operation *root, const bufferization::BufferizationOptions &options) {
  bufferization::BufferizationState state;
  bool ok = true;
  root->walk([&](Operation *op) {
    bool isKnown = static_cast<bool>(options.dynCastBufferizableOp(op));
    bool isTiledOp = hasTiledTensor(op);
    // Upstream refuses operations on other tensors, but has no advice.
    StringRef advice = isKnown ? "" : getAdvice(op);
    if (!isKnown &&
        (isTiledOp || (!advice.empty() && !options.allowUnknownOps &&
                       bufferization::hasTensorSemantics(op)))) {
      op->emitOpError() << (isTiledOp ? "works on a tensor with a layout, but "
                                      : "")
                        << "has no bufferization" << advice;
      ok = false;
      return;
    }
    // The result of an operation with destinations, of a branch or a loop is
    // where another value of the same type is. A slice is marked as the array
    // that it is a part of, and may have fewer dimensions.
    if (!isKnown || isa<DestinationStyleOpInterface, RegionBranchOpInterface,
                        CallOpInterface, tensor::ExtractSliceOp>(op))
      return;
    for (Value result : op->getResults())
      ok = ok && succeeded(verifyLayoutIsKept(op, result, options, state));
  });
  return success(ok);
}
