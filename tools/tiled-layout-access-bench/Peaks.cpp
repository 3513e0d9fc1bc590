//===- Peaks.cpp - What the machine can do at best
//--------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peaks.h"

#include "tiled_layout/Pipelines/Pipelines.h"
#include "tiled_layout/Target/Target.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::Expected;

/// One step of a sum in a register.
struct PeakStep {
  /// Element types and elements of a sum, and of both operands.
  const char *sumType, *operandType;
  int64_t operands;
  /// The operation; {0}: the sum, {1} and {2}: types.
  std::string text;
  double operationsPerSum;
};

static Expected<PeakStep> getStep(PeakKind kind, const Target &target) {
  auto getIntrinsic = [](llvm::StringRef name) {
    return "llvm.call_intrinsic \"" + name.str() +
           "\"({0}, %x, %y) : ({1}, {2}, {2}) -> {1}";
  };
  auto refuse = [](const char *what) {
    return llvm::createStringError("this machine has no instruction for %s",
                                   what);
  };
  int64_t lanes = target.vectorBits / 32;
  std::string bits = std::to_string(target.vectorBits);
  bool isX86 = llvm::StringRef(target.triple).starts_with("x86_64");
  switch (kind) {
  case PeakKind::DotBF16:
    if (!target.dotBF16 || !isX86)
      return refuse("products of bf16");
    return PeakStep{"f32", "bf16", 2 * lanes,
                    getIntrinsic("llvm.x86.avx512bf16.dpbf16ps." + bits), 4};
  case PeakKind::DotU8S8:
    if (!target.dotU8S8 || !isX86)
      return refuse("products of u8 by s8");
    return PeakStep{"i32", "i8", 4 * lanes,
                    getIntrinsic("llvm.x86.avx512.vpdpbusd." + bits), 8};
  default:
    return PeakStep{"f32", "f32", lanes, "vector.fma %x, %y, {0} : {1}", 2};
  }
}

/// Sums in as many registers as hide the latency of an instruction.
static std::string getArithmetic(const PeakStep &step, int64_t lanes,
                                 int64_t sums, int64_t steps) {
  std::string sumType = llvm::formatv("vector<{0}x{1}>", lanes, step.sumType);
  std::string operandType =
      llvm::formatv("vector<{0}x{1}>", step.operands, step.operandType);
  std::string types, begin, body, names, total;
  const char *add = step.sumType[0] == 'f' ? "addf" : "addi";
  for (int64_t k = 0; k < sums; ++k) {
    llvm::StringRef comma = k ? ", " : "";
    types += (comma + sumType).str();
    begin += llvm::formatv("{0}%s{1} = %zero", comma, k);
    names += llvm::formatv("{0}%n{1}", comma, k);
    body +=
        llvm::formatv("    %n{0} = {1}\n", k,
                      llvm::formatv(step.text.c_str(), "%s" + std::to_string(k),
                                    sumType, operandType));
    total += k == 0 ? std::string()
                    : llvm::formatv("  %t{0} = arith.{1} {2}, %r#{0} : {3}\n",
                                    k, add,
                                    k == 1 ? std::string("%r#0")
                                           : "%t" + std::to_string(k - 1),
                                    sumType)
                          .str();
  }
  return llvm::formatv(R"(
func.func @kernel(%in: memref<4096x{0}>, %out: memref<4096x{1}>)
    attributes {{llvm.emit_c_interface} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {2} : index
  %at = arith.constant 64 : index
  %x = vector.load %in[%c0] : memref<4096x{0}>, {3}
  %y = vector.load %in[%at] : memref<4096x{0}>, {3}
  %zero = vector.load %out[%c0] : memref<4096x{1}>, {4}
  %r:{5} = scf.for %i = %c0 to %n step %c1 iter_args({6}) -> ({7}) {{
{8}    scf.yield {9} : {7}
  }
{10}  vector.store %t{11}, %out[%at] : memref<4096x{1}>, {4}
  return
}
)",
                       step.operandType, step.sumType, steps, operandType,
                       sumType, sums, begin, types, body, names, total,
                       sums - 1);
}

/// Products of matrices in four tile registers, as many as hide the latency of
/// an instruction. No two operands of it may be the same register.
static std::string getMatrices(bool isFloat, int64_t steps) {
  return llvm::formatv(
      R"(
func.func @kernel(%in: memref<4096x{0}>, %out: memref<4096x{1}>)
    attributes {{llvm.emit_c_interface} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %width = arith.constant {2} : index
  %n = arith.constant {3} : index
  %x = amx.tile_load %in[%c0], %width : memref<4096x{0}> into {4}
  %y = amx.tile_load %in[%c0], %width : memref<4096x{0}> into {4}
  %s0 = amx.tile_load %out[%c0], %c16 : memref<4096x{1}> into {5}
  %s1 = amx.tile_load %out[%c0], %c16 : memref<4096x{1}> into {5}
  %s2 = amx.tile_load %out[%c0], %c16 : memref<4096x{1}> into {5}
  %s3 = amx.tile_load %out[%c0], %c16 : memref<4096x{1}> into {5}
  %r:4 = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %s0, %b = %s1, %c = %s2, %d = %s3) -> ({5}, {5}, {5}, {5}) {{
    %a1 = amx.{6} %x, %y, %a : {4}, {4}, {5}
    %b1 = amx.{6} %x, %y, %b : {4}, {4}, {5}
    %c2 = amx.{6} %x, %y, %c : {4}, {4}, {5}
    %d1 = amx.{6} %x, %y, %d : {4}, {4}, {5}
    scf.yield %a1, %b1, %c2, %d1 : {5}, {5}, {5}, {5}
  }
  amx.tile_store %out[%c0], %r#0, %c16 : memref<4096x{1}>, {5}
  amx.tile_store %out[%c0], %r#1, %c16 : memref<4096x{1}>, {5}
  amx.tile_store %out[%c0], %r#2, %c16 : memref<4096x{1}>, {5}
  amx.tile_store %out[%c0], %r#3, %c16 : memref<4096x{1}>, {5}
  return
}
)",
      isFloat ? "bf16" : "i8", isFloat ? "f32" : "i32", isFloat ? 32 : 64,
      steps, isFloat ? "!amx.tile<16x32xbf16>" : "!amx.tile<16x64xi8>",
      isFloat ? "!amx.tile<16x16xf32>" : "!amx.tile<16x16xi32>",
      isFloat ? "tile_mulf" : "tile_muli");
}

