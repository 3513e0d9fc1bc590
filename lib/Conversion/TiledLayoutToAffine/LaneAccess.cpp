//===- LaneAccess.cpp - Vector accesses to the flat memref ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneElements.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Value mlir::tiled_layout::getExtent(OpBuilder &builder, Location loc,
                                    Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
  return memref::DimOp::create(builder, loc, memref, dim);
}

//===----------------------------------------------------------------------===//
// Active lanes
//===----------------------------------------------------------------------===//

Value mlir::tiled_layout::getLanesBelow(OpBuilder &builder, Location loc,
                                        const LaneAccess &access, size_t k,
                                        Value limit) {
  int64_t inner = llvm::product_of(ArrayRef(access.extents).drop_front(k + 1));
  SmallVector<int32_t> along;
  for (int64_t lane = 0; lane < access.getNumLanes(); ++lane)
    along.push_back(lane / inner % access.extents[k]);
  // 32 bits hold what lies within the box, at twice the lanes per register.
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value all = arith::ConstantIndexOp::create(builder, loc, access.extents[k]);
  limit = arith::MaxSIOp::create(builder, loc, limit, zero);
  limit = arith::MinSIOp::create(builder, loc, limit, all);
  limit = arith::IndexCastOp::create(builder, loc, builder.getI32Type(), limit);
  VectorType type = access.getVectorType(builder.getI32Type());
  Value lanes = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef(along)));
  limit = vector::BroadcastOp::create(builder, loc, type, limit);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lanes,
                               limit);
}

/// Returns the lanes that are in both; null stands for all.
static Value intersect(OpBuilder &builder, Location loc, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}

Value mlir::tiled_layout::getActiveLanes(OpBuilder &builder, Location loc,
                                         const LaneAccess &access) {
  Value active = access.mask;
  for (auto [k, dim] : llvm::enumerate(access.dims)) {
    if (access.inBounds[k])
      continue;
    Value left = arith::SubIOp::create(
        builder, loc, getExtent(builder, loc, access.memref, dim),
        access.first[dim]);
    active = intersect(builder, loc, active,
                       getLanesBelow(builder, loc, access, k, left));
  }
  return active;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {

/// Emits the accesses of a plan.
class BlockEmitter {
public:
  BlockEmitter(OpBuilder &builder, Location loc, const LaneAccess &access,
               const LanePlan &plan)
      : builder(builder), loc(loc), access(access), plan(plan),
        types(access.getType()), flat(getFlat(builder, loc, access.memref)),
        active(getActiveLanes(builder, loc, access)) {}

  /// Reads all active lanes into `values`, which may be null. Lanes are
  /// carried.
  Value read(Value values);
  void write(Value values);

private:
  struct Begin {
    /// Where the lane at distance 0 lies, or would lie.
    Value position;
    /// The lanes of the access that are in the block and active, or null.
    Value active;
  };
  Begin getBegin(const LaneBlock &block);
  Value readRun(const Begin &begin, const LaneRun &run, Value values);
  Value readWords(Value address, const LaneRun &run, int64_t elements);
  void writeRun(const Begin &begin, const LaneRun &run, Value values);
  // An access to one element needs no vector.
  Value readElement(const Begin &begin, const LaneRun &run, Value values);
  void writeElement(const Begin &begin, const LaneRun &run, Value values);
  Value getEdge(size_t k, int64_t edges);
  Value getBetweenEdges(size_t k, size_t piece);
  Value clamp(Value index, int64_t dim);
  Value getAddress(Value position, const LaneRun &run);

  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }

  OpBuilder &builder;
  Location loc;
  const LaneAccess &access;
  const LanePlan &plan;
  ElementTypes types;
  Value flat, active;
};

} // namespace

