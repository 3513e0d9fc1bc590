//===- CompiledNest.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledNest.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

namespace {

/// A file that goes with this.
struct TemporaryFile {
  ~TemporaryFile() {
    if (!path.empty())
      llvm::sys::fs::remove(path);
  }

  Error create(llvm::StringRef suffix) {
    return llvm::errorCodeToError(
        llvm::sys::fs::createTemporaryFile("tiled-layout", suffix, path));
  }

  llvm::SmallString<128> path;
};

} // namespace

static Error writeFile(llvm::StringRef path, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  os << text;
  os.close();
  return llvm::errorCodeToError(code ? code : os.error());
}

/// Runs a compiler; fails with what it printed.
static Error runCompiler(llvm::ArrayRef<llvm::StringRef> arguments,
                         llvm::StringRef messagePath) {
  std::string message;
  std::optional<llvm::StringRef> redirects[] = {std::nullopt, messagePath,
                                                messagePath};
  int status = llvm::sys::ExecuteAndWait(
      arguments.front(), arguments, std::nullopt, redirects, 0, 0, &message);
  if (status == 0)
    return Error::success();
  if (auto printed = llvm::MemoryBuffer::getFile(messagePath))
    message += (*printed)->getBuffer();
  return llvm::createStringError(arguments.front() + ": " + message);
}

Expected<CompiledNest>
CompiledNest::compile(llvm::StringRef source, llvm::StringRef compiler,
                      llvm::ArrayRef<std::string> flags) {
  auto program = llvm::sys::findProgramByName(compiler);
  if (!program)
    return llvm::createStringError(compiler + ": " +
                                   program.getError().message());
  TemporaryFile code, object, messages;
  for (auto [file, suffix] : {std::pair{&code, "c"}, std::pair{&object, "so"},
                              std::pair{&messages, "txt"}})
    if (Error error = file->create(suffix))
      return std::move(error);
  if (Error error = writeFile(code.path, source))
    return std::move(error);
  std::vector<llvm::StringRef> arguments{*program};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  for (llvm::StringRef argument :
       {"-shared", "-fPIC", "-o", object.path.c_str(), code.path.c_str()})
    arguments.push_back(argument);
  if (Error error = runCompiler(arguments, messages.path))
    return std::move(error);

  std::string message;
  auto library =
      llvm::sys::DynamicLibrary::getLibrary(object.path.c_str(), &message);
  if (!library.isValid())
    return llvm::createStringError(message);
  auto function =
      reinterpret_cast<Function>(library.getAddressOfSymbol("relayout"));
  if (!function)
    return llvm::createStringError("no function 'relayout' in " + object.path);
  return CompiledNest(library, function);
}
