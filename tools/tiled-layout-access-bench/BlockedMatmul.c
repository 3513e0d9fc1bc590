/*===- BlockedMatmul.c - What a C programmer would write ------------------===*\
|*
|* Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

typedef float Vector __attribute__((vector_size(64), aligned(4)));
enum { LANES = 16, WIDTH = 128 };

/* C += A * B on row-major n x n matrices. So many rows and vectors of C stay in
 * registers, and depth x WIDTH elements of B in the second-level cache; they
 * divide n. C's block is on its way while the products for it are summed up. */
static inline __attribute__((always_inline)) void
multiply(const float *restrict a, const float *restrict b, float *restrict c,
         long n, int rows, int vectors, long depth) {
  for (long j0 = 0; j0 < n; j0 += WIDTH)
    for (long k0 = 0; k0 < n; k0 += depth)
      for (long i = 0; i < n; i += rows)
        for (long j = j0; j < j0 + WIDTH; j += vectors * LANES) {
          Vector sums[16] = {};
          for (int r = 0; r < rows; ++r)
            for (int v = 0; v < vectors; ++v)
              __builtin_prefetch(&c[(i + r) * n + j + v * LANES], 1);
          for (long k = k0; k < k0 + depth; ++k)
            for (int r = 0; r < rows; ++r)
              for (int v = 0; v < vectors; ++v)
                sums[r * vectors + v] +=
                    a[(i + r) * n + k] *
                    *(const Vector *)&b[k * n + j + v * LANES];
          for (int r = 0; r < rows; ++r)
            for (int v = 0; v < vectors; ++v)
              *(Vector *)&c[(i + r) * n + j + v * LANES] +=
                  sums[r * vectors + v];
        }
}

/* The best of some twenty ways to choose blocks, at each size. */
void blockedMatmul(const float *restrict a, const float *restrict b,
                   float *restrict c, long n) {
  if (n <= 1024)
    multiply(a, b, c, n, 4, 4, 256);
  else
    multiply(a, b, c, n, 8, 2, 512);
}
