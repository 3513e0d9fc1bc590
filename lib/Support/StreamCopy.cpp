//===- StreamCopy.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/StreamCopy.h"

#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

using namespace mlir::tiled_layout;

#ifdef __x86_64__

/// How far ahead of the reads to prefetch, in bytes.
static constexpr size_t prefetchDistance = 2048;

__attribute__((target("avx512f"))) static void
copyAvx512(char *dest, const char *source, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) {
    _mm_prefetch(source + i + prefetchDistance, _MM_HINT_T0);
    _mm512_stream_si512(reinterpret_cast<__m512i *>(dest + i),
                        _mm512_load_si512(source + i));
  }
}

__attribute__((target("avx"))) static void
copyAvx(char *dest, const char *source, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) {
    _mm_prefetch(source + i + prefetchDistance, _MM_HINT_T0);
    for (size_t half = i; half < i + 64; half += 32)
      _mm256_stream_si256(
          reinterpret_cast<__m256i *>(dest + half),
          _mm256_load_si256(reinterpret_cast<const __m256i *>(source + half)));
  }
}

void mlir::tiled_layout::copyStreaming(void *dest, const void *source,
                                       size_t bytes) {
  auto *to = static_cast<char *>(dest);
  auto *from = static_cast<const char *>(source);
  size_t lines = bytes / 64 * 64;
  if (__builtin_cpu_supports("avx512f"))
    copyAvx512(to, from, lines);
  else if (__builtin_cpu_supports("avx"))
    copyAvx(to, from, lines);
  else
    lines = 0;
  std::memcpy(to + lines, from + lines, bytes - lines);
  // Streaming stores are not ordered with others.
  _mm_sfence();
}

#else

void mlir::tiled_layout::copyStreaming(void *dest, const void *source,
                                       size_t bytes) {
  std::memcpy(dest, source, bytes);
}

#endif
