//===- TextReport.h - A profile for people ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_TEXTREPORT_H
#define TILED_LAYOUT_PROFILE_TEXTREPORT_H

#include "tiled_layout/Profile/Boundary.h"
#include "tiled_layout/Profile/Difference.h"
#include "tiled_layout/Profile/Liveness.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace mlir::tiled_layout {

/// All that is known of one program. Names refer to the program.
struct Analysis {
  explicit Analysis(Program program);

  std::unique_ptr<Program> program;
  Profile profile;
  std::optional<Peak> peak;
  std::vector<BoundaryArray> boundary;

  /// True if the input has instructions that use arrays. A list of shapes and
  /// a message about memory have none: they say nothing of the boundary, and
  /// of relayouts only those that a label shows.
  bool hasBody() const { return program->hasBody && profile.instructions > 0; }
  /// True if relayouts were counted, be it none.
  bool knowsRelayouts() const { return hasBody() || !profile.moves.empty(); }
};

struct ReportOptions {
  /// Entries of a list that are shown.
  size_t top = 10;
  /// Bytes per second of predicted times; 0 for none.
  double bandwidth = 0;
};

/// Prints the sections totals, padding, relayouts and boundary.
void printReport(llvm::raw_ostream &os, const Analysis &analysis,
                 const ReportOptions &options);

/// Prints what changed from an earlier profile.
void printDifference(llvm::raw_ostream &os, const Difference &difference,
                     const ReportOptions &options);

/// Returns bytes with a decimal unit and about three digits: `1.35 MB`.
std::string formatBytes(int64_t bytes);
/// Returns a part of a whole: `12.5 %`; `0 %` if the whole is 0.
std::string formatShare(int64_t part, int64_t whole);
/// Returns a number with commas: `31,855`.
std::string formatCount(int64_t count);

/// Returns the number and the noun, in the plural but for 1: `2 views`.
std::string formatCount(int64_t count, llvm::StringRef noun);
/// Returns the time that bytes take: `1.20 ms`.
std::string formatTime(int64_t bytes, double bandwidth);
/// What a report says of the relayouts or the boundary of a program without a
/// body.
inline constexpr llvm::StringLiteral notKnown =
    "not known: the input has no instructions that use arrays";
/// Returns why a move is in its class, for people.
std::string explainClass(const Move &move);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_TEXTREPORT_H
