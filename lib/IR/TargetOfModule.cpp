//===- TargetOfModule.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

TargetAttr TargetAttr::getFor(MLIRContext *context, const Target &target) {
  return get(context, toString(target));
}

TargetAttr
TargetAttr::getFromText(MLIRContext *context, StringRef text,
                        function_ref<InFlightDiagnostic()> emitError) {
  llvm::Expected<Target> target = parseTarget(text);
  if (target)
    return getFor(context, *target);
  emitError() << "in target '" << text
              << "': " << llvm::toString(target.takeError());
  return {};
}

Target TargetAttr::getTarget() const {
  return llvm::cantFail(parseTarget(getText()));
}

//===----------------------------------------------------------------------===//
// What a module says
//===----------------------------------------------------------------------===//

static LogicalResult report(Operation *op, StringRef attribute,
                            llvm::Error error) {
  // Without a note that prints the module.
  return emitError(op->getLoc())
         << "in '" << attribute << "': " << llvm::toString(std::move(error));
}

/// Returns the value of an integer, as it is printed, where 64 bits hold it.
/// `true` is 1.
static std::optional<int64_t> getValue(IntegerAttr number) {
  APInt bits = number.getValue();
  if (!number.getType().isUnsignedInteger() && bits.getBitWidth() != 1)
    return bits.trySExtValue();
  if (bits.getActiveBits() > 63)
    return std::nullopt;
  return bits.getZExtValue();
}

/// Returns the numeric field that an entry of the specification sets; an empty
/// name if it is of others. Fails if it was meant to be a field.
static FailureOr<StringRef> findField(Operation *op, StringRef specification,
                                      StringAttr key) {
  if (!key || key == targetAttrName)
    return StringRef();
  if (key == "L1_cache_size_in_bytes")
    return StringRef("l1-bytes");
  SmallVector<StringRef> fields;
  for (const TargetField &field : getTargetFields())
    fields.push_back(field.name);
  StringRef nearest = findNearest(key, fields);
  if (nearest.empty() || nearest == key)
    return nearest;
  return emitError(op->getLoc())
         << "in '" << specification << "': a target has no field '"
         << key.getValue() << "'; did you mean '" << nearest << "'?";
}

/// Returns what the specification says of the processor.
static FailureOr<Target> getFromSystem(Operation *op,
                                       TargetSystemSpecInterface system) {
  StringRef name = DLTIDialect::kTargetSystemDescAttrName;
  Target target;
  std::optional<TargetDeviceSpecInterface> device =
      system.getDeviceSpecForDeviceID(StringAttr::get(op->getContext(), "CPU"));
  if (!device)
    return target;
  auto find = [&](StringRef key) -> Attribute {
    DataLayoutEntryInterface entry =
        device->getSpecForIdentifier(StringAttr::get(op->getContext(), key));
    return entry ? entry.getValue() : Attribute();
  };
  if (Attribute text = find(targetAttrName)) {
    auto string = dyn_cast<StringAttr>(text);
    if (!string)
      return emitError(op->getLoc())
             << "in '" << name << "': '" << targetAttrName << "' is " << text
             << ", which is no text";
    llvm::Expected<Target> named = parseTarget(string);
    if (!named)
      return report(op, name, named.takeError());
    target = *named;
  }
  SmallVector<std::pair<StringRef, int64_t>> values;
  for (DataLayoutEntryInterface entry : device->getEntries()) {
    auto key = dyn_cast<StringAttr>(entry.getKey());
    FailureOr<StringRef> field = findField(op, name, key);
    if (failed(field))
      return failure();
    // The size of a cache is another's word for a field.
    if (field->empty() || (*field != key.getValue() && find(*field)))
      continue;
    Attribute value = entry.getValue();
    auto number = dyn_cast<IntegerAttr>(value);
    std::optional<int64_t> known = number ? getValue(number) : std::nullopt;
    if (!known)
      return emitError(op->getLoc())
             << "in '" << name << "': '" << key.getValue() << "' is " << value
             << ", which is no integer" << (number ? " of 64 bits" : "");
    values.push_back({*field, *known});
  }
  if (llvm::Error error = setTargetFields(target, values))
    return report(op, name, std::move(error));
  return target;
}

static FailureOr<Target> getFromLLVM(Operation *op, Attribute attribute) {
  auto said = dyn_cast<LLVM::TargetAttr>(attribute);
  if (!said)
    return emitError(op->getLoc()) << "'llvm.target' is " << attribute
                                   << ", but must be #llvm.target<...>";
  std::string features;
  if (LLVM::TargetFeaturesAttr list = said.getFeatures())
    features = list.getFeaturesString();
  llvm::Expected<Target> target =
      getTarget(said.getChip(), features, said.getTriple());
  if (!target)
    return report(op, "llvm.target", target.takeError());
  return *target;
}

FailureOr<Target> mlir::tiled_layout::getTargetOf(Operation *op) {
  for (; op; op = op->getParentOp()) {
    if (auto attribute = op->getAttrOfType<TargetAttr>(targetAttrName))
      return attribute.getTarget();
    if (auto system = op->getAttrOfType<TargetSystemSpecInterface>(
            DLTIDialect::kTargetSystemDescAttrName))
      return getFromSystem(op, system);
    if (Attribute attribute =
            op->getAttr(LLVM::LLVMDialect::getTargetAttrName()))
      return getFromLLVM(op, attribute);
  }
  return Target();
}

bool mlir::tiled_layout::runsOnDevice(Operation *op) {
  return isa<gpu::GPUModuleOp>(op) || op->getParentOfType<gpu::GPUModuleOp>() ||
         op->getParentOfType<gpu::LaunchOp>();
}
