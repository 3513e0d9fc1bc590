//===- PassesTest.cpp - Every pass alone on every input -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every pass of the project alone on every module of the project's tests
// and documents, and pairs of passes in any order on some of them. A pass may
// refuse a module with a message. It may not crash, take long, fail without a
// message, or leave a module that does not verify.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"

#include "gtest/gtest.h"

#include <csignal>
#include <random>
#include <unistd.h>

using namespace mlir;

namespace {

/// Seconds that one pass may take on one module: those of the tests are small.
/// Sanitizers and busy machines are slower than this by far.
constexpr unsigned mostSeconds = 60;

/// What is being run, for whoever finds the program dead.
std::string current;

void sayWhatRan() { llvm::errs() << "while running " << current << "\n"; }

/// One module of a file.
struct Input {
  std::string name, text;
};

class PassesTest : public ::testing::Test {
protected:
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    tiled_layout::registerAllDialects(registry);
    return registry;
  }

  PassesTest() : registry(getRegistry()) {
    static bool isRegistered = [] {
      tiled_layout::registerAllPasses();
      llvm::sys::AddSignalHandler([](void *) { sayWhatRan(); }, nullptr);
      std::signal(SIGALRM, [](int) {
        sayWhatRan();
        llvm::errs() << "that took more than " << mostSeconds << " seconds\n";
        _exit(1);
      });
      return true;
    }();
    (void)isRegistered;
    readPasses();
    readInputs();
  }

  void readPasses();
  void readInputs();
  void readModules(StringRef path);

  /// Runs passes on the module, each unless the one before refused it. Dialects
  /// that one pass or module has loaded are not there for the next ones.
  void run(const Input &input, ArrayRef<StringRef> names);

  DialectRegistry registry;
  std::vector<std::string> passes;
  std::vector<Input> inputs;
};

/// Takes the names of passes from where they are defined.
void PassesTest::readPasses() {
  std::error_code error;
  llvm::Regex definition("Pass<\"([a-z][a-z-]+)\"");
  for (llvm::sys::fs::recursive_directory_iterator
           it(TILED_LAYOUT_SOURCE_DIR "/include", error),
       end;
       it != end && !error; it.increment(error)) {
    if (llvm::sys::path::extension(it->path()) != ".td")
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    StringRef text = buffer ? (*buffer)->getBuffer() : StringRef();
    SmallVector<StringRef> found;
    while (definition.match(text, &found)) {
      passes.push_back(found[1].str());
      text = StringRef(found[0].end(), text.end() - found[0].end());
    }
  }
  llvm::sort(passes);
}

void PassesTest::readModules(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  SmallVector<StringRef> parts;
  (*buffer)->getBuffer().split(parts, "// -----");
  for (auto [number, part] : llvm::enumerate(parts))
    inputs.push_back({(path.drop_front(strlen(TILED_LAYOUT_SOURCE_DIR)) +
                       ", part " + Twine(number + 1))
                          .str(),
                      part.str()});
}

void PassesTest::readInputs() {
  std::vector<std::string> files;
  for (StringRef folder : {"/test", "/docs"}) {
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator
             it(TILED_LAYOUT_SOURCE_DIR + folder, error),
         end;
         it != end && !error; it.increment(error))
      if (llvm::sys::path::extension(it->path()) == ".mlir")
        files.push_back(it->path());
  }
  llvm::sort(files);
  for (const std::string &file : files)
    readModules(file);
}

void PassesTest::run(const Input &input, ArrayRef<StringRef> names) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  int errors = 0;
  std::string lastError;
  context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    ++errors;
    lastError = diagnostic.str();
  });
  auto module = parseSourceString<ModuleOp>(input.text, &context);
  // Tests of the verifier, for instance.
  if (!module)
    return;
  current = input.name + ":";
  for (StringRef name : names) {
    current += " --" + name.str();
    PassManager manager(&context, ModuleOp::getOperationName());
    // An invalid module is the pass's fault, not its input's.
    manager.enableVerifier(false);
    ASSERT_TRUE(succeeded(parsePassPipeline(name, manager, llvm::nulls())))
        << name.str();
    errors = 0;
    alarm(mostSeconds);
    bool succeeded = manager.run(*module).succeeded();
    alarm(0);
    if (!succeeded) {
      EXPECT_GT(errors, 0) << current << " failed without a message";
      return;
    }
    EXPECT_TRUE(verify(*module).succeeded())
        << current << " left an invalid module: " << lastError;
    if (errors != 0)
      return;
  }
}

TEST_F(PassesTest, alone) {
  ASSERT_GE(passes.size(), 21u);
  ASSERT_GE(inputs.size(), 100u);
  for (const Input &input : inputs)
    for (StringRef pass : passes)
      run(input, {pass});
}

TEST_F(PassesTest, twice) {
  std::mt19937_64 random(20261123); // Fixed: a failure must be repeatable.
  for (const Input &input : inputs) {
    StringRef pass = passes[random() % passes.size()];
    run(input, {pass, pass});
  }
}

TEST_F(PassesTest, pairs) {
  std::mt19937_64 random(20261122); // Fixed: a failure must be repeatable.
  for (int i = 0; i < 1000; ++i) {
    const Input &input = inputs[random() % inputs.size()];
    StringRef first = passes[random() % passes.size()];
    StringRef second = passes[random() % passes.size()];
    run(input, {first, second});
  }
}

} // namespace
