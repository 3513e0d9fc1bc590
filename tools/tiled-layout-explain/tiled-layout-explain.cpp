//===- tiled-layout-explain.cpp - What does a layout mean? ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/Jax.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Batch.h"
#include "tiled_layout/Report/Comparison.h"
#include "tiled_layout/Report/Json.h"
#include "tiled_layout/Report/Notation.h"
#include "tiled_layout/Report/PastedText.h"
#include "tiled_layout/Report/Playground.h"
#include "tiled_layout/Report/SliceView.h"
#include "tiled_layout/Report/Svg.h"
#include "tiled_layout/Report/TextReport.h"
#include "tiled_layout/Support/NamedValues.h"
#include "tiled_layout/Support/OutputFile.h"
#include "tiled_layout/Support/Version.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::tiled_layout;
using llvm::Error;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-explain options");

static cl::list<std::string> shapeTexts(cl::Positional, cl::desc("SHAPE..."),
                                        cl::cat(category));
static cl::opt<bool> json("json",
                          cl::desc("Answer with one JSON object a line"),
                          cl::cat(category));
static cl::opt<bool>
    batch("batch",
          cl::desc("Answer each line of standard input (SHAPE, SHAPE TAB "
                   "I,J,... or SHAPE TAB @POSITION) with one JSON object"),
          cl::cat(category));
static cl::opt<std::string> indexText(
    "index",
    cl::desc("Say where this element lies, empty for rank 0 (default: none)"),
    cl::value_desc("I,J,..."), cl::cat(category));
static cl::opt<std::string> positionText(
    "position",
    cl::desc("Say which element lies at this position (default: none)"),
    cl::value_desc("N"), cl::cat(category));

namespace {
enum class Notation { Xla, Mlir, Morello, OneDnn, Tpu, Pack, Cute, Jax };
} // namespace

static cl::opt<Notation, false, NamedValues<Notation>> notation(
    "as",
    cl::desc("Print the shape in another notation, and nothing else (default: "
             "a report)"),
    cl::values(clEnumValN(Notation::Xla, "xla", "XLA's own text"),
               clEnumValN(Notation::Mlir, "mlir", "an MLIR tensor type"),
               clEnumValN(Notation::Morello, "morello", "Morello's text"),
               clEnumValN(Notation::OneDnn, "onednn", "a oneDNN tag"),
               clEnumValN(Notation::Tpu, "tpu", "Mosaic's attribute"),
               clEnumValN(Notation::Pack, "pack", "linalg.pack's attributes"),
               clEnumValN(Notation::Cute, "cute", "CuTe's shape:stride"),
               clEnumValN(Notation::Jax, "jax", "JAX's Layout(...)")),
    cl::cat(category));
static cl::opt<std::string> blockText(
    "tile",
    cl::desc("Say what blocks of this size cover in memory (default: none)"),
    cl::value_desc("8x128"), cl::cat(category));
static cl::opt<std::string> sliceText(
    "slice",
    cl::desc("Say what this slice covers in memory: runs, shared words, and "
             "whether a DMA descriptor fits it (default: none)"),
    cl::value_desc("0:8,128:256"), cl::cat(category));
static cl::opt<unsigned>
    wordBytes("word", cl::init(4),
              cl::desc("Bytes of a word that --slice asks about (default: 4)"),
              cl::value_desc("N"), cl::cat(category));
static cl::opt<std::string> bareShape(
    "shape",
    cl::desc("The shape of a layout that is given alone (default: none)"),
    cl::value_desc("bf16[20,300]"), cl::cat(category));
static cl::opt<std::string> against(
    "against",
    cl::desc(
        "Compare with this shape or layout of the same array (default: none)"),
    cl::value_desc("SHAPE"), cl::cat(category));
static cl::opt<bool> choose("choose",
                            cl::desc("Choose a layout for a shape without one"),
                            cl::cat(category));
static cl::opt<std::string>
    svgFile("svg",
            cl::desc("Draw the array to this file ('-' for standard "
                     "output, without the report; default: none)"),
            cl::value_desc("FILE"), cl::cat(category));

static cl::opt<std::string>
    htmlFile("html",
             cl::desc("Write a page to this file in which the shape, and "
                      "others, can be tried ('-' for standard output, without "
                      "the report; default: none)"),
             cl::value_desc("FILE"), cl::cat(category));

static cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-explain 'bf16[20,300]{1,0:T(8,128)(2,1)}' --index=7,129
  tiled-layout-explain --choose --as=xla 'bf16[20,300]'
  tiled-layout-explain 'f32[3,5]{1,0:T(2,2)}' --svg=tiles.svg
  tiled-layout-explain 'f32[5]{0}' --against='{0:T(8)}'
)");

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Fails if two of the options are given.
static Error checkAtMostOne(std::initializer_list<cl::Option *> options) {
  cl::Option *first = nullptr;
  for (cl::Option *option : options) {
    if (!option->getNumOccurrences())
      continue;
    if (first)
      return llvm::createStringError("--" + first->ArgStr +
                                     " cannot be combined with --" +
                                     option->ArgStr);
    first = option;
  }
  return Error::success();
}

/// Returns all that is wrong with the options.
static Error checkOptions() {
  Error errors = Error::success();
  auto add = [&](Error error) {
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &indexText, &positionText, &notation, &blockText, &svgFile,
           &htmlFile, &sliceText, &bareShape, &against})
    add(checkAtMostOne({&batch, option}));
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &json, &indexText, &positionText, &blockText, &svgFile, &htmlFile,
           &sliceText, &against})
    add(checkAtMostOne({&notation, option}));
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &indexText, &positionText, &blockText, &svgFile, &htmlFile,
           &sliceText})
    add(checkAtMostOne({&against, option}));
  add(checkAtMostOne({&indexText, &positionText}));
  if (wordBytes == 0 || wordBytes > 4096)
    add(llvm::createStringError("--word must be from 1 to 4096, but is " +
                                llvm::Twine(wordBytes)));
  if (batch && !shapeTexts.empty())
    add(llvm::createStringError(
        "--batch reads shapes from standard input, but the command line has '" +
        shapeTexts.front() + "'"));
  // A page needs none: its reader types one.
  if (!batch && shapeTexts.empty() &&
      (htmlFile.empty() || json || svgFile.getNumOccurrences()))
    add(llvm::createStringError("no shape is given, see --help"));
  if (svgFile.getNumOccurrences() && shapeTexts.size() > 1)
    add(llvm::createStringError("--svg draws one shape, but " +
                                llvm::Twine(shapeTexts.size()) + " are given"));
  if (htmlFile.getNumOccurrences() && shapeTexts.size() > 1)
    add(llvm::createStringError("--html shows one shape, but " +
                                llvm::Twine(shapeTexts.size()) + " are given"));
  if (svgFile == "-" && json)
    add(llvm::createStringError("--svg=- cannot be combined with --json"));
  if (htmlFile == "-" && (json || svgFile == "-"))
    add(llvm::createStringError(
        "--html=- cannot be combined with --json and --svg=-"));
  for (cl::opt<std::string> *option : {&svgFile, &htmlFile})
    if (option->getNumOccurrences() && option->empty())
      add(llvm::createStringError("--" + option->ArgStr +
                                  " needs the name of a file, or '-'"));
  return errors;
}

static llvm::Expected<Query> getQuery() {
  if (indexText.getNumOccurrences())
    return parseIndexQuery(indexText);
  if (positionText.getNumOccurrences())
    return parsePositionQuery(positionText);
  return Query();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral toolName = "tiled-layout-explain";

static void reportError(const llvm::Twine &message) {
  llvm::outs().flush();
  llvm::WithColor::error(llvm::errs(), toolName) << message << '\n';
}

/// Reports why `text` is refused; where the error has a place in it, with the
/// text and a caret below the place.
static void reportShapeError(llvm::StringRef text, Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const TextError &refused) {
        llvm::outs().flush();
        llvm::SourceMgr sources;
        unsigned buffer = sources.AddNewSourceBuffer(
            llvm::MemoryBuffer::getMemBufferCopy(text, toolName), {});
        const char *begin = sources.getMemoryBuffer(buffer)->getBufferStart();
        sources.PrintMessage(
            llvm::SMLoc::getFromPointer(begin + refused.getOffset()),
            llvm::SourceMgr::DK_Error, refused.getMessage());
      },
      [&](const llvm::ErrorInfoBase &other) {
        reportError(text + ": " + other.message());
      });
}

//===----------------------------------------------------------------------===//
// One shape
//===----------------------------------------------------------------------===//

