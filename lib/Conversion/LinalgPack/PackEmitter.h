//===- PackEmitter.h - Emitting chains of packs -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LINALGPACK_PACKEMITTER_H
#define TILED_LAYOUT_LIB_CONVERSION_LINALGPACK_PACKEMITTER_H

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Interop/Packs.h"

namespace mlir::tiled_layout {

/// Emits the packs and unpacks between tensors without layouts and what stands
/// for tensors with a layout.
class PackEmitter {
public:
  /// `extents` are the logical ones. Requires that the layout of `tiled` is a
  /// chain of packs.
  PackEmitter(OpBuilder &builder, Location loc, RankedTensorType tiled,
              ArrayRef<OpFoldResult> extents);

  /// Packs a tensor; its padding becomes `padding`, or undefined if null.
  Value pack(Value plain, Value padding);

  /// Unpacks a tensor into `dest`, or into an empty tensor if null.
  Value unpack(Value packed, Value dest);

  /// Returns an empty packed tensor.
  Value createEmpty();

  /// Views the flat array as a packed tensor.
  Value expandFlat(Value flat);

private:
  Value reshape(Value value, const PackStep &step);
  Value undoReshape(Value value, const PackStep &step,
                    ArrayRef<OpFoldResult> extents);
  Value createEmpty(ArrayRef<OpFoldResult> extents);

  OpBuilder &builder;
  Location loc;
  Type elementType;
  PackChain chain;
  /// The extents before each step, between its reshape and its pack, and in the
  /// end.
  SmallVector<SmallVector<OpFoldResult>> before, reshaped;
  SmallVector<OpFoldResult> packedExtents;
};

/// Returns the chain of packs of a tensor type with a layout, or the reason why
/// there is none.
llvm::Expected<PackChain> getPackChain(RankedTensorType tiled);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LINALGPACK_PACKEMITTER_H