/// Returns the index of the tile edge that is the `edges`th one after the first
/// lane, along extent `k`.
Value BlockEmitter::getEdge(size_t k, int64_t edges) {
  int64_t distance = plan.dimensions[k].edgeDistance;
  Value first = access.first[access.dims[k]];
  Value by = constant(distance);
  Value rest = arith::RemUIOp::create(builder, loc, first, by);
  Value before = arith::SubIOp::create(builder, loc, first, rest);
  return arith::AddIOp::create(builder, loc, before,
                               constant(edges * distance));
}

/// Returns the lanes of a piece whose edges are found at run time.
Value BlockEmitter::getBetweenEdges(size_t k, size_t piece) {
  Value first = access.first[access.dims[k]];
  auto getBelow = [&](int64_t edges) {
    Value limit = arith::SubIOp::create(builder, loc, getEdge(k, edges), first);
    return getLanesBelow(builder, loc, access, k, limit);
  };
  size_t last = plan.dimensions[k].pieces.size() - 1;
  Value below = piece < last ? getBelow(piece + 1) : Value();
  if (piece == 0)
    return below;
  Value before = getBelow(piece);
  Value yes = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(cast<VectorType>(before.getType()), true));
  Value after = arith::XOrIOp::create(builder, loc, before, yes);
  return intersect(builder, loc, below, after);
}

/// The positions of indices that are out of bounds are not defined; where all
/// lanes are off, any other will do.
Value BlockEmitter::clamp(Value index, int64_t dim) {
  Value extent = getExtent(builder, loc, access.memref, dim);
  Value last = arith::SubIOp::create(builder, loc, extent, constant(1));
  return arith::MinUIOp::create(builder, loc, index, last);
}

BlockEmitter::Begin BlockEmitter::getBegin(const LaneBlock &block) {
  SmallVector<Value> indices(access.first);
  Value inBlock = active, before;
  for (auto [k, dim] : llvm::enumerate(access.dims)) {
    const DimensionPieces &dimension = plan.dimensions[k];
    const LanePiece &piece = dimension.pieces[block.pieces[k]];
    if (dimension.edgeDistance) {
      inBlock =
          intersect(builder, loc, inBlock, getBetweenEdges(k, block.pieces[k]));
      if (piece.edges == 0)
        continue;
      indices[dim] = getEdge(k, piece.edges);
      Value skipped =
          arith::SubIOp::create(builder, loc, indices[dim], access.first[dim]);
      skipped = arith::MulIOp::create(builder, loc, skipped,
                                      constant(dimension.stride));
      before = before ? arith::AddIOp::create(builder, loc, before, skipped)
                      : skipped;
      if (!access.isMasked())
        indices[dim] = clamp(indices[dim], dim);
    } else if (piece.first != 0) {
      indices[dim] = arith::AddIOp::create(builder, loc, indices[dim],
                                           constant(piece.first));
    }
  }
  if (access.isMasked())
    for (auto [dim, index] : llvm::enumerate(indices))
      index = clamp(index, dim);
  Value position = LinearizeOp::create(builder, loc, access.memref, indices);
  if (before)
    position = arith::SubIOp::create(builder, loc, position, before);
  return {position, inBlock};
}

Value BlockEmitter::getAddress(Value position, const LaneRun &run) {
  if (run.offset == 0)
    return position;
  return arith::AddIOp::create(builder, loc, position, constant(run.offset));
}

/// Returns the elements of the words that lanes lie in, one each, if these are
/// whole in memory, as those of T(8,128)(2,1); else 0.
static int64_t getWordElements(MemRefType type, const LaneRun &run) {
  std::optional<Layout> layout = getLayout(type);
  if (!layout || layout->tiles.empty() || isView(type) ||
      !type.getElementType().isIntOrFloat())
    return 0;
  constexpr int64_t longestWord = 64;
  SmallVector<int64_t> shape = getPhysicalShape(*layout, type.getShape());
  ArrayRef<int64_t> word = ArrayRef<int64_t>(shape).take_back(2);
  if (ShapedType::isDynamicShape(word))
    return 0;
  int64_t elements = ShapedType::getNumElements(word);
  if (!llvm::is_contained({2, 4}, elements) ||
      elements * type.getElementTypeBitWidth() > longestWord ||
      run.slots.size() % elements != 0)
    return 0;
  for (auto [slot, lane] : llvm::enumerate(run.slots))
    if ((slot % elements == 0) != (lane >= 0))
      return 0;
  return elements;
}

