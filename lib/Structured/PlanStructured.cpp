//===- PlanStructured.cpp - Chooses plans ---------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/StructuredProblem.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>
#include <tuple>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

namespace {

/// Chooses the plan of one operation.
class Planner {
public:
  Planner(const StructuredProblem &problem, const Target &target,
          std::string &reason)
      : problem(problem), target(target), os(reason) {}

  std::optional<StructuredPlan> run();

private:
  bool chooseVector();
  bool canBeVector(int64_t dim) const;
  int64_t getRun(int64_t dim) const;
  void chooseRows();
  int64_t getBlock(int64_t dim, int64_t most) const;
  SmallVector<int64_t> getParallelOrder() const;
  void planReduction();
  void planParallel();
  void addLoop(int64_t dim, int64_t step);
  int64_t roundToEdges(int64_t dim, int64_t step) const;
  int64_t getLeast(int64_t dim) const {
    return problem.getLeastStep(dim, plan.vectorDim);
  }
  bool isKnownWithin(int64_t dim, int64_t size) const {
    return problem.extents[dim] != kDynamic && problem.extents[dim] <= size;
  }

  const StructuredProblem &problem;
  const Target &target;
  llvm::raw_string_ostream os;
  StructuredPlan plan;
  /// Vectors in a row of the block of registers, and the dimension of its rows
  /// with their number; -1 if there is one row.
  int64_t vectors = 1;
  int64_t rowDim = -1;
  int64_t rows = 1;
};

} // namespace

//===----------------------------------------------------------------------===//
// The vector
//===----------------------------------------------------------------------===//

/// True if each operand is contiguous along the dimension or does not depend on
/// it, and each output is as it must be.
bool Planner::canBeVector(int64_t dim) const {
  bool isPartial = problem.isReduction[dim];
  if (isPartial && !problem.isOrderFree)
    return false;
  return llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
    if (operand.isOutput)
      return isPartial ? !operand.dependsOn(dim)
                       : operand.dependsOn(dim) && operand.getInterleave(dim);
    return !operand.dependsOn(dim) || operand.getInterleave(dim);
  });
}

/// Returns the elements that follow one another in all operands.
int64_t Planner::getRun(int64_t dim) const {
  SmallVector<int64_t> edges = problem.getEdges(dim);
  int64_t extent = problem.extents[dim];
  if (edges.empty())
    return extent == kDynamic ? std::numeric_limits<int64_t>::max() : extent;
  return extent == kDynamic ? edges.front() : std::min(edges.front(), extent);
}

