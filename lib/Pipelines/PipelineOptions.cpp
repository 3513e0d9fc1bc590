//===- PipelineOptions.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Pipelines/Pipelines.h"

#include "tiled_layout/IR/OptionValues.h"
#include "tiled_layout/Target/Threads.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns what `--help` says of each field. Options keep references to it.
static ArrayRef<std::string> getFieldHelp() {
  static const std::vector<std::string> help = [] {
    std::vector<std::string> texts;
    for (const TargetField &field : getTargetFields())
      texts.push_back(
          (field.description.drop_back() + " (default: the target's)").str());
    return texts;
  }();
  return help;
}

LoweringPipelineOptions::LoweringPipelineOptions() {
  for (auto [field, help] : llvm::zip_equal(getTargetFields(), getFieldHelp()))
    targetFields.push_back(std::make_unique<Option<int64_t>>(
        *this, field.name, llvm::cl::desc(help),
        llvm::cl::init(Target().*field.member)));
}

bool LoweringPipelineOptions::hasTarget() const {
  return !targetCpu.empty() || !targetFeatures.empty() ||
         !targetTriple.empty() ||
         llvm::any_of(targetFields,
                      [](const auto &option) { return option->hasValue(); });
}

/// Checks names and bounds that no parser of an option sees.
static llvm::Error checkValues(const LoweringPipelineOptions &options) {
  Target target;
  if (!options.targetCpu.empty() || !options.targetFeatures.empty() ||
      !options.targetTriple.empty()) {
    llvm::Expected<Target> named = getTarget(
        options.targetCpu, options.targetFeatures, options.targetTriple);
    if (!named)
      return named.takeError();
  }
  SmallVector<std::pair<StringRef, int64_t>> values;
  for (auto [field, option] :
       llvm::zip_equal(getTargetFields(), options.targetFields))
    if (option->hasValue())
      values.push_back({field.name, option->getValue()});
  if (llvm::Error error = setTargetFields(target, values))
    return error;
  if (llvm::Error error = checkThreads(options.threads))
    return error;
  if (options.maxOperations < 0)
    return llvm::createStringError("max-operations is " +
                                   Twine(options.maxOperations.getValue()) +
                                   ", but must be at least 0");
  return llvm::Error::success();
}

/// Fails if `parseFromString` would print what is wrong with a value.
static llvm::Error checkTexts(LoweringPipelineOptions &options,
                              StringRef text) {
  std::string defaults;
  llvm::raw_string_ostream os(defaults);
  options.print(os);
  std::string wrong =
      describeWrongValue(StringRef(defaults).trim().trim("{}"), text);
  if (!wrong.empty())
    return llvm::createStringError(wrong);
  auto &forms = options.form.getParser();
  SmallVector<StringRef> names;
  for (unsigned i = 0; i < forms.getNumOptions(); ++i)
    names.push_back(forms.getOption(i));
  for (StringRef option : llvm::split(text, ' ')) {
    auto [name, value] = option.split('=');
    if (name == options.form.getArgStr() && !llvm::is_contained(names, value))
      return llvm::createStringError(name + " is '" + value +
                                     "', but must be " +
                                     llvm::join(names, " or "));
  }
  return llvm::Error::success();
}

llvm::Error LoweringPipelineOptions::parse(StringRef text) {
  if (llvm::Error error = checkTexts(*this, text))
    return error;
  std::string reports;
  llvm::raw_string_ostream os(reports);
  if (succeeded(parseFromString(text, os)))
    return checkValues(*this);
  StringRef report = StringRef(reports).trim();
  constexpr StringLiteral unknown = "no such option ";
  size_t place = report.find(unknown);
  if (place == StringRef::npos)
    return llvm::createStringError(
        report.empty() ? "there is no such value, in options '" + text + "'"
                       : Twine(report));
  StringRef name = report.drop_front(place + unknown.size());
  std::string message = ("there is no option '" + name + "'").str();
  SmallVector<StringRef> known(OptionsMap.keys());
  if (StringRef nearest = findNearest(name, known); !nearest.empty())
    message += "; did you mean '" + nearest.str() + "'?";
  return llvm::createStringError(message);
}