/// Reads whole words, which needs no masks, and returns slots of which each
/// word's first one is what lies at `address` in the word.
Value BlockEmitter::readWords(Value address, const LaneRun &run,
                              int64_t elements) {
  int64_t slots = run.slots.size(), bits = types.stored.getIntOrFloatBitWidth();
  Value part =
      arith::RemUIOp::create(builder, loc, address, constant(elements));
  Value start = arith::SubIOp::create(builder, loc, address, part);
  Value values = vector::LoadOp::create(
      builder, loc, VectorType::get({slots}, types.stored), flat, start);
  auto type = VectorType::get({slots / elements},
                              builder.getIntegerType(elements * bits));
  Value distance = arith::IndexCastOp::create(
      builder, loc, type.getElementType(),
      arith::MulIOp::create(builder, loc, part, constant(bits)));
  Value words = vector::BitCastOp::create(builder, loc, type, values);
  words = arith::ShRUIOp::create(
      builder, loc, words,
      vector::BroadcastOp::create(builder, loc, type, distance));
  return vector::BitCastOp::create(
      builder, loc, VectorType::get({slots}, types.stored), words);
}

Value BlockEmitter::readRun(const Begin &begin, const LaneRun &run,
                            Value values) {
  Value address = getAddress(begin.position, run);
  auto type = VectorType::get({int64_t(run.slots.size())}, types.stored);
  Value slots;
  if (int64_t elements =
          begin.active ? 0 : getWordElements(access.getType(), run)) {
    slots = readWords(address, run, elements);
  } else if (Value mask = getSlotMask(builder, loc, begin.active, run)) {
    Value others = ub::PoisonOp::create(builder, loc, type);
    if (values && begin.active)
      others = castBits(builder, loc, toSlots(builder, loc, values, run),
                        types.stored);
    slots = vector::MaskedLoadOp::create(builder, loc, type, flat, address,
                                         mask, others);
  } else {
    slots = vector::LoadOp::create(builder, loc, type, flat, address);
  }
  return fromSlots(builder, loc, castBits(builder, loc, slots, types.carried),
                   run, access.getNumLanes(), values);
}

void BlockEmitter::writeRun(const Begin &begin, const LaneRun &run,
                            Value values) {
  Value address = getAddress(begin.position, run);
  Value slots =
      castBits(builder, loc, toSlots(builder, loc, values, run), types.stored);
  if (Value mask = getSlotMask(builder, loc, begin.active, run))
    vector::MaskedStoreOp::create(builder, loc, flat, address, mask, slots);
  else
    vector::StoreOp::create(builder, loc, slots, flat, address);
}

Value BlockEmitter::readElement(const Begin &begin, const LaneRun &run,
                                Value values) {
  int64_t lane = run.slots.front();
  Value address = getAddress(begin.position, run);
  if (!values)
    values =
        ub::PoisonOp::create(builder, loc, access.getVectorType(types.carried));
  auto read = [&](OpBuilder &at) -> Value {
    Value element = memref::LoadOp::create(at, loc, flat, address);
    element = castBits(at, loc, element, types.carried);
    return vector::InsertOp::create(at, loc, element, values, lane);
  };
  if (!begin.active)
    return read(builder);
  Value isActive = vector::ExtractOp::create(builder, loc, begin.active, lane);
  auto choice = scf::IfOp::create(
      builder, loc, isActive,
      [&](OpBuilder &at, Location) { scf::YieldOp::create(at, loc, read(at)); },
      [&](OpBuilder &at, Location) { scf::YieldOp::create(at, loc, values); });
  return choice.getResult(0);
}

