// Memrefs that several passes read and write: counts by data, a running sum along rows, a
// stencil in place in two colours, all on tiles, with a view of a part.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{1,0:T(4,8)}>
#h = #tiled_layout.layout<{0:T(8)}>
!A = memref<18x37xi32, #a>
!H = memref<16xi32, #h>
func.func private @count(%a: !A, %h: !H) {
  %c15 = arith.constant 15 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 37 {
      %x = affine.load %a[%i, %j] : !A
      %b = arith.andi %x, %c15 : i32
      %k = arith.index_cast %b : i32 to index
      %old = memref.atomic_rmw addi %one, %h[%k] : (i32, !H) -> i32
    }
  }
  return
}
func.func private @scan(%a: !A) {
  affine.for %i = 0 to 18 {
    affine.for %j = 1 to 37 {
      %x = affine.load %a[%i, %j - 1] : !A
      %y = affine.load %a[%i, %j] : !A
      %s = arith.addi %x, %y : i32
      affine.store %s, %a[%i, %j] : !A
    }
  }
  return
}
func.func private @colours(%a: !A) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c17 = arith.constant 17 : index
  %c36 = arith.constant 36 : index
  %two = arith.constant 2 : i32
  scf.for %colour = %c0 to %c2 step %c1 {
    scf.for %i = %c1 to %c17 step %c1 {
      %sum = arith.addi %i, %colour : index
      %odd = arith.remui %sum, %c2 : index
      %first = arith.addi %odd, %c1 : index
      scf.for %j = %first to %c36 step %c2 {
        %l = arith.subi %j, %c1 : index
        %r = arith.addi %j, %c1 : index
        %u = arith.subi %i, %c1 : index
        %d = arith.addi %i, %c1 : index
        %xl = memref.load %a[%i, %l] : !A
        %xr = memref.load %a[%i, %r] : !A
        %xu = memref.load %a[%u, %j] : !A
        %xd = memref.load %a[%d, %j] : !A
        %h0 = arith.addi %xl, %xr : i32
        %h1 = arith.addi %xu, %xd : i32
        %s = arith.addi %h0, %h1 : i32
        %q = arith.shrsi %s, %two : i32
        memref.store %q, %a[%i, %j] : !A
      }
    }
  }
  return
}
func.func @main() {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : !A
  %h = memref.alloc() : !H
  linalg.fill ins(%zero : i32) outs(%h : !H)
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 37 {
      %k = affine.apply affine_map<(i, j) -> ((i * 5 + j * 3 + (i floordiv 2) * 7) mod 23)>(%i, %j)
      %x = arith.index_cast %k : index to i32
      affine.store %x, %a[%i, %j] : !A
    }
  }
  call @count(%a, %h) : (!A, !H) -> ()
  call @scan(%a) : (!A) -> ()
  call @colours(%a) : (!A) -> ()
  %p = memref.alloc() : memref<16xi32>
  tiled_layout.relayout ins(%h : !H) outs(%p : memref<16xi32>)
  %q = memref.alloc() : memref<18x37xi32>
  tiled_layout.relayout ins(%a : !A) outs(%q : memref<18x37xi32>)
  %u = memref.cast %p : memref<16xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  %v = memref.cast %q : memref<18x37xi32> to memref<*xi32>
  call @printMemrefI32(%v) : (memref<*xi32>) -> ()
  memref.dealloc %a : !A
  memref.dealloc %h : !H
  memref.dealloc %p : memref<16xi32>
  memref.dealloc %q : memref<18x37xi32>
  return
}
