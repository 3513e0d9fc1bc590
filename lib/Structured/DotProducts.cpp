//===- DotProducts.cpp - Products that one instruction adds ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/DotProducts.h"

#include "../Layout/Refuse.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::Error;

std::optional<DotOperands>
mlir::tiled_layout::getDotOperands(const StructuredProblem &problem,
                                   int64_t vectorDim) {
  bool isFirst = problem.operands[0].dependsOn(vectorDim);
  if (isFirst == problem.operands[1].dependsOn(vectorDim))
    return std::nullopt;
  return isFirst ? DotOperands{1, 0} : DotOperands{0, 1};
}

int64_t mlir::tiled_layout::getReducedSteps(const StructuredPlan &plan) {
  int64_t steps = std::max<int64_t>(1, plan.dotSteps);
  return plan.matrixRows != 0 ? steps * matrixRegisterRows : steps;
}

bool mlir::tiled_layout::widensForDot(const StructuredProblem &problem,
                                      const StructuredPlan &plan) {
  return problem.dot.kind != DotBody::Kind::None && plan.dotSteps != 0 &&
         problem.dot.getBits() * plan.dotSteps < dotBits;
}

bool mlir::tiled_layout::needsCorrection(const Target &target,
                                         const StructuredProblem &problem,
                                         const StructuredPlan &plan) {
  return plan.matrixRows == 0 && problem.dot.kind == DotBody::Kind::Bytes &&
         !widensForDot(problem, plan) &&
         !takesSigns(target, problem.dot.isSigned[0], problem.dot.isSigned[1]);
}

bool mlir::tiled_layout::isFlipped(const Target &target,
                                   const StructuredProblem &problem,
                                   const StructuredPlan &plan,
                                   int64_t operand) {
  return plan.dotSteps != 0 && needsCorrection(target, problem, plan) &&
         operand == getDotOperands(problem, plan.vectorDim)->broadcast &&
         findPack(plan, operand);
}

/// Instructions that are used have names of their own on each of these.
static bool isX86(const Target &target) {
  return llvm::StringRef(target.triple).starts_with("x86_64");
}

static bool isAArch64(const Target &target) {
  return llvm::Triple(target.triple).getArch() == llvm::Triple::aarch64;
}

/// Bits of the vectors that NEON multiplies.
static constexpr int64_t neonBits = 128;

int64_t mlir::tiled_layout::getDotSteps(const Target &target,
                                        DotBody::Kind kind) {
  bool isArm = isAArch64(target);
  if (!isArm && !isX86(target))
    return 0;
  switch (kind) {
  case DotBody::Kind::None:
    return 0;
  case DotBody::Kind::BF16:
    return target.dotBF16 ? 2 : 0;
  case DotBody::Kind::Bytes:
    if (target.dotU8S8 || (isArm && target.dotS8S8))
      return 4;
    [[fallthrough]];
  case DotBody::Kind::S16:
    return target.dotS16 && !isArm ? 2 : 0;
  }
  llvm_unreachable("unknown kind");
}

bool mlir::tiled_layout::hasDotInstruction(const Target &target,
                                           DotBody::Kind kind, int64_t steps,
                                           int64_t lanes) {
  if (steps == 0 || dotBits * lanes > target.vectorBits ||
      (isAArch64(target) && dotBits * lanes != neonBits))
    return false;
  // Bytes that could be multiplied by fours may be by twos.
  return steps == getDotSteps(target, kind) ||
         (kind == DotBody::Kind::Bytes &&
          steps == getDotSteps(target, DotBody::Kind::S16));
}

bool mlir::tiled_layout::takesSigns(const Target &target, bool isFirstSigned,
                                    bool isSecondSigned) {
  if (isFirstSigned != isSecondSigned)
    return target.dotU8S8 != 0;
  return isAArch64(target) && target.dotS8S8 != 0;
}

bool mlir::tiled_layout::takesWordsOfRegisters(const Target &target) {
  return isAArch64(target);
}

int64_t mlir::tiled_layout::getIndicesOfWords(const OperandAccess &access,
                                              int64_t dim, int64_t dotDim,
                                              int64_t dotSteps, int64_t step) {
  llvm::ArrayRef<AccessStep> list = access.dims[dim];
  int64_t ofWord = dim == dotDim ? dotSteps : 1;
  if (!access.isContiguous(dotDim) || list.empty() ||
      !list.front().stride.isStatic() ||
      list.front().stride.factor * ofWord != dotSteps)
    return 0;
  // No tile ends within them.
  int64_t indices = ofWord * dotSteps;
  bool isWhole =
      list.size() == 1 || (list[1].edge % indices == 0 && step % indices == 0 &&
                           !access.findShift(dim));
  return isWhole ? indices : 0;
}

