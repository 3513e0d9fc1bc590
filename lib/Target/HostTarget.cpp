//===- HostTarget.cpp - Targets from what LLVM and the machine know -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#endif

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::MCSubtargetInfo;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Triple;

//===----------------------------------------------------------------------===//
// What LLVM knows of a processor
//===----------------------------------------------------------------------===//

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargetMCs();
  });
}

static Error makeUnknown(const llvm::Twine &what, StringRef name,
                         llvm::ArrayRef<StringRef> known,
                         const llvm::Twine &where = "") {
  std::string message = ("unknown " + what + " '" + name + "'" + where).str();
  // Compilers of C call the host so.
  StringRef nearest = name == "native" ? "host" : findNearest(name, known);
  if (name.contains(',') && name.contains('='))
    message += "; options are separated by spaces";
  else if (!nearest.empty())
    message += "; did you mean '" + nearest.str() + "'?";
  return llvm::createStringError(message);
}

/// True if there are processors of the kind of `triple` that have this name.
static bool hasProcessor(const Triple &triple, StringRef cpu) {
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  std::unique_ptr<MCSubtargetInfo> info(
      target ? target->createMCSubtargetInfo(triple, "", "") : nullptr);
  return info && info->isCPUStringValid(cpu);
}

/// Returns the triple of another kind of processor, of those that most programs
/// are compiled for, which has one of this name; empty if there is none.
static StringRef findOtherTriple(const Triple &triple, StringRef cpu) {
  for (StringRef name :
       {"x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu"})
    if (Triple other(name);
        other.getArch() != triple.getArch() && hasProcessor(other, cpu))
      return name;
  return "";
}

/// Returns the triple of a processor of which only the name is given: that of
/// this process, unless only processors of another kind have the name.
static std::string findTriple(StringRef cpu) {
  initializeTargets();
  std::string own = llvm::sys::getProcessTriple();
  StringRef other = cpu.empty() || hasProcessor(Triple(own), cpu)
                        ? StringRef()
                        : findOtherTriple(Triple(own), cpu);
  return other.empty() ? own : other.str();
}

static Expected<std::unique_ptr<MCSubtargetInfo>>
getSubtarget(const Triple &triple, StringRef cpu, StringRef features) {
  initializeTargets();
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError("unknown triple '" + triple.str() + "'");
  // LLVM only warns of what it does not know: checked without it.
  std::unique_ptr<MCSubtargetInfo> plain(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!plain)
    return llvm::createStringError("LLVM describes no processors of '" +
                                   triple.str() + "'");
  if (!cpu.empty() && !plain->isCPUStringValid(cpu)) {
    bool isForeign =
        triple.getArch() != Triple(llvm::sys::getProcessTriple()).getArch();
    if (StringRef other = findOtherTriple(triple, cpu); !other.empty())
      return llvm::createStringError("processor '" + cpu + "' is none of '" +
                                     triple.str() + "', but of '" + other +
                                     "'");
    SmallVector<StringRef> known;
    if (!isForeign) {
      llvm::append_range(known, getTargetNames());
      known.push_back("host");
    }
    for (const llvm::SubtargetSubTypeKV &entry :
         plain->getAllProcessorDescriptions())
      known.push_back(entry.Key);
    return makeUnknown("processor", cpu, known,
                       isForeign ? " of '" + triple.str() + "'" : "");
  }
  llvm::SubtargetFeatures asked(features);
  for (const std::string &feature : asked.getFeatures()) {
    StringRef name = llvm::SubtargetFeatures::StripFlag(feature);
    if (!llvm::SubtargetFeatures::hasFlag(feature))
      return llvm::createStringError("feature '" + feature +
                                     "' begins with neither '+' nor '-'");
    SmallVector<StringRef> known;
    for (const llvm::SubtargetFeatureKV &entry :
         plain->getAllProcessorFeatures())
      known.push_back(entry.Key);
    if (!llvm::is_contained(known, name))
      return makeUnknown("feature", name, known);
  }
  return std::unique_ptr<MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, cpu, features));
}

//===----------------------------------------------------------------------===//
// From features to fields
//===----------------------------------------------------------------------===//

