//===- Permutes.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Permutes.h"

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static constexpr int64_t halfBits = permutedRegisterBits / 2;
/// Bits within which lanes move by cheaper instructions.
static constexpr int64_t partBits = 128;

/// Returns the same shuffle of pairs of lanes, if it moves whole pairs.
static std::optional<SmallVector<int64_t>> joinPairs(ArrayRef<int64_t> lanes) {
  SmallVector<int64_t> pairs;
  for (size_t i = 0; i + 1 < lanes.size(); i += 2) {
    if (lanes[i] % 2 != 0 || lanes[i + 1] != lanes[i] + 1)
      return std::nullopt;
    pairs.push_back(lanes[i] / 2);
  }
  return pairs;
}

bool mlir::tiled_layout::hasPermutes(int64_t lanes, int64_t elementBits,
                                     int64_t permutedBits) {
  return permutedBits != 0 && lanes * elementBits == permutedRegisterBits;
}

bool mlir::tiled_layout::joinsShuffles(int64_t lanes, int64_t elementBits,
                                       int64_t permutedBits) {
  return hasPermutes(lanes, elementBits, permutedBits) ||
         (permutedBits != 0 && permutedBits <= elementBits &&
          elementBits < 32 && lanes * elementBits == halfBits);
}

std::optional<RegisterPermute>
mlir::tiled_layout::getPermute(ArrayRef<int64_t> mask, int64_t elementBits,
                               int64_t permutedBits) {
  if (!hasPermutes(mask.size(), elementBits, permutedBits))
    return std::nullopt;
  RegisterPermute permute{elementBits, SmallVector<int64_t>(mask)};
  while (auto pairs = joinPairs(permute.lanes)) {
    permute.lanes = std::move(*pairs);
    permute.laneBits *= 2;
  }
  if (permute.laneBits >= partBits || permute.laneBits < permutedBits)
    return std::nullopt;
  int64_t count = permute.lanes.size(), perPart = partBits / permute.laneBits;
  bool usesFirst = false, usesSecond = false, crosses = false;
  for (auto [number, lane] : llvm::enumerate(permute.lanes)) {
    (lane < count ? usesFirst : usesSecond) = true;
    crosses |= lane % count / perPart != int64_t(number) / perPart;
  }
  if (!usesFirst || !usesSecond || !crosses)
    return std::nullopt;
  return permute;
}

Value mlir::tiled_layout::hideFromLLVM(OpBuilder &builder, Location loc,
                                       Value vector) {
  // No instruction, whose result is the operand.
  return LLVM::InlineAsmOp::create(
             builder, loc, vector.getType(), vector,
             /*asm_string=*/builder.getStringAttr(""),
             /*constraints=*/builder.getStringAttr("=v,0"),
             /*has_side_effects=*/UnitAttr(), /*is_align_stack=*/UnitAttr(),
             LLVM::TailCallKindAttr::get(builder.getContext(),
                                         LLVM::TailCallKind::None),
             /*asm_dialect=*/LLVM::AsmDialectAttr(),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

Value mlir::tiled_layout::createLanes(OpBuilder &builder, Location loc,
                                      const RegisterPermute &permute) {
  auto type = VectorType::get({int64_t(permute.lanes.size())},
                              builder.getIntegerType(permute.laneBits));
  auto numbers = llvm::map_to_vector(permute.lanes, [&](int64_t lane) {
    return APInt(permute.laneBits, lane);
  });
  return hideFromLLVM(builder, loc,
                      arith::ConstantOp::create(
                          builder, loc, DenseElementsAttr::get(type, numbers)));
}

Value mlir::tiled_layout::createPermute(OpBuilder &builder, Location loc,
                                        Value first, Value lanes,
                                        Value second) {
  static constexpr llvm::StringLiteral permutes[] = {
      "llvm.x86.avx512.vpermi2var.qi.512", "llvm.x86.avx512.vpermi2var.hi.512",
      "llvm.x86.avx512.vpermi2var.d.512", "llvm.x86.avx512.vpermi2var.q.512"};
  auto type = cast<VectorType>(lanes.getType());
  auto view = [&](Value vector, Type to) {
    return builder.createOrFold<vector::BitCastOp>(loc, to, vector);
  };
  StringRef name = permutes[llvm::Log2_64(type.getElementTypeBitWidth() / 8)];
  Value result = LLVM::CallIntrinsicOp::create(
                     builder, loc, type, builder.getStringAttr(name),
                     ValueRange{view(first, type), lanes, view(second, type)})
                     .getResult(0);
  return view(result, first.getType());
}
