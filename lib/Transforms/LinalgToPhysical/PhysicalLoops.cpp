//===- PhysicalLoops.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhysicalLoops.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

SmallVector<int64_t> PhysicalLoops::getShape(int64_t operand) const {
  return llvm::map_to_vector(
      operands[operand], [&](int64_t number) { return digits[number].extent; });
}

//===----------------------------------------------------------------------===//
// Digits of one operand
//===----------------------------------------------------------------------===//

namespace {

/// An axis is a digit of one loop; one of extent 1 may be of none.
struct LoopDomain {
  using Axis = LoopDigit;

  Axis one() { return {-1, 1, 1}; }

  Axis merge(const Axis &major, const Axis &minor) {
    if (major.extent == 1)
      return minor;
    if (minor.extent == 1)
      return major;
    hasCombined = true;
    return minor;
  }

  std::pair<Axis, Axis> split(const Axis &axis, TileEntry entry) {
    int64_t size = getTileSize(entry, axis.extent);
    return {{axis.loop, axis.divisor * size, ceilDivide(axis.extent, size)},
            {axis.loop, axis.divisor, size}};
  }

  bool hasCombined = false;
};

} // namespace

/// Returns the dimensions of an operand's physical array as digits of loops,
/// those of extent 1 left out.
static FailureOr<SmallVector<LoopDigit>>
getOperandDigits(ShapedType type, AffineMap map, std::string &reason) {
  llvm::raw_string_ostream os(reason);
  std::optional<Layout> layout = getLayout(type);
  if (!layout || !isPlainStorage(type)) {
    os << "the elements of " << type << " are not an array of their values";
    return failure();
  }
  if (type.getNumElements() == 0) {
    os << type << " has no elements";
    return failure();
  }
  Layout withoutTail = *layout;
  withoutTail.tailPaddingAlignment = 1;
  if (getElements(*layout, type.getShape()) !=
      getElements(withoutTail, type.getShape())) {
    os << "the tail padding of " << type << " is in no tile";
    return failure();
  }
  SmallVector<LoopDigit> dims;
  for (auto [extent, expr] : llvm::zip_equal(type.getShape(), map.getResults()))
    dims.push_back({cast<AffineDimExpr>(expr).getPosition(), 1, extent});
  LoopDomain domain;
  SmallVector<LoopDigit> digits =
      applyLayout<LoopDomain>(*layout, dims, domain);
  if (domain.hasCombined) {
    os << "a tile of " << type << " combines dimensions";
    return failure();
  }
  llvm::erase_if(digits, [](const LoopDigit &d) { return d.extent == 1; });
  if (llvm::any_of(digits, [](const LoopDigit &d) { return d.loop < 0; })) {
    os << "a tile of " << type << " has more entries than there are dimensions";
    return failure();
  }
  return digits;
}

//===----------------------------------------------------------------------===//
// Digits of all operands together
//===----------------------------------------------------------------------===//

namespace {

/// Cuts the loops of one operation.
class LoopCutter {
public:
  LoopCutter(linalg::LinalgOp op, std::string &reason)
      : op(op), os(reason), reason(reason) {}

  FailureOr<PhysicalLoops> run();

private:
  LogicalResult collect();
  LogicalResult cut(int64_t loop);
  LogicalResult checkChain(int64_t loop, ArrayRef<LoopDigit> ofLoop);
  SmallVector<LoopDigit> getParts(const LoopDigit &digit) const;
  SmallVector<LoopDigit> getOrder();

  linalg::LinalgOp op;
  llvm::raw_string_ostream os;
  std::string &reason;
  /// For each operand, most major first.
  SmallVector<SmallVector<LoopDigit>> digits;
  /// For each loop, most minor first.
  SmallVector<SmallVector<LoopDigit>> parts;
};

} // namespace

LogicalResult LoopCutter::collect() {
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<ShapedType>(operand.get().getType());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (!type) {
      digits.emplace_back();
      continue;
    }
    if (!type.hasStaticShape()) {
      os << "an extent of " << type << " is known at run time only";
      return failure();
    }
    if (!map.isProjectedPermutation()) {
      os << "operand " << operand.getOperandNumber()
         << " is not indexed by loops alone";
      return failure();
    }
    FailureOr<SmallVector<LoopDigit>> found =
        getOperandDigits(type, map, reason);
    if (failed(found))
      return failure();
    digits.push_back(std::move(*found));
  }
  return success();
}

/// Checks that digits of one operand, most minor first, are the whole index.
LogicalResult LoopCutter::checkChain(int64_t loop, ArrayRef<LoopDigit> ofLoop) {
  int64_t next = 1;
  for (const LoopDigit &digit : ofLoop) {
    if (digit.divisor != next) {
      os << "a tile pads within another one in dimension d" << loop;
      return failure();
    }
    next *= digit.extent;
  }
  return success();
}

