//===- HostRelayout.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/HostRelayout.h"

#include "BitCopy.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Relayout/Axes.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::MutableArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static llvm::Error refuse(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

static llvm::Error checkSide(const Shape &shape, size_t bufferSize) {
  if (std::optional<Violation> violation = checkShape(shape))
    return refuse(toString(shape) + ": " + violation->message);
  if (llvm::is_contained(shape.extents(), kDynamic))
    return refuse(toString(shape) + ": a relayout needs static extents");
  int64_t bytes = getBytes(shape);
  if (static_cast<uint64_t>(bytes) != bufferSize)
    return refuse(toString(shape) + " takes " + llvm::Twine(bytes) +
                  " bytes, but the buffer has " + llvm::Twine(bufferSize));
  return llvm::Error::success();
}

static llvm::Error check(const Shape &source, const Shape &dest,
                         size_t inputSize, size_t outputSize) {
  if (!(source.elementType == dest.elementType))
    return refuse("the element types " + source.elementType.name + " and " +
                  dest.elementType.name + " differ");
  if (llvm::Error error = checkSide(source, inputSize))
    return error;
  if (llvm::Error error = checkSide(dest, outputSize))
    return error;
  if (source.extents() != dest.extents())
    return refuse("the dimensions of " + toString(source) + " and " +
                  toString(dest) + " differ");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// `count` elements at equal distances on each side. All in elements.
struct Run {
  int64_t source;
  int64_t dest;
  int64_t count;
  int64_t sourceStride;
  int64_t destStride;
};

/// Moves runs between two buffers.
class RunMover {
public:
  RunMover(const uint8_t *source, uint8_t *dest, ElementConversion conversion)
      : source(source), dest(dest), conversion(conversion) {}

  void move(const Run &run) const {
    if (!conversion.isPlain())
      return convertEach(run);
    if (run.sourceStride == 1 && run.destStride == 1)
      return copyBits(dest, run.dest * conversion.destBits, source,
                      run.source * conversion.sourceBits,
                      run.count * conversion.destBits);
    switch (conversion.destBits) {
    case 8:
      return copyEach<uint8_t>(run);
    case 16:
      return copyEach<uint16_t>(run);
    case 32:
      return copyEach<uint32_t>(run);
    case 64:
      return copyEach<uint64_t>(run);
    default:
      return convertEach(run);
    }
  }

private:
  /// Copies elements that are whole, perhaps misaligned, machine words.
  template <typename Word>
  void copyEach(const Run &run) const {
    const uint8_t *from = source + run.source * sizeof(Word);
    uint8_t *to = dest + run.dest * sizeof(Word);
    for (int64_t i = 0; i < run.count; ++i)
      std::memcpy(to + i * run.destStride * sizeof(Word),
                  from + i * run.sourceStride * sizeof(Word), sizeof(Word));
  }

  void convertEach(const Run &run) const {
    for (int64_t i = 0; i < run.count; ++i)
      conversion.convert(
          dest, (run.dest + i * run.destStride) * conversion.destBits, source,
          (run.source + i * run.sourceStride) * conversion.sourceBits);
  }

  const uint8_t *source;
  uint8_t *dest;
  ElementConversion conversion;
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Walks over all elements, a run at a time.
class ElementWalker {
public:
  ElementWalker(RelayoutAxes axes, const RunMover &mover)
      : axes(std::move(axes)), mover(mover) {
    this->axes.merge();
    sortAxes();
    values.assign(this->axes.axes.size(), 0);
  }

  /// Moves the elements of all regular axes; the others are at the position
  /// `source` and `dest`.
  void walk(int64_t source, int64_t dest) { walkFrom(0, source, dest); }

private:
  /// Writes in order, but makes runs as long as they can be.
  void sortAxes() {
    SmallVector<size_t> order(axes.axes.size());
    std::iota(order.begin(), order.end(), 0);
    auto getRunLength = [&](size_t number) {
      const RelayoutAxis &axis = axes.axes[number];
      bool both = axis.sourceStride == 1 && axis.destStride == 1;
      bool either = axis.sourceStride == 1 || axis.destStride == 1;
      return std::make_pair(both, either ? axis.extent : 0);
    };
    // No two axes have the same stride on one side.
    llvm::sort(order, [&](size_t a, size_t b) {
      return axes.axes[a].destStride > axes.axes[b].destStride;
    });
    auto *inner =
        std::max_element(order.begin(), order.end(), [&](size_t a, size_t b) {
          return getRunLength(a) < getRunLength(b);
        });
    if (inner != order.end())
      std::rotate(inner, inner + 1, order.end());
    axes.reorder(order);
  }

  void walkFrom(size_t number, int64_t source, int64_t dest) {
    if (number == axes.axes.size())
      return mover.move({source, dest, 1, 1, 1});
    const RelayoutAxis &axis = axes.axes[number];
    int64_t count = axes.getCount(number, values);
    if (number + 1 == axes.axes.size())
      return mover.move({source, dest, count, axis.sourceStride.get(),
                         axis.destStride.get()});
    for (int64_t &value = values[number]; value < count; ++value)
      walkFrom(number + 1, source + value * axis.sourceStride.get(),
               dest + value * axis.destStride.get());
    values[number] = 0;
  }

  RelayoutAxes axes;
  const RunMover &mover;
  /// Of the axes that are fixed; 0 for the others.
  SmallVector<int64_t> values;
};

} // namespace

/// Advances an index over some of its dimensions; false after the last one.
static bool advance(MutableArrayRef<int64_t> index, ArrayRef<int64_t> extents,
                    ArrayRef<int64_t> dims) {
  for (int64_t dim : llvm::reverse(dims)) {
    if (++index[dim] < extents[dim])
      return true;
    index[dim] = 0;
  }
  return false;
}

static void moveElements(const Layout &source, const Layout &dest,
                         ArrayRef<int64_t> extents, const RunMover &mover) {
  RelayoutAxes axes = getRelayoutAxes(source, dest, extents);
  if (axes.isEmpty)
    return;
  SmallVector<int64_t> irregular;
  for (const IrregularDims &group : axes.irregular)
    irregular.append(group.dims.begin(), group.dims.end());
  ElementWalker walker(std::move(axes), mover);
  if (irregular.empty())
    return walker.walk(0, 0);

  Placement sourcePlacement(source, extents), destPlacement(dest, extents);
  SmallVector<int64_t> index(extents.size(), 0);
  do
    walker.walk(sourcePlacement.getPosition(index),
                destPlacement.getPosition(index));
  while (advance(index, extents, irregular));
}

llvm::Error
mlir::tiled_layout::relayoutOnHost(const Shape &source, const Shape &dest,
                                   ArrayRef<uint8_t> input,
                                   MutableArrayRef<uint8_t> output) {
  if (llvm::Error error = check(source, dest, input.size(), output.size()))
    return error;
  Layout from = source.getLayout(), to = dest.getLayout();
  const ElementType &type = source.elementType;
  ElementConversion conversion{getBitsPerElement(from, type),
                               getBitsPerElement(to, type), type.valueBits,
                               type.kind == ElementKind::Signed};
  moveElements(from, to, source.extents(),
               RunMover(input.data(), output.data(), conversion));
  return llvm::Error::success();
}
