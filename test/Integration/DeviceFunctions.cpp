//===- DeviceFunctions.cpp - Kernels and transfers that move elements -----===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessFunctions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

/// Tags are tiled, too.
static constexpr llvm::StringLiteral tagType =
    "memref<5xi32, #tiled_layout.layout<{0:T(2)}>>";

namespace {

/// Writes one function of a module, and its kernel.
class DeviceWriter {
public:
  DeviceWriter(const AccessCase &test, int number)
      : test(test), number(number), rank(test.extents.size()),
        sourceType(printType(test, test.source)),
        destType(printType(test, test.dest)), os(text) {}

  std::string write();

private:
  void writeConstants();
  void writeSizes();
  std::string writeAttribution();
  void writeMemory();
  void writeLaunch();
  void writeKernel();
  void writeKernelCall();
  void writeThread(llvm::StringRef x, llvm::StringRef from,
                   llvm::StringRef fromType, llvm::StringRef to,
                   llvm::StringRef toType);
  void writeTransfers();
  void writeTransfer(llvm::StringRef from, llvm::StringRef fromType,
                     llvm::StringRef to, llvm::StringRef toType,
                     llvm::StringRef elements, llvm::StringRef stride = "");
  void openLoops(llvm::StringRef loop);
  /// The destination's type in a memory space.
  std::string getDestIn(llvm::StringRef space) const {
    return (llvm::StringRef(destType).drop_back() + ", " + space + ">").str();
  }
  /// Memory of a kernel has a static shape; every second kernel that may has
  /// some of a block and a barrier, the others have some of a thread.
  bool hasMemory() const { return !llvm::is_contained(test.shape, kDynamic); }
  bool isShared() const { return hasMemory() && getVariant() % 2 == 0; }
  /// Functions of one way differ in this.
  int getVariant() const { return number / numWays; }

  const AccessCase &test;
  int number;
  int64_t rank;
  std::string sourceType, destType, text;
  llvm::raw_string_ostream os;
};

} // namespace

void DeviceWriter::writeConstants() {
  for (int64_t i = 0; i < 5; ++i)
    os << llvm::formatv("  %c{0} = arith.constant {0} : index\n", i);
  for (int64_t dim = 0; dim < rank; ++dim)
    os << llvm::formatv("  %n{0} = memref.dim %b, %c{0} : {1}\n", dim,
                        destType);
}

/// Opens one loop for each dimension; `$i` stands for its number.
void DeviceWriter::openLoops(llvm::StringRef loop) {
  for (int64_t dim = 0; dim < rank; ++dim) {
    llvm::SmallVector<llvm::StringRef> parts;
    loop.split(parts, "$i");
    os << "  " << llvm::join(parts, std::to_string(dim)) << " {\n";
  }
}

/// What memset leaves shows in the padding, which memcpy copies, too.
void DeviceWriter::writeMemory() {
  bool isAsync = getVariant() % 2 == 0;
  llvm::StringRef element = test.element->name;
  bool fills = isPlain(test, test.dest) && !llvm::is_contained(test.extents, 0);
  std::string zeros;
  for (int64_t dim = 0; dim < rank; ++dim)
    zeros += dim ? ", %c0" : "%c0";
  if (isAsync)
    os << llvm::formatv("  %t0 = gpu.wait async\n"
                        "  %x, %t1 = gpu.alloc async [%t0] ({0}) : {1}\n",
                        getSizes(test), destType);
  else
    os << llvm::formatv("  %x = gpu.alloc ({0}) : {1}\n", getSizes(test),
                        destType);
  if (fills)
    os << llvm::formatv("  %f = memref.load %a[{0}] : {1}\n"
                        "  {2} %x, %f : {3}, {4}\n",
                        zeros, sourceType,
                        isAsync ? "%t2 = gpu.memset async [%t1]" : "gpu.memset",
                        destType, element);
  if (isAsync)
    os << "  gpu.wait [" << (fills ? "%t2" : "%t1") << "]\n";
  openLoops("scf.for %i$i = %c0 to %n$i step %c1");
  os << llvm::formatv("  %v = memref.load %a[{0}] : {1}\n"
                      "  memref.store %v, %x[{0}] : {2}\n",
                      getIndices(rank), sourceType, destType);
  os << std::string(rank, '}') << "\n";
  if (isAsync)
    os << llvm::formatv("  %t3 = gpu.wait async\n"
                        "  %t4 = gpu.memcpy async [%t3] %b, %x : {0}, {0}\n"
                        "  %t5 = gpu.dealloc async [%t4] %x : {0}\n"
                        "  gpu.wait [%t5]\n",
                        destType);
  else
    os << llvm::formatv("  gpu.memcpy %b, %x : {0}, {0}\n"
                        "  gpu.dealloc %x : {0}\n",
                        destType);
}

