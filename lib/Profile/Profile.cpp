//===- Profile.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Profile.h"

#include "tiled_layout/Layout/FilledBits.h"
#include "tiled_layout/Profile/CallGraph.h"

#include "llvm/ADT/StringSwitch.h"

#include <set>

using namespace mlir::tiled_layout;
using llvm::StringRef;

void BufferTotals::add(const ArrayType &array, int64_t times) {
  count += times;
  logicalBytes = saturatingAdd(logicalBytes,
                               saturatingMultiply(array.logicalBytes, times));
  paddedBytes =
      saturatingAdd(paddedBytes, saturatingMultiply(array.paddedBytes, times));
}

std::string mlir::tiled_layout::toString(const InstructionName &name) {
  return (name.computation + "/" + name.instruction).str();
}

int64_t PaddedShape::getWaste() const {
  return saturatingMultiply(array->paddedBytes - array->logicalBytes, count);
}

int64_t PaddedShape::getSaving() const {
  return saturatingMultiply(array->paddedBytes - best.paddedBytes, count);
}

bool mlir::tiled_layout::makesBuffers(StringRef opcode, bool isEntry,
                                      bool startsReal) {
  if (opcode.ends_with("-start") || opcode.ends_with("-update"))
    return false;
  if (opcode.ends_with("-done") && startsReal)
    return false;
  return llvm::StringSwitch<bool>(opcode)
      .Cases({"tuple", "get-tuple-element", "bitcast", "while", "conditional",
              "call", "opt-barrier", "after-all", "add-dependency", "domain",
              "send", "recv"},
             false)
      .Case("parameter", isEntry)
      .Default(true);
}

namespace {

class Counter {
public:
  explicit Counter(const Program &program)
      : program(program), infos(getComputationInfos(program)) {}

  Profile run();

private:
  void countComputation(size_t number);
  void countBuffers(const Computation &computation,
                    const Instruction &instruction);
  void countMove(const Computation &computation, size_t number,
                 const ComputationInfo &info);
  void addMove(const Computation &computation, const Instruction &instruction,
               const ComputationInfo &info, const ArrayType &from,
               const ArrayType &to, RelayoutClass kind);
  std::optional<RelayoutClass> classify(unsigned from, unsigned to,
                                        ElementMap map,
                                        llvm::ArrayRef<int64_t> permutation,
                                        const InstructionName &name);
  std::optional<bool> isBitcastView(unsigned from, unsigned to,
                                    const InstructionName &name);
  bool startsReal(const Computation &computation,
                  const Instruction &done) const;
  /// Returns the array that an instruction's only operand is.
  std::optional<unsigned> getOperandArray(const Computation &computation,
                                          const Instruction &instruction) const;
  void collectPadding();
  void sumMoves();
  void warnOfUnknownExtents();

  const Program &program;
  std::vector<ComputationInfo> infos;
  Profile profile;

  struct Group {
    int64_t count = 0;
    std::vector<std::pair<InstructionName, const Instruction *>> makers;
  };
  /// By array type.
  std::map<unsigned, Group> groups;
  std::set<unsigned> unknownExtents;
  using Question =
      std::tuple<ElementMap, unsigned, unsigned, std::vector<int64_t>>;
  std::map<Question, std::optional<RelayoutClass>> answers;
  std::map<std::pair<unsigned, unsigned>, std::optional<bool>> bitcastAnswers;
};

} // namespace

bool Counter::startsReal(const Computation &computation,
                         const Instruction &done) const {
  const Instruction *start = getAsyncStart(computation, done);
  return start && llvm::any_of(computation.getCalls(*start), [&](Call call) {
           return call.computation >= 0 &&
                  infos[call.computation].kind == ComputationClass::Real;
         });
}

void Counter::countBuffers(const Computation &computation,
                           const Instruction &instruction) {
  bool ofReal = instruction.opcode.ends_with("-done") &&
                startsReal(computation, instruction);
  if (instruction.isAlias ||
      !makesBuffers(instruction.opcode, computation.isEntry, ofReal))
    return;
  InstructionName name{computation.name, instruction.name};
  for (unsigned number : program.types.getValueType(instruction.type).arrays) {
    const ArrayType &array = program.types.getArray(number);
    profile.buffers.add(array);
    profile.memorySpaces[array.getMemorySpace()].add(array);
    if (array.hasUnknownExtent)
      unknownExtents.insert(number);
    Group &group = groups[number];
    ++group.count;
    if (array.paddedBytes > array.logicalBytes &&
        (group.makers.empty() || group.makers.back().second != &instruction))
      group.makers.push_back({name, &instruction});
  }
}

