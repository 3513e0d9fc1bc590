//===- BlockProgram.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/BlockProgram.h"

#include "PlanBlock.h"
#include "ShuffleSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Less is not worth a load of its own.
static constexpr int64_t minGatheredBits = 32;
/// Where digits are no powers of two, one register of the destination may in
/// any case be gathered from so many of the source.
static constexpr int64_t leastGathered = 4;
/// Each further one is a shuffle. It is as much work as to move so many
/// elements, or so many bits, alone.
static constexpr int64_t elementsPerShuffle = 2;
static constexpr int64_t bitsPerShuffle = 32;
/// In cache, so few runs of bytes are interleaved as fast by lanes.
static constexpr int64_t fewRunsOfBytes = 8;
/// A program is straight code; beyond this it is too long.
static constexpr int64_t maxElements = 8192;

SmallVector<int64_t>
mlir::tiled_layout::getBlockValues(const RelayoutPlan &plan, int64_t element) {
  SmallVector<int64_t> values(plan.axes.axes.size() - plan.loops);
  for (size_t i = values.size(); i-- > 0;) {
    int64_t extent = plan.axes.axes[plan.loops + i].extent;
    values[i] = element % extent;
    element /= extent;
  }
  return values;
}

int64_t mlir::tiled_layout::getBlockElements(const RelayoutPlan &plan) {
  int64_t elements = 1;
  for (const RelayoutAxis &axis : llvm::drop_begin(plan.axes.axes, plan.loops))
    elements *= axis.extent;
  return elements;
}

//===----------------------------------------------------------------------===//
// Powers of two
//===----------------------------------------------------------------------===//

namespace {

/// One bit of the number of an element of a block.
struct ElementBit {
  Stride sourceStride;
  Stride destStride;
};

using BitStride = Stride ElementBit::*;

/// Builds programs for blocks whose axes are powers of two.
class BitProgramBuilder {
public:
  BitProgramBuilder(const RelayoutPlan &plan, int64_t maxLaneBits);

  std::optional<BlockProgram> build(int64_t minPiece) const;

private:
  SmallVector<unsigned> getContiguous(BitStride stride) const;
  SmallVector<unsigned> getOthers(ArrayRef<unsigned> lanes,
                                  BitStride stride) const;
  BlockRegisters getRegisters(ArrayRef<unsigned> lanes,
                              ArrayRef<unsigned> numbers, size_t pieceBits,
                              BitStride stride) const;
  /// Returns the sum of strides of those of `bits` that are set in `value`.
  int64_t getOffset(ArrayRef<unsigned> bits, uint64_t value,
                    BitStride stride) const;

  const RelayoutPlan &plan;
  size_t maxLaneBits;
  /// The least significant bit of an element's number first.
  SmallVector<ElementBit> bits;
};

} // namespace

BitProgramBuilder::BitProgramBuilder(const RelayoutPlan &plan,
                                     int64_t maxLaneBits)
    : plan(plan), maxLaneBits(maxLaneBits) {
  for (size_t axis = plan.axes.axes.size(); axis-- > plan.loops;) {
    const RelayoutAxis &a = plan.axes.axes[axis];
    for (int64_t step = 1; step < a.extent; step *= 2)
      bits.push_back({a.sourceStride * step, a.destStride * step});
  }
}

/// Returns the bits along which a side is contiguous, as many as lanes have.
SmallVector<unsigned> BitProgramBuilder::getContiguous(BitStride stride) const {
  SmallVector<unsigned> found;
  while (found.size() < maxLaneBits) {
    int64_t next = int64_t(1) << found.size();
    auto *bit = llvm::find_if(
        bits, [&](const ElementBit &b) { return b.*stride == next; });
    if (bit == bits.end())
      break;
    found.push_back(bit - bits.begin());
  }
  return found;
}

/// Returns the bits that are not those of lanes, by their stride.
SmallVector<unsigned> BitProgramBuilder::getOthers(ArrayRef<unsigned> lanes,
                                                   BitStride stride) const {
  SmallVector<unsigned> others;
  for (unsigned bit = 0; bit < bits.size(); ++bit)
    if (!llvm::is_contained(lanes, bit))
      others.push_back(bit);
  llvm::sort(others, [&](unsigned a, unsigned b) {
    return bits[a].*stride < bits[b].*stride;
  });
  return others;
}

int64_t BitProgramBuilder::getOffset(ArrayRef<unsigned> of, uint64_t value,
                                     BitStride stride) const {
  int64_t offset = 0;
  for (auto [i, bit] : llvm::enumerate(of))
    if (value >> i & 1)
      offset += (bits[bit].*stride).get();
  return offset;
}

