//===- SplitZeroPoints.cpp - Products of bytes without zero points --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sum (a - za) (b - zb) = sum a b - zb sum a - za sum b + n za zb, with n
// terms. Sums that wrap around are the same on both sides.
//
//===----------------------------------------------------------------------===//

#include "StructuredRewrites.h"

#include "../OwnBuffers.h"

#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Fewer products cost less than buffers for the sums.
static constexpr int64_t kFewestProducts = 1 << 15;

namespace {

/// An input of the product.
struct Factor {
  OpOperand *array = nullptr;
  /// `arith.extsi` or `arith.extui` to i32.
  Operation *widening = nullptr;
  /// `arith.subi` of the zero point in the body; null if there is none.
  Operation *difference = nullptr;
  /// What it subtracts from each element, outside of the body; null if nothing
  /// or 0.
  Value zero;

  AffineMap getMap() const {
    return cast<linalg::LinalgOp>(array->getOwner())
        .getMatchingIndexingMap(array);
  }

  /// Returns the loops of the operation that the input depends on, in the order
  /// of its dimensions.
  SmallVector<int64_t> getLoops() const {
    AffineMap map = getMap();
    SmallVector<int64_t> loops;
    for (AffineExpr index : map.getResults())
      for (int64_t dim = 0; dim < map.getNumDims(); ++dim)
        if (index.isFunctionOfDim(dim) && !llvm::is_contained(loops, dim))
          loops.push_back(dim);
    return loops;
  }
};

/// Splits one operation.
class Splitter {
public:
  Splitter(OpBuilder &builder, linalg::LinalgOp op)
      : builder(builder), op(op), loc(op.getLoc()) {}

  bool match();
  /// Buffers begin at a line of so many bytes.
  void split(int64_t lineBytes);

private:
  std::optional<Factor> matchFactor(Value value);
  Value getOutside(Value value);
  bool isWorthSum(const Factor &factor, AffineMap output);
  Value allocate(ArrayRef<int64_t> shape, Type element, ValueRange sizes);
  Value makeSum(const Factor &factor);
  void makeProduct();
  void subtract(ArrayRef<Value> sums);
  AffineMap getResultMap(const Factor &factor);
  bool isReduction(int64_t dim) {
    return op.getIteratorTypesArray()[dim] == utils::IteratorType::reduction;
  }

  OpBuilder &builder;
  linalg::LinalgOp op;
  Location loc;
  int64_t lineBytes = 0;
  std::array<Factor, 2> factors;
  SmallVector<Range> ranges;
};

/// Returns the value outside of the operation that a value in the body is; null
/// if it is none.
Value Splitter::getOutside(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock())
    return value.getParentRegion()->isProperAncestor(&op->getRegion(0))
               ? value
               : Value();
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  return op.isScalar(&operand) ? operand.get() : Value();
}

/// Matches a widened element of an input, less its zero point.
std::optional<Factor> Splitter::matchFactor(Value value) {
  Factor factor;
  if (auto difference = value.getDefiningOp<arith::SubIOp>()) {
    factor.difference = difference;
    factor.zero = getOutside(difference.getRhs());
    if (!factor.zero)
      return std::nullopt;
    if (matchPattern(factor.zero, m_Zero()))
      factor.zero = nullptr;
    value = difference.getLhs();
  }
  factor.widening = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(factor.widening))
    return std::nullopt;
  auto element = dyn_cast<BlockArgument>(factor.widening->getOperand(0));
  if (!element || element.getOwner() != op.getBlock() ||
      element.getArgNumber() >= op.getNumDpsInputs() ||
      !element.getType().isInteger(8))
    return std::nullopt;
  factor.array = &op->getOpOperand(element.getArgNumber());
  if (!isa<MemRefType>(factor.array->get().getType()))
    return std::nullopt;
  return factor;
}

/// True if all sums of an input over the reductions are much less work than the
/// products. Those over the windows of a depthwise convolution are as much.
bool Splitter::isWorthSum(const Factor &factor, AffineMap output) {
  if (factor.getMap().isProjectedPermutation())
    return true;
  return llvm::any_of(output.getResults(), [&](AffineExpr index) {
    int64_t dim = cast<AffineDimExpr>(index).getPosition();
    return !factor.getMap().isFunctionOfDim(dim) &&
           op.getStaticLoopRanges()[dim] != 1;
  });
}

