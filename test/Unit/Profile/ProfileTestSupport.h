//===- ProfileTestSupport.h - Programs from text ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_PROFILE_PROFILETESTSUPPORT_H
#define TILED_LAYOUT_TEST_UNIT_PROFILE_PROFILETESTSUPPORT_H

#include "tiled_layout/Profile/CallGraph.h"
#include "tiled_layout/Profile/HloReader.h"
#include "tiled_layout/Profile/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace mlir::tiled_layout::test {

/// Reads the only module of a text.
inline Program readHlo(llvm::StringRef text) {
  TextWindow window(text);
  HloReader reader(window);
  std::optional<Program> program = llvm::cantFail(reader.readModule());
  EXPECT_TRUE(program);
  EXPECT_FALSE(llvm::cantFail(reader.readModule()));
  return program ? std::move(*program) : Program();
}

/// Reads instructions as the body of the entry.
inline Program readEntry(llvm::StringRef instructions) {
  return readHlo(
      ("HloModule m\n\nENTRY main {\n" + instructions + "\n}\n").str());
}

inline std::vector<int64_t> getSkippedLines(const Program &program) {
  std::vector<int64_t> lines;
  for (const SkippedLine &skipped : program.skippedLines)
    lines.push_back(skipped.line);
  return lines;
}

inline std::vector<std::string> getNames(const Computation &computation) {
  std::vector<std::string> names;
  for (const Instruction &instruction : computation.instructions)
    names.push_back(instruction.name.str());
  return names;
}

inline const Computation &getComputation(const Program &program,
                                         llvm::StringRef name) {
  for (const Computation &computation : program.computations)
    if (computation.name == name)
      return computation;
  ADD_FAILURE() << "no computation " << name.str();
  return program.computations.front();
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_PROFILE_PROFILETESTSUPPORT_H
