// Slices that begin anywhere in a tile, their sums, and what they are inserted in. @main returns a
// checksum that weighs each element by its place.

#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#i32 = #tiled_layout.layout<{1,0:T(8,128)}>
#i16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

func.func private @fill_i32() -> tensor<50x300xi32, #i32> {
  %empty = tensor.empty() : tensor<50x300xi32, #i32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<50x300xi32, #i32>) {
  ^bb0(%old: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = affine.apply affine_map<(i, j) -> ((i * 7 + j * 13) mod 101)>(%i, %j)
    %place = arith.index_cast %sum : index to i32
    linalg.yield %place : i32
  } -> tensor<50x300xi32, #i32>
  return %0 : tensor<50x300xi32, #i32>
}
func.func private @weigh_i32(%x: tensor<?x?xi32, #i32>, %before: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi32, #i32>) outs(%before : tensor<i32>) {
  ^bb0(%value: i32, %sum: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %at = affine.apply affine_map<(i, j) -> (i * 31 + j)>(%i, %j)
    %weight = arith.index_cast %at : index to i32
    %product = arith.muli %value, %weight : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @slices_i32(%before: tensor<i32>) -> tensor<i32> {
  %x = call @fill_i32() : () -> tensor<50x300xi32, #i32>
  %a = tensor.extract_slice %x[0, 7] [40, 210] [1, 1] : tensor<50x300xi32, #i32> to tensor<40x210xi32, #i32>
  %b = tensor.extract_slice %x[5, 90] [40, 210] [1, 1] : tensor<50x300xi32, #i32> to tensor<40x210xi32, #i32>
  %sum = arith.addi %a, %b : tensor<40x210xi32, #i32>
  %y = tensor.insert_slice %sum into %x[3, 81] [40, 210] [1, 1] : tensor<40x210xi32, #i32> into tensor<50x300xi32, #i32>
  %all = tensor.cast %sum : tensor<40x210xi32, #i32> to tensor<?x?xi32, #i32>
  %0 = call @weigh_i32(%all, %before) : (tensor<?x?xi32, #i32>, tensor<i32>) -> tensor<i32>
  %whole = tensor.cast %y : tensor<50x300xi32, #i32> to tensor<?x?xi32, #i32>
  %1 = call @weigh_i32(%whole, %0) : (tensor<?x?xi32, #i32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

func.func private @fill_i16() -> tensor<50x300xi16, #i16> {
  %empty = tensor.empty() : tensor<50x300xi16, #i16>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<50x300xi16, #i16>) {
  ^bb0(%old: i16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = affine.apply affine_map<(i, j) -> ((i * 7 + j * 13) mod 101)>(%i, %j)
    %place = arith.index_cast %sum : index to i32
    %value = arith.trunci %place : i32 to i16
    linalg.yield %value : i16
  } -> tensor<50x300xi16, #i16>
  return %0 : tensor<50x300xi16, #i16>
}
func.func private @weigh_i16(%x: tensor<?x?xi16, #i16>, %before: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi16, #i16>) outs(%before : tensor<i32>) {
  ^bb0(%value: i16, %sum: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %at = affine.apply affine_map<(i, j) -> (i * 31 + j)>(%i, %j)
    %weight = arith.index_cast %at : index to i32
    %wide = arith.extsi %value : i16 to i32
    %product = arith.muli %wide, %weight : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @slices_i16(%before: tensor<i32>) -> tensor<i32> {
  %x = call @fill_i16() : () -> tensor<50x300xi16, #i16>
  %a = tensor.extract_slice %x[0, 7] [40, 210] [1, 1] : tensor<50x300xi16, #i16> to tensor<40x210xi16, #i16>
  %b = tensor.extract_slice %x[5, 90] [40, 210] [1, 1] : tensor<50x300xi16, #i16> to tensor<40x210xi16, #i16>
  %sum = arith.addi %a, %b : tensor<40x210xi16, #i16>
  %y = tensor.insert_slice %sum into %x[3, 81] [40, 210] [1, 1] : tensor<40x210xi16, #i16> into tensor<50x300xi16, #i16>
  %all = tensor.cast %sum : tensor<40x210xi16, #i16> to tensor<?x?xi16, #i16>
  %0 = call @weigh_i16(%all, %before) : (tensor<?x?xi16, #i16>, tensor<i32>) -> tensor<i32>
  %whole = tensor.cast %y : tensor<50x300xi16, #i16> to tensor<?x?xi16, #i16>
  %1 = call @weigh_i16(%whole, %0) : (tensor<?x?xi16, #i16>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

func.func private @fill_i8() -> tensor<50x300xi8, #i8> {
  %empty = tensor.empty() : tensor<50x300xi8, #i8>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<50x300xi8, #i8>) {
  ^bb0(%old: i8):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = affine.apply affine_map<(i, j) -> ((i * 7 + j * 13) mod 101)>(%i, %j)
    %place = arith.index_cast %sum : index to i32
    %value = arith.trunci %place : i32 to i8
    linalg.yield %value : i8
  } -> tensor<50x300xi8, #i8>
  return %0 : tensor<50x300xi8, #i8>
}
func.func private @weigh_i8(%x: tensor<?x?xi8, #i8>, %before: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi8, #i8>) outs(%before : tensor<i32>) {
  ^bb0(%value: i8, %sum: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %at = affine.apply affine_map<(i, j) -> (i * 31 + j)>(%i, %j)
    %weight = arith.index_cast %at : index to i32
    %wide = arith.extsi %value : i8 to i32
    %product = arith.muli %wide, %weight : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @slices_i8(%before: tensor<i32>) -> tensor<i32> {
  %x = call @fill_i8() : () -> tensor<50x300xi8, #i8>
  %a = tensor.extract_slice %x[0, 7] [40, 210] [1, 1] : tensor<50x300xi8, #i8> to tensor<40x210xi8, #i8>
  %b = tensor.extract_slice %x[5, 90] [40, 210] [1, 1] : tensor<50x300xi8, #i8> to tensor<40x210xi8, #i8>
  %sum = arith.addi %a, %b : tensor<40x210xi8, #i8>
  %y = tensor.insert_slice %sum into %x[3, 81] [40, 210] [1, 1] : tensor<40x210xi8, #i8> into tensor<50x300xi8, #i8>
  %all = tensor.cast %sum : tensor<40x210xi8, #i8> to tensor<?x?xi8, #i8>
  %0 = call @weigh_i8(%all, %before) : (tensor<?x?xi8, #i8>, tensor<i32>) -> tensor<i32>
  %whole = tensor.cast %y : tensor<50x300xi8, #i8> to tensor<?x?xi8, #i8>
  %1 = call @weigh_i8(%whole, %0) : (tensor<?x?xi8, #i8>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

func.func @main() -> i32 {
  %0 = arith.constant dense<0> : tensor<i32>
  %1 = call @slices_i32(%0) : (tensor<i32>) -> tensor<i32>
  %2 = call @slices_i16(%1) : (tensor<i32>) -> tensor<i32>
  %3 = call @slices_i8(%2) : (tensor<i32>) -> tensor<i32>
  %sum = tensor.extract %3[] : tensor<i32>
  return %sum : i32
}
