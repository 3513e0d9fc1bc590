//===- PastedText.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/PastedText.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Profile/HloReader.h"
#include "tiled_layout/Report/Explanation.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::StringRef;

static void addShapes(const TypeTable &types, unsigned type,
                      std::vector<Shape> &shapes) {
  for (unsigned array : types.getValueType(type).arrays)
    shapes.push_back(llvm::cantFail(parseShape(types.getArray(array).text)));
}

static llvm::Expected<std::vector<Shape>> readTuple(StringRef text) {
  TypeTable types;
  llvm::Expected<unsigned> type = types.getType(text);
  if (!type)
    return type.takeError();
  std::vector<Shape> shapes;
  addShapes(types, *type, shapes);
  if (shapes.empty())
    return createStringError("tuple has no array");
  return shapes;
}

static llvm::Expected<std::vector<Shape>> readInstruction(StringRef text) {
  TextWindow window(text);
  auto program = HloReader(window).readModule();
  if (!program)
    return program.takeError();
  if (!*program)
    return createStringError("expected an instruction");
  if (!(*program)->skippedLines.empty())
    return createStringError((*program)->skippedLines.front().message);
  std::vector<Shape> shapes;
  for (const Computation &computation : (*program)->computations)
    for (const Instruction &instruction : computation.instructions)
      addShapes((*program)->types, instruction.type, shapes);
  if (shapes.empty())
    return createStringError("instruction has no array as its result");
  return shapes;
}

/// Reads a type that begins at `offset` of a text of one line, in which errors
/// have their places.
static llvm::Expected<std::vector<Shape>> readMlirType(StringRef text,
                                                       size_t offset) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<TiledLayoutDialect>();
  std::string message;
  std::optional<size_t> place;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (!message.empty())
      return;
    message = diagnostic.str();
    auto location = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    if (location && location.getLine() == 1 && location.getColumn() > 0)
      place = offset + location.getColumn() - 1;
  });
  Type parsed = parseType(text, &context);
  if (!parsed && place)
    return llvm::make_error<TextError>(*place, message);
  auto type = dyn_cast_or_null<ShapedType>(parsed);
  if (!type || !type.hasRank())
    return createStringError(
        message.empty() ? "expected a ranked tensor or memref type" : message);
  if (failed(verifyTiled(
          type, [&] { return mlir::emitError(UnknownLoc::get(&context)); })))
    return createStringError(message);
  std::optional<Shape> shape = getXlaShape(type);
  if (!shape)
    return createStringError("type has an element type or a layout that XLA's "
                             "notation does not have");
  return std::vector<Shape>{*shape};
}

static llvm::Expected<std::vector<Shape>> readBareLayout(StringRef text,
                                                         StringRef bareShape) {
  if (text.consume_front("#tiled_layout.layout<"))
    text.consume_back(">");
  if (bareShape.empty())
    return createStringError("a layout alone needs --shape, such as "
                             "--shape=bf16[20,300]");
  TextOptions options;
  options.allowComments = true;
  llvm::Expected<Shape> shape = parseShape(bareShape, options);
  // The place of an error is one of another text.
  if (!shape)
    return createStringError("--shape: " + llvm::toString(shape.takeError()));
  if (shape->layout)
    return createStringError("--shape must have no layout, but is " +
                             toString(*shape));
  llvm::Expected<LayoutText> layout = parseLayoutText(text, options);
  if (!layout)
    return createStringError(llvm::toString(layout.takeError()));
  shape->layout = std::move(layout->layout);
  if (std::optional<Violation> broken = checkShape(*shape))
    return createStringError(broken->message);
  return std::vector<Shape>{std::move(*shape)};
}

llvm::Expected<std::vector<Shape>>
mlir::tiled_layout::readPastedShapes(StringRef text, StringRef bareShape,
                                     bool choose) {
  StringRef trimmed = text.trim();
  if (trimmed.starts_with("tensor<") || trimmed.starts_with("memref<"))
    return readMlirType(trimmed, trimmed.data() - text.data());
  if (trimmed.starts_with("{") ||
      trimmed.starts_with("#tiled_layout.layout<") ||
      (!bareShape.empty() && trimmed.starts_with("[")))
    return readBareLayout(trimmed, bareShape);
  if (looksLikeInstruction(trimmed))
    return readInstruction(trimmed);
  if (trimmed.starts_with("("))
    return readTuple(trimmed);
  if (!bareShape.empty())
    return createStringError("--shape is for a layout alone");
  llvm::Expected<Shape> shape = readShape(text, choose);
  if (!shape)
    return shape.takeError();
  return std::vector<Shape>{std::move(*shape)};
}
