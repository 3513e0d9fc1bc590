//===- HloInstruction.h - Reading one HLO instruction -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_PROFILE_HLOINSTRUCTION_H
#define TILED_LAYOUT_LIB_PROFILE_HLOINSTRUCTION_H

#include "HloCursor.h"
#include "tiled_layout/Profile/Program.h"

namespace mlir::tiled_layout {

/// Reads instructions into computations of a program.
class HloInstructionParser {
public:
  explicit HloInstructionParser(Program &program) : program(program) {}

  /// Reads the instruction that comes next, and computations that are written
  /// out within it. Nothing of it counts before `commit`.
  bool read(HloCursor &cursor, size_t computation);

  /// Adds what the last successful `read` has read to the program.
  void commit();

private:
  /// An instruction with its lists apart.
  struct Draft {
    Instruction instruction;
    std::vector<Operand> operands;
    std::vector<Call> calls;
    llvm::SmallVector<int64_t, 4> permutation;
    std::optional<int64_t> tripCount;
    std::optional<int64_t> tupleIndex;
  };
  struct NestedComputation {
    llvm::StringRef name;
    std::vector<Draft> instructions;
  };

  bool readDraft(HloCursor &cursor, Draft &draft, unsigned depth);
  bool readAttributes(HloCursor &cursor, Draft &draft, unsigned depth);
  bool readNestedComputation(HloCursor &cursor, llvm::StringRef key,
                             Draft &draft, unsigned depth);
  void addOperands(llvm::StringRef text, Draft &draft);
  void addAttribute(llvm::StringRef key, llvm::StringRef value, Draft &draft);
  void addMetadata(llvm::StringRef fields, Draft &draft);
  static void addTo(Computation &computation, Draft &&draft);

  Program &program;
  size_t target = 0;
  std::optional<Draft> pending;
  std::vector<NestedComputation> nested;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_PROFILE_HLOINSTRUCTION_H
