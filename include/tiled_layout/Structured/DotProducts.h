//===- DotProducts.h - Products that one instruction adds -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_STRUCTURED_DOTPRODUCTS_H
#define TILED_LAYOUT_STRUCTURED_DOTPRODUCTS_H

#include "tiled_layout/Structured/StructuredProblem.h"

namespace mlir::tiled_layout {

/// What a dot instruction takes: of one input the same few numbers for all
/// lanes, of the other one as many for each lane.
struct DotOperands {
  int64_t broadcast;
  int64_t vector;
};

/// Returns the inputs by what they are to a dot instruction whose lanes lie
/// along the plan's vector; `std::nullopt` if both are vectors, or none is.
std::optional<DotOperands> getDotOperands(const StructuredProblem &problem,
                                          int64_t vectorDim);

/// True if the input that all lanes share has groups of `steps` indices of a
/// reduction as neighbours, alone or interleaved with others.
bool hasDotWords(const OperandAccess &access, int64_t dim, int64_t steps);

/// True if as many rows are interleaved with those neighbours as there are: one
/// load has the words of all of them.
///
/// Example: four columns of bytes in T(8,128)(4,1), words of four rows.
bool hasDotSquares(const OperandAccess &access, int64_t dim, int64_t steps);

/// True if groups of `steps` indices of a reduction lie within the vectors of
/// an input, as in T(8,128)(2,1) and (4,1).
bool hasDotGroups(const OperandAccess &access, int64_t vectorDim, int64_t dim,
                  int64_t steps);

/// A dot instruction multiplies as many numbers as make up so many bits, and
/// adds their products to a sum of as many.
inline constexpr int64_t dotBits = 32;

/// True if an instruction that adds so many products takes numbers of more bits
/// than the inputs have: bytes are widened to 16 bits for products of two.
bool widensForDot(const StructuredProblem &problem, const StructuredPlan &plan);

/// Tile registers of AMX: 8 of 16 rows of 64 bytes. A row of what is multiplied
/// is 16 groups of as many numbers as a dot instruction takes. No property of a
/// processor: the instructions say so.
inline constexpr int64_t matrixRegisters = 8;
inline constexpr int64_t matrixRegisterRows = 16;

/// Returns how many indices of the reduction `dotDim` an instruction of the
/// plan adds up: 1 if it has no dot instructions.
int64_t getReducedSteps(const StructuredPlan &plan);

/// True if products of the inputs need a correction: no dot instruction of the
/// target multiplies bytes with such signs. It takes the broadcast ones with
/// their top bits flipped, which is 128 off. Matrices need none.
///
/// Example: two inputs with sign, where only `dot-u8s8` is there.
bool needsCorrection(const Target &target, const StructuredProblem &problem,
                     const StructuredPlan &plan);

/// True if the panel of an operand has those bits flipped.
bool isFlipped(const Target &target, const StructuredProblem &problem,
               const StructuredPlan &plan, int64_t operand);

/// Fails if the `dot` of a plan does not fit the operation.
llvm::Error checkDot(const StructuredProblem &problem,
                     const StructuredPlan &plan);

/// Fails if the dimensions of `dot` and `matrix` of a plan are none that a
/// panel may have in groups.
llvm::Error checkDotDims(const StructuredProblem &problem,
                         const StructuredPlan &plan);

/// Fails if the `matrix` of a plan does not fit the operation.
llvm::Error checkMatrix(const StructuredProblem &problem,
                        const StructuredPlan &plan);

/// Returns how many products of such numbers an instruction of the processor
/// adds to each sum, the most if there are several; 0 if it has none.
int64_t getDotSteps(const Target &target, DotBody::Kind kind);

/// True if the processor has an instruction that adds so many products, in
/// vectors of so many sums.
bool hasDotInstruction(const Target &target, DotBody::Kind kind, int64_t steps,
                       int64_t lanes);

/// True if the processor has an instruction that adds four products of bytes
/// with these signs.
bool takesSigns(const Target &target, bool isFirstSigned, bool isSecondSigned);

/// True if a dot instruction takes one word of a register for all lanes. Words
/// that follow one another are then loaded together, as many as they have
/// numbers: four of bytes, but two of `bf16`, since LLVM 22 takes those from
/// half of a register only.
bool takesWordsOfRegisters(const Target &target);

/// Returns how many indices of a dimension such words have, if they follow one
/// another along it in blocks of `step` indices; 0 if they do not.
///
/// Example: 16 columns of bytes and 4 of `bf16` that are row-major, 4 rows of a
/// panel with groups of 4 bytes.
int64_t getIndicesOfWords(const OperandAccess &access, int64_t dim,
                          int64_t dotDim, int64_t dotSteps, int64_t step);

/// An intrinsic of LLVM whose arguments are sums and two vectors of factors.
struct DotIntrinsic {
  std::string name;
  /// The second vector of factors comes before the first one.
  bool isSwapped = false;
};

/// Returns the intrinsic that adds four products of bytes to each of so many
/// sums. The target has one for these signs.
DotIntrinsic getByteIntrinsic(const Target &target, bool isFirstSigned,
                              bool isSecondSigned, int64_t lanes);

/// Returns the intrinsic that adds two products of `bf16` to each of so many
/// sums. The target has one.
DotIntrinsic getBF16Intrinsic(const Target &target, int64_t lanes);

/// True if the processor has an instruction that multiplies matrices of such
/// numbers.
bool hasMatrixInstruction(const Target &target, DotBody::Kind kind);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_STRUCTURED_DOTPRODUCTS_H
