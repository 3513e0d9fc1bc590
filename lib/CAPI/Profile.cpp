//===- Profile.cpp - What padding and relayouts cost, for C ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/CAPI/Profile.h"

#include "Support.h"
#include "tiled_layout/Profile/JsonReport.h"
#include "tiled_layout/Profile/ReadPrograms.h"
#include "tiled_layout/Profile/TextReport.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool tiledLayoutProfile(MlirStringRef text, MlirStringRef name,
                        MlirStringCallback onModule, MlirStringCallback onError,
                        void *userData) {
  TextWindow window(unwrap(text));
  llvm::Expected<std::vector<Program>> programs =
      readPrograms(window, unwrap(name));
  if (programs && programs->empty())
    programs = llvm::createStringError("the text has no module");
  if (!programs) {
    report(programs.takeError(), onError, userData);
    return false;
  }
  for (Program &program : *programs) {
    Analysis analysis(std::move(program));
    std::string json;
    llvm::raw_string_ostream os(json);
    printJson(os, analysis.profile);
    onModule(wrap(llvm::StringRef(json).rtrim('\n')), userData);
  }
  return true;
}
