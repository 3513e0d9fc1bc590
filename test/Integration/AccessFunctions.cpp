//===- AccessFunctions.cpp ------------------------------------------------===//
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

namespace {

/// Writes one function of a module.
class FunctionWriter {
public:
  FunctionWriter(const AccessCase &test, int number)
      : test(test), number(number), rank(test.extents.size()),
        sourceType(printType(test, test.source)),
        destType(printType(test, test.dest)), os(text) {}

  std::string write();

private:
  void writeConstants();
  void writeGlobal();
  void writeValues(int64_t first, int64_t dim);
  std::string writeAlloc(llvm::StringRef name);
  void writeHints();
  void writeCarried();
  void writeQueries();
  std::string getFlatType() const;
  void writeReinterpreted();
  void writeLoops();
  void writeParallelLoops();
  void writeAffineLoops();
  void writeLinalg();
  void writeBody(llvm::StringRef indices);

  /// Functions of one way differ in this.
  int getVariant() const { return number / numWays; }
  bool isOnStack() const {
    return test.way == Way::Copy && getVariant() % 2 == 1;
  }

  const AccessCase &test;
  int number;
  int64_t rank;
  std::string sourceType, destType, text;
  llvm::raw_string_ostream os;
  /// The arrays that the loops read and write.
  std::string source = "%a", dest = "%b";
};

} // namespace

void FunctionWriter::writeConstants() {
  for (int64_t i = 0; i < std::max<int64_t>(rank, 3); ++i)
    os << llvm::formatv("  %c{0} = arith.constant {0} : index\n", i);
  for (int64_t dim = 0; dim < rank; ++dim)
    os << llvm::formatv("  %n{0} = memref.dim %b, %c{0} : {1}\n", dim,
                        destType);
}

/// Prints the values from row-major number `first` on as nested lists.
void FunctionWriter::writeValues(int64_t first, int64_t dim) {
  if (dim == rank) {
    uint64_t bits = getValue(first, test.element->valueBits);
    if (test.element->name == "i1")
      os << (bits ? "true" : "false");
    else
      os << llvm::formatv("0x{0}",
                          llvm::utohexstr(bits, /*LowerCase=*/false,
                                          test.element->valueBits / 4));
    return;
  }
  int64_t inner = 1;
  for (int64_t extent : llvm::drop_begin(test.extents, dim + 1))
    inner *= extent;
  os << '[';
  for (int64_t i = 0; i < test.extents[dim]; ++i) {
    os << (i ? ", " : "");
    writeValues(first + i * inner, dim + 1);
  }
  os << ']';
}

void FunctionWriter::writeGlobal() {
  os << llvm::formatv("memref.global \"private\" @g{0} : {1} = dense<", number,
                      sourceType);
  if (!llvm::is_contained(test.extents, 0))
    writeValues(0, 0);
  os << ">\n";
}

/// Allocates another array of the destination's type.
std::string FunctionWriter::writeAlloc(llvm::StringRef name) {
  os << llvm::formatv("  {0} = {1}({2}) {{alignment = 64 : i64} : {3}\n", name,
                      isOnStack() ? "memref.alloca" : "memref.alloc",
                      getSizes(test), destType);
  return name.str();
}

void FunctionWriter::writeHints() {
  os << llvm::formatv("  %b1 = memref.assume_alignment %b, 1 : {0}\n",
                      destType);
  os << llvm::formatv("  %a1, %b2 = memref.distinct_objects %a, %b1 : "
                      "{0}, {1}\n",
                      sourceType, destType);
  std::string inSpace = llvm::StringRef(destType).drop_back().str() + ", 1>";
  os << llvm::formatv("  %b3 = memref.memory_space_cast %b2 : {0} to {1}\n"
                      "  %b4 = memref.memory_space_cast %b3 : {1} to {0}\n",
                      destType, inSpace);
  source = "%a1";
  dest = "%b4";
}

