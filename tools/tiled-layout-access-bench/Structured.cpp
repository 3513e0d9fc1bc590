//===- Structured.cpp - Times structured operations
//-------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structured.h"

#include "Peaks.h"
#include "Peers.h"
#include "StructuredArrays.h"
#include "Upstream.h"

#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::Expected;

namespace {

/// What a case is, without layouts.
struct Meaning {
  int64_t points = 1;
  PeerProblem problem;
};

/// A way to compute a case, ready to run.
struct Way {
  std::string name;
  std::function<void()> run, finish;
  OperandSet *operands;
};

/// Runs one case.
class Runner {
public:
  Runner(const SuiteCase &test, const StructuredOptions &options)
      : test(test), options(options) {}

  Expected<StructuredResult> run();

private:
  Error findMeaning();
  Error addOurs(bool tiled);
  void addUpstream();
  void addPeers();
  Error addPeak();
  OperandSet &makeOperands(bool tiled, bool dynamic);
  void check();
  void measure();
  void checkProduct(ArrayRef<double> values, double tolerance);

  const SuiteCase &test;
  const StructuredOptions &options;
  Meaning meaning;
  std::vector<std::unique_ptr<OperandSet>> sets;
  std::vector<std::unique_ptr<Program>> programs;
  std::optional<Peak> peak;
  std::vector<Way> ways;
  StructuredResult result;
};

} // namespace

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// Reads iterators and maps from the row-major program.
Error Runner::findMeaning() {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str() + " ";
    return success();
  });
  std::string text = test.getProgram(/*tiled=*/false, /*dynamic=*/false);
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return llvm::createStringError(test.getFullName() + ": " + message + "\n" +
                                   text);
  std::vector<std::string> types;
  for (const Shape &shape : test.operands)
    types.push_back(shape.elementType.name.str());
  module->walk([&](linalg::LinalgOp op) {
    for (int64_t extent : op.getStaticLoopRanges())
      meaning.points *= extent;
    meaning.problem = getPeerProblem(op, types);
  });
  // Such as softmax.
  if (meaning.points == 1)
    meaning.points = llvm::product_of(test.operands.front().extents());
  return Error::success();
}

OperandSet &Runner::makeOperands(bool tiled, bool dynamic) {
  auto operands = std::make_unique<OperandSet>(test, tiled, dynamic);
  for (std::unique_ptr<OperandSet> &before : sets)
    operands->shareMemory(*before);
  sets.push_back(std::move(operands));
  return *sets.back();
}

Error Runner::addOurs(bool tiled) {
  ToLLVMPipelineOptions pipeline;
  if (Error error = pipeline.parse("target-cpu=" + options.targetCpu +
                                   test.options + " " + options.pipeline))
    return error;
  auto start = std::chrono::steady_clock::now();
  Expected<Program> program =
      Program::compile(test.getProgram(tiled, test.isDynamic),
                       options.targetCpu, [&](PassManager &manager) {
                         buildToLLVMPipeline(manager, pipeline);
                         return success();
                       });
  if (!program)
    return llvm::createStringError(test.getFullName() + ": " +
                                   llvm::toString(program.takeError()));
  if (tiled)
    result.compileSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  programs.push_back(std::make_unique<Program>(std::move(*program)));
  OperandSet &operands = makeOperands(tiled, test.isDynamic);
  ways.push_back({tiled ? "tiled" : "row-major",
                  [&operands, own = programs.back().get()] {
                    own->runPacked(operands.getArguments());
                  },
                  {},
                  &operands});
  return Error::success();
}

void Runner::addUpstream() {
  if (!options.upstream)
    return;
  if (meaning.points > options.upstreamPoints) {
    result.notes.push_back(
        llvm::formatv("upstream: not run, {0} points are more than {1}",
                      meaning.points, options.upstreamPoints));
    return;
  }
  // Extents that are known are in upstream's favour.
  std::string text = test.getProgram(/*tiled=*/false, /*dynamic=*/false);
  for (UpstreamWay way : {UpstreamWay::Loops, UpstreamWay::AffineVectors,
                          UpstreamWay::LinalgVectors}) {
    Expected<Program> program = compileUpstream(text, way, options.targetCpu);
    if (!program) {
      result.notes.push_back(getName(way).str() + ": " +
                             StringRef(llvm::toString(program.takeError()))
                                 .split('\n')
                                 .first.str());
      continue;
    }
    programs.push_back(std::make_unique<Program>(std::move(*program)));
    OperandSet &operands = makeOperands(/*tiled=*/false, /*dynamic=*/false);
    ways.push_back({getName(way).str(),
                    [&operands, own = programs.back().get()] {
                      own->runPacked(operands.getArguments());
                    },
                    {},
                    &operands});
  }
}

void Runner::addPeers() {
  if (!options.peers)
    return;
  for (auto [add, why, name] :
       {std::tuple(&addOpenBlas, &whyNoOpenBlas, "OpenBLAS"),
        std::tuple(&addOneDnn, &whyNoOneDnn, "oneDNN")}) {
    if (std::string reason = why(); !reason.empty()) {
      result.notes.push_back(name + (": absent: " + reason));
      continue;
    }
    OperandSet &operands = makeOperands(/*tiled=*/false, /*dynamic=*/false);
    // Peers may take inputs into their own layouts.
    operands.fill(0);
    std::vector<void *> inputs;
    for (OperandArray &operand : operands.getOperands())
      inputs.push_back(operand.getArray().as<void>());
    void *output = inputs.back();
    inputs.pop_back();
    std::vector<PeerRun> runs;
    add(meaning.problem, inputs, output, runs);
    if (runs.empty())
      result.notes.push_back(name + std::string(": has no such operation"));
    for (PeerRun &run : runs)
      ways.push_back(
          {run.name, std::move(run.run), std::move(run.finish), &operands});
  }
}

