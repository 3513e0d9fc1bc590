//===- StructuredArrays.cpp - Operands of structured operations
//-------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredArrays.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <limits>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static int64_t getElementBytes(StringRef type) {
  return llvm::StringSwitch<int64_t>(type)
      .Cases({"pred", "s8", "u8"}, 1)
      .Cases({"s16", "u16", "bf16", "f16"}, 2)
      .Cases({"s32", "u32", "f32"}, 4)
      .Cases({"s64", "u64", "f64"}, 8)
      .Default(0);
}

Error mlir::tiled_layout::bench::checkElements(const SuiteCase &test) {
  for (const Shape &shape : test.operands)
    if (getElementBytes(shape.elementType.name) == 0)
      return llvm::createStringError(test.getFullName() + ": no elements of " +
                                     StringRef(shape.elementType.name) +
                                     "; expected f64, f32, bf16, f16, "
                                     "pred, or integers of 8 to 64 bits");
  return Error::success();
}

/// Returns the short format of a type, or nothing.
static const llvm::fltSemantics *getSemantics(StringRef type) {
  if (type == "bf16")
    return &llvm::APFloat::BFloat();
  return type == "f16" ? &llvm::APFloat::IEEEhalf() : nullptr;
}

double OperandArray::get(int64_t position) {
  StringRef type = shape.elementType.name;
  if (const llvm::fltSemantics *semantics = getSemantics(type)) {
    llvm::APFloat value(*semantics,
                        llvm::APInt(16, array.as<uint16_t>()[position]));
    return value.convertToFloat();
  }
  if (type == "f64")
    return array.as<double>()[position];
  if (type == "f32")
    return array.as<float>()[position];
  // Not by `?:`, which would make a number without sign of both.
  auto getInteger = [&](auto isSigned, auto isUnsigned) -> double {
    if (type[0] == 's')
      return array.as<decltype(isSigned)>()[position];
    return array.as<decltype(isUnsigned)>()[position];
  };
  switch (getElementBytes(type)) {
  case 1:
    return getInteger(int8_t(), uint8_t());
  case 2:
    return getInteger(int16_t(), uint16_t());
  case 8:
    return getInteger(int64_t(), uint64_t());
  default:
    return getInteger(int32_t(), uint32_t());
  }
}

