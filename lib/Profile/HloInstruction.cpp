//===- HloInstruction.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloInstruction.h"

#include "tiled_layout/Profile/HloReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;

/// Computations written out within each other beyond this are refused.
static constexpr unsigned maxNesting = 32;

static std::optional<Naming> getNaming(StringRef key) {
  return llvm::StringSwitch<std::optional<Naming>>(key)
      .Case("calls", Naming::Calls)
      .Case("to_apply", Naming::ToApply)
      .Cases({"body", "condition"}, Naming::Loop)
      .Cases({"select", "scatter", "comparator", "called_computations"},
             Naming::Applies)
      .Cases({"branch_computations", "true_computation", "false_computation"},
             Naming::Branches)
      .Default(std::nullopt);
}

/// Returns a string without its quotes and escapes.
static std::string unquote(StringRef text) {
  if (!text.consume_front("\""))
    return text.str();
  text.consume_back("\"");
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size())
      ++i;
    result += text[i];
  }
  return result;
}

/// Finds `known_trip_count` in the `backend_config` of a loop.
static std::optional<int64_t> findTripCount(StringRef config) {
  std::string text = unquote(config);
  StringRef rest = text;
  size_t found = rest.find("known_trip_count");
  if (found == StringRef::npos)
    return std::nullopt;
  rest = rest.drop_front(found + strlen("known_trip_count"));
  rest = rest.ltrim("\"\\ :={\n\t");
  rest.consume_front("n");
  rest = rest.ltrim("\"\\ :=\n\t");
  int64_t count;
  if (rest.consumeInteger(10, count) || count < 0)
    return std::nullopt;
  return count;
}

/// Calls `onEntry` for each part between commas outside of brackets.
static void forEachEntry(StringRef list,
                         llvm::function_ref<void(StringRef)> onEntry) {
  HloCursor cursor(list, /*isComplete=*/true);
  do {
    cursor.skipSpace();
    std::optional<StringRef> entry = cursor.readValue();
    if (!entry)
      return;
    if (!entry->trim().empty())
      onEntry(entry->trim());
  } while (cursor.consumeComma());
}

void HloInstructionParser::addOperands(StringRef text, Draft &draft) {
  if (draft.instruction.opcode == "constant" ||
      draft.instruction.opcode == "parameter")
    return;
  forEachEntry(text, [&](StringRef entry) {
    // The name comes last; before it, in long text, the shape.
    size_t begin = entry.find_last_of(" \t\n%/");
    StringRef name = entry.drop_front(begin == StringRef::npos ? 0 : begin + 1);
    Operand operand{program.intern(name), std::nullopt, -1};
    StringRef type = entry.drop_back(name.size()).rtrim("% \t\n");
    if (!type.empty()) {
      if (llvm::Expected<unsigned> number = program.types.getType(type))
        operand.writtenType = *number;
      else
        llvm::consumeError(number.takeError());
    }
    draft.operands.push_back(operand);
  });
}

/// Reads fields such as `op_name="jit(f)/dot" source_line=12`.
void HloInstructionParser::addMetadata(StringRef fields, Draft &draft) {
  fields.consume_front("{");
  fields.consume_back("}");
  HloCursor cursor(fields, /*isComplete=*/true);
  while (true) {
    StringRef key = cursor.readWord();
    if (key.empty() || !cursor.consume('='))
      return;
    size_t begin = cursor.getOffset();
    char first = cursor.peek();
    StringRef value;
    if (first == '{') {
      if (!cursor.readBracket())
        return;
    } else if (first == '"') {
      size_t end = begin + 1;
      while (end < fields.size() && fields[end] != '"')
        end += fields[end] == '\\' ? 2 : 1;
      cursor.moveTo(std::min(end + 1, fields.size()));
      value = fields.slice(begin, cursor.getOffset());
    } else {
      value = cursor.readWord();
    }
    Instruction &instruction = draft.instruction;
    if (key == "op_name")
      instruction.opName = program.intern(unquote(value));
    else if (key == "source_file")
      instruction.sourceFile = program.intern(unquote(value));
    else if (key == "source_line")
      value.getAsInteger(10, instruction.sourceLine);
    else if (key == "stack_frame_id")
      value.getAsInteger(10, instruction.stackFrame);
    cursor.consume(',');
  }
}

void HloInstructionParser::addAttribute(StringRef key, StringRef value,
                                        Draft &draft) {
  StringRef opcode = draft.instruction.opcode;
  if (std::optional<Naming> naming = getNaming(key)) {
    value.consume_front("{");
    value.consume_back("}");
    forEachEntry(value, [&](StringRef name) {
      draft.calls.push_back({*naming, program.intern(name.ltrim("%")), -1});
    });
  } else if (key == "metadata") {
    addMetadata(value, draft);
  } else if (key == "dimensions" && opcode == "transpose") {
    forEachEntry(value.trim("{}"), [&](StringRef entry) {
      int64_t dim;
      draft.permutation.push_back(entry.getAsInteger(10, dim) ? -1 : dim);
    });
  } else if (key == "backend_config" &&
             (opcode == "while" || opcode == "while-start")) {
    draft.tripCount = findTripCount(value);
  } else if (key == "index" && opcode == "get-tuple-element") {
    int64_t index;
    if (!value.getAsInteger(10, index))
      draft.tupleIndex = index;
  }
}

