//===- StructuredOps.cpp - Structured operations as values ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredBody.h"
#include "TypeDigits.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Digits of one array
//===----------------------------------------------------------------------===//

bool mlir::tiled_layout::isInBytes(Type element) {
  auto type = dyn_cast<IntegerType>(element);
  return type && type.getWidth() < 8;
}

/// True if memory has the elements, or predicates as bytes.
static bool hasElements(MemRefType type) {
  return isPlainStorage(type) ||
         (isInBytes(type.getElementType()) && getBitsPerElement(type) == 8);
}

/// Refuses arrays that go backwards, whose elements lie before the first one of
/// a flat view, and arrays that no memory has room for.
static Error checkSpan(ArrayRef<int64_t> extents, ArrayRef<int64_t> strides) {
  constexpr int64_t most = int64_t(1) << 56;
  int64_t span = 1;
  for (auto [extent, stride] : llvm::zip_equal(extents, strides)) {
    if (ShapedType::isDynamic(stride) || extent == 1)
      continue;
    if (stride < 0)
      return createStringError("a stride of an operand is negative");
    if (ShapedType::isDynamic(extent))
      continue;
    int64_t reach;
    if (llvm::MulOverflow(std::max<int64_t>(0, extent - 1), stride, reach) ||
        llvm::AddOverflow(span, reach, span) || span > most)
      return createStringError("an operand has more places than memory");
  }
  return Error::success();
}

/// Returns the digits of an operand; fails for one that no plan can have.
static Expected<SmallVector<ArrayDigit>> getDigits(MemRefType type) {
  bool isOurs = isTiled(type);
  if (isOurs && !hasElements(type))
    return createStringError(
        "the elements of an operand are not stored as their values");
  SmallVector<int64_t> strides, extents(type.getShape());
  int64_t offset;
  if (isView(type)) {
    strides = getPhysicalStrides(ShapedType(type));
    extents = getPhysicalShape(*getTileLayout(ShapedType(type)), extents);
  } else if (!isOurs && failed(type.getStridesAndOffset(strides, offset))) {
    return createStringError("an operand has a layout of another dialect");
  }
  if (!strides.empty())
    if (Error error = checkSpan(extents, strides))
      return std::move(error);
  return getArrayDigits(ShapedType(type));
}

bool mlir::tiled_layout::hasStrides(MemRefType type) {
  return !errorToBool(getDigits(type).takeError());
}

