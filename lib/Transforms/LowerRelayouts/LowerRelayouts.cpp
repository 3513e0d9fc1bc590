//===- LowerRelayouts.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/LowerOperation.h"
#include "tiled_layout/Transforms/Passes.h"

#include "InvalidIndices.h"
#include "LaneLoops.h"
#include "RelayoutLoops.h"
#include "SymbolicAxes.h"
#include "VectorLoops.h"
#include "WideElements.h"

#include "../../IR/OddOperations.h"
#include "../Unrolling.h"
#include "tiled_layout/Analysis/KnownPadding.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Target/Threads.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERRELAYOUTSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns a constant of any type that a padding value can have.
static Value createConstant(OpBuilder &builder, Location loc, TypedAttr value) {
  if (isa<ComplexType>(value.getType())) {
    auto number = cast<complex::NumberAttr>(static_cast<Attribute>(value));
    Type part = cast<ComplexType>(value.getType()).getElementType();
    auto parts = builder.getArrayAttr({FloatAttr::get(part, number.getReal()),
                                       FloatAttr::get(part, number.getImag())});
    return complex::ConstantOp::create(builder, loc, value.getType(), parts);
  }
  auto integer = dyn_cast<IntegerType>(value.getType());
  if (!integer || integer.isSignless())
    return arith::ConstantOp::create(builder, loc, value);
  // arith has no constants with a sign of their own.
  Type signless = builder.getIntegerType(integer.getWidth());
  Value bits = arith::ConstantOp::create(
      builder, loc,
      IntegerAttr::get(signless, cast<IntegerAttr>(value).getValue()));
  return UnrealizedConversionCastOp::create(builder, loc, integer, bits)
      .getResult(0);
}

/// Returns the bits of a constant; `std::nullopt` for no number.
static std::optional<APInt> getBits(TypedAttr value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().bitcastToAPInt();
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue();
  auto number = dyn_cast<complex::NumberAttr>(static_cast<Attribute>(value));
  if (!number)
    return std::nullopt;
  APInt imaginary = number.getImag().bitcastToAPInt();
  return imaginary.concat(number.getReal().bitcastToAPInt());
}

namespace {

/// How the padding of a relayout receives its value; both null if it is left
/// undefined.
struct PaddingSource {
  /// Builds and returns the value as an integer of so many bits; null if
  /// elements in words of that width have no single value.
  std::function<Value(unsigned)> getBits;
  /// Builds what fills padding on its own, before any element is written.
  std::function<void()> fill;
};

} // namespace

/// Returns how a relayout fills the padding of `dest`, if it has any.
static PaddingSource getPaddingSource(OpBuilder &builder, Location loc,
                                      Value dest, TypedAttr padding,
                                      const PlanOptions &options) {
  auto type = cast<MemRefType>(dest.getType());
  if (!padding || (type.hasStaticShape() && !hasPadding(type)))
    return {};
  std::optional<APInt> value = getBits(padding);
  auto getWord = [=, &builder](unsigned bits) -> Value {
    if (!value || value->getBitWidth() % bits != 0 || !value->isSplat(bits))
      return Value();
    Type word = builder.getIntegerType(bits);
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(word, value->trunc(bits)));
  };
  auto fill = [=, &builder] {
    if (options.vectorBits != 0 &&
        isa<IntegerType, FloatType>(padding.getType()))
      if (Value word = getWord(value->getBitWidth());
          succeeded(buildPaddingLoops(builder, loc, dest, word, options)))
        return;
    Value constant = createConstant(builder, loc, padding);
    FillPaddingOp::create(builder, loc, TypeRange(), constant, dest);
  };
  return {getWord, fill};
}