bool Planner::chooseVector() {
  int64_t best = 0;
  plan.vectorDim = -1;
  for (bool isReduction : {false, true})
    for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim) {
      if (problem.isReduction[dim] != isReduction || !canBeVector(dim))
        continue;
      // A partial result needs more of them to be worth its combination.
      int64_t run = getRun(dim);
      if (plan.vectorDim >= 0 && isReduction && best >= 8)
        continue;
      if (run > best) {
        best = run;
        plan.vectorDim = dim;
      }
    }
  if (plan.vectorDim < 0) {
    os << "no dimension is contiguous in all operands";
    return false;
  }
  plan.lanes = std::max<int64_t>(1, target.vectorBits / problem.widestBits);
  SmallVector<int64_t> edges = problem.getEdges(plan.vectorDim);
  // Vectors that are cut at the end need masks; those cut at edges cannot be.
  int64_t extent = problem.extents[plan.vectorDim];
  if (extent != kDynamic)
    plan.lanes = std::min<int64_t>(
        plan.lanes, llvm::bit_ceil<uint64_t>(std::max<int64_t>(extent, 1)));
  if (!edges.empty())
    plan.lanes = std::gcd(plan.lanes, edges.front());
  if (plan.lanes < 4) {
    os << "runs of " << plan.lanes << " elements along d" << plan.vectorDim
       << " are too short for vectors";
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The block in registers
//===----------------------------------------------------------------------===//

/// Returns the greatest step of at most `most` that fits edges and divides a
/// known extent if one of at least half that size does.
int64_t Planner::getBlock(int64_t dim, int64_t most) const {
  SmallVector<int64_t> edges = problem.getEdges(dim);
  int64_t extent = problem.extents[dim];
  auto fits = [&](int64_t step) {
    return llvm::all_of(edges, [&](int64_t edge) {
      return edge % step == 0 || step % edge == 0;
    });
  };
  int64_t least = getLeast(dim), greatest = least, dividing = least;
  for (int64_t step = least; step <= most; step += least) {
    if (!fits(step))
      continue;
    greatest = step;
    if (extent != kDynamic && extent % step == 0)
      dividing = step;
  }
  if (extent != kDynamic && extent <= greatest && fits(extent) &&
      extent % least == 0)
    return std::max<int64_t>(extent, 1);
  if (2 * dividing > greatest)
    return dividing;
  // Powers of two go well with what follows.
  return edges.empty()
             ? std::min<int64_t>(greatest, llvm::bit_floor<uint64_t>(greatest))
             : greatest;
}

/// Chooses how many vectors and rows of results are held in registers.
void Planner::chooseRows() {
  int64_t vectorDim = plan.vectorDim;
  // A vector that the rows share pays for the rows.
  auto isShared = [&](int64_t dim) {
    return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
      return !operand.isOutput && operand.dependsOn(vectorDim) &&
             !operand.dependsOn(dim);
    });
  };
  for (bool shared : {true, false})
    for (int64_t dim = problem.getRank() - 1; dim >= 0 && rowDim < 0; --dim)
      if (!problem.isReduction[dim] && dim != vectorDim &&
          problem.extents[dim] != 1 && isShared(dim) == shared)
        rowDim = dim;

  // Two thirds to three quarters of the registers hold results.
  int64_t results = target.vectorRegisters >= 32 ? 28 : 10;
  int64_t run = std::max<int64_t>(1, getRun(vectorDim) / plan.lanes);
  bool isPartial = problem.isReduction[vectorDim];
  if (rowDim < 0 || (!isShared(rowDim) && !isPartial)) {
    rowDim = -1;
    // Rows that take turns are a block of their own accord.
    vectors = std::min<int64_t>(8, llvm::bit_floor<uint64_t>(run));
    return;
  }
  vectors = isPartial ? 1 : std::min<int64_t>(2, run);
  rows = getBlock(rowDim,
                  isPartial ? 8 : std::min<int64_t>(14, results / vectors));
  // Few rows need more vectors to hide the latency of an addition.
  while (!isPartial && vectors * 2 <= 8 && vectors * 2 <= run &&
         rows * vectors * 2 <= std::min<int64_t>(16, results))
    vectors *= 2;
  while (isPartial && rows * vectors < 8 && vectors * 2 <= run)
    vectors *= 2;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Adds a loop, unless the one around it over the same dimension has its step.
void Planner::addLoop(int64_t dim, int64_t step) {
  for (PlanLoop &loop : llvm::reverse(plan.loops))
    if (loop.dim == dim) {
      if (loop.step != step)
        plan.loops.push_back({dim, step});
      return;
    }
  plan.loops.push_back({dim, step});
}

/// Returns a step near `step` that fits the edges of tiles.
int64_t Planner::roundToEdges(int64_t dim, int64_t step) const {
  int64_t result = step;
  for (int64_t edge : problem.getEdges(dim))
    if (edge <= result)
      result = result / edge * edge;
    else if (edge % result != 0)
      result = std::gcd(edge, result);
  return result;
}

/// Returns the parallel dimensions but the vector and the rows, in the order in
/// which the first output lies.
SmallVector<int64_t> Planner::getParallelOrder() const {
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && dim != plan.vectorDim && dim != rowDim)
      order.push_back(dim);
  return order;
}