Expected<Stride> mlir::tiled_layout::getStrideOf(MemRefType type,
                                                 int64_t axis) {
  Expected<SmallVector<ArrayDigit>> all = getDigits(type);
  if (!all)
    return all.takeError();
  SmallVector<ArrayDigit> own = getPaddedDigitsOf(*all, axis);
  return own.empty() ? Stride() : own.front().stride;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Adds an index across tiles that is a sum of dimensions; false if it may be
/// below 0 or one of them indexes the array otherwise, too.
static bool addSum(OperandAccess &access, ArrayRef<ArrayDigit> digits,
                   ArrayRef<int64_t> flat, ArrayRef<int64_t> extents) {
  IndexSum sum;
  sum.constant = flat.back();
  int64_t least = sum.constant;
  for (auto [dim, factor] : llvm::enumerate(flat.drop_back())) {
    if (factor == 0)
      continue;
    if (access.dependsOn(dim) || (factor < 0 && extents[dim] == kDynamic))
      return false;
    if (factor < 0)
      least += factor * std::max<int64_t>(0, extents[dim] - 1);
    sum.terms.push_back({dim, factor});
  }
  for (const ArrayDigit &digit : digits)
    sum.steps.push_back({digit.weight, digit.stride});
  access.sums.push_back(std::move(sum));
  return least >= 0 && !access.isOutput;
}

/// Adds every `factor`-th index from one below `factor` on, such as
/// `2 * d1 + 1`, if the weight of each digit divides the factor or is a
/// multiple of it; false if not.
static bool addMultiples(OperandAccess &access, ArrayRef<ArrayDigit> digits,
                         int64_t dim, int64_t factor, int64_t offset) {
  if (factor < 2 || offset < 0 || offset >= factor || access.dependsOn(dim) ||
      llvm::any_of(digits, [&](const ArrayDigit &digit) {
        return digit.weight >= factor ? digit.weight % factor != 0
                                      : factor % digit.weight != 0;
      }))
    return false;
  for (auto [number, digit] : llvm::enumerate(digits)) {
    bool isLast = number + 1 == digits.size();
    if (digit.weight >= factor) {
      access.dims[dim].push_back({digit.weight / factor, digit.stride});
      continue;
    }
    if (int64_t value = offset / digit.weight)
      access.offsets.push_back(
          digit.stride *
          (isLast ? value
                  : value % (digits[number + 1].weight / digit.weight)));
    // What the next digit counts, this one does not.
    if (isLast || digits[number + 1].weight > factor)
      access.dims[dim].push_back({1, digit.stride * (factor / digit.weight)});
  }
  return true;
}

/// True if neighbours share a word with others, as rows do, or lie in words
/// apart, as columns of words of several rows do.
static bool isInWords(ArrayRef<ArrayDigit> digits) {
  constexpr int64_t mostRows = 8;
  const Stride &stride = digits.front().stride;
  return stride.isStatic() && stride.factor <= mostRows &&
         (stride.factor > 1 || digits[1].weight <= mostRows);
}

/// Adds windows that lie side by side, such as `2 * d1 + d3` where d3 is 0 or
/// 1, if no tile begins within one; false if not.
static bool addWindows(OperandAccess &access, ArrayRef<ArrayDigit> digits,
                       ArrayRef<int64_t> flat, ArrayRef<int64_t> extents) {
  auto factors = flat.drop_back();
  int64_t outer = llvm::max_element(factors) - factors.begin();
  int64_t factor = factors[outer], last = flat.back();
  // Vectors have words of two dimensions, and no more than those.
  if (access.isOutput || last < 0 || isInWords(digits))
    return false;
  for (auto [dim, step] : llvm::enumerate(factors)) {
    if (step == 0)
      continue;
    if (access.dependsOn(dim) || step < 0)
      return false;
    if (static_cast<int64_t>(dim) == outer)
      continue;
    if (extents[dim] == kDynamic || extents[dim] < 1 ||
        step * (extents[dim] - 1) >= factor)
      return false;
    last += step * (extents[dim] - 1);
  }
  // The windows' own index has one digit.
  if (last >= factor || digits.front().weight != 1 ||
      digits[1].weight % factor != 0 ||
      !addMultiples(access, digits, outer, factor, flat.back()))
    return false;
  for (auto [dim, step] : llvm::enumerate(factors))
    if (step != 0 && static_cast<int64_t>(dim) != outer)
      access.dims[dim] = {{1, digits.front().stride * step}};
  return true;
}

/// Returns how many elements along a dimension lie together, in 256 bytes or a
/// word of several rows, from each multiple of them on; 1 if they are too few
/// for vectors.
static int64_t getShiftUnit(const OperandAccess &access,
                            ArrayRef<ArrayDigit> digits) {
  constexpr int64_t mostBits = 2048, fewest = 8, wordBits = 32;
  const Stride &stride = digits.front().stride;
  if (!stride.isStatic() || stride.factor <= 0)
    return 1;
  int64_t rows = digits[1].weight;
  if (stride.isUnit() && (rows == 2 || rows == 4) &&
      rows * access.elementBits <= wordBits)
    return rows;
  int64_t unit = mostBits / (access.elementBits * stride.factor);
  if (unit >= fewest)
    unit = std::gcd(unit, digits[1].weight);
  return unit < fewest ? 1 : unit;
}

/// Adds an index that is `offset` from a dimension on, such as `d1 + 32`: so
/// many indices at a time as divide the offset lie as the dimension has them,
/// and a sum counts those. If these are too few for a vector and `mayShift`, a
/// vector begins within one of memory. False if they are one at a time, or the
/// offset is none.
static bool addShifted(OperandAccess &access, ArrayRef<ArrayDigit> digits,
                       int64_t dim, int64_t offset, bool mayShift) {
  int64_t together = std::gcd(offset, digits[1].weight);
  int64_t unit = mayShift ? getShiftUnit(access, digits) : 1;
  if (access.isOutput || offset <= 0 || std::max(together, unit) == 1 ||
      digits.front().weight != 1 || access.dependsOn(dim))
    return false;
  if (together < unit) {
    together = unit;
    access.shifts.push_back({dim, offset % unit, unit, digits.front().dim});
    offset -= offset % unit;
  }
  const Stride &stride = digits.front().stride;
  access.dims[dim] = {{1, stride}, {together, Stride(0)}};
  IndexSum sum;
  sum.constant = offset;
  sum.terms.push_back({dim, 1});
  if (together != digits[1].weight)
    sum.steps.push_back({together, stride * together});
  for (const ArrayDigit &digit : digits.drop_front())
    sum.steps.push_back({digit.weight, digit.stride});
  access.sums.push_back(std::move(sum));
  return true;
}

/// Adds what an index of the array, an expression of the loops, contributes.
static Error addIndex(OperandAccess &access, ArrayRef<ArrayDigit> digits,
                      AffineExpr expr, ArrayRef<int64_t> extents,
                      bool mayShift) {
  if (digits.empty())
    return Error::success();
  unsigned numDims = access.dims.size();
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    for (const ArrayDigit &digit : digits) {
      int64_t value = constant.getValue() / digit.weight;
      if (digit.size != kDynamic)
        value %= digit.size;
      if (value != 0)
        access.offsets.push_back(digit.stride * value);
    }
    return Error::success();
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr);
      dim && !access.dependsOn(dim.getPosition())) {
    auto &steps = access.dims[dim.getPosition()];
    for (const ArrayDigit &digit : digits)
      steps.push_back({digit.weight, digit.stride});
    // A row alone in a word of a tile that has no more words along it.
    if (const ArrayDigit &rows = digits.front();
        digits.size() == 1 && extents[dim.getPosition()] == 1 &&
        rows.stride.isUnit() && (rows.size == 2 || rows.size == 4))
      steps.push_back({rows.size, Stride(0)});
    return Error::success();
  }
  SmallVector<int64_t> flat;
  bool isSum = expr.isPureAffine() &&
               succeeded(getFlattenedAffineExpr(expr, numDims, 0, &flat)) &&
               flat.size() == numDims + 1;
  if (isSum && digits.size() > 1) {
    auto isNonZero = [](int64_t factor) { return factor != 0; };
    auto factors = ArrayRef(flat).drop_back();
    const int64_t *first = llvm::find_if(factors, isNonZero);
    if (llvm::count_if(factors, isNonZero) == 1) {
      int64_t dim = first - factors.begin();
      if (*first == 1 ? addShifted(access, digits, dim, flat.back(), mayShift)
                      : addMultiples(access, digits, dim, *first, flat.back()))
        return Error::success();
    } else if (addWindows(access, digits, flat, extents)) {
      return Error::success();
    }
  }
  if (!isSum || (digits.size() > 1 && !addSum(access, digits, flat, extents)))
    return createStringError(
        "no sum of dimensions indexes an operand across tiles");
  if (digits.size() > 1)
    return Error::success();
  for (unsigned dim = 0; dim < numDims; ++dim) {
    if (flat[dim] == 0)
      continue;
    Stride stride = digits.front().stride * flat[dim];
    auto &steps = access.dims[dim];
    if (steps.empty() && !access.isSummed(dim)) {
      steps.push_back({1, stride});
      continue;
    }
    if (steps.size() != 1 || !stride.isStatic() ||
        !steps.front().stride.isStatic())
      return createStringError(
          "a dimension indexes an operand twice, across tiles");
    steps.front().stride.factor += stride.factor;
  }
  if (flat[numDims] != 0)
    access.offsets.push_back(digits.front().stride * flat[numDims]);
  return Error::success();
}

