//===- Json.cpp -----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Json.h"

#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir::tiled_layout;
namespace json = llvm::json;

static json::Value toJson(int64_t value) {
  return value == kDynamic ? json::Value(nullptr) : json::Value(value);
}

static json::Value toJson(llvm::ArrayRef<int64_t> values) {
  json::Array array;
  for (int64_t value : values)
    array.push_back(toJson(value));
  return array;
}

/// Returns what `write` writes, members of an object, without its braces.
static std::string
getMembers(llvm::function_ref<void(json::OStream &out)> write) {
  std::string text;
  llvm::raw_string_ostream os(text);
  json::OStream out(os);
  out.object([&] { write(out); });
  return text.substr(1, text.size() - 2);
}

/// Writes the runs of a part of an array.
template <typename PartT>
static void writeRuns(json::OStream &out, const PartT &part) {
  out.attribute("contiguous", part.isContiguous());
  out.attribute("runs", part.runs);
  out.attribute("shortest_run", part.shortestRun);
  out.attribute("longest_run", part.longestRun);
}

std::string mlir::tiled_layout::getJsonMembers(const Explanation &shape) {
  return getMembers([&](json::OStream &out) {
    out.attribute("shape", toString(shape.shape));
    out.attribute("simplified", shape.simplified
                                    ? json::Value(toString(*shape.simplified))
                                    : json::Value(nullptr));
    out.attribute("physical_shape", toJson(shape.physicalShape));
    out.attribute("elements", toJson(shape.elements));
    out.attribute("bytes", toJson(shape.bytes));
    out.attribute("logical_bytes", toJson(shape.logicalBytes));
    out.attribute("affine_map", shape.affineMap.empty()
                                    ? json::Value(nullptr)
                                    : json::Value(shape.affineMap));
  });
}

std::string mlir::tiled_layout::getBlocksJson(const BlockView &view) {
  return getMembers([&](json::OStream &out) {
    out.attributeObject("blocks", [&] {
      out.attribute("dimensions", toJson(view.dimensions));
      out.attribute("block", toJson(view.block));
      out.attributeArray("groups", [&] {
        for (const BlockGroup &group : view.groups)
          out.object([&] {
            out.attribute("extents", toJson(group.extents));
            out.attribute("count", group.count);
            out.attribute("elements", group.elements);
            writeRuns(out, group);
            out.attribute("span", group.span);
          });
      });
    });
  });
}

std::string mlir::tiled_layout::getSliceJson(const SliceView &view) {
  return getMembers([&](json::OStream &out) {
    out.attributeObject("slice", [&] {
      out.attribute("elements", view.elements);
      writeRuns(out, view);
      out.attribute("first_position", view.firstPosition);
      out.attribute("span", view.span);
      out.attribute("word_bytes", view.wordBytes);
      out.attribute("shared_words", view.sharedWords);
      out.attributeArray("descriptor", [&] {
        for (const DescriptorLoop &loop : view.descriptor)
          out.object([&] {
            out.attribute("count", loop.count);
            out.attribute("stride_bits", loop.strideBits);
          });
      });
      out.attribute("fits_descriptor", view.fitsDescriptor());
    });
  });
}

static void printIndex(llvm::raw_ostream &os, const Answer &answer) {
  os << ",\"index\":";
  if (!answer.index) {
    os << "null";
    return;
  }
  os << '[';
  llvm::interleave(*answer.index, os, ",");
  os << ']';
}

static void printNumber(llvm::raw_ostream &os, llvm::StringRef key,
                        std::optional<int64_t> value) {
  os << ",\"" << key << "\":";
  if (value)
    os << *value;
  else
    os << "null";
}

static void printPosition(llvm::raw_ostream &os, const Answer &answer) {
  printNumber(os, "position", answer.position);
  printNumber(os, "byte", answer.byte);
}

void mlir::tiled_layout::printJson(llvm::raw_ostream &os,
                                   llvm::StringRef members, const Query &query,
                                   const Answer &answer,
                                   llvm::ArrayRef<std::string> more) {
  os << '{' << members;
  switch (query.kind) {
  case Query::Kind::Shape:
    break;
  case Query::Kind::Index:
    printIndex(os, answer);
    printPosition(os, answer);
    break;
  case Query::Kind::Position:
    printPosition(os, answer);
    printIndex(os, answer);
    break;
  }
  for (llvm::StringRef member : more)
    os << ',' << member;
  os << "}\n";
}

void mlir::tiled_layout::printJsonError(llvm::raw_ostream &os,
                                        llvm::StringRef message) {
  {
    json::OStream writer(os);
    // A refused text may be quoted in the message, and may be no UTF-8.
    writer.object([&] { writer.attribute("error", json::fixUTF8(message)); });
  }
  os << '\n';
}