DotIntrinsic mlir::tiled_layout::getByteIntrinsic(const Target &target,
                                                  bool isFirstSigned,
                                                  bool isSecondSigned,
                                                  int64_t lanes) {
  // Of different signs, the bytes without one come first.
  if (isX86(target))
    return {"llvm.x86.avx512.vpdpbusd." + std::to_string(dotBits * lanes),
            isFirstSigned};
  if (isFirstSigned != isSecondSigned)
    return {"llvm.aarch64.neon.usdot.v4i32.v16i8", isFirstSigned};
  // The last vector may be a word of a register, the same for all lanes.
  return {isFirstSigned ? "llvm.aarch64.neon.sdot.v4i32.v16i8"
                        : "llvm.aarch64.neon.udot.v4i32.v16i8",
          /*isSwapped=*/true};
}

DotIntrinsic mlir::tiled_layout::getBF16Intrinsic(const Target &target,
                                                  int64_t lanes) {
  if (isX86(target))
    return {"llvm.x86.avx512bf16.dpbf16ps." + std::to_string(dotBits * lanes)};
  return {"llvm.aarch64.neon.bfdot.v4f32.v8bf16", /*isSwapped=*/true};
}

bool mlir::tiled_layout::hasMatrixInstruction(const Target &target,
                                              DotBody::Kind kind) {
  if (!isX86(target) || target.vectorBits != permutedRegisterBits)
    return false;
  return kind == DotBody::Kind::BF16    ? target.matrixBF16 != 0
         : kind == DotBody::Kind::Bytes ? target.matrixBytes != 0
                                        : false;
}

/// True if groups of `steps` indices along a dimension are `stride` apart in
/// memory, one from the next.
static bool hasGroups(const OperandAccess &access, int64_t dim, int64_t steps,
                      int64_t stride) {
  llvm::ArrayRef<AccessStep> list = access.dims[dim];
  return !list.empty() && list.front().stride.isStatic() &&
         list.front().stride.factor == stride &&
         (list.size() == 1 || list[1].edge % steps == 0);
}

bool mlir::tiled_layout::hasDotWords(const OperandAccess &access, int64_t dim,
                                     int64_t steps) {
  auto interleave =
      access.dependsOn(dim) ? access.getInterleave(dim) : std::nullopt;
  return interleave && !interleave->isAlone &&
         hasGroups(access, dim, steps, interleave->parts);
}

bool mlir::tiled_layout::hasDotSquares(const OperandAccess &access, int64_t dim,
                                       int64_t steps) {
  if (!hasDotWords(access, dim, steps))
    return false;
  auto interleave = access.getInterleave(dim);
  return !interleave->isSum && interleave->parts == steps;
}

bool mlir::tiled_layout::hasDotGroups(const OperandAccess &access,
                                      int64_t vectorDim, int64_t dim,
                                      int64_t steps) {
  auto interleave = access.getInterleave(vectorDim);
  return interleave && interleave->dim == dim && interleave->parts == steps;
}

