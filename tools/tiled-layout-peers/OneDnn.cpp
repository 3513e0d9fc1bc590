//===- OneDnn.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDnn.h"

#include "tiled_layout/Layout/Interop/Blocks.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/Axes.h"

#include "oneapi/dnnl/dnnl.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Blocked memory
//===----------------------------------------------------------------------===//

static std::optional<dnnl_data_type_t> getDataType(llvm::StringRef name) {
  if (name == "f32")
    return dnnl_f32;
  if (name == "bf16")
    return dnnl_bf16;
  if (name == "s8")
    return dnnl_s8;
  if (name == "u8")
    return dnnl_u8;
  return std::nullopt;
}

/// True if each dimension's digits stand in the order of their significance,
/// which is how oneDNN takes an index apart. `T(1024)(128)(2,1)` on one
/// dimension has the digits /256, /1, /128: blocks cannot say it.
static bool areInOrder(llvm::ArrayRef<DimensionDigit> blocks) {
  for (size_t i = 0; i < blocks.size(); ++i)
    for (size_t j = i + 1; j < blocks.size(); ++j)
      if (blocks[i].dim == blocks[j].dim && blocks[i].weight < blocks[j].weight)
        return false;
  return true;
}

static std::optional<dnnl::memory::desc> getDescriptor(const Shape &shape) {
  Layout layout = shape.getLayout();
  std::optional<dnnl_data_type_t> type = getDataType(shape.elementType.name);
  if (!type || layout.elementBits || layout.tailPaddingAlignment != 1 ||
      shape.rank() == 0)
    return std::nullopt;
  llvm::Expected<BlockedLayout> blocked =
      getBlockedLayout(layout, shape.extents(), /*storageBits=*/0, "oneDNN");
  if (!blocked) {
    llvm::consumeError(blocked.takeError());
    return std::nullopt;
  }
  llvm::ArrayRef<DimensionDigit> blocks = blocked->blocks;
  if (!areInOrder(blocks))
    return std::nullopt;
  dnnl_memory_desc_t result{};
  result.ndims = shape.rank();
  result.data_type = *type;
  result.format_kind = dnnl_blocked;
  dnnl_blocking_desc_t &blocking = result.format_desc.blocking;
  blocking.inner_nblks = blocks.size();
  int64_t stride = 1;
  llvm::SmallVector<int64_t> step(shape.rank(), 1);
  for (auto [i, block] : llvm::enumerate(blocks)) {
    blocking.inner_blks[i] = block.size;
    blocking.inner_idxs[i] = block.dim;
    step[block.dim] *= block.size;
    stride *= block.size;
  }
  for (int64_t dim : layout.minorToMajor) {
    int64_t extent = shape.extents()[dim];
    int64_t steps = ceilDivide(extent, step[dim]);
    result.dims[dim] = extent;
    result.padded_dims[dim] = steps * step[dim];
    blocking.strides[dim] = stride;
    stride *= steps;
  }
  return dnnl::memory::desc(result);
}

//===----------------------------------------------------------------------===//
// Strided memory
//===----------------------------------------------------------------------===//

static std::optional<dnnl_data_type_t> getDataType(int64_t bits) {
  switch (bits) {
  case 8:
    return dnnl_u8;
  case 16:
    return dnnl_bf16;
  case 32:
    return dnnl_f32;
  default:
    return std::nullopt;
  }
}

/// Returns one side of a relayout over whole axes, each of them a dimension.
static dnnl::memory::desc getDescriptor(const RelayoutAxes &axes,
                                        StrideMember stride,
                                        dnnl_data_type_t type) {
  dnnl::memory::dims extents, strides;
  for (const RelayoutAxis &axis : axes.axes) {
    extents.push_back(axis.extent);
    strides.push_back((axis.*stride).get());
  }
  return dnnl::memory::desc(extents, static_cast<dnnl::memory::data_type>(type),
                            strides);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// oneDNN leaves its threads to OpenMP, whichever library that is.
static void useOneThread() {
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  if (void *set = llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
          "omp_set_num_threads"))
    reinterpret_cast<void (*)(int)>(set)(1);
}

static std::function<void()> getReorder(const dnnl::memory::desc &sourceType,
                                        const dnnl::memory::desc &destType,
                                        void *source, void *dest) {
  useOneThread();
  dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  dnnl::memory input(sourceType, engine, source);
  dnnl::memory output(destType, engine, dest);
  dnnl::reorder reorder(input, output);
  return [=]() mutable {
    reorder.execute(stream, input, output);
    stream.wait();
  };
}

std::optional<std::function<void()>>
mlir::tiled_layout::getOneDnnBlocks(const Shape &from, const Shape &to,
                                    void *source, void *dest) {
  auto sourceType = getDescriptor(from), destType = getDescriptor(to);
  if (!sourceType || !destType)
    return std::nullopt;
  return getReorder(*sourceType, *destType, source, dest);
}

std::optional<std::function<void()>>
mlir::tiled_layout::getOneDnnStrides(const RelayoutProblem &problem,
                                     void *source, void *dest) {
  RelayoutAxes axes =
      getRelayoutAxes(problem.source, problem.dest, problem.extents);
  axes.merge();
  int64_t bits = getBitsPerElement(problem.source, problem.elementType);
  std::optional<dnnl_data_type_t> type = getDataType(bits);
  if (axes.isEmpty || !axes.bounds.empty() || !axes.irregular.empty() ||
      axes.axes.empty() || axes.axes.size() > DNNL_MAX_NDIMS || !type ||
      getBitsPerElement(problem.dest, problem.elementType) != bits)
    return std::nullopt;
  return getReorder(getDescriptor(axes, &RelayoutAxis::sourceStride, *type),
                    getDescriptor(axes, &RelayoutAxis::destStride, *type),
                    source, dest);
}

std::string mlir::tiled_layout::getOneDnnVersion() {
  const dnnl_version_t *version = dnnl_version();
  return std::to_string(version->major) + "." + std::to_string(version->minor) +
         "." + std::to_string(version->patch);
}
