//===- VectorFunctions.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorFunctions.h"

#include "tiled_layout/Layout/Views.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

void mlir::tiled_layout::test::drawVector(std::mt19937_64 &random,
                                          VectorCase &test) {
  static constexpr int64_t sizes[] = {1, 2, 2, 3, 4, 5, 8, 16};
  int64_t rank = test.extents.size();
  for (int64_t dim = 0; dim < rank; ++dim)
    test.dims.push_back(dim);
  if (test.way == VectorWay::Transfer)
    for (int64_t dim = rank - 1; dim > 0; --dim)
      std::swap(test.dims[dim], test.dims[pick(random, 0, dim)]);
  int64_t used = std::min<int64_t>(rank, pick(random, 1, 3));
  if (test.way == VectorWay::Indexed || test.way == VectorWay::Packed)
    used = 1;
  test.dims.erase(test.dims.begin(), test.dims.end() - used);

  bool divides = true;
  int64_t left = 64;
  for (int64_t dim : test.dims) {
    int64_t extent = test.extents[dim];
    int64_t size = std::min(left, sizes[pick(random, 0, std::size(sizes) - 1)]);
    // An affine vector access is in bounds.
    while (test.way == VectorWay::Affine && extent % size != 0)
      --size;
    divides &= extent % size == 0;
    left /= size;
    test.lanes.push_back(size);
  }
  test.fits = divides && chance(random, 60);
  test.masked = chance(random, 30);
  test.broadcast = chance(random, 20);
  test.opaque = chance(random, 50);
}

namespace {

/// Writes one function of a module.
class VectorFunctionWriter {
public:
  VectorFunctionWriter(const VectorCase &test, int number)
      : test(test), number(number), rank(test.extents.size()),
        element(test.element->name), sourceType(printType(test, test.source)),
        destType(printType(test, test.dest)), os(text) {}

  std::string write();

private:
  std::string writeView(llvm::StringRef name, const Layout &layout,
                        llvm::StringRef whole);
  void writeBody();
  void writeTransfer(llvm::StringRef mask);
  void writeTransfers();
  void writeMasked();
  void writeIndexed();
  void writePacked();
  void writeRemaining();
  std::string getVector(llvm::StringRef element) const;
  std::string getMap() const;
  std::string getIndices() const;
  int64_t getNumLanes() const;
  /// Prints an operation on lanes as a dense constant.
  std::string getConstant(llvm::function_ref<std::string(int64_t)> get) const;

  const VectorCase &test;
  int number;
  int64_t rank;
  llvm::StringRef element;
  std::string sourceType, destType, text;
  llvm::raw_string_ostream os;
};

} // namespace

int64_t VectorFunctionWriter::getNumLanes() const {
  int64_t lanes = 1;
  for (int64_t size : test.lanes)
    lanes *= size;
  return lanes;
}

std::string VectorFunctionWriter::getVector(llvm::StringRef element) const {
  std::string type = "vector<";
  for (int64_t size : test.lanes)
    type += std::to_string(size) + "x";
  return type + element.str() + ">";
}

std::string VectorFunctionWriter::getIndices() const {
  std::string indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    indices += (dim ? ", %i" : "%i") + std::to_string(dim);
  return indices;
}

std::string VectorFunctionWriter::getConstant(
    llvm::function_ref<std::string(int64_t)> get) const {
  std::string values;
  for (int64_t lane = 0; lane < test.lanes.back(); ++lane)
    values += (lane ? ", " : "") + get(lane);
  return "dense<[" + values + "]>";
}

/// Prints the dimensions of the array, then those that `dims` name.
std::string VectorFunctionWriter::getMap() const {
  std::string dims, results;
  for (int64_t dim = 0; dim < rank; ++dim)
    dims += (dim ? ", d" : "d") + std::to_string(dim);
  for (int64_t dim : test.dims)
    results += (results.empty() ? "d" : ", d") + std::to_string(dim);
  return "(" + dims + ") -> (BROADCAST" + results + ")";
}