Error mlir::tiled_layout::checkDot(const StructuredProblem &problem,
                                   const StructuredPlan &plan) {
  int64_t dim = plan.dotDim, steps = plan.dotSteps;
  if (dim >= problem.getRank() || !problem.isReduction[dim])
    return refuse("dot products along d{0}, which is no reduction", dim);
  if (problem.dot.kind == DotBody::Kind::None)
    return createStringError(
        "dot products, but the body adds no products of two inputs of bf16 "
        "to f32, or of 8 or 16 bits to i32");
  int64_t most = dotBits / problem.dot.getBits();
  bool mayBeTwo = plan.matrixRows == 0;
  if (steps != most && !(mayBeTwo && steps == 2))
    return refuse(
        "dot products of {0} along d{1}, where an instruction adds {2}{3}",
        steps, dim, (mayBeTwo && most > 2 ? "2 or " : ""), most);
  if (plan.lanes != 4 && plan.lanes != 8 && plan.lanes != 16)
    return refuse(
        "dot products in vectors of {0} sums, where there are 4, 8 or 16",
        plan.lanes);
  if (getLastStep(plan, dim) % steps != 0)
    return refuse("dot products of {0} along d{1} in a block of {2}", steps,
                  dim, getLastStep(plan, dim));
  std::optional<DotOperands> inputs = getDotOperands(problem, plan.vectorDim);
  if (!inputs || problem.isReduction[plan.vectorDim])
    return refuse("dot products, but not exactly one input depends on "
                  "d{0} of the vectors",
                  plan.vectorDim);
  for (int64_t input : {inputs->broadcast, inputs->vector})
    if (getTransposedDim(plan, input) >= 0)
      return refuse("dot products, but operand {0} is transposed", input);
  for (int64_t input : {inputs->broadcast, inputs->vector})
    if (!problem.operands[input].sums.empty())
      return refuse("dot products, but a sum of dimensions indexes "
                    "operand {0} across tiles",
                    input);
  if (!hasDotWords(problem.operands[inputs->broadcast], dim, steps))
    return refuse("dot products of {0} along d{1}, but operand {2} does "
                  "not have them as neighbours",
                  steps, dim, inputs->broadcast);
  const OperandAccess &vector = problem.operands[inputs->vector];
  if (!vector.dependsOn(dim) ||
      (!vector.isContiguous(plan.vectorDim) &&
       !hasDotGroups(vector, plan.vectorDim, dim, steps)))
    return refuse("dot products of {0} along d{1}, but operand {2} is "
                  "not contiguous along d{3} but for {0} that are interleaved",
                  steps, dim, inputs->vector, plan.vectorDim);
  for (int64_t other = 0; other < problem.getRank(); ++other)
    if (other != plan.vectorDim && !problem.isReduction[other] &&
        vector.dependsOn(other) && getLastStep(plan, other) != 1)
      return refuse(
          "dot products in a block of d{0}, on which operand {1} depends",
          other, inputs->vector);
  return Error::success();
}

/// Returns which blocks of the plan are not made of tile registers.
static Error checkMatrixBlocks(const StructuredProblem &problem,
                               const StructuredPlan &plan) {
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    int64_t step = getLastStep(plan, dim);
    int64_t unit = dim == plan.dotDim ? getReducedSteps(plan)
                   : dim == plan.matrixDim || dim == plan.vectorDim
                       ? matrixRegisterRows
                       : 1;
    bool isFixed = problem.isReduction[dim] || unit == 1;
    if (isFixed ? step != unit : step % unit != 0)
      return refuse(
          "matrices in a block of {0} of d{1}, where instructions take {2}",
          step, dim, unit);
  }
  int64_t rows = getLastStep(plan, plan.matrixDim) / matrixRegisterRows;
  int64_t columns = getLastStep(plan, plan.vectorDim) / matrixRegisterRows;
  int64_t registers = rows * columns + rows + columns;
  if (registers > matrixRegisters)
    return refuse("matrices in {0} tile registers, where there are {1}",
                  registers, matrixRegisters);
  return Error::success();
}

Error mlir::tiled_layout::checkDotDims(const StructuredProblem &problem,
                                       const StructuredPlan &plan) {
  int64_t rank = problem.getRank(), dim = plan.matrixDim;
  if (plan.dotSteps != 0 && plan.dotDim >= rank)
    return refuse("dot products along d{0} of {1} dimensions", plan.dotDim,
                  rank);
  if (plan.matrixRows == 0)
    return Error::success();
  if (plan.dotSteps == 0 || problem.dot.kind == DotBody::Kind::None)
    return createStringError("matrices, but no dot products that the body has");
  if (dim >= rank)
    return refuse("matrices with rows along d{0} of {1} dimensions", dim, rank);
  if (problem.isReduction[dim] || dim == plan.vectorDim ||
      problem.operands[0].dependsOn(dim) == problem.operands[1].dependsOn(dim))
    return refuse(
        "matrices with rows along d{0}, which is not of one input alone", dim);
  return Error::success();
}

Error mlir::tiled_layout::checkMatrix(const StructuredProblem &problem,
                                      const StructuredPlan &plan) {
  if (plan.matrixRows != matrixRegisterRows || plan.lanes != matrixRegisterRows)
    return refuse(
        "matrices of {0} rows of {1}, where an instruction takes {2} of {2}",
        plan.matrixRows, plan.lanes, matrixRegisterRows);
  DotOperands inputs = *getDotOperands(problem, plan.vectorDim);
  if (!plan.masked)
    return createStringError("matrices without masks");
  for (int64_t input : {inputs.broadcast, inputs.vector})
    if (!findPack(plan, input) ||
        problem.operands[input].dims[plan.dotDim].size() != 2)
      return refuse("matrices, but operand {0} is in no panel of blocks",
                    input);
  if (!problem.operands[2].isContiguous(plan.vectorDim))
    return refuse("matrices, but operand 2 is not contiguous along d{0}",
                  plan.vectorDim);
  return checkMatrixBlocks(problem, plan);
}
