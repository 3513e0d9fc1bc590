//===- VectorAccesses.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorAccesses.h"

#include "LaneElements.h"
#include "PhysicalArray.h"
#include "VectorParts.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Lowers one operation: its vectors become one-dimensional ones, and back.
class VectorAccessLowering {
public:
  VectorAccessLowering(IRRewriter &rewriter, Location loc)
      : rewriter(rewriter), loc(loc) {}

  void lower(vector::TransferReadOp op);
  void lower(vector::TransferWriteOp op);
  void lower(affine::AffineVectorLoadOp op);
  void lower(affine::AffineVectorStoreOp op);
  void lower(vector::LoadOp op);
  void lower(vector::StoreOp op);
  void lower(vector::MaskedLoadOp op);
  void lower(vector::MaskedStoreOp op);
  void lower(vector::GatherOp op);
  void lower(vector::ScatterOp op);
  void lower(vector::ExpandLoadOp op);
  void lower(vector::CompressStoreOp op);

  /// True if a vector is large and takes many accesses.
  bool isScattered(Operation *op);

private:
  /// Reads or writes an access in the place of an operation.
  void finishLoad(Operation *op, const LaneAccess &access, Value otherwise);
  void finishStore(Operation *op, const LaneAccess &access, Value value);

  Value flatten(Value vector);
  Value reshape(Value vector, ArrayRef<int64_t> shape);
  Value shuffle(Value flat, ArrayRef<int64_t> lanes);

  LaneAccess getTransfer(VectorTransferOpInterface transfer);
  LaneAccess getMaskedTransfer(VectorTransferOpInterface transfer);
  LaneAccess getBox(Value memref, ValueRange indices, VectorType vector);
  LaneAccess getBoxAt(Value memref, AffineMap map, ValueRange operands,
                      VectorType vector);
  LaneAccess getIndexed(Value memref, ValueRange indices, Value lastIndex,
                        Value mask);
  Value toIndex(Value vector);
  Value countBefore(Value mask);

  IRRewriter &rewriter;
  Location loc;
};

} // namespace

Value VectorAccessLowering::flatten(Value vector) {
  return reshape(vector, {cast<VectorType>(vector.getType()).getNumElements()});
}

/// Narrow floats go as integers, as everywhere (`ElementTypes::carried`).
Value VectorAccessLowering::reshape(Value vector, ArrayRef<int64_t> shape) {
  auto from = cast<VectorType>(vector.getType());
  if (from.getShape() == shape)
    return vector;
  Type element = from.getElementType();
  Type carried = getCarriedType(element);
  vector = castBits(rewriter, loc, vector, carried);
  vector = vector::ShapeCastOp::create(rewriter, loc,
                                       VectorType::get(shape, carried), vector);
  return castBits(rewriter, loc, vector, element);
}

Value VectorAccessLowering::shuffle(Value flat, ArrayRef<int64_t> lanes) {
  if (llvm::equal(lanes, llvm::seq<int64_t>(0, lanes.size())))
    return flat;
  return vector::ShuffleOp::create(rewriter, loc, flat, flat, lanes);
}

void VectorAccessLowering::finishLoad(Operation *op, const LaneAccess &access,
                                      Value otherwise) {
  auto vector = cast<VectorType>(op->getResult(0).getType());
  Value lanes = readLanes(rewriter, loc, access,
                          otherwise ? flatten(otherwise) : Value());
  rewriter.replaceOp(op, reshape(lanes, vector.getShape()));
}

