//===- ValueBits.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueBits.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::tiled_layout;
using llvm::StringRef;

ValueBits::ValueBits(const ElementType &type, int64_t storedBits,
                     bool isUnsigned)
    : storedBits(storedBits), valueBits(type.valueBits),
      isSigned(type.kind == ElementKind::Signed && !isUnsigned) {
  // The largest value of a signed type has a bit less than the type.
  if (type.kind == ElementKind::Signed && isUnsigned)
    valueBits -= 1;
  // Numbers of more than 64 bits are complex, which only E(128) stores wider.
  fitsAlways = valueBits == storedBits || storedBits > 64;
}

bool ValueBits::fits(uint64_t stored) const {
  if (!isSigned)
    return stored >> valueBits == 0;
  return llvm::SignExtend64(stored, storedBits) ==
         llvm::SignExtend64(stored, valueBits);
}

uint64_t ValueBits::getStored(StringRef data, int64_t position) const {
  // Elements narrower than a byte fill it from its least significant bit.
  if (storedBits < 8) {
    int64_t bit = position * storedBits;
    return static_cast<uint8_t>(data[bit / 8]) >> bit % 8 &
           llvm::maskTrailingOnes<uint64_t>(storedBits);
  }
  uint64_t stored = 0;
  int64_t bytes = storedBits / 8;
  std::memcpy(&stored, data.data() + position * bytes, bytes);
  return stored;
}

bool ValueBits::fits(StringRef data, int64_t position) const {
  return fits(getStored(data, position));
}

/// True if no number has a bit from `valueBits` on that differs from its sign,
/// or is set if there is no sign. Without branches, so that it vectorises.
template <typename T>
static bool haveNoOtherBits(const char *data, int64_t count, int64_t valueBits,
                            bool isSigned) {
  // A signed number plus half of the range is from 0 to the range.
  T half = isSigned ? T(1) << (valueBits - 1) : T(0), others = 0;
  for (int64_t i = 0; i < count; ++i) {
    T stored;
    std::memcpy(&stored, data + i * sizeof(T), sizeof(T));
    others |= T(stored + half) >> valueBits;
  }
  return others == 0;
}

bool ValueBits::allFit(StringRef data, int64_t begin, int64_t end) const {
  auto check = [&](auto zero) {
    using T = decltype(zero);
    return haveNoOtherBits<T>(data.data() + begin * sizeof(T), end - begin,
                              valueBits, isSigned);
  };
  switch (storedBits) {
  case 8:
    return check(uint8_t(0));
  case 16:
    return check(uint16_t(0));
  case 32:
    return check(uint32_t(0));
  case 64:
    return check(uint64_t(0));
  }
  for (int64_t position = begin; position < end; ++position)
    if (!fits(data, position))
      return false;
  return true;
}

std::optional<MisfitValue>
ValueBits::findMisfit(StringRef data, const Placement &placement) const {
  if (fitsAlways)
    return std::nullopt;
  constexpr int64_t block = 4096;
  int64_t elements = placement.getElements();
  for (int64_t begin = 0; begin < elements; begin += block) {
    int64_t end = std::min(elements, begin + block);
    if (allFit(data, begin, end))
      continue;
    for (int64_t position = begin; position < end; ++position) {
      if (fits(data, position))
        continue;
      auto index = placement.getIndex(position);
      if (!index)
        continue;
      uint64_t stored = getStored(data, position);
      return MisfitValue{
          *index,
          isSigned ? llvm::Twine(llvm::SignExtend64(stored, storedBits)).str()
                   : llvm::Twine(stored).str()};
    }
  }
  return std::nullopt;
}

std::string ValueBits::getBounds() const {
  if (!isSigned)
    return ("0 to " + llvm::Twine(llvm::maskTrailingOnes<uint64_t>(valueBits)))
        .str();
  return (llvm::Twine(llvm::minIntN(valueBits)) + " to " +
          llvm::Twine(llvm::maxIntN(valueBits)))
      .str();
}
