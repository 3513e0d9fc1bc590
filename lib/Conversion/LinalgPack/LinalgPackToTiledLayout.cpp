//===- LinalgPackToTiledLayout.cpp ----------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "PackReshape.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Interop/Packs.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTLINALGPACKTOTILEDLAYOUTPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// What a pack or unpack says, with constant tiles.
template <typename OpTy>
std::optional<Pack> getPack(OpTy op) {
  Pack pack;
  pack.outerDimsPerm.assign(op.getOuterDimsPerm().begin(),
                            op.getOuterDimsPerm().end());
  pack.innerDimsPos.assign(op.getInnerDimsPos().begin(),
                           op.getInnerDimsPos().end());
  for (auto [number, tile] : llvm::enumerate(op.getMixedTiles())) {
    std::optional<int64_t> size = getConstantIntValue(tile);
    if (!size) {
      op.emitOpError() << "inner tile " << number
                       << " is not a constant, and a layout's tiles are";
      return std::nullopt;
    }
    pack.innerTiles.push_back(*size);
  }
  auto unpacked = cast<RankedTensorType>(isa<linalg::PackOp>(op)
                                             ? op->getOperand(0).getType()
                                             : op->getResult(0).getType());
  if (llvm::Error error = checkPack(pack, unpacked.getRank())) {
    op.emitOpError() << toString(std::move(error));
    return std::nullopt;
  }
  return pack;
}

/// True if a tile may not divide its dimension.
bool mayPad(const Pack &pack, ArrayRef<int64_t> extents) {
  for (auto [dim, size] : llvm::zip_equal(pack.innerDimsPos, pack.innerTiles))
    if (size != 1 &&
        (ShapedType::isDynamic(extents[dim]) || extents[dim] % size != 0))
      return true;
  return false;
}

/// True if tensors of this type lie in one layout after the packs: they
/// permute nothing whose extent is not known, which only `full` could say.
bool isOneLayout(ArrayRef<Pack> packs, RankedTensorType unpacked) {
  return !getLayoutOfPacks(packs, unpacked.getShape()).layout.hasExtentEntry();
}

/// What the padding of a chain of packs holds.
struct Padding {
  enum class Kind {
    /// There is none, whatever the extents are.
    None,
    /// Undefined if there is any: the tiles are promised to divide.
    Promise,
    /// Holds poison.
    Undefined,
    Value,
  };
  Kind kind = Kind::None;
  Value value;

  bool operator!=(const Padding &other) const {
    return kind != other.kind || value != other.value;
  }
};

Padding getPadding(linalg::PackOp op, const Pack &pack) {
  if (!mayPad(pack, op.getSourceType().getShape()))
    return {};
  Value value = op.getPaddingValue();
  if (!value)
    return {Padding::Kind::Promise, {}};
  if (value.getDefiningOp<ub::PoisonOp>())
    return {Padding::Kind::Undefined, {}};
  return {Padding::Kind::Value, value};
}

/// Packs one after another, and what they begin or end with.
struct PackedValue {
  /// Before the first pack of a value that was packed; the packed value of one
  /// that is unpacked.
  Value end;
  SmallVector<Pack> packs;
  Padding padding;
};

/// Rewrites packs and unpacks in the order of the program, so that what a pack
/// takes has been rewritten before it.
class Converter {
public:
  explicit Converter(MLIRContext *context) : rewriter(context) {}

  LogicalResult convert(linalg::PackOp op);
  LogicalResult convert(linalg::UnPackOp op);

  /// Erases what nobody uses: steps of a chain that one relayout has taken.
  void eraseUnused();

private:
  /// A layout on the type that it is for, and how its physical array becomes
  /// the packed one.
  struct Target {
    RankedTensorType tiled, physical;
    SmallVector<int64_t> keptAxes;
  };
  void continueChain(PackedValue &value);
  FailureOr<Target> getTarget(Operation *op, RankedTensorType unpacked,
                              ArrayRef<Pack> packs, bool isExact);
  Value emitRelayout(Location loc, Value source, Type tiled,
                     const Padding &padding);

  IRRewriter rewriter;
  llvm::DenseMap<Value, PackedValue> packed, unpacked;
  /// In the order of the program.
  SmallVector<Operation *> results;
};

/// Lets an operation work on tensors without layouts of ours: casts, which are
/// relayouts, stand around it.
static void dropLayouts(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto getPlain = [](Type type) {
    return cast<RankedTensorType>(type).dropEncoding();
  };
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); isTiled(type))
      operand.set(
          tensor::CastOp::create(builder, loc, getPlain(type), operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type type = result.getType();
    if (!isTiled(type))
      continue;
    result.setType(getPlain(type));
    auto cast = tensor::CastOp::create(builder, loc, type, result);
    result.replaceAllUsesExcept(cast, cast);
  }
}

void Converter::eraseUnused() {
  // What an operation uses stands before it, and is looked at after it.
  llvm::SetVector<Operation *> worklist(results.begin(), results.end());
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        worklist.insert(producer);
    rewriter.eraseOp(op);
  }
}

