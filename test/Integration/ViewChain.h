//===- ViewChain.h - Random views of views ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_VIEWCHAIN_H
#define TILED_LAYOUT_TEST_INTEGRATION_VIEWCHAIN_H

#include "RandomArrays.h"

#include "tiled_layout/IR/ViewTypes.h"

namespace mlir::tiled_layout::test {

/// Two arrays of one shape and the same views of both, one of the other, as a
/// program and as a list of the elements that are left.
class ViewChain {
public:
  /// Draws up to `length` views.
  ViewChain(MLIRContext &context, std::mt19937_64 &random,
            const ArrayShape &array, const Layout &source, const Layout &dest,
            int length);

  /// The operations; operands that are not known come from calls of
  /// `@opaque`, an identity.
  llvm::StringRef getText() const { return text; }
  /// The names of the last views and their types.
  std::string getName(int array) const;
  std::string getType(int array) const;
  int64_t getRank() const { return extents.size(); }
  /// The row-major number in the array of each element of the last view.
  llvm::ArrayRef<int64_t> getElements() const { return elements; }
  /// How many views of each kind there are.
  int subViews = 0, transposes = 0, expansions = 0, collapses = 0;

private:
  void draw();
  bool drawSubView();
  bool drawTranspose();
  bool drawExpand();
  bool drawCollapse();
  SliceDimension drawDimension(int64_t dim, SliceDimension &actual);
  /// Writes an operand: a number, or the name of a value.
  std::string writeIndex(int64_t value, bool isKnown, int64_t multiple = 1);
  /// Ends a view: from here on, the program works on its result.
  void advance(llvm::StringRef operation, llvm::StringRef arguments,
               llvm::StringRef to, llvm::ArrayRef<MemRefType> results);

  std::mt19937_64 &random;
  MemRefType types[2];
  llvm::SmallVector<int64_t> extents, elements;
  std::string text;
  llvm::raw_string_ostream os{text};
  int views = 0, values = 0;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_VIEWCHAIN_H
