//===- IndexForms.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForms.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/ElementAccess.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/VectorInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

int64_t LinearIndex::getCoefficient(Value value) const {
  for (auto [term, coefficient] : terms)
    if (term == value)
      return coefficient;
  return 0;
}

/// Adds a product to a number modulo 2^64; true if that is not the sum.
static bool addProduct(int64_t &number, int64_t a, int64_t b) {
  int64_t product, sum;
  bool overflow = llvm::MulOverflow(a, b, product);
  overflow |= llvm::AddOverflow(number, product, sum);
  number =
      static_cast<int64_t>(static_cast<uint64_t>(number) +
                           static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  return overflow;
}

void LinearIndex::addTerm(Value value, int64_t coefficient, int64_t factor) {
  auto *it = llvm::find_if(terms, [&](auto &t) { return t.first == value; });
  if (it == terms.end())
    it = &terms.emplace_back(value, 0);
  mayWrap |= addProduct(it->second, coefficient, factor);
  if (it->second == 0)
    terms.erase(it);
}

void LinearIndex::add(const LinearIndex &other, int64_t factor) {
  mayWrap |= other.mayWrap;
  mayWrap |= addProduct(constant, other.constant, factor);
  for (auto [value, coefficient] : other.terms)
    addTerm(value, coefficient, factor);
}

LinearIndex mlir::tiled_layout::getLinearIndex(Value value, Value variable) {
  LinearIndex result;
  auto opaque = [&] {
    LinearIndex result;
    result.addTerm(value, 1);
    return result;
  };
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    result.constant = *constant;
    return result;
  }
  Operation *op = value.getDefiningOp();
  // Narrower integers wrap around.
  if (!op || !isa<IndexType>(value.getType()))
    return opaque();
  result.mayWrap = isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
                   ValueRanges().mayWrap(op);
  return llvm::TypeSwitch<Operation *, LinearIndex>(op)
      .Case<arith::AddIOp, arith::SubIOp>([&](auto sum) {
        result.add(getLinearIndex(sum.getLhs(), variable), 1);
        result.add(getLinearIndex(sum.getRhs(), variable),
                   isa<arith::SubIOp>(op) ? -1 : 1);
        return result;
      })
      .Case([&](arith::MulIOp product) {
        for (auto [factor, other] :
             {std::pair(product.getRhs(), product.getLhs()),
              std::pair(product.getLhs(), product.getRhs())})
          if (std::optional<int64_t> constant = getConstantIntValue(factor)) {
            result.add(getLinearIndex(other, variable), *constant);
            return result;
          }
        return opaque();
      })
      .Case([&](affine::AffineApplyOp apply) {
        std::optional<LinearIndex> sum = getLinearIndex(
            apply.getAffineMap().getResult(0), apply.getDimOperands(),
            apply.getSymbolOperands(), variable);
        return sum ? *sum : opaque();
      })
      .Case([&](AssumeMultipleOp assumed) {
        LinearIndex sum = getLinearIndex(assumed.getValue(), variable);
        return sum.getCoefficient(variable) != 0 ? sum : opaque();
      })
      .Default([&](Operation *) { return opaque(); });
}

