//===- CodeTarget.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/CodeTarget.h"

#include "CodeGenerator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

const Target &mlir::tiled_layout::getHostTarget() {
  static const Target host = [] {
    Expected<Target> target = getNamedTarget("host");
    if (target)
      return *target;
    llvm::consumeError(target.takeError());
    return llvm::cantFail(getNamedTarget("generic"));
  }();
  return host;
}

Expected<Target> mlir::tiled_layout::getCodeTarget(StringRef cpu,
                                                   StringRef features) {
  if (cpu.empty())
    cpu = "host";
  return features.empty() ? parseTarget(cpu) : getTarget(cpu, features);
}

static llvm::Triple getTriple(const Target &target) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  if (target.triple.empty())
    return host;
  // Code for this kind of machine is for this one's system.
  llvm::Triple triple(target.triple);
  return triple.getArch() == host.getArch() ? host : triple;
}

static void initializeTargets(const llvm::Triple &triple) {
  static std::once_flag native, all;
  std::call_once(native, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  if (triple.getArch() == llvm::Triple(llvm::sys::getProcessTriple()).getArch())
    return;
  std::call_once(all, [] {
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
  });
}

Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::tiled_layout::createTargetMachine(const Target &target) {
  llvm::Triple triple = getTriple(target);
  initializeTargets(triple);
  llvm::orc::JITTargetMachineBuilder builder(triple);
  builder.setCPU(target.cpu);
  builder.addFeatures(llvm::SubtargetFeatures(target.features).getFeatures());
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  builder.setRelocationModel(llvm::Reloc::PIC_);
  // What is linked into this process is reached through tables, too.
  builder.setCodeModel(llvm::CodeModel::Small);
  return builder.createTargetMachine();
}

/// True for features of x86 whose instructions LLVM emits for intrinsics only,
/// and never for the programs of this project. Virtual machines hide some of
/// them from the processors that have them.
static bool isForIntrinsicsOnly(StringRef feature) {
  static const llvm::StringSet<> names = {
      "cldemote", "clflushopt", "clwb",   "clzero",    "enqcmd",    "fsgsbase",
      "hreset",   "invpcid",    "kl",     "lwp",       "movdir64b", "movdiri",
      "mwaitx",   "pconfig",    "pku",    "prefetchi", "ptwrite",   "rdpid",
      "rdpru",    "rdrnd",      "rdseed", "rtm",       "serialize", "sgx",
      "shstk",    "tsxldtrk",   "uintr",  "usermsr",   "waitpkg",   "wbnoinvd",
      "widekl",   "xsave",      "xsavec", "xsaveopt",  "xsaves"};
  return names.contains(feature);
}

Error mlir::tiled_layout::checkRuns(const Target &target) {
  if (target == getHostTarget())
    return Error::success();
  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  llvm::Triple triple = (*machine)->getTargetTriple();
  llvm::Triple host(llvm::sys::getProcessTriple());
  if (triple.getArch() != host.getArch())
    return llvm::createStringError("this machine does not run code for '" +
                                   triple.str() + "'");
  const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<StringRef> lacking;
  for (const auto &[name, isHere] : features)
    if (!isHere && !(host.isX86() && isForIntrinsicsOnly(name)) &&
        (*machine)->getMCSubtargetInfo()->checkFeatures(("+" + name).str()))
      lacking.push_back(name);
  if (lacking.empty())
    return Error::success();
  llvm::sort(lacking);
  std::string list;
  constexpr size_t namedFeatures = 3;
  for (StringRef name : llvm::ArrayRef(lacking).take_front(namedFeatures))
    list += (list.empty() ? "'" : ", '") + name.str() + "'";
  if (lacking.size() > namedFeatures)
    list += " and " + std::to_string(lacking.size() - namedFeatures) + " more";
  return llvm::createStringError("this machine lacks " + list +
                                 " of processor '" +
                                 (*machine)->getTargetCPU() + "'");
}
