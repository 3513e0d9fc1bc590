//===- RelayoutConstants.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "LayoutCasts.h"
#include "Remarks.h"

#include "../IR/TypedValues.h"

#include "tiled_layout/Analysis/KnownPadding.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_RELAYOUTCONSTANTSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns why a relayout of a constant stays one, or an empty string.
static std::string getObstacle(RelayoutOp op, ElementsAttr value,
                               int64_t sizeLimit) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  bool isSplat = value.isSplat();
  std::string reason;
  llvm::raw_string_ostream os(reason);
  std::optional<Layout> layout = getLayout(type);
  std::optional<int64_t> bits = getBitsPerElement(type);
  if (!isa<DenseElementsAttr, DenseResourceElementsAttr>(value)) {
    os << "only dense<...> and dense_resource<...> can be put in order at "
          "compile time";
  } else if (!layout || !bits) {
    os << "the layout of " << type << " is unknown";
  } else if (int64_t bytes =
                 getBytes(getElements(*layout, type.getShape()), *bits);
             !isSplat && bytes > sizeLimit) {
    os << "its " << bytes << " bytes are more than the size limit of "
       << sizeLimit;
  } else if (TypedAttr padding = op.getPaddingValue();
             padding &&
             getElements(*layout, type.getShape()) != type.getNumElements() &&
             padding != getConstantPadding(value)) {
    os << "its padding must hold " << padding
       << ", but that of a constant holds " << getConstantPadding(value);
  }
  return reason;
}

namespace {

class RelayoutConstantsPass
    : public tiled_layout::impl::RelayoutConstantsPassBase<
          RelayoutConstantsPass> {
public:
  using RelayoutConstantsPassBase::RelayoutConstantsPassBase;

private:
  void runOnOperation() final {
    if (int64_t limit = sizeLimit; limit < 0) {
      emitError(getOperation()->getLoc())
          << "size-limit is " << limit << ", but must be at least 0";
      return signalPassFailure();
    }
    if (failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    replaceLayoutCasts(getOperation());
    IRRewriter rewriter(&getContext());
    // In the order of the program, so that chains of relayouts go as a whole.
    getOperation()->walk([&](RelayoutOp op) {
      ElementsAttr value;
      if (op.getResult() && matchPattern(op.getSource(), m_Constant(&value)))
        relayout(op, value, rewriter);
    });
  }

  void relayout(RelayoutOp op, ElementsAttr value, IRRewriter &rewriter) {
    auto options = getRemarkOpts(op, "relayout-constants");
    if (std::string reason = getObstacle(op, value, sizeLimit);
        !reason.empty()) {
      remark::missed(op.getLoc(), options) << remark::reason("{0}", reason);
      return;
    }
    auto type = cast<RankedTensorType>(op.getResult().getType());
    remark::passed(op.getLoc(), options) << remark::metric(
        "bytes", getBytes(getElements(*getLayout(type), type.getShape()),
                          *getBitsPerElement(type)));
    Operation *constant = op.getSource().getDefiningOp();
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type,
                                                   getWithType(value, type));
    if (constant->use_empty())
      rewriter.eraseOp(constant);
  }
};

} // namespace
