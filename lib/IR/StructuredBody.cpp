//===- StructuredBody.cpp - What bodies of structured operations do -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredBody.h"

#include "AnyWithin.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the operation that combines what a result was with a new value.
static Operation *getCombiner(linalg::LinalgOp op, int64_t output) {
  SmallVector<Operation *, 4> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), output, combiners) ||
      combiners.size() != 1)
    return nullptr;
  return combiners.front();
}

std::optional<vector::CombiningKind>
mlir::tiled_layout::getCombiningKind(linalg::LinalgOp op, int64_t output) {
  Operation *combiner = getCombiner(op, output);
  return combiner ? linalg::getCombinerOpKind(combiner) : std::nullopt;
}

bool mlir::tiled_layout::isWrittenInSteps(linalg::LinalgOp op,
                                          OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && !map.isFunctionOfDim(dim))
      return true;
  return false;
}

bool mlir::tiled_layout::readsOwnResults(linalg::LinalgOp op) {
  // A part of an array may be another one than the output.
  auto getWhole = [](Value memref) {
    while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
      if (isa<OffsetSizeAndStrideOpInterface, memref::ViewOp>(*view))
        break;
      memref = view.getViewSource();
    }
    return memref;
  };
  for (OpOperand &output : op.getDpsInitsMutable())
    if (isWrittenInSteps(op, output))
      for (Value input : op.getDpsInputs())
        if (isa<MemRefType>(input.getType()) &&
            getWhole(input) == getWhole(output.get()))
          return true;
  return false;
}

bool mlir::tiled_layout::isOrderFree(linalg::LinalgOp op, int64_t output,
                                     bool reassoc) {
  Operation *combiner = getCombiner(op, output);
  if (!isa<arith::AddFOp, arith::MulFOp>(combiner) || reassoc)
    return true;
  auto fastmath = cast<arith::ArithFastMathInterface>(combiner);
  return arith::bitEnumContainsAll(fastmath.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::reassoc);
}

/// True if a comparison is that of a new value that is kept only if it is
/// greater than what was kept before, or less.
static bool isStrict(Operation *comparison, bool &isSwapped, BlockArgument kept,
                     Value &next) {
  if (!isa_and_nonnull<arith::CmpFOp, arith::CmpIOp>(comparison))
    return false;
  isSwapped = comparison->getOperand(0) == kept;
  if (comparison->getOperand(isSwapped ? 0 : 1) != kept)
    return false;
  next = comparison->getOperand(isSwapped ? 1 : 0);
  if (auto compare = dyn_cast<arith::CmpFOp>(comparison))
    return compare.getPredicate() == arith::CmpFPredicate::OGT ||
           compare.getPredicate() == arith::CmpFPredicate::OLT;
  switch (cast<arith::CmpIOp>(comparison).getPredicate()) {
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::ult:
    return true;
  default:
    return false;
  }
}

/// True if a value is the index of a dimension of known extent, or one of as
/// many bits as indices have: no index is cut off.
static bool isIndexOf(Value value, int64_t dim, int64_t extent) {
  if (!value.getType().isIntOrIndex())
    return false;
  int64_t bits = *getValueBits(value.getType());
  while (
      isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp,
                      arith::ExtSIOp, arith::ExtUIOp>(value.getDefiningOp())) {
    value = value.getDefiningOp()->getOperand(0);
    bits = std::min(bits, *getValueBits(value.getType()));
  }
  auto index = value.getDefiningOp<linalg::IndexOp>();
  if (!index || static_cast<int64_t>(index.getDim()) != dim)
    return false;
  return bits >= 64 || (bits > 1 && ShapedType::isStatic(extent) &&
                        extent <= int64_t(1) << (bits - 1));
}

/// True if a value is computed from an output.
static bool dependsOn(Value value, ArrayRef<BlockArgument> outputs) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return llvm::is_contained(outputs, argument);
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  (void)getBackwardSlice(value, &slice, options);
  return llvm::any_of(slice, [&](Operation *op) {
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return llvm::is_contained(outputs, dyn_cast<BlockArgument>(operand));
    });
  });
}

std::optional<FirstExtremum>
mlir::tiled_layout::getFirstExtremum(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 2 || op.getNumReductionLoops() != 1)
    return std::nullopt;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  int64_t reduction =
      llvm::find(iterators, utils::IteratorType::reduction) - iterators.begin();
  ArrayRef<BlockArgument> outputs = op.getRegionOutputArgs();
  Operation *yield = op.getBlock()->getTerminator();
  for (int64_t value : {0, 1}) {
    FirstExtremum result{value, 1 - value, nullptr};
    auto keep = yield->getOperand(value).getDefiningOp<arith::SelectOp>();
    auto keepIndex =
        yield->getOperand(1 - value).getDefiningOp<arith::SelectOp>();
    if (!keep || !keepIndex || keep.getCondition() != keepIndex.getCondition())
      continue;
    Value next;
    result.comparison = keep.getCondition().getDefiningOp();
    if (isStrict(result.comparison, result.isSwapped, outputs[value], next) &&
        keep.getTrueValue() == next && keep.getFalseValue() == outputs[value] &&
        keepIndex.getFalseValue() == outputs[1 - value] &&
        isIndexOf(keepIndex.getTrueValue(), reduction,
                  op.getStaticLoopRanges()[reduction]) &&
        !dependsOn(next, outputs))
      return result;
  }
  return std::nullopt;
}

