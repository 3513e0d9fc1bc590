//===- RowGroup.cpp - Which operations share rows, and how many -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Views.h"

#include "llvm/ADT/PriorityQueue.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// More operations than these are not taken together, and more sets of
/// dimensions than these are not tried, so that the time for a module is
/// linear.
static constexpr size_t kMaxOperations = 64, kMaxSets = 8;

/// A block that is larger than the least one takes at most one of so many parts
/// of the second cache.
static constexpr int64_t kPartsOfCache = 4;

/// Fewer rows than these make a product read its other operand too often.
static constexpr int64_t kProductRows = 64;

linalg::LinalgOp RowGroup::getProducer(Value tensor) const {
  Operation *op = tensor.getDefiningOp();
  return op && contains(op) ? cast<linalg::LinalgOp>(op) : linalg::LinalgOp();
}

SmallVector<int64_t> RowGroup::getLoopSteps(linalg::LinalgOp op) const {
  SmallVector<int64_t> result(op.getNumLoops(), 0);
  for (auto [row, loop] : llvm::enumerate(loops.lookup(op)))
    if (steps[row] != extents[row])
      result[loop] = steps[row];
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool mlir::tiled_layout::mayHaveRows(linalg::LinalgOp op) {
  return op && op.hasPureTensorSemantics() && isMemoryEffectFree(op) &&
         op->getNumResults() != 0 && !op.hasDynamicShape() &&
         op.getNumLoops() != 0 &&
         llvm::product_of(op.getStaticLoopRanges()) != 0;
}

/// Returns the dimension of a tensor that a loop goes over, `std::nullopt` if
/// it is none or not the loop alone.
static std::optional<unsigned> getDimension(AffineMap map, unsigned loop) {
  std::optional<unsigned> found;
  for (auto [dim, index] : llvm::enumerate(map.getResults())) {
    if (!index.isFunctionOfDim(loop))
      continue;
    if (found || !isa<AffineDimExpr>(index))
      return std::nullopt;
    found = dim;
  }
  return found;
}

/// True if a block of a loop's indices needs a block of each operand that the
/// loop goes over, and computes one of each result.
static bool mayBeRow(linalg::LinalgOp op, unsigned loop) {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return getDimension(map, loop) ||
           (op.isDpsInput(&operand) && !map.isFunctionOfDim(loop));
  });
}

/// Returns the loop of a producer that computes the indices which `loop` reads
/// of the operand.
static std::optional<unsigned> getProducerLoop(OpOperand &operand,
                                               unsigned loop) {
  auto consumer = cast<linalg::LinalgOp>(operand.getOwner());
  std::optional<unsigned> dim =
      getDimension(consumer.getMatchingIndexingMap(&operand), loop);
  if (!dim)
    return std::nullopt;
  auto result = cast<OpResult>(operand.get());
  auto producer = cast<linalg::LinalgOp>(result.getOwner());
  AffineMap map = producer.getIndexingMapMatchingResult(result);
  auto index = dyn_cast<AffineDimExpr>(map.getResult(*dim));
  if (!index || !mayBeRow(producer, index.getPosition()))
    return std::nullopt;
  return index.getPosition();
}

namespace {

struct IsBefore {
  bool operator()(Operation *left, Operation *right) const {
    return left->isBeforeInBlock(right);
  }
};

/// Collects the operations that can be computed with one in blocks of rows.
class GroupFinder {
public:
  GroupFinder(linalg::LinalgOp root, ArrayRef<unsigned> rows) {
    group.loops[root].assign(rows.begin(), rows.end());
    addProducers(root);
    while (!queue.empty() && group.loops.size() < kMaxOperations) {
      Operation *producer = queue.top();
      queue.pop();
      consider(cast<linalg::LinalgOp>(producer), rows);
    }
    for (auto &[op, loops] : group.loops)
      group.ops.push_back(cast<linalg::LinalgOp>(op));
    llvm::sort(group.ops, IsBefore());
    SmallVector<int64_t> ranges = root.getStaticLoopRanges();
    for (unsigned row : rows)
      group.extents.push_back(ranges[row]);
  }

