//===- LspProxy.h - Between an editor and upstream's server -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_LSP_SERVER_LSPPROXY_H
#define TILED_LAYOUT_TOOLS_LSP_SERVER_LSPPROXY_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tiled_layout {

/// How messages look on the editor's side.
struct ProxyOptions {
  /// Messages are separated by `// -----`, as upstream's tests have them.
  bool isDelimited = false;
  /// Answers are indented.
  bool isPretty = false;
};

/// Runs upstream's server in a process of its own and relays messages between
/// it and the editor on standard input and output. Answers what is asked of
/// layouts (LayoutAssist.h), and adds the errors that the parser does not see.
/// Returns the exit code of upstream's server.
int runProxy(const DialectRegistry &registry, ProxyOptions options,
             llvm::function_ref<int()> runServer);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TOOLS_LSP_SERVER_LSPPROXY_H
