//===- EraseSchedules.cpp - Scripts of the transform dialect go -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/Iterators.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_ERASESCHEDULESPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class EraseSchedulesPass
    : public tiled_layout::impl::EraseSchedulesPassBase<EraseSchedulesPass> {
  void runOnOperation() final {
    // Users before what they use.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [&](Operation *op) {
          if (isa_and_nonnull<transform::TransformDialect>(op->getDialect())) {
            // A handle that another dialect's operation takes stays.
            if (isa_and_nonnull<ModuleOp>(op->getParentOp()) && op->use_empty())
              op->erase();
            return;
          }
          auto module = dyn_cast<ModuleOp>(op);
          StringRef mark =
              transform::TransformDialect::kWithNamedSequenceAttrName;
          if (!module || !module->hasAttr(mark))
            return;
          // A module of scripts alone is part of them.
          if (module != getOperation() && module.getBody()->empty())
            module->erase();
          else
            module->removeAttr(mark);
        });
  }
};

} // namespace