BlockRegisters BitProgramBuilder::getRegisters(ArrayRef<unsigned> lanes,
                                               ArrayRef<unsigned> numbers,
                                               size_t pieceBits,
                                               BitStride stride) const {
  BlockRegisters registers;
  registers.lanes = int64_t(1) << lanes.size();
  registers.piece = int64_t(1) << pieceBits;
  bool hasOffsets = plan.hasKnownBlockStrides();
  auto getElement = [](ArrayRef<unsigned> of, uint64_t value) {
    int64_t element = 0;
    for (auto [i, bit] : llvm::enumerate(of))
      element |= int64_t(value >> i & 1) << bit;
    return element;
  };
  for (uint64_t number = 0; number < uint64_t(1) << numbers.size(); ++number)
    for (int64_t lane = 0; lane < registers.lanes; ++lane) {
      if (hasOffsets && lane % registers.piece == 0)
        registers.offsets.push_back(getOffset(numbers, number, stride) +
                                    getOffset(lanes, lane, stride));
      registers.elements.push_back(getElement(numbers, number) |
                                   getElement(lanes, lane));
    }
  return registers;
}

/// Fills lanes up to those of the other side, with bits that need not be
/// exchanged then: the most major lanes of the other side.
static void fillLanes(llvm::SmallVectorImpl<unsigned> &lanes,
                      ArrayRef<unsigned> others) {
  SmallVector<unsigned> missing;
  for (unsigned bit : others)
    if (!llvm::is_contained(lanes, bit))
      missing.push_back(bit);
  size_t count =
      others.size() > lanes.size() ? others.size() - lanes.size() : 0;
  lanes.append(missing.end() - count, missing.end());
}

std::optional<BlockProgram> BitProgramBuilder::build(int64_t minPiece) const {
  BlockProgram program;
  BitStride sourceStride = &ElementBit::sourceStride;
  BitStride destStride = &ElementBit::destStride;
  SmallVector<unsigned> sourceLanes = getContiguous(sourceStride);
  SmallVector<unsigned> destLanes = getContiguous(destStride);
  size_t sourcePiece = sourceLanes.size(), destPiece = destLanes.size();
  if (int64_t(1) << std::min(sourcePiece, destPiece) < minPiece)
    return std::nullopt;
  fillLanes(sourceLanes, destLanes);
  fillLanes(destLanes, sourceLanes);

  // What a processor shuffles at once without a table: 128 bits.
  int64_t elementBits = std::max(plan.sourceBits, plan.destBits);
  unsigned inLaneBits = llvm::Log2_64(std::max<int64_t>(1, 128 / elementBits));
  // AVX2 has no permute of two registers, and Ice Lake takes three
  // micro-operations for that of narrow elements.
  bool splitsCrossLane =
      elementBits < 32 && int64_t(elementBits) << sourceLanes.size() == 256;
  if (splitsCrossLane && std::min(sourcePiece, destPiece) > inLaneBits &&
      !llvm::is_contained(sourceLanes, destLanes[inLaneBits])) {
    // Each half is loaded where the destination has it.
    sourceLanes[inLaneBits] = destLanes[inLaneBits];
    sourcePiece = inLaneBits;
  }
  SmallVector<unsigned> sourceNumbers = getOthers(sourceLanes, sourceStride);
  SmallVector<unsigned> destNumbers = getOthers(destLanes, destStride);
  program.source =
      getRegisters(sourceLanes, sourceNumbers, sourcePiece, sourceStride);
  program.dest = getRegisters(destLanes, destNumbers, destPiece, destStride);

  ShuffleSteps steps(sourceLanes, sourceNumbers, inLaneBits, splitsCrossLane);
  steps.exchangeLanes(destLanes);
  program.results = steps.getRegisters(destNumbers);
  program.shuffles = std::move(steps.shuffles);
  return program;
}

//===----------------------------------------------------------------------===//
// Other digits
//===----------------------------------------------------------------------===//

/// Returns the registers of a side, in the order of its memory. `lanes` divides
/// the runs of that side.
static BlockRegisters getRunRegisters(const RelayoutPlan &plan, int64_t lanes,
                                      StrideMember stride) {
  BlockRegisters registers;
  registers.lanes = registers.piece = lanes;
  bool hasOffsets = plan.hasKnownBlockStrides();
  SmallVector<size_t> order = sortBlock(plan, stride);
  int64_t count = getBlockElements(plan);
  for (int64_t at = 0; at < count; ++at) {
    int64_t rest = at, element = 0, offset = 0;
    for (size_t number : order) {
      const RelayoutAxis &axis = plan.axes.axes[number];
      int64_t value = rest % axis.extent;
      rest /= axis.extent;
      int64_t step = 1;
      for (const RelayoutAxis &inner :
           llvm::drop_begin(plan.axes.axes, number + 1))
        step *= inner.extent;
      element += value * step;
      if (hasOffsets)
        offset += value * (axis.*stride).get();
    }
    if (hasOffsets && at % lanes == 0)
      registers.offsets.push_back(offset);
    registers.elements.push_back(element);
  }
  return registers;
}

