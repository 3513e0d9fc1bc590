/*===- use-object.c - Calls relayouts that were compiled ahead of time
------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* usage: use-object INPUT OUTPUT: packs a file, and unpacks it as a check. C
   and C++ at once. */

#include "pack.h"
#include "unpack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char *rows = (char *)malloc(PACK_ROWS_SRC_BYTES);
  char *packed = (char *)malloc(PACK_ROWS_DST_BYTES);
  char *back = (char *)malloc(UNPACK_ROWS_DST_BYTES);
  FILE *input = argc == 3 ? fopen(argv[1], "rb") : NULL;
  FILE *output = argc == 3 ? fopen(argv[2], "wb") : NULL;
  if (!rows || !packed || !back || !input || !output ||
      PACK_ROWS_DST_BYTES != UNPACK_ROWS_SRC_BYTES ||
      fread(rows, 1, PACK_ROWS_SRC_BYTES, input) != PACK_ROWS_SRC_BYTES)
    return 1;
  pack_rows(rows, packed);
  unpack_rows(packed, back);
  if (memcmp(rows, back, PACK_ROWS_SRC_BYTES) != 0)
    return 2;
  if (fwrite(packed, 1, PACK_ROWS_DST_BYTES, output) != PACK_ROWS_DST_BYTES)
    return 3;
  fclose(input);
  return fclose(output);
}
