// Are slices whose elements share bytes inserted in order? Two threads that change one byte would
// lose what one of them stored. Whole bytes are inserted side by side.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --remarks-filter-missed=tiled-layout --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: shared-bytes.mlir:[[@LINE+10]]:8: remark: {{.*}}the loop is not parallel: its iterations may store elements that share bytes
// REMARK-NOT: remark

#nibbles = #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// CHECK-LABEL: func @nibbles
// CHECK-NOT: scf.forall
// CHECK: scf.for
func.func @nibbles(%a: tensor<2x256xi4, #nibbles>, %e: tensor<2x256xi4, #nibbles>) -> tensor<2x256xi4, #nibbles> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %e) -> (tensor<2x256xi4, #nibbles>) {
    %s = tensor.extract_slice %a[%i, 0] [1, 256] [1, 1] : tensor<2x256xi4, #nibbles> to tensor<1x256xi4, #nibbles>
    %q = arith.addi %s, %s : tensor<1x256xi4, #nibbles>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i, 0] [1, 256] [1, 1] : tensor<1x256xi4, #nibbles> into tensor<2x256xi4, #nibbles>
    }
  }
  return %r : tensor<2x256xi4, #nibbles>
}

// CHECK-LABEL: func @bytes
// CHECK: scf.forall
func.func @bytes(%a: tensor<2x256xi8, #bytes>, %e: tensor<2x256xi8, #bytes>) -> tensor<2x256xi8, #bytes> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %e) -> (tensor<2x256xi8, #bytes>) {
    %s = tensor.extract_slice %a[%i, 0] [1, 256] [1, 1] : tensor<2x256xi8, #bytes> to tensor<1x256xi8, #bytes>
    %q = arith.addi %s, %s : tensor<1x256xi8, #bytes>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i, 0] [1, 256] [1, 1] : tensor<1x256xi8, #bytes> into tensor<2x256xi8, #bytes>
    }
  }
  return %r : tensor<2x256xi8, #bytes>
}