/// Cuts a loop at the edges of all operands that it indexes.
LogicalResult LoopCutter::cut(int64_t loop) {
  SmallVector<int64_t> edges;
  std::optional<int64_t> padded;
  for (auto [operand, all] : llvm::zip_equal(op->getOpOperands(), digits)) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (!isa<ShapedType>(operand.get().getType()) || !map.isFunctionOfDim(loop))
      continue;
    SmallVector<LoopDigit> ofLoop;
    llvm::copy_if(all, std::back_inserter(ofLoop),
                  [&](const LoopDigit &digit) { return digit.loop == loop; });
    llvm::sort(ofLoop, [](const LoopDigit &a, const LoopDigit &b) {
      return a.divisor < b.divisor;
    });
    if (failed(checkChain(loop, ofLoop)))
      return failure();
    int64_t end =
        ofLoop.empty() ? 1 : ofLoop.back().divisor * ofLoop.back().extent;
    if (padded && *padded != end) {
      os << "dimension d" << loop << " is padded to " << *padded
         << " in one operand and to " << end << " in another";
      return failure();
    }
    padded = end;
    for (const LoopDigit &digit : ofLoop)
      edges.push_back(digit.divisor);
  }
  edges.push_back(padded.value_or(1));
  llvm::sort(edges);
  edges.erase(llvm::unique(edges), edges.end());
  parts.emplace_back();
  for (size_t k = 0; k + 1 < edges.size(); ++k) {
    if (edges[k + 1] % edges[k] != 0) {
      os << "the edges " << edges[k + 1] << " and " << edges[k]
         << " of dimension d" << loop << " do not chain";
      return failure();
    }
    parts.back().push_back({loop, edges[k], edges[k + 1] / edges[k]});
  }
  return success();
}

/// Returns the parts that make up a digit, most major first.
SmallVector<LoopDigit> LoopCutter::getParts(const LoopDigit &digit) const {
  SmallVector<LoopDigit> result;
  for (const LoopDigit &part : llvm::reverse(parts[digit.loop]))
    if (part.divisor >= digit.divisor &&
        part.divisor < digit.divisor * digit.extent)
      result.push_back(part);
  return result;
}

/// Returns all parts in the order of the new loops.
SmallVector<LoopDigit> LoopCutter::getOrder() {
  auto isOuter = [&](const LoopDigit &part) {
    return parts[part.loop].size() > 1 && part == parts[part.loop].back();
  };
  // In the order of the first output, then of the inputs; loops that index
  // nothing there come last.
  SmallVector<LoopDigit> all;
  auto add = [&](const LoopDigit &part) {
    if (!llvm::is_contained(all, part))
      all.push_back(part);
  };
  SmallVector<int64_t> order = {op.getNumDpsInputs()};
  for (int64_t operand = 0, e = op->getNumOperands(); operand < e; ++operand)
    order.push_back(operand);
  for (int64_t operand : order)
    for (const LoopDigit &digit : digits[operand])
      for (const LoopDigit &part : getParts(digit))
        add(part);

  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  std::optional<LoopDigit> innermost;
  if (!digits[op.getNumDpsInputs()].empty())
    innermost = getParts(digits[op.getNumDpsInputs()].back()).back();
  SmallVector<LoopDigit> result;
  for (bool outer : {true, false})
    for (auto kind :
         {utils::IteratorType::parallel, utils::IteratorType::reduction})
      for (const LoopDigit &part : all)
        if (isOuter(part) == outer && iterators[part.loop] == kind &&
            !(innermost && part == *innermost))
          result.push_back(part);
  if (innermost)
    result.push_back(*innermost);
  return result;
}

FailureOr<PhysicalLoops> LoopCutter::run() {
  if (failed(collect()))
    return failure();
  for (int64_t loop = 0, e = op.getNumLoops(); loop < e; ++loop)
    if (failed(cut(loop)))
      return failure();

  PhysicalLoops result;
  result.digits = getOrder();
  for (ArrayRef<LoopDigit> ofOperand : digits) {
    result.operands.emplace_back();
    for (const LoopDigit &digit : ofOperand)
      for (const LoopDigit &part : getParts(digit))
        result.operands.back().push_back(llvm::find(result.digits, part) -
                                         result.digits.begin());
  }
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [extent, ofLoop] : llvm::zip_equal(extents, parts))
    result.isRagged.push_back(!ofLoop.empty() &&
                              ofLoop.back().divisor * ofLoop.back().extent !=
                                  extent);
  return result;
}

FailureOr<PhysicalLoops>
mlir::tiled_layout::getPhysicalLoops(linalg::LinalgOp op, std::string &reason) {
  return LoopCutter(op, reason).run();
}
