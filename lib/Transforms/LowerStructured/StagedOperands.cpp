//===- StagedOperands.cpp - Operands that need a buffer -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of a structured operation have whole bytes. Relayouts take elements
// that share bytes apart as fast as memory is read, so that an operation on
// such an array is a loop over blocks that stay in the cache: a relayout to a
// buffer, and the operation on the buffer.
//
// Sums have such buffers for arrays whose tiles combine dimensions, too.
//
// Blocks begin where tiles of all operands do. An operation that visits each
// element once takes rows of blocks as they lie; one that reuses them, as a
// product, takes blocks that are about square, so that the others of its
// operands are seldom read again.
//
//===----------------------------------------------------------------------===//

#include "StagedOperands.h"

#include "../OwnBuffers.h"
#include "ArrayParts.h"
#include "StructuredRewrites.h"

#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewAlignment.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if the elements of an array have other bits than those of their type.
static bool hasOwnBits(Type array) {
  auto type = dyn_cast<MemRefType>(array);
  return type && isTiled(type) &&
         (type.getElementType().isSignlessInteger() ||
          isa<FloatType>(type.getElementType())) &&
         holdsValues(type) &&
         getBitsPerElement(type) != getStorageBits(type.getElementType());
}

/// True if tiles combine dimensions: no loop then has neighbours that lie at a
/// stride of their own.
static bool combinesDimensions(Type array) {
  auto type = dyn_cast<MemRefType>(array);
  return type && isTiled(type) && type.getElementType().isIntOrFloat() &&
         !hasOwnBits(type) && !hasStrides(type);
}

/// Returns the order and the tiles of an array, with strides or without.
static Layout getTiles(MemRefType type) {
  return getTileLayout(type).value_or(Layout::getRowMajor(type.getRank()));
}

/// True if an input has integers of less than a byte, which the body widens to
/// more than one.
static bool isWidened(linalg::LinalgOp op, OpOperand &input) {
  auto element =
      dyn_cast<IntegerType>(getElementTypeOrSelf(input.get().getType()));
  if (!element || element.getWidth() < 2 || element.getWidth() >= 8)
    return false;
  Operation *widening = getWidening(op, input.getOperandNumber());
  return isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(widening) &&
         widening->getResult(0).getType().getIntOrFloatBitWidth() >= 16;
}

/// True if an operation adds products of two inputs of at most 8 bits, which
/// dot instructions may take.
static bool mayBeDotProduct(linalg::LinalgOp op) {
  auto isNarrow = [](Value input) {
    auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(input.getType()));
    return type && type.getWidth() <= 8;
  };
  return op.getNumDpsInputs() == 2 && op.getNumDpsInits() == 1 &&
         op.getNumReductionLoops() > 0 &&
         llvm::all_of(op.getDpsInputs(), isNarrow) &&
         llvm::any_of(*op.getBlock(), llvm::IsaPred<arith::MulIOp>);
}

/// True if an operation copies an array to another one, index by index.
static bool isCopy(linalg::LinalgOp op) {
  if (op->getNumOperands() != 2 || op.getNumDpsInputs() != 1)
    return false;
  auto source = dyn_cast<MemRefType>(op->getOperand(0).getType());
  auto dest = dyn_cast<MemRefType>(op->getOperand(1).getType());
  if (!source || !dest || source.getElementType() != dest.getElementType() ||
      source.getMemorySpace() != dest.getMemorySpace())
    return false;
  return linalg::isaCopyOpInterface(op) &&
         op.getBlock()->getTerminator()->getOperand(0) ==
             op.getBlock()->getArgument(0);
}

namespace {

/// An operation with its blocks and buffers.
class StagedOp {
public:
  StagedOp(RewriterBase &rewriter, linalg::LinalgOp op, const Target &target);

  /// True if no buffer is needed.
  bool isPlain() const { return staged.empty() && bytes.empty(); }
  bool hasBytes() const { return !bytes.empty(); }
  /// Writes the loops, and returns the operations in them.
  SmallVector<linalg::LinalgOp> build();

private:
  bool isReused(OpOperand &operand);
  int64_t getUnit(unsigned dim);
  void chooseSteps();
  void chooseSteps(OpOperand &operand);
  MemRefType getBufferType(OpOperand &operand, Type element);
  Value allocate(OpOperand &operand, Type element);
  void buildLoops(unsigned cut);
  void buildBlock();
  Value getBlock(OpOperand &operand, Value array, bool isBuffer);
  Value widen(OpOperand &operand, Value block);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  const Target &target;
  Location loc;
  SmallVector<int64_t> extents;
  /// The operands that relayouts copy, and those that become bytes.
  SmallVector<OpOperand *> staged, bytes;
  /// For each dimension of the operation the indices of a block, and the
  /// dimensions that have several blocks.
  SmallVector<int64_t> steps;
  SmallVector<unsigned> cuts;
  /// Where the block at hand begins, and the indices that it has.
  SmallVector<OpFoldResult> offsets, sizes;
  DenseMap<OpOperand *, Value> buffers, byteBuffers;
  SmallVector<linalg::LinalgOp> built;
};

} // namespace

