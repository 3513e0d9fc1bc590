//===- Program.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/Program.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir::tiled_layout;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Deeper tuples are refused, since they are read by recursion.
static constexpr unsigned maxTupleDepth = 64;

unsigned TypeTable::addArray(Shape shape) {
  std::string text = toString(shape);
  auto [it, isNew] = arrayByText.try_emplace(text, arrays.size());
  if (!isNew)
    return it->second;
  ArrayType &array = arrays.emplace_back(ArrayType{std::move(shape), text});
  for (Dimension &dimension : array.shape.dimensions) {
    array.hasUnknownExtent |= dimension.size == kDynamic;
    dimension = {dimension.size == kDynamic ? 1 : dimension.size, false};
  }
  array.shape.morello.clear();
  array.logicalBytes = getLogicalBytes(array.shape);
  array.paddedBytes = getBytes(array.shape);
  return it->second;
}

unsigned TypeTable::getArrayType(Shape shape) {
  auto [it, isNew] = typeByText.try_emplace(toString(shape), types.size());
  if (isNew)
    types.push_back({{addArray(std::move(shape))}, {}, false});
  return it->second;
}

/// Cuts off `/* */` at the front, and white space.
static StringRef skipComments(StringRef text) {
  text = text.trim();
  while (text.starts_with("/*")) {
    size_t end = text.find("*/", 2);
    if (end == StringRef::npos)
      break;
    text = text.drop_front(end + 2).ltrim();
  }
  return text;
}

/// Returns the offset of the comma or closing parenthesis that ends the first
/// entry of a list; npos if there is none.
static size_t findEntryEnd(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '/' && text.substr(i).starts_with("/*")) {
      size_t end = text.find("*/", i + 2);
      if (end == StringRef::npos)
        return StringRef::npos;
      i = end + 1;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == ')')) {
      return i;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    }
  }
  return StringRef::npos;
}

llvm::Expected<ValueType> TypeTable::parse(StringRef text, unsigned depth) {
  text = skipComments(text);
  // A buffer type says that the array is another one's memory.
  for (StringRef prefix : {"token[", "opaque[", "b("})
    if (text.starts_with(prefix))
      return ValueType();
  if (!text.consume_front("(")) {
    llvm::Expected<Shape> shape =
        parseShape(text, TextOptions{/*allowComments=*/true});
    if (!shape)
      return shape.takeError();
    ValueType type;
    type.arrays.push_back(addArray(std::move(*shape)));
    return type;
  }
  if (depth == maxTupleDepth)
    return llvm::createStringError("tuple has more than " +
                                   llvm::Twine(maxTupleDepth) + " levels");
  ValueType tuple;
  tuple.isTuple = true;
  text = skipComments(text);
  if (skipComments(text) == ")")
    return tuple;
  while (true) {
    size_t end = findEntryEnd(text);
    if (end == StringRef::npos)
      return llvm::createStringError("tuple shape has no closing ')'");
    llvm::Expected<ValueType> entry = parse(text.take_front(end), depth + 1);
    if (!entry)
      return entry.takeError();
    tuple.arrays.append(entry->arrays.begin(), entry->arrays.end());
    tuple.elementEnds.push_back(tuple.arrays.size());
    bool isLast = text[end] == ')';
    text = text.drop_front(end + 1);
    if (isLast)
      break;
  }
  if (!skipComments(text).empty())
    return llvm::createStringError("tuple shape is followed by '" + text + "'");
  return tuple;
}

llvm::Expected<unsigned> TypeTable::getType(StringRef text) {
  if (auto it = typeByText.find(text); it != typeByText.end())
    return it->second;
  llvm::Expected<ValueType> type = parse(text, 0);
  if (!type)
    return type.takeError();
  types.push_back(std::move(*type));
  typeByText[text] = types.size() - 1;
  return types.size() - 1;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

StringRef Program::intern(StringRef text) {
  return texts.insert(text).first->getKey();
}

void Program::resolveNames() {
  // Interned texts are equal if their addresses are.
  llvm::DenseMap<const char *, int> computationByName;
  for (auto [number, computation] : llvm::enumerate(computations))
    computationByName.try_emplace(computation.name.data(), number);
  for (Computation &computation : computations) {
    llvm::DenseMap<const char *, int> instructionByName;
    for (auto [number, instruction] : llvm::enumerate(computation.instructions))
      instructionByName.try_emplace(instruction.name.data(), number);
    for (Operand &operand : computation.operands) {
      auto it = instructionByName.find(operand.name.data());
      operand.instruction = it == instructionByName.end() ? -1 : it->second;
    }
    for (Call &call : computation.calls) {
      auto it = computationByName.find(call.name.data());
      call.computation = it == computationByName.end() ? -1 : it->second;
    }
  }
}

std::string Program::getSource(const Instruction &instruction) const {
  StringRef file = instruction.sourceFile;
  int64_t line = instruction.sourceLine;
  if (file.empty()) {
    auto frame = stackFrames.find(instruction.stackFrame);
    if (frame == stackFrames.end())
      return "";
    auto location = fileLocations.find(frame->second);
    if (location == fileLocations.end())
      return "";
    auto name = fileNames.find(location->second.file);
    if (name != fileNames.end())
      file = name->second;
    line = location->second.line;
  }
  if (file.empty() || line <= 0)
    return file.str();
  return (file + ":" + llvm::Twine(line)).str();
}

size_t Program::getNumInstructions() const {
  size_t count = 0;
  for (const Computation &computation : computations)
    count += computation.instructions.size();
  return count;
}
