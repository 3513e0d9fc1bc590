//===- Peers.cpp - What an operation is for peers
//---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tiled_layout::bench;

/// Returns by how much the position in an operand, row-major, moves with a
/// dimension of the loops; nothing if an index is more than a dimension.
static std::optional<int64_t> getStride(linalg::LinalgOp op, OpOperand &operand,
                                        unsigned dim) {
  auto type = cast<ShapedType>(operand.get().getType());
  int64_t stride = 1, result = 0;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
    auto expr = dyn_cast<AffineDimExpr>(map.getResult(axis));
    if (!expr)
      return std::nullopt;
    if (expr.getPosition() == dim)
      result += stride;
    stride *= type.getDimSize(axis);
  }
  return result;
}

/// Returns a product with at most one dimension of each kind.
static std::optional<Product> getProduct(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || op.getNumDpsInputs() != 2 || dims->batch.size() > 1 ||
      dims->m.size() > 1 || dims->n.size() > 1 || dims->k.size() != 1)
    return std::nullopt;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  bool isKnown = true;
  auto getExtent = [&](ArrayRef<unsigned> dim) {
    return dim.empty() ? 1 : extents[dim.front()];
  };
  auto getDistance = [&](int64_t operand, ArrayRef<unsigned> dim) -> int64_t {
    if (dim.empty())
      return 0;
    std::optional<int64_t> stride =
        getStride(op, op->getOpOperand(operand), dim.front());
    isKnown &= stride.has_value();
    return stride.value_or(0);
  };
  auto getPlace = [&](int64_t operand, ArrayRef<unsigned> row,
                      ArrayRef<unsigned> column) {
    return MatrixPlace{getDistance(operand, dims->batch),
                       getDistance(operand, row), getDistance(operand, column)};
  };
  Product product{getExtent(dims->batch),
                  getExtent(dims->m),
                  getExtent(dims->n),
                  getExtent(dims->k),
                  getPlace(0, dims->m, dims->k),
                  getPlace(1, dims->k, dims->n),
                  getPlace(2, dims->m, dims->n)};
  return isKnown ? std::optional(product) : std::nullopt;
}

static std::optional<Windows> getWindows(linalg::LinalgOp op) {
  std::optional<Windows::Kind> kind =
      llvm::TypeSwitch<Operation *, std::optional<Windows::Kind>>(op)
          .Case([](linalg::Conv2DNhwcHwcfOp) { return Windows::Kind::Conv; })
          .Case([](linalg::DepthwiseConv2DNhwcHwcOp) {
            return Windows::Kind::Depthwise;
          })
          .Case([](linalg::PoolingNhwcMaxOp) { return Windows::Kind::MaxPool; })
          .Case([](linalg::PoolingNhwcSumOp) { return Windows::Kind::SumPool; })
          .Default(std::nullopt);
  if (!kind)
    return std::nullopt;
  auto getShape = [&](int64_t operand) {
    return cast<ShapedType>(op->getOperand(operand).getType()).getShape();
  };
  auto getNumbers = [&](StringRef name) -> std::vector<int64_t> {
    auto numbers = op->getAttrOfType<DenseIntElementsAttr>(name);
    if (!numbers)
      return {1, 1};
    auto values = numbers.getValues<int64_t>();
    return {values.begin(), values.end()};
  };
  ArrayRef<int64_t> input = getShape(0), window = getShape(1),
                    output = getShape(2);
  return Windows{*kind,
                 input[0],
                 input[1],
                 input[2],
                 input[3],
                 output[1],
                 output[2],
                 output[3],
                 window[0],
                 window[1],
                 getNumbers("strides"),
                 getNumbers("dilations")};
}

PeerProblem
mlir::tiled_layout::bench::getPeerProblem(linalg::LinalgOp op,
                                          std::vector<std::string> types) {
  PeerProblem problem;
  problem.types = std::move(types);
  problem.windows = getWindows(op);
  if (!problem.windows)
    problem.product = getProduct(op);
  return problem;
}

//===----------------------------------------------------------------------===//
// oneDNN
//===----------------------------------------------------------------------===//

/// Returns the function of the library beside the program, or why there is
/// none.
static const std::pair<OneDnnFunction, std::string> &getOneDnn() {
  static const std::pair<OneDnnFunction, std::string> result =
      []() -> std::pair<OneDnnFunction, std::string> {
    static int here;
    SmallString<128> path(llvm::sys::path::parent_path(
        llvm::sys::fs::getMainExecutable(nullptr, &here)));
    llvm::sys::path::append(path, "TiledLayoutBenchOneDnn.so");
    std::string message;
    auto library =
        llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str(), &message);
    if (!library.isValid())
      return {nullptr, message + " (built where libdnnl-dev, version 2, is "
                                 "installed)"};
    return {reinterpret_cast<OneDnnFunction>(
                library.getAddressOfSymbol(oneDnnFunction)),
            ""};
  }();
  return result;
}

std::string mlir::tiled_layout::bench::whyNoOneDnn() {
  return getOneDnn().second;
}

void mlir::tiled_layout::bench::addOneDnn(const PeerProblem &problem,
                                          std::vector<void *> inputs,
                                          void *output,
                                          std::vector<PeerRun> &runs) {
  if (OneDnnFunction add = getOneDnn().first)
    add(problem, inputs, output, runs);
}
