//===- StructuredPlanAttr.cpp - The plan of a structured operation --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// Parses `3` of `d3`, given all of it.
static ParseResult parseDim(AsmParser &parser, SMLoc loc, StringRef text,
                            int64_t &dim) {
  if (!text.consume_front("d") || text.getAsInteger(10, dim) || dim < 0)
    return parser.emitError(loc) << "expected a dimension such as d0";
  return success();
}

static ParseResult parseDim(AsmParser &parser, int64_t &dim) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef text;
  return failure(parser.parseKeyword(&text) ||
                 parseDim(parser, loc, text, dim));
}

/// Parses loops and packs: `[d1 by 256, pack 1, d1 by 32]`.
static ParseResult parseLoops(AsmParser &parser, StructuredPlan &plan) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        StringRef word;
        if (parser.parseKeyword(&word))
          return failure();
        if (word == "pack") {
          PlanPack &pack = plan.packs.emplace_back();
          pack.depth = plan.loops.size();
          if (parser.parseInteger(pack.operand))
            return failure();
          pack.isWide = succeeded(parser.parseOptionalKeyword("wide"));
          return success();
        }
        PlanLoop &loop = plan.loops.emplace_back();
        return failure(parseDim(parser, loc, word, loop.dim) ||
                       parser.parseKeyword("by") ||
                       parser.parseInteger(loop.step));
      });
}

/// Parses `[0 along d1, 2 along d0]`.
static ParseResult
parseTranspositions(AsmParser &parser,
                    SmallVectorImpl<PlanTransposition> &transposed) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        PlanTransposition transposition;
        if (parser.parseInteger(transposition.operand) ||
            parser.parseKeyword("along") || parseDim(parser, transposition.dim))
          return failure();
        transposed.push_back(transposition);
        return success();
      });
}

static ParseResult parseNumbers(AsmParser &parser,
                                SmallVectorImpl<int64_t> &numbers) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        return parser.parseInteger(numbers.emplace_back());
      });
}

/// Parses `above 1048576`, if it is there.
static ParseResult parseAbove(AsmParser &parser, int64_t &bytes) {
  if (failed(parser.parseOptionalKeyword("above")))
    return success();
  return parser.parseInteger(bytes);
}

/// Parses `in rows`, if it is there.
static ParseResult parseInRows(AsmParser &parser, bool &inRows) {
  if (failed(parser.parseOptionalKeyword("in")))
    return success();
  inRows = true;
  return parser.parseKeyword("rows");
}

/// Parses the rest of `interleave = d1 x 4`, of a word that goes on in this
/// way.
static ParseResult parseSteps(AsmParser &parser, int64_t &dim, int64_t &steps,
                              StringRef between = "x") {
  return failure(parser.parseEqual() || parseDim(parser, dim) ||
                 parser.parseKeyword(between) || parser.parseInteger(steps));
}

/// Parses one of the parts that a plan may have, and may leave out. `seen`
/// holds those that were there before.
static ParseResult parsePart(AsmParser &parser, StructuredPlan &plan,
                             llvm::StringSet<> &seen) {
  SMLoc at = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (!seen.insert(word).second)
    return parser.emitError(at) << "part '" << word << "' is given twice";
  bool *flag = llvm::StringSwitch<bool *>(word)
                   .Case("masked", &plan.masked)
                   .Case("fused", &plan.fused)
                   .Case("reassoc", &plan.reassoc)
                   .Case("streaming", &plan.streaming)
                   .Case("parallel", &plan.parallel)
                   .Default(nullptr);
  if (flag) {
    *flag = true;
    return flag == &plan.streaming ? parseAbove(parser, plan.streamedBytes)
                                   : success();
  }
  if (word == "interleave")
    return parseSteps(parser, plan.interleavedDim, plan.interleave);
  if (word == "dot")
    return parseSteps(parser, plan.dotDim, plan.dotSteps);
  if (word == "matrix")
    return parseSteps(parser, plan.matrixDim, plan.matrixRows);
  if (word == "ahead") {
    if (parseSteps(parser, plan.aheadDim, plan.ahead, "by") ||
        parseInRows(parser, plan.aheadInRows) ||
        parseAbove(parser, plan.aheadBytes))
      return failure();
    // What is left out is 0.
    return plan.ahead != 0 ? success()
                           : parser.emitError(at)
                                 << "blocks cannot be fetched 0 indices ahead";
  }
  if (word == "unroll" || word == "line")
    return failure(parser.parseEqual() ||
                   parser.parseInteger(word == "unroll" ? plan.unrolledSteps
                                                        : plan.lineBytes));
  if (word == "transposed")
    return failure(parser.parseEqual() ||
                   parseTranspositions(parser, plan.transposed));
  if (word == "prefetch")
    return failure(parser.parseEqual() || parseNumbers(parser, plan.prefetch));
  return parser.emitError(at)
         << "unknown part '" << word
         << "' of a plan; expected masked, fused, reassoc, streaming, "
            "parallel, interleave, transposed, dot, matrix, unroll, line, "
            "ahead or "
            "prefetch";
}