/// Builds the loops of a plan, and returns how elements are moved; an empty
/// string, having built nothing, if they cannot be.
static StringRef carryOut(OpBuilder &builder, Location loc, Value source,
                          Value dest, Value paddingBits,
                          const PlannedRelayout &planned, PlanOptions options) {
  options.vectorBits = planned.vectorBits;
  auto getName = [](LogicalResult result, StringRef name) {
    return succeeded(result) ? name : StringRef();
  };
  if (planned.plan.byLanes)
    return getName(buildLaneLoops(builder, loc, source, dest, planned, options),
                   "by lanes");
  if (planned.arrays.isStatic() && planned.arrays.areWhole())
    return getName(buildVectorLoops(builder, loc, source, dest, planned.plan,
                                    paddingBits, options),
                   "by vectors");
  return getName(buildViewLoops(builder, loc, source, dest, planned, options),
                 "by vectors of a view");
}

/// Returns the padding value as an integer as wide as the elements of `dest`,
/// null if it has none.
static Value getPaddingBits(const PaddingSource &padding, Value dest) {
  Type element = cast<MemRefType>(dest.getType()).getElementType();
  return padding.getBits && element.isIntOrFloat()
             ? padding.getBits(element.getIntOrFloatBitWidth())
             : Value();
}

/// Carries out the plan that a relayout has.
static StringRef carryOutGiven(OpBuilder &builder, Location loc, Value source,
                               Value dest, const PaddingSource &padding,
                               const PlannedRelayout &planned,
                               const PlanOptions &options) {
  Value bits;
  if (planned.plan.fillsPadding)
    bits = getPaddingBits(padding, dest);
  else if (padding.fill)
    padding.fill();
  return carryOut(builder, loc, source, dest, bits, planned, options);
}

/// Builds the loops of a relayout, and returns how it is done.
static StringRef build(OpBuilder &builder, Location loc, Value source,
                       Value dest, const PaddingSource &padding,
                       const PlanOptions &options) {
  auto sourceType = cast<MemRefType>(source.getType()),
       destType = cast<MemRefType>(dest.getType());
  bool hasVectors = options.vectorBits != 0;
  if (hasVectors && areStaticArrays(sourceType, destType)) {
    Value bits = getPaddingBits(padding, dest);
    PlanOptions vectorOptions = options;
    vectorOptions.fillsPadding = bool(bits);
    if (auto planned = planVectorLoops(sourceType, destType, vectorOptions)) {
      if (padding.fill && !planned->plan.fillsPadding)
        padding.fill();
      return carryOut(builder, loc, source, dest, bits, *planned, options);
    }
  }
  if (hasVectors && padding.getBits &&
      succeeded(buildColumnLoops(builder, loc, source, dest, padding.getBits,
                                 options)))
    return "by lanes, padding included";
  if (padding.fill)
    padding.fill();
  if (hasVectors) {
    if (succeeded(buildColumnLoops(builder, loc, source, dest,
                                   /*getBits=*/nullptr, options)))
      return "by lanes and masks";
    if (hasNoElements(sourceType, destType))
      return "by lanes";
    if (auto planned = planOtherLoops(loc, source, dest, options)) {
      StringRef means = carryOut(builder, loc, source, dest,
                                 /*paddingBits=*/Value(), *planned, options);
      if (!means.empty())
        return means;
    }
  }
  return buildRelayoutLoops(builder, loc, source, dest, options.vectorBits / 8);
}

/// Reports how a relayout is done, and the plan that says why.
static void reportPlan(Operation *op, MemRefType source, MemRefType dest,
                       bool hasPadding, PlanOptions options, StringRef means,
                       const std::optional<PlannedRelayout> &given) {
  // Other loops leave padding to loops of its own.
  bool byVectors = means != "by lanes" && means != "by vectors of a view" &&
                   means != "by runs" && means != "by element";
  options.fillsPadding = hasPadding && means != "by lanes and masks";
  InFlightDiagnostic remark = op->emitRemark() << "relaid " << means;
  if (given) {
    remark << "\n" << toString(given->plan);
    return;
  }
  std::optional<int64_t> sourceBits = getBitsPerElement(ShapedType(source));
  std::optional<int64_t> destBits = getBitsPerElement(ShapedType(dest));
  std::optional<SymbolicAxes> axes = SymbolicAxes::get(source, dest);
  if (!axes || !sourceBits || !destBits)
    return;
  options.vectorBits = std::max<int64_t>(options.vectorBits, 64);
  std::optional<Layout> layout = getLayout(ShapedType(dest));
  int64_t bytes =
      layout && dest.hasStaticShape()
          ? getBytes(getElements(*layout, dest.getShape()), *destBits)
          : 0;
  if (!axes->isStatic())
    remark << "; `?` is known at run time only";
  RelayoutPlan plan =
      byVectors
          ? getRelayoutPlan(*getLayout(ShapedType(source)), *layout,
                            dest.getShape(), *sourceBits, *destBits, options)
          : getRelayoutPlan(axes->getAxes(), *sourceBits, *destBits, bytes,
                            options);
  remark << "\n" << toString(plan);
}

