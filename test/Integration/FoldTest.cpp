//===- FoldTest.cpp - Programs before and after folding, executed ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs on tensors that relay, cast between layouts and widths of
// elements (with `E(n)` on either side), reshape, transpose, broadcast, compute
// and reduce. Each is compiled as it is, and after the passes that fold
// relayouts and put operations on whole tiles, or with upstream's between those
// that set layouts aside; all must compute the same. More
// of them, from another seed on:
//
//   TILED_LAYOUT_RANDOM_FIRST=20000 TILED_LAYOUT_RANDOM_PROGRAMS=1000
//
//===----------------------------------------------------------------------===//

#include "../Unit/Layout/RandomLayouts.h"
#include "CompiledModule.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"

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
    if (chance(random, 30)) {
      std::string from = getType();
      layout = next;
      emit("tensor.cast {0} : {1} to {2}", value, from, getType());
      return;
    }
    std::string dest = getEmpty(next);
    emit("tiled_layout.relayout ins({0} : {1}) outs({2} : {3}) -> {3}", value,
         getType(), dest, getType(next));
    layout = next;
  }

  void setElement(int64_t next) {
    if (next == bits)
      return;
    // E(n) has no room for a wider element.
    if (next > bits && layout.find('E') != std::string::npos)
      setLayout("");
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
    if (chance(random, 25))
      drawn.elementBits = std::max<int64_t>(bits, 4 << pick(random, 0, 3));
    return drawn.isRowMajor() ? "" : toString(drawn);
  }

  void addStep();
  void addTranspose();
  void addReshape();
  void addBroadcast();
  void addArithmetic();
  void addGeneric();
  void addReduction();
  void addOldValue();

  std::mt19937_64 random;
  /// A value of before, its type and what `extents` and `bits` were.
  std::string oldValue, oldLayout;
  SmallVector<int64_t> oldExtents;
  int64_t oldBits = 0;
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

/// Takes one dimension apart, or puts two together.
void ProgramWriter::addReshape() {
  if (chance(random, 60))
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
  layout = chance(random, 60) ? "" : getRandomLayoutText();
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

/// An operation of structure, which may transpose and reads and writes any
/// layout.
void ProgramWriter::addGeneric() {
  SmallVector<int64_t> permutation, permuted;
  for (int64_t dim = 0, rank = extents.size(); dim < rank; ++dim)
    permutation.insert(permutation.begin() + pick(random, 0, dim), dim);
  for (int64_t dim : permutation)
    permuted.push_back(extents[dim]);
  if (chance(random, 60)) {
    permuted = extents;
    std::iota(permutation.begin(), permutation.end(), 0);
  }
  std::string from = getType(), operand = value;
  extents = permuted;
  layout = chance(random, 50) ? "" : getRandomLayoutText();
  std::string dest = getEmpty(layout);
  std::string all;
  SmallVector<std::string> dims(extents.size());
  for (auto [loop, dim] : llvm::enumerate(permutation)) {
    all += (loop ? ", d" : "d") + std::to_string(loop);
    dims[dim] = "d" + std::to_string(loop);
  }
  emit("linalg.generic {{indexing_maps = [affine_map<({0}) -> ({1})>, "
       "affine_map<({0}) -> ({0})>], iterator_types = [{2}]} ins({3} : {4}) "
       "outs({5} : {6}) {{\n  ^bb0(%x: i{7}, %y: i{7}):\n    %s = arith.addi "
       "%x, "
       "%x : i{7}\n    linalg.yield %s : i{7}\n  } -> {6}",
       all, llvm::join(dims, ", "),
       llvm::join(SmallVector<std::string>(extents.size(), "\"parallel\""),
                  ", "),
       operand, from, dest, getType(), bits);
}

/// The sum along the last dimension, from a splat.
void ProgramWriter::addReduction() {
  if (extents.size() < 3)
    return;
  std::string from = getType(), operand = value;
  extents.pop_back();
  layout = chance(random, 50) ? "" : getRandomLayoutText();
  std::string dest = getEmpty(layout);
  emit("arith.constant {0} : i{1}", pick(random, 0, 5), bits);
  emit("linalg.fill ins({0} : i{1}) outs({2} : {3}) -> {3}", value, bits, dest,
       getType());
  emit("linalg.reduce {{ arith.addi } ins({0} : {1}) outs({2} : {3}) "
       "dimensions = [{4}]",
       operand, from, value, getType(), extents.size());
}

/// Keeps a value for later, or adds the one kept if it has this shape.
void ProgramWriter::addOldValue() {
  if (oldExtents != extents || oldBits != bits) {
    oldValue = value;
    oldLayout = layout;
    oldExtents = extents;
    oldBits = bits;
    return;
  }
  std::string operand = value, current = layout;
  value = oldValue;
  layout = oldLayout;
  setLayout(current);
  emit("arith.addi {0}, {1} : {2}", operand, value, getType());
}

void ProgramWriter::addStep() {
  switch (pick(random, 0, 13)) {
  case 0:
  case 1:
    return addTranspose();
  case 2:
  case 3:
    return addReshape();
  case 4:
    return addBroadcast();
  case 5:
    return setElement(4 << pick(random, 0, 3));
  case 6:
    return addArithmetic();
  case 7:
    return addGeneric();
  case 8:
    return addReduction();
  case 9:
    return addOldValue();
  default:
    return setLayout(getRandomLayoutText());
  }
}

static uint64_t getNumber(llvm::StringRef variable, uint64_t otherwise) {
  uint64_t number = otherwise;
  if (auto text = llvm::sys::Process::GetEnv(variable)) {
    EXPECT_FALSE(llvm::StringRef(*text).getAsInteger(10, number)) << *text;
  }
  return number;
}

static void testPrograms(uint64_t first, int programs) {
  std::string source;
  std::vector<std::pair<int64_t, int64_t>> sizes;
  for (int number = 0; number < programs; ++number) {
    ProgramWriter writer(first + number);
    source += writer.write(number);
    sizes.emplace_back(writer.inputSize, writer.outputSize);
  }
  std::vector<std::vector<int32_t>> expected;
  for (llvm::StringRef passes :
       {"", "tiled-layout-fold-relayouts,tiled-layout-relayout-constants,",
        "tiled-layout-set-aside-layouts,canonicalize,"
        "tiled-layout-restore-layouts{allow-dropped},"}) {
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
            << ProgramWriter(first + number).write(number);
    }
  }
}

TEST(FoldTest, RandomPrograms) {
  uint64_t first = getNumber("TILED_LAYOUT_RANDOM_FIRST", 9000);
  int programs = getNumber("TILED_LAYOUT_RANDOM_PROGRAMS", 40);
  for (int done = 0; done < programs && !HasFatalFailure(); done += 40)
    testPrograms(first + done, std::min(40, programs - done));
}
