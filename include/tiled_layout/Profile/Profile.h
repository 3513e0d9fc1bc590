//===- Profile.h - What padding and relayouts of a program cost -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts are defined in docs/Profile.md, section "What is counted".
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_PROFILE_H
#define TILED_LAYOUT_PROFILE_PROFILE_H

#include "tiled_layout/Profile/BestOrder.h"
#include "tiled_layout/Profile/Program.h"
#include "tiled_layout/Profile/RelayoutClass.h"

#include <map>

namespace mlir::tiled_layout {

/// Sums over buffers; saturate.
struct BufferTotals {
  int64_t count = 0;
  int64_t logicalBytes = 0;
  int64_t paddedBytes = 0;

  void add(const ArrayType &array, int64_t times = 1);
  int64_t getWaste() const { return paddedBytes - logicalBytes; }
};

/// An instruction by name.
struct InstructionName {
  llvm::StringRef computation;
  llvm::StringRef instruction;

  bool operator<(const InstructionName &other) const {
    return std::tie(computation, instruction) <
           std::tie(other.computation, other.instruction);
  }
  bool operator==(const InstructionName &other) const {
    return computation == other.computation && instruction == other.instruction;
  }
};

/// `computation/instruction`.
std::string toString(const InstructionName &name);

/// The buffers of one shape, which has padding.
struct PaddedShape {
  const ArrayType *array;
  int64_t count = 0;
  BestOrder best;
  /// Who makes them, in byte order.
  std::vector<InstructionName> instructions;
  /// Of the first of `instructions` that says so; empty if none does.
  std::string opName, source;

  /// Bytes of padding in all the buffers; saturates.
  int64_t getWaste() const;
  /// Bytes that the best order would save in all of them.
  int64_t getSaving() const;
};

/// An instruction that moves an array, or that could.
struct Move {
  InstructionName name;
  llvm::StringRef opcode;
  const ArrayType *from;
  const ArrayType *to;
  RelayoutClass kind;
  int64_t bytes;
  int64_t trips;
  bool tripsKnown;
  int64_t weightedBytes;
  bool isFused;
  llvm::StringRef opName;
  std::string source;

  bool isView() const { return kind == RelayoutClass::View; }
  /// True if bytes move for the sake of the layout.
  bool isRelayout() const {
    return kind == RelayoutClass::Repack ||
           kind == RelayoutClass::Transposition;
  }
};

struct RelayoutTotals {
  int64_t count = 0;
  int64_t bytes = 0;
  int64_t weightedBytes = 0;
  int64_t views = 0;
  int64_t memorySpaceMoves = 0;
  int64_t fused = 0;
};

/// Names and shapes refer to the program, which must outlive the profile.
struct Profile {
  std::string module;
  int64_t instructions = 0;
  std::vector<SkippedLine> skippedLines;
  BufferTotals buffers;
  std::map<int64_t, BufferTotals> memorySpaces;
  RelayoutTotals relayouts;
  /// Most waste first, then by shape.
  std::vector<PaddedShape> padding;
  /// Most weighted bytes first, then by name.
  std::vector<Move> moves;
  /// Bitcasts whose sides do not fill the same bits, by name.
  std::vector<InstructionName> inconsistent;
  /// What was counted in spite of a doubt, or could not be.
  std::vector<std::string> warnings;
};

/// Counts a program whose names are resolved.
Profile getProfile(const Program &program);
Profile getProfile(const Program &&) = delete;

/// True if the results of the instruction are buffers of their own, given that
/// its computation is real. `startsReal` says of a `-done` that its start names
/// a real computation.
bool makesBuffers(llvm::StringRef opcode, bool isEntry, bool startsReal);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_PROFILE_H
