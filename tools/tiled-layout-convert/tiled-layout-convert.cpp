//===- tiled-layout-convert.cpp - Arrays from one layout to another -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/ObjectFile.h"
#include "tiled_layout/Engine/RelayoutKernel.h"
#include "tiled_layout/Engine/Workers.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/ArrayFile.h"
#include "tiled_layout/Support/OptionName.h"
#include "tiled_layout/Support/OutputFile.h"
#include "tiled_layout/Support/Progress.h"
#include "tiled_layout/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-convert options");

static cl::opt<std::string> fromText("from", cl::Required,
                                     cl::desc("How INPUT lies in memory"),
                                     cl::value_desc("SHAPE"),
                                     cl::cat(category));
static cl::opt<std::string> toText("to", cl::Required,
                                   cl::desc("How OUTPUT shall lie in memory"),
                                   cl::value_desc("SHAPE"), cl::cat(category));
static cl::opt<std::string>
    padding("padding", cl::init("zero"),
            cl::desc("What padding holds: zero, undefined, or a value of the "
                     "element type; zero by default"),
            cl::value_desc("zero|undefined|VALUE"), cl::cat(category));
static cl::opt<unsigned> threads(takeOptionName("threads"), cl::init(1),
                                 cl::desc("Threads that share the work"),
                                 cl::value_desc("N"), cl::cat(category));