  RowGroup group;
  /// Sets of the root's loops with which there may be more operations.
  SmallVector<SmallVector<unsigned>> fewerRows;

private:
  void addProducers(linalg::LinalgOp op) {
    for (Value operand : op->getOperands()) {
      auto producer = operand.getDefiningOp<linalg::LinalgOp>();
      if (mayHaveRows(producer) && producer->getBlock() == op->getBlock() &&
          queued.insert(producer).second)
        queue.push(producer);
    }
  }

  /// Adds a producer all of whose readers have been considered.
  void consider(linalg::LinalgOp producer, ArrayRef<unsigned> rows) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : producer->getUses())
      if (group.contains(use.getOwner()))
        uses.push_back(&use);
      else if (!isa<linalg::FillOp>(producer))
        return;
    SmallVector<unsigned> loops, kept;
    for (unsigned number = 0; number < rows.size(); ++number) {
      std::optional<unsigned> loop;
      bool agree = llvm::all_of(uses, [&](OpOperand *use) {
        std::optional<unsigned> other =
            getProducerLoop(*use, group.loops.lookup(use->getOwner())[number]);
        bool same = other && (!loop || *loop == *other);
        loop = other;
        return same;
      });
      if (!agree || llvm::is_contained(loops, *loop))
        continue;
      loops.push_back(*loop);
      kept.push_back(rows[number]);
    }
    if (kept.size() == rows.size()) {
      group.loops[producer] = std::move(loops);
      addProducers(producer);
    } else if (!kept.empty() && !llvm::is_contained(fewerRows, kept)) {
      fewerRows.push_back(std::move(kept));
    }
  }

  llvm::PriorityQueue<Operation *, std::vector<Operation *>, IsBefore> queue;
  DenseSet<Operation *> queued;
};

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Chooses the blocks of a group.
class BlockChooser {
public:
  BlockChooser(RowGroup &group, const Target &target)
      : group(group), target(target) {
    hasProducts = llvm::any_of(group.ops, [](linalg::LinalgOp op) {
      return linalg::isaContractionOpInterface(op);
    });
    completed.insert(group.getRoot()->result_begin(),
                     group.getRoot()->result_end());
    for (Value init : group.getRoot().getDpsInits())
      while (linalg::LinalgOp producer = group.getProducer(init)) {
        completed.insert(init);
        init =
            producer.getDpsInitOperand(cast<OpResult>(init).getResultNumber())
                ->get();
      }
    for (linalg::LinalgOp op : group.ops) {
      DenseSet<Value> inputs;
      for (OpOperand *operand : op.getDpsInputOperands())
        if (!group.getProducer(operand->get()) && isCut(op, *operand) &&
            inputs.insert(operand->get()).second)
          ++readers[operand->get()];
    }
  }

  /// Bytes that one operation touches at once of what another one touches, too:
  /// of tensors between operations, and of inputs that several of them read.
  int64_t getSharedBytes();
  /// Sets the steps, or returns why there are none.
  std::string choose();

private:
  /// True if one operation hands the tensor on to another one that does more
  /// than to complete it.
  bool isBetween(Value tensor) const {
    return group.getProducer(tensor) && !completed.contains(tensor);
  }
  /// True if several operations read a block of a tensor from outside.
  bool isReadTwice(Value tensor) const { return readers.lookup(tensor) > 1; }
  /// True if a block of rows needs a part of an operand.
  bool isCut(linalg::LinalgOp op, OpOperand &operand) const {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return llvm::any_of(group.loops.lookup(op), [&](unsigned loop) {
      return map.isFunctionOfDim(loop);
    });
  }
  int64_t getBlockBytes(linalg::LinalgOp op, OpOperand &operand);
  bool hasLongRuns(linalg::LinalgOp op, OpOperand &operand,
                   int64_t minor) const;
  bool hasLayout(linalg::LinalgOp op, OpOperand &operand);
  bool haveLayouts();
  bool fits(int64_t parts);
  bool growDimension(unsigned row);
  bool isReadAgain(linalg::LinalgOp op, OpOperand &operand);
  bool pays();

  RowGroup &group;
  const Target &target;
  bool hasProducts;
  /// What the last operation's results begin as, such as fills.
  DenseSet<Value> completed;
  /// How many operations read blocks of a tensor from outside.
  DenseMap<Value, unsigned> readers;
};

} // namespace

