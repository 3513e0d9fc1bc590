#include "tiled_layout/Layout/Canonical.h"
using namespace mlir::tiled_layout;
Layout mlir::tiled_layout::getCanonicalLayout(const Layout &layout,
                                              llvm::ArrayRef<int64_t>,
                                              int64_t) {
  return layout;
}
#include "tiled_layout/Layout/Compare.h"
std::optional<llvm::SmallVector<int64_t>>
mlir::tiled_layout::getStrides(const Layout &, llvm::ArrayRef<int64_t>) {
  return std::nullopt;
}
