#include "tiled_layout/Layout/Canonical.h"
using namespace mlir::tiled_layout;
Layout mlir::tiled_layout::getCanonicalLayout(const Layout &layout, llvm::ArrayRef<int64_t>, int64_t) { return layout; }
