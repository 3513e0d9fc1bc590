//===- AddBytes.cpp - Sums of bytes by dot instructions -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// A byte of each word of 32 bits of a vector, as a number of 32 bits.
struct WordByte {
  Value words;
  unsigned number;
  bool isSigned;
};

} // namespace

/// Matches an extension of bytes that are cut from words.
static std::optional<WordByte> matchByte(Value value) {
  Operation *extension = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
    return std::nullopt;
  auto bytes = extension->getOperand(0).getDefiningOp<arith::TruncIOp>();
  if (!bytes || !getElementTypeOrSelf(bytes.getType()).isInteger(8) ||
      bytes.getIn().getType() != value.getType())
    return std::nullopt;
  WordByte byte = {bytes.getIn(), 0, isa<arith::ExtSIOp>(extension)};
  Operation *shift = byte.words.getDefiningOp();
  APInt bits;
  if (isa_and_nonnull<arith::ShRUIOp, arith::ShRSIOp>(shift) &&
      matchPattern(shift->getOperand(1), m_ConstantInt(&bits)) &&
      bits.urem(8) == 0 && bits.ult(32)) {
    byte.words = shift->getOperand(0);
    byte.number = bits.getZExtValue() / 8;
  }
  return byte;
}

/// Returns the operand of a sum that is bytes of words, and sets the other one.
static std::optional<WordByte> matchTerm(arith::AddIOp sum, Value &rest) {
  rest = sum.getLhs();
  std::optional<WordByte> byte = matchByte(sum.getRhs());
  if (byte)
    return byte;
  rest = sum.getRhs();
  return matchByte(sum.getLhs());
}

/// Makes one instruction of a sum of bytes of the same words, and of the sums
/// that it alone goes on with.
static void addChain(arith::AddIOp last, const Target &target) {
  Value rest;
  std::optional<WordByte> byte = matchTerm(last, rest);
  if (!byte)
    return;
  uint32_t ones = 1u << 8 * byte->number;
  while (auto before = rest.getDefiningOp<arith::AddIOp>()) {
    Value next;
    std::optional<WordByte> other = matchTerm(before, next);
    if (!before->hasOneUse() || !other || other->words != byte->words ||
        other->isSigned != byte->isSigned ||
        (ones >> 8 * other->number & 255) != 0)
      break;
    ones |= 1u << 8 * other->number;
    rest = next;
  }
  OpBuilder builder(last);
  Location loc = last.getLoc();
  auto type = cast<VectorType>(last.getType());
  auto bytes =
      VectorType::get({4 * type.getNumElements()}, builder.getI8Type());
  Value words = vector::BitCastOp::create(builder, loc, bytes, byte->words);
  Value weights = vector::BitCastOp::create(
      builder, loc, bytes,
      createScalarOrSplatConstant(builder, loc, type, ones));
  // Weights of 0 and 1 are the same with and without sign.
  bool isAlike = takesSigns(target, byte->isSigned, byte->isSigned);
  DotIntrinsic intrinsic = getByteIntrinsic(
      target, byte->isSigned, byte->isSigned == isAlike, type.getNumElements());
  SmallVector<Value> arguments = {rest, words, weights};
  if (intrinsic.isSwapped)
    std::swap(arguments[1], arguments[2]);
  auto call = LLVM::CallIntrinsicOp::create(
      builder, loc, type, builder.getStringAttr(intrinsic.name), arguments);
  last.replaceAllUsesWith(call.getResult(0));
}

void mlir::tiled_layout::addBytes(Operation *root, const Target &target) {
  SmallVector<arith::AddIOp> sums;
  root->walk([&](arith::AddIOp sum) {
    auto type = dyn_cast<VectorType>(sum.getType());
    if (type && type.getRank() == 1 && !type.isScalable() &&
        type.getElementType().isInteger(32) && type.getNumElements() >= 4 &&
        llvm::isPowerOf2_64(type.getNumElements()) &&
        !isa<linalg::LinalgOp>(sum->getParentOp()) &&
        hasDotInstruction(target, DotBody::Kind::Bytes, /*steps=*/4,
                          type.getNumElements()))
      sums.push_back(sum);
  });
  // The last sum of a chain has all of it.
  for (arith::AddIOp sum : llvm::reverse(sums)) {
    if (!sum.use_empty())
      addChain(sum, target);
    if (sum.use_empty())
      sum.erase();
  }
}