/// Reads `{ instructions }` in the place of a computation's name.
bool HloInstructionParser::readNestedComputation(HloCursor &cursor,
                                                 StringRef key, Draft &draft,
                                                 unsigned depth) {
  if (depth == maxNesting)
    return cursor.fail("computations are nested too deeply");
  NestedComputation computation;
  computation.name = program.intern((draft.instruction.name + "." + key).str());
  cursor.consume('{');
  while (!cursor.consume('}'))
    if (!readDraft(cursor, computation.instructions.emplace_back(), depth + 1))
      return false;
  draft.calls.push_back({*getNaming(key), computation.name, -1});
  nested.push_back(std::move(computation));
  return true;
}

bool HloInstructionParser::readAttributes(HloCursor &cursor, Draft &draft,
                                          unsigned depth) {
  while (cursor.consumeComma()) {
    cursor.skipSpace();
    if (cursor.atInstruction())
      return cursor.fail("expected an attribute after ','");
    StringRef key = cursor.readWord();
    if (key.empty())
      return cursor.fail("expected an attribute after ','");
    if (!cursor.consume('='))
      continue; // A flag.
    cursor.skipSpace();
    if (getNaming(key) && cursor.peek() == '{') {
      HloCursor ahead = cursor;
      ahead.consume('{');
      ahead.skipSpace();
      bool isWrittenOut = ahead.atInstruction();
      cursor.noteRanOut(ahead);
      if (isWrittenOut) {
        if (!readNestedComputation(cursor, key, draft, depth))
          return false;
        continue;
      }
    }
    std::optional<StringRef> value = cursor.readValue();
    if (!value)
      return false;
    addAttribute(key, *value, draft);
  }
  return true;
}

bool HloInstructionParser::readDraft(HloCursor &cursor, Draft &draft,
                                     unsigned depth) {
  Instruction &instruction = draft.instruction;
  bool hasSigil = cursor.consume('%');
  StringRef name = cursor.readWord();
  if (!hasSigil && name == "ROOT") {
    instruction.isRoot = true;
    cursor.consume('%');
    name = cursor.readWord();
  }
  if (name.empty() || !cursor.consume('='))
    return cursor.fail("expected an instruction: name = shape opcode(...)");
  std::optional<StringRef> type = cursor.readType();
  if (!type)
    return false;
  StringRef opcode = cursor.readWord();
  if (opcode.empty())
    return cursor.fail("expected an opcode after the shape");
  cursor.skipSpace();
  if (cursor.peek() != '(')
    return cursor.fail("expected '(' after '" + opcode + "'");
  std::optional<StringRef> operands = cursor.readBracket();
  if (!operands || cursor.ranOut())
    return false;
  instruction.name = program.intern(name);
  instruction.opcode = program.intern(opcode);
  addOperands(operands->drop_front().drop_back(), draft);
  if (!readAttributes(cursor, draft, depth))
    return false;
  if (!cursor.atInstructionEnd())
    return cursor.fail("expected ',' and an attribute, but found '" +
                       cursor.getRestOfLine().take_front(20) + "'");
  // Last, so that the whole instruction is passed over.
  llvm::Expected<unsigned> number = program.types.getType(*type);
  if (!number)
    return cursor.fail(llvm::toString(number.takeError()));
  instruction.type = *number;
  return true;
}

bool HloInstructionParser::read(HloCursor &cursor, size_t computation) {
  target = computation;
  nested.clear();
  pending.emplace();
  if (readDraft(cursor, *pending, 0))
    return true;
  pending.reset();
  return false;
}

void HloInstructionParser::addTo(Computation &computation, Draft &&draft) {
  unsigned number = computation.instructions.size();
  Instruction &instruction = draft.instruction;
  instruction.firstOperand = computation.operands.size();
  instruction.numOperands = draft.operands.size();
  instruction.firstCall = computation.calls.size();
  instruction.numCalls = draft.calls.size();
  llvm::append_range(computation.operands, draft.operands);
  llvm::append_range(computation.calls, draft.calls);
  if (!draft.permutation.empty())
    computation.permutations[number] = std::move(draft.permutation);
  if (draft.tripCount)
    computation.tripCounts[number] = *draft.tripCount;
  if (draft.tupleIndex)
    computation.tupleIndices[number] = *draft.tupleIndex;
  computation.instructions.push_back(instruction);
}

void HloInstructionParser::commit() {
  if (!pending)
    return;
  addTo(program.computations[target], std::move(*pending));
  pending.reset();
  for (NestedComputation &computation : nested) {
    Computation inner;
    inner.name = computation.name;
    for (Draft &draft : computation.instructions)
      addTo(inner, std::move(draft));
    // Before the computation that is being read, which stays the last one.
    program.computations.insert(program.computations.begin() + target,
                                std::move(inner));
    ++target;
  }
  nested.clear();
}
