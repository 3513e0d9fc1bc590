//===- Target.h - What a processor is ---------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The description of a processor that passes and the engine generate code for.
// No other file of the project knows a register width or a cache size.
// docs/Targets.md lists the named processors and all fields.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TARGET_TARGET_H
#define TILED_LAYOUT_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace llvm {
class TargetMachine;
}

namespace mlir::tiled_layout {

/// A processor. A value; two are equal if all fields are.
///
/// The default value is the target `wide`, which stands for no processor: it
/// has registers of 512 bits and masks for every element, and no instruction
/// that LLVM could not replace on a processor that lacks it.
struct Target {
  /// The named target, or the processor, from which the other fields follow
  /// where nothing else is said.
  std::string name = "wide";
  /// LLVM's triple, such as `aarch64-linux-gnu`; empty for that of the machine
  /// that compiles.
  std::string triple;
  /// LLVM's name of the processor, such as `znver5`; empty for any.
  std::string cpu;
  /// LLVM's features that the processor has in addition, or lacks:
  /// `+avx512vl,-avx512fp16`.
  std::string features;

  /// Bits of a vector register: a power of two from 64 to 65536.
  int64_t vectorBits = 512;
  /// Bits of the vectors of a program that runs for less time than the
  /// processor needs to power its widest registers, if `vectorBits` are more:
  /// 256 where LLVM tunes for that (`prefer-256-bit`).
  int64_t shortVectorBits = 512;
  /// Bytes on each side of arrays that take about as long to move as a loop
  /// takes to begin and end, and less than those registers need.
  int64_t smallBytes = 8192;
  /// Number of vector registers.
  int64_t vectorRegisters = 32;
  /// The fewest bits of an element that masked loads and stores leave out: 8
  /// with AVX-512BW, 32 with AVX2; 0 if there are no such loads and stores.
  int64_t maskedBits = 8;
  /// The fewest bits of an element that x86's permutes of two registers of 512
  /// bits move: 8 with AVX-512 VBMI, 16 with AVX-512BW, 32 with AVX-512F; 0 if
  /// there are none. Code with vectors of fewer bits does not use them.
  int64_t permutedBits = 0;
  /// 1 if stores that bypass the caches exist and pay off for large arrays.
  int64_t streamingStores = 1;
  /// Bytes that memory moves at a time: a power of two.
  int64_t lineBytes = 64;
  /// Bytes of the first-level data cache of a core.
  int64_t l1Bytes = 32 << 10;
  /// Bytes of a way of that cache: lines so far apart share a set. A power of
  /// two.
  int64_t l1WayBytes = 4096;
  /// Bytes of the second-level cache of a core.
  int64_t l2Bytes = 512 << 10;
  /// Bytes that this cache delivers in a cycle, from end to end.
  int64_t l2BytesPerCycle = 24;
  /// Bytes that memory delivers in a cycle to one core, at most.
  int64_t memoryBytesPerCycle = 12;
  /// Bytes of the last-level cache that a core can count on.
  int64_t l3Bytes = 32 << 20;
  /// Arrays of more bytes are written by streaming stores: half of `l3Bytes`.
  int64_t streamingBytes = 16 << 20;
  /// How far ahead a relayout with streaming stores fetches a source that it
  /// reads from end to end, or rows that take turns, in bytes; 0 if the
  /// processor does better alone.
  int64_t prefetchBytes = 0;
  /// Streams of loads that the processor fetches ahead of, each from end to
  /// end.
  int64_t readStreams = 8;
  /// Rows of a large array that sums of its columns, and products with few rows
  /// or with a vector, read at a time: each is a stream of loads. A power of
  /// two.
  int64_t sumStreams = 16;
  /// Bytes of a page, whose address is one entry of the processor's tables: a
  /// power of two.
  int64_t pageBytes = 4096;
  /// Bytes that a relayout with streaming stores reads into a buffer of rows
  /// before it writes: with more, memory waits for one and then the other.
  int64_t turnBytes = 4096;
  /// Loads and stores, and vector instructions in all, that are worth to be
  /// straight code where stores do not stream, or rows are fetched: see
  /// docs/RelayoutCode.md.
  int64_t straightAccesses = 128;
  int64_t straightInstructions = 256;
  /// 1 if such straight code takes parts of loops that are longer than that.
  int64_t straightParts = 0;
  /// 1 if loops over tiles fetch the tiles that they come to next; 2 if
  /// reductions along rows of tiles fetch them a row after the other, each from
  /// end to end.
  int64_t prefetchTiles = 1;
  /// Bytes that reach a cache together where one of them is fetched: a line, or
  /// more if its neighbours come along. A power of two.
  int64_t fetchedBytes = 64;
  /// 1 if rows of tiles that are transposed are fetched one after the other,
  /// each from end to end, while others are computed; 2 if rows without tiles
  /// are, too.
  int64_t fetchRows = 0;
  /// 1 if loops compute the positions of gathers in batches before the loads.
  int64_t batchGathers = 1;
  /// 1 if an instruction adds products of pairs of `bf16` to `f32`.
  int64_t dotBF16 = 0;
  /// 1 if an instruction adds four products of `u8` and `s8` to `i32`.
  int64_t dotU8S8 = 0;
  /// 1 if instructions of aarch64 add four products of bytes to `i32` that both
  /// have a sign, or both have none.
  int64_t dotS8S8 = 0;
  /// 1 if an instruction adds two products of `s16` in `i32`.
  int64_t dotS16 = 0;
  /// 1 if an instruction multiplies matrices of `bf16`, or of bytes with sign
  /// or without, in tile registers (AMX).
  int64_t matrixBF16 = 0;
  int64_t matrixBytes = 0;
  /// 1 if an instruction of x86 takes maxima and minima of `f32` and `f64` with
  /// -0 less than +0.
  int64_t signedMaxima = 0;
  /// 1 if there is arithmetic of `f16`, not only conversions.
  int64_t arithF16 = 0;
  /// 1 if an address may be the sum of a register, an index and a constant.
  int64_t indexedOffsets = 1;
  /// Multiply-adds of whole vectors in a cycle; 0 if multiply and add are two
  /// instructions.
  int64_t fmasPerCycle = 2;
  /// Cycles from a multiply-add to the next one that adds to its result, and
  /// from an addition to the next one.
  int64_t fmaCycles = 4;
  int64_t addCycles = 4;
  /// Loads of whole vectors in a cycle that products can count on.
  int64_t loadsPerCycle = 2;
  /// Steps of the innermost loop of a reduction that are written one after the
  /// other: enough that counting and branching take no unit that
  /// multiply-adds need.
  int64_t unrolledSteps = 4;

