//===- Unrolling.h - How LLVM unrolls loops ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_UNROLLING_H
#define TILED_LAYOUT_LIB_TRANSFORMS_UNROLLING_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tiled_layout {

/// Says how many steps of a loop LLVM writes one after the other: 1 for no
/// unrolling.
inline void setUnrolling(Operation *loop, int64_t steps) {
  MLIRContext *context = loop->getContext();
  BoolAttr disable;
  IntegerAttr count;
  if (steps == 1)
    disable = BoolAttr::get(context, true);
  else
    count = IntegerAttr::get(IntegerType::get(context, 32), steps);
  auto unroll =
      LLVM::LoopUnrollAttr::get(context, disable, count, {}, {}, {}, {}, {});
  loop->setAttr("loop_annotation", LLVM::LoopAnnotationAttr::get(
                                       context, {}, {}, {}, unroll, {}, {}, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}));
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_UNROLLING_H
