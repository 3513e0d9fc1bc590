//===- HloReader.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/HloReader.h"

#include "HloCursor.h"
#include "HloInstruction.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;

namespace {

/// Reads one module, item by item: a header, a line of a table, an instruction.
class ModuleReader {
public:
  ModuleReader(TextWindow &window, std::function<void(uint64_t)> &onProgress)
      : window(window), onProgress(onProgress), parser(program) {}

  /// Reads the module; false if there is none.
  llvm::Expected<bool> read();

  Program program;

private:
  /// What became of an item.
  enum class Result {
    /// It was read, and the cursor stands behind it.
    Read,
    /// It was refused, for the cursor's reason.
    Refused,
    /// The next module begins, or the text has ended.
    ModuleEnds,
  };

  Result readItem(HloCursor &cursor);
  Result readOutside(HloCursor &cursor);
  Result readInside(HloCursor &cursor);
  bool readModuleLine(HloCursor &cursor);
  bool readTableLine(HloCursor &cursor);
  bool readComputationHeader(HloCursor &cursor);
  bool readComputationEnd(HloCursor &cursor);
  void skipRefused(HloCursor &cursor);

  Computation &openComputation(StringRef name, bool isEntry);

  TextWindow &window;
  std::function<void(uint64_t)> &onProgress;
  HloInstructionParser parser;
  bool hasContents = false;
  bool isInComputation = false;
  /// The table that lines with numbers belong to.
  std::string table;
};

} // namespace

Computation &ModuleReader::openComputation(StringRef name, bool isEntry) {
  isInComputation = true;
  table.clear();
  Computation &computation = program.computations.emplace_back();
  computation.name = program.intern(name);
  computation.isEntry = isEntry;
  return computation;
}

/// Reads `HloModule name, key=value...`.
bool ModuleReader::readModuleLine(HloCursor &cursor) {
  cursor.consume("HloModule");
  program.name = cursor.readWord().str();
  while (cursor.consumeComma()) {
    StringRef key = cursor.readWord();
    if (!cursor.consume('='))
      return cursor.fail("expected '=' after '" + key + "'");
    std::optional<StringRef> value = cursor.readValue();
    if (!value)
      return false;
    if (key == "is_scheduled")
      program.isScheduled = *value == "true";
  }
  return cursor.atInstructionEnd() ||
         cursor.fail("expected ',' between the attributes of the module");
}

/// Returns the number after `key=`, or 0.
static int64_t getField(StringRef fields, StringRef key) {
  while (!fields.empty()) {
    auto [field, rest] = fields.ltrim("{ ,").split(' ');
    int64_t value;
    if (field.consume_front(key) && field.consume_front("=") &&
        !field.consumeInteger(10, value))
      return value;
    fields = rest;
  }
  return 0;
}

/// Reads a line such as `2 {file_name_id=1 line=20}` or `1 "main.py"`.
bool ModuleReader::readTableLine(HloCursor &cursor) {
  StringRef line = cursor.getRestOfLine().trim();
  int64_t number;
  if (line.consumeInteger(10, number))
    return cursor.fail("expected a number and what it stands for");
  line = line.trim();
  if (table == "FileNames") {
    if (line.size() < 2 || line.front() != '"' || line.back() != '"')
      return cursor.fail("expected a file name in quotes");
    program.fileNames[number] = program.intern(line.drop_front().drop_back());
  } else if (table == "FileLocations") {
    program.fileLocations[number] = {getField(line, "file_name_id"),
                                     getField(line, "line")};
  } else if (table == "StackFrames") {
    program.stackFrames[number] = getField(line, "file_location_id");
  }
  cursor.skipLine();
  return true;
}

/// Reads `[ENTRY] [%]name [(parameters) -> shape] {`.
bool ModuleReader::readComputationHeader(HloCursor &cursor) {
  cursor.consume('%');
  bool isEntry = false;
  StringRef name = cursor.readWord();
  if (name == "ENTRY") {
    isEntry = true;
    cursor.consume('%');
    name = cursor.readWord();
  }
  if (name.empty() && !isEntry)
    return cursor.fail("expected an instruction or a computation");
  cursor.skipSpace();
  if (cursor.peek() == '(') {
    if (!cursor.readBracket())
      return false;
    if (cursor.consume("->") && !cursor.readType())
      return false;
  }
  if (!cursor.consume('{'))
    return cursor.fail("expected '{' after the head of a computation");
  if (cursor.ranOut())
    return false;
  openComputation(name, isEntry);
  return true;
}

/// Reads what follows the closing brace: `, execution_thread="main"`.
bool ModuleReader::readComputationEnd(HloCursor &cursor) {
  cursor.skipBlanks();
  while (cursor.peek() == ',') {
    cursor.consume(',');
    StringRef key = cursor.readWord();
    if (!cursor.consume('=') || !cursor.readValue())
      return cursor.fail("expected a value for '" + key + "'");
    cursor.skipBlanks();
  }
  return true;
}

