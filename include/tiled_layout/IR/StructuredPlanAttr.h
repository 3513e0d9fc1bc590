//===- StructuredPlanAttr.h - Plans of structured operations ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_STRUCTUREDPLANATTR_H
#define TILED_LAYOUT_IR_STRUCTUREDPLANATTR_H

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Structured/StructuredPlan.h"

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/StructuredPlanAttr.h.inc"

#endif // TILED_LAYOUT_IR_STRUCTUREDPLANATTR_H
