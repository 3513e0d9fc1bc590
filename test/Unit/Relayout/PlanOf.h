//===- PlanOf.h - Plans as texts --------------------------------*- C++ -*-===//
//-*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_RELAYOUT_PLANOF_H
#define TILED_LAYOUT_TEST_UNIT_RELAYOUT_PLANOF_H

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "../Layout/LayoutText.h"

namespace mlir::tiled_layout::test {

/// Plans the relayout of a shape to another layout.
inline RelayoutPlan getPlan(llvm::StringRef source, llvm::StringRef dest,
                            const PlanOptions &options = {}) {
  Shape from = shapeOf(source), to = shapeOf(dest);
  return getRelayoutPlan(from.getLayout(), to.getLayout(), from.extents(),
                         getBitsPerElement(from.getLayout(), from.elementType),
                         getBitsPerElement(to.getLayout(), to.elementType),
                         options);
}

inline std::string planOf(llvm::StringRef source, llvm::StringRef dest,
                          const PlanOptions &options = {}) {
  return toString(getPlan(source, dest, options));
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_RELAYOUT_PLANOF_H
