//===- KernelProgram.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelProgram.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/LoopAttr.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

#include <limits>

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

static MemRefType getTiledType(const RelayoutProblem &problem, Layout layout,
                               ArrayRef<int64_t> extents,
                               MLIRContext *context) {
  // Where a buffer lives is the caller's business.
  layout.memorySpace = 0;
  return MemRefType::get(
      extents, getElementType(problem.elementType, context),
      TiledLayoutAttr::getForMemRef(context, layout, extents));
}

/// Returns the padding attribute of a relayout: null where it is undefined.
static Attribute getPadding(const std::optional<llvm::APInt> &bits,
                            Type element) {
  if (!bits)
    return Attribute();
  if (bits->isZero())
    return UnitAttr::get(element.getContext());
  if (auto floatType = dyn_cast<FloatType>(element))
    return FloatAttr::get(floatType,
                          llvm::APFloat(floatType.getFloatSemantics(), *bits));
  return IntegerAttr::get(element, *bits);
}

/// Views memory as a memref, by the descriptor that memrefs are lowered to.
/// Functions of memrefs would take descriptors, which C does not know.
static Value viewAsMemRef(OpBuilder &builder, Location loc, Value pointer,
                          MemRefType type) {
  MLIRContext *context = builder.getContext();
  Type wordType = builder.getI64Type();
  Type arrayType = LLVM::LLVMArrayType::get(wordType, 1);
  Type descriptorType = LLVM::LLVMStructType::getLiteral(
      context,
      {pointer.getType(), pointer.getType(), wordType, arrayType, arrayType});
  Value descriptor = LLVM::PoisonOp::create(builder, loc, descriptorType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, wordType,
                                    builder.getI64IntegerAttr(value));
  };
  insert(pointer, {0});
  insert(pointer, {1});
  insert(constant(0), {2});
  // How many elements there are is of no interest where it is not known.
  insert(constant(type.isDynamicDim(0) ? std::numeric_limits<int64_t>::max()
                                       : type.getDimSize(0)),
         {3, 0});
  insert(constant(1), {4, 0});
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

/// Returns a module with one function whose first two arguments are the buffers
/// of the arrays; the builder stands in its body.
static OwningOpRef<ModuleOp> createModule(OpBuilder &builder, Location loc,
                                          StringRef symbol,
                                          ArrayRef<Type> others) {
  MLIRContext *context = builder.getContext();
  context
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    scf::SCFDialect, TiledLayoutDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  SmallVector<Type> arguments(2, LLVM::LLVMPointerType::get(context));
  llvm::append_range(arguments, others);
  auto function = func::FuncOp::create(builder, loc, symbol,
                                       builder.getFunctionType(arguments, {}));
  // The buffers do not overlap.
  for (unsigned i = 0; i < 2; ++i)
    function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  builder.setInsertionPointToStart(function.addEntryBlock());
  return module;
}

static func::FuncOp getFunction(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

/// Builds the relayout of the arrays in the first two arguments of a function,
/// and its end. `sizes` are the extents that are dynamic.
static void buildRelayout(OpBuilder &builder, Location loc,
                          func::FuncOp function, const RelayoutProblem &problem,
                          ArrayRef<int64_t> extents, ValueRange sizes,
                          const std::optional<llvm::APInt> &padding) {
  const Layout *layouts[] = {&problem.source, &problem.dest};
  Value arrays[2];
  for (unsigned i = 0; i < 2; ++i) {
    MemRefType tiled =
        getTiledType(problem, *layouts[i], extents, builder.getContext());
    Value flat = viewAsMemRef(builder, loc, function.getArgument(i),
                              cast<MemRefType>(getFlatType(tiled)));
    arrays[i] = FromPhysicalOp::create(builder, loc, tiled, flat, sizes);
  }
  Type element = cast<MemRefType>(arrays[0].getType()).getElementType();
  RelayoutOp::create(builder, loc, TypeRange(), arrays[0], arrays[1],
                     getPadding(padding, element));
  func::ReturnOp::create(builder, loc);
}

OwningOpRef<ModuleOp> mlir::tiled_layout::buildProgram(
    const RelayoutProblem &problem, const std::optional<llvm::APInt> &padding,
    StringRef symbol, bool withSlice, MLIRContext *context) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  SmallVector<Type> slice(withSlice ? 2 : 0, builder.getI64Type());
  OwningOpRef<ModuleOp> module = createModule(builder, loc, symbol, slice);
  buildRelayout(builder, loc, getFunction(*module), problem, problem.extents,
                /*sizes=*/{}, padding);
  return module;
}