void VectorAccessLowering::finishStore(Operation *op, const LaneAccess &access,
                                       Value value) {
  writeLanes(rewriter, loc, access, flatten(value));
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Returns the number, in a box whose dimensions are in the memref's order, of
/// each lane of a box whose dimensions are `dims`, of these extents.
static SmallVector<int64_t> getOrder(ArrayRef<int64_t> extents,
                                     ArrayRef<unsigned> dims) {
  SmallVector<size_t> sorted(dims.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  llvm::sort(sorted, [&](size_t a, size_t b) { return dims[a] < dims[b]; });
  SmallVector<int64_t> strides(dims.size());
  int64_t lanes = 1;
  for (size_t k : llvm::reverse(sorted)) {
    strides[k] = lanes;
    lanes *= extents[k];
  }
  SmallVector<int64_t> order(lanes, 0);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t rest = lane;
    for (size_t k = dims.size(); k > 0; --k) {
      order[lane] += rest % extents[k - 1] * strides[k - 1];
      rest /= extents[k - 1];
    }
  }
  return order;
}

/// The lanes are those of the vector without its broadcast dimensions.
LaneAccess
VectorAccessLowering::getTransfer(VectorTransferOpInterface transfer) {
  LaneAccess access;
  access.memref = transfer.getBase();
  access.first = llvm::to_vector(transfer.getIndices());
  VectorType vector = transfer.getVectorType();
  AffineMap map = transfer.getPermutationMap();
  for (unsigned k = 0; k < map.getNumResults(); ++k) {
    if (transfer.isBroadcastDim(k))
      continue;
    access.extents.push_back(vector.getDimSize(k));
    access.dims.push_back(map.getDimPosition(k));
    access.inBounds.push_back(transfer.isDimInBounds(k));
  }
  return access;
}

/// The same under the transfer's mask.
LaneAccess
VectorAccessLowering::getMaskedTransfer(VectorTransferOpInterface transfer) {
  LaneAccess access = getTransfer(transfer);
  if (Value mask = transfer.getMask())
    access.mask = shuffle(flatten(mask), getOrder(access.extents, access.dims));
  return access;
}

void VectorAccessLowering::lower(vector::TransferReadOp op) {
  auto transfer = cast<VectorTransferOpInterface>(op.getOperation());
  LaneAccess access = getMaskedTransfer(transfer);
  VectorType vector = op.getVectorType();
  Value padding;
  if (access.isMasked())
    padding = vector::BroadcastOp::create(
        rewriter, loc, access.getVectorType(vector.getElementType()),
        op.getPadding());
  Value lanes = readLanes(rewriter, loc, access, padding);
  SmallVector<int64_t> shape(vector.getShape());
  for (unsigned k = 0; k < shape.size(); ++k)
    if (transfer.isBroadcastDim(k))
      shape[k] = 1;
  Value result = reshape(lanes, shape);
  if (result.getType() != vector)
    result = vector::BroadcastOp::create(rewriter, loc, vector, result);
  rewriter.replaceOp(op, result);
}

void VectorAccessLowering::lower(vector::TransferWriteOp op) {
  LaneAccess access =
      getMaskedTransfer(cast<VectorTransferOpInterface>(op.getOperation()));
  finishStore(op, access, op.getValueToStore());
}

//===----------------------------------------------------------------------===//
// Neighbours along the last dimensions
//===----------------------------------------------------------------------===//

LaneAccess VectorAccessLowering::getBox(Value memref, ValueRange indices,
                                        VectorType vector) {
  LaneAccess access;
  access.memref = memref;
  access.first = llvm::to_vector(indices);
  access.extents = llvm::to_vector(vector.getShape());
  for (unsigned k = 0; k < access.extents.size(); ++k)
    access.dims.push_back(indices.size() - access.extents.size() + k);
  access.inBounds.assign(access.extents.size(), true);
  return access;
}

LaneAccess VectorAccessLowering::getBoxAt(Value memref, AffineMap map,
                                          ValueRange operands,
                                          VectorType vector) {
  return getBox(memref,
                applyMap(rewriter, loc, map, getAsOpFoldResult(operands)),
                vector);
}

void VectorAccessLowering::lower(affine::AffineVectorLoadOp op) {
  LaneAccess access = getBoxAt(op.getMemref(), op.getAffineMap(),
                               op.getMapOperands(), op.getVectorType());
  finishLoad(op, access, /*otherwise=*/Value());
}

void VectorAccessLowering::lower(affine::AffineVectorStoreOp op) {
  LaneAccess access = getBoxAt(op.getMemref(), op.getAffineMap(),
                               op.getMapOperands(), op.getVectorType());
  finishStore(op, access, op.getValue());
}

void VectorAccessLowering::lower(vector::LoadOp op) {
  LaneAccess access = getBox(op.getBase(), op.getIndices(), op.getVectorType());
  finishLoad(op, access, /*otherwise=*/Value());
}

void VectorAccessLowering::lower(vector::StoreOp op) {
  LaneAccess access = getBox(op.getBase(), op.getIndices(), op.getVectorType());
  finishStore(op, access, op.getValueToStore());
}

void VectorAccessLowering::lower(vector::MaskedLoadOp op) {
  LaneAccess access = getBox(op.getBase(), op.getIndices(), op.getVectorType());
  access.mask = flatten(op.getMask());
  finishLoad(op, access, op.getPassThru());
}

void VectorAccessLowering::lower(vector::MaskedStoreOp op) {
  LaneAccess access = getBox(op.getBase(), op.getIndices(), op.getVectorType());
  access.mask = flatten(op.getMask());
  finishStore(op, access, op.getValueToStore());
}

//===----------------------------------------------------------------------===//
// An index for each lane
//===----------------------------------------------------------------------===//

Value VectorAccessLowering::toIndex(Value vector) {
  auto type = cast<VectorType>(vector.getType());
  if (type.getElementType().isIndex())
    return vector;
  return arith::IndexCastOp::create(
      rewriter, loc, VectorType::get(type.getShape(), rewriter.getIndexType()),
      vector);
}

LaneAccess VectorAccessLowering::getIndexed(Value memref, ValueRange indices,
                                            Value lastIndex, Value mask) {
  LaneAccess access;
  access.memref = memref;
  access.first = llvm::to_vector(indices);
  access.lastIndex = toIndex(flatten(lastIndex));
  access.extents = {
      cast<VectorType>(access.lastIndex.getType()).getNumElements()};
  access.mask = flatten(mask);
  return access;
}

void VectorAccessLowering::lower(vector::GatherOp op) {
  LaneAccess access =
      getIndexed(op.getBase(), op.getOffsets(), op.getIndices(), op.getMask());
  finishLoad(op, access, op.getPassThru());
}

void VectorAccessLowering::lower(vector::ScatterOp op) {
  LaneAccess access =
      getIndexed(op.getBase(), op.getOffsets(), op.getIndices(), op.getMask());
  finishStore(op, access, op.getValueToStore());
}

/// Returns, for each lane, how many lanes before it are on: sums over ever more
/// lanes, in log2 steps.
Value VectorAccessLowering::countBefore(Value mask) {
  auto type = cast<VectorType>(mask.getType());
  int64_t lanes = type.getNumElements();
  auto counts = VectorType::get({lanes}, rewriter.getI32Type());
  Value isActive = arith::ExtUIOp::create(rewriter, loc, counts, mask);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(counts));
  Value sum = isActive;
  for (int64_t distance = 1; distance < lanes; distance *= 2) {
    SmallVector<int64_t> order;
    for (int64_t lane = 0; lane < lanes; ++lane)
      order.push_back(lane < distance ? lanes : lane - distance);
    Value moved = vector::ShuffleOp::create(rewriter, loc, sum, zero, order);
    sum = arith::AddIOp::create(rewriter, loc, sum, moved);
  }
  return arith::SubIOp::create(rewriter, loc, sum, isActive);
}

