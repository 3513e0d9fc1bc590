//===- FoldTest.cpp - Programs before and after folding, executed ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs on tensors that relay, reshape, transpose, broadcast and
// compute. Each is compiled as it is, and after the passes that fold relayouts
// and put operations on whole tiles; all must compute the same.
//
//===----------------------------------------------------------------------===//

#include "../Unit/Layout/RandomLayouts.h"
#include "CompiledModule.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

int64_t getProduct(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                         std::multiplies<>());
}

std::string printList(ArrayRef<int64_t> numbers, llvm::StringRef separator) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(numbers, os, separator);
  return text;
}

/// Writes one function: from `memref<Nxi32>` to `memref<Mxi32>`.
class ProgramWriter {
public:
  explicit ProgramWriter(uint64_t seed) : random(seed) {}

  std::string write(int number) {
    extents = {2 * pick(random, 1, 3), 4 * pick(random, 1, 3),
               pick(random, 1, 6)};
    inputSize = getProduct(extents);
    emit("tensor.expand_shape %flat [[0, 1, 2]] output_shape [{0}] : "
         "tensor<{1}xi32> into {2}",
         printList(extents, ", "), inputSize, getType());
    for (int64_t steps = pick(random, 4, 12); steps > 0; --steps)
      addStep();
    setLayout("");
    setElement(32);
    outputSize = getProduct(extents);
    SmallVector<int64_t> all(extents.size());
    std::iota(all.begin(), all.end(), 0);
    std::string from = getType();
    extents = {outputSize};
    if (all.size() != 1)
      emit("tensor.collapse_shape {0} [[{1}]] : {2} into {3}", value,
           printList(all, ", "), from, getType());
    return llvm::formatv(
        "func.func @f{0}(%in: memref<{1}xi32>, %out: memref<{2}xi32>) "
        "attributes {{llvm.emit_c_interface} {{\n"
        "  %flat = bufferization.to_tensor %in restrict : memref<{1}xi32> to "
        "tensor<{1}xi32>\n{3}"
        "  bufferization.materialize_in_destination {4} in restrict writable "
        "%out : (tensor<{2}xi32>, memref<{2}xi32>) -> ()\n  return\n}\n",
        number, inputSize, outputSize, text, value);
  }

  int64_t inputSize = 0, outputSize = 0;

private:
  std::string getType() const { return getType(layout); }
  std::string getType(const std::string &encoding) const {
    return llvm::formatv(
        "tensor<{0}xi{1}{2}>", printList(extents, "x"), bits,
        encoding.empty() ? "" : ", #tiled_layout.layout<" + encoding + ">");
  }

  template <typename... Arguments>
  void emit(const char *format, Arguments &&...arguments) {
    std::string line =
        llvm::formatv(format, std::forward<Arguments>(arguments)...);
    value = "%v" + std::to_string(values++);
    text += "  " + value + " = " + line + "\n";
  }

  /// Returns a tensor of a type without contents.
  std::string getEmpty(const std::string &encoding) {
    std::string before = value;
    if (encoding.empty())
      emit("tensor.empty() : {0}", getType(encoding));
    else
      emit("tiled_layout.empty() : {0}", getType(encoding));
    return std::exchange(value, before);
  }

  void setLayout(const std::string &next) {
    if (next == layout)
      return;
    std::string dest = getEmpty(next);
    emit("tiled_layout.relayout ins({0} : {1}) outs({2} : {3}) -> {3}", value,
         getType(), dest, getType(next));
    layout = next;
  }

  void setElement(int64_t next) {
    if (next == bits)
      return;
    std::string from = getType();
    bool grows = next > bits;
    bits = next;
    emit("{0} {1} : {2} to {3}", grows ? "arith.extsi" : "arith.trunci", value,
         from, getType());
  }

  std::string getRandomLayoutText() {
    RandomLayoutOptions options;
    options.maxLevels = 2;
    options.maxElements = 20000;
    options.properties = false;
    options.extentEntries = false;
    options.combine = false;
    Layout drawn = getRandomLayoutOn(random, extents, options);
    return drawn.isRowMajor() ? "" : toString(drawn);
  }

  void addStep();
  void addTranspose();
  void addReshape();
  void addBroadcast();
  void addArithmetic();

  std::mt19937_64 random;
  SmallVector<int64_t> extents;
  std::string layout;
  int64_t bits = 32;
  std::string value, text;
  int values = 0;
};

} // namespace

void ProgramWriter::addTranspose() {
  SmallVector<int64_t> permutation, transposed;
  for (int64_t dim = 0, rank = extents.size(); dim < rank; ++dim)
    permutation.insert(permutation.begin() + pick(random, 0, dim), dim);
  for (int64_t dim : permutation)
    transposed.push_back(extents[dim]);
  std::string from = getType(), operand = value;
  extents = transposed;
  // The same layout may not do for the other shape.
  layout = getRandomLayoutText();
  std::string dest = getEmpty(layout);
  emit("linalg.transpose ins({0} : {1}) outs({2} : {3}) permutation = [{4}]",
       operand, from, dest, getType(), printList(permutation, ", "));
}

