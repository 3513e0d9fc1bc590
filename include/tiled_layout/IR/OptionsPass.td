//===- OptionsPass.td - Passes of this project -------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_OPTIONSPASS_TD
#define TILED_LAYOUT_IR_OPTIONSPASS_TD

include "mlir/Pass/PassBase.td"

/// A pass that says what is wrong in its options (OptionsPass.h).
class OptionsPass<string passArg, string operation = "">
  : PassBase<passArg, "::mlir::tiled_layout::OptionsPass<::mlir::OperationPass<"
                      # operation # ">>">;

#endif // TILED_LAYOUT_IR_OPTIONSPASS_TD