/// Writes how many blocks and threads there are: threads in x go along the
/// last dimension, the last ones out of bounds; blocks in y along the one
/// before. One block is as long as a row where its threads share memory.
void DeviceWriter::writeSizes() {
  std::string row = rank > 0 ? "%n" + std::to_string(rank - 1) : "%c1";
  std::string column = rank > 1 ? "%n" + std::to_string(rank - 2) : "%c1";
  os << llvm::formatv("  %blocks = arith.ceildivui {0}, %c4 : index\n"
                      "  %row = arith.muli %blocks, %c4 : index\n"
                      "  %gx = arith.addi {1}, %c0 : index\n"
                      "  %gy = arith.addi {2}, %c0 : index\n"
                      "  %sx = arith.addi {3}, %c0 : index\n",
                      row, isShared() ? "%c1" : "%blocks", column,
                      isShared() ? "%row" : "%c4");
}

/// Writes what a thread does, which is at `x` of its row and at %y: it moves
/// its elements.
void DeviceWriter::writeThread(llvm::StringRef x, llvm::StringRef from,
                               llvm::StringRef fromType, llvm::StringRef to,
                               llvm::StringRef toType) {
  os << "  scf.execute_region {\n";
  for (int64_t dim = 0; dim + 2 < rank; ++dim)
    os << llvm::formatv("  scf.for %i{0} = %c0 to %n{0} step %c1 {{\n", dim);
  if (rank > 1)
    os << llvm::formatv("  %i{0} = arith.addi %y, %c0 : index\n", rank - 2);
  std::string row = rank > 0 ? "%n" + std::to_string(rank - 1) : "%c1";
  os << llvm::formatv("  %in = arith.cmpi ult, {0}, {1} : index\n"
                      "  scf.if %in {{\n",
                      x, row);
  if (rank > 0)
    os << llvm::formatv("  %i{0} = arith.addi {1}, %c0 : index\n", rank - 1, x);
  os << llvm::formatv("  %v = memref.load {0}[{1}] : {2}\n"
                      "  memref.store %v, {3}[{1}] : {4}\n  }\n",
                      from, getIndices(rank), fromType, to, toType);
  os << std::string(std::max<int64_t>(rank - 2, 0), '}')
     << "\n  scf.yield\n  }\n";
}

/// Writes the memory that a kernel has, and returns its type.
std::string DeviceWriter::writeAttribution() {
  if (!hasMemory())
    return "";
  llvm::StringRef kind = isShared() ? "workgroup" : "private";
  std::string type = getDestIn(("#gpu.address_space<" + kind + ">").str());
  os << llvm::formatv(" {0}(%m : {1})", kind, type);
  return type;
}

void DeviceWriter::writeLaunch() {
  writeSizes();
  os << "  gpu.launch blocks(%bx, %by, %bz) in (%gridX = %gx, %gridY = %gy, "
        "%gridZ = %c1)\n    threads(%tx, %ty, %tz) in (%blockX = %sx, %blockY "
        "= %c1, %blockZ = %c1)";
  std::string memory = writeAttribution();
  os << " {\n"
        "  %first = arith.muli %bx, %blockX : index\n"
        "  %x = arith.addi %first, %tx : index\n"
        "  %y = arith.addi %by, %ty : index\n";
  if (hasMemory()) {
    writeThread("%x", "%a", sourceType, "%m", memory);
    writeThread("%x", "%m", memory, "%b", destType);
  } else {
    writeThread("%x", "%a", sourceType, "%b", destType);
  }
  os << "  gpu.terminator\n  }\n";
}

/// Threads find behind the barrier what others have written: the row in the
/// opposite direction.
void DeviceWriter::writeKernel() {
  os << llvm::formatv("gpu.module @kernels{0} {{\n"
                      "gpu.func @kernel(%a: {1}, %b: {2})",
                      number, sourceType, destType);
  std::string memory = writeAttribution();
  os << " kernel {\n";
  writeConstants();
  os << "  %y = gpu.block_id y\n  %x = gpu.global_id x\n"
        "  %size = gpu.block_dim x\n  %last = arith.subi %size, %c1 : index\n"
        "  %back = arith.subi %last, %x : index\n";
  if (!hasMemory()) {
    writeThread("%x", "%a", sourceType, "%b", destType);
  } else {
    writeThread("%x", "%a", sourceType, "%m", memory);
    if (isShared())
      os << "  gpu.barrier\n";
    writeThread(isShared() ? "%back" : "%x", "%m", memory, "%b", destType);
  }
  os << "  gpu.return\n}\n}\n";
}

