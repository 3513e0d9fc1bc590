//===- Target.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Target/Target.h"

#include "NamedTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

static constexpr int64_t maxBytes = int64_t(1) << 50;

/// In the order in which they print.
static constexpr TargetField fields[] = {
    {"vector-bits", &Target::vectorBits, 64, 65536, true,
     "Bits of a vector register."},
    {"short-vector-bits", &Target::shortVectorBits, 64, 65536, true,
     "Bits of the vectors of programs that run too shortly to power the widest "
     "registers, if vector-bits are more."},
    {"small-bytes", &Target::smallBytes, 0, maxBytes, false,
     "Bytes on each side of arrays that are moved by straight code for their "
     "extents alone, with vectors of short-vector-bits; 0 for none."},
    {"vector-registers", &Target::vectorRegisters, 1, 4096, false,
     "Number of vector registers."},
    {"masked-bits", &Target::maskedBits, 0, 64, true,
     "The fewest bits of an element that masked loads and stores leave out: 8 "
     "with AVX-512BW, 32 with AVX2; 0 if there are none."},
    {"permuted-bits", &Target::permutedBits, 0, 64, true,
     "The fewest bits of an element that x86's permutes of two registers of "
     "512 bits move: 8 with AVX-512 VBMI, 16 with AVX-512BW, 32 with AVX-512F; "
     "0 if there are none."},
    {"streaming-stores", &Target::streamingStores, 0, 1, false,
     "1 if stores that bypass the caches exist and pay off for large arrays."},
    {"line-bytes", &Target::lineBytes, 16, 4096, true,
     "Bytes that memory moves at a time."},
    {"l1-bytes", &Target::l1Bytes, 1024, maxBytes, false,
     "Bytes of the first-level data cache of a core."},
    {"l1-way-bytes", &Target::l1WayBytes, 64, maxBytes, true,
     "Bytes of a way of the first-level data cache: lines so far apart share a "
     "set."},
    {"l2-bytes", &Target::l2Bytes, 1024, maxBytes, false,
     "Bytes of the second-level cache of a core."},
    {"l2-bytes-per-cycle", &Target::l2BytesPerCycle, 1, 4096, false,
     "Bytes that the second-level cache delivers in a cycle."},
    {"memory-bytes-per-cycle", &Target::memoryBytesPerCycle, 1, 4096, false,
     "Bytes that memory delivers in a cycle to one core, at most."},
    {"l3-bytes", &Target::l3Bytes, 1024, maxBytes, false,
     "Bytes of the last-level cache that a core can count on."},
    {"streaming-bytes", &Target::streamingBytes, 0, maxBytes, false,
     "Arrays of more bytes are written by streaming stores."},
    {"prefetch-bytes", &Target::prefetchBytes, 0, 65536, false,
     "How far ahead a relayout with streaming stores fetches a source that it "
     "reads from end to end, or rows that take turns, in bytes; 0 for not at "
     "all."},
    {"sum-streams", &Target::sumStreams, 1, 4096, true,
     "Rows of a large array that sums of its columns, and products with few "
     "rows or with a vector, read at a time."},
    {"read-streams", &Target::readStreams, 1, 4096, false,
     "Streams of loads that the processor fetches ahead of."},
    {"page-bytes", &Target::pageBytes, 512, maxBytes, true,
     "Bytes of a page, whose address is one entry of the processor's tables."},
    {"turn-bytes", &Target::turnBytes, 64, maxBytes, false,
     "Bytes that a relayout with streaming stores reads into a buffer of rows "
     "before it writes."},
    {"straight-accesses", &Target::straightAccesses, 0, 4096, false,
     "Loads and stores of a relayout in cache that are straight code; 0 for "
     "loops."},
    {"straight-instructions", &Target::straightInstructions, 0, 65536, false,
     "Vector instructions of such straight code."},
    {"straight-parts", &Target::straightParts, 0, 1, false,
     "1 if such straight code takes parts of loops that are longer than that."},
    {"prefetch-tiles", &Target::prefetchTiles, 0, 2, false,
     "1 if loops over tiles fetch the tiles that they come to next; 2 if "
     "reductions along rows of tiles fetch them a row after the other, each "
     "from end to end."},
    {"fetched-bytes", &Target::fetchedBytes, 16, 4096, true,
     "Bytes that reach a cache together where one of them is fetched: a line, "
     "or more if its neighbours come along."},
    {"fetch-rows", &Target::fetchRows, 0, 2, false,
     "1 if rows of tiles that are transposed are fetched one after the other, "
     "each from end to end; 2 if rows without tiles are, too."},
    {"batch-gathers", &Target::batchGathers, 0, 1, false,
     "1 if loops compute the positions of gathers in batches before the "
     "loads."},
    {"dot-bf16", &Target::dotBF16, 0, 1, false,
     "1 if an instruction adds products of pairs of bf16 to f32."},
    {"dot-u8s8", &Target::dotU8S8, 0, 1, false,
     "1 if an instruction adds four products of u8 and s8 to i32."},
    {"dot-s8s8", &Target::dotS8S8, 0, 1, false,
     "1 if instructions of aarch64 add four products of bytes to i32 that both "
     "have a sign, or both have none."},
    {"dot-s16", &Target::dotS16, 0, 1, false,
     "1 if an instruction adds two products of s16 in i32."},
    {"matrix-bf16", &Target::matrixBF16, 0, 1, false,
     "1 if an instruction multiplies matrices of bf16 in tile registers."},
    {"matrix-bytes", &Target::matrixBytes, 0, 1, false,
     "1 if an instruction multiplies matrices of bytes in tile registers."},
    {"signed-maxima", &Target::signedMaxima, 0, 1, false,
     "1 if an instruction of x86 takes maxima and minima of f32 and f64 with "
     "-0 less than +0."},
    {"arith-f16", &Target::arithF16, 0, 1, false,
     "1 if there is arithmetic of f16, not only conversions."},
    {"indexed-offsets", &Target::indexedOffsets, 0, 1, false,
     "1 if an address may be the sum of a register, an index and a constant."},
    {"fmas-per-cycle", &Target::fmasPerCycle, 0, 64, false,
     "Multiply-adds of whole vectors in a cycle; 0 if multiply and add are two "
     "instructions."},
    {"fma-cycles", &Target::fmaCycles, 1, 64, false,
     "Cycles from a multiply-add to the next one that adds to its result."},
    {"add-cycles", &Target::addCycles, 1, 64, false,
     "Cycles from an addition to the next one that adds to its result."},
    {"loads-per-cycle", &Target::loadsPerCycle, 1, 64, false,
     "Loads of whole vectors in a cycle that products can count on."},
    {"unrolled-steps", &Target::unrolledSteps, 1, 64, false,
     "Steps of the innermost loop of a reduction that are written one after "
     "the other."},
};