namespace {

/// The features of processors that have the instructions which a field stands
/// for, in all registers of at most `maxVectorBits`.
struct Instructions {
  int64_t Target::*field;
  /// 1, or the least legal value of `permuted-bits`.
  int64_t value;
  enum { x86, aarch64 } kind;
  StringRef features;
  int64_t maxVectorBits = std::numeric_limits<int64_t>::max();

  bool areOf(const Target &target) const {
    Triple triple(target.triple);
    return (kind == x86 ? triple.isX86() : triple.isAArch64()) &&
           target.vectorBits <= maxVectorBits;
  }
};

} // namespace

static const Instructions instructions[] = {
    {&Target::permutedBits, 32, Instructions::x86, "+avx512f"},
    {&Target::permutedBits, 16, Instructions::x86, "+avx512bw"},
    {&Target::permutedBits, 8, Instructions::x86, "+avx512vbmi"},
    {&Target::dotBF16, 1, Instructions::x86, "+avx512bf16,+avx512vl"},
    {&Target::dotBF16, 1, Instructions::aarch64, "+bf16"},
    {&Target::dotU8S8, 1, Instructions::x86, "+avxvnni", 256},
    {&Target::dotU8S8, 1, Instructions::x86, "+avx512vnni,+avx512vl"},
    {&Target::dotU8S8, 1, Instructions::aarch64, "+i8mm"},
    {&Target::dotS8S8, 1, Instructions::aarch64, "+dotprod"},
    // pmaddwd.
    {&Target::dotS16, 1, Instructions::x86, "+sse2", 128},
    {&Target::dotS16, 1, Instructions::x86, "+avx2", 256},
    {&Target::dotS16, 1, Instructions::x86, "+avx512bw"},
    // Results go through vectors of 512 bits.
    {&Target::matrixBF16, 1, Instructions::x86, "+avx512f,+amx-tile,+amx-bf16"},
    {&Target::matrixBytes, 1, Instructions::x86,
     "+avx512f,+amx-tile,+amx-int8"},
    // vrangeps.
    {&Target::signedMaxima, 1, Instructions::x86, "+avx512dq,+avx512vl"},
};

/// Returns the least value of a field whose instructions the processor has; 0
/// if it has none.
static int64_t getLeastValue(const Target &target, const MCSubtargetInfo &info,
                             int64_t Target::*field) {
  int64_t least = 0;
  for (const Instructions &some : instructions)
    if (some.field == field && some.areOf(target) &&
        info.checkFeatures(some.features.str()))
      least = least == 0 ? some.value : std::min(least, some.value);
  return least;
}

static Error makeLacking(const Target &target, const TargetField &field) {
  int64_t value = target.*field.member;
  const Instructions *needed =
      llvm::find_if(instructions, [&](const Instructions &some) {
        return some.field == field.member && some.value <= value &&
               some.areOf(target);
      });
  if (needed == std::end(instructions))
    return llvm::createStringError(field.name + " is " + llvm::Twine(value) +
                                   ", but no processor of '" + target.triple +
                                   "' has such instructions");
  return llvm::createStringError(
      field.name + " is " + llvm::Twine(value) + ", but vectors of " +
      llvm::Twine(target.vectorBits) + " bits need features '" +
      needed->features + "' for that");
}

Error mlir::tiled_layout::takeInstructions(
    Target &target, llvm::function_ref<bool(const TargetField &)> isGiven) {
  // Who names no processor knows what the code will run on.
  if (target.triple.empty())
    return Error::success();
  auto info = getSubtarget(Triple(target.triple), target.cpu, target.features);
  if (!info) {
    // LLVM knows no such processors, and generates no code for them.
    llvm::consumeError(info.takeError());
    return Error::success();
  }
  for (const TargetField &field : getTargetFields()) {
    int64_t &value = target.*field.member;
    if (value == 0 || llvm::none_of(instructions, [&](const auto &some) {
          return some.field == field.member;
        }))
      continue;
    int64_t least = getLeastValue(target, **info, field.member);
    if (least != 0 && value >= least)
      continue;
    if (isGiven(field))
      return makeLacking(target, field);
    value = least;
  }
  return Error::success();
}

