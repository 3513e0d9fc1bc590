//===- SecondsParser.h - Options that are times -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_SECONDSPARSER_H
#define TILED_LAYOUT_TOOLS_SECONDSPARSER_H

#include "llvm/Support/CommandLine.h"

namespace mlir::tiled_layout {

/// Parses seconds, of which there are at least 0.
class SecondsParser : public llvm::cl::parser<double> {
public:
  using parser::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, double &value) {
    if (parser::parse(option, name, text, value))
      return true;
    return !(value >= 0) &&
           option.error("is '" + text + "', but must be at least 0");
  }
};

using SecondsOption =
    llvm::cl::opt<double, /*ExternalStorage=*/false, SecondsParser>;

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TOOLS_SECONDSPARSER_H
