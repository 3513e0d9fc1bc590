//===- Suite.h - Structured operations to be timed --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_SUITE_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_SUITE_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::tiled_layout::bench {

/// What the rate of a case is compared with.
enum class PeakKind { None, Fma, DotBF16, DotU8S8, Read, Products };

/// One `linalg` operation, as a user writes it, or a program.
struct SuiteCase {
  /// The suite and the table of docs/StructuredSpeed.md that it belongs to.
  std::string suite, table;
  std::string name;
  /// A module, and which of its functions on memrefs is timed; empty where the
  /// case is one operation.
  std::string program, function;
  /// What stands in front of `ins`, and what stands behind `outs`.
  std::string prefix, suffix;
  /// The shape and layout of each operand; the last is the output. One without
  /// a layout is a plain memref or tensor.
  std::vector<Shape> operands;
  /// The program's extents are `?`.
  bool isDynamic = false;
  /// The program is on tensors.
  bool isOnTensors = false;
  /// Options of `tiled-layout-to-llvm-pipeline`.
  std::string options;
  PeakKind peak = PeakKind::None;
  /// The share of the peak, and the multiple of upstream's time, that is aimed
  /// at; 0 if none is.
  double peakBar = 0, timeBar = 0;
  /// The multiple of the time of our own program on row-major arrays that is
  /// aimed at; 0 if that program does not run.
  double rowMajorBar = 0;

  std::string getFullName() const { return suite + ": " + table + ": " + name; }
  /// Returns the program in MLIR, with layouts or without.
  std::string getProgram(bool tiled, bool dynamic) const;
};

/// Parses the text of a suite. Fails with the name of the file, the line, and
/// what is wrong in it.
///
/// A line `table TITLE` begins a table, `#` a comment. Every other line is a
/// case of three or four parts that ` | ` separates: a name; the operation, in
/// which `...` stands for its operands unless they come last; the operands'
/// shapes, `->` and the output's; and words: `dynamic`, `tensors`, `peak=fma`,
/// `peak=bf16-dot`, `peak=u8-dot`, `peak=read`, `bar=0.9` of that peak,
/// `time=1.05` of upstream's, `row-major=1.05` of our own program on row-major
/// arrays, `option:reassoc=true` for the pipeline.
///
/// Example: `matmul 512 | linalg.matmul | f32[512,512]{1,0:T(8,128)}
/// f32[512,512] -> f32[512,512] | peak=fma bar=0.9`.
llvm::Expected<std::vector<SuiteCase>>
parseSuite(llvm::StringRef text, llvm::StringRef suite, llvm::StringRef file);

/// Returns the suites that are part of the program, or the one of a name, or
/// that of a file, or the functions of a file whose name ends in `.mlir`.
llvm::Expected<std::vector<SuiteCase>> getSuites(llvm::StringRef nameOrFile);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_SUITE_H
