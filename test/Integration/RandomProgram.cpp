//===- RandomProgram.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static const Element programElements[] = {
    {"i8", 8, true, {0}},   {"i16", 16, true, {0}}, {"i32", 32, true, {0}},
    {"i64", 64, true, {0}}, {"i4", 4, true, {4}},
};

/// Draws a layout whose tiles are so small that most extents are ragged.
static Layout getProgramLayout(std::mt19937_64 &random,
                               ArrayRef<int64_t> extents) {
  RandomLayoutOptions options;
  options.maxElements = 3000;
  options.maxLevels = 2;
  options.properties = false;
  options.extentEntries = false;
  options.combine = chance(random, 20);
  for (;;) {
    Layout layout = getRandomLayoutOn(random, extents, options);
    if (!layout.tiles.empty() || !layout.isRowMajor())
      return layout;
  }
}

/// Makes some dimensions dynamic, where the layout can do without them.
static void drawDynamic(std::mt19937_64 &random, ProgramArray &array) {
  array.shape.shape = array.shape.extents;
  for (int64_t &extent : array.shape.shape) {
    int64_t known = extent;
    if (!chance(random, 25))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(array.layout, array.shape.shape))
      extent = known;
  }
}

std::vector<ProgramArray>
mlir::tiled_layout::test::getProgramArrays(uint64_t seed) {
  std::mt19937_64 random(seed * 2 + 1);
  const Element *element =
      &programElements[pick(random, 0, std::size(programElements) - 1)];
  std::vector<ProgramArray> arrays;
  for (int64_t count = pick(random, 2, 3); count > 0; --count) {
    ProgramArray array;
    array.shape.element = element;
    for (int64_t rank = pick(random, 1, 3); rank > 0; --rank)
      array.shape.extents.push_back(pick(random, 2, 13));
    array.layout = getProgramLayout(random, array.shape.extents);
    array.layout.elementBits = element->elementBits.front();
    drawDynamic(random, array);
    arrays.push_back(std::move(array));
  }
  return arrays;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

namespace {

/// An array of the program: its value, what its extents are, and its type in
/// the program with layouts, by which both programs take the same decisions.
struct Array {
  Value value;
  SmallVector<int64_t> extents;
  MemRefType tiledType;

  int64_t rank() const { return extents.size(); }
};

class ProgramWriter {
public:
  ProgramWriter(ModuleOp module, uint64_t seed, bool tiled)
      : module(module), loc(module.getLoc()), builder(module.getContext()),
        random(seed * 2), seed(seed), tiled(tiled) {}

  ProgramCounts write();

private:
  // Types and constants.
  MemRefType getType(MemRefType tiledType, ArrayRef<int64_t> shape) const;
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value getNumber(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(element, value));
  }
  Value toNumber(Value index) {
    return arith::IndexCastOp::create(builder, loc, element, index);
  }
  Value getExtent(const Array &array, int64_t dim) {
    if (!array.tiledType.isDynamicDim(dim) && chance(random, 50))
      return getIndex(array.extents[dim]);
    return memref::DimOp::create(builder, loc, array.value, dim);
  }

  // Expressions.
  SmallVector<Value> getIndices(const Array &array, ValueRange ivs);
  Value getValue(const Array &array, ValueRange indices, ValueRange ivs,
                 const Array &other);

  // Statements.
  void addNest(const Array &array, const Array &other);
  void addScfNest(const Array &array, const Array &other);
  void addAffineNest(const Array &array, const Array &other);
  void addStencil(const Array &array);
  void addCall(const Array &array, const Array &other);
  void addView(const Array &array, const Array &other);
  void addTileLoop(const Array &array, const Array &other);
  void addCarried(const Array &array, const Array &other);
  void addCopy(const Array &array, const Array &other);
  void addBranch(const Array &array, const Array &other);
  void addTransfer(const Array &array, const Array &other);
  void addStatement();

  // Views.
  std::optional<Array> getSubview(const Array &array,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<int64_t> sizes,
                                  ArrayRef<int64_t> strides);
  std::optional<Array> getRandomSubview(const Array &array);
  Array getTranspose(const Array &array);

  ModuleOp module;
  Location loc;
  OpBuilder builder;
  std::mt19937_64 random;
  uint64_t seed;
  bool tiled;
  Type element;
  SmallVector<Array> arrays;
  SmallVector<Value> allocated;
  int helpers = 0;
  ProgramCounts counts;
};

} // namespace

