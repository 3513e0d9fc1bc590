//===- RegisterBlock.h - A block of results in registers --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REGISTERBLOCK_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REGISTERBLOCK_H

#include "FlatOperands.h"

#include "mlir/IR/IRMapping.h"

namespace mlir::tiled_layout {

/// How far the loops have come.
struct BlockState {
  /// For each dimension: the indices that are left to the loops within; a
  /// number, or a value.
  SmallVector<OpFoldResult> limits;
  /// For each dimension: what its limit may be; empty where that is known at
  /// run time only.
  SmallVector<SmallVector<int64_t, 2>> sizes;
  /// For each dimension: the indices that the block of registers holds. Of the
  /// vector's dimension: a multiple of the lanes.
  SmallVector<int64_t> block;
  /// For each operand: the position of the block; null of one that is not
  /// packed yet.
  SmallVector<Value> positions;
  /// For each dimension: the index of the block; empty if neither the body nor
  /// a sum of indices asks for one.
  SmallVector<Value> indices;
  /// What the reductions have come to; empty outside of them.
  SmallVector<Value> results;
  /// What flipped bits contribute to each vector of a row of results; empty if
  /// there are none, or not known yet.
  SmallVector<Value> corrections;
  /// The reductions sum up the corrections.
  bool isCorrecting = false;
  /// Some rows of a word, one of several programs for as many as are left; not
  /// of a reduction.
  bool isPartOfWord = false;
  /// Whether whole blocks are stored around the caches; null if not.
  Value streamsBlocks;
  /// Whole vectors are, now.
  bool streams = false;
  /// Packs that have a buffer.
  size_t allocated = 0;
  /// Packs that are done.
  size_t packed = 0;
  /// Indices in a vector along its dimension.
  int64_t lanes = 1;
  /// Indices of the plan's `interleavedDim` for each of them.
  int64_t interleave = 1;
  /// Of the last vector: which elements there are. Null if all.
  Value mask;
  /// How many they are; null if all.
  OpFoldResult maskedLanes;
  /// Where tile registers of results are stored; null outside of all loops.
  Value matrixBuffer;
  /// Rows of the block that are results; null if all.
  Value matrixRows;
  /// Of each operand, where the innermost loop began, and its step; empty and
  /// null where no rows are fetched.
  SmallVector<Value> stripPositions;
  Value stripStep;
};

/// Where in the block: an index of each dimension.
using BlockPoint = SmallVector<int64_t, 6>;

/// Returns the point that lies `step` after another one.
inline BlockPoint addStep(BlockPoint point, const BlockPoint &step) {
  for (auto [index, by] : llvm::zip_equal(point, step))
    index += by;
  return point;
}

/// Returns the first of the points that are interleaved with a point.
inline BlockPoint getWordStart(BlockPoint point,
                               const OperandAccess::Interleave &interleave) {
  for (auto [dim, index] : llvm::enumerate(point))
    index -= index % interleave.getParts(dim);
  return point;
}

/// Returns the point of one part of those that are interleaved with the first.
inline BlockPoint getWordPoint(BlockPoint first,
                               const OperandAccess::Interleave &interleave,
                               int64_t part) {
  int64_t inner = interleave.getParts(interleave.dim);
  first[interleave.dim] += part % inner;
  if (interleave.groups > 1)
    first[interleave.outerDim] += part / inner;
  return first;
}

/// Points of a block that are computed on vectors of one kind.
struct BlockPart {
  BlockState state;
  SmallVector<BlockPoint> points;
  /// For each output, a value for each point.
  SmallVector<SmallVector<Value>> results;
};

/// Emits what is unrolled into registers.
class RegisterBlock {
public:
  /// Reductions begin with `fill` instead of what the output has, if there is
  /// such a value.
  RegisterBlock(OpBuilder &builder, linalg::LinalgOp op, const Target &target,
                const StructuredProblem &problem, const StructuredPlan &plan,
                FlatOperands &operands, Value fill);