std::optional<unsigned>
Counter::getOperandArray(const Computation &computation,
                         const Instruction &instruction) const {
  if (instruction.numOperands != 1)
    return std::nullopt;
  const Operand &operand = computation.getOperands(instruction).front();
  std::optional<unsigned> type = operand.writtenType;
  if (operand.instruction >= 0)
    type = computation.instructions[operand.instruction].type;
  if (!type || !program.types.getValueType(*type).isArray())
    return std::nullopt;
  return program.types.getValueType(*type).arrays.front();
}

/// True if nothing says the type of an instruction's only operand.
static bool hasUnknownOperand(const Computation &computation,
                              const Instruction &instruction) {
  if (instruction.numOperands != 1)
    return false;
  const Operand &operand = computation.getOperands(instruction).front();
  return operand.instruction < 0 && !operand.writtenType;
}

std::optional<RelayoutClass>
Counter::classify(unsigned from, unsigned to, ElementMap map,
                  llvm::ArrayRef<int64_t> permutation,
                  const InstructionName &name) {
  auto [it, isNew] =
      answers.try_emplace(Question(map, from, to, permutation.vec()));
  if (!isNew && it->second)
    return it->second;
  llvm::Expected<RelayoutAnswer> answer =
      classifyRelayout(program.types.getArray(from).shape,
                       program.types.getArray(to).shape, map, permutation);
  if (!answer) {
    profile.warnings.push_back(toString(name) + " is not counted: " +
                               llvm::toString(answer.takeError()));
    return std::nullopt;
  }
  if (!answer->isProved)
    profile.warnings.push_back(
        toString(name) + " counts as a transposition, but only a part of the "
                         "array was searched for runs of 16 bytes");
  return it->second = answer->kind;
}

std::optional<bool> Counter::isBitcastView(unsigned from, unsigned to,
                                           const InstructionName &name) {
  auto [it, isNew] = bitcastAnswers.try_emplace({from, to});
  if (isNew)
    it->second = fillSameBits(program.types.getArray(from).shape,
                              program.types.getArray(to).shape);
  if (!it->second)
    profile.warnings.push_back(toString(name) +
                               " is not counted: its layouts are too irregular "
                               "to compare the bits that they fill");
  return it->second;
}

void Counter::addMove(const Computation &computation,
                      const Instruction &instruction,
                      const ComputationInfo &info, const ArrayType &from,
                      const ArrayType &to, RelayoutClass kind) {
  Move move;
  move.name = {computation.name, instruction.name};
  move.opcode = instruction.opcode;
  move.from = &from;
  move.to = &to;
  move.kind = kind;
  move.bytes = kind == RelayoutClass::View
                   ? 0
                   : saturatingAdd(from.paddedBytes, to.paddedBytes);
  move.trips = info.trips;
  move.tripsKnown = info.tripsKnown;
  move.weightedBytes = saturatingMultiply(move.bytes, move.trips);
  move.isFused = info.kind == ComputationClass::Fused;
  move.opName = instruction.opName;
  move.source = program.getSource(instruction);
  profile.moves.push_back(std::move(move));
}

