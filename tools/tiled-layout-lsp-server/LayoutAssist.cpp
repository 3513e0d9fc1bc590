//===- LayoutAssist.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAssist.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/FormatChoice.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Explanation.h"
#include "tiled_layout/Report/TextReport.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::StringRef;
namespace lsp = llvm::lsp;

//===----------------------------------------------------------------------===//
// Places in a document
//===----------------------------------------------------------------------===//

/// Returns the offset of a place whose column counts bytes. A column after the
/// end of its line is the end.
static size_t getOffset(StringRef text, lsp::Position position) {
  size_t offset = 0;
  for (int line = 0; line < position.line; ++line) {
    offset = text.find('\n', offset);
    if (offset == StringRef::npos)
      return text.size();
    ++offset;
  }
  return std::min(offset + position.character,
                  std::min(text.size(), text.find('\n', offset)));
}

static lsp::Position getPosition(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t line = before.count('\n');
  return lsp::Position(line, before.size() - (before.rfind('\n') + 1));
}

/// Returns where the bracket closes that opens at `open`, or the end of the
/// text. The `>` of an arrow closes nothing.
static size_t findClosing(StringRef text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '<')
      ++depth;
    if (text[i] == '>' && text[i - 1] != '-' && --depth == 0)
      return i;
  }
  return text.size();
}

/// A part of a document.
struct Span {
  size_t begin, end;
};

/// Returns the innermost tensor or memref type around a place.
static std::optional<Span> findType(StringRef text, size_t offset) {
  // Types are shorter than this.
  constexpr size_t longest = 4096;
  size_t first = offset - std::min(offset, longest);
  for (size_t begin = std::min(offset + 7, text.size()); begin-- > first;) {
    StringRef rest = text.drop_front(begin);
    size_t name = rest.starts_with("tensor<")   ? 6
                  : rest.starts_with("memref<") ? 6
                                                : 0;
    if (!name || begin > offset)
      continue;
    size_t end = findClosing(text, begin + name);
    if (end != text.size() && end >= offset)
      return Span{begin, end + 1};
  }
  return std::nullopt;
}

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '-';
}

/// Returns the name of an alias around a place, with its `#` or `!`.
static std::optional<Span> findAlias(StringRef text, size_t offset) {
  size_t begin = offset, end = offset;
  while (begin > 0 && isNameCharacter(text[begin - 1]))
    --begin;
  while (end < text.size() && isNameCharacter(text[end]))
    ++end;
  if (begin == 0 || (text[begin - 1] != '#' && text[begin - 1] != '!'))
    return std::nullopt;
  return Span{begin - 1, end};
}

/// Returns the definition of an alias, such as `#t`, if the document has one.
static std::optional<StringRef> findDefinition(StringRef text, StringRef name) {
  for (size_t at = text.find(name); at != StringRef::npos;
       at = text.find(name, at + 1)) {
    bool isLineStart = at == 0 || text[at - 1] == '\n';
    StringRef rest = text.drop_front(at + name.size()).ltrim(' ');
    if (!isLineStart || !rest.consume_front("="))
      continue;
    StringRef line = rest.take_until([](char c) { return c == '\n'; });
    return line.split("//").first.trim();
  }
  return std::nullopt;
}

/// Replaces aliases by their definitions, those within definitions, too.
static std::string expandAliases(StringRef text, StringRef part) {
  std::string result = part.str();
  for (int depth = 0; depth < 4; ++depth) {
    std::string expanded;
    bool isChanged = false;
    for (size_t i = 0; i < result.size(); ++i) {
      size_t end = i + 1;
      while (end < result.size() && isNameCharacter(result[end]))
        ++end;
      StringRef name = StringRef(result).slice(i, end);
      bool isAlias = (result[i] == '#' || result[i] == '!') &&
                     (end == result.size() || result[end] != '.');
      auto definition = isAlias ? findDefinition(text, name) : std::nullopt;
      if (!definition) {
        expanded += result[i];
        continue;
      }
      expanded += *definition;
      isChanged = true;
      i = end - 1;
    }
    result = std::move(expanded);
    if (!isChanged)
      break;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Hover
//===----------------------------------------------------------------------===//

/// Returns XLA's name of an element type, if it has one.
static std::optional<ElementType> getXlaType(Type type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 1 && integer.isSignless())
      return getElementType("pred");
    os << (integer.isUnsigned() ? 'u' : 's') << integer.getWidth();
  } else if (auto complex = dyn_cast<ComplexType>(type)) {
    os << 'c' << 2 * complex.getElementType().getIntOrFloatBitWidth();
  } else {
    os << type;
  }
  // MLIR writes the formats of 8-bit floats in capitals.
  return getElementType(StringRef(name).lower());
}

