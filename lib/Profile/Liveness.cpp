//===- Liveness.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Liveness.h"

#include "tiled_layout/Profile/CallGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;

/// Computations that call each other more deeply than this are no program.
static constexpr unsigned maxCallDepth = 1000;

namespace {

/// A buffer of one computation, and the instructions between which it lives.
struct Range {
  LiveBuffer buffer;
  size_t begin, end;
};

/// The ranges of one computation.
class RangeFinder {
public:
  RangeFinder(const Program &program, const Computation &computation,
              llvm::ArrayRef<ComputationInfo> infos)
      : program(program), computation(computation), infos(infos),
        leaves(computation.instructions.size()) {}

  std::vector<Range> run();

private:
  static constexpr int none = -1;
  using Leaves = std::vector<int>;

  Leaves getLeaves(size_t number);
  Leaves getOperandLeaves(const Instruction &instruction) const;
  Leaves makeBuffers(size_t number);
  void use(const Instruction &instruction, size_t at);

  const Program &program;
  const Computation &computation;
  llvm::ArrayRef<ComputationInfo> infos;
  /// For each array of each instruction's result, its range or `none`.
  std::vector<Leaves> leaves;
  std::vector<Range> ranges;
};

} // namespace

RangeFinder::Leaves
RangeFinder::getOperandLeaves(const Instruction &instruction) const {
  Leaves result;
  for (const Operand &operand : computation.getOperands(instruction))
    if (operand.instruction >= 0)
      llvm::append_range(result, leaves[operand.instruction]);
  return result;
}

RangeFinder::Leaves RangeFinder::makeBuffers(size_t number) {
  const Instruction &instruction = computation.instructions[number];
  size_t begin = number;
  if (const Instruction *start = instruction.opcode.ends_with("-done")
                                     ? getAsyncStart(computation, instruction)
                                     : nullptr)
    begin = std::min<size_t>(number, start - computation.instructions.data());
  Leaves result;
  for (unsigned array : program.types.getValueType(instruction.type).arrays) {
    result.push_back(ranges.size());
    ranges.push_back(
        {{{computation.name, instruction.name}, &program.types.getArray(array)},
         begin,
         number});
  }
  return result;
}

/// Returns where the result's arrays are, making ranges for new ones.
RangeFinder::Leaves RangeFinder::getLeaves(size_t number) {
  const Instruction &instruction = computation.instructions[number];
  const ValueType &type = program.types.getValueType(instruction.type);
  StringRef opcode = instruction.opcode;
  bool isCall =
      opcode == "call" || opcode == "conditional" || opcode.ends_with("-done");
  // What a callee returns is a buffer of the caller from then on.
  if (!instruction.isAlias &&
      (isCall || makesBuffers(opcode, computation.isEntry, false)))
    return makeBuffers(number);

  Leaves operands = getOperandLeaves(instruction);
  if (opcode == "get-tuple-element" && instruction.numOperands == 1) {
    int operand = computation.getOperands(instruction).front().instruction;
    auto index = computation.tupleIndices.find(number);
    if (operand >= 0 && index != computation.tupleIndices.end()) {
      auto ends = llvm::ArrayRef(
          program.types.getValueType(computation.instructions[operand].type)
              .elementEnds);
      size_t i = index->second;
      if (index->second >= 0 && i < ends.size()) {
        size_t begin = i == 0 ? 0 : ends[i - 1];
        if (ends[i] <= operands.size())
          operands =
              Leaves(operands.begin() + begin, operands.begin() + ends[i]);
      }
    }
  }
  operands.resize(type.arrays.size(), none);
  return operands;
}

void RangeFinder::use(const Instruction &instruction, size_t at) {
  for (int leaf : getOperandLeaves(instruction))
    if (leaf != none)
      ranges[leaf].end = std::max(ranges[leaf].end, at);
}

