/*===- relay-file.c - Relays a file by an emitted object ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* usage: relay-file INPUT OUTPUT */

#include "relay.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  char *from = (char *)malloc(RELAY_SRC_BYTES);
  char *to = (char *)malloc(RELAY_DST_BYTES);
  FILE *input = argc == 3 ? fopen(argv[1], "rb") : NULL;
  FILE *output = argc == 3 ? fopen(argv[2], "wb") : NULL;
  if (!from || !to || !input || !output ||
      fread(from, 1, RELAY_SRC_BYTES, input) != RELAY_SRC_BYTES)
    return 1;
  relay(from, to);
  if (fwrite(to, 1, RELAY_DST_BYTES, output) != RELAY_DST_BYTES)
    return 2;
  return fclose(output);
}
