//===- CallGraph.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/CallGraph.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;

int64_t mlir::tiled_layout::saturatingMultiply(int64_t a, int64_t b) {
  return llvm::checkedMul(a, b).value_or(std::numeric_limits<int64_t>::max());
}

int64_t mlir::tiled_layout::saturatingAdd(int64_t a, int64_t b) {
  return llvm::checkedAdd(a, b).value_or(std::numeric_limits<int64_t>::max());
}

const Instruction *
mlir::tiled_layout::getAsyncStart(const Computation &computation,
                                  const Instruction &done) {
  const Instruction *instruction = &done;
  // A cycle of updates ends with the number of instructions.
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    if (instruction->numOperands == 0)
      return nullptr;
    int operand = computation.operands[instruction->firstOperand].instruction;
    if (operand < 0)
      return nullptr;
    instruction = &computation.instructions[operand];
    if (instruction->opcode.ends_with("-start"))
      return instruction;
    if (!instruction->opcode.ends_with("-update"))
      return nullptr;
  }
  return nullptr;
}

namespace {

/// One naming of a computation by an instruction.
struct CallSite {
  int caller;
  int callee;
  Naming naming;
  StringRef opcode;
  /// How often the callee runs for one run of the caller.
  int64_t count = 1;
  bool countIsKnown = true;
};

class CallGraph {
public:
  explicit CallGraph(const Program &program);
  std::vector<ComputationInfo> run();

private:
  void addSites(const Computation &computation, int number);
  void classify(ComputationClass kind,
                llvm::function_ref<bool(const CallSite &)> isDirect);
  void countTrips();

  const Program &program;
  std::vector<CallSite> sites;
  /// Numbers of sites, by caller.
  std::vector<llvm::SmallVector<int, 2>> sitesOf;
  std::vector<ComputationInfo> infos;
};

} // namespace

CallGraph::CallGraph(const Program &program)
    : program(program), sitesOf(program.computations.size()),
      infos(program.computations.size()) {
  for (auto [number, computation] : llvm::enumerate(program.computations))
    addSites(computation, number);
}

void CallGraph::addSites(const Computation &computation, int number) {
  for (auto [i, instruction] : llvm::enumerate(computation.instructions)) {
    StringRef opcode = instruction.opcode;
    // What these name repeats the start.
    if (opcode.ends_with("-update") || opcode.ends_with("-done"))
      continue;
    opcode.consume_back("-start");
    for (const Call &call : computation.getCalls(instruction)) {
      if (call.computation < 0)
        continue;
      CallSite site{number, call.computation, call.naming, opcode};
      if (opcode == "while" && call.naming == Naming::Loop) {
        auto it = computation.tripCounts.find(i);
        site.countIsKnown = it != computation.tripCounts.end();
        site.count = site.countIsKnown ? it->second : 1;
      }
      sitesOf[number].push_back(sites.size());
      sites.push_back(site);
    }
  }
}

/// Gives a class to all computations that a direct site names, or that one of
/// the class calls, and that have no class yet.
void CallGraph::classify(ComputationClass kind,
                         llvm::function_ref<bool(const CallSite &)> isDirect) {
  std::vector<int> work;
  auto add = [&](int computation) {
    if (infos[computation].kind != ComputationClass::Real)
      return;
    infos[computation].kind = kind;
    work.push_back(computation);
  };
  for (const CallSite &site : sites)
    if (isDirect(site))
      add(site.callee);
  while (!work.empty()) {
    int caller = work.back();
    work.pop_back();
    for (int site : sitesOf[caller])
      add(sites[site].callee);
  }
}

/// Visits callers before callees. Computations that call themselves, which no
/// compiler prints, have no order; they keep what reaches them from outside.
void CallGraph::countTrips() {
  std::vector<int> callers(infos.size(), 0);
  for (const CallSite &site : sites)
    ++callers[site.callee];
  std::vector<int> ready;
  for (auto [number, computation] : llvm::enumerate(program.computations)) {
    infos[number].trips = computation.isEntry;
    if (callers[number] == 0)
      ready.push_back(number);
  }
  while (!ready.empty()) {
    int caller = ready.back();
    ready.pop_back();
    for (int number : sitesOf[caller]) {
      const CallSite &site = sites[number];
      ComputationInfo &callee = infos[site.callee];
      callee.tripsKnown &= infos[caller].tripsKnown && site.countIsKnown;
      if (!program.computations[site.callee].isEntry)
        callee.trips = saturatingAdd(
            callee.trips, saturatingMultiply(infos[caller].trips, site.count));
      if (--callers[site.callee] == 0)
        ready.push_back(site.callee);
    }
  }
}

std::vector<ComputationInfo> CallGraph::run() {
  classify(ComputationClass::Applied, [](const CallSite &site) {
    return site.naming == Naming::Applies ||
           (site.naming == Naming::ToApply && site.opcode != "call");
  });
  classify(ComputationClass::Fused, [](const CallSite &site) {
    return site.naming == Naming::Calls && site.opcode == "fusion";
  });
  countTrips();
  return std::move(infos);
}

std::vector<ComputationInfo>
mlir::tiled_layout::getComputationInfos(const Program &program) {
  return CallGraph(program).run();
}
