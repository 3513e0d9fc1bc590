//===- StructuredPlanner.h - Chooses a plan ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_STRUCTURED_STRUCTUREDPLANNER_H
#define TILED_LAYOUT_LIB_STRUCTURED_STRUCTUREDPLANNER_H

#include "tiled_layout/Structured/DotProducts.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Fewer rows read an operand too seldom to pay for a copy of it.
inline constexpr int64_t kFewestRows = 4;

/// From so many results on, what they share is widened once for all of them.
inline constexpr int64_t kWidenedResults = 128;

/// True if registers hold a block of results and all that is multiplied beside
/// it: those of AVX-512 and NEON do, those of AVX2 and SSE do not.
inline bool hasManyRegisters(const Target &target) {
  return target.vectorRegisters >= 32;
}

/// Returns how many vectors of results registers hold beside what is
/// multiplied.
inline int64_t getMostResults(const Target &target) {
  return hasManyRegisters(target) ? 16 : 12;
}

/// Which operands may be packed beside those that vectors need packed.
enum class Packing {
  /// Those that lie badly for the caches.
  ForCaches,
  None,
  /// Those that sums index across tiles.
  Sums
};

/// How products are added up.
enum class Products {
  /// By instructions that multiply matrices.
  Matrix,
  /// By dot instructions.
  Dot,
  /// As the body says.
  Body
};

/// Chooses the plan of one operation.
class StructuredPlanner {
public:
  StructuredPlanner(const StructuredProblem &problem, const Target &target,
                    Products products, Packing packing)
      : original(problem), problem(problem), target(target), products(products),
        usesDot(products != Products::Body), packing(packing) {}