  /// Loads the results that reductions continue, or begins partial ones.
  SmallVector<Value> loadResults(const BlockState &state);
  /// Stores what reductions have come to.
  void storeResults(const BlockState &state);
  /// One step of all reductions of the block.
  void reduce(BlockState &state);
  /// True if results are to be corrected for flipped bits.
  bool isCorrected(const BlockState &state) const;
  /// Begins a row of results that sums up what flipped bits contribute to each
  /// row, which is what they contribute to a row of zeros.
  SmallVector<Value> beginCorrections(const BlockState &state);
  /// Returns the type of the buffer of a plan with matrices.
  MemRefType getMatrixBuffer();
  /// True if the block of registers is as large as the plan has them.
  bool isWhole(const BlockState &state) const;
  /// Computes and stores a block of an operation without reductions.
  void compute(const BlockState &state);

private:
  using Cache = std::map<std::pair<int64_t, std::vector<int64_t>>, Value>;

  bool isPartial() const {
    return plan.lanes > 1 && problem.isReduction[plan.vectorDim];
  }
  /// Vectors of partial results that a point has.
  int64_t getParts() const {
    return isPartial() ? getLastStep(plan, plan.vectorDim) / plan.lanes : 1;
  }
  void prefetch(int64_t operand, Value position, bool isWrite = false);
  void fetchAhead(const BlockState &state, const BlockPoint &point,
                  bool outputs);
  void fetchBlocksAhead(const BlockState &state);
  void fetchRowsAhead(const BlockState &state, int64_t operand,
                      const RowsAhead &rows, Value ahead);
  SmallVector<BlockPoint> getPoints(const BlockState &state,
                                    bool isReduction) const;
  Value getMask(const BlockState &state, const BlockPoint &point) const;
  bool isInWords(Type type, int64_t parts) const;
  Value interleave(ArrayRef<Value> parts);
  SmallVector<Value> deinterleave(Value value, int64_t parts);
  Value getPosition(const BlockState &state, int64_t operand,
                    const BlockPoint &point, const IndexSum *without = nullptr,
                    int64_t further = 0, int64_t rows = 0);
  Value getSumIndex(const BlockState &state, const BlockPoint &point,
                    const IndexSum &sum);
  Value getSumDigit(const BlockState &state, const BlockPoint &point,
                    const IndexSum &sum, size_t step);
  Value getDigit(Value index, const IndexSum &sum, size_t step);
  bool isSumInterleaved(const BlockState &state, int64_t operand,
                        const IndexSum &sum) const;
  Value selectPart(const BlockState &state, int64_t operand,
                   const BlockPoint &point, ArrayRef<Value> parts);
  Value extend(Value value);
  OperandAccess::Interleave getInterleave(int64_t operand) const;
  bool hasWholeWindow(const BlockState &state, int64_t operand,
                      const BlockPoint &point) const;
  SmallVector<Value> loadWindow(const BlockState &state, int64_t operand,
                                const BlockPoint &point, int64_t before);
  Value loadSteps(const BlockState &state, int64_t operand,
                  const BlockPoint &point);
  Value loadThroughBuffer(const BlockState &state, int64_t operand,
                          const BlockPoint &point);
  Value spreadMask(Value mask, int64_t lanes,
                   OperandAccess::Interleave interleave);
  SmallVector<Value> load(const BlockState &state, int64_t operand,
                          const BlockPoint &point);
  Value loadOfWords(const BlockState &state, int64_t operand,
                    const BlockPoint &point);
  Value loadVector(const BlockState &state, int64_t operand,
                   const BlockPoint &point);
  int64_t getRowDistance(const BlockState &state, int64_t operand,
                         int64_t size) const;
  SmallVector<Value> loadStrided(const BlockState &state, int64_t operand,
                                 const BlockPoint &point, int64_t size,
                                 int64_t distance);
  Value getRowPosition(const BlockState &state, int64_t operand,
                       const BlockPoint &point, int64_t row);
  Value takePart(Value words, Value part, VectorType type);
  bool takesWholeWords(const BlockState &state, int64_t operand,
                       const BlockPoint &point) const;
  SmallVector<Value> loadTransposed(const BlockState &state, int64_t operand,
                                    BlockPoint &point, int64_t &word);
  /// Returns a vector of short floats as integers, which LLVM shuffles well.
  Value asIntegers(Value value);
  /// Returns the bits of a vector as elements of another type.
  Value asType(Value value, Type element);
  Cache::key_type makeKey(int64_t operand, const BlockPoint &point,
                          bool interleave) const;
  Value loadCached(const BlockState &state, int64_t operand,
                   const BlockPoint &point, Cache &cache);
  Value loadElements(const BlockState &state, int64_t operand,
                     const BlockPoint &point, Cache &cache);
  Value fromBytes(int64_t operand, Value value);
  Value toBytes(Value value);
  void store(const BlockState &state, int64_t operand, const BlockPoint &point,
             Value value, Value mask);
  void storeAll(const BlockState &state, int64_t output,
                ArrayRef<BlockPoint> points, ArrayRef<Value> values);
  void orderRows(const BlockState &state, const BlockPart &part,
                 const BlockPoint &point);
  void storeParts(ArrayRef<BlockPart> parts, bool streams);
  SmallVector<Value> runBody(const BlockState &state, const BlockPoint &point,
                             ArrayRef<Value> results, Cache &cache);
  Value loadWhole(Value inner, Value vector);
  Operation *widen(const BlockState &state, Operation &inner,
                   llvm::function_ref<Value(Value)> getValue);
  Value makeIndex(const BlockState &state, const BlockPoint &point,
                  int64_t dim);
  Value splat(const BlockState &state, Value value);
  Value makeNeutral(const BlockState &state, int64_t output);
  /// Returns the elements of a vector.
  int64_t getWidth(const BlockState &state) const {
    return state.lanes * state.interleave;
  }

