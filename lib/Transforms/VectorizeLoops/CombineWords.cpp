//===- CombineWords.cpp - Words instead of their elements -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeSteps.h"

#include "../RunLoops.h"

#include "../Remarks.h"

#include "../ElementIndex.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Which words are accessed?
//===----------------------------------------------------------------------===//

namespace {

/// A word of a memref: the elements along one dimension, after which all
/// extents are 1, at one index of those before it. The type of a physical array
/// is what the lowering wrote of its layout, and the only record of it here.
/// That words pay is for the loop to say: it is a run.
struct Word {
  Value memref;
  /// The index of the first element, up to that dimension.
  ElementIndex first;

  bool operator==(const Word &other) const {
    return memref == other.memref && first == other.first;
  }
  MemRefType getType() const { return cast<MemRefType>(memref.getType()); }
  int64_t getLanes() const {
    return getType().getShape()[first.map.getNumResults() - 1];
  }
  int64_t getLaneBits() const { return getType().getElementTypeBitWidth(); }
  Type getInteger() const {
    return IntegerType::get(memref.getContext(), getLanes() * getLaneBits());
  }
  VectorType getVector() const {
    return VectorType::get(getLanes(), getType().getElementType());
  }
};

/// An access to the element of a word at a known place.
struct LaneAccess {
  Word word;
  int64_t lane;
};

} // namespace

/// The bits of the longest word. Of longer ones, LLVM takes the halves apart by
/// shuffles, which is what it does to elements of that size anyway.
static constexpr int64_t maxWordBits = 32;