void OperandArray::set(int64_t position, double value) {
  StringRef type = shape.elementType.name;
  if (const llvm::fltSemantics *semantics = getSemantics(type)) {
    llvm::APFloat number(value);
    bool losesInfo;
    number.convert(*semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    array.as<uint16_t>()[position] = number.bitcastToAPInt().getZExtValue();
  } else if (type == "f64") {
    array.as<double>()[position] = value;
  } else if (type == "f32") {
    array.as<float>()[position] = value;
  } else if (getElementBytes(type) == 1) {
    array.as<int8_t>()[position] = static_cast<int64_t>(value);
  } else if (getElementBytes(type) == 2) {
    array.as<int16_t>()[position] = static_cast<int64_t>(value);
  } else if (getElementBytes(type) == 8) {
    array.as<int64_t>()[position] = static_cast<int64_t>(value);
  } else {
    array.as<int32_t>()[position] = static_cast<int64_t>(value);
  }
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static Layout getRowMajor(const Shape &shape) {
  Shape plain = shape;
  plain.layout.reset();
  return plain.getLayout();
}

/// Returns what the descriptor of the array has: a tiled one is physical.
static std::vector<int64_t> getArrayShape(const Shape &shape, bool tiled) {
  auto extents = shape.extents();
  if (!tiled || !shape.layout)
    return {extents.begin(), extents.end()};
  auto physical = getPhysicalShape(*shape.layout, extents);
  return {physical.begin(), physical.end()};
}

OperandArray::OperandArray(const Shape &shape, bool tiled)
    : shape(shape), placement(tiled ? shape.getLayout() : getRowMajor(shape),
                              shape.extents()),
      array(getArrayShape(shape, tiled),
            getElementBytes(shape.elementType.name)) {
  auto extents = shape.extents();
  llvm::SmallVector<int64_t> index(extents.size(), 0);
  for (size_t dim = 0; dim < extents.size(); ++dim) {
    auto &own = distances.emplace_back();
    for (index[dim] = 0; index[dim] < extents[dim]; ++index[dim])
      own.push_back(placement.getPosition(index));
    index[dim] = 0;
  }
  // Tiles that combine dimensions do not add up.
  int64_t sum = 0;
  for (size_t dim = 0; dim < extents.size(); ++dim) {
    index[dim] = extents[dim] - 1;
    sum += distances[dim].back();
  }
  bool combines =
      shape.layout && llvm::any_of(shape.layout->tiles, [](const Tile &tile) {
        return llvm::any_of(tile, [](const TileEntry &entry) {
          return entry.kind != TileEntry::Kind::Size;
        });
      });
  if (combines || sum != placement.getPosition(index))
    distances.clear();
}

void OperandArray::forEach(
    llvm::function_ref<void(int64_t, int64_t)> visit) const {
  llvm::ArrayRef<int64_t> extents = placement.getExtents();
  llvm::SmallVector<int64_t> index(extents.size(), 0);
  int64_t number = 0;
  // The last dimension advances most often.
  auto advance = [&] {
    for (size_t dim = extents.size(); dim-- > 0;) {
      if (++index[dim] < extents[dim])
        return true;
      index[dim] = 0;
    }
    return false;
  };
  do {
    int64_t position = 0;
    if (distances.empty() && !extents.empty())
      position = placement.getPosition(index);
    for (auto [own, at] : llvm::zip(distances, index))
      position += own[at];
    visit(number++, position);
  } while (advance());
}

double OperandArray::getNumber(int64_t seed) const {
  int64_t number = seed % 11;
  switch (shape.elementType.name[0]) {
  case 'p':
    return number % 2;
  case 'u':
    return number;
  case 's':
    return number - 5;
  default:
    return (number - 5) / 8.0;
  }
}

void OperandArray::fill(llvm::function_ref<double(int64_t)> getValue) {
  StringRef type = shape.elementType.name;
  bool isFloat = type[0] == 'f' || type[0] == 'b';
  double padding = isFloat          ? std::numeric_limits<double>::quiet_NaN()
                   : type == "pred" ? 1
                                    : 99;
  if (placement.getElements() != llvm::product_of(placement.getExtents()))
    for (int64_t position = 0; position < array.getElements(); ++position)
      set(position, padding);
  forEach([&](int64_t number, int64_t position) {
    set(position, getValue(number));
  });
}

std::vector<double> OperandArray::read() {
  std::vector<double> values(llvm::product_of(placement.getExtents()));
  forEach([&](int64_t number, int64_t position) {
    values[number] = get(position);
  });
  return values;
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

OperandSet::OperandSet(const SuiteCase &test, bool tiled, bool dynamic) {
  for (const Shape &shape : test.operands)
    operands.emplace_back(shape, tiled);
  size_t count = 0;
  for (OperandArray &operand : operands)
    descriptors.push_back(operand.getArray().getDescriptor());
  for (const Shape &shape : test.operands)
    count += shape.rank();
  extents.reserve(count);
  // The extents of a tiled array stand beside it.
  for (auto [shape, descriptor] : llvm::zip_equal(test.operands, descriptors)) {
    arguments.push_back(&descriptor);
    if (!dynamic || !tiled || !shape.layout)
      continue;
    for (int64_t extent : shape.extents()) {
      extents.push_back(extent);
      arguments.push_back(&extents.back());
    }
  }
}

void OperandSet::shareMemory(OperandSet &other) {
  for (auto [own, its] : llvm::zip_equal(operands, other.operands))
    if (own.getArray().getBytes() <= its.getArray().getCapacity())
      own.getArray().shareMemory(its.getArray());
}

void OperandSet::fill(double output) {
  for (size_t number = 0; number < operands.size(); ++number) {
    OperandArray &operand = operands[number];
    bool isOutput = number + 1 == operands.size();
    int64_t seed = number * 5;
    operand.fill([&](int64_t at) {
      return isOutput ? output : operand.getNumber(at * 7 + at / 13 + seed);
    });
  }
}
