//===- PaddingWriter.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddingWriter.h"

#include "tiled_layout/Layout/PhysicalShape.h"

using namespace mlir::tiled_layout;

std::shared_ptr<const PaddingWriter>
PaddingWriter::create(const RelayoutProblem &problem,
                      const std::optional<llvm::APInt> &value) {
  if (!value)
    return nullptr;
  PaddingRuns runs(problem.dest, problem.extents);
  if (!runs.hasPadding())
    return nullptr;
  PositionFiller filler(getElementBits(
      *value, getBitsPerElement(problem.dest, problem.elementType),
      problem.elementType.kind == ElementKind::Signed));
  return std::shared_ptr<const PaddingWriter>(
      new PaddingWriter(std::move(runs), std::move(filler),
                        getElements(problem.dest, problem.extents)));
}

void PaddingWriter::write(void *dest) const {
  auto fill = [&](int64_t begin, int64_t end) {
    filler.fill(static_cast<uint8_t *>(dest), begin, end);
  };
  if (runs.areKnown())
    runs.visitCoarsely(maxGap, fill);
  else
    fill(0, elements);
}
