//===- CompiledCode.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledCode.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

#include <atomic>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

static constexpr llvm::StringLiteral symbol = "relayout";

/// Returns what links all code of this process. It is never destroyed, since
/// code may be in use until the very end.
static Expected<llvm::orc::LLJIT *> getLinker() {
  static Expected<llvm::orc::LLJIT *> *linker = [] {
    auto created = llvm::orc::LLJITBuilder().create();
    if (!created)
      return new Expected<llvm::orc::LLJIT *>(created.takeError());
    return new Expected<llvm::orc::LLJIT *>(created->release());
  }();
  if (*linker)
    return **linker;
  return llvm::createStringError("this process cannot link code");
}

/// Each program is a library of its own, so that it can be unloaded.
static Expected<llvm::orc::JITDylib &> createLibrary(llvm::orc::LLJIT &linker) {
  static std::atomic<uint64_t> count;
  return linker.createJITDylib(("relayout." + llvm::Twine(count++)).str());
}

Expected<std::shared_ptr<const CompiledCode>>
CompiledCode::link(GeneratedCode generated) {
  Expected<llvm::orc::LLJIT *> linker = getLinker();
  if (!linker)
    return linker.takeError();
  Expected<llvm::orc::JITDylib &> library = createLibrary(**linker);
  if (!library)
    return library.takeError();
  // From here on the library is unloaded if something fails.
  std::shared_ptr<CompiledCode> code(new CompiledCode);
  code->library = &*library;
  code->slices = generated.slices;
  if (Error error = (*linker)->addObjectFile(
          *library, std::make_unique<llvm::SmallVectorMemoryBuffer>(
                        std::move(generated.object),
                        /*RequiresNullTerminator=*/false)))
    return error;
  Expected<llvm::orc::ExecutorAddr> address =
      (*linker)->lookup(*library, symbol);
  if (!address)
    return address.takeError();
  code->function = address->toPtr<void *>();
  return code;
}

/// Returns LLVM's code generator for code that runs in this process, which is
/// all that is linked here.
static Expected<std::unique_ptr<llvm::TargetMachine>>
createRunnableMachine(const Target &target) {
  if (llvm::Error error = checkRuns(target))
    return std::move(error);
  return createTargetMachine(target);
}

Expected<std::shared_ptr<const CompiledCode>>
CompiledCode::compile(const KernelPart &part, int64_t threads,
                      const Target &target) {
  Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createRunnableMachine(target);
  if (!machine)
    return machine.takeError();
  Target planned = target;
  planned.vectorBits = part.vectorBits;
  Expected<GeneratedCode> generated =
      generateCode(part.problem, part.padding, symbol, part.getSharedLoop(),
                   threads, &part.plan, part.values, planned, **machine);
  if (!generated)
    return generated.takeError();
  return link(std::move(*generated));
}

Expected<std::shared_ptr<const CompiledCode>>
CompiledCode::compileKind(const RelayoutProblem &problem,
                          const Target &target) {
  Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createRunnableMachine(target);
  if (!machine)
    return machine.takeError();
  Expected<GeneratedCode> generated =
      generateCodeOfKind(problem, symbol, target, **machine);
  if (!generated)
    return generated.takeError();
  return link(std::move(*generated));
}

CompiledCode::~CompiledCode() {
  llvm::orc::LLJIT *linker = llvm::cantFail(getLinker());
  // Nothing can be done about memory that cannot be unmapped.
  llvm::consumeError(linker->getExecutionSession().removeJITDylib(*library));
}