/// Returns what indexes each dimension of an array, nothing if it is no sum.
static SmallVector<ArrayIndex> getIndices(MemRefType type, AffineMap map) {
  SmallVector<ArrayIndex> indices;
  for (auto [expr, extent] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    SmallVector<int64_t> flat;
    if (!expr.isPureAffine() ||
        failed(getFlattenedAffineExpr(expr, map.getNumDims(), 0, &flat)) ||
        flat.size() != map.getNumDims() + 1)
      return {};
    ArrayIndex &index = indices.emplace_back();
    index.extent = extent;
    index.constant = flat.back();
    for (int64_t dim = 0; dim < map.getNumDims(); ++dim)
      if (flat[dim] != 0)
        index.terms.push_back({dim, flat[dim]});
  }
  return indices;
}

/// Returns an indexing map without summands that are always 0: dimensions of
/// one index, as in the windows of a 1x1 convolution.
static AffineMap dropUnitSummands(linalg::LinalgOp op, AffineMap map) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> replacements, results;
  for (auto [dim, extent] : llvm::enumerate(op.getStaticLoopRanges()))
    replacements.push_back(extent == 1 ? getAffineConstantExpr(0, context)
                                       : getAffineDimExpr(dim, context));
  for (AffineExpr expr : map.getResults())
    results.push_back(
        isa<AffineDimExpr>(expr) ? expr : expr.replaceDims(replacements));
  return AffineMap::get(map.getNumDims(), 0, results, context);
}