Error Runner::addPeak() {
  if (test.peak == PeakKind::None)
    return Error::success();
  Expected<Peak> made = Peak::make(test.peak, options.targetCpu);
  if (!made) {
    result.notes.push_back(getName(test.peak).str() +
                           " peak: " + llvm::toString(made.takeError()));
    return Error::success();
  }
  peak.emplace(std::move(*made));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Returns an element of a product by its definition: `number` counts the
/// elements of C in row-major order.
static double getDefined(const Product &p, ArrayRef<double> a,
                         ArrayRef<double> b, int64_t number) {
  int64_t column = number % p.n, row = number / p.n % p.m,
          batch = number / p.n / p.m;
  double sum = 0;
  for (int64_t k = 0; k < p.k; ++k)
    sum += a[batch * p.a.batch + row * p.a.row + k * p.a.column] *
           b[batch * p.b.batch + k * p.b.row + column * p.b.column];
  return sum;
}

void Runner::check() {
  bool isMaximum = StringRef(test.prefix).contains("max");
  StringRef type = test.operands.back().elementType.name;
  double tolerance = type == "bf16" || type == "f16" ? 1 / 64.0
                     : type[0] == 'f'                ? 1e-4
                                                     : 0;
  std::vector<std::vector<double>> values;
  for (Way &way : ways) {
    way.operands->fill(isMaximum ? -100 : 0);
    way.run();
    if (way.finish)
      way.finish();
    values.push_back(way.operands->getOperands().back().read());
  }
  if (meaning.problem.product)
    checkProduct(values.front(), tolerance);
  else if (ways.size() == 1)
    result.notes.push_back("unchecked: nothing to compare with");
  // The first row-major way shares no code with ours.
  for (size_t number = 0; ways.size() > 1 && number < ways.size(); ++number) {
    bool isSame = llvm::all_of(
        llvm::zip_equal(values[number], values[1]), [&](const auto &both) {
          auto [own, other] = both;
          return std::abs(own - other) <= tolerance * (1 + std::abs(other));
        });
    if (!isSame)
      result.wrong.push_back(ways[number].name + " differs from " +
                             ways[1].name);
  }
}

/// Compares some elements with the definition; rows and columns of C follow one
/// another in that order.
void Runner::checkProduct(ArrayRef<double> values, double tolerance) {
  const Product &p = *meaning.problem.product;
  if (p.n != 1 && p.c.column != 1)
    return;
  // Later ways have filled what they share.
  ways.front().operands->fill(0);
  std::vector<OperandArray> &operands = ways.front().operands->getOperands();
  std::vector<double> a = operands[0].read(), b = operands[1].read();
  int64_t count = values.size();
  for (int64_t number = 0; number < count; number += 1 + count / 97) {
    double expected = getDefined(p, a, b, number);
    if (std::abs(values[number] - expected) <=
        tolerance * (1 + std::abs(expected)))
      continue;
    result.wrong.push_back(llvm::formatv("element {0} is {1} instead of {2}",
                                         number, values[number], expected));
    return;
  }
}

void Runner::measure() {
  std::vector<std::function<void()>> actions;
  for (Way &way : ways)
    actions.push_back(way.run);
  if (peak)
    actions.push_back([&] { peak->run(); });
  std::vector<CpuTime> times =
      measureCpu(llvm::to_vector_of<llvm::function_ref<void()>>(actions),
                 options.minSeconds);
  for (auto [way, time] : llvm::zip(ways, times))
    result.times.push_back({way.name, time.best, time.median});
  double upstream = 0, peer = 0, rowMajor = 0;
  for (const StructuredTime &time : llvm::drop_begin(result.times)) {
    double &least = time.name == "row-major"                       ? rowMajor
                    : StringRef(time.name).starts_with("upstream") ? upstream
                                                                   : peer;
    least =
        least == 0 ? time.medianSeconds : std::min(least, time.medianSeconds);
  }
  const StructuredTime &own = result.times.front();
  if (upstream != 0)
    result.overUpstream = own.medianSeconds / upstream;
  if (rowMajor != 0)
    result.overRowMajor = own.medianSeconds / rowMajor;
  result.overPeer = peer / own.medianSeconds;
  if (!peak)
    return;
  // Upstream's and peers' times are in the same unit: of the peak as well.
  const CpuTime &limit = times.back();
  double work =
      test.peak == PeakKind::Read ? result.bytes : 2.0 * result.points;
  double scale = work / peak->getWork();
  result.bestShare = scale * limit.best / own.bestSeconds;
  result.medianShare = scale * limit.median / own.medianSeconds;
  result.times.push_back({getName(test.peak).str() + " peak",
                          scale * limit.best, scale * limit.median});
}

Expected<StructuredResult> Runner::run() {
  if (Error error = checkElements(test))
    return std::move(error);
  if (Error error = findMeaning())
    return std::move(error);
  result.points = meaning.points;
  result.bytes = 0;
  for (const Shape &shape : test.operands)
    result.bytes +=
        llvm::product_of(shape.extents()) * shape.elementType.storageBits() / 8;
  if (Error error = addOurs(/*tiled=*/true))
    return std::move(error);
  addUpstream();
  addPeers();
  if (test.rowMajorBar != 0)
    if (Error error = addOurs(/*tiled=*/false))
      return std::move(error);
  if (Error error = addPeak())
    return std::move(error);
  check();
  measure();
  return std::move(result);
}

Expected<StructuredResult>
mlir::tiled_layout::bench::runStructured(const SuiteCase &test,
                                         const StructuredOptions &options) {
  return Runner(test, options).run();
}
