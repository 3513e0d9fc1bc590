// Which loops of a relayout may LLVM write out?

// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=vector-bits=512 --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#p = #tiled_layout.layout<{1,0:T(128,32)}>

// Only the innermost one.
// CHECK: #[[DISABLED:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[$ONE:.*]] = #llvm.loop_annotation<unroll = #[[DISABLED]]>

// CHECK-LABEL: func.func @within(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-COUNT-2:       vector.store
// CHECK-NEXT:        }{{$}}
// CHECK-NEXT:      } {loop_annotation = #[[$ONE]]}
// The loop of the program.
// CHECK-NEXT:    }{{$}}
func.func @within(%a: memref<128x64xf32, #t>, %b: memref<128x64xf32, #p>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    tiled_layout.relayout ins(%a : memref<128x64xf32, #t>) outs(%b : memref<128x64xf32, #p>)
  }
  return
}

// The same outside of loops of the program.
// CHECK-LABEL: func.func @alone(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-COUNT-2:     vector.store
// CHECK-NEXT:      }{{$}}
// CHECK-NEXT:    } {loop_annotation = #[[$ONE]]}
func.func @alone(%a: memref<128x64xf32, #t>, %b: memref<128x64xf32, #p>) {
  tiled_layout.relayout ins(%a : memref<128x64xf32, #t>) outs(%b : memref<128x64xf32, #p>)
  return
}
