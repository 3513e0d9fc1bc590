//===- WordRows.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordRows.h"

#include "../../IR/TypeDigits.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/LayoutTypes.h"

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
  if (type.getRank() < 2 || !isTiled(type) || !isPlainStorage(type))
    return std::nullopt;
  auto digits = expectedToOptional(getArrayDigits(ShapedType(type)));
  std::optional<int64_t> bits = getStorageBits(type.getElementType());
  if (!digits || !bits || *bits == 0)
    return std::nullopt;
  int64_t columns = getTileLayout(ShapedType(type))->minorToMajor.front();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t count = getSideBySide(*digits, dim);
    if (dim != columns && count > 1 && count * *bits <= maxRowWordBits &&
        llvm::isPowerOf2_64(count))
      return WordDims{dim, columns, count};
  }
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
