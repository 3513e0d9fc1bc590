//===- OptionsPass.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/OptionsPass.h"

#include "tiled_layout/IR/OptionValues.h"
#include "tiled_layout/Target/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::tiled_layout;

std::string mlir::tiled_layout::describeWrongValue(StringRef defaults,
                                                   StringRef options) {
  llvm::StringMap<StringRef> known;
  for (StringRef option : llvm::split(defaults, ' '))
    known.insert(option.split('='));
  auto isInteger = [](StringRef text) {
    int64_t number;
    return !text.getAsInteger(0, number);
  };
  auto isBool = [](StringRef text) {
    return text == "true" || text == "false";
  };
  for (StringRef option : llvm::split(options, ' ')) {
    auto [name, value] = option.split('=');
    StringRef standard = known.lookup(name);
    StringRef wanted;
    if (isInteger(standard) && !isInteger(value))
      wanted = "an integer";
    else if (isBool(standard) && !isBool(value.lower()) && value != "" &&
             value != "0" && value != "1")
      wanted = "true or false";
    else
      continue;
    return (name + " is '" + value + "', but must be " + wanted).str();
  }
  return "";
}

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
  if (place == StringRef::npos) {
    std::string wrong = describeWrongValue(defaults, options);
    if (wrong.empty())
      wrong = ("there is no such value in '" + options + "'").str();
    return ("in the options of " + pass + ": " + wrong + known).str();
  }
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