MemRefType ProgramWriter::getType(MemRefType tiledType,
                                  ArrayRef<int64_t> shape) const {
  return tiled ? tiledType : MemRefType::get(shape, tiledType.getElementType());
}

/// Returns one index per dimension, in bounds whatever the variables are.
SmallVector<Value> ProgramWriter::getIndices(const Array &array,
                                             ValueRange ivs) {
  SmallVector<Value> indices;
  for (int64_t dim = 0; dim < array.rank(); ++dim) {
    Value index = getIndex(pick(random, 0, 20));
    if (!ivs.empty())
      index = arith::AddIOp::create(builder, loc, index,
                                    ivs[pick(random, 0, ivs.size() - 1)]);
    indices.push_back(
        arith::RemUIOp::create(builder, loc, index, getExtent(array, dim)));
  }
  return indices;
}

/// Returns what to store at an element: of what it was, of another element, and
/// of the variables.
Value ProgramWriter::getValue(const Array &array, ValueRange indices,
                              ValueRange ivs, const Array &other) {
  Value own = memref::LoadOp::create(builder, loc, array.value, indices);
  Value there =
      memref::LoadOp::create(builder, loc, other.value, getIndices(other, ivs));
  Value value = arith::MulIOp::create(builder, loc, own,
                                      getNumber(pick(random, 0, 1) * 2 + 1));
  value = arith::AddIOp::create(builder, loc, value, there);
  for (Value iv : ivs)
    value = arith::XOrIOp::create(builder, loc, value, toNumber(iv));
  return value;
}

void ProgramWriter::addScfNest(const Array &array, const Array &other) {
  SmallVector<Value> ubs, ivs;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    ubs.push_back(getExtent(array, dim));
  Value zero = getIndex(0), one = getIndex(1);
  OpBuilder::InsertionGuard guard(builder);
  for (Value ub : ubs) {
    auto loop = scf::ForOp::create(builder, loc, zero, ub, one);
    builder.setInsertionPointToStart(loop.getBody());
    ivs.push_back(loop.getInductionVar());
    ++counts.loops;
  }
  Value value = getValue(array, ivs, ivs, other);
  memref::StoreOp::create(builder, loc, value, array.value, ivs);
}

void ProgramWriter::addAffineNest(const Array &array, const Array &other) {
  SmallVector<Value> ivs;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> ubs;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    ubs.push_back(
        array.tiledType.isDynamicDim(dim)
            ? Value(memref::DimOp::create(builder, loc, array.value, dim))
            : Value());
  for (auto [dim, ub] : llvm::enumerate(ubs)) {
    AffineMap zero = AffineMap::getConstantMap(0, builder.getContext());
    auto loop =
        ub ? affine::AffineForOp::create(builder, loc, ValueRange(), zero, ub,
                                         builder.getSymbolIdentityMap())
           : affine::AffineForOp::create(builder, loc, 0, array.extents[dim]);
    builder.setInsertionPointToStart(loop.getBody());
    ivs.push_back(loop.getInductionVar());
    ++counts.loops;
  }
  Value own = affine::AffineLoadOp::create(builder, loc, array.value, ivs);
  // Another element by an affine map, if its extents are known.
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0; dim < other.rank(); ++dim) {
    AffineExpr iv = builder.getAffineDimExpr(pick(random, 0, array.rank() - 1));
    exprs.push_back((iv * pick(random, 1, 3) + pick(random, 0, 9)) %
                    other.extents[dim]);
  }
  AffineMap map = AffineMap::get(array.rank(), 0, exprs, builder.getContext());
  Value there =
      affine::AffineLoadOp::create(builder, loc, other.value, map, ivs);
  Value value = arith::AddIOp::create(builder, loc, own, there);
  value = arith::XOrIOp::create(builder, loc, value, toNumber(ivs.back()));
  affine::AffineStoreOp::create(builder, loc, value, array.value, ivs);
}

void ProgramWriter::addNest(const Array &array, const Array &other) {
  // An extent is a symbol only where arguments of the function are.
  bool areSymbols = array.tiledType.hasStaticShape() ||
                    (isa<func::FuncOp>(builder.getBlock()->getParentOp()) &&
                     isa<BlockArgument>(array.value));
  if (chance(random, 50) && areSymbols)
    addAffineNest(array, other);
  else
    addScfNest(array, other);
}

