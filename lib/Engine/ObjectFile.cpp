//===- ObjectFile.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/ObjectFile.h"

#include "CodeGenerator.h"
#include "KernelParts.h"

#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Relayout/PaddingRuns.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Words of C and C++ that name nothing.
static constexpr llvm::StringLiteral keywords[] = {
    "alignas",   "alignof",   "and",      "asm",      "auto",     "bool",
    "break",     "case",      "catch",    "char",     "class",    "const",
    "constexpr", "continue",  "decltype", "default",  "delete",   "do",
    "double",    "else",      "enum",     "explicit", "export",   "extern",
    "false",     "float",     "for",      "friend",   "goto",     "if",
    "inline",    "int",       "long",     "main",     "mutable",  "namespace",
    "new",       "noexcept",  "not",      "nullptr",  "operator", "or",
    "private",   "protected", "public",   "register", "restrict", "return",
    "short",     "signed",    "sizeof",   "static",   "struct",   "switch",
    "template",  "this",      "throw",    "true",     "try",      "typedef",
    "typeid",    "typename",  "union",    "unsigned", "using",    "virtual",
    "void",      "volatile",  "while",    "xor"};

static Error checkSymbol(StringRef symbol) {
  bool isIdentifier =
      !symbol.empty() && !llvm::isDigit(symbol.front()) &&
      llvm::all_of(symbol, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (!isIdentifier)
    return llvm::createStringError("symbol '" + symbol +
                                   "' is no C identifier");
  if (llvm::is_contained(keywords, symbol))
    return llvm::createStringError("symbol '" + symbol +
                                   "' is a keyword of C or C++, or main");
  return Error::success();
}

static std::string describe(const RelayoutProblem &problem,
                            const Layout &layout) {
  std::string text = problem.elementType.name.str() + "[";
  llvm::raw_string_ostream os(text);
  llvm::interleave(problem.extents, os, ",");
  os << ']' << toString(layout);
  return text;
}

static std::string getHeader(const RelayoutProblem &problem, StringRef symbol) {
  std::string upper = symbol.upper();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* " << describe(problem, problem.source) << "\n   to "
     << describe(problem, problem.dest) << "\n   with padding "
     << problem.padding << ". */\n"
     << "#ifndef " << upper << "_H\n#define " << upper << "_H\n\n"
     << "#include <stddef.h>\n\n"
     << "/* Bytes of either buffer, padding included. */\n"
     << "#define " << upper << "_SRC_BYTES ((size_t)"
     << problem.getSourceBytes() << "u)\n"
     << "#define " << upper << "_DST_BYTES ((size_t)" << problem.getDestBytes()
     << "u)\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "/* The buffers do not overlap and are aligned to an element. */\n"
     << "void " << symbol << "(const void *src, void *dst);\n\n"
     << "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}

/// Compiles by the plan that the engine has for the whole array. Where padding
/// is written by code of its own, which the engine does at run time, the passes
/// plan.
static Expected<GeneratedCode> compile(const RelayoutProblem &problem,
                                       const std::optional<llvm::APInt> &value,
                                       StringRef symbol, const Target &target,
                                       llvm::TargetMachine &machine) {
  std::optional<llvm::APInt> padding;
  if (value)
    padding = getElementBits(
        *value, getBitsPerElement(problem.dest, problem.elementType),
        problem.elementType.kind == ElementKind::Signed);
  KernelPart whole = getWholePart(problem, padding, getPlanOptions(target));
  if (whole.plan.axes.isEmpty || (padding && !whole.padding))
    return generateCode(problem, value, symbol, /*shared=*/std::nullopt,
                        /*threads=*/1, /*plan=*/nullptr, problem.elementType,
                        target, machine);
  Target planned = target;
  planned.vectorBits = whole.vectorBits;
  return generateCode(whole.problem, whole.padding, symbol,
                      /*shared=*/std::nullopt, /*threads=*/1, &whole.plan,
                      whole.values, planned, machine);
}

Expected<RelayoutObject> mlir::tiled_layout::compileRelayoutObject(
    const RelayoutProblem &problem, StringRef symbol, const Target &target) {
  if (Error error = checkSymbol(symbol))
    return error;
  Expected<std::optional<llvm::APInt>> padding = getPaddingBits(problem);
  if (!padding)
    return padding.takeError();
  Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  Expected<GeneratedCode> code =
      compile(problem, *padding, symbol, target, **machine);
  if (!code)
    return code.takeError();
  return RelayoutObject{std::move(code->object), getHeader(problem, symbol)};
}