Operation *mlir::tiled_layout::getNarrowExtremum(linalg::LinalgOp op,
                                                 int64_t output) {
  BlockArgument result = op.getRegionOutputArgs()[output];
  auto type = dyn_cast<FloatType>(result.getType());
  Operation *combiner = type && type.getWidth() < 32 && type.getWidth() >= 16 &&
                                result.hasOneUse()
                            ? getCombiner(op, output)
                            : nullptr;
  bool isExtremum =
      isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                      arith::MinNumFOp>(combiner);
  return isExtremum && combiner->hasOneUse() ? combiner : nullptr;
}

Operation *mlir::tiled_layout::getWidening(linalg::LinalgOp op, int64_t input) {
  BlockArgument element = op.getBlock()->getArgument(input);
  if (!element.hasOneUse())
    return nullptr;
  Operation *user = *element.user_begin();
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(user) ? user
                                                                  : nullptr;
}

Value mlir::tiled_layout::buildWidening(OpBuilder &builder, linalg::LinalgOp op,
                                        int64_t input, Value elements,
                                        Type type) {
  Operation *widening = getWidening(op, input);
  return builder
      .create(op.getLoc(), widening->getName().getIdentifier(), elements, type,
              widening->getAttrs())
      ->getResult(0);
}

/// True if processors compute an operation on `bf16` in f32, and round after
/// it. Sums of products are left alone: multiply-adds may round once. Maxima
/// need no wider elements, but reductions carry them so.
static bool computesInF32(linalg::LinalgOp op, Operation *inner) {
  if (op.getNumReductionLoops() > 0 && getSumOfProducts(op).first)
    return false;
  if (op.getNumReductionLoops() == 0 &&
      isa<arith::MaximumFOp, arith::MinimumFOp>(inner))
    return false;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             inner->getDialect()) &&
         !isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(inner) &&
         llvm::any_of(inner->getOperandTypes(),
                      [](Type type) { return type.isBF16(); });
}

/// True if the divisor is a constant, and neither 0 nor -1.
static bool hasSafeDivisor(Operation *division) {
  APInt divisor;
  return matchPattern(division->getOperand(1), m_ConstantInt(&divisor)) &&
         !divisor.isZero() && !divisor.isAllOnes();
}

llvm::Error mlir::tiled_layout::checkBody(linalg::LinalgOp op,
                                          StructuredProblem &problem) {
  Block &body = *op.getBlock();
  auto keepScalar = [&](const Twine &why) {
    if (problem.noVectors.empty())
      problem.noVectors = why.str();
  };
  auto note = [&](Type type) {
    if (!type.isIntOrIndexOrFloat())
      return failure();
    // Predicates are bytes in memory.
    problem.widestBits =
        std::max<int64_t>({problem.widestBits, *getValueBits(type), 8});
    return success();
  };
  llvm::SmallPtrSet<Operation *, 8> addresses = getAddresses(op);
  for (BlockArgument argument : body.getArguments())
    if (!isOnlyAddress(argument, addresses) &&
        (failed(note(argument.getType())) || argument.getType().isIndex()))
      keepScalar("vectors have no elements of an operand's type");
  problem.readsOutputs =
      llvm::any_of(op.getRegionOutputArgs(),
                   [](BlockArgument value) { return !value.use_empty(); });
  for (Operation &inner : body.without_terminator()) {
    StringRef name = inner.getName().getStringRef();
    bool isLoad = isa<memref::LoadOp>(inner);
    if (!isLoad && !isMemoryEffectFree(&inner))
      return llvm::createStringError(name + " has effects");
    if (anyWithin<linalg::IndexOp>(&inner) && !isa<linalg::IndexOp>(inner))
      return llvm::createStringError("linalg.index is within " + name);
    // Scalars, which run where there are elements.
    if (addresses.contains(&inner))
      continue;
    bool isFixed = isLoad || isa<arith::ConstantOp, linalg::IndexOp>(inner);
    // LLVM has no power whose exponents are a vector of integers.
    if (!isFixed && (!OpTrait::hasElementwiseMappableTraits(&inner) ||
                     isa<math::FPowIOp>(inner) || inner.getNumRegions() != 0))
      keepScalar(name + " takes no vectors");
    // Lanes that hold no element run too. MLIR 22 calls some divisions by zero
    // total.
    if ((!isLoad && !isPure(&inner)) || isa<arith::FloorDivSIOp>(inner) ||
        (isa<arith::RemSIOp, arith::RemUIOp>(inner) && !hasSafeDivisor(&inner)))
      keepScalar(name + " may trap");
    // About as many as an approximation of a function takes.
    constexpr int64_t functionSteps = 32;
    problem.bodySteps += isa_and_nonnull<math::MathDialect>(inner.getDialect())
                             ? functionSteps
                             : 1;
    problem.comparesElements |=
        isa<arith::CmpFOp, arith::CmpIOp, arith::MaximumFOp, arith::MinimumFOp,
            arith::MaxNumFOp, arith::MinNumFOp>(inner);
    if (computesInF32(op, &inner))
      problem.widestBits = std::max<int64_t>(problem.widestBits, 32);
    // LLVM computes a vector of indices in the bits that it is cast to.
    if (isa<linalg::IndexOp>(inner) &&
        llvm::all_of(inner.getUsers(),
                     llvm::IsaPred<arith::IndexCastOp, arith::IndexCastUIOp>))
      continue;
    for (Type type : inner.getResultTypes())
      if (failed(note(type)))
        keepScalar(name + " has a result that vectors have no elements of");
  }
  return checkLoads(op, problem);
}