/// Writes a read and a write. `mask` is their mask operand, or empty.
void VectorFunctionWriter::writeTransfer(llvm::StringRef mask) {
  std::string maskOperand, maskType,
      name = "%v" + mask.drop_front(!mask.empty()).str();
  if (!mask.empty())
    maskOperand = ", " + mask.str();
  bool broadcasts = test.broadcast && rank > 0;
  std::string bounds, map = getMap(), readMap = map,
                      vector = getVector(element);
  for (size_t k = 0; k < test.lanes.size(); ++k)
    bounds += std::string(k ? ", " : "") + (test.fits ? "true" : "false");
  std::string readBounds = bounds, readVector = vector;
  auto replace = [](std::string &in, llvm::StringRef by) {
    in.replace(in.find("BROADCAST"), 9, by.str());
  };
  replace(map, "");
  replace(readMap, broadcasts ? "0, " : "");
  if (broadcasts) {
    readBounds = "true, " + bounds;
    readVector = "vector<3x" + llvm::StringRef(vector).drop_front(7).str();
  }
  os << llvm::formatv("%read{0} = vector.transfer_read %a[{1}], %pad{2} "
                      "{{in_bounds = [{3}], permutation_map = affine_map<{4}>} "
                      ": {5}, {6}\n",
                      name.substr(1), getIndices(), maskOperand, readBounds,
                      readMap, sourceType, readVector);
  if (broadcasts)
    os << llvm::formatv("{0} = vector.extract %read{1}[2] : {2} from {3}\n",
                        name, name.substr(1), vector, readVector);
  os << llvm::formatv("vector.transfer_write {0}, %b[{1}]{2} "
                      "{{in_bounds = [{3}], permutation_map = affine_map<{4}>} "
                      ": {5}, {6}\n",
                      broadcasts ? name : "%read" + name.substr(1),
                      getIndices(), maskOperand, bounds, map, vector, destType);
}

/// A mask has the extents of the vector in the order of the memref.
void VectorFunctionWriter::writeTransfers() {
  if (!test.masked || rank == 0)
    return writeTransfer("");
  std::vector<std::pair<int64_t, int64_t>> sorted;
  for (auto [dim, size] : llvm::zip_equal(test.dims, test.lanes))
    sorted.push_back({dim, size});
  llvm::sort(sorted);
  std::string type = "vector<";
  for (auto [dim, size] : sorted)
    type += std::to_string(size) + "x";
  type += "i1>";
  std::string flat, values;
  for (int64_t lane = 0; lane < getNumLanes(); ++lane)
    values +=
        std::string(lane ? ", " : "") + (lane * 7 % 5 < 2 ? "true" : "false");
  os << llvm::formatv("%flat = arith.constant dense<[{0}]> : vector<{1}xi1>\n"
                      "%on = vector.shape_cast %flat : vector<{1}xi1> to {2}\n"
                      "%yes = arith.constant dense<true> : {2}\n"
                      "%off = arith.xori %on, %yes : {2}\n",
                      values, getNumLanes(), type);
  writeTransfer("%on");
  writeTransfer("%off");
}

/// Writes %left, how many elements there are from the last index on.
void VectorFunctionWriter::writeRemaining() {
  os << llvm::formatv("%left = arith.subi %n{0}, %i{0} : index\n", rank - 1);
}

void VectorFunctionWriter::writeMasked() {
  std::string sizes;
  for (int64_t dim : test.dims) {
    os << llvm::formatv("%left{0} = arith.subi %n{0}, %i{0} : index\n", dim);
    sizes += (sizes.empty() ? "%left" : ", %left") + std::to_string(dim);
  }
  os << llvm::formatv(R"(
%mask = vector.create_mask {0} : {1}
%others = vector.broadcast %pad : {2} to {3}
%v = vector.maskedload %a[{4}], %mask, %others : {5}, {1}, {3} into {3}
vector.maskedstore %b[{4}], %mask, %v : {6}, {1}, {3}
)",
                      sizes, getVector("i1"), element, getVector(element),
                      getIndices(), sourceType, destType);
}

/// The lanes stand for the elements of a row in the opposite order.
void VectorFunctionWriter::writeIndexed() {
  int64_t lanes = test.lanes.back();
  writeRemaining();
  os << llvm::formatv(
      R"(
%x = arith.constant {0} : {1}
%wide = arith.index_cast %x : {1} to {2}
%bound = vector.broadcast %left : index to {2}
%mask = arith.cmpi slt, %wide, %bound : {2}
%others = vector.broadcast %pad : {3} to {4}
%v = vector.gather %a[{5}] [%x], %mask, %others : {6}, {1}, {8}, {4} into {4}
vector.scatter %b[{5}] [%x], %mask, %v : {7}, {1}, {8}, {4}
)",
      getConstant(
          [&](int64_t lane) { return std::to_string(lanes - 1 - lane); }),
      getVector("i32"), getVector("index"), element, getVector(element),
      getIndices(), sourceType, destType, getVector("i1"));
}

/// Which lanes a packed access fills, before the end of the row is near.
static bool isUsed(int64_t lane) { return lane % 3 != 1; }

void VectorFunctionWriter::writePacked() {
  writeRemaining();
  // How many elements a lane that is off is past the end; none, if it is on.
  int64_t before = 0;
  std::string ranks = getConstant([&](int64_t lane) {
    return isUsed(lane) ? std::to_string(before++) : "1000000";
  });
  os << llvm::formatv(R"(
%ranks = arith.constant {0} : {1}
%bound = vector.broadcast %left : index to {1}
%mask = arith.cmpi slt, %ranks, %bound : {1}
%others = vector.broadcast %pad : {2} to {3}
%v = vector.expandload %a[{4}], %mask, %others : {5}, {7}, {3} into {3}
vector.compressstore %b[{4}], %mask, %v : {6}, {7}, {3}
)",
                      ranks, getVector("index"), element, getVector(element),
                      getIndices(), sourceType, destType, getVector("i1"));
}

