// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --convert-linalg-pack-to-tiled-layout

func.func @dynamic_tile(%a: tensor<8xf32>, %b: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  // expected-error @+1 {{'linalg.pack' op inner tile 0 is not a constant, and a layout's tiles are}}
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b
    : tensor<8xf32> -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

func.func @encoding(%a: tensor<8xf32, "other">, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'linalg.pack' op works on 'tensor<8xf32, "other">', whose encoding a layout would replace}}
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b
    : tensor<8xf32, "other"> -> tensor<2x4xf32>
  return %p : tensor<2x4xf32>
}

// -----

func.func @bits(%a: tensor<2x4xi1>, %b: tensor<8xi1>) -> tensor<8xi1> {
  // expected-error @+1 {{'linalg.unpack' op has elements of type 'i1', which do not fill their bytes in a layout}}
  %p = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %b
    : tensor<2x4xi1> -> tensor<8xi1>
  return %p : tensor<8xi1>
}