StagedOp::StagedOp(RewriterBase &rewriter, linalg::LinalgOp op,
                   const Target &target)
    : rewriter(rewriter), op(op), target(target), loc(op.getLoc()),
      extents(op.getStaticLoopRanges()) {
  bool isProduct = mayBeDotProduct(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || type.getMemorySpace())
      continue;
    // Elements that are visited once are reached as they lie.
    if (hasOwnBits(type) ||
        (op.getNumReductionLoops() > 0 && combinesDimensions(type)))
      staged.push_back(&operand);
    if (isProduct && isReused(operand) && isWidened(op, operand))
      bytes.push_back(&operand);
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// True if an operation visits each element of an input several times.
bool StagedOp::isReused(OpOperand &operand) {
  constexpr int64_t least = 4;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  int64_t visits = 1;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    if (map.isFunctionOfDim(dim))
      continue;
    if (ShapedType::isDynamic(extents[dim]) || extents[dim] >= least)
      return op.isDpsInput(&operand);
    visits *= extents[dim];
  }
  return visits >= least && op.isDpsInput(&operand);
}

/// Returns the least power of two at whose multiples blocks may begin along a
/// dimension; 0 if there is none.
int64_t StagedOp::getUnit(unsigned dim) {
  constexpr int64_t most = 4096;
  AffineExpr index = rewriter.getAffineDimExpr(dim);
  int64_t unit = 1;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (unsigned number = 0; number < map.getNumResults(); ++number) {
      AffineExpr expr = map.getResult(number);
      if (expr.isFunctionOfDim(dim) && expr != index)
        return 0;
      if (expr != index || !type)
        continue;
      if (!isTiled(type)) {
        if (!type.isStrided())
          return 0;
        continue;
      }
      auto fits = [&] {
        SmallVector<SliceDimension> slice =
            llvm::map_to_vector(type.getShape(), [](int64_t extent) {
              return SliceDimension::getWhole(extent);
            });
        slice[number] = {};
        slice[number].offset = kDynamic;
        slice[number].offsetMultiple = unit;
        slice[number].size = kDynamic;
        return !errorToBool(inferSliceType(type, slice).takeError()) &&
               (!hasOwnBits(type) || beginsAtByte(type, slice));
      };
      while (!fits())
        if ((unit *= 2) > most)
          return 0;
    }
  }
  return unit;
}

/// Chooses the steps of the dimensions of an operand so that a block of it
/// stays in the cache.
void StagedOp::chooseSteps(OpOperand &operand) {
  auto type = cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  const bool reused = isReused(operand);
  int64_t most =
      op.getNumReductionLoops() > 0 ? target.l2Bytes / 8 : target.l1Bytes;
  // Elements, from here on.
  most /= *getStorageBits(type.getElementType()) / 8;
  if (type.hasStaticShape() && type.getNumElements() <= most)
    return;
  const int64_t side = llvm::bit_floor<uint64_t>(std::sqrt(most));
  // The elements of a block along the dimensions that are left.
  int64_t room = most;
  const Layout layout = getTiles(type);
  for (int64_t number : layout.minorToMajor) {
    int64_t extent = type.getDimSize(number);
    bool isDynamic = ShapedType::isDynamic(extent);
    auto index = dyn_cast<AffineDimExpr>(map.getResult(number));
    int64_t unit = index ? getUnit(index.getPosition()) : 0;
    int64_t bound = reused || isDynamic ? std::min(room, side) : room;
    if (unit != 0 && (isDynamic || extent > bound)) {
      int64_t &step = steps[index.getPosition()];
      int64_t own = std::max(unit, bound / unit * unit);
      step = step == 0 ? own : std::min(step, own);
      extent = step;
    }
    room = std::max<int64_t>(1, room / (ShapedType::isDynamic(extent)
                                            ? 1
                                            : std::max<int64_t>(1, extent)));
  }
}

