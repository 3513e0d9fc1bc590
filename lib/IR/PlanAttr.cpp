//===- PlanAttr.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/StructuredOps.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/LoopAttr.h"
#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

PlanAttr PlanAttr::getFor(MLIRContext *context, const PlanChoice &choice) {
  return get(context, toString(choice));
}

PlanAttr PlanAttr::getFromText(MLIRContext *context, StringRef text,
                               function_ref<InFlightDiagnostic()> emitError) {
  llvm::Expected<PlanChoice> choice = parsePlanChoice(text);
  if (choice)
    return getFor(context, *choice);
  emitError() << "in a plan: " << llvm::toString(choice.takeError());
  return {};
}

PlanChoice PlanAttr::getChoice() const {
  return llvm::cantFail(parsePlanChoice(getText()));
}

//===----------------------------------------------------------------------===//
// Plans of operations
//===----------------------------------------------------------------------===//

/// True if vectors of the element type lie in memory as its elements do.
static bool hasVectors(Type type) {
  if (!isa<IntegerType, FloatType>(type))
    return false;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits);
}

/// Sets what is known of one side; false if its map is no layout of ours and
/// not strided, or goes backwards.
static bool describeSide(MemRefType type, Layout &layout,
                         SmallVector<int64_t> &strides) {
  if (std::optional<Layout> tiles = getTileLayout(ShapedType(type))) {
    layout = *tiles;
    if (isView(type))
      strides = getPhysicalStrides(ShapedType(type));
  } else {
    layout = Layout::getRowMajor(type.getRank());
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return false;
  }
  return llvm::none_of(strides, [](int64_t stride) {
    return stride < 0 && !ShapedType::isDynamic(stride);
  });
}

std::optional<RelayoutArrays>
mlir::tiled_layout::getRelayoutArrays(MemRefType source, MemRefType dest) {
  RelayoutArrays arrays;
  if (source.getRank() != dest.getRank() ||
      !describeSide(source, arrays.source, arrays.sourceStrides) ||
      !describeSide(dest, arrays.dest, arrays.destStrides))
    return std::nullopt;
  for (auto [a, b] : llvm::zip_equal(source.getShape(), dest.getShape()))
    arrays.extents.push_back(ShapedType::isDynamic(a) ? b : a);
  return arrays;
}

bool mlir::tiled_layout::mayHavePlan(MemRefType source, MemRefType dest) {
  Type element = source.getElementType();
  auto isPlain = [&](MemRefType type) {
    return getBitsPerElement(ShapedType(type)) ==
           element.getIntOrFloatBitWidth();
  };
  return source.getRank() > 0 && element == dest.getElementType() &&
         hasVectors(element) && isPlain(source) && isPlain(dest) &&
         getRelayoutArrays(source, dest);
}

bool mlir::tiled_layout::areStaticArrays(MemRefType source, MemRefType dest) {
  if (!source.hasStaticShape() || !dest.hasStaticShape() ||
      source.getNumElements() == 0 || !mayHavePlan(source, dest))
    return false;
  return getRelayoutArrays(source, dest)->areWhole();
}

FailureOr<std::optional<PlannedRelayout>>
mlir::tiled_layout::getPlanOf(Operation *op) {
  auto attribute = op->getAttrOfType<PlanAttr>(planAttrName);
  if (!attribute)
    return std::optional<PlannedRelayout>();
  auto relayout = dyn_cast<RelayoutOp>(op);
  if (!relayout && !isa<memref::CopyOp>(op))
    return op->emitOpError() << "is no relayout and has no plan";
  auto source = dyn_cast<MemRefType>(op->getOperand(0).getType());
  auto dest = dyn_cast<MemRefType>(op->getOperand(1).getType());
  if (!source || !dest || !mayHavePlan(source, dest))
    return op->emitOpError()
           << "has a plan, but goes from " << op->getOperand(0).getType()
           << " to " << op->getOperand(1).getType()
           << "; plans are for memrefs whose elements vectors hold";
  PlanChoice choice = attribute.getChoice();
  if (choice.fillsPadding && (!relayout || !relayout.getPaddingValue()))
    return op->emitOpError() << "has a plan that fills padding, but no value "
                                "for it";
  FailureOr<Target> target = getTargetOf(op);
  if (failed(target))
    return failure();
  auto refuse = [&](llvm::Error reason) {
    return op->emitOpError() << "has a plan that it cannot be done by: "
                             << llvm::toString(std::move(reason));
  };
  llvm::Expected<RelayoutArrays> arrays =
      getPlannedArrays(*getRelayoutArrays(source, dest), choice);
  if (!arrays)
    return refuse(arrays.takeError());
  llvm::Expected<RelayoutPlan> plan =
      getRelayoutPlan(*arrays, dest.getElementTypeBitWidth(), choice, *target);
  if (!plan)
    return refuse(plan.takeError());
  return std::optional<PlannedRelayout>(
      PlannedRelayout{std::move(*arrays), std::move(*plan), choice.vectorBits});
}

/// Verifies an operation but for its attributes. MLIR looks at these first, but
/// a plan can only be asked of a valid operation.
static LogicalResult verifyPlanned(Operation *op) {
  if (failed(op->getName().verifyInvariants(op)))
    return failure();
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (failed(verify(&inner)))
        return failure();
  return op->getName().verifyRegionInvariants(op);
}

LogicalResult
TiledLayoutDialect::verifyOperationAttribute(Operation *op,
                                             NamedAttribute attribute) {
  if ((attribute.getName() == kStructuredPlanName ||
       attribute.getName() == planAttrName) &&
      failed(verifyPlanned(op)))
    return failure();
  StringAttr name = attribute.getName();
  Attribute value = attribute.getValue();
  auto refuse = [&](StringRef wanted) -> LogicalResult {
    return op->emitOpError() << "'" << name.getValue() << "' is " << value
                             << ", but must be " << wanted;
  };
  if (name == kStructuredPlanName)
    return verifyPlanOf(op, value);
  if (name == loopAttrName)
    return verifyLoopRole(op, value);
  if (name == targetAttrName && !isa<ModuleOp>(op))
    return op->emitOpError()
           << "is no module, so it cannot have '" << targetAttrName << "'";
  if (name == targetAttrName)
    return isa<TargetAttr>(value) ? success()
                                  : refuse("#tiled_layout.target<...>");
  if (name == planAttrName)
    return isa<PlanAttr>(value) ? LogicalResult(getPlanOf(op))
                                : refuse("#tiled_layout.plan<...>");
  if (name == asideName)
    return isa<ArrayAttr, UnitAttr, LayoutAttrInterface>(value)
               ? success()
               : refuse("a layout, a list of layouts or nothing");
  if (name == ownMemoryName)
    return isa<UnitAttr>(value) ? success() : refuse("nothing");
  return op->emitOpError() << "has the attribute '" << name.getValue()
                           << "', which the dialect does not know";
}
