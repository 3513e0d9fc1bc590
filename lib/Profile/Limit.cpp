//===- Limit.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Limit.h"

#include "tiled_layout/Profile/TextReport.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::StringRef;

llvm::Expected<Limit> mlir::tiled_layout::parseLimit(StringRef text) {
  auto [name, boundText] = text.split('>');
  auto figure = llvm::StringSwitch<std::optional<Limit::Figure>>(name.trim())
                    .Case("padding", Limit::Figure::Padding)
                    .Case("relayouts", Limit::Figure::Relayouts)
                    .Case("peak", Limit::Figure::Peak)
                    .Default(std::nullopt);
  StringRef number = boundText.trim().take_while(
      [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  StringRef unit = boundText.trim().drop_front(number.size()).trim();
  double factor = llvm::StringSwitch<double>(unit)
                      .Case("B", 1)
                      .Case("KB", 1e3)
                      .Case("MB", 1e6)
                      .Case("GB", 1e9)
                      .Case("TB", 1e12)
                      .Case("KiB", 1024.0)
                      .Case("MiB", 1048576.0)
                      .Case("GiB", 1073741824.0)
                      .Case("TiB", 1099511627776.0)
                      .Case("%", 0.01)
                      .Default(0);
  double value;
  if (!figure || number.empty() || number.getAsDouble(value) || factor == 0)
    return createStringError("expected a limit such as padding>20%, "
                             "relayouts>1GB or peak>16GiB, but found '" +
                             text + "'");
  if (unit == "%" && *figure != Limit::Figure::Padding)
    return createStringError("only padding is a share, but found '" + text +
                             "'");
  // Figures are 64-bit numbers of bytes.
  if (value * factor > 9e18)
    return createStringError("no figure exceeds 8 EiB, but found '" + text +
                             "'");
  return Limit{*figure, value * factor, unit == "%", text.str()};
}

static std::string getModuleName(const Profile &profile) {
  return profile.module.empty() ? "the module without a name"
                                : "module '" + profile.module + "'";
}

llvm::Expected<std::optional<std::string>>
mlir::tiled_layout::checkLimit(const Limit &limit, const Profile &profile,
                               const std::optional<Peak> &peak) {
  int64_t bytes = 0;
  switch (limit.figure) {
  case Limit::Figure::Padding:
    bytes = profile.buffers.getWaste();
    break;
  case Limit::Figure::Relayouts:
    bytes = profile.relayouts.weightedBytes;
    break;
  case Limit::Figure::Peak:
    if (!peak)
      return createStringError("peak of " + getModuleName(profile) +
                               " is not known: the module does not say that "
                               "it is scheduled");
    bytes = peak->bytes;
    break;
  }
  int64_t whole = profile.buffers.paddedBytes;
  double value = !limit.isShare ? bytes
                 : whole == 0   ? 0
                                : static_cast<double>(bytes) / whole;
  if (value <= limit.bound)
    return std::nullopt;
  std::string figure =
      limit.isShare ? formatShare(bytes, whole) : formatBytes(bytes);
  return std::optional<std::string>(getModuleName(profile) + " has " + figure +
                                    ", above the limit " + limit.text);
}
