//===- Program.h - A program as the profiler sees it ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every input is read into: computations of instructions whose results
// are arrays with layouts. Names and shapes are stored once, so memory is
// linear in the number of instructions. Readers fill it; Profile.h counts.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_PROGRAM_H
#define TILED_LAYOUT_PROFILE_PROGRAM_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlir::tiled_layout {

/// An array shape and its sizes. Extents `<=n` count as n, and `?` as 1.
struct ArrayType {
  /// The shape with static extents, and the layout that was given.
  Shape shape;
  /// What XLA prints.
  std::string text;
  int64_t logicalBytes = 0;
  int64_t paddedBytes = 0;
  /// True if an extent was `?`.
  bool hasUnknownExtent = false;

  int64_t getMemorySpace() const {
    return shape.layout ? shape.layout->memorySpace : 0;
  }
};

/// The result of an instruction: an array, a tuple or something without bytes.
struct ValueType {
  /// Numbers into `TypeTable::getArray`; tuples taken apart.
  llvm::SmallVector<unsigned, 1> arrays;
  /// Of a tuple, for each element how many arrays it and those before it have.
  llvm::SmallVector<unsigned, 0> elementEnds;
  bool isTuple = false;

  bool isArray() const { return !isTuple && arrays.size() == 1; }
};

/// Distinct types, each stored once. References stay valid.
class TypeTable {
public:
  /// Returns the number of the type that a text such as `f32[8]{0}`,
  /// `(s32[], /*index=1*/pred[2])` or `token[]` says; fails as `parseShape`
  /// does.
  llvm::Expected<unsigned> getType(llvm::StringRef text);
  /// Returns the number of an array type.
  unsigned getArrayType(Shape shape);

  const ValueType &getValueType(unsigned type) const { return types[type]; }
  const ArrayType &getArray(unsigned array) const { return arrays[array]; }

private:
  llvm::Expected<ValueType> parse(llvm::StringRef text, unsigned depth);
  unsigned addArray(Shape shape);

  std::deque<ValueType> types;
  std::deque<ArrayType> arrays;
  llvm::StringMap<unsigned> typeByText;
  llvm::StringMap<unsigned> arrayByText;
};

/// How an instruction names a computation.
enum class Naming {
  /// `calls=`.
  Calls,
  /// `to_apply=`.
  ToApply,
  /// `body=` and `condition=`, which `while` repeats.
  Loop,
  /// `select=`, `scatter=`, `comparator=`, `called_computations=`.
  Applies,
  /// `branch_computations=`, `true_computation=`, `false_computation=`.
  Branches,
};

struct Call {
  Naming naming;
  llvm::StringRef name;
  /// The number of the computation, or -1 if there is none of that name.
  int computation = -1;
};

struct Operand {
  llvm::StringRef name;
  /// The type that stands before the name in long text.
  std::optional<unsigned> writtenType;
  /// The number of the instruction in the same computation, or -1.
  int instruction = -1;
};

struct Instruction {
  llvm::StringRef name;
  llvm::StringRef opcode;
  unsigned type = 0;
  bool isRoot = false;
  /// Its result lies in the buffer of another one, whatever the opcode.
  bool isAlias = false;
  /// Where its operands and calls are in the computation's lists.
  unsigned firstOperand = 0, numOperands = 0;
  unsigned firstCall = 0, numCalls = 0;
  /// From the metadata; empty if there is none.
  llvm::StringRef opName;
  llvm::StringRef sourceFile;
  int64_t sourceLine = 0;
  int64_t stackFrame = 0;
};

struct Computation {
  Computation() = default;
  /// Never copied, as lists of them grow.
  Computation(const Computation &) = delete;
  Computation &operator=(const Computation &) = delete;
  Computation(Computation &&) = default;
  Computation &operator=(Computation &&) = default;

  llvm::StringRef name;
  bool isEntry = false;
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
  std::vector<Call> calls;
  /// `dimensions=` of transpositions, by instruction.
  llvm::DenseMap<unsigned, llvm::SmallVector<int64_t, 4>> permutations;
  /// `known_trip_count` of loops, by instruction.
  llvm::DenseMap<unsigned, int64_t> tripCounts;
  /// `index=` of get-tuple-element, by instruction.
  llvm::DenseMap<unsigned, int64_t> tupleIndices;

  llvm::ArrayRef<Operand> getOperands(const Instruction &instruction) const {
    return llvm::ArrayRef(operands).slice(instruction.firstOperand,
                                          instruction.numOperands);
  }
  llvm::ArrayRef<Call> getCalls(const Instruction &instruction) const {
    return llvm::ArrayRef(calls).slice(instruction.firstCall,
                                       instruction.numCalls);
  }
};

/// A place in the text that was not understood.
struct SkippedLine {
  /// From 1.
  int64_t line;
  std::string message;
};

/// One module.
class Program {
public:
  Program() = default;
  /// A copy would refer to the texts of the original.
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  Program(Program &&) = default;
  Program &operator=(Program &&) = default;

  /// Stores a text once; the result lives as long as the program.
  llvm::StringRef intern(llvm::StringRef text);

  /// Resolves the names of operands and computations, after everything has
  /// been read. A name that is defined twice means the first one.
  void resolveNames();

  /// Returns `file:line` of an instruction, through the stack frames; empty
  /// if not known.
  std::string getSource(const Instruction &instruction) const;

  size_t getNumInstructions() const;

  std::string name;
  bool isScheduled = false;
  /// False if the input lists arrays without the instructions that use them.
  bool hasBody = true;
  TypeTable types;
  std::vector<Computation> computations;
  std::vector<SkippedLine> skippedLines;

  /// Tables of a module, by the numbers they use.
  struct FileLocation {
    int64_t file = 0, line = 0;
  };
  std::unordered_map<int64_t, llvm::StringRef> fileNames;
  std::unordered_map<int64_t, FileLocation> fileLocations;
  /// Stack frame to file location.
  std::unordered_map<int64_t, int64_t> stackFrames;

private:
  llvm::StringSet<> texts;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_PROGRAM_H
