//===- RandomArrays.h - Arrays of any layout in tests -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the executed tests share: arrays of random layout, shape and element
// type, their buffers, and the arguments that compiled functions take.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RANDOMARRAYS_H
#define TILED_LAYOUT_TEST_INTEGRATION_RANDOMARRAYS_H

#include "../Unit/Layout/RandomLayouts.h"
#include "../Unit/Relayout/GuardedBuffer.h"
#include "CompiledModule.h"

#include "tiled_layout/IR/AffineMaps.h"

namespace mlir::tiled_layout::test {

/// An element type as MLIR spells it, and the element sizes to draw from; 0
/// stands for no `E`.
struct Element {
  llvm::StringLiteral name;
  int64_t valueBits;
  bool isSigned;
  std::vector<int64_t> elementBits;
};

inline const Element elements[] = {
    {"i1", 1, false, {0, 1, 2, 8, 32}}, {"i4", 4, true, {0, 4, 8, 16}},
    {"i8", 8, true, {0, 8, 32}},        {"ui4", 4, false, {0, 4, 16}},
    {"f16", 16, false, {0, 16}},        {"bf16", 16, false, {0, 16, 32}},
    {"f32", 32, false, {0, 64}},        {"i64", 64, true, {0, 64}},
    {"f4E2M1FN", 4, false, {0, 4}},
};

/// What all arrays of a test case have in common.
struct ArrayShape {
  llvm::SmallVector<int64_t> extents;
  /// As in `extents`, with some dimensions dynamic.
  llvm::SmallVector<int64_t> shape;
  const Element *element = nullptr;
  /// Row-major arrays are memrefs without a layout of ours.
  bool untiledRowMajor = false;
};

/// True if the type of an array is a memref without a layout of ours.
inline bool isUntiled(const ArrayShape &test, const Layout &layout) {
  return test.untiledRowMajor && layout.isRowMajor();
}

/// Returns the bits that element number `id` holds. Floats of 16 bits are no
/// NaN: code for x86 makes signalling ones quiet where it takes vectors apart.
inline uint64_t getValue(int64_t id, int64_t valueBits) {
  uint64_t value = (id + 1) * 0x9E3779B97F4A7C15ull;
  value ^= value >> 29;
  if (valueBits == 16)
    return value & 0xBFFF;
  return valueBits == 64 ? value : value & ((1ull << valueBits) - 1);
}

/// A buffer in some layout, read and written bit by bit.
class Buffer {
public:
  Buffer(int64_t elements, int64_t bitsPerElement, uint8_t junk)
      : bitsPerElement(bitsPerElement),
        bytes(getBytes(elements, bitsPerElement) + 64, junk) {}

  /// Calls `function` with the address of the bytes that hold the elements,
  /// between inaccessible pages and against one of them; returns false if bytes
  /// around them have changed.
  bool callGuarded(int64_t elements, GuardedBuffer::Side side,
                   llvm::function_ref<void(void *)> function) {
    size_t size = getBytes(elements, bitsPerElement);
    GuardedBuffer guard(size);
    constexpr uint8_t junk = 0xEB;
    llvm::MutableArrayRef<uint8_t> guarded = guard.get(size, side, junk);
    std::copy_n(bytes.begin(), size, guarded.begin());
    function(guarded.data());
    std::copy_n(guarded.begin(), size, bytes.begin());
    return guard.isIntactAround(guarded, junk);
  }

  uint8_t *data() { return bytes.data(); }

  uint64_t get(int64_t position, int64_t bits) const {
    uint64_t value = 0;
    for (int64_t bit = 0; bit < bits; ++bit) {
      int64_t address = position * bitsPerElement + bit;
      value |= uint64_t(bytes[address / 8] >> (address % 8) & 1) << bit;
    }
    return value;
  }

  void set(int64_t position, int64_t bits, uint64_t value) {
    for (int64_t bit = 0; bit < bits; ++bit) {
      int64_t address = position * bitsPerElement + bit;
      bytes[address / 8] &= ~(1 << (address % 8));
      bytes[address / 8] |= (value >> bit & 1) << (address % 8);
    }
  }

