//===- MergedWindows.cpp - Columns of a window with their channels --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedWindows.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Two reductions that follow one another, in an operation, and the result of
/// each operand's map that is the index of columns, before that of channels; -1
/// for operands that depend on neither.
struct Window {
  unsigned columns, channels;
  SmallVector<int64_t> results;
};

} // namespace

/// Returns the result of a map that counts columns, if channels are the next
/// one and no other result depends on either; -1 if none does, and
/// `std::nullopt` otherwise.
static std::optional<int64_t> findResult(AffineMap map, unsigned columns,
                                         unsigned channels) {
  MLIRContext *context = map.getContext();
  AffineExpr column = getAffineDimExpr(columns, context);
  ArrayRef<AffineExpr> results = map.getResults();
  auto first = llvm::find_if(results, [&](AffineExpr result) {
    return result.isFunctionOfDim(columns);
  });
  auto dependsOnEither = [&](AffineExpr result) {
    return result.isFunctionOfDim(columns) || result.isFunctionOfDim(channels);
  };
  if (first == results.end())
    return map.isFunctionOfDim(channels) ? std::nullopt : std::optional(-1);
  auto next = std::next(first);
  AffineExpr rest = first->replace(column, getAffineConstantExpr(0, context));
  if (next == results.end() || *next != getAffineDimExpr(channels, context) ||
      rest.isFunctionOfDim(channels) ||
      simplifyAffineExpr(*first - column, map.getNumDims(), 0) !=
          simplifyAffineExpr(rest, map.getNumDims(), 0) ||
      std::any_of(results.begin(), first, dependsOnEither) ||
      std::any_of(std::next(next), results.end(), dependsOnEither))
    return std::nullopt;
  return first - results.begin();
}

/// True if an array has its channels together, all of them, without tiles.
static bool liesTogether(Value array, int64_t result, int64_t channels) {
  auto type = dyn_cast<MemRefType>(array.getType());
  return type && !isTiled(type) && type.getLayout().isIdentity() &&
         type.getDimSize(result + 1) == channels && !type.isDynamicDim(result);
}

static std::optional<Window> findWindow(linalg::LinalgOp op, int64_t steps) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (unsigned dim = 0; dim + 1 < iterators.size(); ++dim) {
    Window window{dim, dim + 1, {}};
    int64_t columns = extents[dim], channels = extents[dim + 1];
    auto reduction = utils::IteratorType::reduction;
    if (iterators[dim] != reduction || iterators[dim + 1] != reduction ||
        ShapedType::isDynamic(columns) || ShapedType::isDynamic(channels) ||
        columns == 1 || channels % steps == 0)
      continue;
    bool fits = true;
    for (OpOperand &operand : op->getOpOperands()) {
      std::optional<int64_t> result =
          findResult(op.getMatchingIndexingMap(&operand), dim, dim + 1);
      fits &= result &&
              (*result < 0 || liesTogether(operand.get(), *result, channels));
      window.results.push_back(result.value_or(-1));
    }
    if (fits && !op.hasIndexSemantics())
      return window;
  }
  return std::nullopt;
}

/// Lets `channels` count what both did, and removes the columns.
static AffineMap mergeIndices(AffineMap map, const Window &window,
                              int64_t result, int64_t extent) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims, results(map.getResults());
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    dims.push_back(
        dim == window.columns
            ? getAffineConstantExpr(0, context)
            : getAffineDimExpr(dim - (dim > window.columns), context));
  if (result >= 0) {
    results[result] = results[result] * extent + results[result + 1];
    results.erase(results.begin() + result + 1);
  }
  return simplifyAffineMap(
      AffineMap::get(map.getNumDims(), 0, results, context)
          .replaceDimsAndSymbols(dims, {}, map.getNumDims() - 1, 0));
}

linalg::LinalgOp mlir::tiled_layout::mergeWindows(RewriterBase &rewriter,
                                                  linalg::LinalgOp op,
                                                  int64_t steps) {
  std::optional<Window> window = findWindow(op, steps);
  if (!window)
    return nullptr;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t extent = op.getStaticLoopRanges()[window->channels];
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  for (auto [operand, result] :
       llvm::zip_equal(op->getOpOperands(), window->results)) {
    maps.push_back(mergeIndices(op.getMatchingIndexingMap(&operand), *window,
                                result, extent));
    Value array = operand.get();
    if (result >= 0) {
      SmallVector<ReassociationIndices> groups;
      int64_t rank = cast<MemRefType>(array.getType()).getRank();
      for (int64_t dim = 0; dim < rank; ++dim)
        if (dim == result + 1)
          groups.back().push_back(dim);
        else
          groups.push_back({dim});
      array = memref::CollapseShapeOp::create(rewriter, loc, array, groups);
    }
    operands.push_back(array);
  }
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.erase(iterators.begin() + window->columns);
  auto inputs = ArrayRef(operands).take_front(op.getNumDpsInputs());
  auto merged = linalg::GenericOp::create(
      rewriter, loc, inputs, ArrayRef(operands).drop_front(inputs.size()), maps,
      iterators);
  rewriter.cloneRegionBefore(op->getRegion(0), merged.getRegion(),
                             merged.getRegion().end());
  merged->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  merged->removeDiscardableAttr(
      linalg::LinalgDialect::kMemoizedIndexingMapsAttrName);
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation())) {
    merged.setDocAttr(generic.getDocAttr());
    merged.setLibraryCallAttr(generic.getLibraryCallAttr());
  }
  return cast<linalg::LinalgOp>(merged.getOperation());
}