/// Returns the shape of a tensor or memref type with a layout of ours.
static std::optional<Shape> getShape(Type type) {
  auto shaped = dyn_cast_or_null<ShapedType>(type);
  if (!shaped || !shaped.hasRank() || !isTiled(type))
    return std::nullopt;
  std::optional<Layout> layout = getTileLayout(shaped);
  std::optional<ElementType> element = getXlaType(shaped.getElementType());
  if (!layout || !element)
    return std::nullopt;
  Shape shape{*element, {}, *layout, {}};
  for (int64_t extent : shaped.getShape())
    shape.dimensions.push_back({extent, /*bounded=*/false});
  return shape;
}

static std::string getReport(const Shape &shape, MLIRContext &context) {
  std::string report;
  llvm::raw_string_ostream os(report);
  Explanation explanation = explain(shape, context);
  os << "```text\n";
  printReport(os, explanation);
  printSmallGrid(os, explanation);
  os << "```\n";
  return report;
}

std::optional<lsp::Hover> mlir::tiled_layout::getHover(StringRef text,
                                                       lsp::Position position) {
  size_t offset = getOffset(text, position);
  std::optional<Span> span = findType(text, offset);
  if (!span)
    span = findAlias(text, offset);
  if (!span)
    return std::nullopt;
  std::string source = expandAliases(text, text.slice(span->begin, span->end));

  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<TiledLayoutDialect>();
  context.allowUnregisteredDialects();
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  std::optional<Shape> shape = getShape(parseType(source, &context));
  if (!shape)
    return std::nullopt;
  lsp::Hover hover(
      lsp::Range(getPosition(text, span->begin), getPosition(text, span->end)));
  hover.contents.value = getReport(*shape, context);
  return hover;
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

namespace {

class Completions {
public:
  /// Adds what replaces the word before the place; editors only show what
  /// begins with that word. `label` is what they show.
  void add(StringRef label, StringRef insert, StringRef detail) {
    lsp::CompletionItem item(
        label, lsp::CompletionItemKind::Value,
        /*sortText=*/llvm::utostr(1000 + list.items.size()));
    item.insertText = item.filterText = insert.str();
    item.insertTextFormat = lsp::InsertTextFormat::PlainText;
    item.detail = detail.str();
    list.items.push_back(std::move(item));
  }
  lsp::CompletionList list;
};

/// A property after the colon, in the order that the text must have.
struct Property {
  StringRef label, insert, detail;
};

} // namespace

static constexpr Property properties[] = {
    {"T(...)", "T(", "tiles, the first level first: T(8,128)(2,1)"},
    {"L(n)", "L(", "the number of elements is a multiple of n"},
    {"E(n)", "E(", "bits that an element takes in memory"},
    {"S(n)", "S(", "memory space; on a memref that of the type"},
    {"SC(d:i)", "SC(", "where a dimension is split between memories"},
    {"M(n)", "M(", "bytes of run-time sizes in front of the data"},
};

/// Returns the shape of a type that is being typed, as far as it is there.
static std::optional<Shape> getTypedShape(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t begin =
      std::max(before.rfind("tensor<") + 1, before.rfind("memref<") + 1);
  if (begin == 0)
    return std::nullopt;
  StringRef inside = before.drop_front(begin - 1 + 7);
  StringRef type = inside.split(',').first;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  auto shaped = dyn_cast_or_null<RankedTensorType>(
      parseType(expandAliases(text, ("tensor<" + type + ">").str()), &context));
  std::optional<ElementType> element;
  if (shaped)
    element = getXlaType(shaped.getElementType());
  if (!element)
    return std::nullopt;
  Shape shape{*element, {}, std::nullopt, {}};
  for (int64_t extent : shaped.getShape())
    shape.dimensions.push_back({extent, /*bounded=*/false});
  return shape;
}

/// Whole layouts, for the shape that is known.
static void addLayouts(Completions &completions, std::optional<Shape> shape) {
  size_t rank = shape ? shape->rank() : 2;
  if (shape) {
    Layout chosen = chooseFormat(shape->elementType, shape->extents());
    completions.add(toString(chosen), toString(chosen),
                    "what XLA's rules choose for " + toString(*shape));
  }
  Layout rows = Layout::getRowMajor(rank), columns = rows;
  std::reverse(columns.minorToMajor.begin(), columns.minorToMajor.end());
  completions.add(toString(rows), toString(rows), "row-major, without tiles");
  if (rank > 1)
    completions.add(toString(columns), toString(columns),
                    "the first dimension the most minor, without tiles");
}

/// Completes the order of dimensions: the rest of a permutation, row-major
/// where the choice is free. `order` begins after the brace.
static void addOrder(Completions &completions, StringRef order,
                     std::optional<Shape> shape) {
  size_t rank = shape ? shape->rank() : 2;
  SmallVector<int64_t> rest = llvm::to_vector(
      llvm::reverse(llvm::seq<int64_t>(0, static_cast<int64_t>(rank))));
  SmallVector<StringRef> entries;
  order.split(entries, ',');
  for (StringRef entry : entries) {
    int64_t dimension;
    if (entry.trim().getAsInteger(10, dimension))
      continue;
    // Without a shape, the rank is not known.
    if (dimension < 0 || (shape && dimension >= static_cast<int64_t>(rank)))
      return;
    llvm::erase(rest, dimension);
  }
  // A number ends the text, or a comma or nothing does.
  StringRef number = entries.back().trim();
  bool isNumberNext = number.empty();
  if (!rest.empty()) {
    std::string text = llvm::join(
        llvm::map_range(rest, [](int64_t i) { return std::to_string(i); }),
        ",");
    if (!isNumberNext)
      text.insert(0, ",");
    completions.add(text, number.str() + text,
                    "the other dimensions, row-major");
    // The order of an array whose rank is not known may be whole.
    if (shape || isNumberNext)
      return;
  }
  if (isNumberNext && rank != 0)
    return;
  completions.add(":T(", number.str() + ":T(", "tiles");
  completions.add("}", number.str() + "}", "no tiles");
}

/// Completes what stands between `layout<` and the place.
static void addWithin(Completions &completions, StringRef layout,
                      std::optional<Shape> shape) {
  if (layout.trim().empty())
    return addLayouts(completions, shape);
  // Morello's notation has its own order.
  if (!layout.ltrim().starts_with("{"))
    return;
  size_t close = layout.find('}');
  if (close != StringRef::npos) {
    StringRef after =
        layout.drop_front(close).rtrim("abcdefghijklmnopqrstuvwxyz");
    bool isComma = after.rtrim().ends_with(",");
    StringRef comma = isComma ? "" : ", ";
    std::string exact = (comma + "exact").str();
    completions.add(exact, exact, "tiles must divide; nothing is padded");
    std::string bounds = (comma + "bounds = ").str();
    bounds += shape ? extentsToString(shape->extents()) : "[";
    completions.add(bounds, bounds,
                    "a memref's extents, where `*`, `full` or `min` need them");
    return;
  }
  size_t colon = layout.find(':');
  if (colon == StringRef::npos)
    return addOrder(completions, layout.drop_front(layout.find('{') + 1),
                    shape);
  StringRef rest = layout.drop_front(colon + 1);
  bool isOpen = rest.count('(') > rest.count(')');
  if (isOpen) {
    auto [before, tile] = rest.rsplit('(');
    bool isTile = before.trim().ends_with("T") || before.trim().ends_with(")");
    tile = tile.trim();
    if (isTile && tile.empty())
      for (auto [label, detail] :
           {std::pair("8,128)", "the usual tile of 32-bit elements"),
            std::pair("2,1)", "second level: two 16-bit rows to a word"),
            std::pair("4,1)", "second level: four 8-bit rows to a word")})
        completions.add(label, label, detail);
    if (isTile && (tile.empty() || tile.ends_with(",")))
      for (auto [label, detail] :
           {std::pair("*", "merge with the next dimension"),
            std::pair("full", "the whole extent"),
            std::pair("min(", "n, or the extent if that is smaller")})
        completions.add(label, label, detail);
    return;
  }
  // Those after the last one that is there.
  size_t next = 0;
  for (auto [i, property] : llvm::enumerate(properties))
    if (rest.contains(property.insert))
      next = i + 1;
  if (rest.contains("T("))
    completions.add("(...)", "(", "one more level of tiles");
  for (const Property &property : llvm::drop_begin(properties, next))
    completions.add(property.label, property.insert, property.detail);
  if (!rest.empty())
    completions.add("}", "}", "the end of the layout");
}

std::optional<lsp::CompletionList>
mlir::tiled_layout::getCompletions(StringRef text, lsp::Position position) {
  size_t offset = getOffset(text, position);
  StringRef before = text.take_front(offset);
  Completions completions;
  StringRef word = before.take_back(
      before.size() - before.rtrim("abcdefghijklmnopqrstuvwxyz_").size());
  if (before.drop_back(word.size()).ends_with("#tiled_layout.")) {
    completions.add("layout<{...}>", "layout<", "how the array lies in memory");
    completions.add("target<...>", "target<", "the processor of a module");
    completions.add("plan<...>", "plan<", "how a relayout is done");
    completions.add("structured_plan<...>", "structured_plan<",
                    "how a structured operation is done");
    return completions.list;
  }
  constexpr StringRef opening = "#tiled_layout.layout<";
  size_t open = before.rfind(opening);
  if (open == StringRef::npos)
    return std::nullopt;
  StringRef layout = before.drop_front(open + opening.size());
  if (layout.contains('>') || layout.contains('\n'))
    return std::nullopt;
  addWithin(completions, layout, getTypedShape(text, open));
  return completions.list;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// Adds the errors of a part of a document that begins at a line.
static void addDiagnostics(std::vector<lsp::Diagnostic> &diagnostics,
                           StringRef part, int firstLine,
                           const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  bool isParsed = false;
  ScopedDiagnosticHandler collect(&context, [&](Diagnostic &diagnostic) {
    auto location = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    if (!isParsed || diagnostic.getSeverity() != DiagnosticSeverity::Error ||
        !location)
      return success();
    int line = firstLine + location.getLine() - 1;
    int column = location.getColumn() - 1;
    lsp::Diagnostic result;
    result.range = lsp::Range(lsp::Position(line, column),
                              lsp::Position(line, column + 1));
    result.severity = lsp::DiagnosticSeverity::Error;
    result.source = "mlir";
    result.message = diagnostic.str();
    diagnostics.push_back(std::move(result));
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(part, ParserConfig(&context));
  isParsed = true;
  // What does not parse has no types.
  if (module)
    (void)verifyMemRefsBelow(*module);
}

std::vector<lsp::Diagnostic>
mlir::tiled_layout::getTypeDiagnostics(StringRef text,
                                       const DialectRegistry &registry) {
  std::vector<lsp::Diagnostic> diagnostics;
  // Documents may have several parts, as upstream's server has it.
  constexpr StringRef separator = "// -----";
  int line = 0;
  for (StringRef rest = text; !rest.empty();) {
    auto [part, others] = rest.split(separator);
    if (part.contains("#tiled_layout."))
      addDiagnostics(diagnostics, part, line, registry);
    line += part.count('\n');
    rest = others;
  }
  return diagnostics;
}
