//===- OptionValues.h - Values of textual options ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_OPTIONVALUES_H
#define TILED_LAYOUT_IR_OPTIONVALUES_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::tiled_layout {

/// Returns what is wrong with the first integer or truth value that cannot be
/// read: "threads is 'x', but must be an integer". Empty if there is none.
/// `defaults` is `threads=1 dot=false`, whose values say what each option is.
std::string describeWrongValue(StringRef defaults, StringRef options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_OPTIONVALUES_H
