//===- PlanChoice.cpp - From decisions to a plan --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PlanChoice.h"

#include "PlanBlock.h"
#include "PlanErrors.h"

#include "tiled_layout/Relayout/BlockProgram.h"
#include "tiled_layout/Relayout/RowBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// A block is straight code.
static constexpr int64_t maxBlockElements = 8192;
static constexpr int64_t maxPrefetchBytes = 65536;
/// So are the loops that are written out.
static constexpr int64_t maxStraightElements = 65536;

//===----------------------------------------------------------------------===//
// Axes by name
//===----------------------------------------------------------------------===//

/// Returns the digits of an axis, such as `d1/128`; those that only count
/// padding have none. Of digits of one index that continue each other, the last
/// one stands for all.
static std::string getName(const RelayoutAxis &axis) {
  SmallVector<IndexDigit> digits;
  for (const IndexDigit &digit : axis.digits) {
    if (!digits.empty() && digits.back().dims == digit.dims)
      digits.pop_back();
    digits.push_back(digit);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << (digits.size() > 1 ? "(" : "");
  llvm::interleave(
      digits, os, [&](const IndexDigit &digit) { print(os, digit); }, ",");
  os << (digits.size() > 1 ? ")" : "");
  return text;
}

/// Returns the names of all axes, which differ.
static SmallVector<std::string> getNames(ArrayRef<RelayoutAxis> axes) {
  SmallVector<std::string> names;
  for (const RelayoutAxis &axis : axes) {
    std::string name = getName(axis), unique = name;
    for (unsigned k = 1; llvm::is_contained(names, unique); ++k)
      unique = name + "#" + std::to_string(k);
    names.push_back(unique);
  }
  return names;
}

/// What both layouts have in common, before any decision.
struct CommonAxes {
  RelayoutAxes axes;
  SmallVector<std::string> names;
  int64_t tailBegin = 0, tailEnd = 0;
};

static Expected<CommonAxes> getCommonAxes(const RelayoutArrays &arrays,
                                          bool fillsPadding) {
  CommonAxes common;
  common.axes = arrays.getAxes();
  if (common.axes.isEmpty)
    return makeError("there are no elements to move");
  if (!common.axes.irregular.empty())
    return makeError("no plan has vectors where " +
                     common.axes.irregular.front().reason);
  if (fillsPadding) {
    if (!arrays.isStatic() || !arrays.areWhole())
      return makeError("only padding of whole arrays of known extents is "
                       "filled with the stores of elements");
    std::optional<FilledAxes> filled =
        getFilledAxes(common.axes, arrays.dest, arrays.extents);
    if (!filled)
      return makeError("there is no padding that a plan can fill");
    common.axes = std::move(filled->axes);
    common.tailBegin = filled->tailBegin;
    common.tailEnd = filled->tailEnd;
  }
  common.axes.merge();
  common.names = getNames(common.axes.axes);
  return common;
}

//===----------------------------------------------------------------------===//
// From a plan to decisions
//===----------------------------------------------------------------------===//

std::optional<PlanChoice>
mlir::tiled_layout::getPlanChoice(const RelayoutArrays &arrays,
                                  const RelayoutPlan &plan,
                                  int64_t vectorBits) {
  Expected<CommonAxes> common = getCommonAxes(arrays, plan.fillsPadding);
  if (!common) {
    llvm::consumeError(common.takeError());
    return std::nullopt;
  }
  // Splitting keeps the digits of an axis, and scales its strides.
  auto getPart = [&](const RelayoutAxis &axis) -> std::optional<AxisPart> {
    for (auto [whole, name] : llvm::zip_equal(common->axes.axes, common->names))
      if (getName(whole) == getName(axis) &&
          whole.sourceStride * axis.blockSize == axis.sourceStride &&
          whole.destStride * axis.blockSize == axis.destStride)
        return AxisPart{name, axis.hasKnownExtent() ? axis.extent : kDynamic,
                        axis.blockSize};
    return std::nullopt;
  };
  PlanChoice choice;
  static_cast<PlanDecisions &>(choice) = plan;
  choice.vectorBits = vectorBits;
  for (auto [number, axis] : llvm::enumerate(plan.axes.axes)) {
    std::optional<AxisPart> part = getPart(axis);
    if (!part)
      return std::nullopt;
    (number < plan.loops ? choice.loops : choice.block).push_back(*part);
  }
  if (!arrays.isStatic()) {
    choice.sourceStrides = arrays.sourceStrides;
    choice.destStrides = arrays.destStrides;
  }
  choice.threads = plan.threadLoop ? plan.threads : 1;
  return choice;
}

//===----------------------------------------------------------------------===//
// From decisions to a plan
//===----------------------------------------------------------------------===//

namespace {

/// A part, and where it stands among loops and block.
struct PlacedPart {
  const AxisPart *part;
  size_t place;
};

} // namespace

/// Splits an axis into parts, the smallest steps first; sets the number of the
/// axis that each of them has become.
static Error splitIntoParts(RelayoutAxes &axes, size_t number, StringRef name,
                            SmallVector<PlacedPart> parts,
                            llvm::MutableArrayRef<size_t> numbers) {
  if (parts.empty())
    return makeError("neither loops nor block go along " + name);
  llvm::sort(parts, [](const PlacedPart &a, const PlacedPart &b) {
    return a.part->step < b.part->step;
  });
  if (parts.front().part->step != 1)
    return makeError("no part of " + name + " goes by steps of 1");
  for (size_t k = 0; k < parts.size(); ++k) {
    const AxisPart &part = *parts[k].part;
    const RelayoutAxis &axis = axes.axes[number];
    int64_t extent = axis.extent;
    std::string has = ("the part of " + name + " by " + llvm::Twine(part.step) +
                       " has " + toText(part.extent) + " values")
                          .str();
    if (k + 1 == parts.size()) {
      int64_t known = axis.hasKnownExtent() ? extent : kDynamic;
      if (part.extent != known)
        return makeError(has + ", but must have " + toText(known));
      numbers[parts[k].place] = number;
      break;
    }
    int64_t next = parts[k + 1].part->step;
    if (part.extent == kDynamic || next != part.step * part.extent)
      return makeError(has + ", but the next one goes by " + llvm::Twine(next));
    if (part.extent >= extent)
      return makeError(has + (axis.hasKnownExtent() ? " of " : " of about ") +
                       llvm::Twine(extent) + ", which leaves none");
    numbers[parts[k].place] = axes.split(number, part.extent);
  }
  return Error::success();
}

/// Splits and orders the axes as the decisions say.
static Error placeAxes(RelayoutPlan &plan, ArrayRef<std::string> names,
                       const PlanChoice &choice) {
  SmallVector<SmallVector<PlacedPart>> partsOf(names.size());
  SmallVector<const AxisPart *> parts;
  for (const auto *list : {&choice.loops, &choice.block})
    for (const AxisPart &part : *list)
      parts.push_back(&part);
  for (auto [place, part] : llvm::enumerate(parts)) {
    const std::string *axis = llvm::find(names, part->axis);
    if (axis == names.end())
      return makeError("there is no axis " + part->axis + " here, but " +
                       llvm::join(names, ", "));
    partsOf[axis - names.begin()].push_back({part, place});
  }
  SmallVector<size_t> numbers(parts.size());
  for (auto [number, name] : llvm::enumerate(names))
    if (Error error =
            splitIntoParts(plan.axes, number, name, partsOf[number], numbers))
      return error;
  plan.loops = choice.loops.size();
  plan.axes.reorder(numbers);
  return Error::success();
}

/// Checks the loops that are straight code.
static Error checkStraightLoops(const RelayoutPlan &plan,
                                const PlanChoice &choice) {
  if (choice.straightLoops > plan.loops)
    return makeError("straight-loops is " + llvm::Twine(choice.straightLoops) +
                     ", but there are " + llvm::Twine(plan.loops) + " loops");
  size_t first = plan.loops - choice.straightLoops;
  if (choice.threadLoop && *choice.threadLoop >= first &&
      *choice.threadLoop < plan.loops)
    return makeError("the loop that threads share is straight code");
  int64_t elements = 1;
  for (const RelayoutAxis &axis : llvm::drop_begin(plan.axes.axes, first)) {
    if (choice.straightLoops != 0 && !axis.hasKnownExtent())
      return makeError("straight code has no loops whose extent is known "
                       "at run time only");
    elements *= std::min(axis.extent, maxStraightElements + 1);
    if (choice.straightLoops != 0 && elements > maxStraightElements)
      return makeError("straight code would move more than " +
                       llvm::Twine(maxStraightElements) + " elements");
  }
  return Error::success();
}

/// Checks what a plan decides besides the order of its axes.
static Error checkChoice(const RelayoutPlan &plan, const PlanChoice &choice) {
  if (choice.prefetchBytes > maxPrefetchBytes)
    return makeError("prefetch-bytes is " + llvm::Twine(choice.prefetchBytes) +
                     ", but must be at most " + llvm::Twine(maxPrefetchBytes));
  if (Error error = checkStraightLoops(plan, choice))
    return error;
  if (plan.streaming && writesPartsOfLines(plan, choice.vectorBits))
    return makeError("streaming stores of this block would write parts of "
                     "lines");
  if (!choice.threadLoop)
    return Error::success();
  if (*choice.threadLoop >= plan.loops)
    return makeError("thread-loop is " + llvm::Twine(*choice.threadLoop) +
                     ", but there are " + llvm::Twine(plan.loops) + " loops");
  if (!canSplitThreads(plan, *choice.threadLoop))
    return makeError("iterations of loop " + llvm::Twine(*choice.threadLoop) +
                     " depend on each other");
  const RelayoutAxis &axis = plan.axes.axes[*choice.threadLoop];
  if (axis.hasKnownExtent() && choice.threads > axis.extent)
    return makeError("threads is " + llvm::Twine(choice.threads) +
                     ", but the loop has " + llvm::Twine(axis.extent) +
                     " iterations");
  return Error::success();
}

/// Checks that vectors, or lanes, can move the block.
static Error checkBlock(const RelayoutPlan &plan, int64_t vectorBits) {
  int64_t elements = 1;
  for (const RelayoutAxis &axis :
       llvm::drop_begin(plan.axes.axes, plan.loops)) {
    elements *= std::min(axis.extent, maxBlockElements + 1);
    if (elements > maxBlockElements)
      return makeError("the block has more than " +
                       llvm::Twine(maxBlockElements) + " elements");
  }
  if (plan.byLanes)
    return Error::success();
  if (!plan.hasKnownBlock())
    return makeError("vectors cannot move a block whose extents are known at "
                     "run time only");
  if (!getBlockProgram(plan, vectorBits))
    return makeError("vectors of " + llvm::Twine(vectorBits) +
                     " bits cannot move this block");
  return Error::success();
}

/// Returns the plan that the planner itself makes which carries lines or reads
/// from a stage as the decisions say, if there is one.
static Expected<RelayoutPlan> getPlannersOwn(const RelayoutArrays &arrays,
                                             int64_t bits,
                                             const PlanChoice &choice,
                                             const Target &target) {
  if (!arrays.isStatic() || !arrays.areWhole() || choice.byLanes)
    return makeError("only vectors between whole arrays of known extents carry "
                     "lines or read from a stage");
  for (const Target &processor : {target, Target()}) {
    PlanOptions options = getPlanOptions(processor);
    options.vectorBits = choice.vectorBits;
    options.lineBytes = choice.lineBytes;
    options.streamingBytes =
        choice.streaming ? 0 : std::numeric_limits<int64_t>::max();
    options.permutedBits =
        choice.carriesInRegisters || choice.alongLoops != 0 ? 8 : 0;
    options.fillsPadding = choice.fillsPadding;
    for (int64_t prefetchBytes :
         {int64_t(0), int64_t(512), choice.prefetchBytes}) {
      options.prefetchBytes = prefetchBytes;
      RelayoutPlan plan = getRelayoutPlan(arrays.source, arrays.dest,
                                          arrays.extents, bits, bits, options);
      plan.threadLoop = choice.threadLoop;
      plan.threads = choice.threads;
      std::optional<PlanChoice> own =
          getPlanChoice(arrays, plan, choice.vectorBits);
      if (own == choice)
        return plan;
    }
  }
  return makeError("a plan that carries lines or reads from a stage must be "
                   "the planner's own");
}

Expected<RelayoutPlan>
mlir::tiled_layout::getRelayoutPlan(const RelayoutArrays &arrays, int64_t bits,
                                    const PlanChoice &choice,
                                    const Target &target) {
  if (!llvm::isPowerOf2_64(choice.vectorBits) || choice.vectorBits > 65536)
    return makeError("vector-bits is " + llvm::Twine(choice.vectorBits) +
                     ", but must be a power of two from 64 to 65536");
  int64_t longest = target.vectorBits;
  if (choice.byLanes)
    longest = std::max(longest, maxSpreadRuns * std::max<int64_t>(bits, 8));
  if (choice.vectorBits > longest)
    return makeError("vector-bits is " + llvm::Twine(choice.vectorBits) +
                     ", but here must be at most " + llvm::Twine(longest));
  if (choice.lineBytes < 16 || choice.lineBytes > 4096)
    return makeError("line-bytes is " + llvm::Twine(choice.lineBytes) +
                     ", but must be from 16 to 4096");
  if (choice.streaming && !(arrays.isStatic() && arrays.areWhole()))
    return makeError("streaming stores need whole arrays of known extents");
  if (choice.byLanes &&
      (choice.streaming || choice.fillsPadding || choice.straightLoops != 0))
    return makeError("lanes fill no padding, and have neither streaming stores "
                     "nor straight loops");
  Expected<CommonAxes> common = getCommonAxes(arrays, choice.fillsPadding);
  if (!common)
    return common.takeError();
  RelayoutPlan plan;
  static_cast<PlanDecisions &>(plan) = choice;
  plan.sourceBits = plan.destBits = bits;
  plan.axes = std::move(common->axes);
  if (Error error = placeAxes(plan, common->names, choice))
    return error;
  describeBlock(plan, choice.vectorBits);
  plan.tailBegin = common->tailBegin;
  plan.tailEnd = common->tailEnd;
  if (choice.carryLoop || choice.stageLoop || choice.carriesInRegisters ||
      choice.rowLoops != 0 || choice.alongLoops != 0) {
    Expected<RelayoutPlan> own = getPlannersOwn(arrays, bits, choice, target);
    if (!own)
      return own;
    plan = std::move(*own);
    if (!getProgramOfPlan(plan, choice.vectorBits))
      return makeError("vectors of " + llvm::Twine(choice.vectorBits) +
                       " bits cannot move this block");
  } else if (Error error = checkBlock(plan, choice.vectorBits)) {
    return error;
  }
  if (Error error = checkChoice(plan, choice))
    return error;
  return plan;
}
