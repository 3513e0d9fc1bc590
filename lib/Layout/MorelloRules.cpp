//===- MorelloRules.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloRules.h"
#include "Refuse.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::Error;

/// Morello keeps dimension numbers and their count in a byte.
static constexpr int64_t maxDim = 255;

//===----------------------------------------------------------------------===//
// One physical dimension
//===----------------------------------------------------------------------===//

static Error checkNumberAndSize(const MorelloDim &dim) {
  if (dim.dim < 0 || dim.dim > maxDim)
    return refuse("dimension number must be between 0 and {0}, but is {1}",
                  maxDim, dim.dim);
  if (dim.isPacked() && dim.size < 2)
    return refuse("size of a pack must be at least 2, but dimension {0} has "
                  "p({1})",
                  dim.dim, dim.size);
  if (dim.isOddEven() && (dim.size < 2 || dim.size % 2 != 0))
    return refuse("size of an odd-even strip must be even and at least 2, but "
                  "dimension {0} has oe({1})",
                  dim.dim, dim.size);
  return Error::success();
}

/// Checks a piece against those of the same logical dimension further out.
static Error checkAgainstOuter(const MorelloDim &dim,
                               llvm::ArrayRef<MorelloDim> outer) {
  if (!dim.isDynamic())
    return Error::success();
  const MorelloDim *other = llvm::find_if(
      outer, [&](const MorelloDim &o) { return o.dim == dim.dim; });
  if (other == outer.end())
    return Error::success();
  if (other->isDynamic())
    return refuse("dimension {0} has two dynamic pieces, but may have one",
                  dim.dim);
  return refuse("dynamic piece of dimension {0} lies inside {1}, but must be "
                "its outermost piece",
                dim.dim, toString(*other));
}

/// Checks a piece against the physical dimension just outside it.
static Error checkAdjacentPair(const MorelloDim &outer,
                               const MorelloDim &inner) {
  if (outer.dim != inner.dim)
    return Error::success();
  if (inner.isPacked() && !outer.isOddEven())
    return refuse("{0} and {1} side by side are one piece of dimension {2}, "
                  "and must be written as one",
                  toString(outer), toString(inner), inner.dim);
  if (inner.isOddEven() && outer.isOddEven())
    return refuse("{0} and {1} side by side are refused: Morello does not "
                  "define two odd-even strips of one dimension as neighbours",
                  toString(outer), toString(inner));
  return Error::success();
}

/// Multiplies the size of a piece into its dimension's volume.
static Error checkVolume(const MorelloDim &dim,
                         llvm::SmallVectorImpl<int64_t> &volumes) {
  if (dim.isDynamic())
    return Error::success();
  volumes.resize(std::max<size_t>(volumes.size(), dim.dim + 1), 1);
  if (!llvm::MulOverflow(volumes[dim.dim], dim.size, volumes[dim.dim]))
    return Error::success();
  return refuse("pieces of dimension {0} cover more than 2^63 - 1 values",
                dim.dim);
}

std::optional<MorelloRefusal>
mlir::tiled_layout::findRefusal(const MorelloLayout &layout) {
  llvm::ArrayRef<MorelloDim> dims = layout.dims;
  if (dims.size() > maxDim)
    return MorelloRefusal{maxDim,
                          llvm::formatv("layout must have at most {0} physical "
                                        "dimensions, but has {1}",
                                        maxDim, dims.size())};
  llvm::SmallVector<int64_t> volumes;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    Error error = checkNumberAndSize(dim);
    if (!error)
      error = checkAgainstOuter(dim, dims.take_front(i));
    if (!error && i > 0)
      error = checkAdjacentPair(dims[i - 1], dim);
    if (!error)
      error = checkVolume(dim, volumes);
    if (error)
      return MorelloRefusal{i, toString(std::move(error))};
  }
  return std::nullopt;
}