/// True if the operation is a large sum of products of bytes less zero points.
bool Splitter::match() {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || op->hasAttr(kStructuredPlanName) ||
      op.hasIndexSemantics())
    return false;
  Block &body = *op.getBlock();
  auto sum = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddIOp>();
  Value result = body.getArguments().back();
  if (!sum || !sum.getType().isInteger(32) ||
      (sum.getLhs() == result) == (sum.getRhs() == result))
    return false;
  Value term = sum.getLhs() == result ? sum.getRhs() : sum.getLhs();
  auto product = term.getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  for (auto [factor, value] : llvm::zip(factors, product->getOperands())) {
    std::optional<Factor> found = matchFactor(value);
    if (!found)
      return false;
    factor = *found;
  }
  // The sum, the product, and for each input its widening and its zero point.
  size_t differences = llvm::count_if(
      factors, [](const Factor &each) { return each.difference; });
  if (!llvm::hasNItems(body.without_terminator(), 4 + differences) ||
      factors[0].array == factors[1].array || differences == 0)
    return false;
  // A sum goes over all indices of a reduction, of both inputs.
  AffineMap output = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!output.isProjectedPermutation())
    return false;
  for (int64_t number : {0, 1})
    if (factors[1 - number].zero && !isWorthSum(factors[number], output))
      return false;
  int64_t products = 1;
  for (auto [dim, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (isReduction(dim) ? !factors[0].getMap().isFunctionOfDim(dim) ||
                               !factors[1].getMap().isFunctionOfDim(dim)
                         : !output.isFunctionOfDim(dim))
      return false;
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(products, extent, products))
      products = std::numeric_limits<int64_t>::max() >> 32;
  }
  return products >= kFewestProducts;
}

/// Returns the map from the results to the sums of an input.
AffineMap Splitter::getResultMap(const Factor &factor) {
  AffineMap output = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<AffineExpr> results;
  for (int64_t dim : factor.getLoops())
    if (!isReduction(dim))
      results.push_back(builder.getAffineDimExpr(
          *output.getResultPosition(builder.getAffineDimExpr(dim))));
  return AffineMap::get(output.getNumResults(), 0, results,
                        builder.getContext());
}

Value Splitter::allocate(ArrayRef<int64_t> shape, Type element,
                         ValueRange sizes) {
  return allocateBuffer(builder, loc, MemRefType::get(shape, element), sizes,
                        lineBytes);
}

/// Returns a buffer with the sums of an input over the reductions.
Value Splitter::makeSum(const Factor &factor) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  SmallVector<AffineExpr> results, window;
  SmallVector<int64_t> windowShape;
  SmallVector<Value> windowSizes;
  SmallVector<utils::IteratorType> iterators;
  auto addExtent = [&](int64_t dim, SmallVector<int64_t> &shape,
                       SmallVector<Value> &sizes) {
    shape.push_back(
        getConstantIntValue(ranges[dim].size).value_or(ShapedType::kDynamic));
    if (ShapedType::isDynamic(shape.back()))
      sizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, ranges[dim].size));
  };
  SmallVector<int64_t> loops = factor.getLoops();
  // The loops of the sums, as expressions of those of the operation.
  SmallVector<AffineExpr> ofLoop(op.getNumLoops(),
                                 builder.getAffineConstantExpr(0));
  for (auto [number, dim] : llvm::enumerate(loops)) {
    ofLoop[dim] = builder.getAffineDimExpr(number);
    iterators.push_back(op.getIteratorTypesArray()[dim]);
    if (!isReduction(dim)) {
      results.push_back(ofLoop[dim]);
      addExtent(dim, shape, sizes);
    } else if (!factor.getMap().getResultPosition(
                   builder.getAffineDimExpr(dim))) {
      window.push_back(ofLoop[dim]);
      addExtent(dim, windowShape, windowSizes);
    }
  }
  Value sums = allocate(shape, builder.getI32Type(), sizes);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  linalg::FillOp::create(builder, loc, zero, sums);
  int64_t rank = iterators.size();
  auto getMap = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(rank, 0, results, builder.getContext());
  };
  SmallVector<Value> inputs = {factor.array->get()};
  SmallVector<AffineMap> maps = {
      factor.getMap().replaceDimsAndSymbols(ofLoop, {}, rank, 0)};
  // As in linalg's pooling, an operand that is not read says how large a window
  // is.
  if (!window.empty()) {
    inputs.push_back(allocate(windowShape, builder.getI8Type(), windowSizes));
    maps.push_back(getMap(window));
  }
  maps.push_back(getMap(results));
  linalg::GenericOp::create(
      builder, loc, TypeRange(), inputs, sums, maps, iterators,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Value wide = inner.clone(*factor.widening)->getResult(0);
        wide.getDefiningOp()->setOperand(0, elements.front());
        Value next = arith::AddIOp::create(inner, loc, elements.back(), wide);
        linalg::YieldOp::create(inner, loc, next);
      });
  if (!window.empty())
    freeBuffer(builder, loc, inputs.back());
  return sums;
}

