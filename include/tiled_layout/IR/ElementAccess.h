//===- ElementAccess.h - Accesses of other dialects -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ElementAccessOpInterface`: how an operation of another dialect that accesses
// an element of a memref takes part. docs/Embedding.md has an example.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_ELEMENTACCESS_H
#define TILED_LAYOUT_IR_ELEMENTACCESS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "tiled_layout/IR/TiledLayoutOpInterfaces.h.inc"

#endif // TILED_LAYOUT_IR_ELEMENTACCESS_H
