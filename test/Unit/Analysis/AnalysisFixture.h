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

  /// Parses a program and calls `check` for the first result of each operation
  /// that has the attribute `name`, which says what is expected of it. Fails if
  /// there is none.
  template <typename AttributeType>
  void checkResults(StringRef text, StringRef name,
                    function_ref<void(Value, AttributeType)> check) {
    parse(text);
    ASSERT_TRUE(module);
    int checked = 0;
    module->walk([&](Operation *op) {
      auto expected = op->getAttrOfType<AttributeType>(name);
      if (!expected)
        return;
      ++checked;
      std::string shown;
      llvm::raw_string_ostream(shown) << *op;
      SCOPED_TRACE(shown);
      check(op->getResult(0), expected);
    });
    EXPECT_GT(checked, 0);
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
