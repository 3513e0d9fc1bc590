//===- Panel.cpp - Where a packed operand lies ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/Panel.h"

#include "../Layout/Refuse.h"
#include "tiled_layout/Structured/DotProducts.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::Error;
using llvm::SmallVector;

/// The most elements of a panel: one that no cache holds is of no use.
static constexpr int64_t kMostElements = int64_t(1) << 24;

/// Returns the most indices of a dimension that the loops within the first
/// `depth` ones go over; `kDynamic` if no number bounds them.
static int64_t getReach(const StructuredProblem &problem,
                        const StructuredPlan &plan, int64_t dim,
                        int64_t depth) {
  int64_t reach = problem.extents[dim];
  for (const PlanLoop &loop : llvm::ArrayRef(plan.loops).take_front(depth))
    if (loop.dim == dim)
      reach = reach == kDynamic ? loop.step : std::min(reach, loop.step);
  return reach;
}

int64_t Panel::getRoom(int64_t dim) const {
  int64_t extent = std::max<int64_t>(extents[dim], 1);
  return dim == blockDim   ? llvm::alignTo(extent, block)
         : dim == groupDim ? llvm::alignTo(extent, std::max(group, filled))
                           : extent;
}

int64_t Panel::getElements() const {
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent == kDynamic)
      return kDynamic;
    elements *= extent;
  }
  for (int64_t dim : order)
    elements *= getRoom(dim);
  if (!axes.empty() && groupDim >= 0)
    elements =
        elements / std::max<int64_t>(extents[groupDim], 1) * getRoom(groupDim);
  return elements;
}

/// True if nothing bounds an extent of an operand around a pack that is known
/// at run time only.
static bool isUnbounded(const StructuredProblem &problem,
                        const StructuredPlan &plan, const PlanPack &pack) {
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.operands[pack.operand].dependsOn(dim) &&
        getReach(problem, plan, dim, pack.depth) == kDynamic)
      return true;
  return false;
}

SmallVector<int64_t> mlir::tiled_layout::getAxesTo(const OperandAccess &access,
                                                   int64_t dim) {
  SmallVector<int64_t> axes;
  int64_t last = access.indices.size() - 1;
  for (int64_t axis = last; axis >= 0; --axis)
    if (llvm::any_of(
            access.indices[axis].terms,
            [&](const ArrayIndex::Term &term) { return term.dim == dim; })) {
      last = axis;
      break;
    }
  for (int64_t axis = 0; axis < static_cast<int64_t>(access.indices.size());
       ++axis)
    if (axis != last)
      axes.push_back(axis);
  if (last >= 0)
    axes.push_back(last);
  return axes;
}

bool mlir::tiled_layout::hasOwnGroups(const StructuredProblem &problem,
                                      const OperandAccess &access,
                                      int64_t vectorDim, int64_t dotDim) {
  int64_t groups = 0, vectors = 0;
  bool hasGroups = false, hasVectors = false;
  for (const ArrayIndex &index : access.indices) {
    int64_t dim = index.getDim();
    bool isOfLoop = dim >= 0 && !problem.isReduction[dim];
    if (index.extent == kDynamic && !isOfLoop)
      return false;
    for (const ArrayIndex::Term &term : index.terms) {
      if (term.dim == dotDim) {
        ++groups;
        hasGroups = dim == dotDim;
      }
      if (term.dim == vectorDim) {
        ++vectors;
        hasVectors = term.factor == 1;
      }
    }
  }
  return !access.isProjection && groups == 1 && vectors == 1 && hasGroups &&
         hasVectors;
}