  /// True if all bits behind the elements are those of `other`.
  bool agreesBehind(int64_t elements, const Buffer &other) const {
    for (size_t bit = elements * bitsPerElement; bit < bytes.size() * 8; ++bit)
      if (((bytes[bit / 8] ^ other.bytes[bit / 8]) >> (bit % 8)) & 1)
        return false;
    return true;
  }

private:
  int64_t bitsPerElement;
  /// With a margin, so that a stray write is seen.
  std::vector<uint8_t> bytes;
};

inline std::string printType(const ArrayShape &test, const Layout &layout) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printExtent = [&](int64_t extent) {
    if (extent == kDynamic)
      os << '?';
    else
      os << extent;
  };
  os << "memref<";
  for (int64_t extent : test.shape) {
    printExtent(extent);
    os << 'x';
  }
  os << test.element->name;
  if (isUntiled(test, layout)) {
    os << '>';
    return text;
  }
  os << ", #tiled_layout.layout<" << toString(layout);
  if (layout.hasCombine() || layout.hasExtentEntry()) {
    os << ", bounds = [";
    llvm::interleaveComma(test.shape, os, printExtent);
    os << ']';
  }
  os << ">>";
  return text;
}

/// True if a memref may have this dynamic shape: the map needs no extent that
/// is dynamic (TL18).
inline bool isLegalMemRefShape(const Layout &layout,
                               llvm::ArrayRef<int64_t> shape) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  llvm::SmallVector<int64_t> symbols;
  return getPhysicalMap(layout, shape, &context, &symbols) && symbols.empty();
}

inline int64_t getBits(const ArrayShape &test, const Layout &layout) {
  return layout.elementBits ? layout.elementBits
                            : (test.element->valueBits + 7) / 8 * 8;
}

/// The bits that an element's value takes when it is widened to E.
inline uint64_t getWidened(const ArrayShape &test, uint64_t value,
                           int64_t bits) {
  int64_t valueBits = test.element->valueBits;
  bool isNegative = value >> (valueBits - 1) & 1;
  if (test.element->isSigned && isNegative && valueBits < bits)
    value |= ~0ull << valueBits;
  return bits == 64 ? value : value & ((1ull << bits) - 1);
}

/// True unless the type shows that tail padding adds nothing: the elements of
/// whole tiles are then a multiple of `L`, whatever the run-time extents are.
inline bool mayHaveTail(const ArrayShape &test, const Layout &layout) {
  int64_t known = 1;
  for (int64_t extent : getPhysicalShape(layout, test.shape))
    if (extent != kDynamic)
      known *= extent;
  return known % layout.tailPaddingAlignment != 0;
}

/// What the C interface passes for one memref: its descriptor and extents. The
/// bytes of an element say whether the physical memref is one of bytes.
class Argument {
public:
  Argument(const ArrayShape &test, const Layout &layout, void *data,
           bool linear) {
    int64_t bits = getBits(test, layout);
    int64_t elements = getElements(layout, test.extents);
    llvm::SmallVector<int64_t> shape;
    if (isUntiled(test, layout))
      shape = test.extents;
    else if (bits != test.element->valueBits || bits % 8 != 0)
      shape = {getBytes(elements, bits)};
    else if (linear || mayHaveTail(test, layout))
      shape = {elements};
    else
      shape = getPhysicalShape(layout, test.extents);
    descriptor = std::make_unique<Descriptor>(data, shape);
    address = descriptor->get();
    // The descriptor of an untiled array has them.
    if (isUntiled(test, layout))
      return;
    for (auto [extent, size] : llvm::zip_equal(test.extents, test.shape))
      if (size == kDynamic)
        extents.push_back(extent);
  }

  void append(std::vector<void *> &arguments) {
    arguments.push_back(&address);
    for (int64_t &extent : extents)
      arguments.push_back(&extent);
  }

private:
  std::unique_ptr<Descriptor> descriptor;
  void *address;
  std::vector<int64_t> extents;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RANDOMARRAYS_H
