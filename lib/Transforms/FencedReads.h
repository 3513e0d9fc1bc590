//===- FencedReads.h - Reads of memory stay before writes -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_FENCEDREADS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_FENCEDREADS_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Keeps rewrites of tensors from moving reads of memory over what writes or
/// frees it.
///
/// Example: `%u` is computed from `bufferization.to_tensor %m`, a store to
/// `%m` follows, and then a relayout of `%u`. Remade where the relayout is, the
/// operation would read what was stored. As long as this object lives, what
/// follows the store uses the result of an `scf.execute_region` that yields
/// `%u`, which no rewrite looks through. Functions without such tensors stay as
/// they are.
class FencedReads {
public:
  explicit FencedReads(Operation *root);
  ~FencedReads();

  FencedReads(const FencedReads &) = delete;
  FencedReads &operator=(const FencedReads &) = delete;

private:
  Operation *root;
  bool hasFences = false;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_FENCEDREADS_H