static constexpr int64_t readBytes = 256 << 20;

/// Reads an array that no cache holds.
static std::string getReading(int64_t lanes) {
  std::string loads, names, begin, types, type, total;
  type = llvm::formatv("vector<{0}xf32>", lanes);
  constexpr int64_t vectors = 8;
  for (int64_t k = 0; k < vectors; ++k) {
    llvm::StringRef comma = k ? ", " : "";
    loads += llvm::formatv(
        "    %o{0} = arith.constant {1} : index\n"
        "    %p{0} = arith.addi %i, %o{0} : index\n"
        "    %x{0} = vector.load %in[%p{0}] : memref<{2}xf32>, {3}\n"
        "    %n{0} = arith.addf %s{0}, %x{0} : {3}\n",
        k, k * lanes, readBytes / 4, type);
    begin += llvm::formatv("{0}%s{1} = %zero", comma, k);
    names += llvm::formatv("{0}%n{1}", comma, k);
    types += (comma + type).str();
    if (k > 0)
      total += llvm::formatv(
          "  %t{0} = arith.addf {1}, %r#{0} : {2}\n", k,
          k == 1 ? std::string("%r#0") : "%t" + std::to_string(k - 1), type);
  }
  return llvm::formatv(R"(
func.func @kernel(%in: memref<{0}xf32>, %out: memref<4096xf32>)
    attributes {{llvm.emit_c_interface} {{
  %c0 = arith.constant 0 : index
  %n = arith.constant {0} : index
  %step = arith.constant {1} : index
  %zero = arith.constant dense<0.0> : {2}
  %r:8 = scf.for %i = %c0 to %n step %step iter_args({3}) -> ({4}) {{
{5}    scf.yield {6} : {4}
  }
{7}  vector.store %t7, %out[%c0] : memref<4096xf32>, {2}
  return
}
)",
                       readBytes / 4, vectors * lanes, type, begin, types,
                       loads, names, total);
}

/// True if plans for the target multiply matrices in tile registers.
static bool isOfMatrices(PeakKind kind, const Target &target) {
  return kind == PeakKind::DotBF16   ? target.matrixBF16 != 0
         : kind == PeakKind::DotU8S8 ? target.matrixBytes != 0
                                     : false;
}

Expected<Peak> Peak::make(PeakKind kind, llvm::StringRef targetCpu) {
  Expected<Target> target = getTarget(targetCpu);
  if (!target)
    return target.takeError();
  int64_t lanes = target->vectorBits / 32;
  std::string text;
  double work;
  int64_t inputElements = 4096, inputBytes = 4;
  if (kind == PeakKind::Read) {
    text = getReading(lanes);
    inputElements = readBytes / 4;
    work = readBytes;
  } else if (isOfMatrices(kind, *target)) {
    bool isFloat = kind == PeakKind::DotBF16;
    constexpr int64_t sums = 4, steps = 5000, width = 16;
    text = getMatrices(isFloat, steps);
    inputBytes = isFloat ? 2 : 1;
    work = 2.0 * width * width * (64 / inputBytes) * sums * steps;
  } else {
    Expected<PeakStep> step = getStep(kind, *target);
    if (!step)
      return step.takeError();
    int64_t sums = target->vectorRegisters >= 32 ? 24 : 12, steps = 20000;
    text = getArithmetic(*step, lanes, sums, steps);
    inputBytes = 4 * lanes / step->operands;
    work = step->operationsPerSum * lanes * sums * steps;
  }
  Expected<Program> program =
      Program::compile(text, targetCpu, [&](PassManager &manager) {
        ToLLVMPipelineOptions options;
        options.targetCpu = targetCpu.str();
        buildToLLVMPipeline(manager, options);
        return success();
      });
  if (!program)
    return program.takeError();
  Array input({inputElements}, inputBytes), output({4096}, 4);
  std::memset(input.as<char>(), 0, input.getBytes());
  std::memset(output.as<char>(), 0, output.getBytes());
  return Peak(std::move(*program), std::move(input), std::move(output), work);
}

void Peak::run() { program.run({&input, &output}); }

llvm::StringRef mlir::tiled_layout::bench::getName(PeakKind kind) {
  switch (kind) {
  case PeakKind::None:
    return "none";
  case PeakKind::Fma:
    return "multiply-add";
  case PeakKind::DotBF16:
    return "bf16 dot product";
  case PeakKind::DotU8S8:
    return "u8 by s8 dot product";
  case PeakKind::Read:
    return "read bandwidth";
  case PeakKind::Products:
    return "products alone";
  }
  llvm_unreachable("unknown peak");
}
