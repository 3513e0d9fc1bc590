//===- JsonReport.h - A profile as JSON -------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_JSONREPORT_H
#define TILED_LAYOUT_PROFILE_JSONREPORT_H

#include "tiled_layout/Profile/Profile.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Prints a profile as one line of JSON; docs/Profile.md names the keys. Of
/// `padding` and `moves`, at most `top` entries each.
void printJson(llvm::raw_ostream &os, const Profile &profile,
               size_t top = std::numeric_limits<size_t>::max());

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_JSONREPORT_H
