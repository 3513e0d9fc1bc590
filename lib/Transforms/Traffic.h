//===- Traffic.h - How much do relayouts move? ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_TRAFFIC_H
#define TILED_LAYOUT_LIB_TRANSFORMS_TRAFFIC_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// The bytes that data movements read and write, padding included: a number
/// for arrays of static shape, and bits per element for each shape and layout
/// of which some extent is known at run time only.
class Traffic {
public:
  /// Adds the reading or writing of one array, `times` times.
  void add(RankedTensorType type, int64_t times = 1);
  void add(const Traffic &other);

  /// True if these bytes are fewer than the others, whatever the extents are.
  bool isLessThan(const Traffic &other) const;

  /// The bytes of static shapes, at most 2^64 - 1.
  uint64_t getStaticBytes() const { return staticBytes; }
  bool hasDynamic() const { return !dynamic.empty(); }

private:
  /// Bits per element of all arrays of one shape and layout.
  struct Dynamic {
    SmallVector<int64_t> shape;
    Attribute encoding;
    uint64_t bits;
  };

  uint64_t getBits(const Dynamic &array) const;
  void addDynamic(ArrayRef<int64_t> shape, Attribute encoding, uint64_t bits);

  uint64_t staticBytes = 0;
  SmallVector<Dynamic, 2> dynamic;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_TRAFFIC_H