  llvm::Expected<StructuredPlan> run();
  /// One element at a time, in the order in which the first output lies; none
  /// if plain loops are as good.
  std::optional<StructuredPlan> runOnElements();

private:
  /// A loop that an operand asks for: over the indices of a dimension, or over
  /// its tiles.
  struct ResultDigit {
    int64_t dim, edge;
    Stride stride;
  };
  /// Returns the loops over dimensions that are no reductions, in the order in
  /// which an operand lies. What it does not depend on comes first.
  llvm::SmallVector<ResultDigit> getDigits(const OperandAccess &operand) const;
  llvm::SmallVector<ResultDigit> getOutputDigits() const;
  int64_t getBytesOfStep(int64_t dim) const;
  bool followsAllTiles() const;
  bool isBetterThanPlainLoops() const;
  bool chooseVector();
  bool chooseContiguous();
  void chooseLanes();
  void planScalars();
  bool chooseTransposed();
  void packOuterSteps();
  bool chooseScalars();
  bool setTransposed(int64_t dim);
  int64_t getOwnRun(const OperandAccess &operand, int64_t dim) const;
  int64_t getTransposedStep(PlanTransposition transposition) const;
  bool endsInWords(const OperandAccess &operand, int64_t dim) const;
  void choosePacks();
  void packCutShort();
  bool isPacked(int64_t operand) const {
    return llvm::is_contained(packed, operand);
  }
  bool paysToPack(const OperandAccess &operand, int64_t fewest) const;
  /// True if a panel of the operand holds what its elements are widened to.
  bool isWide(const OperandAccess &operand) const {
    return operand.wideBits != 0 && (!usesDot || widensForDot(problem, plan));
  }
  void packSums();
  int64_t getOutputDim() const;
  bool areWordsVisited(const OperandAccess &operand) const;
  bool isWidenedOften(const OperandAccess &operand) const;
  bool isShared(const OperandAccess &operand, int64_t fewest) const;
  bool hasSharing(const OperandAccess &operand, int64_t many) const;
  bool isSpread(const OperandAccess &operand, int64_t depth) const;
  bool hasWordsAlong(const OperandAccess &operand, int64_t dim) const;
  void pack(int64_t operand);
  void packWhole(int64_t operand);
  /// True if an operand is packed a block at a time.
  bool isPackedInBlocks(int64_t operand) const {
    return isPacked(operand) && problem.operands[operand].isProjection &&
           !findPack(plan, operand);
  }
  bool packsBlocks() const {
    return llvm::any_of(
        packed, [&](int64_t operand) { return isPackedInBlocks(operand); });
  }
  /// True if the dimension is an index of an operand that is packed as a whole.
  bool isIndexOfWhole(int64_t dim) const;
  int64_t getIndicesOfWhole(int64_t dim) const;
  std::optional<PlanLoop> getTileRows() const;
  void addTileLoops(PlanLoop tileRows, int64_t vectorStep);
  void addWholePacks();
  bool canBeVector(int64_t dim) const;
  bool buffersRests() const;
  bool hasMasks() const;
  int64_t getRun(int64_t dim) const;
  bool isVectorShared(int64_t dim) const;
  void chooseRowDim();
  int64_t getResultRegisters() const;
  void chooseRows();
  void chooseInterleavedRows();
  bool isHalfEmpty(const OperandAccess &operand, int64_t dim) const;
  void limitRowsOfOneSet();
  int64_t getRowsTogether() const;
  int64_t getMostVectorsOfOneRow() const;
  void chooseVectorsOfOneRow(int64_t run);
  void choosePartialRows(int64_t run);
  void chooseWindowRows();
  bool isOfWindow(int64_t dim) const;
  bool foldsFactors() const;
  void chooseSharedRows(int64_t run);
  int64_t getDepth(int64_t dim) const;
  int64_t getBlock(int64_t dim, int64_t most) const;
  void followInput(int64_t vectorStep);
  void planReduction();
  bool isReadOnce(const OperandAccess &operand) const;
  bool fillsTiles(const OperandAccess &operand, int64_t dim) const;
  void fetchTiles();
  void takeFetchedBytes();
  void takeHalfOfRows();
  std::optional<int64_t> getOperandInRows() const;
  void fetchRows();
  void fetchRowsOfProduct();
  int64_t getResultVectors() const;
  bool keepsUpWithMemory(int64_t lanes, int64_t cycles) const;
  bool fuses() const;
  void planProduct();
  /// How many steps of the reduction by how many columns a panel has.
  struct PanelSize {
    int64_t depth;
    int64_t width;
  };
  int64_t scaleColumns(int64_t columns) const;
  PanelSize getPanelForRows(int64_t depthDim) const;
  PanelSize getPanelForColumns(llvm::ArrayRef<int64_t> depths, bool isTiled,
                               bool packsRows) const;
  void planBlocks(llvm::ArrayRef<int64_t> depths, bool hasOtherRows);
  void addBlockPacks(bool isRows);
  int64_t packWordsAlong(int64_t dim);
  bool planDepth(llvm::ArrayRef<int64_t> depths, int64_t left);
  int64_t getBytes(const OperandAccess &operand, int64_t a, int64_t b) const;
  bool hasFewRows(int64_t depthDim) const;
  bool hasLongColumns(int64_t depthDim) const;
  int64_t takeWholeTile(int64_t depthDim);
  void planFewRows(int64_t depthDim);
  void packSpread(int64_t depth);
  void packForCaches(int64_t depth);
  bool isOfWindows(const OperandAccess &operand) const;
  bool isScattered(const OperandAccess &operand) const;
  void hoistPacks();
  /// True if the extents of all dimensions of an operand are known.
  bool hasKnownExtents(const OperandAccess &operand) const {
    for (int64_t dim = 0; dim < problem.getRank(); ++dim)
      if (operand.dependsOn(dim) && problem.extents[dim] == kDynamic)
        return false;
    return true;
  }
  void packScattered();
  bool splitsWords() const;
  int64_t widenWithinTiles(bool packsRows);
  void takeRowsOfTile(int64_t depthDim, bool packsRows);
  int64_t getImageDepth() const;
  int64_t getRowBits() const;
  void addFewRowsPacks(int64_t depthDim);
  bool hasLongRows(const OperandAccess &operand, int64_t depthDim) const;
  bool planFewDotRows(int64_t depthDim);
  std::optional<int64_t> getStreamedTiles(int64_t depthDim) const;
  void planStreamedTiles(int64_t depthDim, int64_t operand);
  int64_t getStepsOfPages(const OperandAccess &operand) const;
  bool planTilesInOrder(int64_t depthDim, int64_t operand);
  void addLoopOfResults(int64_t rowsOfResults, int64_t cache);
  void packRowsOfOneSet(int64_t depthDim);
  bool sharesSet(const OperandAccess &operand, int64_t dim, int64_t run) const;
  bool areRowsTiled(int64_t depth) const;
  bool goesByRows(int64_t depth, bool packsRows) const;
  /// True if the processor loads fewer vectors in a cycle than it multiplies:
  /// then rows share more of them, and more operands are packed.
  bool hasFewLoads() const {
    return hasManyRegisters(target) &&
           target.loadsPerCycle < target.fmasPerCycle;
  }
  /// True if too few rows share a vector for it to come from anywhere but the
  /// first cache in time: few loads in a cycle, or few registers.
  bool sharesFew() const { return !hasManyRegisters(target) || hasFewLoads(); }
  int64_t getDividing(int64_t dim, int64_t most, int64_t least) const;
  void planParallel();
  bool lieAlike(const OperandAccess::Interleave &interleave) const;
  void chooseInterleave();
  int64_t getSlidingDim(const OperandAccess &operand, int64_t vectorDim) const;
  void useWholeLines();
  void finishRows();
  void followColumns();
  int64_t getMostCachedBytes() const;
  void followFarRows();
  int64_t getRowsKept(const OperandAccess &operand, int64_t rowDim) const;
  void limitRows();
  bool hasLargeOutputs() const;
  void chooseStreaming();
  bool hasGaps(const OperandAccess &operand, int64_t rowDim) const;
  void chooseAhead();
  bool isCutElsewhere(const OperandAccess &operand) const;
  void fetchCutTiles();
  llvm::SmallVector<int64_t> getDotDims() const;
  int64_t getDotDepth() const;
  bool chooseDot();
  bool chooseMatrix();
  void planMatrix();
  int64_t getMatrixBlock(int64_t dim, int64_t most, int64_t unit) const;
  std::optional<llvm::SmallVector<int64_t>> getDotPacks(int64_t vectorDim,
                                                        int64_t dotDim) const;
  void addLoop(int64_t dim, int64_t step);
  llvm::SmallVector<int64_t> getBlockEdges(int64_t dim) const;
  int64_t roundToEdges(int64_t dim, int64_t step) const;
  int64_t getLeast(int64_t dim) const {
    int64_t least = problem.getLeastStep(dim, plan);
    if (plan.dotSteps != 0 && dim == plan.dotDim)
      least = std::max(least, getReducedSteps(plan));
    for (PlanTransposition transposition : plan.transposed) {
      if (transposition.dim == dim)
        least = std::max(least, getTransposedStep(transposition));
      // All rows of words that are transposed.
      if (!problem.isReduction[dim] && problem.extents[dim] != 1 &&
          takesPartsOfWords(problem, plan, transposition)) {
        auto interleave = getTransposedInterleave(problem, plan, transposition);
        if (interleave->dim == dim)
          least = std::max(least, interleave->parts);
      }
    }
    return least;
  }
  /// Returns how many lines of one set the first cache keeps.
  int64_t getL1Ways() const {
    return std::max<int64_t>(1, target.l1Bytes / target.l1WayBytes);
  }
  bool isKnownWithin(int64_t dim, int64_t size) const {
    return problem.extents[dim] != kDynamic && problem.extents[dim] <= size;
  }

