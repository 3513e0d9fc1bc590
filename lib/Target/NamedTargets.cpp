//===- NamedTargets.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedTargets.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::StringLiteral;
using llvm::StringRef;

static constexpr StringLiteral names[] = {
    "wide",   "generic", "x86-64-v2", "x86-64-v3",      "x86-64-v4",
    "znver3", "znver4",  "znver5",    "sapphirerapids", "aarch64"};

ArrayRef<StringLiteral> mlir::tiled_layout::getTargetNames() { return names; }

/// AMD's own prefetching falls behind; Intel's does better alone.
static constexpr int64_t amdPrefetchBytes = 512;

/// Returns a processor that has nothing but registers of 128 bits.
static Target getGeneric() {
  Target target;
  target.name = "generic";
  target.vectorBits = 128;
  target.vectorRegisters = 16;
  target.maskedBits = 0;
  target.fmasPerCycle = 0;
  target.l2Bytes = 256 << 10;
  // As fast as more where it was measured, and compiled in less time.
  target.straightAccesses = 64;
  // Nobody has measured either.
  target.prefetchTiles = target.batchGathers = 0;
  return target;
}

/// Returns a level of the x86-64 psABI.
static Target getX86Level(unsigned level) {
  Target target = getGeneric();
  target.name = target.cpu = "x86-64-v" + std::to_string(level);
  target.triple = "x86_64-unknown-linux-gnu";
  target.prefetchTiles = target.batchGathers = 1;
  target.dotS16 = 1;
  if (level < 3)
    return target;
  target.vectorBits = 256;
  target.maskedBits = 32;
  target.fmasPerCycle = 2;
  // Measured on Zen 3, where 16 take half as long again.
  target.sumStreams = 8;
  if (level < 4)
    return target;
  target.vectorBits = 512;
  target.shortVectorBits = 256;
  target.vectorRegisters = 32;
  target.maskedBits = 8;
  target.permutedBits = 16;
  target.signedMaxima = 1;
  target.sumStreams = Target().sumStreams;
  target.l2Bytes = 1 << 20;
  return target;
}

/// Returns a server processor with AVX-512 VBMI, BF16 and VNNI.
static Target getX86Server(StringRef name) {
  Target target = getX86Level(4);
  target.name = target.cpu = name.str();
  target.permutedBits = 8;
  target.dotBF16 = target.dotU8S8 = 1;
  return target;
}

std::optional<Target> mlir::tiled_layout::findNamedTarget(StringRef name) {
  if (name == "wide")
    return Target();
  if (name == "generic")
    return getGeneric();
  if (name == "x86-64-v2" || name == "x86-64-v3" || name == "x86-64-v4")
    return getX86Level(name.back() - '0');
  if (name == "znver3") {
    Target target = getX86Level(3);
    target.name = target.cpu = name.str();
    target.prefetchBytes = amdPrefetchBytes;
    target.fetchRows = 1;
    target.l2Bytes = 512 << 10;
    return target;
  }
  if (name == "znver4" || name == "znver5") {
    Target target = getX86Server(name);
    target.shortVectorBits = 512;
    target.prefetchBytes = amdPrefetchBytes;
    // Zen 4 works on halves of its registers.
    target.fmasPerCycle = name == "znver4" ? 1 : 2;
    target.l1Bytes = (name == "znver4" ? 32 : 48) << 10;
    // Zen 5 fetches lines by pairs.
    target.fetchedBytes = name == "znver4" ? 64 : 128;
    // Zen 4 waits for memory less where rows of all tiles are fetched in order,
    // but not rows without tiles. Its memory gives 7 bytes a cycle.
    target.prefetchTiles = name == "znver4" ? 2 : 1;
    target.memoryBytesPerCycle = name == "znver4" ? 8 : 12;
    target.addCycles = name == "znver4" ? 4 : 2;
    target.fetchRows = name == "znver4" ? 0 : 2;
    // Zen 5 fetches ahead of loads in loops what is not needed next.
    // A row of four or five tiles as straight code is twice as fast as a loop.
    target.straightAccesses = name == "znver4" ? 64 : 320;
    target.straightInstructions = name == "znver4" ? 256 : 640;
    target.straightParts = name == "znver4" ? 0 : 1;
    return target;
  }
  if (name == "sapphirerapids") {
    Target target = getX86Server(name);
    target.l1Bytes = 48 << 10;
    target.l2Bytes = 2 << 20;
    // Measured on Ice Lake, whose loads are alike: with more than one load to
    // two multiply-adds, products fall short of the peak.
    target.loadsPerCycle = 1;
    target.matrixBF16 = target.matrixBytes = 1;
    target.arithF16 = 1;
    return target;
  }
  if (name == "aarch64") {
    Target target = getGeneric();
    target.name = name.str();
    target.triple = "aarch64-unknown-linux-gnu";
    target.vectorRegisters = 32;
    // Hints on pairs of registers are all there is.
    target.streamingStores = 0;
    target.indexedOffsets = 0;
    target.fmasPerCycle = 2;
    target.l1Bytes = 64 << 10;
    // Four ways.
    target.l1WayBytes = 16 << 10;
    target.l2Bytes = 1 << 20;
    return target;
  }
  return std::nullopt;
}
