// Another project's program: relays an array with the C++ libraries.

#include "tiled_layout/Engine/RelayoutEngine.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/IR/MLIRContext.h"

#include <cstdio>

using namespace mlir::tiled_layout;

int main() {
  mlir::MLIRContext context;
  context.loadDialect<TiledLayoutDialect>();
  Shape from = llvm::cantFail(parseShape("u8[2,3]"));
  Shape to = llvm::cantFail(parseShape("u8[2,3]{0,1:T(4)}"));
  RelayoutEngine engine;
  RelayoutProblem problem = llvm::cantFail(getRelayoutProblem(from, to));
  problem.padding = "zero";
  const uint8_t source[] = {1, 2, 3, 4, 5, 6};
  uint8_t dest[12];
  llvm::cantFail(engine.get(problem))->run(source, dest);
  for (uint8_t byte : dest)
    std::printf("%d ", byte);
  std::printf("\n");
}
