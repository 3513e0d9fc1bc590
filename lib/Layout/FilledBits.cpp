//===- FilledBits.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is read as a string of bits, 1 where an element is. The physical
// coordinates are digits of the logical indices, and a coordinate is padding
// if some index, or some digit that a later level has cut again, reaches its
// bound. Such a comparison of digits with a bound only depends on whether each
// digit is below, at or above that of the bound. So the string has few
// different parts, each repeated many times, and its fingerprint (a polynomial
// in the bits) takes one step a part.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/FilledBits.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Tiling.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

namespace {

/// A number modulo 2^61 - 1.
struct Residue {
  static constexpr uint64_t prime = (uint64_t(1) << 61) - 1;
  uint64_t value = 0;

  Residue operator+(Residue other) const {
    return {(value + other.value) % prime};
  }
  Residue operator*(Residue other) const {
    return {static_cast<uint64_t>(static_cast<unsigned __int128>(value) *
                                  other.value % prime)};
  }
  bool operator==(Residue other) const { return value == other.value; }
};

/// A string of bits: its polynomial at two points, and those points to the
/// power of its length.
struct Fingerprint {
  Residue value[2] = {{0}, {0}};
  Residue power[2] = {{1}, {1}};

  static Fingerprint getBit(bool bit) {
    Fingerprint result;
    // Two arbitrary points.
    uint64_t points[2] = {0x0A5B3C17D29E4F61, 0x113D9F27B64C8E05};
    for (int i : {0, 1}) {
      result.value[i] = {bit ? uint64_t(1) : 0};
      result.power[i] = {points[i] % Residue::prime};
    }
    return result;
  }

  /// The string followed by another one.
  Fingerprint operator+(const Fingerprint &next) const {
    Fingerprint result;
    for (int i : {0, 1}) {
      result.value[i] = value[i] * next.power[i] + next.value[i];
      result.power[i] = power[i] * next.power[i];
    }
    return result;
  }

  /// The string that many times.
  Fingerprint repeat(unsigned __int128 times) const {
    Fingerprint result, doubled = *this;
    for (; times > 0; times >>= 1) {
      if (times & 1)
        result = result + doubled;
      doubled = doubled + doubled;
    }
    return result;
  }

  bool operator==(const Fingerprint &other) const {
    return value[0] == other.value[0] && value[1] == other.value[1] &&
           power[0] == other.power[0] && power[1] == other.power[1];
  }
};

//===----------------------------------------------------------------------===//
// Digits and bounds
//===----------------------------------------------------------------------===//

/// An index or a digit of one. `outer` and `inner` are set once a tile has cut
/// it; its value is outer * size + inner.
struct Node {
  int64_t extent;
  int64_t size = 0;
  size_t outer = 0, inner = 0;
};

/// Cuts nodes; an axis is the number of one. Nodes of cut dimensions cannot be
/// merged again.
struct NodeDomain {
  using Axis = size_t;

  Axis add(int64_t extent) {
    nodes.push_back({extent});
    return nodes.size() - 1;
  }
  Axis one() { return add(1); }

  Axis merge(Axis major, Axis minor) {
    for (Axis axis : {major, minor})
      hasMergedDigits |= isDigit.count(axis) && nodes[axis].extent != 1;
    return add(nodes[major].extent * nodes[minor].extent);
  }

  std::pair<Axis, Axis> split(Axis axis, TileEntry entry) {
    int64_t extent = nodes[axis].extent;
    int64_t size = getTileSize(entry, extent);
    Axis outer = add(ceilDivide(extent, size)), inner = add(size);
    nodes[axis].size = size;
    nodes[axis].outer = outer;
    nodes[axis].inner = inner;
    isDigit.insert({outer, inner});
    return {outer, inner};
  }

  std::vector<Node> nodes;
  std::set<size_t> isDigit;
  bool hasMergedDigits = false;
};

/// A node whose parts can reach its extent: the leaves below it, most
/// significant first, with the digits of the largest value that is no padding.
struct Bound {
  SmallVector<size_t> leaves;
  SmallVector<int64_t> digits;
};

/// The string of a buffer as a recursion over the physical axes.
class BufferString {
public:
  BufferString(NodeDomain &domain, ArrayRef<size_t> axes)
      : nodes(domain.nodes), axes(axes) {
    for (size_t node = 0; node < nodes.size(); ++node)
      if (nodes[node].size && nodes[node].extent % nodes[node].size != 0)
        addBound(node);
  }

  Fingerprint get(int64_t bits) {
    filled = Fingerprint::getBit(true).repeat(bits);
    empty = Fingerprint::getBit(false).repeat(bits);
    lengths.assign(axes.size() + 1, 1);
    for (size_t k = axes.size(); k > 0; --k)
      lengths[k - 1] = lengths[k] * static_cast<unsigned __int128>(
                                        nodes[axes[k - 1]].extent);
    return get(0, std::vector<signed char>(getStateSize(), unknown));
  }

private:
  static constexpr signed char unknown = 2;

  void collect(size_t node, int64_t value, Bound &bound) {
    if (!nodes[node].size) {
      // A digit that is always 0 may have merged into another axis.
      if (nodes[node].extent == 1)
        return;
      bound.leaves.push_back(node);
      bound.digits.push_back(value);
      return;
    }
    collect(nodes[node].outer, value / nodes[node].size, bound);
    collect(nodes[node].inner, value % nodes[node].size, bound);
  }