std::vector<Range> RangeFinder::run() {
  llvm::ArrayRef<Instruction> instructions = computation.instructions;
  size_t root = instructions.size() - 1;
  for (auto [number, instruction] : llvm::enumerate(instructions)) {
    use(instruction, number);
    // A transfer reads its operand until it is done.
    if (instruction.opcode.ends_with("-done"))
      if (const Instruction *start = getAsyncStart(computation, instruction))
        use(*start, number);
    leaves[number] = getLeaves(number);
    if (instruction.isRoot)
      root = number;
    if (instruction.opcode == "parameter")
      for (int leaf : leaves[number])
        if (leaf != none)
          ranges[leaf] = {ranges[leaf].buffer, 0, instructions.size() - 1};
  }
  for (int leaf : leaves[root])
    if (leaf != none)
      ranges[leaf].end = instructions.size() - 1;
  return std::move(ranges);
}

namespace {

class PeakFinder {
public:
  explicit PeakFinder(const Program &program)
      : program(program), infos(getComputationInfos(program)),
        peaks(program.computations.size()),
        isBegun(program.computations.size(), false) {}

  const Peak &getPeak(int number);

private:
  const Peak *getCalleePeak(const Computation &computation,
                            const Instruction &instruction);

  const Program &program;
  std::vector<ComputationInfo> infos;
  std::vector<Peak> peaks;
  std::vector<bool> isBegun;
  unsigned depth = 0;
};

} // namespace

/// Returns the largest peak of the computations that an instruction runs.
const Peak *PeakFinder::getCalleePeak(const Computation &computation,
                                      const Instruction &instruction) {
  const Peak *largest = nullptr;
  if (instruction.opcode.ends_with("-update") ||
      instruction.opcode.ends_with("-done"))
    return nullptr;
  for (const Call &call : computation.getCalls(instruction)) {
    if (call.computation < 0 ||
        infos[call.computation].kind != ComputationClass::Real)
      continue;
    const Peak &peak = getPeak(call.computation);
    if (!largest || peak.bytes > largest->bytes)
      largest = &peak;
  }
  return largest;
}

const Peak &PeakFinder::getPeak(int number) {
  Peak &peak = peaks[number];
  // A computation that calls itself adds nothing.
  if (isBegun[number])
    return peak;
  const Computation &computation = program.computations[number];
  if (computation.instructions.empty() || depth == maxCallDepth)
    return peak;
  isBegun[number] = true;
  ++depth;

  std::vector<Range> ranges = RangeFinder(program, computation, infos).run();
  size_t count = computation.instructions.size();
  std::vector<std::vector<const Range *>> begins(count), ends(count);
  for (const Range &range : ranges) {
    begins[range.begin].push_back(&range);
    ends[range.end].push_back(&range);
  }
  Peak found;
  size_t peakAt = 0;
  const Peak *peakCallee = nullptr;
  int64_t live = 0;
  for (auto [i, instruction] : llvm::enumerate(computation.instructions)) {
    for (const Range *range : begins[i])
      live = saturatingAdd(live, range->buffer.array->paddedBytes);
    const Peak *callee = getCalleePeak(computation, instruction);
    int64_t now = saturatingAdd(live, callee ? callee->bytes : 0);
    if (now > found.bytes) {
      found.bytes = now;
      found.at = {computation.name, instruction.name};
      peakAt = i;
      peakCallee = callee;
    }
    for (const Range *range : ends[i])
      live -= range->buffer.array->paddedBytes;
  }
  for (const Range &range : ranges)
    if (range.begin <= peakAt && peakAt <= range.end)
      found.buffers.push_back(range.buffer);
  if (peakCallee && peakCallee->bytes > 0) {
    found.at = peakCallee->at;
    llvm::append_range(found.buffers, peakCallee->buffers);
  }
  llvm::sort(found.buffers, [](const LiveBuffer &a, const LiveBuffer &b) {
    return std::tie(b.array->paddedBytes, a.name) <
           std::tie(a.array->paddedBytes, b.name);
  });
  --depth;
  return peak = std::move(found);
}

std::optional<Peak> mlir::tiled_layout::getPeak(const Program &program) {
  if (!program.isScheduled)
    return std::nullopt;
  PeakFinder finder(program);
  std::optional<Peak> largest;
  for (auto [number, computation] : llvm::enumerate(program.computations)) {
    if (!computation.isEntry)
      continue;
    const Peak &peak = finder.getPeak(number);
    if (!largest || peak.bytes > largest->bytes)
      largest = peak;
  }
  return largest;
}
