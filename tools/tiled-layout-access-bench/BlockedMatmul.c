/*===- BlockedMatmul.c - What a C programmer would write ------------------===*\
|*
|* Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* Rows and columns of C that stay in registers, rows of B and columns of C that
 * stay in the second-level cache. */
enum { ROWS = 8, COLUMNS = 32, DEPTH = 128, WIDTH = 256 };

typedef float Vector __attribute__((vector_size(64), aligned(4)));
enum { LANES = 16, VECTORS = COLUMNS / LANES };

/* C += A * B on row-major n x n matrices; the block sizes divide n. */
void blockedMatmul(const float *restrict a, const float *restrict b,
                   float *restrict c, long n) {
  for (long j0 = 0; j0 < n; j0 += WIDTH)
    for (long k0 = 0; k0 < n; k0 += DEPTH)
      for (long i = 0; i < n; i += ROWS)
        for (long j = j0; j < j0 + WIDTH; j += COLUMNS) {
          Vector sums[ROWS][VECTORS];
          for (int r = 0; r < ROWS; ++r)
            for (int v = 0; v < VECTORS; ++v)
              sums[r][v] = *(const Vector *)&c[(i + r) * n + j + v * LANES];
          for (long k = k0; k < k0 + DEPTH; ++k)
            for (int r = 0; r < ROWS; ++r)
              for (int v = 0; v < VECTORS; ++v)
                sums[r][v] += a[(i + r) * n + k] *
                              *(const Vector *)&b[k * n + j + v * LANES];
          for (int r = 0; r < ROWS; ++r)
            for (int v = 0; v < VECTORS; ++v)
              *(Vector *)&c[(i + r) * n + j + v * LANES] = sums[r][v];
        }
}