static cl::opt<std::string> emitObject(
    "emit-object",
    cl::desc("Write the relayout as an object file, for programs without LLVM"),
    cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string>
    emitHeader("emit-header", cl::desc("Write the C header of the object file"),
               cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string>
    symbol("symbol", cl::desc("The name of the function in the object file"),
           cl::value_desc("NAME"), cl::cat(category));
static cl::opt<std::string> targetCpu(
    takeOptionName("target-cpu"),
    cl::desc("The processor of the object file; this machine's by default"),
    cl::value_desc("CPU"), cl::cat(category));
static cl::opt<std::string> targetFeatures(
    "target-features",
    cl::desc("More or fewer features of that processor: +avx512vl,-avx2"),
    cl::value_desc("LIST"), cl::cat(category));
static cl::list<std::string> files(cl::Positional, cl::desc("[INPUT OUTPUT]"),
                                   cl::cat(category));

/// Parses a shape and reports a refused one with its text and a caret.
static Expected<Shape> parse(llvm::StringRef option, llvm::StringRef text) {
  Expected<Shape> shape = parseShape(text, {/*allowComments=*/true});
  if (shape)
    return shape;
  std::string message;
  llvm::handleAllErrors(shape.takeError(), [&](const TextError &error) {
    llvm::raw_string_ostream os(message);
    os << "--" << option << ": column " << error.getOffset() + 1 << ": "
       << error.getMessage() << '\n'
       << text << '\n'
       << std::string(error.getOffset(), ' ') << '^';
  });
  return llvm::createStringError(message);
}

/// Fails unless both shapes are of one array whose extents are known.
static Error checkPair(const Shape &from, const Shape &to) {
  if (!(from.elementType == to.elementType))
    return llvm::createStringError("--from has elements of type " +
                                   from.elementType.name +
                                   ", but --to of type " + to.elementType.name);
  if (from.extents() != to.extents())
    return llvm::createStringError("--from " + toString(from) + " and --to " +
                                   toString(to) + " differ in shape");
  if (llvm::is_contained(from.extents(), kDynamic))
    return llvm::createStringError("--from " + toString(from) +
                                   " has a dimension that is not known");
  return Error::success();
}

/// A text or an object in a file that has no name yet.
static Expected<OutputFile> writeFile(llvm::StringRef path,
                                      llvm::StringRef contents) {
  Expected<OutputFile> file = OutputFile::create(path, contents.size());
  if (file)
    std::copy(contents.begin(), contents.end(), file->getData());
  return file;
}

static Error emit(const RelayoutProblem &problem) {
  Expected<RelayoutObject> object =
      compileRelayoutObject(problem, symbol, {targetCpu, targetFeatures});
  if (!object)
    return object.takeError();
  Expected<OutputFile> header = writeFile(emitHeader, object->header);
  if (!header)
    return header.takeError();
  Expected<OutputFile> code =
      writeFile(emitObject, {object->object.data(), object->object.size()});
  if (!code)
    return code.takeError();
  if (Error error = header->commit())
    return error;
  return code->commit();
}

/// Relays one buffer to another and shows how far it is.
static void run(const RelayoutKernel &kernel, const void *source, void *dest) {
  // Small enough for the share of the first piece to be seen soon.
  constexpr int64_t bytesPerPiece = int64_t(16) << 20;
  int64_t bytes = kernel.getSourceBytes() + kernel.getDestBytes();
  size_t pieces = std::max<int64_t>(bytes / bytesPerPiece, 4 * threads);
  kernel.run(source, dest, pieces,
             [&](size_t count, llvm::function_ref<void(size_t)> task) {
               Progress progress(count);
               runOnWorkers(threads, count, [&](size_t number) {
                 task(number);
                 progress.advance();
               });
             });
}

static Error convertFile(const RelayoutProblem &problem, const Shape &from,
                         const Shape &to) {
  // All that can be wrong with the input is found before the output is touched.
  Expected<InputArray> source = InputArray::open(files[0], from);
  if (!source)
    return source.takeError();
  RelayoutProblem actual = problem;
  actual.source = source->getLayout();
  Expected<RelayoutKernel> kernel = RelayoutKernel::compile(actual, threads);
  if (!kernel)
    return kernel.takeError();
  Expected<OutputArray> dest = OutputArray::create(files[1], to);
  if (!dest)
    return dest.takeError();
  run(*kernel, source->getData(), dest->getData());
  return dest->commit();
}

static Error checkOptions() {
  if (threads < 1 || threads > maxThreads)
    return llvm::createStringError("--threads is " + llvm::Twine(threads) +
                                   ", but must be from 1 to " +
                                   llvm::Twine(maxThreads));
  unsigned emitted = emitObject.getNumOccurrences() +
                     emitHeader.getNumOccurrences() +
                     symbol.getNumOccurrences();
  if (emitted != 0 && emitted != 3)
    return llvm::createStringError("--emit-object, --emit-header and --symbol "
                                   "are given together or not at all");
  if (emitted == 0 &&
      (targetCpu.getNumOccurrences() || targetFeatures.getNumOccurrences()))
    return llvm::createStringError(
        "--target-cpu and --target-features are of --emit-object");
  if (files.size() != 2 && !(files.empty() && emitted))
    return llvm::createStringError("expected INPUT and OUTPUT, but found " +
                                   llvm::Twine(files.size()) + " files");
  return Error::success();
}

static Error convert() {
  if (Error error = checkOptions())
    return error;
  Expected<Shape> from = parse("from", fromText);
  if (!from)
    return from.takeError();
  Expected<Shape> to = parse("to", toText);
  if (!to)
    return to.takeError();
  if (Error error = checkPair(*from, *to))
    return error;
  Expected<RelayoutProblem> problem = getRelayoutProblem(*from, *to);
  if (!problem)
    return problem.takeError();
  problem->padding = padding;
  if (emitObject.getNumOccurrences())
    if (Error error = emit(*problem))
      return error;
  return files.empty() ? Error::success() : convertFile(*problem, *from, *to);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion("tiled-layout-convert");
  cl::ParseCommandLineOptions(
      argc, argv,
      "Relays an array in a file from one layout to another.\n\n"
      "SHAPE is XLA's text, such as bf16[20,300]{1,0:T(8,128)(2,1)}, or a "
      "shape with\na Morello layout after it. A file is .npy or raw bytes.\n");
  if (Error error = convert()) {
    llvm::WithColor::error(llvm::errs(), "tiled-layout-convert")
        << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
