// Insertions and pads that begin within a row of words and within a tile's columns: rows up to the next word, parts of the first tiles,
// and whole tiles, with what is around them left as it is.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#i16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i32 = #tiled_layout.layout<{1,0:T(8,128)}>
#i8_3 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
func.func @inserted_i8_1(%x: tensor<25x200xi8, #i8>, %y: tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[3, 5] [25, 200] [1, 1] : tensor<25x200xi8, #i8> into tensor<40x300xi8, #i8>
  return %r : tensor<40x300xi8, #i8>
}
func.func @inserted_i8_2(%x: tensor<25x200xi8, #i8>, %y: tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[13, 77] [25, 200] [1, 1] : tensor<25x200xi8, #i8> into tensor<40x300xi8, #i8>
  return %r : tensor<40x300xi8, #i8>
}
func.func @inserted_i8_3(%x: tensor<25x200xi8, #i8>, %y: tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[6, 96] [25, 200] [1, 1] : tensor<25x200xi8, #i8> into tensor<40x300xi8, #i8>
  return %r : tensor<40x300xi8, #i8>
}
func.func @inserted_i8_4(%x: tensor<2x90xi8, #i8>, %y: tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[1, 60] [2, 90] [1, 1] : tensor<2x90xi8, #i8> into tensor<40x300xi8, #i8>
  return %r : tensor<40x300xi8, #i8>
}
func.func @inserted_i8_5(%x: tensor<2x90xi8, #i8>, %y: tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[7, 3] [2, 90] [1, 1] : tensor<2x90xi8, #i8> into tensor<40x300xi8, #i8>
  return %r : tensor<40x300xi8, #i8>
}
func.func @inserted_i8_6(%x: tensor<30x40xi8, #i8>, %y: tensor<37x170xi8, #i8>) -> tensor<37x170xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[5, 100] [30, 40] [1, 1] : tensor<30x40xi8, #i8> into tensor<37x170xi8, #i8>
  return %r : tensor<37x170xi8, #i8>
}
func.func @inserted_i8_7(%x: tensor<30x40xi8, #i8>, %y: tensor<37x170xi8, #i8>) -> tensor<37x170xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[1, 9] [30, 40] [1, 1] : tensor<30x40xi8, #i8> into tensor<37x170xi8, #i8>
  return %r : tensor<37x170xi8, #i8>
}
func.func @inserted_i16_8(%x: tensor<25x200xi16, #i16>, %y: tensor<40x300xi16, #i16>) -> tensor<40x300xi16, #i16> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[3, 5] [25, 200] [1, 1] : tensor<25x200xi16, #i16> into tensor<40x300xi16, #i16>
  return %r : tensor<40x300xi16, #i16>
}
func.func @inserted_i16_9(%x: tensor<25x200xi16, #i16>, %y: tensor<40x300xi16, #i16>) -> tensor<40x300xi16, #i16> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[13, 77] [25, 200] [1, 1] : tensor<25x200xi16, #i16> into tensor<40x300xi16, #i16>
  return %r : tensor<40x300xi16, #i16>
}
func.func @inserted_i16_10(%x: tensor<1x290xi16, #i16>, %y: tensor<9x300xi16, #i16>) -> tensor<9x300xi16, #i16> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[7, 3] [1, 290] [1, 1] : tensor<1x290xi16, #i16> into tensor<9x300xi16, #i16>
  return %r : tensor<9x300xi16, #i16>
}
func.func @inserted_i32_11(%x: tensor<25x200xi32, #i32>, %y: tensor<40x300xi32, #i32>) -> tensor<40x300xi32, #i32> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[3, 5] [25, 200] [1, 1] : tensor<25x200xi32, #i32> into tensor<40x300xi32, #i32>
  return %r : tensor<40x300xi32, #i32>
}
func.func @inserted_i8_12(%x: tensor<2x25x200xi8, #i8_3>, %y: tensor<3x40x300xi8, #i8_3>) -> tensor<3x40x300xi8, #i8_3> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[1, 3, 5] [2, 25, 200] [1, 1, 1] : tensor<2x25x200xi8, #i8_3> into tensor<3x40x300xi8, #i8_3>
  return %r : tensor<3x40x300xi8, #i8_3>
}
func.func @inserted_i8_13(%x: tensor<2x25x200xi8, #i8_3>, %y: tensor<3x40x300xi8, #i8_3>) -> tensor<3x40x300xi8, #i8_3> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[0, 9, 70] [2, 25, 200] [1, 1, 1] : tensor<2x25x200xi8, #i8_3> into tensor<3x40x300xi8, #i8_3>
  return %r : tensor<3x40x300xi8, #i8_3>
}
func.func @padded_i8_14(%x: tensor<20x150xi8, #i8>) -> tensor<24x158xi8, #i8> attributes {no_inline} {
  %z = arith.constant 3 : i8
  %r = tensor.pad %x low[3, 5] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : i8
  } : tensor<20x150xi8, #i8> to tensor<24x158xi8, #i8>
  return %r : tensor<24x158xi8, #i8>
}
func.func @padded_i8_15(%x: tensor<20x150xi8, #i8>) -> tensor<36x280xi8, #i8> attributes {no_inline} {
  %z = arith.constant 3 : i8
  %r = tensor.pad %x low[7, 130] high[9, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : i8
  } : tensor<20x150xi8, #i8> to tensor<36x280xi8, #i8>
  return %r : tensor<36x280xi8, #i8>
}
func.func @padded_i16_16(%x: tensor<20x150xi16, #i16>) -> tensor<22x152xi16, #i16> attributes {no_inline} {
  %z = arith.constant 3 : i16
  %r = tensor.pad %x low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : i16
  } : tensor<20x150xi16, #i16> to tensor<22x152xi16, #i16>
  return %r : tensor<22x152xi16, #i16>
}
func.func @some_rows(%x: tensor<?x200xi8, #i8>, %y: tensor<40x300xi8, #i8>, %n: index) -> tensor<40x300xi8, #i8> attributes {no_inline} {
  %r = tensor.insert_slice %x into %y[3, 5] [%n, 200] [1, 1] : tensor<?x200xi8, #i8> into tensor<40x300xi8, #i8>
  return %r : tensor<40x300xi8, #i8>
}
func.func @make_25x200i8(%seed: index) -> tensor<25x200xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<25x200xi8>
  return %t : tensor<25x200xi8>
}
func.func @make_40x300i8(%seed: index) -> tensor<40x300xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<40x300xi8>
  return %t : tensor<40x300xi8>
}
func.func @make_2x90i8(%seed: index) -> tensor<2x90xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<2x90xi8>
  return %t : tensor<2x90xi8>
}
func.func @make_30x40i8(%seed: index) -> tensor<30x40xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<30x40xi8>
  return %t : tensor<30x40xi8>
}
func.func @make_37x170i8(%seed: index) -> tensor<37x170xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<37x170xi8>
  return %t : tensor<37x170xi8>
}
func.func @make_25x200i16(%seed: index) -> tensor<25x200xi16> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i16
    tensor.yield %v : i16
  } : tensor<25x200xi16>
  return %t : tensor<25x200xi16>
}
func.func @make_40x300i16(%seed: index) -> tensor<40x300xi16> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i16
    tensor.yield %v : i16
  } : tensor<40x300xi16>
  return %t : tensor<40x300xi16>
}
func.func @make_1x290i16(%seed: index) -> tensor<1x290xi16> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i16
    tensor.yield %v : i16
  } : tensor<1x290xi16>
  return %t : tensor<1x290xi16>
}
func.func @make_9x300i16(%seed: index) -> tensor<9x300xi16> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i16
    tensor.yield %v : i16
  } : tensor<9x300xi16>
  return %t : tensor<9x300xi16>
}
func.func @make_25x200i32(%seed: index) -> tensor<25x200xi32> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i32
    tensor.yield %v : i32
  } : tensor<25x200xi32>
  return %t : tensor<25x200xi32>
}
func.func @make_40x300i32(%seed: index) -> tensor<40x300xi32> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i32
    tensor.yield %v : i32
  } : tensor<40x300xi32>
  return %t : tensor<40x300xi32>
}
func.func @make_2x25x200i8(%seed: index) -> tensor<2x25x200xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%h: index, %i: index, %j: index):
    %s = affine.apply affine_map<(h, i, j)[s] -> ((h * 29 + i * 17 + j * 5 + s * 40) mod 101)>(%h, %i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<2x25x200xi8>
  return %t : tensor<2x25x200xi8>
}
func.func @make_3x40x300i8(%seed: index) -> tensor<3x40x300xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%h: index, %i: index, %j: index):
    %s = affine.apply affine_map<(h, i, j)[s] -> ((h * 29 + i * 17 + j * 5 + s * 40) mod 101)>(%h, %i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<3x40x300xi8>
  return %t : tensor<3x40x300xi8>
}
func.func @make_20x150i8(%seed: index) -> tensor<20x150xi8> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i8
    tensor.yield %v : i8
  } : tensor<20x150xi8>
  return %t : tensor<20x150xi8>
}
func.func @make_20x150i16(%seed: index) -> tensor<20x150xi16> attributes {no_inline} {
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 17 + j * 5 + s * 40) mod 101)>(%i, %j)[%seed]
    %v = arith.index_cast %s : index to i16
    tensor.yield %v : i16
  } : tensor<20x150xi16>
  return %t : tensor<20x150xi16>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %inserted_i8_1_x_0 = call @make_25x200i8(%c1) : (index) -> tensor<25x200xi8>
  %inserted_i8_1_x = tensor.cast %inserted_i8_1_x_0 : tensor<25x200xi8> to tensor<25x200xi8, #i8>
  %inserted_i8_1_y_0 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %inserted_i8_1_y = tensor.cast %inserted_i8_1_y_0 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %inserted_i8_1 = call @inserted_i8_1(%inserted_i8_1_x, %inserted_i8_1_y) : (tensor<25x200xi8, #i8>, tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8>
  %inserted_i8_1_p = tensor.cast %inserted_i8_1 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %inserted_i8_1_w = arith.extsi %inserted_i8_1_p : tensor<40x300xi8> to tensor<40x300xi32>
  %inserted_i8_1_u = tensor.cast %inserted_i8_1_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_1_u) : (tensor<*xi32>) -> ()
  %inserted_i8_2_x_0 = call @make_25x200i8(%c1) : (index) -> tensor<25x200xi8>
  %inserted_i8_2_x = tensor.cast %inserted_i8_2_x_0 : tensor<25x200xi8> to tensor<25x200xi8, #i8>
  %inserted_i8_2_y_0 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %inserted_i8_2_y = tensor.cast %inserted_i8_2_y_0 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %inserted_i8_2 = call @inserted_i8_2(%inserted_i8_2_x, %inserted_i8_2_y) : (tensor<25x200xi8, #i8>, tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8>
  %inserted_i8_2_p = tensor.cast %inserted_i8_2 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %inserted_i8_2_w = arith.extsi %inserted_i8_2_p : tensor<40x300xi8> to tensor<40x300xi32>
  %inserted_i8_2_u = tensor.cast %inserted_i8_2_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_2_u) : (tensor<*xi32>) -> ()
  %inserted_i8_3_x_0 = call @make_25x200i8(%c1) : (index) -> tensor<25x200xi8>
  %inserted_i8_3_x = tensor.cast %inserted_i8_3_x_0 : tensor<25x200xi8> to tensor<25x200xi8, #i8>
  %inserted_i8_3_y_0 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %inserted_i8_3_y = tensor.cast %inserted_i8_3_y_0 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %inserted_i8_3 = call @inserted_i8_3(%inserted_i8_3_x, %inserted_i8_3_y) : (tensor<25x200xi8, #i8>, tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8>
  %inserted_i8_3_p = tensor.cast %inserted_i8_3 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %inserted_i8_3_w = arith.extsi %inserted_i8_3_p : tensor<40x300xi8> to tensor<40x300xi32>
  %inserted_i8_3_u = tensor.cast %inserted_i8_3_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_3_u) : (tensor<*xi32>) -> ()
  %inserted_i8_4_x_0 = call @make_2x90i8(%c1) : (index) -> tensor<2x90xi8>
  %inserted_i8_4_x = tensor.cast %inserted_i8_4_x_0 : tensor<2x90xi8> to tensor<2x90xi8, #i8>
  %inserted_i8_4_y_0 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %inserted_i8_4_y = tensor.cast %inserted_i8_4_y_0 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %inserted_i8_4 = call @inserted_i8_4(%inserted_i8_4_x, %inserted_i8_4_y) : (tensor<2x90xi8, #i8>, tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8>
  %inserted_i8_4_p = tensor.cast %inserted_i8_4 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %inserted_i8_4_w = arith.extsi %inserted_i8_4_p : tensor<40x300xi8> to tensor<40x300xi32>
  %inserted_i8_4_u = tensor.cast %inserted_i8_4_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_4_u) : (tensor<*xi32>) -> ()
  %inserted_i8_5_x_0 = call @make_2x90i8(%c1) : (index) -> tensor<2x90xi8>
  %inserted_i8_5_x = tensor.cast %inserted_i8_5_x_0 : tensor<2x90xi8> to tensor<2x90xi8, #i8>
  %inserted_i8_5_y_0 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %inserted_i8_5_y = tensor.cast %inserted_i8_5_y_0 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %inserted_i8_5 = call @inserted_i8_5(%inserted_i8_5_x, %inserted_i8_5_y) : (tensor<2x90xi8, #i8>, tensor<40x300xi8, #i8>) -> tensor<40x300xi8, #i8>
  %inserted_i8_5_p = tensor.cast %inserted_i8_5 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %inserted_i8_5_w = arith.extsi %inserted_i8_5_p : tensor<40x300xi8> to tensor<40x300xi32>
  %inserted_i8_5_u = tensor.cast %inserted_i8_5_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_5_u) : (tensor<*xi32>) -> ()
  %inserted_i8_6_x_0 = call @make_30x40i8(%c1) : (index) -> tensor<30x40xi8>
  %inserted_i8_6_x = tensor.cast %inserted_i8_6_x_0 : tensor<30x40xi8> to tensor<30x40xi8, #i8>
  %inserted_i8_6_y_0 = call @make_37x170i8(%c2) : (index) -> tensor<37x170xi8>
  %inserted_i8_6_y = tensor.cast %inserted_i8_6_y_0 : tensor<37x170xi8> to tensor<37x170xi8, #i8>
  %inserted_i8_6 = call @inserted_i8_6(%inserted_i8_6_x, %inserted_i8_6_y) : (tensor<30x40xi8, #i8>, tensor<37x170xi8, #i8>) -> tensor<37x170xi8, #i8>
  %inserted_i8_6_p = tensor.cast %inserted_i8_6 : tensor<37x170xi8, #i8> to tensor<37x170xi8>
  %inserted_i8_6_w = arith.extsi %inserted_i8_6_p : tensor<37x170xi8> to tensor<37x170xi32>
  %inserted_i8_6_u = tensor.cast %inserted_i8_6_w : tensor<37x170xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_6_u) : (tensor<*xi32>) -> ()
  %inserted_i8_7_x_0 = call @make_30x40i8(%c1) : (index) -> tensor<30x40xi8>
  %inserted_i8_7_x = tensor.cast %inserted_i8_7_x_0 : tensor<30x40xi8> to tensor<30x40xi8, #i8>
  %inserted_i8_7_y_0 = call @make_37x170i8(%c2) : (index) -> tensor<37x170xi8>
  %inserted_i8_7_y = tensor.cast %inserted_i8_7_y_0 : tensor<37x170xi8> to tensor<37x170xi8, #i8>
  %inserted_i8_7 = call @inserted_i8_7(%inserted_i8_7_x, %inserted_i8_7_y) : (tensor<30x40xi8, #i8>, tensor<37x170xi8, #i8>) -> tensor<37x170xi8, #i8>
  %inserted_i8_7_p = tensor.cast %inserted_i8_7 : tensor<37x170xi8, #i8> to tensor<37x170xi8>
  %inserted_i8_7_w = arith.extsi %inserted_i8_7_p : tensor<37x170xi8> to tensor<37x170xi32>
  %inserted_i8_7_u = tensor.cast %inserted_i8_7_w : tensor<37x170xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_7_u) : (tensor<*xi32>) -> ()
  %inserted_i16_8_x_0 = call @make_25x200i16(%c1) : (index) -> tensor<25x200xi16>
  %inserted_i16_8_x = tensor.cast %inserted_i16_8_x_0 : tensor<25x200xi16> to tensor<25x200xi16, #i16>
  %inserted_i16_8_y_0 = call @make_40x300i16(%c2) : (index) -> tensor<40x300xi16>
  %inserted_i16_8_y = tensor.cast %inserted_i16_8_y_0 : tensor<40x300xi16> to tensor<40x300xi16, #i16>
  %inserted_i16_8 = call @inserted_i16_8(%inserted_i16_8_x, %inserted_i16_8_y) : (tensor<25x200xi16, #i16>, tensor<40x300xi16, #i16>) -> tensor<40x300xi16, #i16>
  %inserted_i16_8_p = tensor.cast %inserted_i16_8 : tensor<40x300xi16, #i16> to tensor<40x300xi16>
  %inserted_i16_8_w = arith.extsi %inserted_i16_8_p : tensor<40x300xi16> to tensor<40x300xi32>
  %inserted_i16_8_u = tensor.cast %inserted_i16_8_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i16_8_u) : (tensor<*xi32>) -> ()
  %inserted_i16_9_x_0 = call @make_25x200i16(%c1) : (index) -> tensor<25x200xi16>
  %inserted_i16_9_x = tensor.cast %inserted_i16_9_x_0 : tensor<25x200xi16> to tensor<25x200xi16, #i16>
  %inserted_i16_9_y_0 = call @make_40x300i16(%c2) : (index) -> tensor<40x300xi16>
  %inserted_i16_9_y = tensor.cast %inserted_i16_9_y_0 : tensor<40x300xi16> to tensor<40x300xi16, #i16>
  %inserted_i16_9 = call @inserted_i16_9(%inserted_i16_9_x, %inserted_i16_9_y) : (tensor<25x200xi16, #i16>, tensor<40x300xi16, #i16>) -> tensor<40x300xi16, #i16>
  %inserted_i16_9_p = tensor.cast %inserted_i16_9 : tensor<40x300xi16, #i16> to tensor<40x300xi16>
  %inserted_i16_9_w = arith.extsi %inserted_i16_9_p : tensor<40x300xi16> to tensor<40x300xi32>
  %inserted_i16_9_u = tensor.cast %inserted_i16_9_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i16_9_u) : (tensor<*xi32>) -> ()
  %inserted_i16_10_x_0 = call @make_1x290i16(%c1) : (index) -> tensor<1x290xi16>
  %inserted_i16_10_x = tensor.cast %inserted_i16_10_x_0 : tensor<1x290xi16> to tensor<1x290xi16, #i16>
  %inserted_i16_10_y_0 = call @make_9x300i16(%c2) : (index) -> tensor<9x300xi16>
  %inserted_i16_10_y = tensor.cast %inserted_i16_10_y_0 : tensor<9x300xi16> to tensor<9x300xi16, #i16>
  %inserted_i16_10 = call @inserted_i16_10(%inserted_i16_10_x, %inserted_i16_10_y) : (tensor<1x290xi16, #i16>, tensor<9x300xi16, #i16>) -> tensor<9x300xi16, #i16>
  %inserted_i16_10_p = tensor.cast %inserted_i16_10 : tensor<9x300xi16, #i16> to tensor<9x300xi16>
  %inserted_i16_10_w = arith.extsi %inserted_i16_10_p : tensor<9x300xi16> to tensor<9x300xi32>
  %inserted_i16_10_u = tensor.cast %inserted_i16_10_w : tensor<9x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i16_10_u) : (tensor<*xi32>) -> ()
  %inserted_i32_11_x_0 = call @make_25x200i32(%c1) : (index) -> tensor<25x200xi32>
  %inserted_i32_11_x = tensor.cast %inserted_i32_11_x_0 : tensor<25x200xi32> to tensor<25x200xi32, #i32>
  %inserted_i32_11_y_0 = call @make_40x300i32(%c2) : (index) -> tensor<40x300xi32>
  %inserted_i32_11_y = tensor.cast %inserted_i32_11_y_0 : tensor<40x300xi32> to tensor<40x300xi32, #i32>
  %inserted_i32_11 = call @inserted_i32_11(%inserted_i32_11_x, %inserted_i32_11_y) : (tensor<25x200xi32, #i32>, tensor<40x300xi32, #i32>) -> tensor<40x300xi32, #i32>
  %inserted_i32_11_p = tensor.cast %inserted_i32_11 : tensor<40x300xi32, #i32> to tensor<40x300xi32>
  %inserted_i32_11_u = tensor.cast %inserted_i32_11_p : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i32_11_u) : (tensor<*xi32>) -> ()
  %inserted_i8_12_x_0 = call @make_2x25x200i8(%c1) : (index) -> tensor<2x25x200xi8>
  %inserted_i8_12_x = tensor.cast %inserted_i8_12_x_0 : tensor<2x25x200xi8> to tensor<2x25x200xi8, #i8_3>
  %inserted_i8_12_y_0 = call @make_3x40x300i8(%c2) : (index) -> tensor<3x40x300xi8>
  %inserted_i8_12_y = tensor.cast %inserted_i8_12_y_0 : tensor<3x40x300xi8> to tensor<3x40x300xi8, #i8_3>
  %inserted_i8_12 = call @inserted_i8_12(%inserted_i8_12_x, %inserted_i8_12_y) : (tensor<2x25x200xi8, #i8_3>, tensor<3x40x300xi8, #i8_3>) -> tensor<3x40x300xi8, #i8_3>
  %inserted_i8_12_p = tensor.cast %inserted_i8_12 : tensor<3x40x300xi8, #i8_3> to tensor<3x40x300xi8>
  %inserted_i8_12_w = arith.extsi %inserted_i8_12_p : tensor<3x40x300xi8> to tensor<3x40x300xi32>
  %inserted_i8_12_u = tensor.cast %inserted_i8_12_w : tensor<3x40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_12_u) : (tensor<*xi32>) -> ()
  %inserted_i8_13_x_0 = call @make_2x25x200i8(%c1) : (index) -> tensor<2x25x200xi8>
  %inserted_i8_13_x = tensor.cast %inserted_i8_13_x_0 : tensor<2x25x200xi8> to tensor<2x25x200xi8, #i8_3>
  %inserted_i8_13_y_0 = call @make_3x40x300i8(%c2) : (index) -> tensor<3x40x300xi8>
  %inserted_i8_13_y = tensor.cast %inserted_i8_13_y_0 : tensor<3x40x300xi8> to tensor<3x40x300xi8, #i8_3>
  %inserted_i8_13 = call @inserted_i8_13(%inserted_i8_13_x, %inserted_i8_13_y) : (tensor<2x25x200xi8, #i8_3>, tensor<3x40x300xi8, #i8_3>) -> tensor<3x40x300xi8, #i8_3>
  %inserted_i8_13_p = tensor.cast %inserted_i8_13 : tensor<3x40x300xi8, #i8_3> to tensor<3x40x300xi8>
  %inserted_i8_13_w = arith.extsi %inserted_i8_13_p : tensor<3x40x300xi8> to tensor<3x40x300xi32>
  %inserted_i8_13_u = tensor.cast %inserted_i8_13_w : tensor<3x40x300xi32> to tensor<*xi32>
  call @showI32(%inserted_i8_13_u) : (tensor<*xi32>) -> ()
  %padded_i8_14_x_0 = call @make_20x150i8(%c1) : (index) -> tensor<20x150xi8>
  %padded_i8_14_x = tensor.cast %padded_i8_14_x_0 : tensor<20x150xi8> to tensor<20x150xi8, #i8>
  %padded_i8_14 = call @padded_i8_14(%padded_i8_14_x) : (tensor<20x150xi8, #i8>) -> tensor<24x158xi8, #i8>
  %padded_i8_14_p = tensor.cast %padded_i8_14 : tensor<24x158xi8, #i8> to tensor<24x158xi8>
  %padded_i8_14_w = arith.extsi %padded_i8_14_p : tensor<24x158xi8> to tensor<24x158xi32>
  %padded_i8_14_u = tensor.cast %padded_i8_14_w : tensor<24x158xi32> to tensor<*xi32>
  call @showI32(%padded_i8_14_u) : (tensor<*xi32>) -> ()
  %padded_i8_15_x_0 = call @make_20x150i8(%c1) : (index) -> tensor<20x150xi8>
  %padded_i8_15_x = tensor.cast %padded_i8_15_x_0 : tensor<20x150xi8> to tensor<20x150xi8, #i8>
  %padded_i8_15 = call @padded_i8_15(%padded_i8_15_x) : (tensor<20x150xi8, #i8>) -> tensor<36x280xi8, #i8>
  %padded_i8_15_p = tensor.cast %padded_i8_15 : tensor<36x280xi8, #i8> to tensor<36x280xi8>
  %padded_i8_15_w = arith.extsi %padded_i8_15_p : tensor<36x280xi8> to tensor<36x280xi32>
  %padded_i8_15_u = tensor.cast %padded_i8_15_w : tensor<36x280xi32> to tensor<*xi32>
  call @showI32(%padded_i8_15_u) : (tensor<*xi32>) -> ()
  %padded_i16_16_x_0 = call @make_20x150i16(%c1) : (index) -> tensor<20x150xi16>
  %padded_i16_16_x = tensor.cast %padded_i16_16_x_0 : tensor<20x150xi16> to tensor<20x150xi16, #i16>
  %padded_i16_16 = call @padded_i16_16(%padded_i16_16_x) : (tensor<20x150xi16, #i16>) -> tensor<22x152xi16, #i16>
  %padded_i16_16_p = tensor.cast %padded_i16_16 : tensor<22x152xi16, #i16> to tensor<22x152xi16>
  %padded_i16_16_w = arith.extsi %padded_i16_16_p : tensor<22x152xi16> to tensor<22x152xi32>
  %padded_i16_16_u = tensor.cast %padded_i16_16_w : tensor<22x152xi32> to tensor<*xi32>
  call @showI32(%padded_i16_16_u) : (tensor<*xi32>) -> ()
  %s1_n = arith.constant 1 : index
  %s1_0 = call @make_25x200i8(%c1) : (index) -> tensor<25x200xi8>
  %s1_1 = tensor.extract_slice %s1_0[0, 0] [%s1_n, 200] [1, 1] : tensor<25x200xi8> to tensor<?x200xi8>
  %s1_x = tensor.cast %s1_1 : tensor<?x200xi8> to tensor<?x200xi8, #i8>
  %s1_2 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %s1_y = tensor.cast %s1_2 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %s1 = call @some_rows(%s1_x, %s1_y, %s1_n) : (tensor<?x200xi8, #i8>, tensor<40x300xi8, #i8>, index) -> tensor<40x300xi8, #i8>
  %s1_p = tensor.cast %s1 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %s1_w = arith.extsi %s1_p : tensor<40x300xi8> to tensor<40x300xi32>
  %s1_u = tensor.cast %s1_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%s1_u) : (tensor<*xi32>) -> ()
  %s4_n = arith.constant 4 : index
  %s4_0 = call @make_25x200i8(%c1) : (index) -> tensor<25x200xi8>
  %s4_1 = tensor.extract_slice %s4_0[0, 0] [%s4_n, 200] [1, 1] : tensor<25x200xi8> to tensor<?x200xi8>
  %s4_x = tensor.cast %s4_1 : tensor<?x200xi8> to tensor<?x200xi8, #i8>
  %s4_2 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %s4_y = tensor.cast %s4_2 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %s4 = call @some_rows(%s4_x, %s4_y, %s4_n) : (tensor<?x200xi8, #i8>, tensor<40x300xi8, #i8>, index) -> tensor<40x300xi8, #i8>
  %s4_p = tensor.cast %s4 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %s4_w = arith.extsi %s4_p : tensor<40x300xi8> to tensor<40x300xi32>
  %s4_u = tensor.cast %s4_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%s4_u) : (tensor<*xi32>) -> ()
  %s25_n = arith.constant 25 : index
  %s25_0 = call @make_25x200i8(%c1) : (index) -> tensor<25x200xi8>
  %s25_1 = tensor.extract_slice %s25_0[0, 0] [%s25_n, 200] [1, 1] : tensor<25x200xi8> to tensor<?x200xi8>
  %s25_x = tensor.cast %s25_1 : tensor<?x200xi8> to tensor<?x200xi8, #i8>
  %s25_2 = call @make_40x300i8(%c2) : (index) -> tensor<40x300xi8>
  %s25_y = tensor.cast %s25_2 : tensor<40x300xi8> to tensor<40x300xi8, #i8>
  %s25 = call @some_rows(%s25_x, %s25_y, %s25_n) : (tensor<?x200xi8, #i8>, tensor<40x300xi8, #i8>, index) -> tensor<40x300xi8, #i8>
  %s25_p = tensor.cast %s25 : tensor<40x300xi8, #i8> to tensor<40x300xi8>
  %s25_w = arith.extsi %s25_p : tensor<40x300xi8> to tensor<40x300xi32>
  %s25_u = tensor.cast %s25_w : tensor<40x300xi32> to tensor<*xi32>
  call @showI32(%s25_u) : (tensor<*xi32>) -> ()
  return
}
