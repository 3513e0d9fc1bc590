//===- Liveness.h - How much lives at once ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_LIVENESS_H
#define TILED_LAYOUT_PROFILE_LIVENESS_H

#include "tiled_layout/Profile/Profile.h"

namespace mlir::tiled_layout {

struct LiveBuffer {
  InstructionName name;
  const ArrayType *array;
};

/// The moment of a program at which most bytes live.
struct Peak {
  int64_t bytes = 0;
  /// The instruction that runs then, in the innermost computation.
  InstructionName at;
  /// What lives then, largest first, then by name.
  std::vector<LiveBuffer> buffers;
};

/// Returns the peak of padded bytes if instructions run in the order of the
/// text: `std::nullopt` if the module does not say that it is scheduled.
///
/// A buffer lives from the instruction that makes it (of an asynchronous
/// operation: that starts it) to the last one that uses it; parameters of the
/// entry live all the time. Loops work on the buffers of their operand. This is
/// an upper bound: a compiler may let buffers share memory.
std::optional<Peak> getPeak(const Program &program);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_LIVENESS_H