  // RegisterShifts.cpp
  Value getUnits(const BlockState &state, const BlockPoint &point,
                 const IndexShift &shift, int64_t by);
  Value loadShifted(const BlockState &state, int64_t operand,
                    const BlockPoint &point, int64_t elements, Value mask,
                    Value own = {},
                    llvm::function_ref<Value(int64_t further)> getStart = {});
  Value loadShiftedWords(const BlockState &state, int64_t operand,
                         const BlockPoint &point, int64_t elements, Value mask,
                         Value own = {});

  // RegisterLoads.cpp
  Value getScalar(const BlockState &state, const BlockPoint &point, Value value,
                  IRMapping &scalars, Cache &cache);
  Value loadTable(const BlockState &state, const BlockPoint &point,
                  Operation &inner, IRMapping &scalars, Cache &cache);

  // RegisterWindows.cpp
  /// An input that windows slide over, whose groups are combined as they lie.
  struct Sliding {
    int64_t operand;
    const IndexSum &sum;
    /// The groups that results of the block need.
    int64_t firstGroup, endGroup;
    /// Where they begin: points at which the sum's dimensions are 0.
    SmallVector<BlockPoint> points;
  };
  std::optional<Sliding> getSliding(const BlockState &state);
  SmallVector<Value> loadSlidingResults(const BlockState &state,
                                        const Sliding &sliding);
  void reduceSliding(BlockState &state, const Sliding &sliding);
  SmallVector<Value> slideResults(const BlockState &state,
                                  const Sliding &sliding);
  Cache::key_type makeGroupKey(int64_t operand, const BlockPoint &point,
                               const IndexSum &sum, int64_t number) const;
  Value loadGroupOf(const BlockState &state, int64_t operand,
                    const BlockPoint &point, const IndexSum &sum,
                    int64_t number, Cache &cache);
  Value loadSlidingRows(const BlockState &state, int64_t operand,
                        const BlockPoint &point, const IndexSum &sum,
                        Cache &cache);