/// Blocks of results in registers, while the reductions go by.
void Planner::planReduction() {
  chooseRows();
  int64_t vectorStep = vectors * plan.lanes;
  SmallVector<int64_t> reductions;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim])
      reductions.push_back(dim);
  bool isPartial = problem.isReduction[plan.vectorDim];
  SmallVector<int64_t> others = getParallelOrder();
  // A product of matrices: a panel of the vectors' operand stays in a cache
  // while rows go by.
  bool isProduct = rowDim >= 0 && !isPartial && reductions.size() == 1;
  if (isProduct) {
    int64_t depth = reductions.front();
    bool isTiled = !problem.getEdges(depth).empty();
    int64_t panelDepth = roundToEdges(depth, isTiled ? 128 : 512);
    int64_t panelWidth = roundToEdges(plan.vectorDim, isTiled ? 256 : 128);
    for (int64_t dim : others)
      addLoop(dim, getLeast(dim));
    if (!isKnownWithin(plan.vectorDim, panelWidth) &&
        panelWidth % vectorStep == 0)
      addLoop(plan.vectorDim, panelWidth);
    if (!isKnownWithin(depth, panelDepth))
      addLoop(depth, panelDepth);
    addLoop(plan.vectorDim, vectorStep);
    addLoop(rowDim, rows);
    addLoop(depth, getLeast(depth));
    // Blocks of results that follow one another in time lie far apart.
    for (auto [number, operand] : llvm::enumerate(problem.operands))
      if (operand.isOutput)
        plan.prefetch.push_back(number);
    return;
  }
  if (!isPartial)
    addLoop(plan.vectorDim, vectorStep);
  for (int64_t dim : others)
    addLoop(dim, getLeast(dim));
  if (rowDim >= 0)
    addLoop(rowDim, rows);
  for (int64_t dim : reductions)
    addLoop(dim, dim == plan.vectorDim ? vectorStep : getLeast(dim));
}

/// Blocks in the order in which the first output lies.
void Planner::planParallel() {
  // 64 elements at a time keep loads and stores of different arrays apart.
  int64_t run = std::max<int64_t>(1, getRun(plan.vectorDim) / plan.lanes);
  vectors = std::min<int64_t>(llvm::bit_floor<uint64_t>(run),
                              std::max<int64_t>(1, 64 / plan.lanes));
  const OperandAccess *output = llvm::find_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  struct Digit {
    int64_t dim, edge, stride;
  };
  SmallVector<Digit> digits;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (!output->dependsOn(dim))
      digits.push_back({dim, 1, std::numeric_limits<int64_t>::max()});
    for (const AccessStep &step : output->dims[dim])
      // What is known at run time only is a whole row of something.
      digits.push_back({dim, step.edge,
                        step.stride.isStatic()
                            ? step.stride.factor
                            : std::numeric_limits<int64_t>::max() / 2});
  }
  llvm::sort(digits, [](const Digit &a, const Digit &b) {
    return std::tuple(-a.stride, a.dim, -a.edge) <
           std::tuple(-b.stride, b.dim, -b.edge);
  });
  for (const Digit &digit : digits) {
    bool isLast = digit.dim == plan.vectorDim && digit.edge == 1;
    int64_t step = isLast ? vectors * plan.lanes
                          : std::max(digit.edge, getLeast(digit.dim));
    if (!isLast && isKnownWithin(digit.dim, step) && step != 1)
      continue;
    addLoop(digit.dim, step);
  }
}

std::optional<StructuredPlan> Planner::run() {
  if (!chooseVector())
    return std::nullopt;
  if (problem.hasReduction())
    planReduction();
  else
    planParallel();
  int64_t narrowest = 64;
  for (const OperandAccess &operand : problem.operands)
    if (operand.dependsOn(plan.vectorDim))
      narrowest = std::min(narrowest, operand.elementBits);
  plan.masked = target.maskedBits > 0 && narrowest >= target.maskedBits;
  plan.fused = problem.mayFuse && target.fmasPerCycle > 0;
  return plan;
}

std::optional<StructuredPlan>
mlir::tiled_layout::planStructured(const StructuredProblem &problem,
                                   const Target &target, std::string &reason) {
  std::optional<StructuredPlan> plan = Planner(problem, target, reason).run();
  if (!plan)
    return std::nullopt;
  std::string broken = checkPlan(problem, *plan);
  if (broken.empty())
    return plan;
  reason = broken;
  return std::nullopt;
}
