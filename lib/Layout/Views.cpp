//===- Views.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Views.h"

#include "KnownProduct.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

SmallVector<int64_t>
SliceLayout::getStrides(ArrayRef<int64_t> arrayStrides,
                        ArrayRef<SliceDimension> slice) const {
  SmallVector<int64_t> strides;
  for (auto [axis, dim] : llvm::zip_equal(axes, stepped))
    strides.push_back(
        multiplyKnown(arrayStrides[axis], dim < 0 ? 1 : slice[dim].step));
  return strides;
}

SmallVector<int64_t>
mlir::tiled_layout::getPhysicalStrides(const Layout &layout,
                                       ArrayRef<int64_t> extents) {
  SmallVector<int64_t> shape = getPhysicalShape(layout, extents);
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis > 0; --axis) {
    strides[axis - 1] = stride;
    stride = multiplyKnown(stride, shape[axis - 1]);
  }
  return strides;
}

Layout mlir::tiled_layout::getTransposedLayout(const Layout &layout,
                                               ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  Layout result = layout;
  for (int64_t &dim : result.minorToMajor)
    dim = inverse[dim];
  return result;
}

//===----------------------------------------------------------------------===//
// Violations
//===----------------------------------------------------------------------===//

static std::string toText(int64_t value) {
  return value == kDynamic ? "?" : std::to_string(value);
}

char ViewViolation::ID = 0;

void ViewViolation::log(llvm::raw_ostream &os) const { os << toString(); }

std::error_code ViewViolation::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

std::string ViewViolation::toString(llvm::StringRef operand) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printOperand = [&](llvm::StringRef what) {
    os << what;
    if (value != kDynamic)
      os << ' ' << value;
    else if (!operand.empty())
      os << ' ' << operand;
    os << " of dimension " << dimension;
  };
  switch (kind) {
  case Kind::Offset:
    printOperand("offset");
    os << (value == kDynamic ? " is not known to be" : " is not")
       << " a multiple of " << toText(bound) << ", the tile's extent";
    if (value == kDynamic)
      os << "; assert it with tiled_layout.assume_multiple";
    return text;
  case Kind::Step:
    printOperand("step");
    os << " must be 1, because a tile of " << toText(bound)
       << " cuts the dimension";
    return text;
  case Kind::Backwards:
    printOperand("step");
    os << " must be at least 1";
    return text;
  case Kind::Combined:
    os << "size " << toText(value) << " of dimension " << dimension
       << " must be its extent " << toText(bound)
       << ", because '*' merges it with a more major one";
    return text;
  case Kind::Extent:
    os << "dimension " << dimension
       << " must be taken whole, because a tile is sized by its extent";
    return text;
  case Kind::Dropped:
    os << "size " << toText(value) << " of dimension " << dimension
       << ", which is dropped, must be 1";
    return text;
  case Kind::Tile:
    os << "a tile of " << toText(bound) << " on dimension " << dimension
       << " does not end where the dimensions of the reshape meet";
    return text;
  case Kind::Order:
    os << "dimension " << dimension
       << " does not follow the dimension that it is merged with in memory";
    return text;
  case Kind::Dynamic:
    os << "the extents and strides of dimension " << dimension
       << " must be known to reshape it";
    return text;
  case Kind::Size:
    printOperand("size");
    os << " is not known to be at most " << toText(bound)
       << ", a tile of the result";
    return text;
  case Kind::Target:
    os << "the layout of the result is not one of the slice";
    return text;
  }
  llvm_unreachable("unknown kind");
}