void StagedOp::chooseSteps() {
  steps.assign(op.getNumLoops(), 0);
  for (OpOperand *operand : llvm::concat<OpOperand *>(staged, bytes))
    chooseSteps(*operand);
  // The order of what is reduced stays, but for integers: of several
  // reductions, the outermost one has blocks.
  bool keepsOrder = false;
  for (auto [number, output] : llvm::enumerate(op.getDpsInits()))
    keepsOrder |= !isa<IntegerType>(getElementTypeOrSelf(output.getType())) ||
                  !getCombiningKind(op, number);
  bool isWithin = false;
  for (unsigned dim = 0; dim < steps.size(); ++dim) {
    bool isReduction =
        linalg::isReductionIterator(op.getIteratorTypesArray()[dim]);
    bool isCut =
        ShapedType::isDynamic(extents[dim]) || steps[dim] < extents[dim];
    if (steps[dim] != 0 && isCut && !(isReduction && keepsOrder && isWithin))
      cuts.push_back(dim);
    else
      steps[dim] = 0;
    isWithin |= isReduction && extents[dim] != 1;
  }
  offsets.assign(op.getNumLoops(), rewriter.getIndexAttr(0));
  for (Range range : op.createLoopRanges(rewriter, loc))
    sizes.push_back(range.size);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Returns the type of a buffer for the blocks of an operand: with the first
/// tile of the operand, unless that combines dimensions, and no words.
MemRefType StagedOp::getBufferType(OpOperand &operand, Type element) {
  auto type = cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, expr] : llvm::zip_equal(shape, map.getResults()))
    if (auto index = dyn_cast<AffineDimExpr>(expr))
      if (int64_t step = steps[index.getPosition()])
        extent = step;
  Layout layout;
  layout.minorToMajor = getTiles(type).minorToMajor;
  auto getType = [&] {
    return MemRefType::get(
        shape, element,
        TiledLayoutAttr::getForMemRef(op.getContext(), layout, shape));
  };
  if (const Layout tiles = getTiles(type); !tiles.tiles.empty()) {
    layout.tiles.push_back(tiles.tiles.front());
    if (MemRefType tiled = getType(); hasStrides(tiled))
      return tiled;
    layout.tiles.clear();
  }
  return layout == Layout::getRowMajor(type.getRank())
             ? MemRefType::get(shape, element)
             : getType();
}

