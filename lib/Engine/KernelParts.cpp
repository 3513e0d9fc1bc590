//===- KernelParts.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelParts.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Relayout/OverlappedBlocks.h"
#include "tiled_layout/Relayout/RowBuffer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

SharedLoop KernelPart::getSharedLoop() const {
  if (!plan.threadLoop)
    return {};
  const RelayoutAxis &axis = plan.axes.axes[*plan.threadLoop];
  return {axis.extent, axis.sourceStride.get(), axis.destStride.get()};
}

bool KernelPart::hasFreeExtent() const {
  return plan.threadLoop && plan.axes.irregular.empty() &&
         plan.tailBegin == plan.tailEnd &&
         !plan.axes.isBounded(*plan.threadLoop);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Returns the type that stands for all whose elements move as they are, and
/// with `asBytes` for all that are bytes with narrower values.
static ElementType getMovedType(const RelayoutProblem &problem,
                                bool asBytes = false) {
  const ElementType &type = problem.elementType;
  int64_t bits = getBitsPerElement(problem.source, type);
  int64_t movedBits = asBytes ? type.storageBits() : type.valueBits;
  bool isPlain =
      movedBits == bits && bits == getBitsPerElement(problem.dest, type);
  std::optional<ElementType> integer =
      getElementType("s" + std::to_string(bits));
  return isPlain && bits >= 8 && integer ? *integer : type;
}

static bool hasPadding(const RelayoutProblem &problem) {
  return getElements(problem.dest, problem.extents) !=
         llvm::product_of(problem.extents);
}

/// True if blocks change places of bytes as only permutes of the widest
/// registers do at once.
static bool needsPermutes(const RelayoutPlan &plan) {
  using Kind = BlockPermutation::Kind;
  Kind kind = plan.permutation.kind;
  bool areBytes = std::min(plan.sourceBits, plan.destBits) <= 8;
  return areBytes && kind != Kind::None && kind != Kind::Interleave;
}

KernelPart
mlir::tiled_layout::getWholePart(RelayoutProblem problem,
                                 const std::optional<llvm::APInt> &padding,
                                 PlanOptions options) {
  problem.padding = "undefined";
  const ElementType values = problem.elementType;
  problem.elementType = getMovedType(problem, /*asBytes=*/true);
  auto getBits = [&](const Layout &layout) {
    return getBitsPerElement(layout, problem.elementType);
  };
  // Elements that are widened are no elements of the padding's width.
  const ElementType &type = problem.elementType;
  bool isPlain = type.valueBits == getBits(problem.dest) &&
                 (type.kind == ElementKind::Signed || type.valueBits < 8);
  options.fillsPadding = padding && isPlain;
  auto [fewer, more] =
      std::minmax({problem.getSourceBytes(), problem.getDestBytes()});
  // One call of straight code, which serves these extents alone.
  if (more <= options.smallBytes)
    options.threads = 1;
  auto makePlan = [&] {
    return getRelayoutPlan(problem.source, problem.dest, problem.extents,
                           getBits(problem.source), getBits(problem.dest),
                           options);
  };
  RelayoutPlan plan = makePlan();
  if (options.shortVectorBits < options.vectorBits &&
      fewer <= options.smallBytes && !needsPermutes(plan)) {
    options.vectorBits = options.shortVectorBits;
    plan = makePlan();
  }
  KernelPart part{std::move(problem), std::move(plan), options.vectorBits,
                  values};
  if (part.plan.fillsPadding)
    part.padding = padding;
  return part;
}

/// Returns the dimension whose last index is what cuts the loop that threads
/// share, if it is nothing else.
static std::optional<int64_t> getRaggedDimension(const KernelPart &part) {
  const RelayoutAxes &axes = part.plan.axes;
  if (!part.plan.threadLoop || !axes.irregular.empty())
    return std::nullopt;
  const AxisBound *cut = nullptr;
  for (const AxisBound &bound : axes.bounds)
    if (bound.getWeight(*part.plan.threadLoop)) {
      if (cut)
        return std::nullopt;
      cut = &bound;
    }
  if (!cut)
    return std::nullopt;
  ArrayRef<IndexDigit> digits = axes.axes[*part.plan.threadLoop].digits;
  if (digits.size() != 1 || digits.front().dims.size() != 1)
    return std::nullopt;
  int64_t dim = digits.front().dims.front();
  if (cut->limit != part.problem.extents[dim])
    return std::nullopt;
  return dim;
}

/// Returns how far a step of a digit leads on both sides: as far as several
/// steps of a smaller digit, if it is a part of that one.
static std::optional<std::pair<int64_t, int64_t>>
getStrides(ArrayRef<RelayoutAxis> axes, const IndexDigit &digit) {
  const RelayoutAxis *below = nullptr;
  for (const RelayoutAxis &axis : axes) {
    const IndexDigit &other = axis.digits.front();
    if (other.dims == digit.dims && other.divisor <= digit.divisor &&
        (!below || other.divisor > below->digits.front().divisor))
      below = &axis;
  }
  if (!below || digit.divisor % below->digits.front().divisor != 0)
    return std::nullopt;
  int64_t steps = digit.divisor / below->digits.front().divisor;
  return std::make_pair(below->sourceStride.get() * steps,
                        below->destStride.get() * steps);
}

/// True if each digit that an index of the smaller problem has, in either
/// problem, has the same strides in both. In the smaller one, two digits may be
/// one: `[32,64]` in `{1,0:T(16,8)(8,8,1)}` has d0/8 where `[32,102]` has d0/8
/// and d0/16.
static bool hasSameStrides(const RelayoutProblem &smaller,
                           const RelayoutProblem &larger) {
  auto getAxes = [](const RelayoutProblem &problem) {
    return getRelayoutAxes(problem.source, problem.dest, problem.extents).axes;
  };
  SmallVector<RelayoutAxis> few = getAxes(smaller), all = getAxes(larger);
  auto isSame = [&](const RelayoutAxis &axis) {
    const IndexDigit &digit = axis.digits.front();
    int64_t extent = 1;
    for (int64_t dim : digit.dims)
      extent *= smaller.extents[dim];
    if (digit.divisor >= extent)
      return true;
    auto strides = getStrides(few, digit);
    return strides && strides == getStrides(all, digit);
  };
  return llvm::all_of(few, isSame) && llvm::all_of(all, isSame);
}

/// A rule such as `exact` may hold for the whole array only.
static bool isLegal(const RelayoutProblem &problem) {
  return !checkLayoutOnShape(problem.source, problem.extents) &&
         !checkLayoutOnShape(problem.dest, problem.extents);
}

/// True if nothing goes on after the loop that threads share: else its extent
/// is part of a stride, and no other problem has the same program.
static bool isOutermost(const RelayoutPlan &plan) {
  const RelayoutAxis &loop = plan.axes.axes[*plan.threadLoop];
  return llvm::all_of(plan.axes.axes, [&](const RelayoutAxis &axis) {
    return axis.sourceStride <= loop.sourceStride &&
           axis.destStride <= loop.destStride;
  });
}

/// Cuts a part in two after the last whole step of the loop that threads
/// share, or after the last of `multiple` whole steps.
static std::optional<std::pair<KernelPart, KernelPart>>
cutAfter(const KernelPart &part, int64_t dim, int64_t multiple,
         const PlanOptions &options) {
  const RelayoutAxis &axis = part.plan.axes.axes[*part.plan.threadLoop];
  int64_t step = axis.digits.front().divisor * axis.blockSize;
  int64_t steps = part.problem.extents[dim] / step / multiple * multiple;
  if (steps == 0)
    return std::nullopt;
  RelayoutProblem main = part.problem, edge = part.problem;
  main.extents[dim] = steps * step;
  edge.extents[dim] -= steps * step;
  for (const RelayoutProblem *piece : {&main, &edge})
    if (!isLegal(*piece) || !hasSameStrides(*piece, part.problem))
      return std::nullopt;

  int64_t sourceBits = steps * axis.sourceStride.get() * part.plan.sourceBits;
  int64_t destBits = steps * axis.destStride.get() * part.plan.destBits;
  if (sourceBits % 8 != 0 || destBits % 8 != 0)
    return std::nullopt;
  // What lies after the tiles belongs to no part alone.
  if (part.padding && part.plan.tailBegin != part.plan.tailEnd)
    return std::nullopt;
  std::pair<KernelPart, KernelPart> result = {
      getWholePart(main, part.padding, options),
      getWholePart(edge, part.padding, options)};
  result.first.values = result.second.values = part.values;
  result.second.sourceOffset = sourceBits / 8;
  result.second.destOffset = destBits / 8;
  if (!result.first.hasFreeExtent())
    return std::nullopt;
  return result;
}

/// Cuts a part in two after the last whole step of the loop that threads
/// share, such as four rows. If padding is filled, that step's tile may go on,
/// and the cut is after the last whole tile instead. A loop with an edge of
/// its own would check each step for it, and without masks move it by elements.
static std::optional<std::pair<KernelPart, KernelPart>>
cutEdge(const KernelPart &part, const PlanOptions &options) {
  std::optional<int64_t> dim = getRaggedDimension(part);
  if (!dim || !isOutermost(part.plan))
    return std::nullopt;
  // As many as T(32,128)(2,1) has, of two rows each.
  constexpr int64_t mostSteps = 16;
  int64_t most = part.padding ? mostSteps : 1;
  for (int64_t multiple = 1; multiple <= most; multiple *= 2)
    if (auto pieces = cutAfter(part, *dim, multiple, options))
      return pieces;
  return std::nullopt;
}

/// True if the loop that threads share has an edge, where blocks that it cuts
/// would move by elements for want of masks, in an array that a cache keeps:
/// one thread has exact code for them.
static bool movesEdgesByElements(const KernelPart &part,
                                 const PlanOptions &options) {
  return part.plan.threadLoop &&
         part.plan.axes.isBounded(*part.plan.threadLoop) &&
         !options.hasMasks(part.plan.destBits) &&
         std::max(part.problem.getSourceBytes(), part.problem.getDestBytes()) <=
             options.l2Bytes;
}

SmallVector<KernelPart, 2>
mlir::tiled_layout::getKernelParts(const RelayoutProblem &problem,
                                   const std::optional<llvm::APInt> &padding,
                                   const PlanOptions &options) {
  KernelPart whole = getWholePart(problem, padding, options);
  if (whole.plan.axes.isEmpty)
    return {};
  auto pieces = cutEdge(whole, options);
  if (!pieces) {
    if (!movesEdgesByElements(whole, options))
      return {std::move(whole)};
    PlanOptions alone = options;
    alone.threads = 1;
    return {getWholePart(problem, padding, alone)};
  }
  // Either all programs fill what they have, or none does.
  for (const KernelPart &piece : {pieces->first, pieces->second})
    if (padding && !piece.padding && hasPadding(piece.problem))
      return whole.padding ? SmallVector<KernelPart, 2>{std::move(whole)}
                           : getKernelParts(problem, std::nullopt, options);
  return {std::move(pieces->first), std::move(pieces->second)};
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

std::string mlir::tiled_layout::getProgramKey(const KernelPart &part,
                                              bool anyExtent) {
  RelayoutPlan plan = part.plan;
  // Which dimensions an axis comes from is no business of the program.
  for (RelayoutAxis &axis : plan.axes.axes) {
    axis.digits.clear();
    axis.blockSize = 1;
  }
  std::string key;
  llvm::raw_string_ostream os(key);
  os << part.problem.elementType.name << ' ' << part.plan.sourceBits << ' '
     << part.plan.destBits << ' ' << part.vectorBits << '\n';
  if (part.values.valueBits < part.problem.elementType.valueBits)
    os << "values " << part.values.valueBits
       << (part.values.kind == ElementKind::Signed ? " signed\n" : "\n");
  if (anyExtent && plan.threadLoop) {
    os << "any extent\n";
    plan.axes.axes[*plan.threadLoop].extent = 0;
    plan.threads = 0;
  }
  print(os, plan);
  if (part.padding)
    os << "padding " << *part.padding << " from " << plan.tailBegin << '\n';
  // Axes end at elements, whether or not the source goes on after them.
  int64_t sourceElements =
      part.problem.getSourceBytes() * 8 / part.plan.sourceBits;
  if (plan.carryLoop && readsWholeBlocks(part.plan, sourceElements))
    os << "reads padding\n";
  int64_t destElements = part.problem.getDestBytes() * 8 / part.plan.destBits;
  llvm::interleaveComma(getBoundsWithinSource(part.plan, sourceElements),
                        os << "loads beyond ");
  llvm::interleaveComma(getBoundsWithinDest(part.plan, destElements),
                        os << "keeps beyond ");
  if (plan.axes.irregular.empty())
    return key;
  // The axes are not all there is to it.
  llvm::interleaveComma(part.problem.extents, os << '[');
  os << ']' << toString(part.problem.source) << toString(part.problem.dest);
  return key;
}

bool mlir::tiled_layout::hasKind(const RelayoutProblem &problem) {
  auto isFree = [](const Layout &layout) {
    return !layout.hasCombine() && !layout.hasExtentEntry();
  };
  return !problem.extents.empty() && isFree(problem.source) &&
         isFree(problem.dest);
}

RelayoutProblem mlir::tiled_layout::getKind(const RelayoutProblem &problem) {
  RelayoutProblem kind = problem;
  kind.padding = "undefined";
  kind.elementType = getMovedType(problem);
  return kind;
}

std::string mlir::tiled_layout::getKindKey(const RelayoutProblem &kind) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << "any extents of " << kind.elementType.name << " in "
     << kind.extents.size() << " dimensions\n"
     << toString(kind.source) << '\n'
     << toString(kind.dest) << '\n';
  return key;
}
