//===- MorelloRules.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::formatv;

/// Morello keeps dimension numbers and their count in a byte.
static constexpr int64_t maxDim = 255;

//===----------------------------------------------------------------------===//
// One physical dimension
//===----------------------------------------------------------------------===//

static std::optional<std::string> checkNumberAndSize(const MorelloDim &dim) {
  if (dim.dim < 0 || dim.dim > maxDim)
    return formatv("dimension number must be between 0 and {0}, but is {1}",
                   maxDim, dim.dim)
        .str();
  if (dim.isPacked() && dim.size < 2)
    return formatv("size of a pack must be at least 2, but dimension {0} has "
                   "p({1})",
                   dim.dim, dim.size)
        .str();
  if (dim.isOddEven() && (dim.size < 2 || dim.size % 2 != 0))
    return formatv("size of an odd-even strip must be even and at least 2, but "
                   "dimension {0} has oe({1})",
                   dim.dim, dim.size)
        .str();
  return std::nullopt;
}

/// Checks a piece against those of the same logical dimension further out.
static std::optional<std::string>
checkAgainstOuter(const MorelloDim &dim, llvm::ArrayRef<MorelloDim> outer) {
  if (!dim.isDynamic())
    return std::nullopt;
  const MorelloDim *other = llvm::find_if(
      outer, [&](const MorelloDim &o) { return o.dim == dim.dim; });
  if (other == outer.end())
    return std::nullopt;
  if (other->isDynamic())
    return formatv("dimension {0} has two dynamic pieces, but may have one",
                   dim.dim)
        .str();
  return formatv("dynamic piece of dimension {0} lies inside {1}, but must be "
                 "its outermost piece",
                 dim.dim, toString(*other))
      .str();
}

/// Checks a piece against the physical dimension just outside it.
static std::optional<std::string> checkNeighbour(const MorelloDim &outer,
                                                 const MorelloDim &inner) {
  if (outer.dim != inner.dim)
    return std::nullopt;
  if (inner.isPacked() && !outer.isOddEven())
    return formatv("{0} and {1} side by side are one piece of dimension {2}, "
                   "and must be written as one",
                   toString(outer), toString(inner), inner.dim)
        .str();
  if (inner.isOddEven() && outer.isOddEven())
    return formatv("{0} and {1} side by side are refused: Morello does not "
                   "define two odd-even strips of one dimension as neighbours",
                   toString(outer), toString(inner))
        .str();
  return std::nullopt;
}

/// Multiplies the size of a piece into its dimension's volume.
static std::optional<std::string>
checkVolume(const MorelloDim &dim, llvm::SmallVectorImpl<int64_t> &volumes) {
  if (dim.isDynamic())
    return std::nullopt;
  volumes.resize(std::max<size_t>(volumes.size(), dim.dim + 1), 1);
  if (!llvm::MulOverflow(volumes[dim.dim], dim.size, volumes[dim.dim]))
    return std::nullopt;
  return formatv("pieces of dimension {0} cover more than 2^63 - 1 values",
                 dim.dim)
      .str();
}

std::optional<MorelloRefusal>
mlir::tiled_layout::findRefusal(const MorelloLayout &layout) {
  llvm::ArrayRef<MorelloDim> dims = layout.dims;
  if (dims.size() > maxDim)
    return MorelloRefusal{maxDim,
                          formatv("layout must have at most {0} physical "
                                  "dimensions, but has {1}",
                                  maxDim, dims.size())
                              .str()};
  llvm::SmallVector<int64_t> volumes;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    std::optional<std::string> message = checkNumberAndSize(dim);
    if (!message)
      message = checkAgainstOuter(dim, dims.take_front(i));
    if (!message && i > 0)
      message = checkNeighbour(dims[i - 1], dim);
    if (!message)
      message = checkVolume(dim, volumes);
    if (message)
      return MorelloRefusal{i, *message};
  }
  return std::nullopt;
}

