//===- Comparison.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Comparison.h"

#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Profile/RelayoutClass.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;

llvm::Expected<Comparison> mlir::tiled_layout::compareShapes(const Shape &from,
                                                             const Shape &to) {
  llvm::SmallVector<int64_t, 6> extents = from.extents();
  if (!(from.elementType == to.elementType) || extents != to.extents())
    return createStringError("shapes to compare must have the same element "
                             "type and dimensions, but are " +
                             toString(from) + " and " + toString(to));
  if (llvm::is_contained(extents, kDynamic))
    return createStringError(
        "comparison needs a shape without unknown extents");
  Layout source = from.getLayout(), dest = to.getLayout();
  int64_t storageBits = from.elementType.storageBits();

  Comparison result(from, to);
  result.fromBytes = getBytes(from);
  result.toBytes = getBytes(to);
  result.witness = findPositionDifference(source, dest, extents);
  if (result.witness) {
    result.fromPosition =
        Placement(source, extents).getPosition(*result.witness);
    result.toPosition = Placement(dest, extents).getPosition(*result.witness);
  }
  result.difference =
      findInterchangeDifference(source, dest, extents, storageBits);
  llvm::Expected<RelayoutAnswer> answer =
      classifyRelayout(from, to, ElementMap::Identity);
  if (!answer)
    return answer.takeError();
  result.kind = toString(answer->kind).str();
  if (answer->kind == RelayoutClass::View)
    return result;
  result.movedBytes = result.fromBytes + result.toBytes;
  result.plan = toString(getRelayoutPlan(
      source, dest, extents, getBitsPerElement(source, from.elementType),
      getBitsPerElement(dest, to.elementType)));
  return result;
}

static void printIndex(llvm::raw_ostream &os, llvm::ArrayRef<int64_t> index) {
  os << '[';
  llvm::interleaveComma(index, os);
  os << ']';
}

void mlir::tiled_layout::printComparison(llvm::raw_ostream &os,
                                         const Comparison &comparison) {
  os << toString(comparison.from) << " against " << toString(comparison.to)
     << '\n';
  os << "  bytes             " << comparison.fromBytes << " and "
     << comparison.toBytes << '\n';
  os << "  same positions    ";
  if (comparison.witness) {
    os << "no: index ";
    printIndex(os, *comparison.witness);
    os << " is at " << comparison.fromPosition << " and at "
       << comparison.toPosition << '\n';
  } else {
    os << "yes\n";
  }
  os << "  interchangeable   ";
  if (comparison.difference)
    os << "no: " << *comparison.difference << '\n';
  else
    os << "yes\n";
  os << "  relayout          " << comparison.kind << ", "
     << comparison.movedBytes << " bytes read and written\n";
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(comparison.plan).split(lines, '\n', -1, /*KeepEmpty=*/false);
  if (!lines.empty())
    os << "  plan:\n";
  for (llvm::StringRef line : lines)
    os << "    " << line << '\n';
}

void mlir::tiled_layout::printComparisonJson(llvm::raw_ostream &os,
                                             const Comparison &comparison) {
  namespace json = llvm::json;
  json::OStream out(os);
  out.object([&] {
    out.attribute("from", toString(comparison.from));
    out.attribute("to", toString(comparison.to));
    out.attribute("from_bytes", comparison.fromBytes);
    out.attribute("to_bytes", comparison.toBytes);
    out.attribute("same_positions", comparison.haveSamePositions());
    out.attributeBegin("different_index");
    if (comparison.witness)
      out.array([&] {
        for (int64_t i : *comparison.witness)
          out.value(i);
      });
    else
      out.value(nullptr);
    out.attributeEnd();
    out.attribute("interchangeable", !comparison.difference);
    out.attribute("difference", comparison.difference
                                    ? json::Value(*comparison.difference)
                                    : json::Value(nullptr));
    out.attribute("class", comparison.kind);
    out.attribute("moved_bytes", comparison.movedBytes);
    out.attribute("plan", comparison.plan);
  });
  os << '\n';
}
