//===- tiled-layout-lsp-server.cpp - Editor support -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LspProxy.h"
#include "tiled_layout/InitAll.h"
#include "tiled_layout/Support/Help.h"
#include "tiled_layout/Support/Version.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

using namespace mlir::tiled_layout;

/// Takes the options about messages out of the command line, since upstream's
/// server talks to us and not to the editor. Returns false if there are others
/// that end the program, such as `--version`.
static bool takeOptions(llvm::SmallVectorImpl<char *> &arguments,
                        ProxyOptions &options) {
  bool isServer = true;
  llvm::erase_if(arguments, [&](llvm::StringRef argument) {
    if (argument == arguments.front())
      return false;
    llvm::StringRef name = argument.ltrim('-');
    bool isLit = name == "lit-test";
    bool isDelimited = name == "input-style=delimited";
    options.isDelimited |= isLit || isDelimited;
    options.isPretty |= isLit || name == "pretty";
    isServer &= isLit || isDelimited || name == "pretty" ||
                name == "input-style=standard" || name.starts_with("log=");
    return !name.starts_with("log=");
  });
  return isServer;
}

static constexpr llvm::StringLiteral help =
    R"(OVERVIEW: MLIR's language server with hover, completion and rules for tiled layouts

An editor starts it and talks to it on standard input and output. docs/Editor.md has
set-ups for Visual Studio Code, Neovim and Emacs.

EXAMPLES:

  tiled-layout-lsp-server
  tiled-layout-lsp-server --log=verbose 2>server.log

USAGE: tiled-layout-lsp-server [options]

OPTIONS:

tiled-layout-lsp-server options:

  --input-style=<style>  - How messages are set apart: standard or delimited (default: standard)
  --log=<level>          - What is written to standard error: error, info or verbose (default: info)
  --pretty               - Print messages to be read by people
  --lit-test             - The same as --input-style=delimited --pretty --log=verbose
  --help-list            - List all options, those of LLVM too
  --version              - Print the version
)";

int main(int argc, char **argv) {
  setVersion("tiled-layout-lsp-server");
  if (printHelpIfAsked(argc, argv, help))
    return 0;
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::tiled_layout::registerAllDialects(registry);

  llvm::SmallVector<char *> arguments(argv, argv + argc);
  ProxyOptions options;
  if (!takeOptions(arguments, options))
    return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
  int count = arguments.size();
  arguments.push_back(nullptr);
  return runProxy(registry, options, [&] {
    return mlir::failed(
        mlir::MlirLspServerMain(count, arguments.data(), registry));
  });
}
