//===- WrittenLoops.cpp - Extras: loops that a user wrote
//------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenLoops.h"

#include "Kernels.h"
#include "Matmul.h"
#include "Program.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>
#include <cmath>
#include <cstring>
#include <random>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// A kernel on arrays that fit the second-level cache, or not.
struct Case {
  Kernel kernel;
  KernelElement element;
  int64_t rows, columns;
  std::string layout;

  std::string getName() const {
    return llvm::formatv("{0} {1}[{2},{3}]{4}", bench::getName(kernel),
                         element.xlaName, rows, columns, layout)
        .str();
  }
};

/// The arrays of one version of a kernel.
struct Arrays {
  Array a, b, s;
};

} // namespace

static std::vector<Case> getCases() {
  std::vector<Case> cases;
  for (const KernelElement &element : getKernelElements()) {
    std::string layout = element.bytes == 4   ? "{1,0:T(8,128)}"
                         : element.bytes == 2 ? "{1,0:T(8,128)(2,1)}"
                                              : "{1,0:T(8,128)(4,1)}";
    int64_t inCache = element.bytes == 1 ? 512 : 256;
    int64_t beyond = element.bytes == 4   ? 4096
                     : element.bytes == 2 ? 6144
                                          : 8192;
    for (int64_t size : {inCache, beyond})
      for (int number = 0; number < numKernels; ++number) {
        auto kernel = static_cast<Kernel>(number);
        if (isDefinedFor(kernel, element))
          cases.push_back({kernel, element, size, size, layout});
      }
  }
  return cases;
}

/// A small number that all element types have.
static int64_t getElement(int64_t row, int64_t column) {
  return (row * 3 + column * 7 + row * column % 5) % 11 - 5;
}

static void setElement(Array &array, const KernelElement &element,
                       int64_t position, int64_t value) {
  if (element.bytes == 1) {
    array.as<int8_t>()[position] = value;
    return;
  }
  float number = value / 8.0f;
  if (element.bytes == 4) {
    array.as<float>()[position] = number;
    return;
  }
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  array.as<uint16_t>()[position] = bits >> 16;
}

static double getElement(Array &array, const KernelElement &element,
                         int64_t position) {
  if (element.bytes == 1)
    return array.as<int8_t>()[position];
  if (element.bytes == 4)
    return array.as<float>()[position];
  uint32_t bits = uint32_t(array.as<uint16_t>()[position]) << 16;
  float number;
  std::memcpy(&number, &bits, sizeof(bits));
  return number;
}

/// Makes arrays of this physical shape.
static Arrays makeArrays(const Case &test, std::vector<int64_t> shape) {
  bool isGather = test.kernel == Kernel::Gather;
  int64_t vectorSize = isGather ? getGatherCount(test.rows, test.columns)
                                : std::max(test.rows, test.columns);
  return {Array(shape, test.element.bytes),
          isGather ? Array({vectorSize}, 4) : Array(shape, test.element.bytes),
          Array({vectorSize}, 4)};
}

/// Writes arrays whose element (row, column) is at `getPosition` of it.
static void
fillArrays(const Case &test, Arrays &arrays,
           llvm::function_ref<int64_t(int64_t, int64_t)> getPosition) {
  bool isGather = test.kernel == Kernel::Gather;
  for (int64_t row = 0; row < test.rows; ++row)
    for (int64_t column = 0; column < test.columns; ++column) {
      int64_t position = getPosition(row, column);
      setElement(arrays.a, test.element, position, getElement(row, column));
      if (!isGather)
        setElement(arrays.b, test.element, position, getElement(column, row));
    }
  std::memset(arrays.s.as<char>(), 0, arrays.s.getBytes());
  if (!isGather)
    return;
  std::mt19937_64 random(1);
  for (int64_t k = 0; k < arrays.b.getElements(); ++k)
    arrays.b.as<uint32_t>()[k] = random() % (test.rows * test.columns);
}

/// Compares what both versions of a kernel have computed; sums may have been
/// taken in another order.
static bool agree(const Case &test, Arrays &tiled, Arrays &plain,
                  llvm::function_ref<int64_t(int64_t, int64_t)> getPosition) {
  auto isClose = [](double a, double b) {
    return std::abs(a - b) <= 1e-4 * (1 + std::abs(b));
  };
  bool ok = true;
  for (int64_t k = 0; k < tiled.s.getElements(); ++k)
    ok &= test.element.isFloat
              ? isClose(tiled.s.as<float>()[k], plain.s.as<float>()[k])
              : tiled.s.as<int32_t>()[k] == plain.s.as<int32_t>()[k];
  // One bf16 may be the next one.
  double tolerance = test.element.bytes == 2 ? 1 / 128.0 : 1e-4;
  if (test.kernel == Kernel::Gather)
    return ok;
  for (int64_t row = 0; row < test.rows; ++row)
    for (int64_t column = 0; column < test.columns; ++column) {
      double a = getElement(tiled.b, test.element, getPosition(row, column));
      double b = getElement(plain.b, test.element, row * test.columns + column);
      ok &= std::abs(a - b) <= tolerance * (0.01 + std::abs(b));
    }
  return ok;
}

