//===- SplitAddresses.cpp - Base and index one after the other ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Appends the terms of a sum, from left to right.
static void getTerms(Value sum, SmallVectorImpl<Value> &terms) {
  if (auto add = sum.getDefiningOp<LLVM::AddOp>()) {
    getTerms(add.getLhs(), terms);
    getTerms(add.getRhs(), terms);
  } else {
    terms.push_back(sum);
  }
}

/// Orders terms as loops do that they come from, the outermost first: their
/// blocks dominate one another, as each dominates the address. Constants are
/// last.
static void orderTerms(MutableArrayRef<Value> terms, DominanceInfo &dominance) {
  llvm::stable_sort(terms, [&](Value a, Value b) {
    bool isConstant = matchPattern(a, m_Constant());
    if (isConstant || matchPattern(b, m_Constant()))
      return !isConstant;
    return dominance.properlyDominates(a.getParentBlock(), b.getParentBlock());
  });
}

static void splitAddress(LLVM::GEPOp gep, DominanceInfo &dominance) {
  if (gep.getRawConstantIndices().size() != 1 ||
      gep.getDynamicIndices().size() != 1)
    return;
  Value index = gep.getDynamicIndices().front();
  // Shorter sums wrap before they are extended.
  if (!index.getType().isInteger(64))
    return;
  SmallVector<Value> terms;
  getTerms(index, terms);
  if (terms.size() == 1)
    return;
  orderTerms(terms, dominance);
  OpBuilder builder(gep);
  Value address = gep.getBase();
  for (Value term : terms)
    address = LLVM::GEPOp::create(builder, gep.getLoc(), gep.getType(),
                                  gep.getElemType(), address, term);
  gep.replaceAllUsesWith(address);
  gep.erase();
}

void mlir::tiled_layout::splitAddresses(Operation *root, const Target &target) {
  if (target.indexedOffsets != 0)
    return;
  DominanceInfo dominance(root);
  SmallVector<LLVM::GEPOp> addresses;
  root->walk([&](LLVM::GEPOp gep) { addresses.push_back(gep); });
  for (LLVM::GEPOp gep : addresses)
    splitAddress(gep, dominance);
}
