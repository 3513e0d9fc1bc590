//===- LoweringTableTest.cpp - No operation is forgotten ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/LoweredOperations.md says what becomes of every operation of the
// dialects whose operations touch memrefs: in a section named after the
// dialect, in the first column of a table, or in a paragraph that begins with
// "Take no array:". A version of MLIR that adds or drops an operation fails
// here.
//
// An operation that becomes something must be executed: its row names a test
// that runs programs, and one of them has the operation by its full name.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {

constexpr llvm::StringLiteral sourceDir = TILED_LAYOUT_SOURCE_DIR;

constexpr llvm::StringLiteral dialects[] = {
    "affine", "bufferization", "cf",  "func",   "gpu",
    "linalg", "memref",        "scf", "vector", "tiled_layout",
};

/// What the section of one dialect says.
struct Section {
  llvm::StringSet<> operations;
  std::vector<std::string> tests;
  /// Those that are neither refused nor impossible.
  llvm::StringSet<> lowered;
  /// Rows of such operations that name no test which runs anything.
  std::string notRun;
};

/// Returns the words between backticks.
std::vector<std::string> getQuoted(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, '`');
  std::vector<std::string> words;
  for (size_t i = 1; i + 1 < parts.size(); i += 2)
    words.push_back(parts[i].str());
  return words;
}

/// Reads a row: operations | what becomes of them | tests.
void readRow(llvm::StringRef line, Section &section) {
  llvm::SmallVector<llvm::StringRef> cells;
  line.trim("| ").split(cells, '|');
  for (const std::string &name : getQuoted(cells.front()))
    section.operations.insert(name);
  llvm::StringRef fate = cells[1].trim(), witnesses = cells.back();
  if (!fate.starts_with("refused") && !fate.starts_with("cannot be written")) {
    for (const std::string &name : getQuoted(cells.front()))
      section.lowered.insert(name);
    if (!witnesses.contains("*run*") && !witnesses.contains("`Integration/"))
      section.notRun += line.str() + "\n";
  }
  llvm::SmallVector<llvm::StringRef> tests;
  llvm::SplitString(cells.back(), tests, ",;");
  for (llvm::StringRef test : tests)
    section.tests.push_back(test.trim().str());
}

Section readSection(llvm::StringRef page, llvm::StringRef dialect) {
  Section section;
  size_t begin = page.find(("\n## " + dialect + "\n").str());
  if (begin == llvm::StringRef::npos)
    return section;
  llvm::StringRef text = page.substr(begin + 4);
  text = text.substr(0, text.find("\n#"));
  llvm::SmallVector<llvm::StringRef> paragraphs, lines;
  text.split(paragraphs, "\n\n");
  for (llvm::StringRef paragraph : paragraphs)
    if (paragraph.starts_with("Take no array:"))
      for (const std::string &name : getQuoted(paragraph))
        section.operations.insert(name);
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.starts_with("| ") && !line.starts_with("| operation") &&
        !line.starts_with("| ---"))
      readRow(line, section);
  return section;
}

/// Returns the text of all programs that tests run.
std::string readExecutedPrograms() {
  std::string text;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator
           file((sourceDir + "/test/Integration").str(), error),
       end;
       file != end && !error; file.increment(error))
    if (auto buffer = llvm::MemoryBuffer::getFile(file->path()))
      text += (*buffer)->getBuffer();
  EXPECT_FALSE(error) << error.message();
  return text;
}

/// True if the text has the name, and not as the beginning of another one.
bool hasName(llvm::StringRef text, llvm::StringRef name) {
  for (size_t at = text.find(name); at != llvm::StringRef::npos;
       at = text.find(name, at + 1)) {
    char next = text.substr(at + name.size()).take_front().str()[0];
    if (!llvm::isAlnum(next) && next != '_' && next != '.')
      return true;
  }
  return false;
}

class LoweringTableTest : public testing::TestWithParam<llvm::StringLiteral> {
protected:
  void SetUp() override {
    auto file =
        llvm::MemoryBuffer::getFile(sourceDir + "/docs/LoweredOperations.md");
    ASSERT_TRUE(file);
    section = readSection((*file)->getBuffer(), GetParam());
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    registry.insert<tiled_layout::TiledLayoutDialect>();
    context.appendDialectRegistry(registry);
    ASSERT_TRUE(context.getOrLoadDialect(GetParam()));
    context.getOrLoadDialect<linalg::LinalgDialect>();
    context.getOrLoadDialect<tiled_layout::TiledLayoutDialect>();
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  Section section;
};

} // namespace

TEST_P(LoweringTableTest, NamesEveryOperation) {
  std::string missing;
  int operations = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != GetParam())
      continue;
    ++operations;
    // One row of the table is about all of these.
    bool isStructured = GetParam() == "linalg" &&
                        name.hasInterface<linalg::LinalgOp>() &&
                        section.operations.contains("generic");
    if (!isStructured && !section.operations.contains(name.stripDialect()))
      missing += " " + name.stripDialect().str();
  }
  EXPECT_GT(operations, 0);
  EXPECT_EQ(missing, "") << "not in docs/LoweredOperations.md, section "
                         << GetParam().str();
}

TEST_P(LoweringTableTest, NamesNothingElse) {
  for (llvm::StringRef name : section.operations.keys())
    EXPECT_TRUE(RegisteredOperationName::lookup((GetParam() + "." + name).str(),
                                                &context)
                    .has_value())
        << name.str() << " is no operation of " << GetParam().str();
}

TEST_P(LoweringTableTest, NamesTestsThatExist) {
  for (llvm::StringRef test : section.tests) {
    bool isPath = test.consume_front("`");
    test.consume_back("`");
    if (test == "*run*")
      continue;
    std::string path = (sourceDir + "/test/").str();
    path += isPath ? test.str()
                   : "Conversion/TiledLayoutToAffine/" + test.str() + ".mlir";
    EXPECT_TRUE(llvm::sys::fs::exists(path)) << path;
  }
}

TEST_P(LoweringTableTest, RunsEveryLoweredOperation) {
  EXPECT_EQ(section.notRun, "") << "no test runs these";
  std::string programs = readExecutedPrograms(), missing;
  for (llvm::StringRef name : section.lowered.keys())
    if (!hasName(programs, (GetParam() + "." + name).str()))
      missing += " " + name.str();
  EXPECT_EQ(missing, "") << "in no program that is run";
}

INSTANTIATE_TEST_SUITE_P(
    Dialects, LoweringTableTest, testing::ValuesIn(dialects),
    [](const testing::TestParamInfo<llvm::StringLiteral> &info) {
      return info.param.str();
    });
