// How many steps of a reduction does LLVM write one after the other?

// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-lower-structured \
// RUN:   | FileCheck %s

// Four of a whole block, one of blocks at the edges, which run too seldom to be worth the code,
// and of loops around the reduction, each step of which would be one kernel more.
// CHECK-DAG: #[[UNROLL:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[$LOOP:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK-DAG: #[[ONE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[$ONCE:.*]] = #llvm.loop_annotation<unroll = #[[ONE]]>

// CHECK-LABEL: func.func @edges
// CHECK:         scf.for
// CHECK-NOT:       loop_annotation
// CHECK:           scf.for {{.*}} iter_args
// CHECK:             scf.yield
// CHECK-NEXT:      } {loop_annotation = #[[$LOOP]]}
// CHECK:         } {loop_annotation = #[[$ONCE]]}
// The last two rows.
// CHECK:         scf.for {{.*}} iter_args
// CHECK:           scf.yield
// CHECK-NEXT:    } {loop_annotation = #[[$ONCE]]}
// CHECK-NOT:     loop_annotation
// CHECK:         return
func.func @edges(%a: memref<14x64xf32>, %b: memref<64x16xf32>, %c: memref<14x16xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 1], vector = d1 x 8, fused, unroll = 4>}
    ins(%a, %b : memref<14x64xf32>, memref<64x16xf32>) outs(%c : memref<14x16xf32>)
  return
}

// -----

// Steps that four do not divide would need a loop for the last ones.

// CHECK-LABEL: func.func @odd
// CHECK:             scf.yield
// CHECK-NEXT:      }{{$}}
// CHECK:         return
func.func @odd(%a: memref<12x63xf32>, %b: memref<63x16xf32>, %c: memref<12x16xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 1], vector = d1 x 8, fused, unroll = 4>}
    ins(%a, %b : memref<12x63xf32>, memref<63x16xf32>) outs(%c : memref<12x16xf32>)
  return
}

// -----

// Blocks for a cache of 48 and of 32 steps are one loop, whose steps are known at run time: whole and
// last blocks are one program, and so are those of 64 and of 24 columns, but for the last 8 columns.

// CHECK-LABEL: func.func @last
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c3{{(_[0-9]+)?}}
// CHECK:           %[[COLUMNS:.*]] = arith.minui %{{.*}}, %c64{{(_[0-9]+)?}}
// CHECK:           scf.for %{{.*}} = %{{.*}} to %c2{{(_[0-9]+)?}}
// CHECK:             %[[STEPS:.*]] = arith.minui %{{.*}}, %c48{{(_[0-9]+)?}}
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:                 scf.for %{{.*}} = %{{.*}} to %[[STEPS]] {{.*}} iter_args
// CHECK:                 } {loop_annotation = #[[$LOOP]]}
// CHECK:             scf.if
// CHECK:               scf.for
// CHECK:                 scf.for %{{.*}} = %{{.*}} to %[[STEPS]] {{.*}} iter_args
// CHECK:                 } {loop_annotation = #[[$ONCE]]}
// CHECK-NOT:     iter_args
// CHECK:         return
func.func @last(%a: memref<12x80xf32>, %b: memref<80x152xf32>, %c: memref<12x152xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 64, d2 by 48, d1 by 16, d0 by 4, d2 by 1], vector = d1 x 8, fused, unroll = 4>}
    ins(%a, %b : memref<12x80xf32>, memref<80x152xf32>) outs(%c : memref<12x152xf32>)
  return
}

// -----

// As many as the plan says; LLVM chooses where it says nothing.

// CHECK-DAG: #[[EIGHT:.*]] = #llvm.loop_unroll<count = 8 : i32>
// CHECK-DAG: #[[$EIGHT:.*]] = #llvm.loop_annotation<unroll = #[[EIGHT]]>
// CHECK-LABEL: func.func @eight
// CHECK:         } {loop_annotation = #[[$EIGHT]]}
// CHECK-LABEL: func.func @any
// CHECK:             scf.yield
// CHECK-NEXT:      }{{$}}
// CHECK:         return
func.func @eight(%a: memref<12x64xf32>, %b: memref<64x16xf32>, %c: memref<12x16xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 1], vector = d1 x 8, fused, unroll = 8>}
    ins(%a, %b : memref<12x64xf32>, memref<64x16xf32>) outs(%c : memref<12x16xf32>)
  return
}
func.func @any(%a: memref<12x64xf32>, %b: memref<64x16xf32>, %c: memref<12x16xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 1], vector = d1 x 8, fused>}
    ins(%a, %b : memref<12x64xf32>, memref<64x16xf32>) outs(%c : memref<12x16xf32>)
  return
}

// -----

// Rows that are filled: LLVM takes a row for one instruction, of which it would write one for each of the 33 rows.

// CHECK-DAG: #[[ONE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[$ONCE:.*]] = #llvm.loop_annotation<unroll = #[[ONE]]>
// CHECK-LABEL: func.func @filled
// CHECK:         scf.for
// CHECK:           vector.
// CHECK:         } {loop_annotation = #[[$ONCE]]}
// CHECK-NOT:     } {loop_annotation
// CHECK:         return
func.func @filled(%a: memref<33x33xf32>, %f: f32) {
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 64], vector = d1 x 8>}
    ins(%f : f32) outs(%a : memref<33x33xf32>)
  return
}