/// Appends the shuffles that gather one register of the destination and returns
/// its number; `std::nullopt` if it is gathered from more than `most`.
/// `whereIs` has the place of each element among the source's lanes.
static std::optional<size_t> gatherRegister(BlockProgram &program, int64_t most,
                                            ArrayRef<int64_t> elements,
                                            ArrayRef<int64_t> whereIs) {
  int64_t lanes = program.source.lanes;
  SmallVector<size_t> from;
  for (int64_t element : elements)
    if (size_t number = whereIs[element] / lanes;
        !llvm::is_contained(from, number))
      from.push_back(number);
  if (static_cast<int64_t>(from.size()) > most)
    return std::nullopt;
  llvm::sort(from);
  // Lanes that are not there yet may hold anything.
  auto inOrder = llvm::to_vector(llvm::seq<int64_t>(0, lanes));
  size_t gathered = from.front();
  for (size_t k = std::min<size_t>(1, from.size() - 1); k < from.size(); ++k) {
    BlockShuffle shuffle{gathered, from[k], {}};
    for (auto [lane, element] : llvm::enumerate(elements)) {
      size_t number = whereIs[element] / lanes;
      int64_t at = whereIs[element] % lanes;
      bool isNew = number == from[k];
      bool isFirst = gathered == from.front() && number == gathered;
      shuffle.mask.push_back(isNew     ? at + (k == 0 ? 0 : lanes)
                             : isFirst ? at
                                       : int64_t(lane));
    }
    if (from.size() == 1 && shuffle.mask == inOrder)
      break;
    program.shuffles.push_back(std::move(shuffle));
    gathered = program.source.size() + program.shuffles.size() - 1;
  }
  return gathered;
}

/// Returns how many registers of so many lanes one is gathered from at most.
static int64_t getMostGathered(const RelayoutPlan &plan, int64_t lanes) {
  const BlockPermutation &order = plan.permutation;
  bool areFewRuns = order.kind == BlockPermutation::Kind::Interleave &&
                    order.sizes.back() <= fewRunsOfBytes;
  if (plan.destBits == 8 && !plan.streaming && areFewRuns)
    return leastGathered;
  return std::max(leastGathered,
                  std::min(lanes / elementsPerShuffle,
                           lanes * plan.destBits / bitsPerShuffle));
}

static std::optional<BlockProgram> gatherBlock(const RelayoutPlan &plan,
                                               int64_t lanes) {
  // As many as divide the runs of both sides. Those of a block that is cut at
  // its end are shorter than the plan says.
  lanes = std::gcd(lanes, getBlockRun(plan, &RelayoutAxis::sourceStride));
  lanes = std::gcd(lanes, getBlockRun(plan, &RelayoutAxis::destStride));
  if (lanes * plan.destBits < 64)
    return std::nullopt;
  BlockProgram program;
  program.source = getRunRegisters(plan, lanes, &RelayoutAxis::sourceStride);
  program.dest = getRunRegisters(plan, lanes, &RelayoutAxis::destStride);
  SmallVector<int64_t> whereIs(program.source.elements.size());
  for (auto [at, element] : llvm::enumerate(program.source.elements))
    whereIs[element] = at;
  int64_t most = getMostGathered(plan, lanes);
  for (size_t i = 0; i < program.dest.size(); ++i) {
    ArrayRef<int64_t> all = program.dest.elements;
    auto result =
        gatherRegister(program, most, all.slice(i * lanes, lanes), whereIs);
    if (!result)
      return std::nullopt;
    program.results.push_back(*result);
  }
  return program;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// True if a block is a run of at least a vector that is copied.
static bool isCopiedRun(const RelayoutPlan &plan, int64_t lanes) {
  const RelayoutAxis &axis = plan.axes.axes.back();
  return plan.axes.axes.size() == plan.loops + 1 && axis.sourceStride == 1 &&
         axis.destStride == 1 && axis.extent >= lanes;
}

/// Copies a run by vectors, the last of which ends with it and may overlap the
/// one before.
static BlockProgram copyRun(int64_t extent, int64_t lanes) {
  BlockRegisters registers;
  registers.lanes = registers.piece = lanes;
  for (int64_t at = 0; at < extent; at += lanes) {
    int64_t begin = std::min(at, extent - lanes);
    registers.offsets.push_back(begin);
    llvm::append_range(registers.elements, llvm::seq(begin, begin + lanes));
  }
  BlockProgram program{registers, registers, {}, {}};
  llvm::append_range(program.results, llvm::seq<size_t>(0, registers.size()));
  return program;
}

std::optional<BlockProgram>
mlir::tiled_layout::getBlockProgram(const RelayoutPlan &plan,
                                    int64_t vectorBits) {
  int64_t bits = plan.destBits;
  if (plan.sourceBits != bits || plan.loops == plan.axes.axes.size() ||
      !plan.hasKnownBlock() || getBlockElements(plan) > maxElements)
    return std::nullopt;
  int64_t lanes = std::max<int64_t>(1, vectorBits / bits);
  if (isCopiedRun(plan, lanes))
    return copyRun(plan.axes.axes.back().extent, lanes);
  bool arePowers = llvm::all_of(
      llvm::drop_begin(plan.axes.axes, plan.loops),
      [](const RelayoutAxis &a) { return llvm::isPowerOf2_64(a.extent); });
  if (!arePowers)
    return gatherBlock(plan, lanes);
  int64_t minPiece = std::max<int64_t>(2, minGatheredBits / bits);
  return BitProgramBuilder(plan, llvm::Log2_64(lanes)).build(minPiece);
}
