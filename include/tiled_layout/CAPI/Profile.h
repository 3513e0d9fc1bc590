/*===- Profile.h - What padding and relayouts cost, for C ---------*- C -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef TILED_LAYOUT_CAPI_PROFILE_H
#define TILED_LAYOUT_CAPI_PROFILE_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Profiles what a compiler prints: HLO text, an MLIR module as text or
    bytecode, a message about memory that ran out, or a list of shapes. `name`
    is what locations in an MLIR module call the text. Calls `onModule` once for
    each module, with one JSON object without a line break; docs/Profile.md
    names the keys. Lines that cannot be read are skipped, and listed under
    `skipped_lines`. A text of white space is a module of no instructions.

    Returns false, after `onError` has been called with the message, if it is
    not null, if MLIR's parser refuses a module or HLO text has none. `onModule`
    is not called then. */
MLIR_CAPI_EXPORTED bool tiledLayoutProfile(MlirStringRef text,
                                           MlirStringRef name,
                                           MlirStringCallback onModule,
                                           MlirStringCallback onError,
                                           void *userData);

#ifdef __cplusplus
}
#endif

#endif /* TILED_LAYOUT_CAPI_PROFILE_H */
