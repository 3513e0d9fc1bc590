// A product on tiles, packed and computed by the plans of schedule.mlir, beside the
// same product on rows. Prints how many results differ.
#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @main() {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<16x256xf32>
  %b = memref.alloc() : memref<256x128xf32>
  %rows = memref.alloc() : memref<16x128xf32>
  %ta = memref.alloc() : memref<16x256xf32, #t>
  %tb = memref.alloc() : memref<256x128xf32, #t>
  %tiles = memref.alloc() : memref<16x128xf32, #t>
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>],
                  iterator_types = ["parallel", "parallel"]}
    outs(%a : memref<16x256xf32>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %sum = arith.addi %i, %k : index
    %word = arith.index_cast %sum : index to i32
    %value = arith.sitofp %word : i32 to f32
    linalg.yield %value : f32
  }
  linalg.generic {indexing_maps = [affine_map<(k, j) -> (k, j)>],
                  iterator_types = ["parallel", "parallel"]}
    outs(%b : memref<256x128xf32>) {
  ^bb0(%x: f32):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = arith.subi %j, %k : index
    %word = arith.index_cast %sum : index to i32
    %value = arith.sitofp %word : i32 to f32
    linalg.yield %value : f32
  }
  linalg.fill ins(%zero : f32) outs(%rows : memref<16x128xf32>)
  linalg.fill ins(%zero : f32) outs(%tiles : memref<16x128xf32, #t>)
  linalg.matmul ins(%a, %b : memref<16x256xf32>, memref<256x128xf32>)
                outs(%rows : memref<16x128xf32>)

  tiled_layout.relayout ins(%a : memref<16x256xf32>) outs(%ta : memref<16x256xf32, #t>)
    {scripted}
  affine.for %k = 0 to 256 {
    affine.for %j = 0 to 128 {
      %x = affine.load %b[%k, %j] : memref<256x128xf32>
      affine.store %x, %tb[%k, %j] : memref<256x128xf32, #t>
    }
  } {scripted}
  linalg.matmul {scripted} ins(%ta, %tb : memref<16x256xf32, #t>, memref<256x128xf32, #t>)
                           outs(%tiles : memref<16x128xf32, #t>)

  %none = arith.constant 0 : i32
  %differ = affine.for %i = 0 to 16 iter_args(%outer = %none) -> (i32) {
    %inner = affine.for %j = 0 to 128 iter_args(%count = %outer) -> (i32) {
      %x = affine.load %rows[%i, %j] : memref<16x128xf32>
      %y = affine.load %tiles[%i, %j] : memref<16x128xf32, #t>
      %differs = arith.cmpf une, %x, %y : f32
      %one = arith.extui %differs : i1 to i32
      %next = arith.addi %count, %one : i32
      affine.yield %next : i32
    }
    affine.yield %inner : i32
  }
  vector.print %differ : i32
  return
}
