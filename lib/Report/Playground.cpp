//===- Playground.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Playground.h"

#include "PlaygroundPage.h"

void mlir::tiled_layout::printPlayground(llvm::raw_ostream &os,
                                         llvm::StringRef shape) {
  auto [before, after] = playground.split("@SHAPE@");
  os << before << shape << after;
}