void DeviceWriter::writeKernelCall() {
  bool isAsync = getVariant() > 0;
  writeSizes();
  if (isAsync)
    os << "  %t0 = gpu.wait async\n  %t1 = ";
  os << llvm::formatv("  gpu.launch_func {0} @kernels{1}::@kernel blocks in "
                      "(%gx, %gy, %c1) threads in (%sx, %c1, %c1) args(%a : "
                      "{2}, %b : {3})\n",
                      isAsync ? "async [%t0]" : "", number, sourceType,
                      destType);
  if (isAsync)
    os << "  gpu.wait [%t1]\n";
}

/// Starts a transfer and waits for it. With a stride it begins at the arrays'
/// first elements, else at those of the loops.
void DeviceWriter::writeTransfer(llvm::StringRef from, llvm::StringRef fromType,
                                 llvm::StringRef to, llvm::StringRef toType,
                                 llvm::StringRef elements,
                                 llvm::StringRef stride) {
  bool isAffine = test.way == Way::AffineDma;
  llvm::StringRef tag = "%tags[%c3]";
  os << llvm::formatv("  {0} {1}, {2}, {3}, {4}{5} : {6}, {7}, {8}\n"
                      "  {9} {10}, {11} : {8}\n",
                      isAffine ? "affine.dma_start" : "memref.dma_start", from,
                      to, isAffine ? tag : elements, isAffine ? elements : tag,
                      stride, fromType, toType, tagType,
                      isAffine ? "affine.dma_wait" : "memref.dma_wait", tag,
                      elements);
}

/// Moves elements one by one into an array beside the destination; from there
/// to it every second position by strided transfers by way of a fast memory,
/// and the elements at other positions one by one.
void DeviceWriter::writeTransfers() {
  bool isAffine = test.way == Way::AffineDma;
  llvm::StringRef loop = isAffine ? "affine.for %i$i = 0 to %n$i"
                                  : "scf.for %i$i = %c0 to %n$i step %c1";
  std::string fastDest = getDestIn("1");
  std::string bufferType = ("memref<?x" + test.element->name + ">").str();
  std::string fastBuffer = ("memref<?x" + test.element->name + ", 2>").str();
  std::string indices = "[" + getIndices(rank) + "]", zeros;
  for (int64_t dim = 0; dim < rank; ++dim)
    zeros += dim ? ", %c0" : "%c0";
  os << llvm::formatv("  %tags = memref.alloc() : {5}\n"
                      "  %x = memref.alloc({0}) : {1}\n"
                      "  %f = memref.memory_space_cast %x : {1} to {2}\n"
                      "  %elements = arith.constant {3} : index\n"
                      "  %half = arith.ceildivui %elements, %c2 : index\n"
                      "  %buffer = memref.alloc(%half) : {4}\n"
                      "  %fast = memref.memory_space_cast %buffer : {4} to "
                      "{6}\n",
                      getSizes(test), destType, fastDest,
                      getElements(test.dest, test.extents), bufferType, tagType,
                      fastBuffer);
  openLoops(loop);
  writeTransfer("%a" + indices, sourceType, "%f" + indices, fastDest, "%c1");
  os << std::string(rank, '}') << "\n";
  if (!llvm::is_contained(test.extents, 0)) {
    writeTransfer("%f[" + zeros + "]", fastDest, "%fast[%c0]", fastBuffer,
                  "%half", ", %c2, %c1");
    writeTransfer("%fast[%c0]", fastBuffer, "%b[" + zeros + "]", destType,
                  "%half", ", %c2, %c1");
  }
  openLoops(loop);
  os << llvm::formatv("  %p = tiled_layout.linearize %b{0} : {1}\n"
                      "  %rest = arith.remui %p, %c2 : index\n"
                      "  %odd = arith.cmpi eq, %rest, %c1 : index\n"
                      "  scf.if %odd {{\n",
                      indices, destType);
  writeTransfer("%f" + indices, fastDest, "%b" + indices, destType, "%c1");
  os << "  }\n" << std::string(rank, '}') << "\n";
  os << llvm::formatv("  memref.dealloc %buffer : {0}\n"
                      "  memref.dealloc %x : {1}\n"
                      "  memref.dealloc %tags : {2}\n",
                      bufferType, destType, tagType);
}

std::string DeviceWriter::write() {
  if (test.way == Way::GpuKernel)
    writeKernel();
  os << llvm::formatv("func.func @f{0}(%a: {1}, %b: {2}) "
                      "attributes {{llvm.emit_c_interface} {{\n",
                      number, sourceType, destType);
  writeConstants();
  switch (test.way) {
  case Way::GpuMemory:
    writeMemory();
    break;
  case Way::GpuLaunch:
    writeLaunch();
    break;
  case Way::GpuKernel:
    writeKernelCall();
    break;
  default:
    writeTransfers();
  }
  os << "  func.return\n}\n";
  return text;
}

std::string
mlir::tiled_layout::test::writeDeviceFunction(const AccessCase &test,
                                              int number) {
  return DeviceWriter(test, number).write();
}
