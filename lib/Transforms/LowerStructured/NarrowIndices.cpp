//===- NarrowIndices.cpp - Comparisons of indices in fewer bits -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body that compares indices, as that of a causal mask does, would have no
// more lanes than a register has indices of 64 bits. Where extents are known,
// the comparison needs no more bits than the elements have, or few more.
//
//===----------------------------------------------------------------------===//

#include "StructuredRewrites.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Computes indices of a body with other integers.
class IndexNarrower {
public:
  explicit IndexNarrower(OpBuilder &builder) : builder(builder) {}

  /// Adds the bits that a value takes, and those that it is computed from;
  /// false if they are not known.
  bool addBits(Value value, unsigned &bits);
  /// Returns the value in so many bits. `addBits` says that it has no more.
  Value narrow(Value value, IntegerType type);

private:
  /// By bits.
  DenseMap<std::pair<Value, unsigned>, Value> narrowed;
  llvm::SmallDenseMap<Value, unsigned> known;

  static bool isComputed(Operation *op) {
    return isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                           arith::DivUIOp, arith::RemUIOp>(op);
  }

  OpBuilder &builder;
  ValueRanges ranges;
};

} // namespace

bool IndexNarrower::addBits(Value value, unsigned &bits) {
  if (auto found = known.find(value); found != known.end()) {
    bits = std::max(bits, found->second);
    return true;
  }
  IndexRange range = ranges.get(value);
  if (!range.min || !range.max)
    return false;
  unsigned own = 0;
  for (int64_t end : {*range.min, *range.max})
    own = std::max(own, APInt(64, end, /*isSigned=*/true).getSignificantBits());
  if (Operation *op = value.getDefiningOp(); isComputed(op)) {
    // As an unsigned number, a negative one is another in fewer bits.
    bool mayBeNegative = !isa<arith::DivUIOp, arith::RemUIOp>(op);
    for (Value operand : op->getOperands())
      if ((!mayBeNegative && !ranges.get(operand).isNonNegative()) ||
          !addBits(operand, own))
        return false;
  }
  known[value] = own;
  bits = std::max(bits, own);
  return true;
}

Value IndexNarrower::narrow(Value value, IntegerType type) {
  auto key = std::make_pair(value, type.getWidth());
  if (Value found = narrowed.lookup(key))
    return found;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  Operation *op = value.getDefiningOp();
  Value result;
  if (isComputed(op)) {
    SmallVector<Value> operands =
        llvm::map_to_vector(op->getOperands(), [&](Value operand) {
          return narrow(operand, type);
        });
    result = builder
                 .create(op->getLoc(), op->getName().getIdentifier(), operands,
                         TypeRange(type))
                 ->getResult(0);
  } else {
    result =
        builder.createOrFold<arith::IndexCastOp>(value.getLoc(), type, value);
  }
  return narrowed[key] = result;
}

/// Returns the bits of the widest element, from 8 to 32.
static unsigned getElementBits(linalg::LinalgOp op) {
  unsigned bits = 8;
  for (Type type : op.getBlock()->getArgumentTypes())
    if (type.isIntOrFloat())
      bits = std::max(bits, type.getIntOrFloatBitWidth());
  return std::min(bits, 32u);
}

void mlir::tiled_layout::narrowIndices(linalg::LinalgOp op) {
  SmallVector<arith::CmpIOp> comparisons;
  for (auto compare : op.getBlock()->getOps<arith::CmpIOp>())
    if (compare.getLhs().getType().isIndex())
      comparisons.push_back(compare);
  OpBuilder builder(op.getContext());
  IndexNarrower narrower(builder);
  for (arith::CmpIOp compare : comparisons) {
    unsigned bits = getElementBits(op);
    if (!narrower.addBits(compare.getLhs(), bits) ||
        !narrower.addBits(compare.getRhs(), bits) || bits > 32)
      continue;
    auto type = builder.getIntegerType(llvm::PowerOf2Ceil(bits));
    Value lhs = narrower.narrow(compare.getLhs(), type);
    Value rhs = narrower.narrow(compare.getRhs(), type);
    builder.setInsertionPoint(compare);
    // Signed numbers of fewer bits are in the same order, read as unsigned.
    Value narrow = arith::CmpIOp::create(builder, compare.getLoc(),
                                         compare.getPredicate(), lhs, rhs);
    compare.replaceAllUsesWith(narrow);
  }
  // What computed the indices would count as wide.
  for (Operation &inner :
       llvm::make_early_inc_range(llvm::reverse(*op.getBlock())))
    if (isOpTriviallyDead(&inner))
      inner.erase();
}
