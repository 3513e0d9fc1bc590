//===- RelayoutProblem.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/RelayoutProblem.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

bool RelayoutProblem::operator==(const RelayoutProblem &other) const {
  return elementType == other.elementType && extents == other.extents &&
         source == other.source && dest == other.dest &&
         padding == other.padding;
}

llvm::hash_code mlir::tiled_layout::hash_value(const RelayoutProblem &problem) {
  const ElementType &type = problem.elementType;
  uint64_t hash = 1024 * problem.padding.size() + 16 * type.valueBits +
                  static_cast<int>(type.kind);
  auto mix = [&](uint64_t number) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  for (int64_t extent : problem.extents)
    mix(extent);
  mix(hash_value(problem.source));
  mix(hash_value(problem.dest));
  return hash;
}

static int64_t getLayoutBytes(const RelayoutProblem &problem,
                              const Layout &layout) {
  return getBytes(getElements(layout, problem.extents),
                  getBitsPerElement(layout, problem.elementType));
}

int64_t RelayoutProblem::getSourceBytes() const {
  return getLayoutBytes(*this, source);
}

int64_t RelayoutProblem::getDestBytes() const {
  return getLayoutBytes(*this, dest);
}

Expected<RelayoutProblem>
mlir::tiled_layout::getRelayoutProblem(const Shape &source, const Shape &dest) {
  if (!(source.elementType == dest.elementType))
    return llvm::createStringError(
        "the elements of the source are " + source.elementType.name +
        ", but of the destination " + dest.elementType.name);
  if (source.extents() != dest.extents())
    return llvm::createStringError("the source " + toString(source) +
                                   " and the destination " + toString(dest) +
                                   " differ in shape");
  RelayoutProblem problem{source.elementType,
                          llvm::SmallVector<int64_t>(source.extents()),
                          source.getLayout(), dest.getLayout(), "undefined"};
  if (Error error = checkProblem(problem))
    return error;
  return problem;
}

Error mlir::tiled_layout::checkProblem(const RelayoutProblem &problem) {
  for (const Layout *layout : {&problem.source, &problem.dest}) {
    std::optional<Violation> broken = checkLayout(*layout);
    if (!broken)
      broken = checkLayoutOnShape(*layout, problem.extents);
    if (!broken)
      broken = checkBytes(*layout, problem.extents,
                          getBitsPerElement(*layout, problem.elementType));
    if (broken)
      return llvm::createStringError(broken->message);
  }
  for (auto [dim, extent] : llvm::enumerate(problem.extents))
    if (extent == kDynamic)
      return llvm::createStringError(
          "dimension " + llvm::Twine(dim) +
          " is dynamic, but a kernel needs static extents");
  // i1 is `pred` in MLIR, whose upper bits are 0; those of s1 are its sign.
  int64_t bits = getBitsPerElement(problem.dest, problem.elementType);
  if (problem.elementType.name == "s1" && bits != 1)
    return llvm::createStringError("elements of type s1 have no lowering to " +
                                   llvm::Twine(bits) + " bits, only to E(1)");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Padding values
//===----------------------------------------------------------------------===//

/// Parses a whole number of the given width, with its sign. Returns why it is
/// none as an error.
static Expected<llvm::APInt> parseInteger(StringRef text, unsigned width,
                                          bool isSigned) {
  llvm::APInt value;
  bool isNegative = text.consume_front("-");
  if (text.getAsInteger(10, value))
    return llvm::createStringError("it is not a number");
  // Wide enough for any 64-bit value with its sign.
  value = value.zext(std::max(value.getBitWidth(), 64u) + 1);
  if (isNegative)
    value = -value;
  if (isSigned ? !value.isSignedIntN(width)
               : isNegative || !value.isIntN(width))
    return llvm::createStringError("it does not fit in " + llvm::Twine(width) +
                                   (width == 1 ? " bit" : " bits"));
  return value.trunc(width);
}

/// Returns the finite number from which on numbers are rounded to none of the
/// type.
static double getLimit(const llvm::fltSemantics &semantics) {
  llvm::APFloat largest = llvm::APFloat::getLargest(semantics),
                before = largest;
  before.next(/*nextDown=*/true);
  auto toDouble = [](llvm::APFloat value) {
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  };
  // A type of one digit has powers of two: half the distance to the next one.
  if (llvm::APFloat::semanticsPrecision(semantics) == 1)
    return toDouble(largest) * 1.5;
  return toDouble(largest) + (toDouble(largest) - toDouble(before)) / 2;
}

/// Parses a number. Types of a few bits have no sign, no zero, no infinity or
/// no NaN, for which `APFloat` takes another value.
static Expected<llvm::APInt> parseFloat(StringRef text,
                                        const llvm::fltSemantics &semantics) {
  auto refuse = [](const char *why) { return llvm::createStringError(why); };
  llvm::APFloat exact(llvm::APFloat::IEEEdouble()), value(semantics);
  for (llvm::APFloat *number : {&exact, &value}) {
    auto status =
        number->convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return refuse("it is not a number");
    }
  }
  // An exponent without digits is taken for 0.
  if (llvm::is_contained({'e', 'E', 'p', 'P', '+', '-'}, text.back()))
    return refuse("it is not a number");
  if (exact.isNaN())
    return value.isNaN() ? Expected<llvm::APInt>(value.bitcastToAPInt())
                         : refuse("the type has no NaN");
  if (exact.isNegative() && !value.isNegative() && !value.isZero())
    return refuse("the type has no negative numbers");
  if (exact.isInfinity() && text.contains_insensitive("inf"))
    return value.isInfinity() ? Expected<llvm::APInt>(value.bitcastToAPInt())
                              : refuse("the type has no infinity");
  bool isWide = &semantics == &llvm::APFloat::IEEEdouble();
  if (!value.isFinite() ||
      (!isWide && std::abs(exact.convertToDouble()) >= getLimit(semantics)))
    return refuse("it is too large");
  if (exact.isZero() && !value.isZero())
    return refuse("the type has no zero");
  return value.bitcastToAPInt();
}

Expected<std::optional<llvm::APInt>>
mlir::tiled_layout::getPaddingBits(const RelayoutProblem &problem) {
  if (Error error = checkProblem(problem))
    return error;
  StringRef text = problem.padding;
  const ElementType &type = problem.elementType;
  if (text == "undefined")
    return std::nullopt;
  if (text == "zero")
    return llvm::APInt::getZero(type.valueBits);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  Expected<llvm::APInt> bits = [&]() -> Expected<llvm::APInt> {
    if (auto floatType = dyn_cast<FloatType>(getElementType(type, &context)))
      return parseFloat(text, floatType.getFloatSemantics());
    if (type.kind == ElementKind::Complex)
      return llvm::createStringError("only 'zero' and 'undefined' are");
    return parseInteger(text, type.valueBits, type.kind == ElementKind::Signed);
  }();
  if (!bits)
    return llvm::createStringError("padding '" + text +
                                   "' is no value of type " + type.name + ": " +
                                   llvm::toString(bits.takeError()));
  return *bits;
}