/// Keeps LLVM from unrolling loops around others. Where there are few
/// iterations of each, LLVM would write out all of them, which takes it most of
/// its time.
static void limitUnrolling(Operation *first, Operation *end) {
  for (Operation *op = first; op != end; op = op->getNextNode())
    op->walk([op](LoopLikeOpInterface inner) {
      auto outer = inner->getParentOfType<LoopLikeOpInterface>();
      if (outer && op->isAncestor(outer))
        setUnrolling(outer, 1);
    });
}

/// True if lines are put together in registers.
static bool needsPermutes(const RelayoutPlan &plan) {
  return plan.carriesInRegisters || plan.alongLoops != 0;
}

/// Rewrites a relayout or copy of memrefs into loops.
static LogicalResult lowerCopy(Operation *op, Value source, Value dest,
                               TypedAttr padding, PlanOptions options,
                               bool reportsPlan) {
  auto sourceType = dyn_cast<MemRefType>(source.getType());
  auto destType = dyn_cast<MemRefType>(dest.getType());
  if (isa<UnrankedMemRefType>(source.getType()) ||
      isa<UnrankedMemRefType>(dest.getType()))
    return op->emitOpError()
           << "goes from " << source.getType() << " to " << dest.getType()
           << "; the layout of an unranked memref is unknown";
  if (!sourceType || !destType)
    return op->emitOpError() << "works on tensors; bufferize the program first";
  if (sourceType.getMemorySpace() != destType.getMemorySpace())
    return op->emitOpError()
           << "goes from " << sourceType << " to " << destType
           << " in another memory space; a copy between memory spaces and a "
              "relayout within one are two steps";
  FailureOr<std::optional<PlannedRelayout>> given = getPlanOf(op);
  if (failed(given))
    return failure();
  options = restrictOptions(op, options);
  if (*given && needsPermutes((*given)->plan) &&
      (options.permutedBits == 0 ||
       (*given)->plan.destBits < options.permutedBits))
    return op->emitOpError()
           << "has a plan that carries lines in registers, but the target has "
              "no permutes of two registers for elements of "
           << (*given)->plan.destBits << " bits";
  OpBuilder builder(op);
  PaddingSource paddingSource =
      getPaddingSource(builder, op->getLoc(), dest, padding, options);
  if (std::optional<Value> sourceWords =
          viewAsWords(builder, op->getLoc(), source))
    if (std::optional<Value> destWords =
            viewAsWords(builder, op->getLoc(), dest)) {
      source = *sourceWords;
      dest = *destWords;
    }
  Operation *before = op->getPrevNode();
  StringRef means = *given ? carryOutGiven(builder, op->getLoc(), source, dest,
                                           paddingSource, **given, options)
                           : build(builder, op->getLoc(), source, dest,
                                   paddingSource, options);
  if (means.empty())
    return op->emitOpError() << "has a plan that cannot be carried out";
  Operation *first = before ? before->getNextNode() : &op->getBlock()->front();
  limitUnrolling(first, op);
  if (failed(lowerInvalidIndices(first, op)))
    return op->emitOpError() << "has extents that its loops cannot take";
  if (reportsPlan)
    reportPlan(op, cast<MemRefType>(source.getType()),
               cast<MemRefType>(dest.getType()), bool(padding), options, means,
               *given);
  op->erase();
  return success();
}

