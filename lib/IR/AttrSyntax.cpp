//===- AttrSyntax.cpp - Parser and printer of the attribute ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LoopAttr.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/StructuredPlanAttr.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static constexpr llvm::StringLiteral mnemonic = "layout";
static constexpr llvm::StringLiteral targetMnemonic = "target";
static constexpr llvm::StringLiteral planMnemonic = "plan";

/// Returns the attribute of a text, or null after an error.
static TiledLayoutAttr
getChecked(const LayoutText &text, MLIRContext *context,
           function_ref<InFlightDiagnostic()> emitError) {
  return TiledLayoutAttr::getChecked(
      emitError, context, text.layout,
      text.bounds ? ArrayRef<int64_t>(*text.bounds) : ArrayRef<int64_t>(),
      text.strides ? DenseI64ArrayAttr::get(context, *text.strides)
                   : DenseI64ArrayAttr());
}

/// Takes the text between `layout<` and `>` and hands it to the parser that
/// the tools use. MLIR has already found the end of the attribute and moves on
/// from there by itself; offsets in the text are places in its source.
Attribute TiledLayoutDialect::parseAttribute(DialectAsmParser &parser,
                                             Type) const {
  StringRef spec = parser.getFullSymbolSpec();
  auto emitErrorAt = [&](const char *place) {
    return parser.emitError(SMLoc::getFromPointer(place));
  };

  if (spec.starts_with(StructuredPlanAttr::getMnemonic()) &&
      succeeded(parser.parseOptionalKeyword(StructuredPlanAttr::getMnemonic())))
    return StructuredPlanAttr::parse(parser, {});
  if (spec.starts_with(LoopAttr::getMnemonic()) &&
      succeeded(parser.parseOptionalKeyword(LoopAttr::getMnemonic())))
    return LoopAttr::parse(parser, {});

  StringRef text = spec;
  if (text.consume_front(targetMnemonic)) {
    if (!text.consume_front("<") || !text.consume_back(">")) {
      emitErrorAt(text.data()) << "expected '<' and a target such as znver5 "
                                  "after '"
                               << targetMnemonic << "'";
      return {};
    }
    return TargetAttr::getFromText(getContext(), text,
                                   [&] { return emitErrorAt(text.data()); });
  }
  if (text.consume_front(planMnemonic)) {
    if (!text.consume_front("<") || !text.consume_back(">")) {
      emitErrorAt(text.data())
          << "expected '<' and a plan after '" << planMnemonic << "'";
      return {};
    }
    return PlanAttr::getFromText(getContext(), text,
                                 [&] { return emitErrorAt(text.data()); });
  }
  if (!text.consume_front(mnemonic)) {
    emitErrorAt(spec.data())
        << "unknown attribute '" << spec
        << "' of dialect 'tiled_layout'; expected '" << mnemonic << "<...>', '"
        << targetMnemonic << "<...>', '" << planMnemonic << "<...>', '"
        << StructuredPlanAttr::getMnemonic() << "<...>' or '"
        << LoopAttr::getMnemonic() << "<...>'";
    return {};
  }
  if (!text.consume_front("<") || !text.consume_back(">")) {
    emitErrorAt(text.data())
        << "expected '<' and a layout such as {1,0:T(8,128)} after '"
        << mnemonic << "'";
    return {};
  }

  llvm::Expected<LayoutText> parsed = parseLayoutText(text);
  if (!parsed) {
    llvm::handleAllErrors(parsed.takeError(), [&](const TextError &error) {
      emitErrorAt(text.data() + error.getOffset()) << error.getMessage();
    });
    return {};
  }
  return getChecked(*parsed, getContext(),
                    [&] { return emitErrorAt(text.data()); });
}

void TiledLayoutDialect::printAttribute(Attribute attribute,
                                        DialectAsmPrinter &printer) const {
  if (auto plan = dyn_cast<StructuredPlanAttr>(attribute)) {
    printer << StructuredPlanAttr::getMnemonic();
    return plan.print(printer);
  }
  if (auto loop = dyn_cast<LoopAttr>(attribute)) {
    printer << LoopAttr::getMnemonic();
    return loop.print(printer);
  }
  if (auto target = dyn_cast<TargetAttr>(attribute))
    printer << targetMnemonic << '<' << target.getText() << '>';
  else if (auto plan = dyn_cast<PlanAttr>(attribute))
    printer << planMnemonic << '<' << plan.getText() << '>';
  else
    printer << mnemonic << '<' << cast<TiledLayoutAttr>(attribute).getText()
            << '>';
}

std::string TiledLayoutAttr::getText() const {
  std::string text = toString(getLayout());
  if (!getBounds().empty())
    text += ", bounds = " + extentsToString(getBounds());
  if (getStrides())
    text += ", strides = " + extentsToString(getStrides().asArrayRef());
  return text;
}

TiledLayoutAttr
TiledLayoutAttr::getFromText(MLIRContext *context, StringRef text,
                             function_ref<InFlightDiagnostic()> emitError) {
  llvm::Expected<LayoutText> parsed = parseLayoutText(text);
  if (!parsed) {
    emitError() << "in layout '" << text
                << "': " << llvm::toString(parsed.takeError());
    return {};
  }
  return ::getChecked(*parsed, context, emitError);
}