/// a[..., i] += a[..., i - 1], along one dimension.
void ProgramWriter::addStencil(const Array &array) {
  int64_t dim = pick(random, 0, array.rank() - 1);
  if (array.tiledType.isDynamicDim(dim) || array.extents[dim] < 2)
    return;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> indices = getIndices(array, {});
  auto loop = affine::AffineForOp::create(builder, loc, 1, array.extents[dim]);
  ++counts.loops;
  builder.setInsertionPointToStart(loop.getBody());
  indices[dim] = loop.getInductionVar();
  Value own = memref::LoadOp::create(builder, loc, array.value, indices);
  indices[dim] = affine::AffineApplyOp::create(
      builder, loc, builder.getAffineDimExpr(0) - 1,
      ValueRange(loop.getInductionVar()));
  Value before = memref::LoadOp::create(builder, loc, array.value, indices);
  Value sum = arith::AddIOp::create(builder, loc, own, before);
  indices[dim] = loop.getInductionVar();
  memref::StoreOp::create(builder, loc, sum, array.value, indices);
}

/// Calls a function with two arrays and a number.
void ProgramWriter::addCall(const Array &array, const Array &other) {
  std::string name = llvm::formatv("helper{0}_{1}", seed, helpers++);
  func::FuncOp helper;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    auto type = builder.getFunctionType(
        {array.value.getType(), other.value.getType(), builder.getIndexType()},
        {element});
    helper = func::FuncOp::create(builder, loc, name, type);
    helper.setPrivate();
    builder.setInsertionPointToStart(helper.addEntryBlock());
    Array own = array, there = other;
    own.value = helper.getArgument(0);
    there.value = helper.getArgument(1);
    addNest(own, there);
    SmallVector<Value> indices =
        getIndices(own, ValueRange(helper.getArgument(2)));
    Value value = memref::LoadOp::create(builder, loc, own.value, indices);
    func::ReturnOp::create(builder, loc, value);
  }
  auto call = func::CallOp::create(
      builder, loc, helper,
      ValueRange{array.value, other.value, getIndex(pick(random, 0, 9))});
  ++counts.calls;
  memref::StoreOp::create(builder, loc, call.getResult(0), other.value,
                          getIndices(other, {}));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

std::optional<Array> ProgramWriter::getSubview(const Array &array,
                                               ArrayRef<OpFoldResult> offsets,
                                               ArrayRef<int64_t> sizes,
                                               ArrayRef<int64_t> strides) {
  SmallVector<OpFoldResult> sizeValues =
      getAsIndexOpFoldResult(builder.getContext(), sizes);
  SmallVector<OpFoldResult> strideValues =
      getAsIndexOpFoldResult(builder.getContext(), strides);
  llvm::SmallBitVector dropped(array.rank());
  std::string reason;
  // A value is taken for aligned here; the loop that makes it sees to that.
  FailureOr<MemRefType> type =
      inferSliceType(array.tiledType,
                     getStaticSlice(array.tiledType, offsets, sizeValues,
                                    strideValues, dropped),
                     reason);
  if (failed(type))
    return std::nullopt;
  Array view{{}, llvm::to_vector(sizes), *type};
  if (tiled)
    view.value = SubViewOp::create(builder, loc, array.value, offsets,
                                   sizeValues, strideValues, *type);
  else
    view.value = memref::SubViewOp::create(builder, loc, array.value, offsets,
                                           sizeValues, strideValues);
  ++counts.views;
  return view;
}

std::optional<Array> ProgramWriter::getRandomSubview(const Array &array) {
  SmallVector<OpFoldResult> offsets;
  SmallVector<int64_t> sizes, strides(array.rank(), 1);
  for (int64_t extent : array.extents) {
    int64_t step = int64_t(1) << pick(random, 0, 3);
    int64_t offset = step * pick(random, 0, (extent - 1) / step);
    if (chance(random, 30))
      offset = 0;
    offsets.push_back(builder.getIndexAttr(offset));
    sizes.push_back(chance(random, 30) ? extent - offset
                                       : pick(random, 1, extent - offset));
  }
  return getSubview(array, offsets, sizes, strides);
}

