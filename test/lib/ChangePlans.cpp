//===- ChangePlans.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "tiled_layout/IR/PlanAttr.h"

#include "mlir/IR/Diagnostics.h"

#include <algorithm>
#include <random>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Changes plans as a person might who tries them out.
class ChangePlansPass : public PassWrapper<ChangePlansPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ChangePlansPass)

  ChangePlansPass() = default;
  ChangePlansPass(const ChangePlansPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-change-plans"; }
  StringRef getDescription() const final {
    return "Changes plans of relayouts at random.";
  }

private:
  int64_t draw(int64_t count) { return random() % count; }

  /// Cuts a part in two, if its extent is even and known.
  void cut(SmallVectorImpl<AxisPart> &parts) {
    if (parts.empty())
      return;
    AxisPart &part = parts[draw(parts.size())];
    if (part.extent == kDynamic || part.extent < 4 || part.extent % 2 != 0)
      return;
    AxisPart inner = part;
    inner.extent = 2;
    part.extent /= 2;
    part.step *= 2;
    parts.push_back(inner);
  }

  void change(PlanChoice &choice) {
    switch (draw(7)) {
    case 0:
      std::shuffle(choice.loops.begin(), choice.loops.end(), random);
      return;
    case 1:
      choice.byLanes = !choice.byLanes;
      return;
    case 2:
      choice.vectorBits = 128 << draw(3);
      return;
    case 3:
      return cut(choice.loops);
    case 4:
      cut(choice.block);
      std::shuffle(choice.block.begin(), choice.block.end(), random);
      return;
    case 5:
      choice.threads = choice.threadLoop ? 1 : 2;
      if (choice.threadLoop)
        choice.threadLoop.reset();
      else
        choice.threadLoop = draw(choice.loops.size() + 1);
      return;
    default:
      // The innermost loop becomes part of the block, or the other way round.
      SmallVector<AxisPart> &from = draw(2) ? choice.loops : choice.block;
      SmallVector<AxisPart> &to =
          &from == &choice.loops ? choice.block : choice.loops;
      if (from.empty())
        return;
      to.push_back(from.pop_back_val());
    }
  }

  void runOnOperation() final {
    random.seed(seed);
    ScopedDiagnosticHandler quiet(&getContext(),
                                  [](Diagnostic &) { return success(); });
    getOperation()->walk([&](Operation *op) {
      for (int k = 0; k < 6; ++k) {
        auto before = op->getAttrOfType<PlanAttr>(planAttrName);
        if (!before)
          return;
        PlanChoice choice = before.getChoice();
        change(choice);
        op->setAttr(planAttrName, PlanAttr::getFor(&getContext(), choice));
        if (failed(getPlanOf(op)))
          op->setAttr(planAttrName, before);
        else
          ++changed;
      }
    });
  }

  Option<unsigned> seed{*this, "seed", llvm::cl::init(0)};
  Statistic changed{this, "changed", "Number of changes that were accepted"};
  std::mt19937_64 random;
};

} // namespace

std::unique_ptr<Pass> mlir::tiled_layout::test::createChangePlansPass() {
  return std::make_unique<ChangePlansPass>();
}
