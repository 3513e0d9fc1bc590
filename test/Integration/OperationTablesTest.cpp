//===- OperationTablesTest.cpp - Are all operations documented? -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of docs/TensorOperations.md name every operation of five dialects
// that MLIR registers and no other, and the test that a row claims exists.
//
//===----------------------------------------------------------------------===//

#include "TensorPrograms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::tiled_layout::test;

namespace {

/// How the operations of one dialect are tested: `run`, for instance.
using Rows = std::map<std::string, std::string>;

std::string readSource(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(
      (llvm::Twine(TILED_LAYOUT_SOURCE_DIR) + "/" + path).str());
  if (!file) {
    ADD_FAILURE() << "cannot read " << path.str();
    return "";
  }
  return (*file)->getBuffer().str();
}

/// Reads the tables: the names in the first column, the test in the last one.
std::map<std::string, Rows> readTables() {
  std::map<std::string, Rows> tables;
  std::string dialect, text = readSource("docs/TensorOperations.md");
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    if (line.consume_front("## "))
      dialect = line.str();
    llvm::StringRef rest = line;
    if (rest.consume_front("| operation of "))
      dialect = rest.take_until([](char c) { return c == ' '; }).str();
    llvm::SmallVector<llvm::StringRef> columns;
    line.trim("| ").split(columns, " | ");
    llvm::SmallVector<llvm::StringRef> parts;
    columns.front().split(parts, '`');
    // Every other part is between backticks.
    if (line.starts_with("| `"))
      for (size_t i = 1; i < parts.size(); i += 2)
        tables[dialect][parts[i].str()] = columns.back().str();
  }
  return tables;
}

/// True if a test of bufferization's output mentions the operation.
bool isMentioned(llvm::StringRef op) {
  std::error_code error;
  std::string folder =
      std::string(TILED_LAYOUT_SOURCE_DIR) + "/test/Transforms/bufferize";
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       file != end && !error; file.increment(error)) {
    auto buffer = llvm::MemoryBuffer::getFile(file->path());
    if (buffer && !llvm::StringRef(file->path()).ends_with("invalid.mlir") &&
        (*buffer)->getBuffer().contains("= " + op.str() + " "))
      return true;
  }
  return false;
}

TEST(OperationTablesTest, EveryOperationHasARowAndATest) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                      linalg::LinalgDialect, math::MathDialect,
                      tensor::TensorDialect>();
  std::string run,
      refused = readSource("test/Transforms/bufferize/invalid.mlir");
  for (const auto &programs :
       {getElementwisePrograms(), getLinalgPrograms(), getStructurePrograms()})
    for (const TensorProgram &program : programs)
      run += program.body + "\n";
  std::map<std::string, Rows> tables = readTables();
  for (llvm::StringRef dialect :
       {"arith", "bufferization", "linalg", "math", "tensor"}) {
    const Rows &rows = tables[dialect.str()];
    std::set<std::string> registered;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == dialect)
        registered.insert(
            name.getStringRef().drop_front(dialect.size() + 1).str());
    ASSERT_FALSE(registered.empty());
    for (const std::string &name : registered)
      EXPECT_TRUE(rows.count(name))
          << dialect.str() << "." << name
          << " is missing from docs/TensorOperations.md";
    for (const auto &[name, test] : rows) {
      std::string op = dialect.str() + "." + name;
      EXPECT_TRUE(registered.count(name)) << op << " does not exist";
      if (test == "run")
        EXPECT_TRUE(llvm::StringRef(run).contains(op + " ") ||
                    llvm::StringRef(run).contains(op + "("))
            << op << " is in no program";
      else if (test == "refused")
        EXPECT_TRUE(llvm::StringRef(refused).contains("'" + op + "'"))
            << op << " is not refused by a test";
      else if (test == "bufferized")
        EXPECT_TRUE(isMentioned(op)) << op << " is in no test";
      else
        EXPECT_EQ(test, "memrefs") << op << " claims an unknown test";
    }
  }
}

} // namespace
