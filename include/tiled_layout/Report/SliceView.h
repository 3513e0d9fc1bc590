//===- SliceView.h - What a slice of an array covers in memory --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_SLICEVIEW_H
#define TILED_LAYOUT_REPORT_SLICEVIEW_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::tiled_layout {

/// The indices `begin`, `begin + step`, ... below `end` of a dimension.
struct SliceRange {
  int64_t begin = 0, end = 0, step = 1;
};

/// One loop of a descriptor: `count` times, `stride` bits apart.
struct DescriptorLoop {
  int64_t count;
  int64_t strideBits;
};

/// A slice as it lies in memory.
struct SliceView {
  std::string shape;
  llvm::SmallVector<SliceRange> ranges;
  int64_t elements = 0;
  int64_t bitsPerElement = 0;
  /// Runs of consecutive positions, and their shortest and longest length.
  int64_t runs = 0;
  int64_t shortestRun = 0, longestRun = 0;
  /// The first position and how many positions from there to the last.
  int64_t firstPosition = 0, span = 0;
  /// Words of `wordBytes` that also hold elements outside of the slice.
  int64_t wordBytes = 0;
  int64_t sharedWords = 0;
  /// The loops that visit the slice in the order of memory, innermost first;
  /// the first one is a run. Empty if no loops with constant strides do.
  llvm::SmallVector<DescriptorLoop> descriptor;

  bool isContiguous() const { return runs == 1; }
  /// True if `maxDescriptorLoops` loops suffice.
  bool fitsDescriptor() const;
};

/// Dimensions of the descriptors that DMA engines have.
inline constexpr size_t maxDescriptorLoops = 5;
/// The largest slice that is looked at.
inline constexpr int64_t maxSliceElements = 1 << 22;

/// Parses ranges such as `0:8,128:256` or `:,3,0:64:2`: for each dimension
/// `begin:end[:step]`, one index, or `:` for all, as in Python. `extents` are
/// those of the array. Fails with the dimension, the value and the bound.
llvm::Expected<llvm::SmallVector<SliceRange>>
parseSlice(llvm::StringRef text, llvm::ArrayRef<int64_t> extents);

/// Looks at the elements of a slice of a static shape. Fails if the slice has
/// no elements or more than `maxSliceElements`.
///
/// Example: `[0:8,128:256]` of `f32[20,300]{1,0:T(8,128)}` is one run of 4096
/// bytes; `[0:4,128:256]` too, since its rows follow each other in the tile.
llvm::Expected<SliceView> getSliceView(const Shape &shape,
                                       llvm::ArrayRef<SliceRange> ranges,
                                       int64_t wordBytes);

/// Prints a slice as lines of text.
void printSliceView(llvm::raw_ostream &os, const SliceView &view);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_SLICEVIEW_H
