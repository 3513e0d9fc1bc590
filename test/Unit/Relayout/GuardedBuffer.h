//===- GuardedBuffer.h - Memory beside inaccessible pages -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_RELAYOUT_GUARDEDBUFFER_H
#define TILED_LAYOUT_TEST_UNIT_RELAYOUT_GUARDEDBUFFER_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

namespace mlir::tiled_layout::test {

/// Pages between two that may not be touched. A buffer handed out lies against
/// the one or the other, so that any access outside of it on that side is a
/// crash; on the far side, junk shows writes.
class GuardedBuffer {
public:
  /// Which end of the buffer lies against an inaccessible page.
  enum class Side { Begin, End };

  explicit GuardedBuffer(size_t maxBytes) {
    size_t page = sysconf(_SC_PAGESIZE);
    capacity = (maxBytes + page - 1) / page * page;
    mapped = capacity + 2 * page;
    void *address =
        mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED)
      abort();
    mapping = static_cast<uint8_t *>(address);
    data = mapping + page;
    if (mprotect(data, capacity, PROT_READ | PROT_WRITE) != 0)
      abort();
  }
  GuardedBuffer(const GuardedBuffer &) = delete;
  GuardedBuffer &operator=(const GuardedBuffer &) = delete;
  ~GuardedBuffer() { munmap(mapping, mapped); }

  /// Returns `bytes` bytes; all memory between the guards holds `junk`.
  llvm::MutableArrayRef<uint8_t> get(size_t bytes, Side side, uint8_t junk) {
    if (bytes > capacity)
      abort();
    memset(data, junk, capacity);
    return {side == Side::Begin ? data : data + capacity - bytes, bytes};
  }

  /// True if all accessible memory outside of `buffer` holds `junk`.
  bool isIntactAround(llvm::ArrayRef<uint8_t> buffer, uint8_t junk) const {
    for (const uint8_t *byte = data; byte < data + capacity; ++byte)
      if ((byte < buffer.begin() || byte >= buffer.end()) && *byte != junk)
        return false;
    return true;
  }

private:
  size_t capacity, mapped;
  uint8_t *mapping;
  uint8_t *data;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_RELAYOUT_GUARDEDBUFFER_H
