//===- TypedValues.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypedValues.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::tiled_layout;

TypedAttr mlir::tiled_layout::getWithType(Attribute values,
                                          RankedTensorType type) {
  if (auto dense = dyn_cast<DenseElementsAttr>(values))
    return dense.reshape(type);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(values))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  if (auto sparse = dyn_cast<SparseElementsAttr>(values))
    return SparseElementsAttr::get(type, sparse.getIndices(),
                                   sparse.getValues());
  return TypedAttr();
}

Attribute mlir::tiled_layout::writeOut(Attribute values) {
  auto sparse = dyn_cast<SparseElementsAttr>(values);
  if (!sparse)
    return values;
  return DenseElementsAttr::get(sparse.getType(),
                                llvm::to_vector(sparse.getValues<Attribute>()));
}
