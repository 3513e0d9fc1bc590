//===- Peers.h - What other libraries do
//------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_PEERS_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_PEERS_H

#include "PeerProblem.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout::bench {

/// Returns what the operation is; neither a product nor windows if it is
/// something else.
PeerProblem getPeerProblem(linalg::LinalgOp op, std::vector<std::string> types);

/// Adds what OpenBLAS can do.
void addOpenBlas(const PeerProblem &problem, std::vector<void *> inputs,
                 void *output, std::vector<PeerRun> &runs);
/// Returns why OpenBLAS takes part in nothing, or an empty text.
std::string whyNoOpenBlas();

/// Adds what oneDNN can do. It is asked through a library beside this program,
/// which is built where Debian's libdnnl-dev is installed.
void addOneDnn(const PeerProblem &problem, std::vector<void *> inputs,
               void *output, std::vector<PeerRun> &runs);
std::string whyNoOneDnn();

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_PEERS_H