/// Returns the bytes of what a block needs of an operand; 0 if they are not
/// known.
int64_t BlockChooser::getBlockBytes(linalg::LinalgOp op, OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return 0;
  SmallVector<int64_t> shape(type.getShape());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [loop, step] : llvm::enumerate(group.getLoopSteps(op)))
    if (std::optional<unsigned> dim = getDimension(map, loop); dim && step)
      shape[*dim] = step;
  std::optional<Shape> block = getXlaShape(type.clone(shape));
  return block ? getBytes(*block) : 0;
}

int64_t BlockChooser::getSharedBytes() {
  int64_t most = 0;
  for (linalg::LinalgOp op : group.ops) {
    int64_t bytes = 0;
    DenseSet<Value> seen;
    for (OpOperand &operand : op->getOpOperands()) {
      // A result has the place of its destination.
      Value tensor =
          op.isDpsInit(&operand) ? op.getTiedOpResult(&operand) : operand.get();
      bool isShared =
          isBetween(tensor) || (op.isDpsInput(&operand) && isReadTwice(tensor));
      if (isShared && seen.insert(operand.get()).second)
        bytes += getBlockBytes(op, operand);
    }
    most = std::max(most, bytes);
  }
  return most;
}

/// True if a block of an operand without tiles, whose dimension `minor` is the
/// most minor one, has runs of several lines: blocks of shorter ones would
/// fetch the same lines.
bool BlockChooser::hasLongRuns(linalg::LinalgOp op, OpOperand &operand,
                               int64_t minor) const {
  constexpr int64_t leastLines = 4;
  auto type = cast<RankedTensorType>(operand.get().getType());
  std::optional<int64_t> bits = getBitsPerElement(type);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return llvm::all_of(
      llvm::enumerate(group.getLoopSteps(op)), [&](auto numbered) {
        auto [loop, step] = numbered;
        return step == 0 || getDimension(map, loop) != minor ||
               (bits && step * *bits >= leastLines * 8 * target.lineBytes);
      });
}

/// True if a block of an operand has the operand's layout: a view of it, if it
/// lies outside of the loops. Others would be copied element by element.
bool BlockChooser::hasLayout(linalg::LinalgOp op, OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return true;
  bool isInside = op.isDpsInput(&operand) ? isBetween(operand.get())
                                          : op != group.getRoot();
  if (!isTiled(type))
    return isInside || hasLongRuns(op, operand, type.getRank() - 1);
  std::optional<Layout> layout = getTileLayout(type);
  if (!layout || layout->exact || layout->tailPaddingAlignment != 1 ||
      layout->metadataPrefixBytes != 0 || !layout->splits.empty())
    return false;
  if (isInside)
    return true;
  if (layout->tiles.empty() && !layout->minorToMajor.empty() &&
      !hasLongRuns(op, operand, layout->minorToMajor.front()))
    return false;
  SmallVector<SliceDimension> slice;
  for (int64_t extent : type.getShape())
    slice.push_back(SliceDimension::getWhole(extent));
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [loop, step] : llvm::enumerate(group.getLoopSteps(op)))
    if (std::optional<unsigned> dim = getDimension(map, loop); dim && step)
      slice[*dim] = {kDynamic, step, step};
  std::optional<SliceLayout> block =
      expectedToOptional(getSliceLayout(*layout, type.getShape(), slice));
  // Rows within a tile have another layout.
  return block && block->layout.minorToMajor == layout->minorToMajor &&
         block->layout.tiles == layout->tiles;
}

/// True if all blocks of the group have the layouts of their tensors.
bool BlockChooser::haveLayouts() {
  return llvm::all_of(group.ops, [&](linalg::LinalgOp op) {
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      return hasLayout(op, operand);
    });
  });
}

/// True if a block takes one of `parts` of the second cache, which has to keep
/// what all blocks read, too.
bool BlockChooser::fits(int64_t parts) {
  int64_t bytes = getSharedBytes();
  return bytes <= target.l2Bytes / parts ||
         (hasProducts && group.steps.back() <= kProductRows &&
          bytes <= target.l2Bytes);
}

/// Returns the divisors of an extent that are at least `least`, in order.
static SmallVector<int64_t> getDivisors(int64_t extent, int64_t least) {
  SmallVector<int64_t> divisors;
  for (int64_t divisor = 1; divisor * divisor <= extent; ++divisor)
    if (extent % divisor == 0)
      divisors.append({divisor, extent / divisor});
  llvm::erase_if(divisors, [&](int64_t divisor) { return divisor < least; });
  llvm::sort(divisors);
  return divisors;
}

