//===- BitCopy.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitCopy.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace mlir::tiled_layout;

uint64_t mlir::tiled_layout::getBits(const uint8_t *data, int64_t bit,
                                     int64_t count) {
  uint64_t value = 0;
  for (int64_t done = 0; done < count;) {
    int64_t shift = (bit + done) % 8;
    int64_t taken = std::min(8 - shift, count - done);
    uint64_t part = data[(bit + done) / 8] >> shift;
    value |= (part & llvm::maskTrailingOnes<uint64_t>(taken)) << done;
    done += taken;
  }
  return value;
}

void mlir::tiled_layout::setBits(uint8_t *data, int64_t bit, int64_t count,
                                 uint64_t value) {
  for (int64_t done = 0; done < count;) {
    int64_t shift = (bit + done) % 8;
    int64_t taken = std::min(8 - shift, count - done);
    uint8_t mask = llvm::maskTrailingOnes<uint8_t>(taken) << shift;
    uint8_t part = static_cast<uint8_t>(value >> done) << shift;
    uint8_t &byte = data[(bit + done) / 8];
    byte = (byte & ~mask) | (part & mask);
    done += taken;
  }
}

void mlir::tiled_layout::copyBits(uint8_t *dest, int64_t destBit,
                                  const uint8_t *source, int64_t sourceBit,
                                  int64_t count) {
  auto copySome = [&](int64_t some) {
    setBits(dest, destBit, some, getBits(source, sourceBit, some));
    destBit += some;
    sourceBit += some;
    count -= some;
  };
  copySome(std::min((8 - destBit % 8) % 8, count));
  if (sourceBit % 8 == 0) {
    int64_t bytes = count / 8;
    // Without bits there may be no byte to point at either.
    if (bytes > 0)
      std::memcpy(dest + destBit / 8, source + sourceBit / 8, bytes);
    destBit += bytes * 8;
    sourceBit += bytes * 8;
    count -= bytes * 8;
  }
  while (count > 0)
    copySome(std::min<int64_t>(count, 64));
}

void ElementConversion::convert(uint8_t *dest, int64_t destBit,
                                const uint8_t *source,
                                int64_t sourceBit) const {
  int64_t kept = std::min({sourceBits, destBits, valueBits});
  copyBits(dest, destBit, source, sourceBit, kept);
  bool isNegative =
      isSigned && kept > 0 && getBits(source, sourceBit + kept - 1, 1) != 0;
  uint64_t upper = isNegative ? ~uint64_t(0) : 0;
  for (int64_t done = kept; done < destBits;) {
    int64_t some = std::min<int64_t>(destBits - done, 64);
    setBits(dest, destBit + done, some, upper);
    done += some;
  }
}