OwningOpRef<ModuleOp>
mlir::tiled_layout::buildProgramOfKind(const RelayoutProblem &problem,
                                       StringRef symbol, MLIRContext *context) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  context->loadDialect<LLVM::LLVMDialect>();
  Type pointer = LLVM::LLVMPointerType::get(context),
       word = builder.getI64Type();
  OwningOpRef<ModuleOp> module = createModule(builder, loc, symbol, pointer);
  func::FuncOp function = getFunction(*module);
  SmallVector<Value> extents;
  for (int32_t dim = 0; dim < int32_t(problem.extents.size()); ++dim) {
    Value place = LLVM::GEPOp::create(builder, loc, pointer, word,
                                      function.getArgument(2),
                                      ArrayRef<LLVM::GEPArg>{dim});
    extents.push_back(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(),
        LLVM::LoadOp::create(builder, loc, word, place)));
  }
  SmallVector<int64_t> dynamic(extents.size(), ShapedType::kDynamic);
  buildRelayout(builder, loc, function, problem, dynamic, extents,
                /*padding=*/std::nullopt);
  return module;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// True if a loop is the shared one itself. Loops are named by what one
/// iteration moves by.
static bool isLoop(scf::ForallOp loop, const SharedLoop &shared) {
  return getSharedStrides(loop) ==
             ArrayRef<int64_t>({shared.sourceStride, shared.destStride}) &&
         getConstantIntValue(loop.getMixedUpperBound().front()) ==
             shared.extent;
}

/// Replaces a parallel loop by one over some of its iterations.
static void makeSequential(scf::ForallOp loop, Value begin, Value end) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  auto sequential =
      scf::ForOp::create(builder, loc, begin, end,
                         arith::ConstantIndexOp::create(builder, loc, 1));
  IRMapping mapping;
  mapping.map(loop.getInductionVar(0), sequential.getInductionVar());
  builder.setInsertionPointToStart(sequential.getBody());
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  loop.erase();
}

SliceResult mlir::tiled_layout::sliceParallelLoops(ModuleOp module,
                                                   const SharedLoop &shared) {
  auto function = *module.getOps<func::FuncOp>().begin();
  SmallVector<scf::ForallOp> loops;
  function.walk([&](scf::ForallOp loop) { loops.push_back(loop); });
  if (loops.empty())
    return {};

  SliceResult result{/*isSliced=*/true, /*hasFreeExtent=*/true};
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  auto getArgument = [&](unsigned number) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      function.getArgument(number));
  };
  Value begin = getArgument(2), end = getArgument(3);
  for (scf::ForallOp loop : loops) {
    if (isLoop(loop, shared)) {
      makeSequential(loop, begin, end);
      continue;
    }
    result.hasFreeExtent = false;
    builder.setInsertionPoint(loop);
    Value count = getValueOrCreateConstantIndexOp(
        builder, loc, loop.getMixedUpperBound().front());
    Value extent = arith::ConstantIndexOp::create(builder, loc, shared.extent);
    auto scale = [&](Value number) -> Value {
      Value product = arith::MulIOp::create(builder, loc, number, count);
      return arith::DivUIOp::create(builder, loc, product, extent);
    };
    makeSequential(loop, scale(begin), scale(end));
  }
  return result;
}
