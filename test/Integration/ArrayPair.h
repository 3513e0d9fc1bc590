//===- ArrayPair.h - Two arrays that a program moves between ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_ARRAYPAIR_H
#define TILED_LAYOUT_TEST_INTEGRATION_ARRAYPAIR_H

#include "RandomArrays.h"

#include "tiled_layout/Layout/Reference.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

namespace mlir::tiled_layout::test {

/// A source whose padding holds junk, so that reading it would show, and a
/// destination full of another junk, so that writing where nothing belongs
/// would show.
class ArrayPair {
public:
  ArrayPair(const ArrayShape &shape, const Layout &sourceLayout,
            const Layout &destLayout)
      : shape(shape), sourceLayout(sourceLayout), destLayout(destLayout),
        sourceContents(reference::getContents(sourceLayout, shape.extents)),
        destContents(reference::getContents(destLayout, shape.extents)),
        destBits(getBits(shape, destLayout)),
        source(sourceContents.size(), getBits(shape, sourceLayout), 0xC3),
        dest(destContents.size(), destBits, 0x5A), untouched(dest) {}

  /// Puts the value of each element where the definition says.
  void fillSource() {
    int64_t valueBits = shape.element->valueBits;
    // Upstream takes the upper bits of a narrow integer to be zero.
    int64_t bits = isUntiled(shape, sourceLayout) ? getBits(shape, sourceLayout)
                                                  : valueBits;
    for (auto [position, id] : llvm::enumerate(sourceContents))
      if (id != reference::padding)
        source.set(position, bits, getValue(id, valueBits));
  }

  /// Calls function `number` of the module with the source and the destination,
  /// each of which begins or ends at an inaccessible page.
  void call(CompiledModule &module, int number, bool linear,
            GuardedBuffer::Side side = GuardedBuffer::Side::End) {
    bool sourceIntact = true;
    bool destIntact =
        dest.callGuarded(destContents.size(), side, [&](void *destData) {
          sourceIntact = source.callGuarded(
              sourceContents.size(), side, [&](void *sourceData) {
                callOn(module, number, linear, sourceData, destData);
              });
        });
    ASSERT_TRUE(sourceIntact && destIntact)
        << "a write outside of " << printType(shape, sourceLayout) << " or "
        << printType(shape, destLayout);
  }

  /// Returns the bits of element `id` in the destination.
  uint64_t getMoved(int64_t id) const {
    return widen(getValue(id, shape.element->valueBits));
  }
  /// Returns a value as an element of the destination.
  uint64_t widen(uint64_t value) const {
    // Upstream takes the upper bits of a narrow integer to be zero.
    return isUntiled(shape, destLayout) ? value
                                        : getWidened(shape, value, destBits);
  }

  /// Compares every position of the destination with what `expected` says of
  /// the element there, or `reference::padding`, and of the bits before the
  /// call; where it says nothing, anything may stand.
  void expect(
      llvm::function_ref<std::optional<uint64_t>(int64_t id, uint64_t before)>
          expected) const {
    for (auto [position, id] : llvm::enumerate(destContents)) {
      std::optional<uint64_t> bits =
          expected(id, untouched.get(position, destBits));
      if (!bits)
        continue;
      ASSERT_EQ(dest.get(position, destBits), *bits)
          << "at position " << position << " of "
          << printType(shape, destLayout) << ", element " << id;
    }
  }

  /// Checks that nothing was written behind the elements, or behind their last
  /// byte.
  void expectNothingBehind(bool wholeBytes = false) const {
    int64_t elements = destContents.size();
    if (wholeBytes)
      elements = llvm::divideCeil(getBytes(elements, destBits) * 8, destBits);
    ASSERT_TRUE(dest.agreesBehind(elements, untouched))
        << "a write behind the end of " << printType(shape, destLayout);
  }

private:
  void callOn(CompiledModule &module, int number, bool linear, void *sourceData,
              void *destData) const {
    Argument sourceArgument(shape, sourceLayout, sourceData, linear);
    Argument destArgument(shape, destLayout, destData, linear);
    std::vector<void *> arguments;
    sourceArgument.append(arguments);
    destArgument.append(arguments);
    module.call(llvm::formatv("f{0}", number).str(), arguments);
  }

  const ArrayShape &shape;
  Layout sourceLayout, destLayout;
  std::vector<int64_t> sourceContents, destContents;
  int64_t destBits;
  Buffer source, dest, untouched;
};

/// Lowers and compiles functions in one module, and calls `run` with the number
/// of each until one fails.
inline void runFunctions(llvm::ArrayRef<std::string> functions, bool linear,
                         llvm::function_ref<void(CompiledModule &, int)> run) {
  std::string source = "module attributes {gpu.container_module} {\n" +
                       llvm::join(functions, "") + "}\n";
  CompiledModule module(
      source, llvm::formatv("convert-tiled-layout-to-affine{{form={0}},"
                            "gpu-kernel-outlining,test-gpu-on-host,"
                            "test-dma-on-host,tiled-layout-to-llvm-pipeline",
                            linear ? "linear" : "expanded")
                  .str());
  ASSERT_TRUE(module) << source;
  for (auto [number, function] : llvm::enumerate(functions)) {
    SCOPED_TRACE(function);
    run(module, number);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_ARRAYPAIR_H
