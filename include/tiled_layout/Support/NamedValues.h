//===- NamedValues.h - Options that take one of some names ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_NAMEDVALUES_H
#define TILED_LAYOUT_SUPPORT_NAMEDVALUES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::tiled_layout {

/// Parses the values that `llvm::cl::values` lists. LLVM's own parser refuses
/// another value without saying which there are; this one names them:
///
///   expected xla, mlir or jax, but found 'foo'
template <typename T>
class NamedValues : public llvm::cl::parser<T> {
public:
  using llvm::cl::parser<T>::parser;

  /// Returns true on an error, as LLVM's parsers do.
  bool parse(llvm::cl::Option &option, llvm::StringRef optionName,
             llvm::StringRef text, T &value) {
    std::string names;
    for (auto [i, known] : llvm::enumerate(this->Values)) {
      if (known.Name == text) {
        value = known.V.getValue();
        return false;
      }
      names += i == 0 ? "" : i + 1 == this->Values.size() ? " or " : ", ";
      names += known.Name;
    }
    return option.error("expected " + names + ", but found '" + text + "'",
                        optionName);
  }
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_NAMEDVALUES_H
