//===- OptionName.h - Names that LLVM's own options have --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_OPTIONNAME_H
#define TILED_LAYOUT_SUPPORT_OPTIONNAME_H

#include "llvm/Support/CommandLine.h"

namespace mlir::tiled_layout {

/// Takes an option's name from the LLVM library, whose options are registered
/// in every program that is linked with it, and returns it.
///
/// Example: `cl::opt<unsigned> threads(takeOptionName("threads"), ...)`.
inline llvm::StringRef takeOptionName(llvm::StringRef name) {
  if (llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(name))
    option->removeArgument();
  return name;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_OPTIONNAME_H
