//===- LoopAttr.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LoopAttr.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The spelling of each role, in the order of the enumeration.
static constexpr llvm::StringLiteral spellings[] = {"tiles", "rows", "threads",
                                                    "run"};

/// The same of ends, after that of none.
static constexpr llvm::StringLiteral endSpellings[] = {"before", "after",
                                                       "both"};

Attribute LoopAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return {};
  const auto *spelling = llvm::find(spellings, word);
  if (spelling == std::end(spellings)) {
    parser.emitError(loc)
        << "expected 'tiles', 'rows', 'threads' or 'run', but "
           "found '"
        << word << "'";
    return {};
  }
  LoopRole role = LoopRole(spelling - std::begin(spellings));
  auto peeled = PeeledEnds::None;
  SmallVector<int64_t> strides;
  if (role == LoopRole::Threads) {
    auto parseStride = [&] {
      return parser.parseInteger(strides.emplace_back());
    };
    if (parser.parseComma() || parser.parseKeyword("strides") ||
        parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parseStride))
      return {};
  } else if (succeeded(parser.parseOptionalComma())) {
    StringRef end;
    if (parser.parseKeyword("peeled") || parser.parseEqual())
      return {};
    SMLoc endLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&end))
      return {};
    const auto *known = llvm::find(endSpellings, end);
    if (known == std::end(endSpellings)) {
      parser.emitError(endLoc)
          << "expected 'before', 'after' or 'both', but found '" << end << "'";
      return {};
    }
    peeled = PeeledEnds(known - std::begin(endSpellings) + 1);
  }
  if (parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  if (failed(verify(emitError, role, peeled, strides)))
    return {};
  return get(parser.getContext(), role, peeled, strides);
}

LogicalResult LoopAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               LoopRole role, PeeledEnds peeled,
                               ArrayRef<int64_t> strides) {
  if (role != LoopRole::Run && peeled != PeeledEnds::None)
    return emitError() << "only a run has peeled iterations";
  size_t wanted = role == LoopRole::Threads ? 2 : 0;
  if (strides.size() != wanted)
    return emitError() << "has " << strides.size() << " strides, but needs "
                       << wanted;
  return success();
}

void LoopAttr::print(AsmPrinter &printer) const {
  printer << '<' << spellings[size_t(getRole())];
  if (getPeeled() != PeeledEnds::None)
    printer << ", peeled = " << endSpellings[size_t(getPeeled()) - 1];
  if (getRole() == LoopRole::Threads)
    printer << ", strides = [" << getStrides() << ']';
  printer << '>';
}

std::optional<LoopRole> mlir::tiled_layout::getLoopRole(Operation *loop) {
  auto attribute = loop->getAttrOfType<LoopAttr>(loopAttrName);
  if (!attribute)
    return std::nullopt;
  return attribute.getRole();
}

bool mlir::tiled_layout::isPeeled(Operation *loop, PeeledEnds end) {
  auto attribute = loop->getAttrOfType<LoopAttr>(loopAttrName);
  return attribute && (unsigned(attribute.getPeeled()) & unsigned(end)) != 0;
}

void mlir::tiled_layout::setLoopRole(Operation *loop, LoopRole role,
                                     PeeledEnds peeled) {
  loop->setDiscardableAttr(loopAttrName,
                           LoopAttr::get(loop->getContext(), role, peeled, {}));
}

void mlir::tiled_layout::setSharedLoop(Operation *loop,
                                       ArrayRef<int64_t> strides) {
  loop->setDiscardableAttr(loopAttrName,
                           LoopAttr::get(loop->getContext(), LoopRole::Threads,
                                         PeeledEnds::None, strides));
}

ArrayRef<int64_t> mlir::tiled_layout::getSharedStrides(Operation *loop) {
  auto attribute = loop->getAttrOfType<LoopAttr>(loopAttrName);
  return attribute ? attribute.getStrides() : ArrayRef<int64_t>();
}

LogicalResult mlir::tiled_layout::verifyLoopRole(Operation *op,
                                                 Attribute attribute) {
  auto role = dyn_cast<LoopAttr>(attribute);
  if (!role)
    return op->emitOpError() << "'" << loopAttrName << "' is " << attribute
                             << ", but must be #tiled_layout.loop<...>";
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return op->emitOpError()
           << "is no loop, so it cannot have '" << loopAttrName << "'";
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  if (role.getRole() == LoopRole::Run && (!variables || variables->size() != 1))
    return op->emitOpError() << "is no run: a run has one induction variable";
  return success();
}