/// Sets the registers of x86, and what they do.
static void setX86Registers(Target &target, const MCSubtargetInfo &info) {
  auto has = [&](const char *feature) { return info.checkFeatures(feature); };
  bool isWide = has("+avx512f");
  target.vectorBits = isWide ? 512 : has("+avx2") ? 256 : 128;
  target.shortVectorBits = has("+prefer-256-bit") ? 256 : 512;
  target.vectorRegisters = isWide ? 32 : 16;
  target.maskedBits = has("+avx512bw") ? 8 : has("+avx") ? 32 : 0;
  target.arithF16 = has("+avx512fp16");
  if (!isWide && !has("+fma"))
    target.fmasPerCycle = 0;
}

/// Returns the named target whose caches and habits are taken for a processor
/// that has no name of its own here.
static Target getMostAlike(const Triple &triple, StringRef cpu,
                           const MCSubtargetInfo &info) {
  if (std::optional<Target> named = findNamedTarget(cpu))
    if (named->cpu == cpu)
      return *named;
  if (triple.isAArch64())
    return *findNamedTarget("aarch64");
  if (!triple.isX86())
    return *findNamedTarget("generic");
  bool isWide = info.checkFeatures("+avx512f");
  bool isZen = cpu.starts_with("znver");
  Target target = *findNamedTarget(isWide                         ? "x86-64-v4"
                                   : !info.checkFeatures("+avx2") ? "x86-64-v2"
                                   : isZen                        ? "znver3"
                                           : "x86-64-v3");
  if (isZen)
    target.prefetchBytes = findNamedTarget("znver3")->prefetchBytes;
  else if (isWide && !cpu.empty())
    target.loadsPerCycle = findNamedTarget("sapphirerapids")->loadsPerCycle;
  return target;
}

static Target getTarget(const Triple &triple, StringRef cpu, StringRef features,
                        const MCSubtargetInfo &info) {
  if (cpu == "generic")
    cpu = "";
  Target target = getMostAlike(triple, cpu, info);
  target.cpu = cpu.str();
  target.features = features.str();
  Triple known(target.triple);
  if (triple.getArch() != known.getArch() || triple.getOS() != known.getOS())
    target.triple = triple.str();
  if (triple.isX86())
    setX86Registers(target, info);
  else if (triple.isAArch64())
    target.arithF16 = info.checkFeatures("+fullfp16");
  for (const Instructions &some : instructions)
    target.*some.field = getLeastValue(target, info, some.field);
  // The name leads back to triple, processor and caches.
  std::optional<Target> named = findNamedTarget(target.name);
  if (named->cpu != target.cpu || named->triple != target.triple)
    target.name = cpu.empty() ? "generic" : cpu.str();
  return target;
}

/// Returns how the features differ from those that the processor is known for.
static std::string getDifference(const MCSubtargetInfo &processor,
                                 const MCSubtargetInfo &info) {
  llvm::SubtargetFeatures features;
  for (const llvm::SubtargetFeatureKV &entry : info.getAllProcessorFeatures()) {
    bool has = info.getFeatureBits().test(entry.Value);
    if (has != processor.getFeatureBits().test(entry.Value))
      features.AddFeature(entry.Key, has);
  }
  return features.getString();
}

Target mlir::tiled_layout::getTarget(const llvm::TargetMachine &machine) {
  const MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  const Triple &triple = machine.getTargetTriple();
  auto processor = getSubtarget(triple, machine.getTargetCPU(), "");
  if (!processor) {
    llvm::consumeError(processor.takeError());
    return ::getTarget(triple, machine.getTargetCPU(),
                       machine.getTargetFeatureString(), info);
  }
  return ::getTarget(triple, machine.getTargetCPU(),
                     getDifference(**processor, info), info);
}