  void addBound(size_t node) {
    Bound bound;
    collect(node, nodes[node].extent - 1, bound);
    bounds.push_back(std::move(bound));
  }

  size_t getStateSize() const {
    size_t size = 0;
    for (const Bound &bound : bounds)
      size += bound.leaves.size();
    return size;
  }

  /// Compares the value of a leaf with the digit of each bound. The state holds
  /// one entry per bound and leaf: below (-1), at (0), above (1) or unknown.
  void assign(std::vector<signed char> &state, size_t leaf,
              int64_t value) const {
    size_t entry = 0;
    for (const Bound &bound : bounds)
      for (auto [other, digit] : llvm::zip_equal(bound.leaves, bound.digits)) {
        if (other == leaf)
          state[entry] = value < digit ? -1 : value > digit;
        ++entry;
      }
  }

  /// Forgets what no longer matters, so that equal parts have equal states.
  /// Returns false if a bound is broken for certain.
  bool reduce(std::vector<signed char> &state) const {
    size_t begin = 0;
    for (const Bound &bound : bounds) {
      size_t size = bound.leaves.size();
      signed char *first = state.data() + begin, *last = first + size;
      signed char *decisive =
          std::find_if(first, last, [](signed char c) { return c != 0; });
      if (decisive != last && *decisive == 1)
        return false;
      // Below: whatever follows is within the bound.
      if (decisive != last && *decisive == -1)
        std::fill(decisive, last, -1);
      begin += size;
    }
    return true;
  }

  /// Returns the string of the axes from `k` on.
  Fingerprint get(size_t k, std::vector<signed char> state) {
    if (!reduce(state))
      return empty.repeat(lengths[k]);
    if (k == axes.size())
      return filled;
    auto key = std::make_pair(k, state);
    if (auto it = known.find(key); it != known.end())
      return it->second;

    // Values that compare alike with all bounds have the same string.
    int64_t extent = nodes[axes[k]].extent;
    std::set<int64_t> cuts = {0, extent};
    for (const Bound &bound : bounds)
      for (auto [leaf, digit] : llvm::zip_equal(bound.leaves, bound.digits))
        if (leaf == axes[k])
          for (int64_t cut : {digit, digit + 1})
            if (cut < extent)
              cuts.insert(cut);
    Fingerprint result;
    for (auto it = cuts.begin(); std::next(it) != cuts.end(); ++it) {
      std::vector<signed char> next = state;
      assign(next, axes[k], *it);
      result =
          result + get(k + 1, std::move(next)).repeat(*std::next(it) - *it);
    }
    return known.try_emplace(std::move(key), result).first->second;
  }

  ArrayRef<Node> nodes;
  ArrayRef<size_t> axes;
  std::vector<Bound> bounds;
  Fingerprint filled, empty;
  std::vector<unsigned __int128> lengths;
  std::map<std::pair<size_t, std::vector<signed char>>, Fingerprint> known;
};

} // namespace

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Elements that are looked at one by one where no recursion serves.
static constexpr int64_t maxElements = 1 << 24;

/// Returns the fingerprint of a buffer, padded to whole bytes.
static std::optional<Fingerprint> getFingerprint(const Shape &shape) {
  Layout layout = shape.getLayout();
  SmallVector<int64_t, 6> extents = shape.extents();
  int64_t bits = getBitsPerElement(layout, shape.elementType);
  int64_t elements = getElements(layout, extents);
  unsigned __int128 bufferBits =
      static_cast<unsigned __int128>(getBytes(shape)) * 8;

  NodeDomain domain;
  SmallVector<size_t> logical;
  for (int64_t extent : extents)
    logical.push_back(domain.add(extent));
  SmallVector<size_t> axes = applyLayout<NodeDomain>(layout, logical, domain);

  Fingerprint result;
  unsigned __int128 length = bits;
  if (!domain.hasMergedDigits) {
    result = BufferString(domain, axes).get(bits);
    for (size_t axis : axes)
      length *= domain.nodes[axis].extent;
  } else if (elements <= maxElements) {
    Placement placement(layout, extents);
    Fingerprint bit[2] = {Fingerprint::getBit(false).repeat(bits),
                          Fingerprint::getBit(true).repeat(bits)};
    for (int64_t position = 0; position < elements; ++position)
      result = result + bit[placement.getIndex(position).has_value()];
    length *= elements;
  } else {
    return std::nullopt;
  }
  return result + Fingerprint::getBit(false).repeat(bufferBits - length);
}

std::optional<bool> mlir::tiled_layout::fillSameBits(const Shape &a,
                                                     const Shape &b) {
  if (getBytes(a) != getBytes(b))
    return false;
  auto isEmpty = [](const Shape &shape) {
    return llvm::is_contained(shape.extents(), 0);
  };
  if (isEmpty(a) || isEmpty(b))
    return isEmpty(a) && isEmpty(b);
  std::optional<Fingerprint> first = getFingerprint(a);
  std::optional<Fingerprint> second = getFingerprint(b);
  if (!first || !second)
    return std::nullopt;
  return *first == *second;
}