/// Takes one dimension apart, or puts two together; without a layout, as
/// reshapes of other arrays are refused.
void ProgramWriter::addReshape() {
  setLayout("");
  std::string from = getType();
  SmallVector<SmallVector<int64_t>> groups;
  SmallVector<int64_t> reshaped;
  size_t dim = pick(random, 0, extents.size() - 1);
  bool expands = extents[dim] % 2 == 0 && extents.size() < 5;
  if (!expands && dim + 1 == extents.size())
    return;
  int64_t count = 0;
  for (size_t d = 0; d < extents.size(); ++d) {
    bool isHere = d == dim;
    if (expands && isHere) {
      reshaped.append({2, extents[d] / 2});
      groups.push_back({count, count + 1});
      count += 2;
    } else if (!expands && isHere) {
      reshaped.push_back(extents[d] * extents[d + 1]);
      groups.push_back({count, count + 1});
      count += 2;
      ++d;
    } else {
      reshaped.push_back(extents[d]);
      groups.push_back({count++});
    }
  }
  std::string reassociation;
  for (ArrayRef<int64_t> group : groups)
    reassociation +=
        (reassociation.empty() ? "[" : ", [") + printList(group, ", ") + "]";
  extents = reshaped;
  if (expands)
    emit("tensor.expand_shape {0} [{1}] output_shape [{2}] : {3} into {4}",
         value, reassociation, printList(extents, ", "), from, getType());
  else
    emit("tensor.collapse_shape {0} [{1}] : {2} into {3}", value, reassociation,
         from, getType());
}

void ProgramWriter::addBroadcast() {
  if (getProduct(extents) > 400 || extents.size() > 4)
    return;
  std::string from = getType(), operand = value;
  size_t dim = pick(random, 0, extents.size());
  extents.insert(extents.begin() + dim, pick(random, 1, 3));
  layout = getRandomLayoutText();
  std::string dest = getEmpty(layout);
  emit("linalg.broadcast ins({0} : {1}) outs({2} : {3}) dimensions = [{4}]",
       operand, from, dest, getType(), dim);
}

void ProgramWriter::addArithmetic() {
  std::string operand = value;
  emit("arith.constant dense<{0}> : {1}", pick(random, 1, 9), getType());
  emit("{0} {1}, {2} : {3}", chance(random, 50) ? "arith.muli" : "arith.addi",
       operand, value, getType());
  if (chance(random, 50))
    emit("arith.addi {0}, {1} : {2}", value, operand, getType());
}

void ProgramWriter::addStep() {
  switch (pick(random, 0, 9)) {
  case 0:
  case 1:
    return addTranspose();
  case 2:
  case 3:
    return addReshape();
  case 4:
    return addBroadcast();
  case 5:
    return setElement(bits == 32 ? 16 : 32);
  case 6:
    return addArithmetic();
  default:
    return setLayout(getRandomLayoutText());
  }
}

TEST(FoldTest, RandomPrograms) {
  constexpr int programs = 40;
  std::string source;
  std::vector<std::pair<int64_t, int64_t>> sizes;
  for (int number = 0; number < programs; ++number) {
    ProgramWriter writer(9000 + number);
    source += writer.write(number);
    sizes.emplace_back(writer.inputSize, writer.outputSize);
  }
  std::vector<std::vector<int32_t>> expected;
  for (llvm::StringRef passes :
       {"", "tiled-layout-fold-relayouts,tiled-layout-relayout-constants,",
        "tiled-layout-fold-relayouts,tiled-layout-linalg-to-physical,"}) {
    CompiledModule module(source,
                          passes.str() + "tiled-layout-to-llvm-pipeline");
    ASSERT_TRUE(module);
    for (int number = 0; number < programs; ++number) {
      auto [inputSize, outputSize] = sizes[number];
      std::vector<int32_t> input(inputSize), output(outputSize, -1);
      for (auto [position, number] : llvm::enumerate(input))
        number = static_cast<int32_t>(position * 2654435761u);
      Descriptor in(input.data(), {inputSize}),
          out(output.data(), {outputSize});
      void *inAddress = in.get(), *outAddress = out.get();
      void *arguments[] = {&inAddress, &outAddress};
      module.call("f" + std::to_string(number), arguments);
      if (passes.empty())
        expected.push_back(output);
      else
        ASSERT_EQ(output, expected[number])
            << passes.str() << "\n"
            << ProgramWriter(9000 + number).write(number);
    }
  }
}