void VectorFunctionWriter::writeBody() {
  // Any value of the type: none may end up in the destination.
  os << llvm::formatv("%pad = memref.load %b[{0}] : {1}\n", getIndices(),
                      destType);
  switch (test.way) {
  case VectorWay::Transfer:
    return writeTransfers();
  case VectorWay::Affine:
    os << llvm::formatv("%v = affine.vector_load %a[{0}] : {1}, {3}\n"
                        "affine.vector_store %v, %b[{0}] : {2}, {3}\n",
                        getIndices(), sourceType, destType, getVector(element));
    return;
  case VectorWay::Masked:
    return writeMasked();
  case VectorWay::Indexed:
    return writeIndexed();
  case VectorWay::Packed:
    return writePacked();
  }
}

/// Writes `%name`, a view of all of `%name_whole`, and returns its type.
std::string VectorFunctionWriter::writeView(llvm::StringRef name,
                                            const Layout &layout,
                                            llvm::StringRef whole) {
  Layout ofView = layout;
  ofView.tailPaddingAlignment = 1;
  std::string type = printType(test, ofView);
  if (!llvm::StringRef(type).consume_back(">>")) {
    // Not tiled: the same by another name.
    os << llvm::formatv("  %{0} = memref.cast %{0}_whole : {1} to {1}\n", name,
                        whole);
    return whole.str();
  }
  std::string strides, offsets, sizes, steps;
  llvm::ListSeparator comma, comma1, comma2, comma3;
  for (int64_t stride : getPhysicalStrides(layout, test.shape))
    strides +=
        (llvm::Twine(comma) + (stride == kDynamic ? "?" : llvm::itostr(stride)))
            .str();
  for (auto [dim, extent] : llvm::enumerate(test.shape)) {
    std::string size = llvm::itostr(extent);
    if (extent == kDynamic) {
      size = llvm::formatv("%{0}_{1}", name, dim).str();
      os << llvm::formatv("  %{0}_at{1} = arith.constant {1} : index\n"
                          "  {2} = memref.dim %{0}_whole, %{0}_at{1} : {3}\n",
                          name, dim, size, whole);
    }
    offsets += (llvm::Twine(comma1) + "0").str();
    sizes += (llvm::Twine(comma2) + size).str();
    steps += (llvm::Twine(comma3) + "1").str();
  }
  type.resize(type.size() - 2);
  type += ", strides = [" + strides + "]>>";
  os << llvm::formatv(
      "  %{0} = tiled_layout.subview %{0}_whole[{1}] [{2}] [{3}] : {4} to "
      "{5}\n",
      name, offsets, sizes, steps, whole, type);
  return type;
}

std::string VectorFunctionWriter::write() {
  // A call hides what a step is.
  os << llvm::formatv("func.func private @opaque{0}(%x: index) -> index "
                      "attributes {{no_inline} {{\n  return %x : index\n}\n"
                      "func.func @f{0}(%a{3}: {1}, %b{3}: {2}) "
                      "attributes {{llvm.emit_c_interface} {{\n"
                      "  %c0 = arith.constant 0 : index\n",
                      number, sourceType, destType,
                      test.throughViews ? "_whole" : "");
  if (test.throughViews) {
    sourceType = writeView("a", test.source, sourceType);
    destType = writeView("b", test.dest, destType);
  }
  bool isAffine = test.way == VectorWay::Affine;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t step = 1;
    for (auto [other, size] : llvm::zip_equal(test.dims, test.lanes))
      if (other == dim)
        step = size;
    if (test.way == VectorWay::Packed && dim == rank - 1)
      step = llvm::count_if(llvm::seq<int64_t>(0, step), isUsed);
    os << llvm::formatv("  %c{0}_ = arith.constant {0} : index\n"
                        "  %n{0} = memref.dim %b, %c{0}_ : {2}\n"
                        "  %k{0} = arith.constant {1} : index\n",
                        dim, step, destType);
    if (isAffine)
      os << llvm::formatv("  affine.for %i{0} = 0 to %n{0} step {1} {{\n", dim,
                          step);
    else if (test.opaque)
      os << llvm::formatv(
          "  %s{0} = func.call @opaque{1}(%k{0}) : (index) -> index\n"
          "  scf.for %i{0} = %c0 to %n{0} step %s{0} {{\n",
          dim, number);
    else
      os << llvm::formatv("  scf.for %i{0} = %c0 to %n{0} step %k{0} {{\n",
                          dim);
  }
  writeBody();
  os << std::string(rank, '}') << "\n  return\n}\n";
  return text;
}

std::string
mlir::tiled_layout::test::writeVectorFunction(const VectorCase &test,
                                              int number) {
  return VectorFunctionWriter(test, number).write();
}