  /// True if masks leave elements of so many bits out of loads and stores.
  bool hasMasks(int64_t bits) const {
    return maskedBits != 0 && bits >= maskedBits;
  }

  bool operator==(const Target &other) const;
  bool operator!=(const Target &other) const { return !(*this == other); }
};

/// Bits of the registers that the instructions of `permutedBits` permute: as
/// their names say, such as `vpermi2var.qi.512`. No property of a processor.
inline constexpr int64_t permutedRegisterBits = 512;

/// A numeric field of a target, for options, text and attributes.
struct TargetField {
  /// The name in text and options: `vector-bits`.
  llvm::StringLiteral name;
  int64_t Target::*member;
  /// Least and greatest legal value.
  int64_t min, max;
  /// True if the value is zero or a power of two.
  bool isPowerOfTwo;
  llvm::StringLiteral description;
};

/// Returns all numeric fields, in the order in which they print.
llvm::ArrayRef<TargetField> getTargetFields();

/// Returns the names that `getNamedTarget` knows, without `host`:
/// `wide`, `generic`, `x86-64-v2`, ...
llvm::ArrayRef<llvm::StringLiteral> getTargetNames();

/// Returns the target of a name, or of `host`, which is the processor that runs
/// this program. Fails if there is none, and names the nearest.
///
/// Example: `getNamedTarget("znver5")->vectorBits` is 512.
llvm::Expected<Target> getNamedTarget(llvm::StringRef name);

/// Returns the target of a named processor, or of one that LLVM knows for
/// `triple` (for this machine's if empty), with features added and removed as
/// in `+avx512vl,-avx512fp16`. Instructions follow from the features; caches
/// are those of the named target that is most alike. Fails if LLVM does not
/// know the processor or a feature, and names the nearest.
llvm::Expected<Target> getTarget(llvm::StringRef cpu,
                                 llvm::StringRef features = "",
                                 llvm::StringRef triple = "");

/// Returns the target that a machine generates code for.
Target getTarget(const llvm::TargetMachine &machine);

/// Sets numeric fields. Fails if there is none of a name, and names the
/// nearest; if a name is given twice; if a value is out of bounds, or stands
/// for instructions that the processor lacks. Fields that are not given, and
/// stand for instructions that only shorter vectors than `vector-bits` have,
/// become 0.
llvm::Error
setTargetFields(Target &target,
                llvm::ArrayRef<std::pair<llvm::StringRef, int64_t>> values);

/// Parses what `print` prints: a name, then fields that differ, separated by
/// commas. A processor that only LLVM knows is a legal name, too.
///
/// Examples: `znver5`; `x86-64-v4, vector-bits = 256`;
/// `host, features = "-avx512f"`.
llvm::Expected<Target> parseTarget(llvm::StringRef text);

/// Prints a target as `parseTarget` reads it.
void print(llvm::raw_ostream &os, const Target &target);

std::string toString(const Target &target);

/// Returns the word of `words` that is most alike, or an empty one if none is:
/// for "did you mean". At most a third of the letters differ.
llvm::StringRef findNearest(llvm::StringRef word,
                            llvm::ArrayRef<llvm::StringRef> words);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TARGET_TARGET_H