ArrayRef<TargetField> mlir::tiled_layout::getTargetFields() { return fields; }

bool Target::operator==(const Target &other) const {
  return name == other.name && triple == other.triple && cpu == other.cpu &&
         features == other.features &&
         llvm::all_of(fields, [&](const TargetField &field) {
           return this->*field.member == other.*field.member;
         });
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

StringRef mlir::tiled_layout::findNearest(StringRef word,
                                          ArrayRef<StringRef> words) {
  unsigned most = std::max<size_t>(1, word.size() / 3);
  StringRef nearest;
  for (StringRef known : words) {
    unsigned distance = word.edit_distance(known, true, most);
    if (distance > most)
      continue;
    nearest = known;
    if (distance == 0)
      break;
    most = distance - 1;
  }
  return nearest;
}

static Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

static Error checkField(const TargetField &field, int64_t value) {
  if (value < field.min || value > field.max)
    return makeError(field.name + " is " + llvm::Twine(value) +
                     ", not between " + llvm::Twine(field.min) + " and " +
                     llvm::Twine(field.max));
  if (field.isPowerOfTwo && value != 0 && !llvm::isPowerOf2_64(value))
    return makeError(field.name + " is " + llvm::Twine(value) +
                     ", which is no power of two");
  return Error::success();
}

static Error makeUnknownField(StringRef name) {
  SmallVector<StringRef> known = {"triple", "features"};
  for (const TargetField &field : fields)
    known.push_back(field.name);
  std::string message = "a target has no field '" + name.str() + "'";
  if (StringRef nearest = findNearest(name, known); !nearest.empty())
    message += "; did you mean '" + nearest.str() + "'?";
  return makeError(message);
}

Error mlir::tiled_layout::setTargetFields(
    Target &target, ArrayRef<std::pair<StringRef, int64_t>> values) {
  llvm::SmallSet<StringRef, 8> given;
  for (auto [name, value] : values) {
    const TargetField *field =
        llvm::find_if(fields, [name = name](const TargetField &field) {
          return field.name == name;
        });
    if (field == std::end(fields))
      return makeUnknownField(name);
    if (!given.insert(name).second)
      return makeError("field '" + name + "' is given twice");
    if (Error error = checkField(*field, value))
      return error;
    target.*field->member = value;
  }
  return takeInstructions(target, [&](const TargetField &field) {
    return given.contains(field.name);
  });
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Takes `key = value` from the front of the text, with what follows it.
static Expected<std::pair<StringRef, StringRef>> takeEntry(StringRef &text) {
  auto [key, rest] = text.split('=');
  rest = rest.ltrim();
  StringRef value;
  if (rest.consume_front("\"")) {
    size_t end = rest.find('"');
    if (end == StringRef::npos)
      return makeError("expected '\"' at the end of '" + rest + "'");
    value = rest.take_front(end);
    text = rest.drop_front(end + 1).ltrim();
    if (!text.empty() && !text.consume_front(","))
      return makeError("expected ',' before '" + text + "'");
  } else {
    std::tie(value, text) = rest.split(',');
    value = value.trim();
  }
  text = text.ltrim();
  return std::make_pair(key.trim(), value);
}

Expected<Target> mlir::tiled_layout::parseTarget(StringRef text) {
  auto [name, rest] = text.trim().split(',');
  rest = rest.ltrim();
  if (name.trim().empty())
    return makeError("expected the name of a target, such as 'x86-64-v3'");
  StringRef triple, features;
  SmallVector<std::pair<StringRef, int64_t>> numbers;
  llvm::SmallSet<StringRef, 8> seen;
  while (!rest.empty()) {
    auto entry = takeEntry(rest);
    if (!entry)
      return entry.takeError();
    auto [key, value] = *entry;
    if (!seen.insert(key).second)
      return makeError("field '" + key + "' is given twice");
    int64_t number;
    if (key == "triple")
      triple = value;
    else if (key == "features")
      features = value;
    else if (llvm::none_of(fields, [key = key](const TargetField &field) {
               return field.name == key;
             }))
      return makeUnknownField(key);
    else if (value.getAsInteger(10, number))
      return makeError(key + " is '" + value + "', which is no integer");
    else
      numbers.push_back({key, number});
  }
  Expected<Target> target = getTarget(name.trim(), features, triple);
  if (!target)
    return target;
  if (Error error = setTargetFields(*target, numbers))
    return error;
  return target;
}

void mlir::tiled_layout::print(llvm::raw_ostream &os, const Target &target) {
  os << target.name;
  std::optional<Target> named = findNamedTarget(target.name);
  if (!target.triple.empty() && (!named || named->triple != target.triple))
    os << ", triple = \"" << target.triple << '"';
  if (!target.features.empty())
    os << ", features = \"" << target.features << '"';
  Expected<Target> known =
      getTarget(target.name, target.features, target.triple);
  Target base = known ? *known : Target();
  if (!known)
    llvm::consumeError(known.takeError());
  for (const TargetField &field : fields)
    if (base.*field.member != target.*field.member)
      os << ", " << field.name << " = " << target.*field.member;
}

std::string mlir::tiled_layout::toString(const Target &target) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, target);
  return text;
}