  // RegisterInterleave.cpp
  SmallVector<BlockPart, 2> getBlockParts(const BlockState &state) const;
  bool isInterleaved(int64_t operand) const;
  bool hasOtherGroups(int64_t operand) const;
  void loadOtherGroups(const BlockState &state, int64_t operand,
                       const BlockPoint &point, Cache &cache);
  Value getInterleavedMask(const BlockState &state, const BlockPoint &point);
  Value loadMasked(int64_t operand, Value position, int64_t elements,
                   Value mask);
  Value loadElementsAt(int64_t operand, Value position, int64_t elements,
                       Value mask);
  Value loadAllInterleaved(const BlockState &state, int64_t operand,
                           const BlockPoint &point);
  Value loadSameInterleaved(const BlockState &state, int64_t operand,
                            const BlockPoint &point);
  bool hasLongRows(const BlockState &state, int64_t operand,
                   const BlockPoint &point);
  Value loadInterleaved(const BlockState &state, int64_t operand,
                        const BlockPoint &point, Cache &cache);
  /// Returns the state of a reduction whose partial results have groups.
  BlockState withInterleave(const BlockState &state) const {
    BlockState interleaved = state;
    interleaved.interleave = state.lanes > 1 ? plan.interleave : 1;
    return interleaved;
  }
  SmallVector<Value> deinterleave(int64_t output, Value value,
                                  int64_t interleave);
  bool joinsWords(const BlockState &state, int64_t output);
  Value combineGroups(int64_t output, SmallVector<Value> rows);
  void storeWords(const BlockState &state, int64_t output,
                  ArrayRef<BlockPoint> points, ArrayRef<Value> values);
  void storePartialInterleaved(const BlockState &state);
  void storeInterleaved(const BlockState &state, int64_t output,
                        ArrayRef<BlockPoint> points, ArrayRef<Value> values);
  void reducePoint(BlockState &state, const BlockPoint &point,
                   MutableArrayRef<Value> results, Cache &cache);
  Value getPartialMask(const BlockState &state, const BlockPoint &point);
  void storePartial(const BlockState &state);
  void storeLanes(const BlockState &state, int64_t output,
                  ArrayRef<BlockPoint> points, ArrayRef<Value> partials);
  Value joinElements(ArrayRef<Value> vectors);
  int64_t countAdjacent(int64_t output, ArrayRef<BlockPoint> points);
  Value combineLanes(int64_t output, SmallVector<Value> partials);
  Value combine(int64_t output, Value a, Value b);
  SmallVector<Value> combineFirst(ArrayRef<Value> a, ArrayRef<Value> b);
  SmallVector<Value> combineFirstLanes(SmallVector<Value> kept, int64_t lanes);
  void storeFirst(const BlockState &state);

  // RegisterDot.cpp
  bool isDot(const BlockState &state) const {
    return plan.dotSteps != 0 && state.lanes == plan.lanes;
  }
  SmallVector<BlockPoint> getVectorPoints(const BlockState &state) const;
  SmallVector<BlockPoint> getWordRows(const BlockState &state, int64_t operand,
                                      const BlockPoint &point) const;
  SmallVector<BlockPoint> getNextWords(const BlockState &state, int64_t operand,
                                       const BlockPoint &point) const;
  Value widenForDot(int64_t operand, Value numbers);
  Value loadWord(const BlockState &state, int64_t operand,
                 const BlockPoint &point, Cache &cache);
  Value loadGroups(const BlockState &state, int64_t operand,
                   const BlockPoint &point, Cache &cache);
  Value addProducts(Value sum, Value broadcast, Value vector);
  void reduceDot(BlockState &state);

  // RegisterMatrix.cpp
  SmallVector<BlockPoint> getMatrixPoints(const BlockState &state) const;
  SmallVector<Value> beginMatrices(const BlockState &state);
  Value loadMatrix(const BlockState &state, int64_t operand,
                   const BlockPoint &point, Cache &cache);
  void reduceMatrices(BlockState &state);
  void addMatrixRow(const BlockState &state, ArrayRef<BlockPoint> points);
  void storeMatrices(const BlockState &state);

  void reduceCorrections(BlockState &state);
  Value correct(const BlockState &state, const BlockPoint &point, Value result);
  Value unflip(int64_t operand, Value number);

  OpBuilder &builder;
  linalg::LinalgOp op;
  const Target &target;
  const StructuredProblem &problem;
  const StructuredPlan &plan;
  FlatOperands &operands;
  Value fill;
  Location loc;
  IndexMath math;
  int64_t numInputs, numOutputs;
  /// Of each output of a reduction: its maximum or minimum that is carried in
  /// f32; null if it has none.
  SmallVector<Operation *, 1> extrema;
  /// Both outputs, if they are the first extremum and its index.
  std::optional<FirstExtremum> first;
  /// What the body widens, where panels hold it wide.
  SmallVector<Operation *, 2> widenings;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REGISTERBLOCK_H