ModuleReader::Result ModuleReader::readOutside(HloCursor &cursor) {
  static constexpr StringRef tables[] = {"FileNames", "FunctionNames",
                                         "FileLocations", "StackFrames"};
  StringRef line = cursor.getRestOfLine().trim();
  auto toResult = [](bool ok) { return ok ? Result::Read : Result::Refused; };
  if (line == "HloModule" || line.starts_with("HloModule ")) {
    if (hasContents)
      return Result::ModuleEnds;
    return toResult(readModuleLine(cursor));
  }
  if (llvm::is_contained(tables, line)) {
    if (!cursor.ranOut())
      table = line.str();
    cursor.skipLine();
    return Result::Read;
  }
  if (!table.empty() && llvm::isDigit(cursor.peek()))
    return toResult(readTableLine(cursor));
  if (!cursor.atInstruction())
    return toResult(readComputationHeader(cursor));
  // Instructions that were pasted without their computation.
  if (cursor.ranOut())
    return Result::Read;
  openComputation("", /*isEntry=*/true);
  return readInside(cursor);
}

/// True if a line opens a computation, so that the one before it has ended.
static bool looksLikeHeader(StringRef line) {
  line = line.trim();
  return line.ends_with("{") && !looksLikeInstruction(line) &&
         (line.starts_with("ENTRY ") || line.contains(" -> ") ||
          line.drop_back().trim().find_first_of(" =\"") == StringRef::npos);
}

ModuleReader::Result ModuleReader::readInside(HloCursor &cursor) {
  if (cursor.peek() == '}') {
    cursor.consume('}');
    if (!readComputationEnd(cursor))
      return Result::Refused;
    if (!cursor.ranOut())
      isInComputation = false;
    return Result::Read;
  }
  StringRef line = cursor.getRestOfLine();
  if (line.starts_with("HloModule ") || looksLikeHeader(line)) {
    if (!cursor.ranOut())
      isInComputation = false;
    return Result::Read;
  }
  return parser.read(cursor, program.computations.size() - 1) ? Result::Read
                                                              : Result::Refused;
}

ModuleReader::Result ModuleReader::readItem(HloCursor &cursor) {
  if (cursor.peek() == 0)
    return Result::ModuleEnds;
  return isInComputation ? readInside(cursor) : readOutside(cursor);
}

/// Goes to the next line that can be read: further lines belong to a refused
/// one that begins an instruction and leaves a bracket open or ends in a comma.
void ModuleReader::skipRefused(HloCursor &cursor) {
  size_t failedAt = cursor.getOffset();
  cursor.moveTo(0);
  bool isInstruction = cursor.atInstruction();
  int64_t depth = 0;
  do {
    StringRef line = cursor.getRestOfLine();
    for (char c : line)
      depth += (c == '(' || c == '[' || c == '{') -
               (c == ')' || c == ']' || c == '}');
    cursor.skipLine();
    if (cursor.ranOut())
      return;
    StringRef next = cursor.getRestOfLine();
    bool goesOn = isInstruction && (cursor.getOffset() <= failedAt ||
                                    depth > 0 || line.rtrim().ends_with(","));
    if (!goesOn || looksLikeInstruction(next) || looksLikeHeader(next) ||
        next.ltrim().starts_with("}"))
      return;
  } while (cursor.peek() != 0);
}

llvm::Expected<bool> ModuleReader::read() {
  while (true) {
    // White space first, so that the item begins on its line.
    HloCursor space(window.getText(), window.isComplete());
    space.skipSpace();
    if (space.ranOut()) {
      if (llvm::Error error = window.read())
        return error;
      continue;
    }
    window.consume(space.getOffset());

    HloCursor cursor(window.getText(), window.isComplete());
    Result result = readItem(cursor);
    std::string message = cursor.getMessage();
    if (result == Result::Refused && !cursor.ranOut())
      skipRefused(cursor);
    if (cursor.ranOut()) {
      if (llvm::Error error = window.read())
        return error;
      continue;
    }
    if (result == Result::ModuleEnds)
      return hasContents;
    if (result == Result::Refused)
      program.skippedLines.push_back({window.getLine(), std::move(message)});
    else
      parser.commit();
    hasContents = true;
    window.consume(cursor.getOffset());
    if (onProgress)
      onProgress(window.getOffset());
  }
}

llvm::Expected<std::optional<Program>> HloReader::readModule() {
  ModuleReader reader(window, onProgress);
  llvm::Expected<bool> hasModule = reader.read();
  if (!hasModule)
    return hasModule.takeError();
  if (!*hasModule)
    return std::nullopt;
  Program program = std::move(reader.program);
  // As in XLA, the last computation is the entry if none is marked.
  auto isEntry = [](const Computation &c) { return c.isEntry; };
  if (!program.computations.empty() &&
      llvm::none_of(program.computations, isEntry))
    program.computations.back().isEntry = true;
  program.resolveNames();
  return std::optional<Program>(std::move(program));
}
