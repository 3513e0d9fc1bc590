//===- TiledLayout.h - The dialect ------------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one header to include for the dialect, its attribute and operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_TILEDLAYOUT_H
#define TILED_LAYOUT_IR_TILEDLAYOUT_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Target/Target.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "tiled_layout/IR/TiledLayoutDialect.h.inc"
#include "tiled_layout/IR/TiledLayoutInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/TiledLayoutAttrs.h.inc"

#define GET_OP_CLASSES
#include "tiled_layout/IR/TiledLayoutOps.h.inc"

#endif // TILED_LAYOUT_IR_TILEDLAYOUT_H
