//===- OpenBlas.cpp - Products by OpenBLAS
//----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loaded when it is there: Debian's libopenblas0 suffices.
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include "llvm/Support/DynamicLibrary.h"

using namespace mlir::tiled_layout::bench;

namespace {

/// What the interface of C BLAS says.
enum Order { rowMajor = 101 };
enum Transpose { notTransposed = 111, transposed = 112 };
template <typename T>
using Gemm = void (*)(int, int, int, int, int, int, T, const T *, int,
                      const T *, int, T, T *, int);
template <typename T>
using Gemv = void (*)(int, int, int, int, T, const T *, int, const T *, int, T,
                      T *, int);

struct Library {
  Library() {
    std::string message;
    auto loaded = llvm::sys::DynamicLibrary::getPermanentLibrary(
        "libopenblas.so.0", &message);
    if (!loaded.isValid()) {
      problem = message;
      return;
    }
    auto find = [&](auto &function, const char *name) {
      void *address = loaded.getAddressOfSymbol(name);
      if (!address)
        problem = std::string("libopenblas.so.0 has no ") + name;
      function = reinterpret_cast<std::decay_t<decltype(function)>>(address);
    };
    void (*setThreads)(int);
    find(setThreads, "openblas_set_num_threads");
    find(sgemm, "cblas_sgemm");
    find(dgemm, "cblas_dgemm");
    find(sgemv, "cblas_sgemv");
    find(dgemv, "cblas_dgemv");
    if (problem.empty())
      setThreads(1);
  }

  std::string problem;
  Gemm<float> sgemm;
  Gemm<double> dgemm;
  Gemv<float> sgemv;
  Gemv<double> dgemv;
};

} // namespace

static const Library &getLibrary() {
  static const Library library;
  return library;
}

std::string mlir::tiled_layout::bench::whyNoOpenBlas() {
  return getLibrary().problem;
}

/// Returns the leading dimension of a matrix of which rows or columns follow
/// one another, and whether it is stored transposed; 0 if neither is so.
static std::pair<int64_t, Transpose> getLeading(const MatrixPlace &place,
                                                int64_t rows, int64_t columns) {
  if (place.column == 1 || columns == 1)
    return {std::max(place.row, columns), notTransposed};
  if (place.row == 1 || rows == 1)
    return {std::max(place.column, rows), transposed};
  return {0, notTransposed};
}

template <typename T>
static std::function<void()> makeRun(const Product &p, const T *a, const T *b,
                                     T *c, Gemm<T> gemm, Gemv<T> gemv) {
  auto [strideA, transA] = getLeading(p.a, p.m, p.k);
  auto [strideB, transB] = getLeading(p.b, p.k, p.n);
  auto [strideC, transC] = getLeading(p.c, p.m, p.n);
  if (!strideA || !strideB || !strideC || transC == transposed)
    return nullptr;
  int64_t leadingA = strideA, leadingB = strideB, leadingC = strideC;
  Transpose opA = transA, opB = transB;
  if (p.n == 1 && p.batch == 1 && opA == notTransposed)
    return [=] {
      gemv(rowMajor, notTransposed, p.m, p.k, 1, a, leadingA, b, p.b.row, 1, c,
           p.c.row);
    };
  if (p.m == 1 && p.batch == 1 && opB == notTransposed)
    return [=] {
      gemv(rowMajor, transposed, p.k, p.n, 1, b, leadingB, a, p.a.column, 1, c,
           p.c.column);
    };
  return [=] {
    for (int64_t k = 0; k < p.batch; ++k)
      gemm(rowMajor, opA, opB, p.m, p.n, p.k, 1, a + k * p.a.batch, leadingA,
           b + k * p.b.batch, leadingB, 1, c + k * p.c.batch, leadingC);
  };
}

void mlir::tiled_layout::bench::addOpenBlas(const PeerProblem &problem,
                                            std::vector<void *> inputs,
                                            void *output,
                                            std::vector<PeerRun> &runs) {
  const Library &library = getLibrary();
  if (!problem.product || !library.problem.empty())
    return;
  std::function<void()> run;
  auto isAll = [&](llvm::StringRef type) {
    return llvm::all_of(problem.types,
                        [&](const std::string &own) { return own == type; });
  };
  if (isAll("f32"))
    run = makeRun(*problem.product, static_cast<float *>(inputs[0]),
                  static_cast<float *>(inputs[1]), static_cast<float *>(output),
                  library.sgemm, library.sgemv);
  else if (isAll("f64"))
    run = makeRun(*problem.product, static_cast<double *>(inputs[0]),
                  static_cast<double *>(inputs[1]),
                  static_cast<double *>(output), library.dgemm, library.dgemv);
  if (run)
    runs.push_back({"OpenBLAS", run, {}});
}
