//===- OptionsPass.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/OptionsPass.h"

#include "tiled_layout/Target/Target.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

std::string mlir::tiled_layout::describeOptionError(StringRef pipeline,
                                                    StringRef options,
                                                    StringRef reason) {
  auto [pass, defaults] = pipeline.split('{');
  defaults.consume_back("}");
  if (defaults.empty())
    return (pass + " has no options, but '" + options + "' is given").str();
  std::string known = ("; the defaults are " + defaults).str();
  constexpr StringLiteral unknown = "no such option ";
  size_t place = reason.find(unknown);
  if (place == StringRef::npos)
    return ("option of " + pass + " has no such value, in '" + options + "'" +
            known)
        .str();
  StringRef name = reason.drop_front(place + unknown.size()).trim();
  SmallVector<StringRef> names;
  for (StringRef option : llvm::split(defaults, ' '))
    names.push_back(option.split('=').first);
  std::string message = (pass + " has no option '" + name + "'").str();
  StringRef nearest = findNearest(name, names);
  if (nearest.empty())
    return message + known;
  return message + "; did you mean '" + nearest.str() + "'?";
}
