//===- tiled-layout-convert.cpp - Arrays from one layout to another -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/RelayoutKernel.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/ArrayFile.h"
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
static cl::opt<std::string> input(cl::Positional, cl::Required,
                                  cl::desc("INPUT"), cl::cat(category));
static cl::opt<std::string> output(cl::Positional, cl::Required,
                                   cl::desc("OUTPUT"), cl::cat(category));

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

static Error convert() {
  Expected<Shape> from = parse("from", fromText);
  if (!from)
    return from.takeError();
  Expected<Shape> to = parse("to", toText);
  if (!to)
    return to.takeError();
  if (Error error = checkPair(*from, *to))
    return error;
  // All that can be wrong with the input is found before the output is touched.
  Expected<InputArray> source = InputArray::open(input, *from);
  if (!source)
    return source.takeError();
  RelayoutProblem problem{from->elementType,
                          llvm::SmallVector<int64_t>(from->extents()),
                          source->getLayout(), to->getLayout(), padding};
  Expected<RelayoutKernel> kernel = RelayoutKernel::compile(problem);
  if (!kernel)
    return kernel.takeError();
  Expected<OutputArray> dest = OutputArray::create(output, *to);
  if (!dest)
    return dest.takeError();
  kernel->run(source->getData(), dest->getData());
  return dest->commit();
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