std::optional<LinearIndex>
mlir::tiled_layout::getLinearIndex(AffineExpr expr, ValueRange dims,
                                   ValueRange symbols, Value variable) {
  LinearIndex result;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    result.constant = constant.getValue();
    return result;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getLinearIndex(dims[dim.getPosition()], variable);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getLinearIndex(symbols[symbol.getPosition()], variable);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<LinearIndex> lhs =
      getLinearIndex(binary.getLHS(), dims, symbols, variable);
  std::optional<LinearIndex> rhs =
      getLinearIndex(binary.getRHS(), dims, symbols, variable);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    result.add(*lhs, 1);
    result.add(*rhs, 1);
    return result;
  }
  if (binary.getKind() == AffineExprKind::Mul && rhs->terms.empty()) {
    result.add(*lhs, rhs->constant);
    return result;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

std::optional<LinearIndex> ArrayAccess::getIndex(int64_t dim,
                                                 Value variable) const {
  return getLinearIndex(
      map.getResult(dim), ArrayRef(operands).take_front(map.getNumDims()),
      ArrayRef(operands).drop_front(map.getNumDims()), variable);
}

SmallVector<ArrayAccess> mlir::tiled_layout::getAccesses(Operation *root) {
  SmallVector<ArrayAccess> accesses;
  auto add = [&](Operation *op, Value array, AffineMap map, ValueRange operands,
                 bool isStore) {
    if (isa<MemRefType>(array.getType()))
      accesses.push_back(
          {op, array, map, SmallVector<Value>(operands), isStore});
  };
  auto addPlain = [&](Operation *op, Value array, ValueRange indices,
                      bool isStore) {
    add(op, array,
        AffineMap::getMultiDimIdentityMap(indices.size(), op->getContext()),
        indices, isStore);
  };
  root->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](affine::AffineReadOpInterface read) {
          add(op, read.getMemRef(), read.getAffineMap(), read.getMapOperands(),
              false);
        })
        .Case([&](affine::AffineWriteOpInterface write) {
          add(op, write.getMemRef(), write.getAffineMap(),
              write.getMapOperands(), true);
        })
        .Case([&](affine::AffinePrefetchOp prefetch) {
          add(op, prefetch.getMemref(), prefetch.getAffineMap(),
              prefetch.getMapOperands(), false);
        })
        .Case<memref::LoadOp, memref::PrefetchOp>([&](auto load) {
          addPlain(op, load.getMemref(), load.getIndices(), false);
        })
        .Case<memref::StoreOp, memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(
            [&](auto store) {
              addPlain(op, store.getMemref(), store.getIndices(), true);
            })
        .Case([&](VectorTransferOpInterface transfer) {
          addPlain(op, transfer.getBase(), transfer.getIndices(),
                   isa<MemoryEffectOpInterface>(op) &&
                       hasEffect<MemoryEffects::Write>(op));
        })
        .Case([&](ElementAccessOpInterface access) {
          // An operation that does not say what it does may write.
          addPlain(op, access.getAccessedMemRef(), access.getAccessedIndex(),
                   !isa<MemoryEffectOpInterface>(op) ||
                       hasEffect<MemoryEffects::Write>(op));
        })
        .Case([&](LinearizeOp linearize) {
          addPlain(op, linearize.getArray(), linearize.getIndices(), false);
        });
  });
  return accesses;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

namespace {

/// floor(base / width) mod modulus of a linear expression; without a modulus if
/// it is 0.
struct Digit {
  AffineExpr base;
  int64_t width = 1;
  int64_t modulus = 0;
};

} // namespace

/// Adds the edges of an expression and returns it as a digit, or
/// `std::nullopt` if it is not one.
static std::optional<Digit> addEdges(AffineExpr expr,
                                     SmallVectorImpl<TileEdge> &edges) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return Digit{expr};
  std::optional<Digit> lhs = addEdges(binary.getLHS(), edges);
  if (!lhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add ||
      binary.getKind() == AffineExprKind::Mul) {
    std::optional<Digit> rhs = addEdges(binary.getRHS(), edges);
    bool isLinear = rhs && lhs->width == 1 && lhs->modulus == 0 &&
                    rhs->width == 1 && rhs->modulus == 0;
    return isLinear ? std::optional(Digit{expr}) : std::nullopt;
  }
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!divisor || binary.getKind() == AffineExprKind::CeilDiv)
    return std::nullopt;
  // A modulus starts over at its multiples, so that edges within it repeat at
  // multiples of what divides both.
  int64_t size = divisor.getValue();
  int64_t inner = lhs->modulus ? std::gcd(lhs->modulus, size) : size;
  TileEdge edge = {lhs->base, lhs->width * inner};
  if (!llvm::is_contained(edges, edge))
    edges.push_back(edge);
  if (binary.getKind() == AffineExprKind::Mod)
    return Digit{lhs->base, lhs->width, size};
  if (lhs->modulus && lhs->modulus % size != 0)
    return std::nullopt;
  return Digit{lhs->base, lhs->width * size,
               lhs->modulus ? lhs->modulus / size : 0};
}

std::optional<SmallVector<TileEdge>>
mlir::tiled_layout::getTileEdges(MemRefType type) {
  SmallVector<TileEdge> edges;
  if (!isTiled(type))
    return edges;
  SmallVector<int64_t> symbols;
  AffineMap map = getPhysicalMap(*getTileLayout(ShapedType(type)),
                                 type.getShape(), type.getContext(), &symbols);
  if (!map || !symbols.empty())
    return std::nullopt;
  for (AffineExpr result : map.getResults())
    if (!addEdges(result, edges))
      return std::nullopt;
  return edges;
}
