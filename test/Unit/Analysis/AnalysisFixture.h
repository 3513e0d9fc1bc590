//===- AnalysisFixture.h - Programs to ask about ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_ANALYSIS_ANALYSISFIXTURE_H
#define TILED_LAYOUT_TEST_UNIT_ANALYSIS_ANALYSISFIXTURE_H

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

namespace mlir::tiled_layout {

class AnalysisFixture : public ::testing::Test {
protected:
  AnalysisFixture() : context(getRegistry()) {
    context.loadAllAvailableDialects();
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;

private:
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<TiledLayoutDialect>();
    return registry;
  }
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TEST_UNIT_ANALYSIS_ANALYSISFIXTURE_H
