//===- GpuOnHost.cpp - The host plays the device --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelsAsFunctions.h"
#include "TestPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout::test;

namespace {

class GpuOnHostPass
    : public PassWrapper<GpuOnHostPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GpuOnHostPass)

  StringRef getArgument() const final { return "test-gpu-on-host"; }
  StringRef getDescription() const final {
    return "Execute kernels and operations on their memory on the host";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry
        .insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                memref::MemRefDialect, scf::SCFDialect>();
  }

private:
  void runOnOperation() final;
  LogicalResult takeKernels(gpu::GPUModuleOp module);
  LogicalResult lower(Operation *op);
  LogicalResult lowerLaunch(OpBuilder &builder, gpu::LaunchFuncOp launch);

  /// By their names, which speak of the module around them, too.
  DenseMap<SymbolRefAttr, HostKernel> kernels;
};

} // namespace

/// Moves everything out of a module of kernels, where the host finds it.
LogicalResult GpuOnHostPass::takeKernels(gpu::GPUModuleOp module) {
  SymbolTable symbols(getOperation());
  OpBuilder builder(module);
  for (Operation &op :
       llvm::make_early_inc_range(module.getBodyRegion().front())) {
    if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op)) {
      if (!kernel.isKernel())
        return op.emitOpError() << "is no kernel: the host cannot call it";
      auto name = SymbolRefAttr::get(module.getNameAttr(),
                                     FlatSymbolRefAttr::get(kernel));
      FailureOr<HostKernel> host = makeHostKernel(builder, kernel);
      if (failed(host))
        return failure();
      kernels[name] = *host;
      continue;
    }
    if (symbols.lookup(SymbolTable::getSymbolName(&op)))
      return op.emitOpError() << "has a name that the host has, too";
    op.moveBefore(module);
  }
  module.erase();
  return success();
}

/// A launch becomes loops over blocks, and over the threads of each from
/// barrier to barrier. All blocks share the memory for attributions: what they
/// find there is undefined anyway.
LogicalResult GpuOnHostPass::lowerLaunch(OpBuilder &builder,
                                         gpu::LaunchFuncOp launch) {
  auto kernel = kernels.find(launch.getKernel());
  if (kernel == kernels.end() || launch.hasClusterSize())
    return launch.emitOpError() << "has no form on the host";
  Location loc = launch.getLoc();
  auto getSizes = [&](gpu::KernelDim3 size) {
    return llvm::map_to_vector(
        ArrayRef<Value>{size.x, size.y, size.z}, [&](Value value) {
          return getValueOrCreateCastToIndexLike(builder, loc,
                                                 builder.getIndexType(), value);
        });
  };
  SmallVector<Value> grid = getSizes(launch.getGridSizeOperandValues());
  SmallVector<Value> block = getSizes(launch.getBlockSizeOperandValues());
  SmallVector<Value> memory;
  for (MemRefType type : kernel->second.attributions)
    memory.push_back(memref::AllocOp::create(builder, loc, type));
  SmallVector<Value> zeros(3, arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<Value> ones(3, arith::ConstantIndexOp::create(builder, loc, 1));
  scf::buildLoopNest(
      builder, loc, zeros, grid, ones,
      [&](OpBuilder &blocks, Location, ValueRange blockId) {
        for (func::FuncOp phase : kernel->second.phases)
          scf::buildLoopNest(
              blocks, loc, zeros, block, ones,
              [&](OpBuilder &threads, Location, ValueRange threadId) {
                SmallVector<Value> operands(blockId);
                llvm::append_range(operands, threadId);
                llvm::append_range(operands, grid);
                llvm::append_range(operands, block);
                llvm::append_range(operands, launch.getKernelOperands());
                llvm::append_range(operands, memory);
                func::CallOp::create(threads, loc, phase, operands);
              });
      });
  for (Value buffer : memory)
    memref::DeallocOp::create(builder, loc, buffer);
  return success();
}

/// Writes before an operation what the host does for it.
LogicalResult GpuOnHostPass::lower(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](gpu::AllocOp alloc) {
        Value memref = memref::AllocOp::create(builder, loc, alloc.getType(),
                                               alloc.getDynamicSizes());
        alloc.getMemref().replaceAllUsesWith(memref);
        return success();
      })
      .Case([&](gpu::DeallocOp dealloc) {
        memref::DeallocOp::create(builder, loc, dealloc.getMemref());
        return success();
      })
      .Case([&](gpu::MemcpyOp copy) {
        memref::CopyOp::create(builder, loc, copy.getSrc(), copy.getDst());
        return success();
      })
      .Case([&](gpu::MemsetOp set) {
        linalg::FillOp::create(builder, loc, set.getValue(), set.getDst());
        return success();
      })
      .Case([&](gpu::LaunchFuncOp launch) {
        return lowerLaunch(builder, launch);
      })
      // All is done when the next operation is reached.
      .Case([](gpu::WaitOp) { return success(); })
      .Default([](Operation *op) {
        return op->emitOpError() << "has no form on the host";
      });
}

/// The host's memory is in one space.
static void removeMemorySpaces(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> Type {
    if (!isa_and_nonnull<gpu::AddressSpaceAttr>(type.getMemorySpace()))
      return type;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           type.getLayout());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

void GpuOnHostPass::runOnOperation() {
  kernels.clear();
  ModuleOp module = getOperation();
  SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp kernels : modules)
    if (failed(takeKernels(kernels)))
      return signalPassFailure();
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    if (failed(lower(op)))
      return signalPassFailure();
  // Tokens order what is in order.
  for (Operation *op : llvm::reverse(operations)) {
    if (!op->use_empty()) {
      op->emitOpError() << "has a token that the host cannot follow";
      return signalPassFailure();
    }
    op->erase();
  }
  removeMemorySpaces(module);
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
}

std::unique_ptr<Pass> mlir::tiled_layout::test::createGpuOnHostPass() {
  return std::make_unique<GpuOnHostPass>();
}