Error mlir::tiled_layout::checkMorello(const MorelloLayout &layout) {
  if (std::optional<MorelloRefusal> refusal = findRefusal(layout))
    return llvm::createStringError(refusal->message);
  return Error::success();
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

  /// Fills `sizes`; fails if the layout does not apply.
  Error run();

  llvm::SmallVector<int64_t> takeSizes() { return std::move(sizes); }

private:
  Error checkExtents() const;
  Error takePiece(size_t physicalDim);
  Error shrink(const MorelloDim &dim);
  Error checkCovered() const;
  bool hasSizedPieceOutside(size_t physicalDim) const;

  const MorelloLayout &layout;
  llvm::ArrayRef<int64_t> extents;
  llvm::SmallVector<int64_t> rest;
  /// The piece of each logical dimension that has shrunk.
  llvm::SmallVector<const MorelloDim *> shrunk;
  llvm::SmallVector<int64_t> sizes;
};

} // namespace

Error Expansion::run() {
  if (Error error = checkExtents())
    return error;
  for (size_t i = layout.dims.size(); i > 0; --i)
    if (Error error = takePiece(i - 1))
      return error;
  return checkCovered();
}

Error Expansion::checkExtents() const {
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent < 1 && extent != kDynamic)
      return refuse("size of dimension {0} must be at least 1 in a Morello "
                    "layout, but is {1}",
                    dim, extent);
  for (const MorelloDim &dim : layout.dims)
    if (dim.dim >= static_cast<int64_t>(extents.size()))
      return refuse("layout {0} names dimension {1}, but the array has {2} "
                    "dimension{3}",
                    toString(layout), dim.dim, extents.size(),
                    extents.size() == 1 ? "" : "s");
  return Error::success();
}

bool Expansion::hasSizedPieceOutside(size_t physicalDim) const {
  int64_t dim = layout.dims[physicalDim].dim;
  return llvm::any_of(llvm::ArrayRef(layout.dims).take_front(physicalDim),
                      [&](const MorelloDim &outer) {
                        return outer.dim == dim && !outer.isDynamic();
                      });
}

Error Expansion::takePiece(size_t physicalDim) {
  const MorelloDim &dim = layout.dims[physicalDim];
  int64_t &left = rest[dim.dim];
  int64_t &size = sizes[physicalDim];
  if (dim.isDynamic()) {
    size = left;
    left = 1;
    return Error::success();
  }
  if (left == kDynamic) {
    // A piece that shrinks leaves 1, and a sized piece outside it would have
    // to shrink as well; so only the outermost sized piece is not known.
    if (hasSizedPieceOutside(physicalDim))
      size = dim.size;
    return Error::success();
  }
  if (left < dim.size) {
    if (Error error = shrink(dim))
      return error;
    size = left;
    left = 1;
    return Error::success();
  }
  if (left % dim.size != 0)
    return refuse("{0} does not divide {1}, which is left of size {2} of "
                  "dimension {3}",
                  toString(dim), left, extents[dim.dim], dim.dim);
  size = dim.size;
  left /= dim.size;
  return Error::success();
}

/// Records that a piece is larger than what is left of its dimension.
Error Expansion::shrink(const MorelloDim &dim) {
  int64_t left = rest[dim.dim];
  if (dim.isOddEven() && left != 1)
    return refuse("{0} needs whole strips, but only {1} is left of size {2} "
                  "of dimension {3}",
                  toString(dim), left, extents[dim.dim], dim.dim);
  if (const MorelloDim *first = shrunk[dim.dim])
    return refuse("{0} would shrink to {1}, but {2} has shrunk already, and "
                  "only one piece of dimension {3} (size {4}) may",
                  toString(dim), left, toString(*first), dim.dim,
                  extents[dim.dim]);
  shrunk[dim.dim] = &dim;
  return Error::success();
}

Error Expansion::checkCovered() const {
  for (auto [dim, left] : llvm::enumerate(rest))
    if (left != 1 && left != kDynamic)
      return refuse("layout {0} covers {1} of size {2} of dimension {3}",
                    toString(layout), extents[dim] / left, extents[dim], dim);
  return Error::success();
}

Error mlir::tiled_layout::checkMorelloOnShape(const MorelloLayout &layout,
                                              llvm::ArrayRef<int64_t> extents) {
  return Expansion(layout, extents).run();
}

llvm::SmallVector<int64_t>
mlir::tiled_layout::getMorelloPhysicalShape(const MorelloLayout &layout,
                                            llvm::ArrayRef<int64_t> extents) {
  Expansion expansion(layout, extents);
  llvm::cantFail(expansion.run(), "the layout does not apply to the shape");
  return expansion.takeSizes();
}