/// Lets blocks have as many indices of a dimension as fit. Returns true if they
/// have all.
bool BlockChooser::growDimension(unsigned row) {
  int64_t best = group.steps[row];
  for (int64_t step : getDivisors(group.extents[row], best)) {
    group.steps[row] = step;
    if (haveLayouts() && fits(kPartsOfCache))
      best = step;
  }
  group.steps[row] = best;
  return best == group.extents[row];
}

/// True if several blocks read the same part of an operand.
bool BlockChooser::isReadAgain(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return llvm::any_of(llvm::enumerate(group.loops.lookup(op)),
                      [&](auto numbered) {
                        auto [row, loop] = numbered;
                        return group.steps[row] != group.extents[row] &&
                               !map.isFunctionOfDim(loop);
                      });
}

/// True if what each block reads again is in the second cache, or less than
/// what the operations hand on.
bool BlockChooser::pays() {
  int64_t again = 0, saved = 0;
  DenseSet<Value> seen;
  for (linalg::LinalgOp op : group.ops)
    for (OpOperand &operand : op->getOpOperands()) {
      int64_t bytes = getBlockBytes(op, operand);
      if (isBetween(operand.get())) {
        saved += 2 * bytes;
        continue;
      }
      if (!op.isDpsInput(&operand))
        continue;
      if (!seen.insert(operand.get()).second)
        saved += isReadTwice(operand.get()) ? bytes : 0;
      else if (isReadAgain(op, operand))
        again += bytes;
    }
  return again <= target.l2Bytes / 2 || again <= saved;
}

std::string BlockChooser::choose() {
  // The least steps that tiles allow, each beside all of the others.
  SmallVector<int64_t> least;
  for (auto [row, extent] : llvm::enumerate(group.extents)) {
    bool isLast = row + 1 == group.extents.size();
    int64_t rows = isLast && hasProducts ? std::min(kProductRows, extent) : 1;
    group.steps = group.extents;
    for (int64_t step : getDivisors(extent, rows)) {
      group.steps[row] = step;
      if (haveLayouts())
        break;
    }
    least.push_back(group.steps[row]);
  }
  group.steps = least;
  if (group.steps == group.extents)
    return "no block of rows divides the extents at edges of tiles";
  if (!haveLayouts() || !fits(kPartsOfCache / 2))
    return "the second cache does not keep a block of rows";
  for (unsigned row = group.steps.size(); row-- != 0;)
    if (!growDimension(row))
      break;
  return pays() ? "" : "each block of rows would read too much again";
}

std::optional<RowGroup> mlir::tiled_layout::findRowGroup(linalg::LinalgOp root,
                                                         const Target &target,
                                                         std::string &reason) {
  AffineMap map = root.getIndexingMapMatchingResult(root->getResult(0));
  // Blocks have the indices whole that are neighbours in memory.
  auto result = cast<RankedTensorType>(root->getResult(0).getType());
  Layout layout =
      getLayout(result).value_or(Layout::getRowMajor(result.getRank()));
  SmallVector<unsigned> all;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
        loop && mayBeRow(root, loop.getPosition()))
      all.push_back(loop.getPosition());
  std::optional<RowGroup> best;
  int64_t mostBytes = target.l2Bytes;
  SmallVector<SmallVector<unsigned>> sets;
  if (!all.empty())
    sets.push_back(std::move(all));
  for (size_t next = 0; next < sets.size(); ++next) {
    GroupFinder finder(root, SmallVector<unsigned>(sets[next]));
    for (SmallVector<unsigned> &rows : finder.fewerRows)
      if (sets.size() < kMaxSets && !llvm::is_contained(sets, rows))
        sets.push_back(std::move(rows));
    RowGroup &group = finder.group;
    BlockChooser chooser(group, target);
    group.steps = group.extents;
    // What the second cache keeps anyway needs no blocks.
    int64_t bytes = chooser.getSharedBytes();
    if (bytes <= mostBytes)
      continue;
    reason = chooser.choose();
    if (!reason.empty())
      continue;
    mostBytes = bytes;
    best = std::move(group);
  }
  return best;
}
