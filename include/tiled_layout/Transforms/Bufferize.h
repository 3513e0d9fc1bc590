//===- Bufferize.h - Bufferization that keeps layouts -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's One-Shot bufferization carries memory spaces through every
// operation, and knows nothing of layouts. So it is made to carry a layout as
// if it were a memory space: while it runs, the buffer of a
// `tensor<16x256xf32, #t>` is a *marked* memref, `memref<16x256xf32>` in the
// memory space `#t`. These steps do this, here as one function and as the
// pieces for a compiler that runs bufferization itself:
//
//   markOwnBuffers(module)               what is the program's own memory
//   prepareForBufferization(module)      what upstream would drop or corrupt
//                                        becomes what it keeps, or an error
//   setLayoutHooks(options)              buffers are marked
//   runOneShotBufferization(module, options, state)
//                                        upstream's bufferization
//   adoptLayouts(module)                 marked memrefs become tiled ones
//   own = takeOwnBuffers(module)         what was marked at first
//   hoistBuffers(module, own)            loops allocate before they begin
//   freeTensors(module, own)             what the program frees is freed when
//                                        no tensor is in it any more
//   freeBuffers(module, kept)            buffers are freed, on demand
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_BUFFERIZE_H
#define TILED_LAYOUT_TRANSFORMS_BUFFERIZE_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::bufferization {
struct BufferizationStatistics;
} // namespace mlir::bufferization

namespace mlir::tiled_layout {

/// Returns the memref that the buffer of a tensor with a layout is: of the same
/// shape, element type and layout, with `bounds` where the layout needs them,
/// in the memory space of `S(n)` if n is not 0. Fails with an error if no
/// memref can have the layout, because the map needs an extent that is dynamic.
///
/// Example: `tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>>` is
/// `memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>, 1>`.
FailureOr<MemRefType>
getTiledMemRefType(RankedTensorType type,
                   function_ref<InFlightDiagnostic()> emitError);

/// The buffers in which loops carry on tensors that they compute in memory of
/// their own.
enum class LoopBuffers {
  /// Those that the loop began with: the tensor is computed there, or copied.
  Same,
  /// Those that the loop began with: the tensor is copied there.
  SameByCopies,
  /// New ones, which are allocated in every iteration.
  New
};

/// Rewrites what upstream's bufferization would get wrong on tensors with
/// layouts: casts between layouts and reshapes become relayouts; slices that
/// are no views, pads and concatenations become loops over elements or copies
/// of slices; elementwise operations become `linalg.generic` (on any tensor,
/// since upstream has no bufferization of them). Fails, with an error at the
/// operation, if one has no bufferization that keeps the layout.
///
/// An `scf.while` whose regions hand each other tensors of different dynamic
/// types carries new buffers in any case: set `allowReturnAllocsFromLoops` of
/// the options.
LogicalResult
prepareForBufferization(Operation *root,
                        LoopBuffers loopBuffers = LoopBuffers::Same);

/// Makes bufferization mark the buffers of tensors with a layout, and give
/// arguments and results of functions no other layout besides. Other tensors
/// go by the hooks that the options had before.
void setLayoutHooks(bufferization::BufferizationOptions &options);

/// Checks, after `prepareForBufferization`, that the buffer of every tensor
/// will carry the tensor's layout: an operation that loses it, or one without
/// bufferization, is an error at that operation.
LogicalResult
verifyLayoutsAreKept(Operation *root,
                     const bufferization::BufferizationOptions &options);

/// Runs upstream's One-Shot bufferization on a module and the modules in it.
/// Unlike `runOneShotModuleBufferize`, it copies a slice that a function is
/// called with or returns, where upstream would cast it to a whole array, and
/// `copyBeforeWrite` works where there are calls.
LogicalResult runOneShotBufferization(
    Operation *root, const bufferization::OneShotBufferizationOptions &options,
    bufferization::BufferizationState &state,
    bufferization::BufferizationStatistics *statistics = nullptr);

/// Turns marked memrefs into memrefs with the layout, drops copies of a buffer
/// onto itself, and fails with an error if a marked memref is left.
LogicalResult adoptLayouts(Operation *root);

using Buffers = llvm::DenseSet<Operation *>;
/// Marks, before bufferization, what allocates or frees memory of the program's
/// own, or hands it over: operations on memrefs, and functions in which such
/// operations have tensors, too.
void markOwnBuffers(Operation *root);
/// Returns what is marked, and removes the marks.
Buffers takeOwnBuffers(Operation *root);

/// Moves allocations out of loops whose iterations can share the buffer, with
/// the computation of its extents, out of branches too. Leaves a buffer that
/// may be freed within a loop, and one of the program's own, `own`, that a
/// function which is called may keep.
void hoistBuffers(Operation *root, const Buffers &own);

/// Moves each `memref.dealloc` other than `own`, which the program had as
/// `bufferization.dealloc_tensor`, after the last use of its buffer, which may
/// be that of other tensors of the function, too. Where that is not known, it
/// stays if nothing in the function uses the buffer after it; else, and of an
/// argument where the function is called, it is erased, with a remark.
void freeTensors(Operation *root, const Buffers &own);

/// Frees buffers other than `kept` after their last use, results of calls,
/// branches and loops too, for which it copies what is not new on all paths.
/// One is not freed that goes into a call that returns memrefs, unless what
/// that returns is known.
void freeBuffers(Operation *root, const Buffers &kept);

/// Bufferizes a module, functions included, by the steps above. Computations
/// that end in a slice of another tensor write there, not to a tensor of their
/// own. With `deallocate`, frees buffers that it has allocated.
LogicalResult bufferizeWithLayouts(
    ModuleOp module, bufferization::OneShotBufferizationOptions options,
    bufferization::BufferizationStatistics *statistics = nullptr,
    bool deallocate = false);

/// Registers how the dialect's own operations are bufferized.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TRANSFORMS_BUFFERIZE_H