  const StructuredProblem &original;
  /// Packed operands are replaced by their panels.
  StructuredProblem problem;
  const Target &target;
  Products products;
  /// Products are added by dot instructions, of matrices or not.
  bool usesDot;
  Packing packing;
  /// Why there is no plan.
  std::string reason;
  llvm::raw_string_ostream os{reason};
  StructuredPlan plan;
  /// Vectors in a row of the block of registers, and the dimension of its rows
  /// with their number; -1 if there is one row.
  int64_t vectors = 1;
  int64_t rowDim = -1;
  int64_t rows = 1;
  /// The dimension along which windows move that have no vectors in common, and
  /// how many are in the block of registers; -1 if there is none.
  int64_t windowRowDim = -1;
  int64_t windowRows = 1;
  /// The fewest columns of a transposed block: whole lines of few rows.
  int64_t leastColumns = 1;
  /// No result shares a factor with another one of its row.
  bool hasOwnFactors = false;
  /// Words of a packed operand hold several indices of a dimension that is
  /// outside of rows and columns.
  bool sharesWords = false;
  /// Blocks of rows are outside of blocks of columns, within a panel if there
  /// is one.
  bool rowsFirst = false;
  /// Operands that are packed.
  llvm::SmallVector<int64_t, 2> packed;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_STRUCTURED_STRUCTUREDPLANNER_H