void Counter::countMove(const Computation &computation, size_t number,
                        const ComputationInfo &info) {
  const Instruction &instruction = computation.instructions[number];
  enum {
    None,
    Copy,
    CopyDone,
    Transpose,
    Reshape,
    Bitcast
  } kind = llvm::StringSwitch<decltype(None)>(instruction.opcode)
               .Case("copy", Copy)
               .Case("copy-done", CopyDone)
               .Case("transpose", Transpose)
               .Case("reshape", Reshape)
               .Case("bitcast", Bitcast)
               .Default(None);
  if (kind == None)
    return;
  const ValueType &result = program.types.getValueType(instruction.type);
  const Instruction *source = &instruction;
  if (kind == CopyDone)
    source = getAsyncStart(computation, instruction);
  if (!source || !result.isArray())
    return;
  InstructionName name{computation.name, instruction.name};
  std::optional<unsigned> operand = getOperandArray(computation, *source);
  if (!operand) {
    if (hasUnknownOperand(computation, *source))
      profile.warnings.push_back(toString(name) +
                                 " is not counted: its operand is not known");
    return;
  }
  unsigned from = *operand, to = result.arrays.front();
  const ArrayType &fromArray = program.types.getArray(from);
  const ArrayType &toArray = program.types.getArray(to);

  if (kind == Bitcast) {
    std::optional<bool> isView = isBitcastView(from, to, name);
    if (isView.value_or(false))
      addMove(computation, instruction, info, fromArray, toArray,
              RelayoutClass::View);
    else if (isView)
      profile.inconsistent.push_back(name);
    return;
  }
  ElementMap map = kind == Transpose ? ElementMap::Transpose
                   : kind == Reshape ? ElementMap::Reshape
                                     : ElementMap::Identity;
  llvm::SmallVector<int64_t, 4> permutation;
  if (kind == Transpose)
    permutation = computation.permutations.lookup(number);
  if (std::optional<RelayoutClass> relayout =
          classify(from, to, map, permutation, name))
    addMove(computation, instruction, info, fromArray, toArray, *relayout);
}

void Counter::countComputation(size_t number) {
  const Computation &computation = program.computations[number];
  const ComputationInfo &info = infos[number];
  if (info.kind == ComputationClass::Applied)
    return;
  for (auto [i, instruction] : llvm::enumerate(computation.instructions)) {
    if (info.kind == ComputationClass::Real)
      countBuffers(computation, instruction);
    countMove(computation, i, info);
  }
}

void Counter::collectPadding() {
  for (auto &[number, group] : groups) {
    const ArrayType &array = program.types.getArray(number);
    if (array.paddedBytes <= array.logicalBytes)
      continue;
    PaddedShape shape;
    shape.array = &array;
    shape.count = group.count;
    shape.best = getBestOrder(array.shape);
    llvm::sort(group.makers,
               [](const auto &a, const auto &b) { return a.first < b.first; });
    for (auto &[name, instruction] : group.makers) {
      shape.instructions.push_back(name);
      if (!shape.opName.empty() || !shape.source.empty())
        continue;
      shape.opName = instruction->opName.str();
      shape.source = program.getSource(*instruction);
    }
    profile.padding.push_back(std::move(shape));
  }
  llvm::sort(profile.padding, [](const PaddedShape &a, const PaddedShape &b) {
    int64_t wasteA = a.getWaste(), wasteB = b.getWaste();
    return std::tie(wasteB, a.array->text) < std::tie(wasteA, b.array->text);
  });
}

void Counter::sumMoves() {
  llvm::sort(profile.moves, [](const Move &a, const Move &b) {
    return std::tie(b.weightedBytes, a.name) <
           std::tie(a.weightedBytes, b.name);
  });
  llvm::sort(profile.inconsistent);
  RelayoutTotals &totals = profile.relayouts;
  for (const Move &move : profile.moves) {
    if (move.isFused) {
      totals.fused += move.isRelayout();
      continue;
    }
    totals.views += move.isView();
    totals.memorySpaceMoves += move.kind == RelayoutClass::MemorySpace;
    if (!move.isRelayout())
      continue;
    ++totals.count;
    totals.bytes = saturatingAdd(totals.bytes, move.bytes);
    totals.weightedBytes =
        saturatingAdd(totals.weightedBytes, move.weightedBytes);
  }
}

void Counter::warnOfUnknownExtents() {
  for (unsigned number : unknownExtents)
    profile.warnings.push_back("extents '?' of " +
                               program.types.getArray(number).text +
                               " count as 1");
}

Profile Counter::run() {
  profile.module = program.name;
  profile.instructions = program.getNumInstructions();
  profile.skippedLines = program.skippedLines;
  for (size_t number = 0; number < program.computations.size(); ++number)
    countComputation(number);
  collectPadding();
  sumMoves();
  warnOfUnknownExtents();
  return std::move(profile);
}

Profile mlir::tiled_layout::getProfile(const Program &program) {
  return Counter(program).run();
}
