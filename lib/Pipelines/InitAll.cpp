//===- InitAll.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/InitAll.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Pipelines/Pipelines.h"
#include "tiled_layout/TransformOps/TransformOps.h"
#include "tiled_layout/Transforms/Bufferize.h"
#include "tiled_layout/Transforms/Passes.h"
#include "tiled_layout/Transforms/RuntimeVerification.h"
#include "tiled_layout/Transforms/StructuredPasses.h"

void mlir::tiled_layout::registerAllDialects(DialectRegistry &registry) {
  registry.insert<TiledLayoutDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  registerTransformDialectExtension(registry);
}

void mlir::tiled_layout::registerAllPasses() {
  registerTiledLayoutConversionPasses();
  registerTiledLayoutTransformsPasses();
  registerTiledLayoutStructuredPasses();
  registerPipelines();
}