/// Returns the bytes of the array that loops around the operation go over, if
/// an operand is a view of it that no operation before uses; else 0.
static int64_t getArrayBytes(linalg::LinalgOp op, Value operand) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  bool isFirst = llvm::all_of(operand.getUsers(), [&](Operation *user) {
    return user == op ||
           (user->getBlock() == op->getBlock() && op->isBeforeInBlock(user));
  });
  if (!loop || !isFirst || loop.isDefinedOutsideOfLoop(operand))
    return 0;
  while (auto view = operand.getDefiningOp<ViewLikeOpInterface>())
    operand = view.getViewSource();
  auto type = dyn_cast<MemRefType>(operand.getType());
  std::optional<int64_t> bits = type ? getBitsPerElement(type) : std::nullopt;
  if (!bits || !type.hasStaticShape() || !loop.isDefinedOutsideOfLoop(operand))
    return 0;
  int64_t bytes = llvm::divideCeil(*bits, 8);
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}

static Expected<OperandAccess> getAccess(linalg::LinalgOp op,
                                         OpOperand &operand) {
  OperandAccess access;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  access.dims.resize(op.getNumLoops());
  access.tileEdges.resize(op.getNumLoops());
  access.isOutput = op.isDpsInit(&operand);
  access.extents = extents;
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  Type elementType = getElementTypeOrSelf(operand.get().getType());
  std::optional<int64_t> bits = getValueBits(elementType);
  if (!bits)
    return createStringError("elements of an operand have no size");
  access.elementBits =
      isInBytes(elementType) ? *getStorageBits(elementType) : *bits;
  if (Operation *wide = access.isOutput || isInBytes(elementType)
                            ? nullptr
                            : getWidening(op, operand.getOperandNumber()))
    access.wideBits = getValueBits(wide->getResult(0).getType()).value_or(0);
  if (!type) {
    access.isScalar = true;
    return access;
  }
  if (access.elementBits < 8 || !llvm::isPowerOf2_64(access.elementBits))
    return createStringError(
        "elements of an operand are no bytes, nor 2, 4, 8 or more");
  Expected<SmallVector<ArrayDigit>> digits = getDigits(type);
  if (!digits)
    return digits.takeError();
  if (!isView(type) && (isTiled(type) || type.getLayout().isIdentity()))
    for (const ArrayDigit &digit : *digits)
      if (digit.stride.isUnit() && digit.places > 1)
        access.wordElements = digit.places;
  bool hasCombine = isTiled(type) && getTileLayout(type)->hasCombine();
  access.hasWholeTiles = isTiled(type) && !isView(type) && !hasCombine;
  access.arrayBytes = getArrayBytes(op, operand.get());
  AffineMap map = dropUnitSummands(op, op.getMatchingIndexingMap(&operand));
  // Blocks of an array are no views where tiles combine dimensions, though all
  // of it may have strides: no panel is filled from them.
  if (!hasCombine) {
    access.isProjection = map.isProjectedPermutation();
    access.indices = getIndices(type, map);
  }
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto index = dyn_cast<AffineDimExpr>(expr))
      for (const ArrayDigit &digit : *digits)
        if (digit.dim == static_cast<int64_t>(dim) && digit.weight > 1)
          access.tileEdges[index.getPosition()].push_back(digit.weight);
    SmallVector<ArrayDigit> own = getPaddedDigitsOf(*digits, dim);
    for (size_t k = 1; k < own.size(); ++k)
      if (!own[k].continues(own[k - 1]))
        return createStringError("a tile pads within another one");
    if (Error error = addIndex(access, own, expr, extents,
                               /*mayShift=*/op.getNumReductionLoops() == 0))
      return error;
  }
  return access;
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