/// Runs one version of a kernel. The extents of a tiled array do not follow
/// from its memory, so that they come with it where the program does not know
/// them.
static void run(const Program &program, const Case &test, Arrays &arrays,
                bool takesExtents) {
  std::array<void *, 3> descriptors = {arrays.a.getDescriptor(),
                                       arrays.b.getDescriptor(),
                                       arrays.s.getDescriptor()};
  std::array<int64_t, 2> extents = {test.rows, test.columns};
  llvm::SmallVector<void *> arguments;
  for (auto [number, descriptor] : llvm::enumerate(descriptors)) {
    arguments.push_back(&descriptor);
    bool isTiled =
        number == 0 || (number == 1 && test.kernel != Kernel::Gather);
    if (takesExtents && isTiled)
      for (int64_t &extent : extents)
        arguments.push_back(&extent);
  }
  program.runPacked(arguments.data());
}

/// Prints one line; false if the two versions disagree.
static Expected<bool> runCase(const Case &test, const WrittenOptions &options) {
  auto compile = [&](StringRef layout) {
    return Program::compile(getProgram(test.kernel, test.element, test.rows,
                                       test.columns, layout, options.isDynamic),
                            options.pipeline);
  };
  Expected<Program> tiledProgram =
      compile("#tiled_layout.layout<" + test.layout + ">");
  if (!tiledProgram)
    return tiledProgram.takeError();
  Expected<Program> plainProgram = compile("");
  if (!plainProgram)
    return plainProgram.takeError();

  Expected<Shape> shape =
      parseShape(llvm::formatv("{0}[{1},{2}]{3}", test.element.xlaName,
                               test.rows, test.columns, test.layout)
                     .str());
  if (!shape)
    return shape.takeError();
  Placement placement(*shape->layout, shape->extents());
  auto getTiled = [&](int64_t row, int64_t column) {
    return placement.getPosition({row, column});
  };
  auto getPlain = [&](int64_t row, int64_t column) {
    return row * test.columns + column;
  };
  auto physical = getPhysicalShape(*shape->layout, shape->extents());
  Arrays tiled =
      makeArrays(test, std::vector<int64_t>(physical.begin(), physical.end()));
  Arrays plain = makeArrays(test, {test.rows, test.columns});

  auto runTiled = [&] { run(*tiledProgram, test, tiled, options.isDynamic); };
  auto runPlain = [&] { run(*plainProgram, test, plain, false); };
  // Some pages are faster than others, by a tenth: once each way round.
  double ratio = 1, seconds = 0, plainSeconds = 0;
  for (bool isExchanged : {false, true}) {
    if (isExchanged) {
      tiled.a.exchangeMemory(plain.a);
      tiled.b.exchangeMemory(plain.b);
    }
    fillArrays(test, tiled, getTiled);
    fillArrays(test, plain, getPlain);
    runTiled();
    runPlain();
    if (!agree(test, tiled, plain, getTiled)) {
      llvm::outs() << test.getName() << ": WRONG: differs from row-major\n";
      return false;
    }
    Timing timing = measure({runPlain, runTiled}, options.minSeconds / 2);
    plainSeconds += timing.seconds[0] / 2;
    seconds += timing.seconds[1] / 2;
    ratio *= timing.ratios[1];
  }
  llvm::outs() << llvm::format(
      "%-42s %10.4f ms  row-major %10.4f ms  ratio %5.2f\n",
      test.getName().c_str(), seconds * 1e3, plainSeconds * 1e3,
      std::sqrt(ratio));
  return true;
}

static Expected<bool> runProduct(int64_t size, double minTime) {
  Expected<std::vector<MatmulResult>> results = runMatmul(size, minTime);
  if (!results)
    return results.takeError();
  bool ok = true;
  for (const MatmulResult &result : *results) {
    ok &= result.correct;
    llvm::outs() << llvm::format(
        "matmul %d f32 %-48s %s %6.1f GFLOP/s  ratio %5.2f\n", int(size),
        result.name.c_str(), result.correct ? "" : "WRONG", result.gflops,
        result.ratio);
  }
  return ok;
}

std::vector<WrittenCase> mlir::tiled_layout::bench::getWrittenCases() {
  std::vector<WrittenCase> cases;
  for (const Case &test : getCases())
    cases.push_back({test.getName(), [test](const WrittenOptions &options) {
                       return runCase(test, options);
                     }});
  for (int64_t size : {1024, 2048, 4096})
    cases.push_back({llvm::formatv("matmul {0}", size),
                     [size](const WrittenOptions &options) {
                       return runProduct(size, options.minSeconds);
                     }});
  return cases;
}