Panel mlir::tiled_layout::getPanel(const StructuredProblem &problem,
                                   const StructuredPlan &plan,
                                   const PlanPack &pack) {
  const OperandAccess &access = problem.operands[pack.operand];
  Panel panel;
  panel.extents.resize(problem.getRank(), 0);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (access.dependsOn(dim)) {
      panel.extents[dim] = getReach(problem, plan, dim, pack.depth);
      int64_t step = getLastStep(plan, dim);
      if (dim == plan.vectorDim)
        panel.blockDim = dim;
      else if (panel.blockDim != plan.vectorDim && !problem.isReduction[dim] &&
               step > panel.block)
        panel.blockDim = dim;
      if (panel.blockDim == dim)
        panel.block = step;
    }
  if (!access.isProjection || isUnbounded(problem, plan, pack)) {
    panel.blockDim = -1;
    panel.block = 1;
    int64_t along = getTransposedDim(plan, pack.operand);
    panel.axes = getAxesTo(access, along < 0 ? plan.vectorDim : along);
    for (const ArrayIndex &index : access.indices) {
      int64_t dim = index.getDim();
      int64_t extent = dim < 0 ? index.extent : panel.extents[dim];
      panel.shape.push_back(extent == kDynamic ? extent
                                               : std::max<int64_t>(1, extent));
    }
    if (plan.dotSteps > 1 && plan.matrixRows == 0 && along < 0 &&
        !llvm::is_contained(panel.shape, kDynamic) &&
        hasOwnGroups(problem, access, plan.vectorDim, plan.dotDim)) {
      panel.groupDim = plan.dotDim;
      panel.group = plan.dotSteps;
      // The groups lie next to the vectors.
      int64_t *axis = llvm::find_if(panel.axes, [&](int64_t axis) {
        return access.indices[axis].getDim() == panel.groupDim;
      });
      std::rotate(axis, axis + 1, panel.axes.end() - 1);
    }
    return panel;
  }
  if (panel.blockDim >= 0 && plan.dotSteps > 1 &&
      access.dependsOn(plan.dotDim)) {
    panel.groupDim = plan.dotDim;
    panel.group = plan.dotSteps;
    if (plan.matrixRows != 0)
      panel.filled = getReducedSteps(plan);
    // A row of a matrix lies in one piece.
    if (plan.matrixRows != 0 && access.dependsOn(plan.matrixDim))
      panel.group = panel.filled;
  }
  // As the loops within come to them; what they do not, is of one index.
  auto isMinor = [&](int64_t dim) {
    return dim == panel.blockDim || dim == panel.groupDim;
  };
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (panel.extents[dim] == 1 && !isMinor(dim))
      panel.order.push_back(dim);
  for (const PlanLoop &loop : plan.loops)
    if (panel.extents[loop.dim] > 1 && !isMinor(loop.dim) &&
        !llvm::is_contained(panel.order, loop.dim))
      panel.order.push_back(loop.dim);
  for (int64_t dim : {panel.groupDim, panel.blockDim})
    if (dim >= 0)
      panel.order.push_back(dim);
  return panel;
}

/// Lets an operand lie in a panel that is an array. Extents that are known at
/// run time only are those of the operand.
static void placeInArray(OperandAccess &access, const Panel &panel) {
  for (auto &steps : access.dims)
    steps.clear();
  Stride stride{panel.group, {}};
  for (int64_t axis : llvm::reverse(panel.axes)) {
    const ArrayIndex &index = access.indices[axis];
    if (panel.groupDim >= 0 && index.getDim() == panel.groupDim) {
      access.dims[panel.groupDim] = {{1, {1, {}}}, {panel.group, stride}};
      stride.factor *= panel.getRoom(panel.groupDim) / panel.group;
      continue;
    }
    for (const ArrayIndex::Term &term : index.terms) {
      auto &steps = access.dims[term.dim];
      if (steps.empty())
        steps.push_back({1, {0, stride.runtime}});
      steps.front().stride.factor += stride.factor * term.factor;
    }
    if (index.constant != 0)
      access.offsets.push_back(stride * index.constant);
    if (panel.shape[axis] == kDynamic)
      stride.runtime.push_back({axis, 1});
    else
      stride.factor *= panel.shape[axis];
  }
}

int64_t mlir::tiled_layout::getWideBits(const OperandAccess &access,
                                        const StructuredPlan &plan) {
  return plan.dotSteps == 0 ? access.wideBits : dotBits / plan.dotSteps;
}

StructuredProblem
mlir::tiled_layout::getPackedProblem(const StructuredProblem &problem,
                                     const StructuredPlan &plan) {
  StructuredProblem packed = problem;
  for (const PlanPack &pack : plan.packs) {
    Panel panel = getPanel(problem, plan, pack);
    OperandAccess &access = packed.operands[pack.operand];
    access.offsets.clear();
    access.sums.clear();
    access.shifts.clear();
    if (pack.isWide)
      access.elementBits = getWideBits(access, plan);
    int64_t stride = panel.block;
    if (!panel.axes.empty()) {
      placeInArray(access, panel);
      continue;
    }
    for (int64_t dim : llvm::reverse(panel.order)) {
      if (dim == panel.blockDim) {
        access.dims[dim] = {{1, {panel.group, {}}}};
        continue;
      }
      if (dim == panel.groupDim)
        access.dims[dim] = {{1, {1, {}}},
                            {panel.group, {stride * panel.group, {}}}};
      else
        access.dims[dim] = {{1, {stride, {}}}};
      stride *= panel.getRoom(dim);
    }
    if (panel.blockDim >= 0 && panel.extents[panel.blockDim] > panel.block &&
        stride != panel.block)
      access.dims[panel.blockDim].push_back({panel.block, {stride, {}}});
  }
  return packed;
}