Array ProgramWriter::getTranspose(const Array &array) {
  SmallVector<int64_t> permutation;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    permutation.insert(permutation.begin() + pick(random, 0, dim), dim);
  Array view;
  for (int64_t dim : permutation)
    view.extents.push_back(array.extents[dim]);
  view.tiledType = inferTransposedType(array.tiledType, permutation);
  if (tiled) {
    view.value = TransposeOp::create(builder, loc, view.tiledType, array.value,
                                     permutation);
  } else {
    auto map = AffineMap::getPermutationMap(permutation, builder.getContext());
    view.value = memref::TransposeOp::create(builder, loc, array.value,
                                             AffineMapAttr::get(map));
  }
  ++counts.views;
  return view;
}

void ProgramWriter::addView(const Array &array, const Array &other) {
  Array view = array;
  for (int64_t steps = pick(random, 1, 2); steps > 0; --steps) {
    std::optional<Array> next;
    // Most offsets are inside a tile; some attempts find one at an edge.
    for (int attempt = 0; attempt < 6 && !next && chance(random, 90); ++attempt)
      next = getRandomSubview(view);
    view = next ? *next : getTranspose(view);
  }
  if (chance(random, 50))
    addNest(view, other);
  else
    addCall(view, other);
}

/// A loop over blocks of one dimension, with a view of each block.
void ProgramWriter::addTileLoop(const Array &array, const Array &other) {
  int64_t dim = pick(random, 0, array.rank() - 1);
  int64_t size = int64_t(1) << pick(random, 0, 3);
  int64_t blocks = array.extents[dim] / size;
  if (blocks < 1)
    return;
  SmallVector<int64_t> sizes = array.extents, strides(array.rank(), 1);
  sizes[dim] = size;
  SmallVector<OpFoldResult> offsets(array.rank(), builder.getIndexAttr(0));
  // Ask first whether blocks begin where tiles do.
  offsets[dim] = builder.getIndexAttr(size);
  std::string reason;
  llvm::SmallBitVector dropped(array.rank());
  if (failed(inferSliceType(
          array.tiledType,
          getStaticSlice(array.tiledType, offsets,
                         getAsIndexOpFoldResult(builder.getContext(), sizes),
                         getAsIndexOpFoldResult(builder.getContext(), strides),
                         dropped),
          reason)))
    return;
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, getIndex(0), getIndex(blocks),
                                 getIndex(1));
  ++counts.loops;
  builder.setInsertionPointToStart(loop.getBody());
  Value offset = arith::MulIOp::create(builder, loc, loop.getInductionVar(),
                                       getIndex(size));
  offsets[dim] = offset;
  if (std::optional<Array> view = getSubview(array, offsets, sizes, strides))
    addNest(*view, other);
}

//===----------------------------------------------------------------------===//
// Arrays of its own, control flow, vectors
//===----------------------------------------------------------------------===//

/// A loop that carries two arrays and exchanges them.
void ProgramWriter::addCarried(const Array &array, const Array &other) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    if (array.tiledType.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, array.value, dim));
  auto type = cast<MemRefType>(array.value.getType());
  Array second = array;
  second.value = memref::AllocOp::create(builder, loc, type, sizes);
  allocated.push_back(second.value);
  memref::CopyOp::create(builder, loc, array.value, second.value);
  auto loop = scf::ForOp::create(builder, loc, getIndex(0),
                                 getIndex(pick(random, 1, 3)), getIndex(1),
                                 ValueRange{array.value, second.value});
  ++counts.loops;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    Array a = array, b = second;
    a.value = loop.getRegionIterArg(0);
    b.value = loop.getRegionIterArg(1);
    addNest(a, b);
    scf::YieldOp::create(builder, loc, ValueRange{b.value, a.value});
  }
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq,
      memref::LoadOp::create(builder, loc, other.value, getIndices(other, {})),
      getNumber(1));
  Array chosen = array;
  chosen.value = arith::SelectOp::create(builder, loc, condition,
                                         loop.getResult(0), loop.getResult(1));
  addNest(chosen, other);
  memref::CopyOp::create(builder, loc, loop.getResult(1), array.value);
}

