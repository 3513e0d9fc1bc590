//===- Legalize.h - What MLIR and LLVM do not lower -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of legalize-for-llvm and legalize-for-export. Each is there for a
// defect of MLIR or LLVM, which the description of the pass names, and goes
// when that is mended.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LEGALIZE_LEGALIZE_H
#define TILED_LAYOUT_LIB_CONVERSION_LEGALIZE_LEGALIZE_H

#include "tiled_layout/Target/Target.h"

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

//===----------------------------------------------------------------------===//
// Before the conversion to LLVM
//===----------------------------------------------------------------------===//

/// Refuses memory spaces that LLVM has no number for.
LogicalResult checkMemorySpaces(Operation *root);

/// Casts memory to shapes of several run-time extents.
void castExpandedShapes(Operation *root);

/// Frees memory of other memory spaces as memory of the default one.
void castFreedMemory(Operation *root);

/// Drops attributes of calls with memrefs, which are several arguments in LLVM.
void dropCallAttributes(Operation *root);

/// Deinterleaves signed and unsigned integers as signless ones.
void deinterleaveIntegers(Operation *root);

/// True in bodies of `linalg` operations, which stay: some have none but their
/// own.
bool isInLinalg(Operation *op);

/// Rounds an f64 once to narrow floats to which LLVM would call a conversion
/// for each element, or has none.
void roundOnce(Operation *root, const Target &target);

/// Computes in f32 what the target cannot compute in bf16 or f8.
void computeNarrowFloats(Operation *root, const Target &target);

/// Branches around each lane where the target has no masks for elements so
/// short, and gathers and scatters likewise.
void emulateMasks(Operation *root, const Target &target);

/// Turns maxima and minima of floats into exact instructions.
void expandMaxima(Operation *root, const Target &target);

/// Widens short integers to 32 bits before they become floats.
void widenIntegers(Operation *root, const Target &target);

/// Adds bytes of words by dot instructions, where the target has them.
void addBytes(Operation *root, const Target &target);

//===----------------------------------------------------------------------===//
// After it, in the LLVM dialect
//===----------------------------------------------------------------------===//

/// Refuses operations that the conversion has left.
LogicalResult checkConverted(Operation *root);

/// Turns accesses to narrow floats into those of integers.
void maskNarrowFloats(Operation *root);

/// Stores one element where a mask has one lane.
void storeOneLane(Operation *root);

/// Adds the terms of an index to the base one by one, those of outer loops
/// first, where no instruction of the target adds base, index and constant.
void splitAddresses(Operation *root, const Target &target);

/// Fences selected floats of loops, which LLVM takes too long to analyse.
void fenceSelections(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LEGALIZE_LEGALIZE_H
