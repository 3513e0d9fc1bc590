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
#include "mlir/IR/SymbolTable.h"
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

class BufferViews;

/// What the functions of a module return. Nothing is known of functions without
/// a body, that call themselves, or that return other memory.
class ReturnedBuffers {
public:
  /// Functions that are called come first. Calls `prepare` for each. What
  /// `kept` allocates and returns is the program's own.
  ReturnedBuffers(Operation *root, const llvm::DenseSet<Operation *> &kept,
                  llvm::function_ref<void(FunctionOpInterface, BufferViews &,
                                          const ReturnedBuffers &)>
                      prepare);

  /// Returns what each result of a call is, or null if it is not known.
  const llvm::SmallVector<ReturnedBuffer> *find(Operation *op) const;
  /// True if an operation is an allocation or a call and the result `value` a
  /// new buffer.
  bool isNew(Value value) const;
  /// As `tiled_layout::mayKeep`, but knows what calls return.
  bool mayKeep(Operation *op, Value buffer) const;

private:
  const llvm::DenseSet<Operation *> &kept;
  /// A function that is called may free what it is given.
  bool callsFree;
  /// Symbols are not looked for from the beginning for each call.
  mutable SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, llvm::SmallVector<ReturnedBuffer>> functions;
};

/// The views within one function.
class BufferViews {
public:
  BufferViews(FunctionOpInterface function, const ReturnedBuffers &returned);

  /// True if a value is a new buffer, or one that is marked as its own.
  bool isNew(Value value) const {
    return owned.contains(value) || returned.isNew(value);
  }
  /// Takes a result or an argument of a block for a buffer of its own, and an
  /// operand for where one is handed over, to what frees it.
  void setOwned(Value value) { owned.insert(value); }
  void setMoved(OpOperand &operand) { moved.insert(&operand); }
  bool isMoved(OpOperand &operand) const { return moved.contains(&operand); }

  /// Returns a buffer and all views of it.
  llvm::SetVector<Value> getViews(Value buffer) const;
  /// Returns the buffers that a value may be a view of: new ones, arguments of
  /// the function and of the block `stop`, and what is not known.
  llvm::SetVector<Value> getOrigins(Value value, Block *stop = nullptr) const;
  /// True if something other than `use` may have a buffer when the region of
  /// `use` has ended.
  bool isKept(Value buffer, const OpOperand *use) const;
  /// Returns what each memref that the function returns is, or nothing if it
  /// may be other memory than its arguments and what it allocates.
  std::optional<llvm::SmallVector<ReturnedBuffer>> getReturned() const;

private:
  mutable FunctionOpInterface function;
  const ReturnedBuffers &returned;
  BufferViewFlowAnalysis upstream;
  using Edges = llvm::DenseMap<Value, llvm::SmallVector<Value, 2>>;
  Edges viewsOf, sourcesOf;
  llvm::DenseSet<Value> owned;
  llvm::DenseSet<OpOperand *> moved;
};

/// Lets results of branches, and what loops carry, be buffers of their own if
/// some branch or iteration makes a new one: others are copied. Leaves the
/// operations `kept` alone.
void ownResults(FunctionOpInterface function, BufferViews &views,
                const llvm::DenseSet<Operation *> &kept);

/// True if a function below frees memory that its caller may have given it.
bool freesArguments(Operation *root);

/// True if an operation with regions may run them later: all but loops,
/// branches and bodies of upstream's dialects.
bool mayRunLater(Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_BUFFERVIEWS_H
