//===- StructurePrograms.cpp - Whole tensors and parts of them ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPrograms.h"

using namespace mlir::tiled_layout::test;

/// tensor: what has no part of a tensor as its result.
static const TensorProgram wholes[] = {
    {"tensor.cast",
     {"?x7xf32@A"},
     {"6x?7xf32@B"},
     R"(  %s = tensor.cast %a0 : tensor<?x7xf32@A> to tensor<6x7xf32@A>
  %t = tensor.cast %s : tensor<6x7xf32@A> to tensor<?x7xf32@A>
  %r0 = tensor.cast %t : tensor<?x7xf32@A> to tensor<6x?xf32@B>)"},
    {"tensor.cast",
     {"5x7xf32@A"},
     {"5x7xf32@B"},
     R"(  %u = tensor.cast %a0 : tensor<5x7xf32@A> to tensor<*xf32>
  %r0 = tensor.cast %u : tensor<*xf32> to tensor<5x7xf32@B>)"},
    {"tensor.empty",
     {"index 5", "index 2"},
     {"?5x7xf32@A"},
     R"(  %f = arith.constant 1.5 : f32
  %g = arith.constant 2.5 : f32
  %e = tensor.empty(%a0) : tensor<?x7xf32@A>
  %i = linalg.fill ins(%f : f32) outs(%e : tensor<?x7xf32@A>) -> tensor<?x7xf32@A>
  %r0 = tensor.insert %g into %i[%a1, %a1] : tensor<?x7xf32@A>)"},
    {"tensor.dim",
     {"?x7xf32@A"},
     {"2xindex@B"},
     R"(  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a0, %c0 : tensor<?x7xf32@A>
  %n = tensor.dim %a0, %c1 : tensor<?x7xf32@A>
  %r0 = tensor.from_elements %m, %n : tensor<2xindex@B>)"},
    {"tensor.rank",
     {"?x7xf32@A"},
     {"1xindex@B"},
     R"(  %m = tensor.rank %a0 : tensor<?x7xf32@A>
  %r0 = tensor.from_elements %m : tensor<1xindex@B>)"},
    {"tensor.extract",
     {"5x7xf32@A", "index 3"},
     {"2xf32@B"},
     R"(  %c6 = arith.constant 6 : index
  %x = tensor.extract %a0[%a1, %c6] : tensor<5x7xf32@A>
  %y = tensor.extract %a0[%a1, %a1] : tensor<5x7xf32@A>
  %r0 = tensor.from_elements %x, %y : tensor<2xf32@B>)"},
    // The argument is read after its copy has been written.
    {"tensor.insert",
     {"5x7xf32@A", "index 3"},
     {"5x7xf32@A", "5x7xf32@A"},
     R"(  %f = arith.constant 9.5 : f32
  %r0 = tensor.insert %f into %a0[%a1, %a1] : tensor<5x7xf32@A>
  %r1 = arith.addf %a0, %r0 : tensor<5x7xf32@A>)"},
    {"tensor.from_elements",
     {"5x7xf32@A", "index 3"},
     {"2x3xf32@B"},
     R"(  %x = tensor.extract %a0[%a1, %a1] : tensor<5x7xf32@A>
  %f = arith.constant 9.5 : f32
  %r0 = tensor.from_elements %x, %f, %x, %f, %f, %x : tensor<2x3xf32@B>)"},
    {"tensor.splat",
     {"5x7xf32@A", "index 3"},
     {"4x?3xf32@B"},
     R"(  %x = tensor.extract %a0[%a1, %a1] : tensor<5x7xf32@A>
  %r0 = tensor.splat %x[%a1] : tensor<4x?xf32@B>)"},
    {"tensor.generate",
     {"5x7xf32@A", "index 3"},
     {"4x?3xf32@B"},
     R"(  %r0 = tensor.generate %a1 {
  ^bb0(%i: index, %j: index):
    %x = tensor.extract %a0[%i, %j] : tensor<5x7xf32@A>
    %y = arith.addf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<4x?xf32@B>)"},
    {"tensor.collapse_shape",
     {"5x?x3xf32@A"},
     {"5x?18xf32@B"},
     R"(  %r0 = tensor.collapse_shape %a0 [[0], [1, 2]] : tensor<5x?x3xf32@A> into tensor<5x?xf32@B>)"},
    {"tensor.collapse_shape",
     {"1x1xf32@A"},
     {"1xf32@C"},
     R"(  %x = tensor.collapse_shape %a0 [] : tensor<1x1xf32@A> into tensor<f32@B>
  %r0 = tensor.expand_shape %x [] output_shape [1] : tensor<f32@B> into tensor<1xf32@C>)"},
    {"tensor.expand_shape",
     {"5x?xf32@A", "index 2"},
     {"5x?2x3xf32@B"},
     R"(  %r0 = tensor.expand_shape %a0 [[0], [1, 2]] output_shape [5, %a1, 3] : tensor<5x?xf32@A> into tensor<5x?x3xf32@B>)"},
    {"tensor.reshape",
     {"4x6xf32@A"},
     {"2x12xf32@B"},
     R"(  %s = arith.constant dense<[2, 12]> : tensor<2xi32@C>
  %r0 = tensor.reshape %a0(%s) : (tensor<4x6xf32@A>, tensor<2xi32@C>) -> tensor<2x12xf32@B>)"},
    {"tensor.concat",
     {"5x3xf32@A", "5x?xf32@B", "5x2xf32@A"},
     {"5x?11xf32@A"},
     R"(  %r0 = tensor.concat dim(1) %a0, %a1, %a2 : (tensor<5x3xf32@A>, tensor<5x?xf32@B>, tensor<5x2xf32@A>) -> tensor<5x?xf32@A>)"},
    {"tensor.pad",
     {"?x7xf32@A", "index 2"},
     {"?9x?11xf32@B"},
     R"(  %f = arith.constant 9.5 : f32
  %r0 = tensor.pad %a0 low[1, %a1] high[%a1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x7xf32@A> to tensor<?x?xf32@B>)"},
    {"tensor.pad",
     {"5x7xi32@A"},
     {"8x9xi32@A"},
     R"(  %r0 = tensor.pad %a0 low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %t = arith.index_cast %s : index to i32
    tensor.yield %t : i32
  } : tensor<5x7xi32@A> to tensor<8x9xi32@A>)"},
};