void BlockEmitter::writeElement(const Begin &begin, const LaneRun &run,
                                Value values) {
  int64_t lane = run.slots.front();
  Value address = getAddress(begin.position, run);
  Value element = vector::ExtractOp::create(builder, loc, values, lane);
  auto write = [&](OpBuilder &at) {
    // Not before the branch: x86 rounds a bf16 that goes from block to block.
    Value stored = castBits(at, loc, element, types.stored);
    memref::StoreOp::create(at, loc, stored, flat, address);
  };
  if (!begin.active)
    return write(builder);
  Value isActive = vector::ExtractOp::create(builder, loc, begin.active, lane);
  scf::IfOp::create(builder, loc, isActive, [&](OpBuilder &at, Location) {
    write(at);
    scf::YieldOp::create(at, loc);
  });
}

Value BlockEmitter::read(Value values) {
  for (const LaneBlock &block : plan.blocks) {
    Begin begin = getBegin(block);
    for (const LaneRun &run : getRuns(block))
      values = run.slots.size() == 1 ? readElement(begin, run, values)
                                     : readRun(begin, run, values);
  }
  return values;
}

void BlockEmitter::write(Value values) {
  for (const LaneBlock &block : plan.blocks) {
    Begin begin = getBegin(block);
    for (const LaneRun &run : getRuns(block))
      if (run.slots.size() == 1)
        writeElement(begin, run, values);
      else
        writeRun(begin, run, values);
  }
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// Returns the active lanes, as a gather or scatter wants them. There are
/// none of narrow floats: LLVM takes them apart and rounds what it moves.
static Value getMask(OpBuilder &builder, Location loc,
                     const LaneAccess &access) {
  if (Value active = getActiveLanes(builder, loc, access))
    return active;
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(access.getVectorType(builder.getI1Type()), true));
}

/// True if the lanes' positions can be computed for all of them at once.
static bool canGather(const LaneAccess &access, const ElementTypes &types) {
  return types.carried == types.stored && hasLanePositions(access.getType());
}

Value mlir::tiled_layout::readLanes(OpBuilder &builder, Location loc,
                                    const LaneAccess &access, Value otherwise) {
  if (!isReachedByVectors(access.getType()))
    return readLanesInLoop(builder, loc, access, otherwise);
  ElementTypes types(access.getType());
  Value lanes;
  if (otherwise)
    lanes = toCarried(builder, loc, otherwise, types);
  if (std::optional<LanePlan> plan = planLanes(access)) {
    lanes = BlockEmitter(builder, loc, access, *plan).read(lanes);
    return fromCarried(builder, loc, lanes, types);
  }

  if (!canGather(access, types))
    return readLanesInLoop(builder, loc, access, otherwise);
  VectorType vector = access.getVectorType(types.stored);
  Value others = lanes ? lanes : ub::PoisonOp::create(builder, loc, vector);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value flat = getFlat(builder, loc, access.memref);
  Value positions = getLanePositions(builder, loc, access);
  lanes = vector::GatherOp::create(builder, loc, vector, flat, zero, positions,
                                   getMask(builder, loc, access), others);
  return fromCarried(builder, loc, castBits(builder, loc, lanes, types.carried),
                     types);
}

void mlir::tiled_layout::writeLanes(OpBuilder &builder, Location loc,
                                    const LaneAccess &access, Value values) {
  if (!isReachedByVectors(access.getType()))
    return writeLanesInLoop(builder, loc, access, values);
  ElementTypes types(access.getType());
  Value lanes = toCarried(builder, loc, values, types);
  if (std::optional<LanePlan> plan = planLanes(access))
    return BlockEmitter(builder, loc, access, *plan).write(lanes);
  if (!canGather(access, types))
    return writeLanesInLoop(builder, loc, access, values);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value flat = getFlat(builder, loc, access.memref);
  Value positions = getLanePositions(builder, loc, access);
  vector::ScatterOp::create(builder, loc, /*resultType=*/Type(), flat, zero,
                            positions, getMask(builder, loc, access), lanes);
}
