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
#include "tiled_layout/Target/Threads.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-convert options");

static cl::opt<std::string>
    fromText("from",
             cl::desc("How INPUT lies in memory; not needed where its .npy "
                      "header says it (default: the header)"),
             cl::value_desc("SHAPE|LAYOUT"), cl::cat(category));
static cl::opt<std::string>
    toText("to", cl::desc("How OUTPUT shall lie in memory (required)"),
           cl::value_desc("SHAPE|LAYOUT"), cl::cat(category));
static cl::opt<bool>
    truncate("truncate",
             cl::desc("Keep the low bits of values that do not fit the element "
                      "type; by default they are errors"),
             cl::cat(category));
static cl::opt<std::string>
    padding("padding", cl::init("zero"),
            cl::desc("What padding holds: zero, undefined, or a value of the "
                     "element type (default: zero)"),
            cl::value_desc("zero|undefined|VALUE"), cl::cat(category));
static cl::opt<unsigned>
    threads(takeOptionName("threads"), cl::init(1),
            cl::desc("Threads that share the work (default: 1)"),
            cl::value_desc("N"), cl::cat(category));
static cl::opt<std::string>
    emitObject("emit-object",
               cl::desc("Write the relayout as an object file, for programs "
                        "without LLVM (default: none)"),
               cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string> emitHeader(
    "emit-header",
    cl::desc("Write the C header of the object file (default: none)"),
    cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string> symbol(
    "symbol",
    cl::desc("The name of the function in the object file (default: none)"),
    cl::value_desc("NAME"), cl::cat(category));
static cl::opt<std::string> targetCpu(
    takeOptionName("target-cpu"),
    cl::desc("The processor of the object file: a named target, such as "
             "x86-64-v3 or aarch64, or one that LLVM knows (default: this "
             "machine's)"),
    cl::value_desc("CPU"), cl::cat(category));
static cl::opt<std::string>
    targetFeatures("target-features",
                   cl::desc("More or fewer features of that processor: "
                            "+avx512vl,-avx2 (default: none)"),
                   cl::value_desc("LIST"), cl::cat(category));
static cl::list<std::string> files(cl::Positional, cl::desc("[INPUT OUTPUT]"),
                                   cl::cat(category));

/// A shape or a layout as the command line has it.
struct ShapeText {
  StringRef option, text;

  /// True if the text says no element type and extents: `{1,0:T(8,128)}`, a
  /// Morello layout, another system's notation.
  bool isLayout() const;
};

bool ShapeText::isLayout() const {
  StringRef rest = text.ltrim();
  StringRef name = rest.take_while(llvm::isAlnum);
  return name.empty() || !rest.drop_front(name.size()).ltrim().starts_with("[");
}

/// Parses a shape, or a layout after the text of an array without layout, and
/// reports a refused one with its text and a caret.
static Expected<Shape> parse(ShapeText input, StringRef array = {}) {
  // XLA prints no braces after a scalar.
  bool isScalar = array.ends_with("[]") && input.text.trim() == "{}";
  std::string whole = isScalar ? array.str() : (array + input.text).str();
  Expected<Shape> shape = parseShape(whole, {/*allowComments=*/true});
  if (shape)
    return shape;
  std::string message;
  llvm::handleAllErrors(shape.takeError(), [&](const TextError &error) {
    size_t offset = std::max(error.getOffset(), array.size()) - array.size();
    llvm::raw_string_ostream os(message);
    os << "--" << input.option << ": column " << offset + 1 << ": "
       << error.getMessage() << '\n'
       << input.text << '\n'
       << std::string(offset, ' ') << '^';
  });
  return llvm::createStringError(message);
}

/// Returns true if a layout breaks no rule that needs no array.
static bool isRight(StringRef layout) {
  Expected<Layout> parsed = parseLayout(layout);
  return !llvm::errorToBool(parsed.takeError());
}

/// Returns the text of a shape without its layout.
static std::string getArrayText(Shape shape) {
  shape.layout.reset();
  shape.morello.clear();
  return toString(shape);
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
static Expected<OutputFile> writeFile(StringRef path, StringRef contents) {
  Expected<OutputFile> file = OutputFile::create(path, contents.size());
  if (file)
    std::copy(contents.begin(), contents.end(), file->getData());
  return file;
}

static Error emit(const RelayoutProblem &problem) {
  Expected<Target> target = getCodeTarget(targetCpu, targetFeatures);
  if (!target)
    return target.takeError();
  Expected<RelayoutObject> object =
      compileRelayoutObject(problem, symbol, *target);
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

/// The two sides of a relayout.
struct Sides {
  Shape from, to;
};

/// Completes a side that is a layout alone with the type and extents of the
/// other side, or of the input's header; the input's order is its header's
/// unless `--from` is given. `input` is null where there is no file.
static Expected<Sides> getSides(const InputFile *input) {
  ShapeText from{"from", fromText}, to{"to", toText};
  bool hasFrom = fromText.getNumOccurrences();
  std::string array;
  for (const ShapeText &side : {from, to}) {
    if (side.isLayout() || !array.empty())
      continue;
    Expected<Shape> shape = parse(side);
    if (!shape)
      return shape.takeError();
    array = getArrayText(*shape);
  }
  bool isOfInput = array.empty();
  if (isOfInput) {
    if (!input)
      return llvm::createStringError(
          "neither --from nor --to says the element type and the extents");
    Expected<Shape> shape = input->getLogicalShape();
    if (!shape)
      return llvm::createStringError(
          llvm::toString(shape.takeError()) +
          "; give --from or --to with element type and extents");
    array = toString(*shape);
    // A header may say more than there can be.
    if (Expected<Shape> checked = parseShape(array, {}); !checked)
      return llvm::createStringError("INPUT is " + array + ": " +
                                     llvm::toString(checked.takeError()));
  }
  auto complete = [&](const ShapeText &side) {
    return parse(side, side.isLayout() ? StringRef(array) : StringRef());
  };
  Expected<Shape> source = hasFrom ? complete(from) : parse({"from", array});
  Expected<Shape> dest = complete(to);
  // A layout that is right, but does not fit the array.
  auto isMisfit = [](const ShapeText &side, Expected<Shape> &shape) {
    return !shape && side.isLayout() && isRight(side.text);
  };
  if (input && !hasFrom && isMisfit(to, dest))
    return llvm::createStringError(llvm::toString(dest.takeError()) +
                                   "\nwithout --from, INPUT is " + array +
                                   "; --from says the shape of a buffer");
  if (isOfInput && hasFrom && isMisfit(from, source)) {
    llvm::consumeError(dest.takeError());
    return llvm::createStringError(
        llvm::toString(source.takeError()) + "\nINPUT is " + array +
        "; --from with element type and extents says the shape of a buffer");
  }
  if (!source || !dest)
    return llvm::joinErrors(source.takeError(), dest.takeError());
  return Sides{*source, *dest};
}

static Error convertFile(const RelayoutProblem &problem, InputFile input,
                         const Sides &sides) {
  // All that can be wrong with the input is found before the output is touched.
  bool isNpy = input.getHeader().has_value();
  Expected<InputArray> source =
      InputArray::create(std::move(input), sides.from);
  if (!source)
    return source.takeError();
  RelayoutProblem actual = problem;
  actual.source = source->getLayout();
  Expected<RelayoutKernel> kernel = RelayoutKernel::compile(actual, threads);
  if (!kernel)
    return kernel.takeError();
  if (!truncate)
    if (Error error = source->checkValues())
      return llvm::createStringError(llvm::toString(std::move(error)) +
                                     "; --truncate keeps the low bits");
  Expected<OutputArray> dest =
      OutputArray::create(files[1], sides.to, isNpy, source->getElementName());
  if (!dest)
    return dest.takeError();
  run(*kernel, source->getData(), dest->getData());
  return dest->commit();
}

/// Fails with all that is wrong with the options, a line for each.
static Error checkOptions() {
  Error errors = Error::success();
  auto add = [&](bool isWrong, const llvm::Twine &message) {
    if (isWrong)
      errors =
          llvm::joinErrors(std::move(errors), llvm::createStringError(message));
  };
  add(toText.empty(), "--to is missing: how OUTPUT shall lie in memory");
  add(threads < 1 || threads > maxThreads,
      "--threads is " + llvm::Twine(threads) + ", but must be from 1 to " +
          llvm::Twine(maxThreads));
  unsigned emitted = emitObject.getNumOccurrences() +
                     emitHeader.getNumOccurrences() +
                     symbol.getNumOccurrences();
  add(emitted != 0 && emitted != 3,
      "--emit-object, --emit-header and --symbol are given together or not at "
      "all");
  add(emitted == 3 && emitObject == emitHeader,
      "--emit-object and --emit-header are both '" + llvm::Twine(emitHeader) +
          "'");
  add(emitted == 0 &&
          (targetCpu.getNumOccurrences() || targetFeatures.getNumOccurrences()),
      "--target-cpu and --target-features are of --emit-object");
  add(files.size() != 2 && !(files.empty() && emitted),
      "expected INPUT and OUTPUT, but found " + llvm::Twine(files.size()) +
          (files.size() == 1 ? " file" : " files"));
  add(files.empty() && emitted && !fromText.getNumOccurrences(),
      "--from is missing: without INPUT, nothing else says the source");
  return errors;
}

static Error convert() {
  if (Error error = checkOptions())
    return error;
  std::optional<InputFile> input;
  if (!files.empty()) {
    Expected<InputFile> file = InputFile::open(files[0]);
    if (!file)
      return file.takeError();
    input = std::move(*file);
    if (!fromText.getNumOccurrences() && !input->getHeader())
      return llvm::createStringError(
          files[0] + ": holds raw bytes, which need --from, such "
                     "as --from 'f32[3,5]'");
  }
  Expected<Sides> sides = getSides(input ? &*input : nullptr);
  if (!sides)
    return sides.takeError();
  if (Error error = checkPair(sides->from, sides->to))
    return error;
  Expected<RelayoutProblem> problem =
      getRelayoutProblem(sides->from, sides->to);
  if (!problem)
    return problem.takeError();
  problem->padding = padding;
  if (emitObject.getNumOccurrences())
    if (Error error = emit(*problem))
      return error;
  return input ? convertFile(*problem, std::move(*input), *sides)
               : Error::success();
}

static constexpr char overview[] =
    R"(Relays an array in a file from one layout to another.

A file is .npy or raw bytes; - is standard input or output, .npy if the input is
one. SHAPE is XLA's text, such as bf16[20,300]{1,0:T(8,128)(2,1)}, or a shape with
a Morello layout or another system's notation after it. LAYOUT is what stands behind
the extents; the other side or the .npy header says the rest.
)";

static cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-convert rows.npy tiles.npy --to '{1,0:T(8,128)}'
  tiled-layout-convert tiles.npy rows.npy \
      --from 'f32[20,300]{1,0:T(8,128)}' --to '{1,0}'
  tiled-layout-convert --from 'f32[20,300]' --to '{1,0:T(8,128)}' \
      --emit-object=pack.o --emit-header=pack.h --symbol=pack
)");

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion("tiled-layout-convert");
  cl::ParseCommandLineOptions(argc, argv, overview);
  if (Error error = convert()) {
    llvm::handleAllErrors(
        std::move(error), [](const llvm::ErrorInfoBase &info) {
          llvm::WithColor::error(llvm::errs(), "tiled-layout-convert")
              << info.message() << '\n';
        });
    return 1;
  }
  return 0;
}
