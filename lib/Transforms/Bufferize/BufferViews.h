//===- BufferViews.h - Which buffers are views of which ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis of views looks at one function, and takes each result of
// a call for a view of each operand. Here functions that are called come first.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERVIEWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERVIEWS_H

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tiled_layout {

/// What a function returns as one of its results.
struct ReturnedBuffer {
  /// It is a buffer that the function has allocated, and that nothing else has:
  /// the caller frees it.
  bool isNew = false;
  /// It may be these arguments, or views of them.
  llvm::SmallVector<unsigned, 2> arguments;
};

/// What the functions of a module return. Nothing is known of functions without
/// a body, that call themselves, or that return other memory.
class ReturnedBuffers {
public:
  explicit ReturnedBuffers(Operation *root);

  /// Returns what each result of a call is, or null if it is not known.
  const llvm::SmallVector<ReturnedBuffer> *find(Operation *op) const;
  /// True if an operation is an allocation or a call and the result `value` a
  /// new buffer.
  bool isNew(Value value) const;
  /// As `tiled_layout::mayKeep`, but knows what calls return.
  bool mayKeep(Operation *op, Value buffer) const;

private:
  llvm::DenseMap<Operation *, llvm::SmallVector<ReturnedBuffer>> functions;
};

/// The views within one function.
class BufferViews {
public:
  BufferViews(FunctionOpInterface function, const ReturnedBuffers &returned);

  /// Returns a buffer and all views of it.
  llvm::SetVector<Value> getViews(Value buffer) const;
  /// Returns what each memref that the function returns is, or nothing if it
  /// may be other memory than its arguments and what it allocates.
  std::optional<llvm::SmallVector<ReturnedBuffer>> getReturned() const;

private:
  bool keepsElsewhere(Value buffer) const;

  mutable FunctionOpInterface function;
  const ReturnedBuffers &returned;
  BufferViewFlowAnalysis upstream;
  using Edges = llvm::DenseMap<Value, llvm::SmallVector<Value, 2>>;
  Edges viewsOf, sourcesOf;
};

/// True if an operation with regions may run them later: all but loops,
/// branches and bodies of upstream's dialects.
bool mayRunLater(Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERVIEWS_H
