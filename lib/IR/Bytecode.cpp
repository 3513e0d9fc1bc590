//===- Bytecode.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute is written as its text, which is exact and has one spelling, so
// that old files stay readable as long as the language is.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Bytecode/BytecodeImplementation.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// The codes of our attributes in a file; never renumbered.
enum AttributeCode : uint64_t {
  kTiledLayoutAttr = 0,
  kTargetAttr = 1,
  kPlanAttr = 2
};

struct BytecodeInterface : BytecodeDialectInterface {
  explicit BytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    uint64_t code;
    StringRef text;
    if (failed(reader.readVarInt(code)))
      return {};
    if (code > kPlanAttr) {
      reader.emitError() << "unknown attribute code " << code
                         << " of dialect 'tiled_layout'";
      return {};
    }
    if (failed(reader.readString(text)))
      return {};
    auto emitError = [&] { return reader.emitError(); };
    if (code == kPlanAttr)
      return PlanAttr::getFromText(getContext(), text, emitError);
    if (code == kTargetAttr)
      return TargetAttr::getFromText(getContext(), text, emitError);
    return TiledLayoutAttr::getFromText(getContext(), text, emitError);
  }

  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const override {
    if (auto target = dyn_cast<TargetAttr>(attribute)) {
      writer.writeVarInt(kTargetAttr);
      writer.writeOwnedString(target.getText());
      return success();
    }
    if (auto plan = dyn_cast<PlanAttr>(attribute)) {
      writer.writeVarInt(kPlanAttr);
      writer.writeOwnedString(plan.getText());
      return success();
    }
    auto layout = dyn_cast<TiledLayoutAttr>(attribute);
    if (!layout)
      return failure();
    writer.writeVarInt(kTiledLayoutAttr);
    // The writer keeps a reference until the file is written; the text is
    // kept with the context, as an attribute.
    writer.writeOwnedString(
        StringAttr::get(getContext(), layout.getText()).getValue());
    return success();
  }
};

} // namespace

void TiledLayoutDialect::registerBytecode() {
  addInterfaces<BytecodeInterface>();
}