FailureOr<Converter::Target> Converter::getTarget(Operation *op,
                                                  RankedTensorType unpacked,
                                                  ArrayRef<Pack> packs,
                                                  bool isExact) {
  if (unpacked.getEncoding())
    return op->emitOpError() << "works on " << unpacked
                             << ", whose encoding a layout would replace";
  if (!isPlainStorage(unpacked))
    return op->emitOpError()
           << "has elements of type " << unpacked.getElementType()
           << ", which do not fill their bytes in a layout";
  PackedLayout layout = getLayoutOfPacks(packs, unpacked.getShape());
  layout.layout.exact = isExact && !layout.layout.tiles.empty();
  SmallVector<int64_t> shape =
      getPhysicalShape(layout.layout, unpacked.getShape());
  auto encoding = TiledLayoutAttr::get(op->getContext(), layout.layout);
  auto tiled = RankedTensorType::getChecked(
      [&] { return op->emitOpError() << "has no layout: "; },
      unpacked.getShape(), unpacked.getElementType(), encoding);
  if (!tiled)
    return failure();
  return Target{tiled, getPlainTensor(unpacked, shape),
                std::move(layout.keptAxes)};
}

/// Returns the tiled tensor of what `source` holds.
Value Converter::emitRelayout(Location loc, Value source, Type tiled,
                              const Padding &padding) {
  Value empty =
      EmptyOp::create(rewriter, loc, tiled,
                      tensor::createDynamicDimValues(rewriter, loc, source));
  Attribute constant;
  if (padding.kind == Padding::Kind::Value &&
      matchPattern(padding.value, m_Constant(&constant)) &&
      !isa<TypedAttr>(constant))
    constant = {};
  Value result =
      RelayoutOp::create(rewriter, loc, tiled, source, empty, constant)
          .getResult();
  if (padding.kind != Padding::Kind::Value || constant)
    return result;
  return FillPaddingOp::create(rewriter, loc, tiled, padding.value, result)
      .getResult();
}

/// Lets a pack of a packed value continue the tiles of that, if one layout and
/// one kind of padding do for both.
void Converter::continueChain(PackedValue &value) {
  auto before = packed.find(value.end);
  if (before == packed.end())
    return;
  Padding first = before->second.padding, second = value.padding;
  if (first != second && first.kind != Padding::Kind::None &&
      second.kind != Padding::Kind::None)
    return;
  PackedValue longer = before->second;
  longer.packs.append(value.packs);
  if (first.kind == Padding::Kind::None)
    longer.padding = second;
  if (isOneLayout(longer.packs, cast<RankedTensorType>(longer.end.getType())))
    value = std::move(longer);
}

LogicalResult Converter::convert(linalg::PackOp op) {
  std::optional<Pack> pack = getPack(op);
  if (!pack)
    return failure();
  PackedValue value{op.getSource(), {*pack}, getPadding(op, *pack)};
  continueChain(value);

  auto unpackedType = cast<RankedTensorType>(value.end.getType());
  FailureOr<Target> target =
      getTarget(op, unpackedType, value.packs,
                value.padding.kind == Padding::Kind::Promise);
  if (failed(target))
    return failure();
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value tiled = emitRelayout(loc, value.end, target->tiled, value.padding);
  Value physical = ToPhysicalOp::create(rewriter, loc, target->physical, tiled);
  Value result =
      castTo(rewriter, loc, dropAxes(rewriter, loc, physical, target->keptAxes),
             op.getResult().getType());
  packed[result] = value;
  results.push_back(result.getDefiningOp());
  rewriter.replaceOp(op, result);
  return success();
}

LogicalResult Converter::convert(linalg::UnPackOp op) {
  std::optional<Pack> pack = getPack(op);
  if (!pack)
    return failure();
  PackedValue value{op.getSource(), {*pack}, {}};
  auto type = cast<RankedTensorType>(op.getDest().getType());
  if (auto before = unpacked.find(op.getSource()); before != unpacked.end()) {
    PackedValue longer{before->second.end, {*pack}, {}};
    longer.packs.append(before->second.packs);
    if (isOneLayout(longer.packs, type))
      value = std::move(longer);
  }
  FailureOr<Target> target =
      getTarget(op, type, value.packs, /*isExact=*/false);
  if (failed(target))
    return failure();
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value source = castTo(rewriter, loc, value.end,
                        getKeptType(target->physical, target->keptAxes));
  Value physical =
      addAxes(rewriter, loc, source, target->physical, target->keptAxes);
  Value tiled = FromPhysicalOp::create(
      rewriter, loc, target->tiled, physical,
      tensor::createDynamicDimValues(rewriter, loc, op.getDest()));
  Value result = RelayoutOp::create(rewriter, loc, type, tiled, op.getDest(),
                                    /*padding=*/Attribute())
                     .getResult();
  unpacked[result] = value;
  results.push_back(result.getDefiningOp());
  rewriter.replaceOp(op, result);
  return success();
}

class ConvertLinalgPackToTiledLayoutPass
    : public tiled_layout::impl::ConvertLinalgPackToTiledLayoutPassBase<
          ConvertLinalgPackToTiledLayoutPass> {
private:
  void runOnOperation() final {
    Operation *root = getOperation();
    if (failed(verifyMemRefsBelow(root)))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    root->walk([&](Operation *op) {
      if (isa<linalg::PackOp, linalg::UnPackOp>(op))
        ops.push_back(op);
    });
    Converter converter(&getContext());
    for (Operation *op : ops) {
      dropLayouts(op);
      LogicalResult converted =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case<linalg::PackOp, linalg::UnPackOp>(
                  [&](auto op) { return converter.convert(op); });
      if (failed(converted))
        signalPassFailure();
    }
    converter.eraseUnused();
  }
};

} // namespace
