//===- TupleRelayouts.h - Relayouts of arrays and tuples --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_TUPLERELAYOUTS_H
#define TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_TUPLERELAYOUTS_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// True for `stablehlo.tuple` and `mhlo.tuple`, registered or not.
bool isTuple(Operation *op);

/// True for `stablehlo.get_tuple_element` and `mhlo.get_tuple_element` of an
/// element that there is.
bool isTupleElement(Operation *op);

/// Returns the type of the element that `get_tuple_element` takes.
Type getElementOfTuple(Operation *op);

/// True for `while`, `if` and `case`: what their bodies return is what they
/// return.
bool isBranch(Operation *op);

/// True for `while`, whose bodies' arguments are what it carries, too.
bool isLoop(Operation *op);

/// Returns the same array in another layout, or the same tuple with arrays in
/// other layouts, taken apart and made anew; null after an error at `user`.
Value emitRelayout(OpBuilder &builder, Operation *user, Value value, Type type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_TUPLERELAYOUTS_H
