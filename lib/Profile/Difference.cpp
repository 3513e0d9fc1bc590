//===- Difference.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Difference.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace mlir::tiled_layout;

static void keepChanges(std::vector<Change> &changes) {
  llvm::erase_if(changes, [](const Change &c) { return c.getGrowth() == 0; });
  llvm::sort(changes, [](const Change &a, const Change &b) {
    int64_t sizeA = std::abs(a.getGrowth()), sizeB = std::abs(b.getGrowth());
    return std::tie(sizeB, a.what, a.name) < std::tie(sizeA, b.what, b.name);
  });
}

static std::vector<Change> comparePadding(const Profile &before,
                                          const Profile &after) {
  std::map<std::string, Change> byShape;
  auto add = [&](const Profile &profile, int64_t Change::*bytes) {
    for (const PaddedShape &shape : profile.padding) {
      Change &change = byShape[shape.array->text];
      change.what = shape.array->text;
      change.*bytes = shape.getWaste();
      if (!shape.instructions.empty())
        change.name = toString(shape.instructions.front());
    }
  };
  add(before, &Change::before);
  add(after, &Change::after);
  std::vector<Change> changes;
  for (auto &[text, change] : byShape)
    changes.push_back(std::move(change));
  return changes;
}

/// Returns what a relayout does, without its name.
static std::string describe(const Move &move) {
  return (move.opcode + " " + move.from->text + " to " + move.to->text).str();
}

static std::vector<Change> compareRelayouts(const Profile &before,
                                            const Profile &after) {
  // By what they do; those of one name first.
  std::map<std::string, std::vector<const Move *>> earlier;
  for (const Move &move : before.moves)
    if (move.isRelayout() && !move.isFused)
      earlier[describe(move)].push_back(&move);
  std::vector<Change> changes;
  std::vector<const Move *> unmatched;
  auto take = [&](const Move &move, bool byName) {
    std::vector<const Move *> &candidates = earlier[describe(move)];
    auto it = llvm::find_if(candidates, [&](const Move *other) {
      return !byName || toString(other->name) == toString(move.name);
    });
    if (it == candidates.end())
      return false;
    changes.push_back({describe(move), toString(move.name),
                       (*it)->weightedBytes, move.weightedBytes});
    candidates.erase(it);
    return true;
  };
  for (const Move &move : after.moves)
    if (move.isRelayout() && !move.isFused && !take(move, /*byName=*/true))
      unmatched.push_back(&move);
  for (const Move *move : unmatched)
    if (!take(*move, /*byName=*/false))
      changes.push_back(
          {describe(*move), toString(move->name), 0, move->weightedBytes});
  for (auto &[what, moves] : earlier)
    for (const Move *move : moves)
      changes.push_back({what, toString(move->name), move->weightedBytes, 0});
  return changes;
}

Difference mlir::tiled_layout::getDifference(const Profile &before,
                                             const Profile &after) {
  Difference difference;
  difference.buffersBefore = before.buffers;
  difference.buffersAfter = after.buffers;
  difference.relayoutsBefore = before.relayouts;
  difference.relayoutsAfter = after.relayouts;
  difference.padding = comparePadding(before, after);
  difference.relayouts = compareRelayouts(before, after);
  keepChanges(difference.padding);
  keepChanges(difference.relayouts);
  return difference;
}