/// Slices at any offset, with steps, of fewer dimensions.
static const TensorProgram slices[] = {
    {"tensor.extract_slice",
     {"9x11xf32@A", "index 3", "index 4"},
     {"?4x5xf32@A", "5xf32@B", "3x4xf32@C"},
     R"(  %r0 = tensor.extract_slice %a0[%a1, 1] [%a2, 5] [1, 2] : tensor<9x11xf32@A> to tensor<?x5xf32@A>
  %r1 = tensor.extract_slice %a0[%a1, 2] [1, 5] [1, 1] : tensor<9x11xf32@A> to tensor<5xf32@B>
  %r2 = tensor.extract_slice %a0[0, %a1] [3, 4] [%a1, 2] : tensor<9x11xf32@A> to tensor<3x4xf32@C>)"},
    {"tensor.extract_slice",
     {"9x11xf32@A", "9x11xf32@A", "index 3"},
     {"4x5xf32@B", "4x5xf32", "4x5xf32@A"},
     R"(  %s = arith.addf %a0, %a1 : tensor<9x11xf32@A>
  %r0 = tensor.extract_slice %s[0, 0] [4, 5] [1, 1] : tensor<9x11xf32@A> to tensor<4x5xf32@B>
  %r1 = tensor.extract_slice %s[4, %a2] [4, 5] [1, 1] : tensor<9x11xf32@A> to tensor<4x5xf32>
  %p = tensor.cast %a1 : tensor<9x11xf32@A> to tensor<9x11xf32>
  %r2 = tensor.extract_slice %p[4, %a2] [4, 5] [1, 1] : tensor<9x11xf32> to tensor<4x5xf32@A>)"},
    // The argument is read after a slice of its copy has been written.
    {"tensor.insert_slice",
     {"9x11xf32@A", "4x5xf32@B", "index 3"},
     {"9x11xf32@A", "9x11xf32@A"},
     R"(  %r0 = tensor.insert_slice %a1 into %a0[%a2, 1] [4, 5] [1, 2] : tensor<4x5xf32@B> into tensor<9x11xf32@A>
  %r1 = arith.addf %a0, %r0 : tensor<9x11xf32@A>)"},
    {"tensor.insert_slice",
     {"9x11xf32@A", "5xf32@B", "4x5xf32"},
     {"9x11xf32@A", "9x11xf32"},
     R"(  %s = tensor.insert_slice %a1 into %a0[8, 1] [1, 5] [1, 2] : tensor<5xf32@B> into tensor<9x11xf32@A>
  %r0 = tensor.insert_slice %a2 into %s[4, 4] [4, 5] [1, 1] : tensor<4x5xf32> into tensor<9x11xf32@A>
  %p = tensor.cast %r0 : tensor<9x11xf32@A> to tensor<9x11xf32>
  %r1 = tensor.insert_slice %a1 into %p[4, 4] [5, 1] [1, 1] : tensor<5xf32@B> into tensor<9x11xf32>)"},
    // Blocks that are tiles of some layouts, one after the other.
    {"tensor.extract_slice",
     {"16x24xf32@A", "16x24xf32@A", "index 16"},
     {"16x24xf32@A"},
     R"(  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  %r0 = scf.for %i = %c0 to %a2 step %c8 iter_args(%o = %a1) -> tensor<16x24xf32@A> {
    %p = scf.for %j = %c0 to %c24 step %c8 iter_args(%q = %o) -> tensor<16x24xf32@A> {
      %s = tensor.extract_slice %a0[%i, %j] [8, 8] [1, 1] : tensor<16x24xf32@A> to tensor<8x8xf32@A>
      %t = tensor.extract_slice %q[%i, %j] [8, 8] [1, 1] : tensor<16x24xf32@A> to tensor<8x8xf32@A>
      %c2 = arith.constant 2 : index
      %w = scf.for %k = %c0 to %c8 step %c2 iter_args(%acc = %t) -> tensor<8x8xf32@A> {
        %x = tensor.extract %acc[%k, %k] : tensor<8x8xf32@A>
        %b = tensor.splat %x : tensor<8x8xf32@A>
        %u = linalg.sub ins(%s, %b : tensor<8x8xf32@A>, tensor<8x8xf32@A>) outs(%acc : tensor<8x8xf32@A>) -> tensor<8x8xf32@A>
        scf.yield %u : tensor<8x8xf32@A>
      }
      %n = tensor.insert_slice %w into %q[%i, %j] [8, 8] [1, 1] : tensor<8x8xf32@A> into tensor<16x24xf32@A>
      scf.yield %n : tensor<16x24xf32@A>
    }
    scf.yield %p : tensor<16x24xf32@A>
  })"},
    // Slices that are carried where whole tensors are, too.
    {"tensor.extract_slice",
     {"16x24xf32@A", "8x24xf32@A", "index 1"},
     {"8x24xf32@A", "8x24xf32@A", "8x24xf32@A", "8x24xf32@A"},
     R"(  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.cmpi eq, %a2, %c1 : index
  %s = tensor.extract_slice %a0[8, 0] [8, 24] [1, 1] : tensor<16x24xf32@A> to tensor<8x24xf32@A>
  %r0 = scf.if %c -> tensor<8x24xf32@A> {
    scf.yield %s : tensor<8x24xf32@A>
  } else {
    scf.yield %a1 : tensor<8x24xf32@A>
  }
  %r1 = arith.select %c, %a1, %s : tensor<8x24xf32@A>
  %e = math.exp %s : tensor<8x24xf32@A>
  %r2 = scf.for %i = %c0 to %a2 step %c1 iter_args(%x = %s) -> tensor<8x24xf32@A> {
    %y = arith.addf %x, %e : tensor<8x24xf32@A>
    scf.yield %y : tensor<8x24xf32@A>
  }
  %f = arith.constant 1.5 : f32
  %r3 = tiled_layout.fill_padding ins(%f : f32) outs(%s : tensor<8x24xf32@A>) -> tensor<8x24xf32@A>)"},
    {"tensor.parallel_insert_slice",
     {"16x24xf32@A", "8x24xf32@P"},
     {"16x24xf32@P"},
     R"(  %t = tensor.cast %a0 : tensor<16x24xf32@A> to tensor<16x24xf32@P>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.forall (%i) = (0) to (16) step (8) shared_outs(%o = %t) -> tensor<16x24xf32@P> {
    %s = tensor.extract_slice %o[%i, 0] [8, 24] [1, 1] : tensor<16x24xf32@P> to tensor<8x24xf32@P>
    %u = linalg.add ins(%s, %a1 : tensor<8x24xf32@P>, tensor<8x24xf32@P>) outs(%s : tensor<8x24xf32@P>) -> tensor<8x24xf32@P>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i, 0] [8, 24] [1, 1] : tensor<8x24xf32@P> into tensor<16x24xf32@P>
    }
  })"},
    // A slice is computed on and put back, twice.
    {"tensor.insert_slice",
     {"9x11xf32@A", "index 3"},
     {"9x11xf32@A"},
     R"(  %f = arith.constant 9.5 : f32
  %s = tensor.extract_slice %a0[0, 0] [4, 8] [1, 1] : tensor<9x11xf32@A> to tensor<4x8xf32@A>
  %t = arith.mulf %s, %s : tensor<4x8xf32@A>
  %u = tensor.insert_slice %t into %a0[0, 0] [4, 8] [1, 1] : tensor<4x8xf32@A> into tensor<9x11xf32@A>
  %v = tensor.extract_slice %u[0, 0] [9, 4] [1, 1] : tensor<9x11xf32@A> to tensor<9x4xf32@A>
  %w = linalg.fill ins(%f : f32) outs(%v : tensor<9x4xf32@A>) -> tensor<9x4xf32@A>
  %r0 = tensor.insert_slice %w into %u[0, 4] [9, 4] [1, 1] : tensor<9x4xf32@A> into tensor<9x11xf32@A>)"},
};