static llvm::Expected<std::string> toNotation(const Shape &shape) {
  switch (notation) {
  case Notation::Xla:
    return toXlaText(shape);
  case Notation::Mlir:
    return toMlirText(shape);
  case Notation::Morello:
    return toMorelloText(shape);
  case Notation::OneDnn:
    return toInteropText(InteropNotation::OneDnn, shape);
  case Notation::Tpu:
    return toInteropText(InteropNotation::Tpu, shape);
  case Notation::Pack:
    return toInteropText(InteropNotation::Pack, shape);
  case Notation::Cute:
    return toInteropText(InteropNotation::Cute, shape);
  case Notation::Jax:
    return toJaxLayout(shape.getLayout());
  }
  llvm_unreachable("covered switch");
}

static Error printInNotation(const Shape &shape) {
  llvm::Expected<std::string> text = toNotation(shape);
  if (!text)
    return text.takeError();
  llvm::outs() << *text << '\n';
  return Error::success();
}

/// Fails if a file that is there is no regular one, which would be replaced.
static Error checkOutput(llvm::StringRef file) {
  bool exists = llvm::sys::fs::exists(file);
  if (file != "-" && exists && !llvm::sys::fs::is_regular_file(file))
    return llvm::createStringError("cannot draw to '" + file +
                                   "', which is no regular file");
  return Error::success();
}

/// Writes the page under its final name only when it is complete.
static Error writePage(const Shape &shape) {
  if (Error error = checkOutput(htmlFile))
    return error;
  // The page reads XLA's notation.
  llvm::Expected<std::string> text = toXlaText(shape);
  if (!text)
    return text.takeError();
  return llvm::writeToOutput(htmlFile, [&](llvm::raw_ostream &os) {
    printPlayground(os, *text);
    return Error::success();
  });
}

/// Writes the drawing under its final name only when it is complete.
static Error drawShape(const Explanation &shape, const Answer &answer) {
  if (Error error = checkOutput(svgFile))
    return error;
  std::optional<llvm::ArrayRef<int64_t>> marked;
  if (answer.index)
    marked = *answer.index;
  return llvm::writeToOutput(svgFile, [&](llvm::raw_ostream &os) {
    return printSvg(os, shape.layout, shape.shape.extents(),
                    toString(shape.shape), marked);
  });
}

/// Returns what `--tile` asks for, if it was given.
static llvm::Expected<std::optional<BlockView>>
viewBlocks(const Explanation &shape) {
  if (!blockText.getNumOccurrences())
    return std::nullopt;
  auto block = parseBlock(blockText);
  if (!block)
    return block.takeError();
  auto view = getBlockView(shape.layout, shape.shape.extents(), *block);
  if (!view)
    return view.takeError();
  return std::move(*view);
}

/// Returns what `--slice` asks for, if it was given.
static llvm::Expected<std::optional<SliceView>>
viewSlice(const Explanation &shape) {
  if (!sliceText.getNumOccurrences())
    return std::nullopt;
  auto ranges = parseSlice(sliceText, shape.shape.extents());
  if (!ranges)
    return ranges.takeError();
  Shape array = shape.shape;
  array.layout = shape.layout;
  auto view = getSliceView(array, *ranges, wordBytes);
  if (!view)
    return view.takeError();
  return std::move(*view);
}

static void printAsJson(const Explanation &shape, const Query &query,
                        const Answer &answer,
                        const std::optional<BlockView> &blocks,
                        const std::optional<SliceView> &slice) {
  llvm::SmallVector<std::string> more;
  if (blocks)
    more.push_back(getBlocksJson(*blocks));
  if (slice)
    more.push_back(getSliceJson(*slice));
  printJson(llvm::outs(), getJsonMembers(shape), query, answer, more);
}

static void printText(const Explanation &shape, const Query &query,
                      const Answer &answer,
                      const std::optional<BlockView> &blocks,
                      const std::optional<SliceView> &slice) {
  llvm::raw_ostream &os = llvm::outs();
  printReport(os, shape);
  printAnswer(os, shape, query, answer);
  if (blocks)
    printBlockView(os, shape, *blocks);
  if (slice)
    printSliceView(os, *slice);
  printSmallGrid(os, shape);
}

