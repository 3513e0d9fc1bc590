//===- ReadPrograms.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/ReadPrograms.h"

#include "tiled_layout/Profile/HloReader.h"
#include "tiled_layout/Profile/Inputs.h"
#include "tiled_layout/Profile/MlirReader.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

/// Bytes that tell what an input is.
static constexpr size_t beginningSize = 1 << 16;

static Expected<std::vector<Program>>
readHlo(TextWindow &window, llvm::function_ref<void(uint64_t)> onProgress) {
  std::vector<Program> programs;
  HloReader reader(window);
  if (onProgress)
    reader.onProgress = onProgress;
  while (true) {
    Expected<std::optional<Program>> program = reader.readModule();
    if (!program)
      return program.takeError();
    if (!*program)
      return programs;
    programs.push_back(std::move(**program));
  }
}

static Expected<Program> readMlir(TextWindow &window, llvm::StringRef name) {
  while (!window.isComplete())
    if (Error error = window.read())
      return error;
  return readMlirModule(window.getText(), name);
}

Expected<std::vector<Program>> mlir::tiled_layout::readPrograms(
    TextWindow &window, llvm::StringRef name,
    llvm::function_ref<void(uint64_t)> onProgress) {
  while (window.getText().size() < beginningSize && !window.isComplete())
    if (Error error = window.read())
      return error;
  InputKind kind = recognizeInput(window.getText().take_front(beginningSize));
  if (kind == InputKind::Hlo)
    return readHlo(window, onProgress);
  Expected<Program> program = kind == InputKind::OutOfMemory
                                  ? readOutOfMemory(window)
                              : kind == InputKind::Mlir ? readMlir(window, name)
                                                        : readShapeList(window);
  if (!program)
    return program.takeError();
  std::vector<Program> programs;
  programs.push_back(std::move(*program));
  return programs;
}
