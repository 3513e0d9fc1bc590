//===- JsonReport.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/JsonReport.h"

#include "tiled_layout/Layout/Text.h"

#include "llvm/Support/JSON.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

class JsonPrinter {
public:
  JsonPrinter(llvm::raw_ostream &os, const Profile &profile, size_t top)
      : out(os), profile(profile), top(top) {}

  void print() {
    out.object([&] {
      text("module", profile.module);
      out.attribute("instructions", profile.instructions);
      out.attributeArray("skipped_lines", [&] {
        for (const SkippedLine &skipped : profile.skippedLines)
          out.value(skipped.line);
      });
      out.attributeObject("buffers", [&] { printBuffers(); });
      out.attributeObject("relayouts", [&] { print(profile.relayouts); });
      out.attributeArray("padding", [&] {
        for (const PaddedShape &shape :
             llvm::ArrayRef(profile.padding).take_front(top))
          out.object([&] { print(shape); });
      });
      out.attributeArray("moves", [&] {
        for (const Move &move : llvm::ArrayRef(profile.moves).take_front(top))
          out.object([&] { print(move); });
      });
      out.attributeArray("inconsistent", [&] {
        for (const InstructionName &name : profile.inconsistent)
          out.value(json::fixUTF8(toString(name)));
      });
    });
  }

private:
  /// Names come from the input, which may be no UTF-8.
  void text(StringRef key, StringRef value) {
    out.attribute(key, json::fixUTF8(value));
  }

  void print(const BufferTotals &totals) {
    out.attribute("count", totals.count);
    out.attribute("logical_bytes", totals.logicalBytes);
    out.attribute("padded_bytes", totals.paddedBytes);
  }

  void printBuffers() {
    print(profile.buffers);
    out.attributeObject("memory_spaces", [&] {
      for (const auto &[space, totals] : profile.memorySpaces)
        out.attributeObject(std::to_string(space),
                            [&, &totals = totals] { print(totals); });
    });
  }

  void print(const RelayoutTotals &totals) {
    out.attribute("count", totals.count);
    out.attribute("bytes", totals.bytes);
    out.attribute("weighted_bytes", totals.weightedBytes);
    out.attribute("views", totals.views);
    out.attribute("memory_space_moves", totals.memorySpaceMoves);
    out.attribute("fused", totals.fused);
  }

  void print(const PaddedShape &shape) {
    text("shape", shape.array->text);
    out.attribute("count", shape.count);
    out.attribute("logical_bytes", shape.array->logicalBytes);
    out.attribute("padded_bytes", shape.array->paddedBytes);
    text("best", toString(shape.best.layout));
    out.attribute("best_padded_bytes", shape.best.paddedBytes);
    out.attributeArray("instructions", [&] {
      for (const InstructionName &name : shape.instructions)
        out.value(json::fixUTF8(toString(name)));
    });
    text("op_name", shape.opName);
    text("source", shape.source);
  }

  void print(const Move &move) {
    text("computation", move.name.computation);
    text("instruction", move.name.instruction);
    text("opcode", move.opcode);
    text("from", move.from->text);
    text("to", move.to->text);
    text("class", toString(move.kind));
    out.attribute("bytes", move.bytes);
    out.attribute("trips", move.trips);
    out.attribute("trips_known", move.tripsKnown);
    out.attribute("weighted_bytes", move.weightedBytes);
    out.attribute("fused", move.isFused);
    text("op_name", move.opName);
    text("source", move.source);
  }

  json::OStream out;
  const Profile &profile;
  size_t top;
};

} // namespace

void mlir::tiled_layout::printJson(llvm::raw_ostream &os,
                                   const Profile &profile, size_t top) {
  JsonPrinter(os, profile, top).print();
  os << '\n';
}