void VectorAccessLowering::lower(vector::ExpandLoadOp op) {
  LaneAccess access = getIndexed(op.getBase(), op.getIndices(),
                                 countBefore(op.getMask()), op.getMask());
  rewriter.replaceOp(op, readLanes(rewriter, loc, access, op.getPassThru()));
}

void VectorAccessLowering::lower(vector::CompressStoreOp op) {
  LaneAccess access = getIndexed(op.getBase(), op.getIndices(),
                                 countBefore(op.getMask()), op.getMask());
  writeLanes(rewriter, loc, access, op.getValueToStore());
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Which operations
//===----------------------------------------------------------------------===//

/// Calls `function` with the operation as what it is; returns what `otherwise`
/// is for any other.
template <typename ResultT, typename FunctionT>
static ResultT visit(Operation *op, ResultT otherwise, FunctionT function) {
  return llvm::TypeSwitch<Operation *, ResultT>(op)
      .template Case<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp,
                     vector::CompressStoreOp, vector::ExpandLoadOp,
                     vector::GatherOp, vector::LoadOp, vector::MaskedLoadOp,
                     vector::MaskedStoreOp, vector::ScatterOp, vector::StoreOp,
                     vector::TransferReadOp, vector::TransferWriteOp>(function)
      .Default(otherwise);
}

bool mlir::tiled_layout::isVectorAccess(Operation *op) {
  return visit(op, false, [](auto) { return true; });
}

/// Returns the memref that an operation moves a vector to or from.
static Value getMemRef(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()))
      return operand;
  return {};
}

/// Returns the type of the vector that is moved.
static VectorType getVectorType(Operation *op) {
  return visit(op, VectorType(), [](auto access) -> VectorType {
    return access.getVectorType();
  });
}