/// Adds the products themselves.
void Splitter::makeProduct() {
  SmallVector<AffineMap> maps = {
      factors[0].getMap(), factors[1].getMap(),
      op.getMatchingIndexingMap(op.getDpsInitOperand(0))};
  linalg::GenericOp::create(
      builder, loc, TypeRange(),
      ValueRange{factors[0].array->get(), factors[1].array->get()},
      op.getDpsInits(), maps, op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        SmallVector<Value> wide;
        for (auto [factor, element] : llvm::zip(factors, elements)) {
          Operation *widening = inner.clone(*factor.widening);
          widening->setOperand(0, element);
          wide.push_back(widening->getResult(0));
        }
        Value product = arith::MulIOp::create(inner, loc, wide[0], wide[1]);
        Value next = arith::AddIOp::create(inner, loc, elements[2], product);
        linalg::YieldOp::create(inner, loc, next);
      });
}

/// Subtracts from each result what zero points have contributed.
void Splitter::subtract(ArrayRef<Value> sums) {
  if (!sums[0] && !sums[1])
    return;
  Value constant;
  if (factors[0].zero && factors[1].zero) {
    Value terms = arith::ConstantIndexOp::create(builder, loc, 1);
    for (auto [dim, range] : llvm::enumerate(ranges))
      if (isReduction(dim))
        terms = builder.createOrFold<arith::MulIOp>(
            loc, terms,
            getValueOrCreateConstantIndexOp(builder, loc, range.size));
    Value count =
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(), terms);
    Value zero =
        arith::MulIOp::create(builder, loc, factors[0].zero, factors[1].zero);
    constant = arith::MulIOp::create(builder, loc, count, zero);
  }
  Value output = op.getDpsInits()[0];
  int64_t rank = cast<MemRefType>(output.getType()).getRank();
  SmallVector<Value> inputs, zeros;
  SmallVector<AffineMap> maps;
  for (int64_t number : {0, 1})
    if (sums[number]) {
      inputs.push_back(sums[number]);
      zeros.push_back(factors[1 - number].zero);
      maps.push_back(getResultMap(factors[number]));
    }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, TypeRange(), inputs, output, maps, iterators,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Value next = elements.back();
        if (constant)
          next = arith::AddIOp::create(inner, loc, next, constant);
        for (auto [sum, zero] : llvm::zip(elements, zeros))
          next = arith::SubIOp::create(
              inner, loc, next, arith::MulIOp::create(inner, loc, sum, zero));
        linalg::YieldOp::create(inner, loc, next);
      });
}

void Splitter::split(int64_t bytes) {
  lineBytes = bytes;
  builder.setInsertionPoint(op);
  ranges = op.createLoopRanges(builder, loc);
  // What one zero point is multiplied by are the sums of the other input.
  SmallVector<Value> sums;
  for (int64_t number : {0, 1})
    sums.push_back(factors[1 - number].zero ? makeSum(factors[number])
                                            : Value());
  makeProduct();
  subtract(sums);
  for (Value sum : sums)
    if (sum)
      freeBuffer(builder, loc, sum);
  op.erase();
}

} // namespace

LogicalResult mlir::tiled_layout::splitZeroPoints(Operation *root) {
  OpBuilder builder(root->getContext());
  for (linalg::LinalgOp op : getUnplanned(root)) {
    Splitter splitter(builder, op);
    if (runsOnDevice(op) || !splitter.match())
      continue;
    FailureOr<Target> target = getTargetOf(op);
    if (failed(target))
      return failure();
    if (getDotSteps(*target, DotBody::Kind::Bytes) == 0)
      continue;
    splitter.split(target->lineBytes);
  }
  return success();
}