/// bufferization, vector and our own operations.
static const TensorProgram buffers[] = {
    {"bufferization.alloc_tensor",
     {"?x7xf32@A", "index 2"},
     {"?x7xf32@A", "4x?2xf32@B"},
     R"(  %f = arith.constant 9.5 : f32
  %c = bufferization.alloc_tensor() copy(%a0) : tensor<?x7xf32@A>
  %r0 = tensor.insert %f into %c[%a1, %a1] : tensor<?x7xf32@A>
  %e = bufferization.alloc_tensor(%a1) : tensor<4x?xf32@B>
  %r1 = linalg.fill ins(%f : f32) outs(%e : tensor<4x?xf32@B>) -> tensor<4x?xf32@B>)"},
    {"bufferization.dealloc_tensor",
     {"5x7xf32@A"},
     {"5x7xf32@A"},
     R"(  %c = bufferization.alloc_tensor() copy(%a0) : tensor<5x7xf32@A>
  %r0 = arith.addf %a0, %c : tensor<5x7xf32@A>
  %d = bufferization.alloc_tensor() : tensor<5x7xf32@B>
  bufferization.dealloc_tensor %d : tensor<5x7xf32@B>)"},
    {"bufferization.materialize_in_destination",
     {"5x7xf32@A", "5x7xf32@B"},
     {"5x7xf32@B", "5x7xf32@A"},
     R"(  %e = bufferization.alloc_tensor() copy(%a1) : tensor<5x7xf32@B>
  %r0 = bufferization.materialize_in_destination %a0 in %e : (tensor<5x7xf32@A>, tensor<5x7xf32@B>) -> tensor<5x7xf32@B>
  %m = memref.alloc() : memref<5x7xf32@A>
  %s = arith.addf %a0, %a0 : tensor<5x7xf32@A>
  bufferization.materialize_in_destination %s in restrict writable %m : (tensor<5x7xf32@A>, memref<5x7xf32@A>) -> ()
  %n = memref.alloc() : memref<5x7xf32@A>
  memref.copy %m, %n : memref<5x7xf32@A> to memref<5x7xf32@A>
  %r1 = bufferization.to_tensor %n restrict : memref<5x7xf32@A> to tensor<5x7xf32@A>)"},
    {"bufferization.to_tensor",
     {"5x7xf32@A", "index 2"},
     {"5x7xf32@A"},
     R"(  %f = arith.constant 9.5 : f32
  %m = memref.alloc() : memref<5x7xf32@A>
  linalg.fill ins(%f : f32) outs(%m : memref<5x7xf32@A>)
  %t = bufferization.to_tensor %m restrict : memref<5x7xf32@A> to tensor<5x7xf32@A>
  %r0 = arith.addf %t, %a0 : tensor<5x7xf32@A>)"},
    {"bufferization.to_buffer",
     {"5x7xf32@A", "index 2"},
     {"1xf32@B"},
     R"(  %s = arith.addf %a0, %a0 : tensor<5x7xf32@A>
  %m = bufferization.to_buffer %s : tensor<5x7xf32@A> to memref<5x7xf32@A>
  %x = memref.load %m[%a1, %a1] : memref<5x7xf32@A>
  %r0 = tensor.from_elements %x : tensor<1xf32@B>)"},
    {"vector.transfer_read",
     {"5x11xf32@A", "index 2"},
     {"5x11xf32@A"},
     R"(  %f = arith.constant 9.5 : f32
  %v = vector.transfer_read %a0[%a1, %a1], %f : tensor<5x11xf32@A>, vector<4x4xf32>
  %w = arith.addf %v, %v : vector<4x4xf32>
  %r0 = vector.transfer_write %w, %a0[%a1, %a1] : vector<4x4xf32>, tensor<5x11xf32@A>)"},
    {"tiled_layout.relayout",
     {"?x7xf32@A"},
     {"?x7xf32@B"},
     R"(  %c0 = arith.constant 0 : index
  %n = tensor.dim %a0, %c0 : tensor<?x7xf32@A>
  %e = tiled_layout.empty(%n) : tensor<?x7xf32@C>
  %s = tiled_layout.relayout ins(%a0 : tensor<?x7xf32@A>) outs(%e : tensor<?x7xf32@C>) padding = zero -> tensor<?x7xf32@C>
  %f = tiled_layout.empty(%n) : tensor<?x7xf32@B>
  %r0 = tiled_layout.relayout ins(%s : tensor<?x7xf32@C>) outs(%f : tensor<?x7xf32@B>) -> tensor<?x7xf32@B>)"},
    {"tiled_layout.fill_padding",
     {"5x7xf32@A", "5x7xf32@A"},
     {"5x7xf32@A", "5x7xf32@A"},
     R"(  %f = arith.constant 9.5 : f32
  %s = arith.addf %a0, %a1 : tensor<5x7xf32@A>
  %r0 = tiled_layout.fill_padding ins(%f : f32) outs(%s : tensor<5x7xf32@A>) -> tensor<5x7xf32@A>
  %r1 = tiled_layout.fill_padding ins(%f : f32) outs(%a0 : tensor<5x7xf32@A>) -> tensor<5x7xf32@A>)"},
    // The flat array differs between layouts, the array had back from it not.
    // It is written in place and so must be a copy.
    {"tiled_layout.to_physical",
     {"5x7xf32@A", "5x7xf32@A"},
     {"5x7xf32@A", "5x7xf32@A"},
     R"(  %f = tiled_layout.to_physical %a0 : tensor<5x7xf32@A> to tensor<$Axf32>
  %g = linalg.add ins(%f, %f : tensor<$Axf32>, tensor<$Axf32>) outs(%f : tensor<$Axf32>) -> tensor<$Axf32>
  %r0 = tiled_layout.from_physical %g : tensor<$Axf32> to tensor<5x7xf32@A>
  %r1 = arith.addf %r0, %a0 : tensor<5x7xf32@A>)"},
    // Positions differ between layouts, so the index is had back from them.
    {"tiled_layout.linearize",
     {"?x7xf32@A", "index 3", "index 4"},
     {"2xindex@B"},
     R"(  %p = tiled_layout.linearize %a0[%a1, %a2] : tensor<?x7xf32@A>
  %i, %j, %ok = tiled_layout.delinearize %p in %a0 : tensor<?x7xf32@A>
  %r0 = tensor.from_elements %i, %j : tensor<2xindex@B>)"},
};