Attribute StructuredPlanAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StructuredPlan plan;
  if (parser.parseLess() || parser.parseKeyword("loops") ||
      parser.parseEqual() || parseLoops(parser, plan) || parser.parseComma() ||
      parser.parseKeyword("vector") ||
      parseSteps(parser, plan.vectorDim, plan.lanes))
    return {};
  llvm::StringSet<> seen = {"loops", "vector"};
  while (succeeded(parser.parseOptionalComma()))
    if (parsePart(parser, plan, seen))
      return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    std::move(plan));
}

void StructuredPlanAttr::print(AsmPrinter &printer) const {
  printer << '<' << toString(getPlan()) << '>';
}

LogicalResult
StructuredPlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           StructuredPlan plan) {
  for (const PlanLoop &loop : plan.loops)
    if (loop.step < 1)
      return emitError() << "the step of d" << loop.dim
                         << " must be at least 1, but is " << loop.step;
  if (plan.interleave < 1)
    return emitError()
           << "at least 1 index must be interleaved in a vector, but "
           << plan.interleave << " are";
  if (plan.unrolledSteps < 1)
    return emitError() << "at least 1 step must be unrolled, but "
                       << plan.unrolledSteps << " are";
  if (!llvm::isPowerOf2_64(plan.lineBytes) || plan.lineBytes < 16 ||
      plan.lineBytes > 4096)
    return emitError() << "a line must have a power of two of bytes, from 16 "
                          "to 4096, but has "
                       << plan.lineBytes;
  for (int64_t bytes : {plan.streamedBytes, plan.aheadBytes})
    if (bytes < 0)
      return emitError() << "arrays above " << bytes
                         << " bytes, which must be at least 0";
  if (plan.ahead < 0)
    return emitError() << "blocks cannot be fetched " << plan.ahead
                       << " indices ahead";
  if (plan.dotSteps < 0)
    return emitError() << "dot products of " << plan.dotSteps
                       << " steps, which must be at least 0";
  if (plan.matrixRows < 0)
    return emitError() << "matrices of " << plan.matrixRows
                       << " rows, which must be at least 0";
  for (const PlanPack &pack : plan.packs)
    if (pack.operand < 0)
      return emitError() << "the operand of a pack must be at least 0, but is "
                         << pack.operand;
  if (plan.lanes < 1)
    return emitError() << "a vector must have at least 1 element, but has "
                       << plan.lanes;
  return success();
}

//===----------------------------------------------------------------------===//
// On an operation
//===----------------------------------------------------------------------===//

LogicalResult mlir::tiled_layout::verifyPlanOf(Operation *op, Attribute value) {
  auto plan = dyn_cast<StructuredPlanAttr>(value);
  if (!plan)
    return op->emitOpError() << "'" << kStructuredPlanName << "' must be a "
                             << "#tiled_layout.structured_plan";
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return op->emitOpError() << "has '" << kStructuredPlanName
                             << "', which is for structured operations";
  auto problem = getStructuredProblem(linalgOp, {plan.getPlan().reassoc});
  llvm::Error error =
      problem ? checkPlan(*problem, plan.getPlan()) : problem.takeError();
  if (error)
    return op->emitOpError() << "cannot run as '" << kStructuredPlanName
                             << "' says: " << toString(std::move(error));
  return success();
}