/// Compares a shape with that of `--against`.
static Error compareWith(const Shape &shape) {
  // A layout alone is one of the same array.
  Shape bare = shape;
  bare.layout.reset();
  bare.morello.clear();
  llvm::StringRef text = llvm::StringRef(against).trim();
  bool isLayout =
      text.starts_with("{") || text.starts_with("#") || text.starts_with("[");
  auto others =
      readPastedShapes(against, isLayout ? toString(bare) : "", choose);
  if (!others)
    return llvm::createStringError("--against: " +
                                   llvm::toString(others.takeError()));
  if (others->size() != 1)
    return llvm::createStringError("--against must have one array, but has " +
                                   llvm::Twine(others->size()));
  llvm::Expected<Comparison> comparison = compareShapes(shape, others->front());
  if (!comparison)
    return comparison.takeError();
  if (json)
    printComparisonJson(llvm::outs(), *comparison);
  else
    printComparison(llvm::outs(), *comparison);
  return Error::success();
}

static Error explainShape(const Shape &shape) {
  if (notation.getNumOccurrences())
    return printInNotation(shape);
  if (against.getNumOccurrences())
    return compareWith(shape);

  llvm::Expected<Query> query = getQuery();
  if (!query)
    return query.takeError();
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  Explanation explanation = explain(shape, context);
  llvm::Expected<Answer> result = answer(explanation, *query);
  if (!result)
    return result.takeError();

  if (svgFile.getNumOccurrences())
    if (Error error = drawShape(explanation, *result))
      return error;
  if (htmlFile.getNumOccurrences())
    if (Error error = writePage(explanation.shape))
      return error;
  if (svgFile == "-" || htmlFile == "-")
    return Error::success();
  // Whatever can be refused comes before the first line of the report.
  llvm::Expected<std::optional<BlockView>> blocks = viewBlocks(explanation);
  if (!blocks)
    return blocks.takeError();
  llvm::Expected<std::optional<SliceView>> slice = viewSlice(explanation);
  if (!slice)
    return slice.takeError();
  (json ? printAsJson : printText)(explanation, *query, *result, *blocks,
                                   *slice);
  return Error::success();
}

static Error explainText(llvm::StringRef text) {
  auto shapes = readPastedShapes(text, bareShape, choose);
  if (!shapes && llvm::sys::fs::is_regular_file(text)) {
    llvm::consumeError(shapes.takeError());
    return llvm::createStringError(
        "expected a shape, but this is a file, which tiled-layout-profile " +
        text + " reads");
  }
  if (!shapes)
    return shapes.takeError();
  for (const Shape &shape : *shapes)
    if (Error error = explainShape(shape))
      return error;
  return Error::success();
}

/// Returns false, after reporting it, if the shape is refused.
static bool runOnShape(llvm::StringRef text) {
  Error error = explainText(text);
  if (!error)
    return true;
  if (!json) {
    reportShapeError(text, std::move(error));
    return false;
  }
  std::string message = llvm::toString(std::move(error));
  printJsonError(llvm::outs(), message);
  reportError(text + ": " + message);
  return false;
}

/// Writes a page that begins with an example.
static bool runWithoutShape() {
  Error error =
      writePage(llvm::cantFail(parseShape("bf16[20,300]{1,0:T(8,128)(2,1)}")));
  if (!error)
    return true;
  reportError(llvm::toString(std::move(error)));
  return false;
}

static bool runOnInput() {
  llvm::outs().SetBufferSize(1 << 20);
  Error error =
      answerBatch(llvm::sys::fs::getStdinHandle(), llvm::outs(), choose);
  if (!error)
    return true;
  reportError("cannot read standard input: " +
              llvm::toString(std::move(error)));
  return false;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion(toolName);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Says what a tiled layout means: physical shape, sizes, affine map and "
      "the position of each element\n");
  if (Error errors = checkOptions()) {
    llvm::handleAllErrors(
        std::move(errors),
        [](const llvm::ErrorInfoBase &error) { reportError(error.message()); });
    return 1;
  }

  llvm::raw_fd_ostream &os = llvm::outs();
  os.enable_colors(llvm::WithColor(os).colorsEnabled());
  bool succeeded = true;
  if (batch)
    succeeded = runOnInput();
  else if (shapeTexts.empty())
    succeeded = runWithoutShape();
  for (llvm::StringRef text : shapeTexts)
    succeeded &= runOnShape(text);

  if (Error error = finishStandardOutput()) {
    reportError(llvm::toString(std::move(error)));
    return 1;
  }
  return succeeded ? 0 : 1;
}
