//===- OptionsPass.h - Passes that say what is wrong in options -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_OPTIONSPASS_H
#define TILED_LAYOUT_IR_OPTIONSPASS_H

#include "mlir/Pass/Pass.h"

namespace mlir::tiled_layout {

/// Returns why a pass refuses the text of its options. `pipeline` is the pass
/// with its defaults, as `Pass::printAsTextualPipeline` prints it; `reason` is
/// what MLIR's parser says, which is empty for a value that it cannot read.
std::string describeOptionError(StringRef pipeline, StringRef options,
                                StringRef reason);

/// A pass whose refusal of options names the pass and the options that it has.
/// MLIR's own message for `deallocate=maybe` is empty.
template <typename BaseT>
class OptionsPass : public BaseT {
public:
  using ErrorHandler = function_ref<LogicalResult(const Twine &)>;

  LogicalResult initializeOptions(StringRef options,
                                  ErrorHandler handleError) override {
    std::string pipeline;
    llvm::raw_string_ostream os(pipeline);
    this->printAsTextualPipeline(os);
    return BaseT::initializeOptions(options, [&](const Twine &reason) {
      return handleError(describeOptionError(pipeline, options, reason.str()));
    });
  }

protected:
  explicit OptionsPass(TypeID id) : BaseT(id) {}
  OptionsPass(const OptionsPass &other) = default;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_OPTIONSPASS_H