/// A copy into an array in another layout, and back.
void ProgramWriter::addCopy(const Array &array, const Array &other) {
  Layout layout = getProgramLayout(random, array.extents);
  layout.elementBits =
      element.getIntOrFloatBitWidth() % 8 ? element.getIntOrFloatBitWidth() : 0;
  Array copy;
  copy.extents = array.extents;
  copy.tiledType =
      MemRefType::get(array.extents, element,
                      TiledLayoutAttr::getForMemRef(builder.getContext(),
                                                    layout, array.extents));
  auto type = getType(copy.tiledType, copy.extents);
  copy.value = memref::AllocOp::create(builder, loc, type);
  allocated.push_back(copy.value);
  ++counts.layouts;
  memref::CopyOp::create(builder, loc, array.value, copy.value);
  addNest(copy, other);
  memref::CopyOp::create(builder, loc, copy.value, array.value);
}

void ProgramWriter::addBranch(const Array &array, const Array &other) {
  Value value =
      memref::LoadOp::create(builder, loc, other.value, getIndices(other, {}));
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, value, getNumber(0));
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  addNest(array, other);
  builder.setInsertionPointToStart(branch.elseBlock());
  addStencil(array);
}

/// Reads a vector along one dimension of one array, perhaps past its end, and
/// writes it to the other.
void ProgramWriter::addTransfer(const Array &array, const Array &other) {
  // LLVM packs vectors of less than bytes, but not their elements in memory, so
  // that the program without layouts would be wrong.
  if (element.getIntOrFloatBitWidth() < 8)
    return;
  auto type = VectorType::get({pick(random, 2, 9)}, element);
  auto getMap = [&](const Array &of) {
    return AffineMap::get(
        of.rank(), 0, builder.getAffineDimExpr(pick(random, 0, of.rank() - 1)));
  };
  Value vector = vector::TransferReadOp::create(
      builder, loc, type, array.value, getIndices(array, {}), getNumber(3),
      getMap(array), ArrayRef<bool>{false});
  vector::TransferWriteOp::create(builder, loc, vector, other.value,
                                  getIndices(other, {}), getMap(other),
                                  ArrayRef<bool>{false});
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void ProgramWriter::addStatement() {
  const Array &array = arrays[pick(random, 0, arrays.size() - 1)];
  const Array &other = arrays[pick(random, 0, arrays.size() - 1)];
  switch (pick(random, 0, 8)) {
  case 0:
    return addNest(array, other);
  case 1:
    return addStencil(array);
  case 2:
    return addCall(array, other);
  case 3:
    return addView(array, other);
  case 4:
    return addTileLoop(array, other);
  case 5:
    return addCarried(array, other);
  case 6:
    return addCopy(array, other);
  case 7:
    return addBranch(array, other);
  default:
    return addTransfer(array, other);
  }
}

ProgramCounts ProgramWriter::write() {
  SmallVector<Type> inputs;
  MLIRContext *context = builder.getContext();
  for (const ProgramArray &array : getProgramArrays(seed)) {
    const ArrayShape &shape = array.shape;
    element = builder.getIntegerType(shape.element->valueBits);
    auto tiledType = MemRefType::get(
        shape.shape, element,
        TiledLayoutAttr::getForMemRef(context, array.layout, shape.shape));
    arrays.push_back({{}, shape.extents, tiledType});
    inputs.push_back(getType(tiledType, shape.shape));
    ++counts.layouts;
    counts.raggedEdges +=
        getElements(array.layout, shape.extents) !=
        RankedTensorType::get(shape.extents, element).getNumElements();
  }
  builder.setInsertionPointToEnd(module.getBody());
  auto function =
      func::FuncOp::create(builder, loc, llvm::formatv("main{0}", seed).str(),
                           builder.getFunctionType(inputs, {}));
  function->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  builder.setInsertionPointToStart(function.addEntryBlock());
  for (auto [array, argument] :
       llvm::zip_equal(arrays, function.getArguments()))
    array.value = argument;

  for (int64_t statements = pick(random, 3, 7); statements > 0; --statements)
    addStatement();
  // What every program has.
  addCall(arrays[0], arrays[1]);
  addView(arrays[1], arrays[0]);
  for (Value array : allocated)
    memref::DeallocOp::create(builder, loc, array);
  func::ReturnOp::create(builder, loc);
  return counts;
}

ProgramCounts mlir::tiled_layout::test::addProgram(ModuleOp module,
                                                   uint64_t seed, bool tiled) {
  return ProgramWriter(module, seed, tiled).write();
}