/// Returns the dimension along which the elements of words lie.
static std::optional<int64_t> getWordDim(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  Type element = type.getElementType();
  // What vectors of LLVM hold as it is.
  bool isPlain =
      element.isSignlessInteger() || element.isF16() || element.isBF16();
  if (!isPlain || failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  int64_t dim = type.getRank() - 1;
  while (dim >= 0 && type.getShape()[dim] == 1)
    --dim;
  // The word of an array of one word is no better than its elements.
  if (dim < 1 || strides[dim] != 1)
    return std::nullopt;
  int64_t lanes = type.getShape()[dim], bits = type.getElementTypeBitWidth();
  bool isWord = lanes >= 2 && lanes <= maxWordBits && bits >= 8 &&
                llvm::isPowerOf2_64(bits) && llvm::isPowerOf2_64(lanes) &&
                bits * lanes <= maxWordBits;
  return isWord ? std::optional(dim) : std::nullopt;
}

static bool isDivided(AffineExpr expr) {
  return expr
      .walk([](AffineExpr part) {
        bool isSum = !isa<AffineBinaryOpExpr>(part) ||
                     part.getKind() == AffineExprKind::Add ||
                     part.getKind() == AffineExprKind::Mul;
        return isSum ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Returns which element an `affine.load` or `affine.store` accesses, or
/// `std::nullopt` if its place within a word is not known.
static std::optional<LaneAccess> getLaneAccess(Operation *op) {
  if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
    return std::nullopt;
  Value memref = affine::MemRefAccess(op).memref;
  std::optional<int64_t> dim = getWordDim(cast<MemRefType>(memref.getType()));
  if (!dim)
    return std::nullopt;
  auto [map, operands] = getElementIndex(op);
  auto lane = dyn_cast<AffineConstantExpr>(map.getResult(*dim));
  // Where an index is still divided, no loop goes along the words.
  if (!lane || llvm::any_of(map.getResults(), isDivided))
    return std::nullopt;
  // An access out of bounds is in code that never runs.
  int64_t lanes = cast<MemRefType>(memref.getType()).getDimSize(*dim);
  if (lane.getValue() < 0 || lane.getValue() >= lanes)
    return std::nullopt;
  SmallVector<AffineExpr> first(map.getResults().take_front(*dim));
  first.push_back(getAffineConstantExpr(0, op->getContext()));
  map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), first,
                       op->getContext());
  return LaneAccess{{memref, getElementIndex(map, operands)}, lane.getValue()};
}

//===----------------------------------------------------------------------===//
// Words as values
//===----------------------------------------------------------------------===//

/// Returns the memref of a word without the dimensions after it.
static Value getWords(OpBuilder &builder, const Word &word) {
  int64_t rank = word.getType().getRank(),
          dims = word.first.map.getNumResults();
  if (rank == dims)
    return word.memref;
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim < dims)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(word.memref);
  return memref::CollapseShapeOp::create(builder, word.memref.getLoc(),
                                         word.memref, groups);
}

static Value loadWord(OpBuilder &builder, Location loc, const Word &word) {
  Value vector = affine::AffineVectorLoadOp::create(
      builder, loc, word.getVector(), getWords(builder, word), word.first.map,
      word.first.operands);
  // As a vector of one integer, LLVM would take it apart by shuffles.
  return LLVM::BitcastOp::create(builder, loc, word.getInteger(), vector);
}

static Value getShift(OpBuilder &builder, Location loc, const Word &word,
                      int64_t lane) {
  return arith::ConstantIntOp::create(builder, loc, word.getInteger(),
                                      lane * word.getLaneBits());
}

static Value getLane(OpBuilder &builder, Location loc, const Word &word,
                     Value value, int64_t lane) {
  if (lane != 0)
    value = arith::ShRUIOp::create(builder, loc, value,
                                   getShift(builder, loc, word, lane));
  Type element = word.getType().getElementType();
  value = arith::TruncIOp::create(
      builder, loc, builder.getIntegerType(word.getLaneBits()), value);
  if (value.getType() == element)
    return value;
  return arith::BitcastOp::create(builder, loc, element, value);
}

static void storeWord(OpBuilder &builder, Location loc, const Word &word,
                      ArrayRef<Value> lanes) {
  Value whole;
  Type integer = builder.getIntegerType(word.getLaneBits());
  for (size_t lane = 0; lane < lanes.size(); ++lane) {
    Value value = lanes[lane];
    if (value.getType() != integer)
      value = arith::BitcastOp::create(builder, loc, integer, value);
    value = arith::ExtUIOp::create(builder, loc, word.getInteger(), value);
    if (lane != 0)
      value = arith::ShLIOp::create(builder, loc, value,
                                    getShift(builder, loc, word, lane));
    whole = whole ? arith::OrIOp::create(builder, loc, whole, value) : value;
  }
  Value vector = LLVM::BitcastOp::create(builder, loc, word.getVector(), whole);
  affine::AffineVectorStoreOp::create(builder, loc, vector,
                                      getWords(builder, word), word.first.map,
                                      word.first.operands);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

namespace {

/// A word that has been loaded, and the lanes that memory still holds.
struct LoadedWord {
  Word word;
  Value value;
  uint32_t validLanes;
};

} // namespace

/// Says that elements are now accessed as a word.
static void remarkOn(Operation *op, StringRef what, const Word &word) {
  remark::passed(op->getLoc(), getRemarkOpts(op, "combine-words"))
      << remark::metric(what, word.getLanes());
}

static void combineLoads(Block &block) {
  SmallVector<LoadedWord> loaded;
  auto find = [&](const Word &word) {
    return llvm::find_if(loaded,
                         [&](const LoadedWord &l) { return l.word == word; });
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    std::optional<LaneAccess> access = getLaneAccess(&op);
    if (access && isa<affine::AffineLoadOp>(op)) {
      OpBuilder builder(&op);
      const auto &[word, lane] = *access;
      LoadedWord *known = find(word);
      if (known != loaded.end() && !(known->validLanes & 1u << lane)) {
        loaded.erase(known);
        known = loaded.end();
      }
      if (known == loaded.end()) {
        remarkOn(&op, "loaded", word);
        loaded.push_back({word, loadWord(builder, op.getLoc(), word), ~0u});
        known = &loaded.back();
      }
      op.getResult(0).replaceAllUsesWith(
          getLane(builder, op.getLoc(), word, known->value, lane));
      op.erase();
      continue;
    }
    bool isKnown = visitAccesses(&op, [&](Value memref, bool isWrite) {
      if (!isWrite)
        return;
      llvm::erase_if(loaded, [&](LoadedWord &other) {
        if (access && other.word == access->word) {
          other.validLanes &= ~(1u << access->lane);
          return false;
        }
        return mayTouch(memref, other.word.memref);
      });
    });
    if (!isKnown)
      loaded.clear();
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

namespace {

/// Stores to some lanes of a word, with nothing between them that may touch it.
struct StoredWord {
  Word word;
  SmallVector<affine::AffineStoreOp> lanes;
};

} // namespace

static void combineStores(Block &block) {
  SmallVector<StoredWord> stored;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    std::optional<LaneAccess> access = getLaneAccess(&op);
    auto store = dyn_cast<affine::AffineStoreOp>(op);
    bool isKnown = visitAccesses(&op, [&](Value memref, bool) {
      llvm::erase_if(stored, [&](const StoredWord &other) {
        bool isSameWord = access && store && other.word == access->word;
        return !isSameWord && mayTouch(memref, other.word.memref);
      });
    });
    if (!isKnown)
      stored.clear();
    if (!access || !store)
      continue;
    const Word &word = access->word;
    auto *group = llvm::find_if(
        stored, [&](const StoredWord &other) { return other.word == word; });
    if (group == stored.end()) {
      stored.push_back({word, {}});
      group = &stored.back();
      group->lanes.resize(word.getLanes());
    }
    group->lanes[access->lane] = store;
    if (!llvm::all_of(group->lanes, [](auto lane) { return bool(lane); }))
      continue;
    OpBuilder builder(store);
    remarkOn(&op, "stored", word);
    storeWord(builder, op.getLoc(), word,
              llvm::map_to_vector(group->lanes, [](auto store) -> Value {
                return store.getValueToStore();
              }));
    for (affine::AffineStoreOp lane : group->lanes)
      lane.erase();
    stored.erase(group);
  }
}

void mlir::tiled_layout::combineWords(Operation *root) {
  auto endianness =
      dyn_cast_or_null<StringAttr>(DataLayout::closest(root).getEndianness());
  if (endianness && endianness.getValue() == "big")
    return;
  root->walk([](Block *block) {
    // Words pay along runs. Around them, LLVM unrolls loops over the few rows
    // of a word and makes vectors of what words would hide.
    Operation *parent = block->getParentOp();
    if (isa<LoopLikeOpInterface>(parent) && !isRun(parent))
      return;
    combineLoads(*block);
    combineStores(*block);
  });
}
