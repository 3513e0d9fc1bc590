//===- Inputs.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Inputs.h"

#include "HloInstruction.h"
#include "tiled_layout/Profile/HloReader.h"
#include "tiled_layout/Profile/Profile.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// True at the first line of an allocation's block: `1. Size: ...` or
/// `Buffer 1:`.
static bool beginsAllocation(StringRef line) {
  line = line.trim();
  unsigned number;
  if (line.consume_front("Buffer "))
    return !line.consumeInteger(10, number) && line.starts_with(":");
  return !line.consumeInteger(10, number) && line.consume_front(".") &&
         line.ltrim().starts_with_insensitive("size:");
}

static bool beginsMlir(StringRef line) {
  for (StringRef token :
       {"module ", "module{", "func.func", "\"builtin.module\"",
        "\"func.func\"", "memref.global", "ml_program."})
    if (line.starts_with(token))
      return true;
  // An alias: `#layout = ...`, `!t = ...`.
  return line == "module" ||
         ((line.starts_with("#") || line.starts_with("!")) &&
          line.contains(" = "));
}

InputKind mlir::tiled_layout::recognizeInput(StringRef beginning) {
  if (beginning.starts_with("ML\xefR"))
    return InputKind::Mlir;
  bool hasComputation = false, hasAllocation = false;
  for (StringRef line : llvm::split(beginning, '\n')) {
    line = line.trim();
    if (line.starts_with("HloModule "))
      return InputKind::Hlo;
    if (beginsMlir(line))
      return InputKind::Mlir;
    hasAllocation |= beginsAllocation(line);
    hasComputation |= line.starts_with("ENTRY ") ||
                      (!hasAllocation && looksLikeInstruction(line));
  }
  if (hasAllocation)
    return InputKind::OutOfMemory;
  return hasComputation ? InputKind::Hlo : InputKind::Shapes;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Calls `onLine` for every line, without its end.
static llvm::Error forEachLine(TextWindow &window,
                               llvm::function_ref<void(StringRef)> onLine) {
  while (true) {
    size_t end = window.getText().find('\n');
    if (end == StringRef::npos && !window.isComplete()) {
      if (llvm::Error error = window.read())
        return error;
      continue;
    }
    StringRef line = window.getText().take_front(end);
    if (end == StringRef::npos && line.empty())
      return llvm::Error::success();
    onLine(line.trim());
    window.consume(std::min(line.size() + 1, window.getText().size()));
  }
}

llvm::Expected<Program> mlir::tiled_layout::readShapeList(TextWindow &window) {
  Program program;
  program.hasBody = false;
  Computation &computation = program.computations.emplace_back();
  computation.name = program.intern("shapes");
  computation.isEntry = true;
  llvm::Error error = forEachLine(window, [&](StringRef line) {
    if (line.empty() || line.starts_with("#") || line.starts_with("//"))
      return;
    llvm::Expected<unsigned> type = program.types.getType(line);
    if (!type) {
      program.skippedLines.push_back(
          {window.getLine(), llvm::toString(type.takeError())});
      return;
    }
    Instruction instruction;
    instruction.name =
        program.intern(("line." + llvm::Twine(window.getLine())).str());
    instruction.opcode = program.intern("shape");
    instruction.type = *type;
    computation.instructions.push_back(instruction);
  });
  if (error)
    return error;
  return program;
}

//===----------------------------------------------------------------------===//
// Out of memory
//===----------------------------------------------------------------------===//

namespace {

/// Collects the lines of one allocation after the other.
class AllocationReader {
public:
  explicit AllocationReader(Program &program) : program(program) {
    program.hasBody = false;
    Computation &computation = program.computations.emplace_back();
    computation.name = program.intern("allocations");
    computation.isEntry = true;
  }

  void addLine(StringRef line, int64_t number);
  void finishBlock();

private:
  std::optional<std::string> addInstruction(StringRef text);
  bool addLabel();
  void addShape();

  Program &program;
  bool isInBlock = false;
  int64_t blocks = 0, shapeLine = 0;
  std::string shape, operation, label;
};

} // namespace

void AllocationReader::addLine(StringRef line, int64_t number) {
  if (beginsAllocation(line)) {
    finishBlock();
    isInBlock = true;
    ++blocks;
    return;
  }
  if (!isInBlock)
    return;
  auto [key, value] = line.split(':');
  if (key.equals_insensitive("shape")) {
    shape = value.trim().str();
    shapeLine = number;
  } else if (key.equals_insensitive("operator")) {
    operation = value.trim().str();
  } else if (key.equals_insensitive("xla label")) {
    label = value.trim().str();
  }
}

/// Reads an instruction into the program; returns why it is refused.
std::optional<std::string> AllocationReader::addInstruction(StringRef text) {
  HloInstructionParser parser(program);
  HloCursor cursor(text, /*isComplete=*/true);
  if (!parser.read(cursor, 0))
    return cursor.getMessage();
  parser.commit();
  return std::nullopt;
}

/// Adds a label such as `%copy.1 = f32[8]{0} copy(f32[8]{0} %a)` as an
/// instruction; false if it is none, or none that makes a buffer.
bool AllocationReader::addLabel() {
  if (!looksLikeInstruction(label) || addInstruction(label))
    return false;
  Computation &computation = program.computations.front();
  Instruction &instruction = computation.instructions.back();
  if (!makesBuffers(instruction.opcode, /*isEntry=*/true, false)) {
    computation.instructions.pop_back();
    return false;
  }
  return true;
}

/// Adds the block's shape, under the name that the label begins with.
void AllocationReader::addShape() {
  StringRef name = StringRef(label).split('=').first.trim(" %");
  std::string numbered = "allocation." + std::to_string(blocks);
  if (name.empty() || name.contains(' '))
    name = numbered;
  if (std::optional<std::string> refusal = addInstruction(
          (name + " = " + shape + " allocation(), metadata={" + operation + "}")
              .str()))
    program.skippedLines.push_back({shapeLine, *refusal});
}

void AllocationReader::finishBlock() {
  if (isInBlock && !addLabel() && !shape.empty())
    addShape();
  isInBlock = false;
  shape.clear();
  operation.clear();
  label.clear();
}

llvm::Expected<Program>
mlir::tiled_layout::readOutOfMemory(TextWindow &window) {
  Program program;
  AllocationReader reader(program);
  llvm::Error error = forEachLine(
      window, [&](StringRef line) { reader.addLine(line, window.getLine()); });
  if (error)
    return error;
  reader.finishBlock();
  program.resolveNames();
  return program;
}
