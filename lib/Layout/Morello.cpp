//===- Morello.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Morello.h"
#include "TextCursor.h"
using namespace mlir::tiled_layout;
llvm::Expected<MorelloLayout> mlir::tiled_layout::parseMorello(llvm::StringRef, size_t &offset) {
  return TextCursor::errorAt(offset, "Morello's notation is not read");
}
void mlir::tiled_layout::print(llvm::raw_ostream &, const MorelloLayout &) {}
std::string mlir::tiled_layout::toString(const MorelloLayout &) { return ""; }
std::optional<std::string> mlir::tiled_layout::checkMorello(const MorelloLayout &) { return {}; }
std::optional<std::string> mlir::tiled_layout::checkMorelloOnShape(const MorelloLayout &, llvm::ArrayRef<int64_t>) { return {}; }
llvm::SmallVector<int64_t> mlir::tiled_layout::getMorelloPhysicalShape(const MorelloLayout &, llvm::ArrayRef<int64_t>) { return {}; }
Layout mlir::tiled_layout::getLayoutForAnyShape(const MorelloLayout &, size_t rank) { return Layout::getRowMajor(rank); }