Value StagedOp::allocate(OpOperand &operand, Type element) {
  MemRefType type = getBufferType(operand, element);
  SmallVector<Value> dynamic;
  for (auto [number, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(memref::DimOp::create(rewriter, loc, operand.get(),
                                              static_cast<int64_t>(number)));
  return allocateBuffer(rewriter, loc, type, dynamic, target.lineBytes);
}

/// Returns the block at hand of an operand, or as much of its buffer.
Value StagedOp::getBlock(OpOperand &operand, Value array, bool isBuffer) {
  auto type = dyn_cast<MemRefType>(array.getType());
  if (!type)
    return array;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<OpFoldResult> begins, extents;
  bool isWhole = true;
  for (auto [number, expr] : llvm::enumerate(map.getResults())) {
    auto index = dyn_cast<AffineDimExpr>(expr);
    if (!index || steps[index.getPosition()] == 0) {
      begins.push_back(rewriter.getIndexAttr(0));
      extents.push_back(memref::getMixedSize(rewriter, loc, array, number));
      continue;
    }
    unsigned dim = index.getPosition();
    begins.push_back(isBuffer ? OpFoldResult(rewriter.getIndexAttr(0))
                              : offsets[dim]);
    extents.push_back(sizes[dim]);
    isWhole &= isBuffer && getConstantIntValue(sizes[dim]) == steps[dim];
  }
  return isWhole ? array : getPart(rewriter, loc, array, begins, extents);
}

/// Makes bytes of a block of integers.
Value StagedOp::widen(OpOperand &operand, Value block) {
  Value target = getBlock(operand, byteBuffers[&operand], /*isBuffer=*/true);
  int64_t rank = cast<MemRefType>(block.getType()).getRank();
  AffineMap map = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto widening = linalg::GenericOp::create(
      rewriter, loc, block, target, ArrayRef<AffineMap>{map, map}, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        linalg::YieldOp::create(
            builder, loc,
            buildWidening(builder, op, operand.getOperandNumber(),
                          values.front(), builder.getI8Type()));
      });
  built.push_back(widening);
  return target;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Writes the operation on the block at hand.
void StagedOp::buildBlock() {
  SmallVector<Value> operands;
  SmallVector<std::pair<Value, Value>> results;
  for (OpOperand &operand : op->getOpOperands()) {
    Value block = getBlock(operand, operand.get(), /*isBuffer=*/false);
    if (Value buffer = buffers.lookup(&operand)) {
      Value part = getBlock(operand, buffer, /*isBuffer=*/true);
      // What the operation leaves out goes back as it was, also where there is
      // nothing to reduce.
      if (op.isDpsInput(&operand) || op.getNumReductionLoops() > 0 ||
          op.payloadUsesValueFromOperand(&operand) ||
          !op.getMatchingIndexingMap(&operand).isProjectedPermutation())
        relayInto(rewriter, loc, block, part);
      if (op.isDpsInit(&operand))
        results.push_back({part, block});
      block = part;
    }
    if (byteBuffers.contains(&operand))
      block = widen(operand, block);
    operands.push_back(block);
  }
  auto part = cast<linalg::LinalgOp>(
      clone(rewriter, op.getOperation(), TypeRange(), operands));
  for (auto [operand, buffer] : byteBuffers)
    part->getRegion(0)
        .getArgument(operand->getOperandNumber())
        .setType(rewriter.getI8Type());
  if (part.hasIndexSemantics())
    linalg::offsetIndices(rewriter, part, offsets);
  built.push_back(part);
  for (auto [from, to] : results)
    relayInto(rewriter, loc, from, to);
}

void StagedOp::buildLoops(unsigned cut) {
  if (cut == cuts.size())
    return buildBlock();
  OpBuilder::InsertionGuard guard(rewriter);
  unsigned dim = cuts[cut];
  const int64_t step = steps[dim], extent = extents[dim];
  OpFoldResult outerSize = sizes[dim];
  auto addLoop = [&](Value end, function_ref<OpFoldResult(Value)> getSize) {
    OpBuilder::InsertionGuard guard(rewriter);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    auto loop =
        scf::ForOp::create(rewriter, loc, zero, end,
                           arith::ConstantIndexOp::create(rewriter, loc, step));
    rewriter.setInsertionPointToStart(loop.getBody());
    offsets[dim] = loop.getInductionVar();
    sizes[dim] = getSize(loop.getInductionVar());
    buildLoops(cut + 1);
  };
  if (ShapedType::isDynamic(extent)) {
    addLoop(cast<Value>(outerSize), [&](Value begin) {
      AffineExpr size = rewriter.getAffineSymbolExpr(0),
                 at = rewriter.getAffineDimExpr(0);
      return affine::makeComposedFoldedAffineMin(
          rewriter, loc,
          AffineMap::get(1, 1,
                         {rewriter.getAffineConstantExpr(step), size - at},
                         op.getContext()),
          {begin, outerSize});
    });
  } else {
    int64_t whole = extent / step * step;
    addLoop(arith::ConstantIndexOp::create(rewriter, loc, whole),
            [&](Value) { return rewriter.getIndexAttr(step); });
    if (whole < extent) {
      offsets[dim] = rewriter.getIndexAttr(whole);
      sizes[dim] = rewriter.getIndexAttr(extent - whole);
      buildLoops(cut + 1);
    }
  }
  offsets[dim] = rewriter.getIndexAttr(0);
  sizes[dim] = outerSize;
}

SmallVector<linalg::LinalgOp> StagedOp::build() {
  chooseSteps();
  for (OpOperand *operand : staged)
    buffers[operand] =
        allocate(*operand, getElementTypeOrSelf(operand->get().getType()));
  for (OpOperand *operand : bytes)
    byteBuffers[operand] = allocate(*operand, rewriter.getI8Type());
  buildLoops(0);
  for (OpOperand *operand : staged)
    freeBuffer(rewriter, loc, buffers[operand]);
  for (OpOperand *operand : bytes)
    freeBuffer(rewriter, loc, byteBuffers[operand]);
  rewriter.eraseOp(op);
  return built;
}

SmallVector<linalg::LinalgOp>
mlir::tiled_layout::stageOperands(RewriterBase &rewriter, linalg::LinalgOp op,
                                  const Target &target) {
  // A body that reads what was stored has to see it.
  bool touchesMemory =
      !llvm::all_of(op.getBlock()->without_terminator(), [](Operation &inner) {
        return isMemoryEffectFree(&inner);
      });
  if (runsOnDevice(op) || touchesMemory)
    return {op};
  StagedOp stagedOp(rewriter, op, target);
  if (stagedOp.isPlain())
    return {op};
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  if (isCopy(op)) {
    rewriter.replaceOpWithNewOp<RelayoutOp>(op, TypeRange(), op->getOperand(0),
                                            op->getOperand(1),
                                            /*padding=*/Attribute());
    return {};
  }
  // The body of a named operation follows from its types, and bytes are others.
  if (stagedOp.hasBytes() && !isa<linalg::GenericOp>(op))
    return stageOperands(rewriter, *linalg::generalizeNamedOp(rewriter, op),
                         target);
  return stagedOp.build();
}
