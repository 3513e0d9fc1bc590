//===- RuntimeVerification.cpp - Checks of what programs assert -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/RuntimeVerification.h"

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Asserts that the operand is a multiple. The operand itself is divided: of
/// the result, passes believe it.
struct AssumeMultipleModel
    : RuntimeVerifiableOpInterface::ExternalModel<AssumeMultipleModel,
                                                  AssumeMultipleOp> {
  void generateRuntimeVerification(
      Operation *op, OpBuilder &builder, Location loc,
      function_ref<std::string(Operation *, StringRef)> getMessage) const {
    auto assumed = cast<AssumeMultipleOp>(op);
    auto multiple =
        arith::ConstantIndexOp::create(builder, loc, assumed.getMultiple());
    Value rest =
        arith::RemSIOp::create(builder, loc, assumed.getValue(), multiple);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value isMultiple = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, rest, zero);
    std::string reason =
        "index is no multiple of " + std::to_string(assumed.getMultiple());
    cf::AssertOp::create(builder, loc, isMultiple, getMessage(op, reason));
  }
};

} // namespace

void mlir::tiled_layout::registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TiledLayoutDialect *) {
    AssumeMultipleOp::attachInterface<AssumeMultipleModel>(*context);
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect>();
  });
}
