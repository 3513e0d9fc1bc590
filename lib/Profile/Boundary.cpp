//===- Boundary.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Boundary.h"

#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Views.h"
#include "tiled_layout/Profile/CallGraph.h"

#include <set>

using namespace mlir::tiled_layout;

namespace {

/// Looks at one entry computation.
class BoundaryFinder {
public:
  BoundaryFinder(const Program &program, const Profile &profile,
                 const Computation &entry)
      : program(program), entry(entry), users(entry.instructions.size()) {
    for (const Move &move : profile.moves)
      if (move.name.computation == entry.name && move.isRelayout())
        moves.emplace(move.name.instruction, &move);
    for (auto [number, instruction] : llvm::enumerate(entry.instructions))
      for (const Operand &operand : entry.getOperands(instruction))
        if (operand.instruction >= 0)
          users[operand.instruction].push_back(number);
  }

  void run(std::vector<BoundaryArray> &found);

private:
  void addParameter(size_t number, std::vector<BoundaryArray> &found);
  void addResults(std::vector<BoundaryArray> &found);
  const Move *getMove(size_t number) const {
    auto it = moves.find(entry.instructions[number].name);
    return it == moves.end() ? nullptr : it->second;
  }
  std::optional<Layout> getSourceLayout(size_t number, const Move &move) const;
  std::optional<Layout> getDestLayout(size_t number, const Move &move) const;
  static bool isLegal(const Layout &layout, const ArrayType &array);

  const Program &program;
  const Computation &entry;
  std::vector<llvm::SmallVector<unsigned, 2>> users;
  std::map<llvm::StringRef, const Move *> moves;
};

} // namespace

/// Returns the layout of the operand with which the relayout is a view.
std::optional<Layout> BoundaryFinder::getSourceLayout(size_t number,
                                                      const Move &move) const {
  Layout result = move.to->shape.getLayout();
  if (move.opcode == "reshape")
    return std::nullopt;
  if (move.opcode == "transpose") {
    llvm::SmallVector<int64_t, 4> permutation =
        entry.permutations.lookup(number);
    llvm::SmallVector<int64_t> inverse(permutation.size());
    for (auto [k, dim] : llvm::enumerate(permutation))
      inverse[dim] = k;
    result = getTransposedLayout(result, inverse);
  }
  result.memorySpace = move.from->getMemorySpace();
  return result;
}

/// Returns the layout of the result with which the relayout is a view.
std::optional<Layout> BoundaryFinder::getDestLayout(size_t number,
                                                    const Move &move) const {
  Layout result = move.from->shape.getLayout();
  if (move.opcode == "reshape")
    return std::nullopt;
  if (move.opcode == "transpose")
    result = getTransposedLayout(result, entry.permutations.lookup(number));
  result.memorySpace = move.to->getMemorySpace();
  return result;
}

bool BoundaryFinder::isLegal(const Layout &layout, const ArrayType &array) {
  Shape shape = array.shape;
  shape.layout = layout;
  return !checkShape(shape);
}

void BoundaryFinder::addParameter(size_t number,
                                  std::vector<BoundaryArray> &found) {
  const Instruction &parameter = entry.instructions[number];
  const ValueType &type = program.types.getValueType(parameter.type);
  if (!type.isArray() || users[number].empty())
    return;
  BoundaryArray result;
  result.array = &program.types.getArray(type.arrays.front());
  std::optional<Layout> wanted;
  for (unsigned user : users[number]) {
    const Move *move = getMove(user);
    std::optional<Layout> layout =
        move ? getSourceLayout(user, *move) : std::nullopt;
    if (!layout || (wanted && *wanted != *layout))
      return;
    wanted = layout;
    result.relayouts.push_back(move->name);
    result.savedBytes = saturatingAdd(result.savedBytes, move->weightedBytes);
  }
  if (!isLegal(*wanted, *result.array))
    return;
  result.name = {entry.name, parameter.name};
  result.place = "parameter " + parameter.name.str();
  result.wanted = *wanted;
  llvm::sort(result.relayouts);
  found.push_back(std::move(result));
}

void BoundaryFinder::addResults(std::vector<BoundaryArray> &found) {
  size_t root = entry.instructions.size() - 1;
  for (auto [number, instruction] : llvm::enumerate(entry.instructions))
    if (instruction.isRoot)
      root = number;
  llvm::SmallVector<int> results;
  const Instruction &rootInstruction = entry.instructions[root];
  bool isTuple = rootInstruction.opcode == "tuple";
  if (isTuple)
    for (const Operand &operand : entry.getOperands(rootInstruction))
      results.push_back(operand.instruction);
  else
    results.push_back(root);
  for (auto [place, number] : llvm::enumerate(results)) {
    const Move *move = number < 0 ? nullptr : getMove(number);
    std::optional<Layout> wanted =
        move ? getDestLayout(number, *move) : std::nullopt;
    if (!wanted || !isLegal(*wanted, *move->to))
      continue;
    BoundaryArray result;
    result.place = isTuple ? "result " + std::to_string(place) : "result";
    result.name = move->name;
    result.array = move->to;
    result.wanted = *wanted;
    result.relayouts = {move->name};
    result.savedBytes = move->weightedBytes;
    found.push_back(std::move(result));
  }
}

void BoundaryFinder::run(std::vector<BoundaryArray> &found) {
  for (auto [number, instruction] : llvm::enumerate(entry.instructions))
    if (instruction.opcode == "parameter")
      addParameter(number, found);
  if (!entry.instructions.empty())
    addResults(found);
}

std::vector<BoundaryArray>
mlir::tiled_layout::getBoundary(const Program &program,
                                const Profile &profile) {
  std::vector<BoundaryArray> found;
  if (!program.hasBody)
    return found;
  for (const Computation &computation : program.computations)
    if (computation.isEntry)
      BoundaryFinder(program, profile, computation).run(found);
  llvm::sort(found, [](const BoundaryArray &a, const BoundaryArray &b) {
    return std::tie(b.savedBytes, a.place) < std::tie(a.savedBytes, b.place);
  });
  return found;
}