/// Takes the destination through everything that passes values on. %x stands
/// where a mistake would lead.
void FunctionWriter::writeCarried() {
  writeAlloc("%x");
  os << llvm::formatv(R"(
  %true, %first, %one = func.call @conditions{1}() : () -> (i1, index, i32)
  %b1 = scf.execute_region -> {0} {{
    cf.cond_br %true, ^join(%b : {0}), ^other
  ^other:
    cf.br ^join(%x : {0})
  ^join(%p: {0}):
    scf.yield %p : {0}
  }
  %b2 = scf.index_switch %first -> {0}
  case 1 {{
    scf.yield %b1 : {0}
  }
  default {{
    scf.yield %x : {0}
  }
  %b3 = scf.if %true -> {0} {{
    scf.yield %b2 : {0}
  } else {{
    scf.yield %x : {0}
  }
  %b4:2 = affine.for %i = 0 to 3 iter_args(%p = %x, %q = %b3) -> ({0}, {0}) {{
    affine.yield %q, %p : {0}, {0}
  }
  %b5 = affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%first] -> {0} {{
    affine.yield %b4#0 : {0}
  } else {{
    affine.yield %x : {0}
  }
  %b6 = arith.select %true, %b5, %x : {0}
  %b7, %last = scf.while (%p = %x, %q = %b6, %k = %c0) : ({0}, {0}, index)
      -> ({0}, index) {{
    %more = arith.cmpi ult, %k, %c1 : index
    scf.condition(%more) %q, %k : {0}, index
  } do {{
  ^body(%p: {0}, %k: index):
    %next = arith.addi %k, %c1 : index
    scf.yield %x, %p, %next : {0}, {0}, index
  }
  %pass = func.constant @pass{1} : ({0}, {0}) -> {0}
  %passed = func.call @pass{1}(%x, %b7) : ({0}, {0}) -> {0}
  %b8 = func.call_indirect %pass(%x, %passed) : ({0}, {0}) -> {0}
  cf.switch %one : i32, [default: ^other(%x : {0}), 1: ^go(%b8 : {0})]
^other(%y: {0}):
  cf.br ^go(%y : {0})
^go(%b9: {0}):
  %b10 = memref.alloca_scope -> {0} {{
    memref.alloca_scope.return %b9 : {0}
  }
)",
                      destType, number);
  dest = "%b10";
}

/// A wrong answer chooses %x.
void FunctionWriter::writeQueries() {
  writeAlloc("%x");
  ArrayShape known = test;
  // These entries of a layout repeat the type's extents.
  if (!test.dest.hasCombine() && !test.dest.hasExtentEntry())
    known.shape = test.extents;
  std::string knownType = printType(known, test.dest);
  llvm::StringRef extents = llvm::StringRef(destType).split(", #").first;
  std::string tensorType = ("tensor" + extents.drop_front(6) + ">").str();
  os << llvm::formatv(R"(
  %rank = memref.rank %b : {0}
  %expected = arith.constant {1} : index
  %isRank = arith.cmpi eq, %rank, %expected : index
  %b1 = memref.cast %b : {0} to {2}
  %b2 = memref.cast %b1 : {2} to {0}
  %pointer = memref.extract_aligned_pointer_as_index %b : {0} -> index
  %same = memref.extract_aligned_pointer_as_index %b2 : {0} -> index
  %other = memref.extract_aligned_pointer_as_index %x : {0} -> index
  %isSame = arith.cmpi eq, %pointer, %same : index
  %isOther = arith.cmpi ne, %pointer, %other : index
  %right = arith.andi %isSame, %isOther : i1
  %allRight = arith.andi %right, %isRank : i1
  %t = bufferization.to_tensor %b2 : {0} to {3}
  %b3 = bufferization.to_buffer %t : {3} to {0}
  %b4 = arith.select %allRight, %b3, %x : {0}
)",
                      destType, rank, knownType, tensorType);
  dest = "%b4";
}

std::string FunctionWriter::getFlatType() const {
  bool isDynamic = llvm::is_contained(test.shape, kDynamic);
  int64_t elements = getElements(test.dest, test.extents);
  return llvm::formatv("memref<{0}x{1}>",
                       isDynamic ? "?" : std::to_string(elements),
                       test.element->name);
}

/// Takes the destination's buffer, and every second time adopts it again.
void FunctionWriter::writeReinterpreted() {
  std::string sizes = getSizes(test);
  int64_t elements = getElements(test.dest, test.extents);
  os << llvm::formatv(
      "  %physical = tiled_layout.to_physical %b : {0} to {1}\n"
      "  %positions = memref.dim %physical, %c0 : {1}\n"
      "  %flat = memref.reinterpret_cast %b to offset: [0], sizes: [{2}], "
      "strides: [1] : {0} to {1}\n"
      "  %adopted = tiled_layout.from_physical %flat{3} : {1} to {0}\n",
      destType, getFlatType(),
      sizes.empty() ? std::to_string(elements) : "%positions",
      sizes.empty() ? "" : "(" + sizes + ")");
  if (getVariant() % 2 == 1)
    dest = "%adopted";
}

void FunctionWriter::writeBody(llvm::StringRef indices) {
  llvm::StringRef element = test.element->name;
  if (test.way == Way::Hints)
    os << llvm::formatv("memref.prefetch {0}[{1}], write, locality<3>, data : "
                        "{2}\n",
                        dest, indices, destType);
  os << llvm::formatv("%v = memref.load {0}[{1}] : {2}\n", source, indices,
                      sourceType);
  if (test.way == Way::Atomic)
    os << llvm::formatv("%o = memref.atomic_rmw assign %v, {0}[{1}] : "
                        "({2}, {3}) -> {2}\n",
                        dest, indices, element, destType);
  else if (test.way == Way::GenericAtomic)
    os << llvm::formatv("%o = memref.generic_atomic_rmw {0}[{1}] : {2} {{\n"
                        "^bb0(%old: {3}):\n"
                        "  %new = arith.addi %old, %v : {3}\n"
                        "  memref.atomic_yield %new : {3}\n}\n",
                        dest, indices, destType, element);
  else if (test.way == Way::Reinterpret && getVariant() % 2 == 0)
    os << llvm::formatv("%p = tiled_layout.linearize {0}[{1}] : {2}\n"
                        "memref.store %v, %flat[%p] : {3}\n",
                        dest, indices, destType, getFlatType());
  else
    os << llvm::formatv("memref.store %v, {0}[{1}] : {2}\n", dest, indices,
                        destType);
}

void FunctionWriter::writeLoops() {
  for (int64_t dim = 0; dim < rank; ++dim)
    os << llvm::formatv("  scf.for %i{0} = %c0 to %n{0} step %c1 {{\n", dim);
  writeBody(getIndices(rank));
  os << std::string(rank, '}') << "\n";
}

void FunctionWriter::writeParallelLoops() {
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim % 2 == 0)
      os << llvm::formatv(
          "  scf.parallel (%i{0}) = (%c0) to (%n{0}) step (%c1) {{\n", dim);
    else
      os << llvm::formatv("  scf.forall (%i{0}) in (%n{0}) {{\n", dim);
  writeBody(getIndices(rank));
  os << std::string(rank, '}') << "\n";
}

void FunctionWriter::writeAffineLoops() {
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim % 2 == 0)
      os << llvm::formatv("  affine.for %i{0} = 0 to %n{0} {{\n", dim);
    else
      os << llvm::formatv(
          "  affine.parallel (%i{0}) = (0) to (symbol(%n{0})) {{\n", dim);
  os << llvm::formatv("affine.prefetch {3}[{1}], write, locality<3>, data : "
                      "{4}\n"
                      "%v = affine.load {0}[{1}] : {2}\n"
                      "affine.store %v, {3}[{1}] : {4}\n",
                      source, getIndices(rank), sourceType, dest, destType);
  os << std::string(rank, '}') << "\n";
}

void FunctionWriter::writeLinalg() {
  std::string dims, iterators;
  for (int64_t dim = 0; dim < rank; ++dim) {
    dims += (dim ? ", d" : "d") + std::to_string(dim);
    iterators += dim ? ", \"parallel\"" : "\"parallel\"";
  }
  os << llvm::formatv("linalg.generic {{indexing_maps = [affine_map<({0}) -> "
                      "({0})>, affine_map<({0}) -> ({0})>], iterator_types = "
                      "[{1}]} ins({2} : {3}) outs({4} : {5}) {{\n"
                      "^body(%v: {6}, %old: {6}):\n"
                      "  linalg.yield %v : {6}\n}\n",
                      dims, iterators, source, sourceType, dest, destType,
                      test.element->name);
}

std::string FunctionWriter::write() {
  if (test.way == Way::Global)
    writeGlobal();
  if (test.way == Way::Carried)
    // Conditions come from a call, so that nothing is folded away.
    os << llvm::formatv(R"(
func.func private @pass{0}(%a: {1}, %b: {1}) -> {1} {{
  return %b : {1}
}
func.func private @conditions{0}() -> (i1, index, i32) {{
  %true = arith.constant true
  %index = arith.constant 1 : index
  %one = arith.constant 1 : i32
  return %true, %index, %one : i1, index, i32
}
)",
                        number, destType);
  os << llvm::formatv("func.func @f{0}(%a: {1}, %b: {2}) "
                      "attributes {{llvm.emit_c_interface} {{\n",
                      number, sourceType, destType);
  writeConstants();
  switch (test.way) {
  case Way::Hints:
    writeHints();
    break;
  case Way::Carried:
    writeCarried();
    break;
  case Way::Copy:
    dest = writeAlloc("%x");
    break;
  case Way::Global:
    os << llvm::formatv("  %g = memref.get_global @g{0} : {1}\n", number,
                        sourceType);
    source = "%g";
    break;
  case Way::Clone:
    os << llvm::formatv("  %x = bufferization.clone %a : {0} to {0}\n",
                        sourceType);
    source = "%x";
    break;
  case Way::Queries:
    writeQueries();
    break;
  case Way::Reinterpret:
    writeReinterpreted();
    break;
  default:
    break;
  }
  if (test.way == Way::Affine)
    writeAffineLoops();
  else if (test.way == Way::Parallel)
    writeParallelLoops();
  else if (test.way == Way::Linalg)
    writeLinalg();
  else
    writeLoops();
  if (test.way == Way::Clone)
    os << llvm::formatv("  %true = arith.constant true\n"
                        "  bufferization.dealloc (%x : {0}) if (%true)\n",
                        sourceType);
  if (test.way == Way::Copy)
    os << llvm::formatv("  memref.copy %x, %b : {0} to {0}\n", destType);
  if ((test.way == Way::Copy && !isOnStack()) || test.way == Way::Carried ||
      test.way == Way::Queries)
    os << llvm::formatv("  memref.dealloc %x : {0}\n", destType);
  os << "  return\n}\n";
  return text;
}

std::string
mlir::tiled_layout::test::writeAccessFunction(const AccessCase &test,
                                              int number) {
  if (test.way >= Way::GpuMemory)
    return writeDeviceFunction(test, number);
  return FunctionWriter(test, number).write();
}