Expected<StructuredProblem>
mlir::tiled_layout::getStructuredProblem(linalg::LinalgOp op,
                                         Exactness exactness) {
  if (!op.hasPureBufferSemantics())
    return createStringError("it is not on memrefs");
  if (runsOnDevice(op))
    return createStringError(
        "it runs on a device, which the target does not describe");
  if (readsOwnResults(op))
    return createStringError("an input is the array of its results");
  StructuredProblem problem;
  problem.extents = op.getStaticLoopRanges();
  if (problem.extents.empty())
    return createStringError("it has no dimensions");
  for (utils::IteratorType kind : op.getIteratorTypesArray())
    problem.isReduction.push_back(kind == utils::IteratorType::reduction);
  if (Error error = checkBody(op, problem))
    return error;
  for (OpOperand &operand : op->getOpOperands()) {
    Expected<OperandAccess> access = getAccess(op, operand);
    if (!access)
      return access.takeError();
    problem.operands.push_back(std::move(*access));
  }
  // Results stay in registers while the reductions go by.
  for (const OperandAccess &operand : problem.operands)
    for (int64_t dim = 0; dim < problem.getRank(); ++dim)
      if (operand.isOutput && problem.isReduction[dim] &&
          operand.dependsOn(dim))
        return createStringError("an output depends on a reduction");
  problem.isCombinable = problem.isOrderFree = true;
  for (int64_t output = 0; output < op.getNumDpsInits(); ++output) {
    if (problem.hasReduction() && getNarrowExtremum(op, output))
      problem.widestBits = std::max<int64_t>(problem.widestBits, 32);
    problem.isCombinable &= getCombiningKind(op, output).has_value();
    problem.isOrderFree &=
        problem.isCombinable && isOrderFree(op, output, exactness.reassoc);
  }
  for (OperandAccess &operand : problem.operands)
    operand.isElementwise = !problem.hasReduction();
  if (getFirstExtremum(op))
    problem.keepsFirst = problem.isCombinable = problem.isOrderFree = true;
  if (!problem.isOrderFree)
    for (OperandAccess &operand : problem.operands)
      for (int64_t dim = 0; dim < problem.getRank(); ++dim)
        if (problem.isReduction[dim] && problem.extents[dim] != 1)
          operand.sumOrder.push_back(dim);
  problem.mayFuse = mayFuse(op, exactness.fuseNamed);
  problem.dot = getDotBody(op);
  problem.mayUseDot = exactness.dot || problem.dot.kind != DotBody::Kind::BF16;
  return problem;
}