/// Rewrites fill_padding into loops over padding only, by vectors, where that
/// can be; else it stays for the lowering of accesses.
static void lowerFill(FillPaddingOp op, const PlanOptions &options) {
  auto type = dyn_cast<MemRefType>(op.getDest().getType());
  Type element = op.getValue().getType();
  if (!type || !isa<IntegerType, FloatType>(element) || options.vectorBits == 0)
    return;
  if (type.hasStaticShape() && !hasPadding(type))
    return op.erase();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value bits = op.getValue();
  Type word = builder.getIntegerType(element.getIntOrFloatBitWidth());
  if (isa<FloatType>(element))
    bits = arith::BitcastOp::create(builder, loc, word, bits);
  else if (element != word)
    bits = UnrealizedConversionCastOp::create(builder, loc, word, bits)
               .getResult(0);
  if (succeeded(buildPaddingLoops(builder, loc, op.getDest(), bits, options)))
    op->erase();
  else if (bits != op.getValue())
    bits.getDefiningOp()->erase();
}

/// True if a copy between memrefs without tiled layouts is of pieces of memory.
/// Upstream makes it a call that copies element by element.
static bool copiesPieces(MemRefType source, MemRefType target) {
  auto isInPieces = [](MemRefType type) {
    return !type.getLayout().isIdentity() &&
           !memref::isStaticShapeAndContiguousRowMajor(type);
  };
  return llvm::all_of(ArrayRef({source, target}),
                      [](MemRefType type) {
                        return type.isStrided() && !type.getMemorySpace();
                      }) &&
         (isInPieces(source) || isInPieces(target));
}

bool mlir::tiled_layout::isRelayout(memref::CopyOp copy) {
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target)
    return isTiled(copy.getSource().getType()) ||
           isTiled(copy.getTarget().getType());
  if (!isTiled(source) && !isTiled(target))
    return copiesPieces(source, target);
  return !(isTiled(source) && isTiled(target) && isSameStorage(source, target));
}

/// Rewrites `op`, a relayout or a copy between layouts, into loops.
static LogicalResult lowerCopy(Operation *op, const PlanOptions &options,
                               bool reportsPlan) {
  TypedAttr padding;
  if (auto relayout = dyn_cast<RelayoutOp>(op))
    padding = relayout.getPaddingValue();
  return lowerCopy(op, op->getOperand(0), op->getOperand(1), padding, options,
                   reportsPlan);
}

LogicalResult mlir::tiled_layout::lowerRelayout(Operation *op) {
  FailureOr<Target> target = getTargetOf(op);
  if (failed(target))
    return failure();
  return lowerCopy(op, getPlanOptions(*target, /*threads=*/1),
                   /*reportsPlan=*/false);
}

namespace {

class LowerRelayoutsPass
    : public tiled_layout::impl::LowerRelayoutsPassBase<LowerRelayoutsPass> {
public:
  using LowerRelayoutsPassBase::LowerRelayoutsPassBase;

private:
  void runOnOperation() final {
    if (llvm::Error error = checkThreads(threads)) {
      emitError(getOperation()->getLoc()) << toString(std::move(error));
      return signalPassFailure();
    }
    if (failed(verifyMemRefsBelow(getOperation())) ||
        failed(replaceOddOperations(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<RelayoutOp, memref::CopyOp, FillPaddingOp>(op))
        ops.push_back(op);
    });
    FailureOr<Target> target = getTargetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    PlanOptions options = getPlanOptions(*target, threads);
    if (!vectors)
      options.vectorBits = 0;
    bool ok = true;
    for (Operation *op : ops) {
      if (auto fill = dyn_cast<FillPaddingOp>(op)) {
        lowerFill(fill, restrictOptions(fill, options));
        continue;
      }
      auto copy = dyn_cast<memref::CopyOp>(op);
      if (!copy || isRelayout(copy))
        ok &= succeeded(lowerCopy(op, options, reportPlans));
    }
    if (!ok)
      signalPassFailure();
  }
};

} // namespace