/// Tensors that loops, branches and calls carry.
static const TensorProgram carried[] = {
    {"scf.for",
     {"5x7xf32@A", "index 5"},
     {"5x7xf32@A", "5x7xf32@B"},
     R"(  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<5x7xf32@B>
  %r0, %r1 = scf.for %i = %c0 to %a1 step %c1 iter_args(%s = %a0, %t = %e) -> (tensor<5x7xf32@A>, tensor<5x7xf32@B>) {
    %x = tensor.extract %s[%i, %i] : tensor<5x7xf32@A>
    %u = linalg.fill ins(%x : f32) outs(%t : tensor<5x7xf32@B>) -> tensor<5x7xf32@B>
    %y = arith.addf %x, %x : f32
    %v = tensor.insert %y into %s[%i, %c0] : tensor<5x7xf32@A>
    scf.yield %v, %u : tensor<5x7xf32@A>, tensor<5x7xf32@B>
  })"},
    {"scf.if",
     {"5x7xf32@A", "index 5"},
     {"5x7xf32@A"},
     R"(  %c5 = arith.constant 5 : index
  %f = arith.constant 9.5 : f32
  %c = arith.cmpi eq, %a1, %c5 : index
  %r0 = scf.if %c -> tensor<5x7xf32@A> {
    %e = tensor.empty() : tensor<5x7xf32@A>
    %u = linalg.fill ins(%f : f32) outs(%e : tensor<5x7xf32@A>) -> tensor<5x7xf32@A>
    scf.yield %u : tensor<5x7xf32@A>
  } else {
    scf.yield %a0 : tensor<5x7xf32@A>
  })"},
    {"scf.while",
     {"5x7xf32@A", "index 3"},
     {"5x7xf32@A"},
     R"(  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n, %r0 = scf.while (%i = %c0, %s = %a0) : (index, tensor<5x7xf32@A>) -> (index, tensor<5x7xf32@A>) {
    %more = arith.cmpi ult, %i, %a1 : index
    scf.condition(%more) %i, %s : index, tensor<5x7xf32@A>
  } do {
  ^bb0(%i: index, %s: tensor<5x7xf32@A>):
    %t = arith.addf %s, %s : tensor<5x7xf32@A>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %t : index, tensor<5x7xf32@A>
  })"},
    {"scf.index_switch",
     {"5x7xf32@A", "index 3"},
     {"5x7xf32@A"},
     R"(  %r0 = scf.index_switch %a1 -> tensor<5x7xf32@A>
  case 3 {
    %t = arith.addf %a0, %a0 : tensor<5x7xf32@A>
    scf.yield %t : tensor<5x7xf32@A>
  }
  default {
    scf.yield %a0 : tensor<5x7xf32@A>
  })"},
    {"scf.execute_region",
     {"5x7xf32@A"},
     {"5x7xf32@A"},
     R"(  %r0 = scf.execute_region -> tensor<5x7xf32@A> {
    %t = arith.addf %a0, %a0 : tensor<5x7xf32@A>
    scf.yield %t : tensor<5x7xf32@A>
  })"},
    {"cf.cond_br",
     {"5x7xf32@A", "index 3"},
     {"5x7xf32@A"},
     R"(  %c3 = arith.constant 3 : index
  %c = arith.cmpi eq, %a1, %c3 : index
  %s = arith.addf %a0, %a0 : tensor<5x7xf32@A>
  cf.cond_br %c, ^bb1(%s : tensor<5x7xf32@A>), ^bb2(%a0 : tensor<5x7xf32@A>)
^bb1(%t: tensor<5x7xf32@A>):
  %u = arith.mulf %t, %t : tensor<5x7xf32@A>
  cf.br ^bb2(%u : tensor<5x7xf32@A>)
^bb2(%r0: tensor<5x7xf32@A>):)"},
};

std::vector<TensorProgram> mlir::tiled_layout::test::getStructurePrograms() {
  std::vector<TensorProgram> programs(std::begin(wholes), std::end(wholes));
  programs.insert(programs.end(), std::begin(slices), std::end(slices));
  programs.insert(programs.end(), std::begin(buffers), std::end(buffers));
  programs.insert(programs.end(), std::begin(carried), std::end(carried));
  return programs;
}
