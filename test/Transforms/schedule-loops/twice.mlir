// A second run ends as soon as the first one, and changes nothing.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops -o %t
// RUN: tiled-layout-opt %t --tiled-layout-schedule-loops=steps=tile-loops | diff %t -

!A = memref<40x40xf64, #tiled_layout.layout<{1,0:T(8,16)}>>
func.func @lu(%A: !A) {
  affine.for %k = 0 to 40 {
    affine.for %i = affine_map<(d0)->(d0+1)>(%k) to 40 {
      %x = affine.load %A[%i,%k] : !A
      %p = affine.load %A[%k,%k] : !A
      %q = arith.divf %x, %p : f64
      affine.store %q, %A[%i,%k] : !A
      affine.for %j = affine_map<(d0)->(d0+1)>(%k) to 40 {
        %l = affine.load %A[%i,%k] : !A
        %u = affine.load %A[%k,%j] : !A
        %a = affine.load %A[%i,%j] : !A
        %m = arith.mulf %l, %u : f64
        %s = arith.subf %a, %m : f64
        affine.store %s, %A[%i,%j] : !A
      }
    }
  }
  return
}
