// Are rows that begin anywhere in a line carried on rightly where lines do not have
// 64 bytes?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=host line-bytes=16 streaming-bytes=1024" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=host line-bytes=32 streaming-bytes=1024" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=host line-bytes=128 streaming-bytes=1024" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// With other pages, turns and numbers of registers, too.
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=host streaming-bytes=1024 page-bytes=512 turn-bytes=64 vector-registers=1" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=host streaming-bytes=1024 page-bytes=65536 turn-bytes=65536 vector-registers=64" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='fields=line-bytes=32,streaming-bytes=1024' \
// RUN:   --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=NARROW
// RUN: tiled-layout-opt %s --tiled-layout-set-target='fields=line-bytes=128,streaming-bytes=1024' \
// RUN:   --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=WIDE

// Nothing is wrong.
// CHECK: {{^0$}}

#columns = #tiled_layout.layout<{0,1}>

// A line in front of the buffer is carried, not more.
// NARROW-LABEL: @transpose
// NARROW: memref.alloca() {alignment = 32 : i64}
// NARROW: vector.store {{.*}} {alignment = 32 : i64, nontemporal = true} : {{.*}}, vector<8xf32>
// WIDE-LABEL: @transpose
// WIDE: memref.alloca() {alignment = 128 : i64}
// WIDE: vector.store {{.*}} {alignment = 128 : i64, nontemporal = true} : {{.*}}, vector<32xf32>
func.func @transpose(%a: memref<129x257xf32>, %b: memref<129x257xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<129x257xf32>)
                        outs(%b : memref<129x257xf32, #columns>)
  return
}

func.func @transpose_bytes(%a: memref<387x517xi8>, %b: memref<387x517xi8, #columns>) {
  tiled_layout.relayout ins(%a : memref<387x517xi8>)
                        outs(%b : memref<387x517xi8, #columns>)
  return
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<129x257xf32>
  %b = memref.alloc() : memref<129x257xf32, #columns>
  %m = memref.dim %a, %c0 : memref<129x257xf32>
  %n = memref.dim %a, %c1 : memref<129x257xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %number = arith.addi %row, %j : index
      %integer = arith.index_cast %number : index to i32
      %value = arith.sitofp %integer : i32 to f32
      memref.store %value, %a[%i, %j] : memref<129x257xf32>
    }
  }
  call @transpose(%a, %b) : (memref<129x257xf32>, memref<129x257xf32, #columns>) -> ()
  %wrong = scf.for %i = %c0 to %m step %c1 iter_args(%outer = %zero) -> i32 {
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%count = %outer) -> i32 {
      %x = memref.load %a[%i, %j] : memref<129x257xf32>
      %y = memref.load %b[%i, %j] : memref<129x257xf32, #columns>
      %differ = arith.cmpf une, %x, %y : f32
      %more = arith.extui %differ : i1 to i32
      %next = arith.addi %count, %more : i32
      scf.yield %next : i32
    }
    scf.yield %inner : i32
  }

  %c = memref.alloc() : memref<387x517xi8>
  %d = memref.alloc() : memref<387x517xi8, #columns>
  %p = memref.dim %c, %c0 : memref<387x517xi8>
  %q = memref.dim %c, %c1 : memref<387x517xi8>
  scf.for %i = %c0 to %p step %c1 {
    scf.for %j = %c0 to %q step %c1 {
      %row = arith.muli %i, %c7 : index
      %number = arith.addi %row, %j : index
      %value = arith.index_cast %number : index to i8
      memref.store %value, %c[%i, %j] : memref<387x517xi8>
    }
  }
  call @transpose_bytes(%c, %d) : (memref<387x517xi8>, memref<387x517xi8, #columns>) -> ()
  %all = scf.for %i = %c0 to %p step %c1 iter_args(%outer = %wrong) -> i32 {
    %inner = scf.for %j = %c0 to %q step %c1 iter_args(%count = %outer) -> i32 {
      %x = memref.load %c[%i, %j] : memref<387x517xi8>
      %y = memref.load %d[%i, %j] : memref<387x517xi8, #columns>
      %differ = arith.cmpi ne, %x, %y : i8
      %more = arith.extui %differ : i1 to i32
      %next = arith.addi %count, %more : i32
      scf.yield %next : i32
    }
    scf.yield %inner : i32
  }
  return %all : i32
}