std::optional<std::string>
mlir::tiled_layout::checkMorello(const MorelloLayout &layout) {
  if (std::optional<MorelloRefusal> refusal = findRefusal(layout))
    return refusal->message;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The layout on a shape
//===----------------------------------------------------------------------===//

namespace {

/// Gives each physical dimension its extent, innermost first. What is left of
/// a logical dimension is `kDynamic` where its extent is.
class Expansion {
public:
  Expansion(const MorelloLayout &layout, llvm::ArrayRef<int64_t> extents)
      : layout(layout), extents(extents), rest(extents),
        shrunk(extents.size(), nullptr), sizes(layout.dims.size(), kDynamic) {}

  /// Fills `sizes`; returns why the layout does not apply, or nothing.
  std::optional<std::string> run();

  llvm::SmallVector<int64_t> takeSizes() { return std::move(sizes); }

private:
  std::optional<std::string> checkExtents() const;
  std::optional<std::string> takePiece(size_t physicalDim);
  std::optional<std::string> shrink(const MorelloDim &dim);
  std::optional<std::string> checkCovered() const;
  bool hasSizedPieceOutside(size_t physicalDim) const;

  const MorelloLayout &layout;
  llvm::ArrayRef<int64_t> extents;
  llvm::SmallVector<int64_t> rest;
  /// The piece of each logical dimension that has shrunk.
  llvm::SmallVector<const MorelloDim *> shrunk;
  llvm::SmallVector<int64_t> sizes;
};

} // namespace

std::optional<std::string> Expansion::run() {
  if (auto message = checkExtents())
    return message;
  for (size_t i = layout.dims.size(); i > 0; --i)
    if (auto message = takePiece(i - 1))
      return message;
  return checkCovered();
}

std::optional<std::string> Expansion::checkExtents() const {
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent < 1 && extent != kDynamic)
      return formatv("size of dimension {0} must be at least 1 in a Morello "
                     "layout, but is {1}",
                     dim, extent)
          .str();
  for (const MorelloDim &dim : layout.dims)
    if (dim.dim >= static_cast<int64_t>(extents.size()))
      return formatv("layout {0} names dimension {1}, but the array has {2} "
                     "dimension{3}",
                     toString(layout), dim.dim, extents.size(),
                     extents.size() == 1 ? "" : "s")
          .str();
  return std::nullopt;
}

bool Expansion::hasSizedPieceOutside(size_t physicalDim) const {
  int64_t dim = layout.dims[physicalDim].dim;
  return llvm::any_of(llvm::ArrayRef(layout.dims).take_front(physicalDim),
                      [&](const MorelloDim &outer) {
                        return outer.dim == dim && !outer.isDynamic();
                      });
}

std::optional<std::string> Expansion::takePiece(size_t physicalDim) {
  const MorelloDim &dim = layout.dims[physicalDim];
  int64_t &left = rest[dim.dim];
  int64_t &size = sizes[physicalDim];
  if (dim.isDynamic()) {
    size = left;
    left = 1;
    return std::nullopt;
  }
  if (left == kDynamic) {
    // A piece that shrinks leaves 1, and a sized piece outside it would have
    // to shrink as well; so only the outermost sized piece is not known.
    if (hasSizedPieceOutside(physicalDim))
      size = dim.size;
    return std::nullopt;
  }
  if (left < dim.size) {
    if (auto message = shrink(dim))
      return message;
    size = left;
    left = 1;
    return std::nullopt;
  }
  if (left % dim.size != 0)
    return formatv("{0} does not divide {1}, which is left of size {2} of "
                   "dimension {3}",
                   toString(dim), left, extents[dim.dim], dim.dim)
        .str();
  size = dim.size;
  left /= dim.size;
  return std::nullopt;
}

/// Records that a piece is larger than what is left of its dimension.
std::optional<std::string> Expansion::shrink(const MorelloDim &dim) {
  int64_t left = rest[dim.dim];
  if (dim.isOddEven() && left != 1)
    return formatv("{0} needs whole strips, but only {1} is left of size {2} "
                   "of dimension {3}",
                   toString(dim), left, extents[dim.dim], dim.dim)
        .str();
  if (const MorelloDim *first = shrunk[dim.dim])
    return formatv("{0} would shrink to {1}, but {2} has shrunk already, and "
                   "only one piece of dimension {3} (size {4}) may",
                   toString(dim), left, toString(*first), dim.dim,
                   extents[dim.dim])
        .str();
  shrunk[dim.dim] = &dim;
  return std::nullopt;
}

std::optional<std::string> Expansion::checkCovered() const {
  for (auto [dim, left] : llvm::enumerate(rest))
    if (left != 1 && left != kDynamic)
      return formatv("layout {0} covers {1} of size {2} of dimension {3}",
                     toString(layout), extents[dim] / left, extents[dim], dim)
          .str();
  return std::nullopt;
}

std::optional<std::string>
mlir::tiled_layout::checkMorelloOnShape(const MorelloLayout &layout,
                                        llvm::ArrayRef<int64_t> extents) {
  return Expansion(layout, extents).run();
}

llvm::SmallVector<int64_t>
mlir::tiled_layout::getMorelloPhysicalShape(const MorelloLayout &layout,
                                            llvm::ArrayRef<int64_t> extents) {
  Expansion expansion(layout, extents);
  [[maybe_unused]] std::optional<std::string> message = expansion.run();
  assert(!message && "the layout does not apply to the shape");
  return expansion.takeSizes();
}