Expected<Target> mlir::tiled_layout::getTarget(StringRef cpu,
                                               StringRef features,
                                               StringRef tripleText) {
  Target target;
  if (cpu == "host" || llvm::is_contained(getTargetNames(), cpu)) {
    Expected<Target> named = getNamedTarget(cpu);
    if (!named || (features.empty() && tripleText.empty()))
      return named;
    target = *named;
  } else {
    target.cpu = cpu.str();
  }
  Triple triple(!tripleText.empty()      ? tripleText.str()
                : !target.triple.empty() ? target.triple
                                         : findTriple(target.cpu));
  llvm::SubtargetFeatures all(target.features);
  all.addFeaturesVector(llvm::SubtargetFeatures(features).getFeatures());
  auto info = getSubtarget(triple, target.cpu, all.getString());
  if (!info)
    return info.takeError();
  Target result = ::getTarget(triple, target.cpu, all.getString(), **info);
  if (cpu == "host")
    setHostCaches(result);
  return result;
}

//===----------------------------------------------------------------------===//
// This machine
//===----------------------------------------------------------------------===//

/// Returns the bytes of the third-level cache that the first processor reads
/// through, if Linux says. `sysconf` of glibc 2.36 returns the sum of those of
/// an AMD package.
static std::optional<int64_t> readThirdLevelBytes() {
  auto read = [](const llvm::Twine &path) {
    auto file = llvm::MemoryBuffer::getFileAsStream(
        "/sys/devices/system/cpu/cpu0/cache/" + path);
    return file ? (*file)->getBuffer().trim().str() : std::string();
  };
  for (int index = 0; index < 8; ++index) {
    std::string folder = "index" + std::to_string(index) + "/";
    if (read(folder + "level") != "3")
      continue;
    std::string text = read(folder + "size");
    StringRef size(text);
    int64_t kib;
    if (size.consume_back("K") && !size.getAsInteger(10, kib) && kib > 0)
      return kib << 10;
  }
  return std::nullopt;
}

void mlir::tiled_layout::setHostCaches(Target &target) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  auto take = [](int64_t &bytes, int name) {
    if (long value = sysconf(name); value > 0)
      bytes = value;
  };
  take(target.lineBytes, _SC_LEVEL1_DCACHE_LINESIZE);
  take(target.l1Bytes, _SC_LEVEL1_DCACHE_SIZE);
  take(target.l2Bytes, _SC_LEVEL2_CACHE_SIZE);
  take(target.l3Bytes, _SC_LEVEL3_CACHE_SIZE);
  target.l3Bytes = readThirdLevelBytes().value_or(target.l3Bytes);
  take(target.pageBytes, _SC_PAGESIZE);
  // Some caches have sets whose number is no power of two.
  int64_t ways = 0;
  take(ways, _SC_LEVEL1_DCACHE_ASSOC);
  if (ways > 0 && llvm::isPowerOf2_64(target.l1Bytes / ways))
    target.l1WayBytes = target.l1Bytes / ways;
#endif
}

/// True if the system lets processes ask for the tile registers of AMX. To ask
/// for them here would change what signal stacks the process may have.
static bool hasTileRegisters() {
#if defined(__linux__) && defined(__x86_64__)
  constexpr int getSupported = 0x1021, tileData = 18;
  uint64_t supported = 0;
  return syscall(SYS_arch_prctl, getSupported, &supported) == 0 &&
         (supported >> tileData & 1) != 0;
#else
  return false;
#endif
}

static Expected<Target> detectHost() {
  Triple triple(llvm::sys::getProcessTriple());
  StringRef cpu = llvm::sys::getHostCPUName();
  llvm::SubtargetFeatures features;
  for (const auto &[name, isHere] : llvm::sys::getHostCPUFeatures())
    features.AddFeature(name, isHere && (!StringRef(name).starts_with("amx") ||
                                         hasTileRegisters()));
  auto processor = getSubtarget(triple, cpu, "");
  if (!processor)
    return processor.takeError();
  auto info = getSubtarget(triple, cpu, features.getString());
  if (!info)
    return info.takeError();
  Target target =
      ::getTarget(triple, cpu, getDifference(**processor, **info), **info);
  setHostCaches(target);
  return target;
}

Expected<Target> mlir::tiled_layout::getNamedTarget(StringRef name) {
  if (name == "host")
    return detectHost();
  if (std::optional<Target> target = findNamedTarget(name))
    return *target;
  SmallVector<StringRef> known(getTargetNames());
  known.push_back("host");
  return makeUnknown("target", name, known);
}