/// Says which dimension of an operand stands in the way of packing it.
static Error checkPack(const StructuredProblem &problem,
                       const StructuredPlan &plan, const PlanPack &pack) {
  const OperandAccess &access = problem.operands[pack.operand];
  // An array of extents that are known at run time only is packed as a whole.
  bool isWithinOwnLoop = llvm::any_of(
      llvm::ArrayRef(plan.loops).take_front(pack.depth),
      [&](const PlanLoop &loop) { return access.dependsOn(loop.dim); });
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (!access.dependsOn(dim))
      continue;
    int64_t reach = getReach(problem, plan, dim, pack.depth);
    if (reach == kDynamic && access.isProjection && isWithinOwnLoop)
      return refuse("no loop around 'pack {0}' bounds d{1}, whose "
                    "extent is known at run time only",
                    pack.operand, dim);
    const PlanLoop *last = nullptr;
    bool isWithin = false;
    for (auto [depth, loop] : llvm::enumerate(plan.loops))
      if (loop.dim == dim) {
        isWithin = static_cast<int64_t>(depth) >= pack.depth;
        if (!isWithin)
          last = &loop;
      }
    if (!last)
      continue;
    bool isSummed = llvm::any_of(access.indices, [&](const ArrayIndex &index) {
      return index.getDim() < 0 &&
             llvm::any_of(index.terms, [&](const ArrayIndex::Term &term) {
               return term.dim == dim;
             });
    });
    if (isSummed)
      return refuse("d{0}, a summand of an index, has a loop around 'pack {1}'",
                    dim, pack.operand);
    if (!isWithin && last->step != 1)
      return refuse("the block of {0} of d{1} begins around 'pack {2}'",
                    last->step, dim, pack.operand);
    for (int64_t edge : access.tileEdges[dim])
      if (last->step != 1 && last->step % edge != 0 &&
          (problem.extents[dim] == kDynamic ||
           problem.extents[dim] > last->step))
        return refuse("'pack {0}' takes {1} of d{2}, where its tiles "
                      "have edges every {3}",
                      pack.operand, last->step, dim, edge);
  }
  return Error::success();
}

Error mlir::tiled_layout::checkPacks(const StructuredProblem &problem,
                                     const StructuredPlan &plan) {
  SmallVector<bool> isPacked(problem.operands.size(), false);
  for (const PlanPack &pack : plan.packs) {
    std::string name = "'pack " + std::to_string(pack.operand) + "'";
    if (pack.operand >= static_cast<int64_t>(problem.operands.size()))
      return refuse("{0} of {1} operands", name, problem.operands.size());
    const OperandAccess &access = problem.operands[pack.operand];
    if (access.isOutput || access.isScalar)
      return createStringError(name + ", which is no array that is read only");
    if (access.indices.empty())
      return createStringError(name +
                               ", whose indices are no sums of dimensions");
    if (isPacked[pack.operand])
      return createStringError(name + " twice");
    if (pack.isWide && (access.wideBits == 0 ||
                        (plan.dotSteps != 0 && !widensForDot(problem, plan))))
      return createStringError(
          name + " wide, where the body does not just widen its elements");
    isPacked[pack.operand] = true;
    if (Error error = checkPack(problem, plan, pack))
      return error;
    bool isStatic = true;
    int64_t elements = 1;
    for (const ArrayIndex &index : access.indices) {
      int64_t dim = index.getDim();
      int64_t reach = index.extent;
      if (dim >= 0 && access.dependsOn(dim))
        reach = getReach(problem, plan, dim, pack.depth);
      if (reach == kDynamic && pack.isWide)
        return createStringError(
            name + " wide, whose extents are known at run time only");
      isStatic &= reach != kDynamic;
      if (llvm::MulOverflow(elements, std::max<int64_t>(1, reach), elements))
        elements = std::numeric_limits<int64_t>::max();
    }
    SmallVector<int64_t> terms(problem.getRank(), 0);
    for (const ArrayIndex &index : access.indices)
      for (const ArrayIndex::Term &term : index.terms)
        if (++terms[term.dim] > 1 && !isStatic)
          return refuse("{0}, of which d{1} is in two indices, whose distance "
                        "is known at run time only",
                        name, term.dim);
    if (elements > kMostElements)
      return refuse("{0} holds {1} elements, more than {2}", name, elements,
                    kMostElements);
  }
  return Error::success();
}
