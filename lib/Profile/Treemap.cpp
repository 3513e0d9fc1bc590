//===- Treemap.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The squarified treemap of Bruls, Huizing and van Wijk: a row along the short
// side takes further weights as long as its worst part becomes no longer.
//
//===----------------------------------------------------------------------===//

#include "Treemap.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

using namespace mlir::tiled_layout;

/// Returns the largest ratio of sides in a row of these areas along `side`.
static double getWorstRatio(llvm::ArrayRef<double> areas, double side) {
  double sum = llvm::sum_of(areas);
  double worst = 0;
  for (double area : areas) {
    if (area <= 0 || sum <= 0)
      return std::numeric_limits<double>::infinity();
    double thickness = sum / side, length = area / thickness;
    worst = std::max({worst, thickness / length, length / thickness});
  }
  return worst;
}

std::vector<Rectangle>
mlir::tiled_layout::getTreemap(llvm::ArrayRef<double> weights,
                               Rectangle whole) {
  double total = llvm::sum_of(weights);
  std::vector<double> areas;
  for (double weight : weights)
    areas.push_back(total > 0 ? weight / total * whole.width * whole.height
                              : 0);

  std::vector<Rectangle> result;
  llvm::ArrayRef<double> rest = areas;
  while (!rest.empty()) {
    double side = std::min(whole.width, whole.height);
    size_t count = 1;
    while (count < rest.size() && side > 0 &&
           getWorstRatio(rest.take_front(count + 1), side) <=
               getWorstRatio(rest.take_front(count), side))
      ++count;
    llvm::ArrayRef<double> row = rest.take_front(count);
    rest = rest.drop_front(count);
    double sum = llvm::sum_of(row);
    double thickness = side > 0 ? sum / side : 0;
    bool isColumn = whole.width >= whole.height;
    double along = isColumn ? whole.y : whole.x;
    for (double area : row) {
      double length = thickness > 0 ? area / thickness : 0;
      result.push_back(isColumn ? Rectangle{whole.x, along, thickness, length}
                                : Rectangle{along, whole.y, length, thickness});
      along += length;
    }
    (isColumn ? whole.x : whole.y) += thickness;
    double &extent = isColumn ? whole.width : whole.height;
    extent = std::max(0.0, extent - thickness);
  }
  return result;
}
