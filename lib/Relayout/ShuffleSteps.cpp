//===- ShuffleSteps.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShuffleSteps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

static size_t getPlace(ArrayRef<unsigned> bits, unsigned bit) {
  auto *found = llvm::find(bits, bit);
  assert(found != bits.end() && "no such bit");
  return found - bits.begin();
}

ShuffleSteps::ShuffleSteps(ArrayRef<unsigned> lanes, ArrayRef<unsigned> numbers,
                           unsigned inLaneBits, bool splitsCrossLane)
    : lanes(lanes), numbers(numbers),
      registers(
          llvm::to_vector(llvm::seq<size_t>(0, size_t(1) << numbers.size()))),
      inLaneBits(inLaneBits), splitsCrossLane(splitsCrossLane) {}

size_t ShuffleSteps::append(size_t first, size_t second,
                            SmallVector<int64_t> mask) {
  shuffles.push_back({first, second, std::move(mask)});
  return (size_t(1) << numbers.size()) + shuffles.size() - 1;
}

/// Returns where a lane in a new order of bits comes from in the old one; bits
/// that were none of the lanes' count as 0.
static int64_t getOldLane(ArrayRef<unsigned> oldLanes,
                          ArrayRef<unsigned> newLanes, int64_t lane) {
  int64_t result = 0;
  for (auto [place, bit] : llvm::enumerate(newLanes))
    if (auto *old = llvm::find(oldLanes, bit); old != oldLanes.end())
      result |= (lane >> place & 1) << (old - oldLanes.begin());
  return result;
}

void ShuffleSteps::exchange(size_t number, size_t lane,
                            ArrayRef<unsigned> newLanes) {
  size_t incoming = getPlace(newLanes, numbers[number]);
  int64_t numLanes = int64_t(1) << lanes.size();
  auto getMask = [&](int64_t leavingBit) {
    SmallVector<int64_t> mask;
    for (int64_t i = 0; i < numLanes; ++i)
      mask.push_back((i >> incoming & 1) * numLanes +
                     getOldLane(lanes, newLanes, i) + (leavingBit << lane));
    return mask;
  };
  size_t step = size_t(1) << number;
  for (size_t i = 0; i < registers.size(); ++i) {
    if (i & step)
      continue;
    size_t first = registers[i], second = registers[i | step];
    registers[i] = append(first, second, getMask(0));
    registers[i | step] = append(first, second, getMask(1));
  }
  std::swap(numbers[number], lanes[lane]);
  lanes.assign(newLanes.begin(), newLanes.end());
}

void ShuffleSteps::reorder(ArrayRef<unsigned> newLanes) {
  SmallVector<int64_t> mask;
  for (int64_t i = 0; i < int64_t(1) << lanes.size(); ++i)
    mask.push_back(getOldLane(lanes, newLanes, i));
  for (size_t &number : registers)
    number = append(number, number, mask);
  lanes.assign(newLanes.begin(), newLanes.end());
}

size_t ShuffleSteps::chooseLeaving(ArrayRef<unsigned> wanted,
                                   size_t place) const {
  SmallVector<size_t> leaving;
  for (auto [i, bit] : llvm::enumerate(lanes))
    if (!llvm::is_contained(wanted, bit))
      leaving.push_back(i);
  assert(!leaving.empty() && "as many bits leave as come");
  // An unpack instruction takes the most major of the in-lane bits away and
  // puts another one in below it.
  if (place < inLaneBits) {
    for (size_t i : llvm::reverse(leaving))
      if (i < inLaneBits)
        return i;
    return leaving.back();
  }
  for (size_t i : leaving)
    if (i >= inLaneBits)
      return i;
  return leaving.front();
}

size_t ShuffleSteps::chooseMisplaced(ArrayRef<unsigned> wanted) const {
  for (size_t i = inLaneBits; i-- > 0;)
    if (getPlace(wanted, lanes[i]) >= inLaneBits)
      return i;
  llvm_unreachable("an in-lane place is wanted for a bit that comes");
}

void ShuffleSteps::raiseLeaving(ArrayRef<unsigned> wanted) {
  SmallVector<unsigned> newLanes, leaving;
  for (auto [place, bit] : llvm::enumerate(lanes)) {
    bool leaves = place < inLaneBits && !llvm::is_contained(wanted, bit);
    (leaves ? leaving : newLanes).push_back(bit);
  }
  size_t inLane = std::min<size_t>(inLaneBits, lanes.size());
  newLanes.insert(newLanes.begin() + (inLane - leaving.size()), leaving.begin(),
                  leaving.end());
  if (newLanes != lanes)
    reorder(newLanes);
}

void ShuffleSteps::exchangeLanes(ArrayRef<unsigned> wanted) {
  SmallVector<unsigned> incoming;
  for (unsigned bit : wanted)
    if (!llvm::is_contained(lanes, bit))
      incoming.push_back(bit);
  if (incoming.empty() && ArrayRef<unsigned>(lanes) != wanted)
    return reorder(wanted);
  if (splitsCrossLane)
    raiseLeaving(wanted);
  // The list may grow.
  for (size_t next = 0; next < incoming.size(); ++next) {
    unsigned bit = incoming[next];
    size_t place = getPlace(wanted, bit);
    size_t leaving = chooseLeaving(wanted, place);
    if (splitsCrossLane && place < inLaneBits && leaving >= inLaneBits) {
      // An in-lane bit makes room, and comes back where the other one leaves.
      leaving = chooseMisplaced(wanted);
      incoming.push_back(lanes[leaving]);
    }
    SmallVector<unsigned> newLanes(lanes);
    newLanes.erase(newLanes.begin() + leaving);
    newLanes.insert(
        place < inLaneBits ? newLanes.begin() + place : newLanes.end(), bit);
    // The last step puts everything in place.
    if (bit == incoming.back())
      newLanes.assign(wanted.begin(), wanted.end());
    exchange(getPlace(numbers, bit), leaving, newLanes);
  }
}

SmallVector<size_t>
ShuffleSteps::getRegisters(ArrayRef<unsigned> numberBits) const {
  SmallVector<size_t> result;
  for (size_t i = 0; i < registers.size(); ++i) {
    size_t at = 0;
    for (auto [k, bit] : llvm::enumerate(numberBits))
      at |= (i >> k & 1) << getPlace(numbers, bit);
    result.push_back(registers[at]);
  }
  return result;
}