LogicalResult mlir::tiled_layout::checkVectorAccess(Operation *op) {
  if (isa_and_nonnull<vector::MaskOp>(op->getParentOp()))
    return op->emitOpError() << "has no lowering within vector.mask with a "
                                "value for inactive lanes; select that "
                                "after it";
  auto hasScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (hasScalable(type))
        return op->emitOpError()
               << "has no lowering: how many elements " << type
               << " has is not known, so neither is where tiles end";
  constexpr uint64_t mostElements = 1 << 16;
  uint64_t elements = 1;
  for (int64_t size : getVectorType(op).getShape())
    elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
  if (elements > mostElements)
    return op->emitOpError()
           << "has no lowering: each element of " << getVectorType(op)
           << " would be code of its own, of which there are at most "
           << mostElements << "; access the memref in loops";
  auto memref = cast<MemRefType>(getMemRef(op).getType());
  if (isa<VectorType>(memref.getElementType()))
    return op->emitOpError()
           << "has no lowering: the elements of " << memref << " are vectors";
  // MLIR itself asks no more of these than element types that agree.
  if (isa<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp,
          vector::LoadOp, vector::MaskedLoadOp, vector::MaskedStoreOp,
          vector::StoreOp>(op) &&
      getVectorType(op).getRank() > memref.getRank())
    return op->emitOpError()
           << "has no lowering: " << getVectorType(op)
           << " has more dimensions than the memref's " << memref.getRank();
  if (isa<vector::ExpandLoadOp, vector::CompressStoreOp>(op) &&
      getVectorType(op).getRank() != 1)
    return op->emitOpError() << "has no lowering: " << getVectorType(op)
                             << " must have one dimension";
  return success();
}

static bool isTiledAccess(Operation *op) {
  if (!isVectorAccess(op))
    return false;
  Value memref = getMemRef(op);
  return memref && isTiled(memref.getType());
}

bool VectorAccessLowering::isScattered(Operation *op) {
  LaneAccess access;
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    access = getTransfer(transfer);
  else
    access = llvm::TypeSwitch<Operation *, LaneAccess>(op)
                 .Case<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
                       vector::MaskedStoreOp>([&](auto box) {
                   return getBox(box.getBase(), box.getIndices(),
                                 box.getVectorType());
                 })
                 .Default(LaneAccess());
  if (!access.memref)
    return false;
  if (access.getNumLanes() <= maxLanesOfParts ||
      !isReachedByVectors(access.getType()))
    return false;
  std::optional<LanePlan> plan = planLanes(access);
  if (!plan)
    return true;
  int64_t runs = 0;
  for (const LaneBlock &block : plan->blocks)
    runs += getRuns(block).size();
  return runs * access.getNumLanes() > 8192;
}

/// Cuts large vectors that lie in many places into parts of their last
/// dimensions. LLVM takes time for each access in proportion to the whole
/// vector that it is a part of.
static void unrollScatteredAccesses(Operation *root) {
  IRRewriter rewriter(root->getContext());
  vector::UnrollVectorOptions options;
  options.setFilterConstraint([&](Operation *op) {
    return success(
        isTiledAccess(op) &&
        VectorAccessLowering(rewriter, op->getLoc()).isScattered(op));
  });
  options.setNativeShapeFn([](Operation *op) {
    return std::optional(
        getPartShape(getVectorType(op).getShape(), maxLanesOfParts));
  });
  RewritePatternSet patterns(root->getContext());
  vector::populateVectorUnrollPatterns(patterns, options);
  walkAndApplyPatterns(root, std::move(patterns));
  SmallVector<Operation *> masked;
  root->walk([&](Operation *op) {
    if (isMaskedAccess(op) && succeeded(options.filterConstraint(op)))
      masked.push_back(op);
  });
  for (Operation *op : masked)
    cutMaskedAccess(rewriter, op);
}

void mlir::tiled_layout::lowerVectorAccesses(Operation *root) {
  unrollScatteredAccesses(root);
  SmallVector<Operation *> accesses;
  root->walk([&](Operation *op) {
    if (isTiledAccess(op))
      accesses.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : accesses) {
    rewriter.setInsertionPoint(op);
    VectorAccessLowering lowering(rewriter, op->getLoc());
    (void)visit(op, 0, [&](auto access) {
      lowering.lower(access);
      return 0;
    });
  }
}
