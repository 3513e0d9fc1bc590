//===- WordRows.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordRows.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

namespace {

/// The dimension of an array whose neighbours share a word, the one in which
/// words follow each other, and how many elements a word has.
struct WordDims {
  int64_t rows, columns, count;
};

} // namespace

/// The bits of the longest word.
static constexpr int64_t maxRowWordBits = 64;

static std::optional<WordDims> getWordDims(MemRefType type) {
  if (!isTiled(type) || type.getRank() < 2 || !isPlainStorage(type))
    return std::nullopt;
  std::optional<Layout> layout = getTileLayout(type);
  std::optional<int64_t> bits = getStorageBits(type.getElementType());
  if (!layout || !bits || *bits == 0)
    return std::nullopt;
  // Whole words, however small the array.
  int64_t mostElements = maxRowWordBits / *bits;
  if (mostElements < 2)
    return std::nullopt;
  SmallVector<int64_t> extents(type.getShape());
  for (int64_t &extent : extents)
    extent = std::max(extent, mostElements + 1);
  Placement placement(*layout, extents);
  auto getPosition = [&](int64_t dim, int64_t at) {
    SmallVector<int64_t> index(extents.size(), 0);
    index[dim] = at;
    return placement.getPosition(index);
  };
  int64_t columns = layout->minorToMajor.front();
  int64_t count = getPosition(columns, 1);
  if (count < 2 || count > mostElements || !llvm::isPowerOf2_64(count))
    return std::nullopt;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (dim != columns &&
        llvm::all_of(llvm::seq<int64_t>(1, count),
                     [&](int64_t row) { return getPosition(dim, row) == row; }))
      return WordDims{dim, columns, count};
  return std::nullopt;
}

/// Returns where the rows of a word begin for one access, or `std::nullopt` if
/// that is not known.
static std::optional<int64_t> getPhase(const LinearIndex &row, Value variable,
                                       int64_t count) {
  ValueRanges ranges;
  for (auto [term, coefficient] : row.terms)
    if (term != variable &&
        !ranges.getCongruence(term).isMultipleOf(count, coefficient))
      return std::nullopt;
  return llvm::mod(-row.constant, count);
}

/// True if some innermost loop below `loop` goes along the words of an access.
static bool hasLoopAlongWords(AffineForOp loop, const ArrayAccess &access,
                              const WordDims &words) {
  for (Operation *op = access.op->getParentOp(); op != loop;
       op = op->getParentOp()) {
    auto inner = dyn_cast<AffineForOp>(op);
    if (!inner)
      continue;
    Value variable = inner.getInductionVar();
    std::optional<LinearIndex> column =
        access.getIndex(words.columns, variable);
    return column && inner.getStepAsInt() == 1 &&
           std::abs(column->getCoefficient(variable)) == 1;
  }
  return false;
}

std::optional<WordRows>
mlir::tiled_layout::findWordRows(AffineForOp loop,
                                 ArrayRef<ArrayAccess> accesses) {
  Value variable = loop.getInductionVar();
  std::optional<WordRows> result;
  bool isAlongWords = false, isOfStore = false;
  for (const ArrayAccess &access : accesses) {
    std::optional<WordDims> words = getWordDims(access.getType());
    if (!words)
      continue;
    for (int64_t dim = 0; dim < access.getType().getRank(); ++dim) {
      std::optional<LinearIndex> index = access.getIndex(dim, variable);
      if (!index)
        return std::nullopt;
      int64_t coefficient = index->getCoefficient(variable);
      if (coefficient == 0)
        continue;
      if (dim != words->rows || coefficient != 1)
        return std::nullopt;
      isAlongWords |= hasLoopAlongWords(loop, access, *words);
      std::optional<int64_t> phase = getPhase(*index, variable, words->count);
      // Whole words are rather written than read.
      if (phase && (!result || (access.isStore && !isOfStore))) {
        result = {words->count, *phase};
        isOfStore = access.isStore;
      }
    }
  }
  return isAlongWords ? result : std::nullopt;
}
