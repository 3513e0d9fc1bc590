//===- MlirReader.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/MlirReader.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Profile/CallGraph.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Turns functions and regions into computations.
class ModuleTranslator {
public:
  explicit ModuleTranslator(Program &program) : program(program) {}

  void addFunction(FunctionOpInterface function, bool isEntry);

private:
  void addRegion(Region &region, StringRef name, bool isEntry,
                 bool hasParameters);
  void addOperation(Operation &op, Computation &computation);
  void addResults(Region &region, Computation &computation);
  void addInstruction(Computation &computation, Instruction instruction,
                      ArrayRef<Value> operands, ArrayRef<Call> calls = {});
  void addCalls(Operation &op, const Computation &computation,
                Instruction &instruction, SmallVectorImpl<Call> &calls,
                std::optional<int64_t> &tripCount);
  StringRef getName(Value value);
  unsigned getType(TypeRange types);
  StringRef makeName(StringRef kind);
  static void addLocation(Location location, Instruction &instruction,
                          Program &program);

  Program &program;
  llvm::DenseMap<Value, StringRef> names;
  llvm::StringMap<int64_t> counts;
};

} // namespace

StringRef ModuleTranslator::makeName(StringRef kind) {
  return program.intern((kind + "." + Twine(++counts[kind])).str());
}

StringRef ModuleTranslator::getName(Value value) {
  auto it = names.find(value);
  return it == names.end() ? program.intern("") : it->second;
}

/// Returns the type of some results: one array, or a tuple of those that are.
unsigned ModuleTranslator::getType(TypeRange types) {
  std::string text;
  SmallVector<std::string> shapes;
  for (Type type : types)
    if (auto shaped = dyn_cast<ShapedType>(type);
        shaped && shaped.hasRank() && isa<RankedTensorType, MemRefType>(type))
      if (std::optional<Shape> shape = getXlaShape(shaped)) {
        if (types.size() == 1)
          return program.types.getArrayType(*shape);
        shapes.push_back(toString(*shape));
      }
  return llvm::cantFail(
      program.types.getType("(" + llvm::join(shapes, ", ") + ")"));
}

/// Takes names and files from a location.
void ModuleTranslator::addLocation(Location location, Instruction &instruction,
                                   Program &program) {
  if (auto named = dyn_cast<NameLoc>(location)) {
    instruction.opName = program.intern(named.getName());
    return addLocation(named.getChildLoc(), instruction, program);
  }
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (instruction.sourceFile.empty())
        addLocation(part, instruction, program);
    return;
  }
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return addLocation(call.getCallee(), instruction, program);
  if (auto file = dyn_cast<FileLineColLoc>(location)) {
    instruction.sourceFile = program.intern(file.getFilename());
    instruction.sourceLine = file.getLine();
  }
}

void ModuleTranslator::addInstruction(Computation &computation,
                                      Instruction instruction,
                                      ArrayRef<Value> operands,
                                      ArrayRef<Call> calls) {
  instruction.firstOperand = computation.operands.size();
  instruction.firstCall = computation.calls.size();
  for (Value operand : operands)
    // A value of another region is known by its type.
    computation.operands.push_back(
        {getName(operand), getType(operand.getType()), -1});
  llvm::append_range(computation.calls, calls);
  instruction.numOperands =
      computation.operands.size() - instruction.firstOperand;
  instruction.numCalls = calls.size();
  computation.instructions.push_back(instruction);
}

/// True if an operation is a cast of a tensor to another layout, which is a
/// relayout.
static bool isLayoutCast(Operation &op) {
  auto cast = dyn_cast<tensor::CastOp>(op);
  if (!cast)
    return false;
  Type source = cast.getSource().getType(), result = cast.getType();
  return (isTiled(source) || isTiled(result)) &&
         getLayoutAttr(source) != getLayoutAttr(result);
}

/// True if the results lie in buffers that others make.
static bool makesNoBuffer(Operation &op) {
  if (isLayoutCast(op))
    return false;
  if (isa<ViewLikeOpInterface, CastOpInterface, tensor::EmptyOp, EmptyOp>(op))
    return true;
  // Memrefs begin where they are allocated.
  return !isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(op) &&
         llvm::any_of(op.getResultTypes(), llvm::IsaPred<MemRefType>);
}

/// Returns the permutation of a transposition, `result[k] = operand[p[k]]`.
static std::optional<SmallVector<int64_t, 4>> getPermutation(Operation &op) {
  SmallVector<int64_t, 4> permutation;
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    permutation.assign(transpose.getPermutation().begin(),
                       transpose.getPermutation().end());
    return permutation;
  }
  if (!op.getName().getStringRef().ends_with("hlo.transpose"))
    return std::nullopt;
  if (auto dims = op.getAttrOfType<DenseI64ArrayAttr>("permutation")) {
    permutation.assign(dims.asArrayRef().begin(), dims.asArrayRef().end());
    return permutation;
  }
  auto dims = op.getAttrOfType<DenseIntElementsAttr>("permutation");
  if (!dims)
    return std::nullopt;
  for (const APInt &dim : dims.getValues<APInt>())
    permutation.push_back(dim.getSExtValue());
  return permutation;
}

/// Returns how often a loop with constant bounds runs.
static std::optional<int64_t> getTripCount(LoopLikeOpInterface loop) {
  if (std::optional<APInt> trips = loop.getStaticTripCount())
    return trips->getActiveBits() < 63
               ? std::optional<int64_t>(trips->getZExtValue())
               : std::nullopt;
  int64_t count = 1;
  if (auto parallel = dyn_cast<affine::AffineParallelOp>(loop.getOperation())) {
    std::optional<SmallVector<int64_t, 8>> ranges =
        parallel.getConstantRanges();
    if (!ranges || llvm::is_contained(parallel.getSteps(), 0))
      return std::nullopt;
    for (auto [range, step] : llvm::zip_equal(*ranges, parallel.getSteps()))
      count = saturatingMultiply(
          count, std::max<int64_t>(0, llvm::divideCeilSigned(range, step)));
    return count;
  }
  auto lowers = loop.getLoopLowerBounds(), uppers = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  if (!lowers || !uppers || !steps)
    return std::nullopt;
  for (auto [low, high, by] : llvm::zip_equal(*lowers, *uppers, *steps)) {
    std::optional<int64_t> lower = getConstantIntValue(low),
                           upper = getConstantIntValue(high),
                           step = getConstantIntValue(by);
    if (!lower || !upper || !step || *step <= 0)
      return std::nullopt;
    std::optional<int64_t> range = llvm::checkedSub(*upper, *lower);
    if (!range)
      return std::nullopt;
    count = saturatingMultiply(
        count, std::max<int64_t>(0, llvm::divideCeilSigned(*range, *step)));
  }
  return count;
}

/// Makes computations of an operation's regions, and calls to them.
void ModuleTranslator::addCalls(Operation &op, const Computation &computation,
                                Instruction &instruction,
                                SmallVectorImpl<Call> &calls,
                                std::optional<int64_t> &tripCount) {
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    if (auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee())) {
      calls.push_back({Naming::ToApply,
                       program.intern(callee.getLeafReference().getValue()),
                       -1});
      instruction.opcode = program.intern("call");
    }
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  bool isLoop = loop || op.getName().getStringRef().ends_with("hlo.while");
  bool isBranch = isa<RegionBranchOpInterface>(op) ||
                  op.getName().stripDialect() == "case" ||
                  op.getName().stripDialect() == "if";
  Naming naming = isLoop     ? Naming::Loop
                  : isBranch ? Naming::Branches
                             : Naming::Applies;
  if (op.getNumRegions() > 0 && (isLoop || isBranch))
    instruction.opcode = program.intern(isLoop ? "while" : "conditional");
  if (loop)
    tripCount = getTripCount(loop);
  for (auto [number, region] : llvm::enumerate(op.getRegions())) {
    if (region.empty())
      continue;
    StringRef name = program.intern(
        (computation.name + "." + instruction.name + "." + Twine(number))
            .str());
    addRegion(region, name, /*isEntry=*/false, /*hasParameters=*/false);
    calls.push_back({naming, name, -1});
  }
}

void ModuleTranslator::addOperation(Operation &op, Computation &computation) {
  // A trait has another identity in a shared library that GCC has built.
  if (op.isRegistered() && op.getNumRegions() == 0 &&
      op.getBlock()->mightHaveTerminator() &&
      op.getBlock()->getTerminator() == &op)
    return;
  Instruction instruction;
  instruction.name = makeName(op.getName().stripDialect());
  instruction.opcode = program.intern(op.getName().getStringRef());
  instruction.type = getType(op.getResultTypes());
  instruction.isAlias = makesNoBuffer(op);
  addLocation(op.getLoc(), instruction, program);
  for (Value result : op.getResults())
    names[result] = instruction.name;

  SmallVector<Value> operands(op.getOperands());
  Value from, to;
  if (auto relayout = dyn_cast<RelayoutOp>(op)) {
    from = relayout.getSource();
    to = relayout.getDest();
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    from = copy.getSource();
    to = copy.getTarget();
  } else if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    from = transpose.getInput();
    to = transpose.getInit();
  } else if (isLayoutCast(op)) {
    from = op.getOperand(0);
    to = op.getResult(0);
  }
  std::optional<SmallVector<int64_t, 4>> permutation = getPermutation(op);
  if (from) {
    instruction.opcode = program.intern(permutation ? "transpose" : "copy");
    instruction.type = getType(to.getType());
    // Into memory that exists.
    instruction.isAlias |= op.getNumResults() == 0;
    operands = {from};
  } else if (permutation) {
    instruction.opcode = program.intern("transpose");
  } else if (op.getName().getStringRef().ends_with("hlo.reshape")) {
    instruction.opcode = program.intern("reshape");
  }
  SmallVector<Call> calls;
  std::optional<int64_t> tripCount;
  addCalls(op, computation, instruction, calls, tripCount);
  size_t number = computation.instructions.size();
  if (permutation)
    computation.permutations[number] = *permutation;
  if (tripCount)
    computation.tripCounts[number] = *tripCount;
  addInstruction(computation, instruction, operands, calls);
}

/// Marks what a function returns as HLO does: the instruction that makes the
/// only result, or a tuple of several. Where several blocks return, or none
/// does, no result is known.
void ModuleTranslator::addResults(Region &region, Computation &computation) {
  if (computation.instructions.empty())
    return;
  SmallVector<Operation *> returns;
  for (Block &block : region)
    if (block.mightHaveTerminator() &&
        block.getTerminator()->getNumSuccessors() == 0)
      returns.push_back(block.getTerminator());
  SmallVector<Value> results;
  if (returns.size() == 1)
    llvm::append_range(results, returns.front()->getOperands());
  if (results.size() == 1) {
    StringRef name = getName(results.front());
    for (Instruction &instruction : computation.instructions)
      if (instruction.name == name) {
        instruction.isRoot = true;
        return;
      }
    results.clear();
  }
  Instruction tuple;
  tuple.name = makeName("tuple");
  tuple.opcode = program.intern("tuple");
  tuple.type = getType(ValueRange(results).getTypes());
  tuple.isRoot = true;
  addInstruction(computation, tuple, results);
}

void ModuleTranslator::addRegion(Region &region, StringRef name, bool isEntry,
                                 bool hasParameters) {
  Computation computation;
  computation.name = program.intern(name);
  computation.isEntry = isEntry;
  if (hasParameters && !region.empty())
    for (BlockArgument argument : region.getArguments()) {
      Instruction parameter;
      parameter.name =
          program.intern(("arg" + Twine(argument.getArgNumber())).str());
      parameter.opcode = program.intern("parameter");
      parameter.type = getType(argument.getType());
      names[argument] = parameter.name;
      addLocation(argument.getLoc(), parameter, program);
      addInstruction(computation, parameter, {});
    }
  for (Block &block : region)
    for (Operation &op : block)
      addOperation(op, computation);
  if (hasParameters && !region.empty())
    addResults(region, computation);
  program.computations.push_back(std::move(computation));
}

void ModuleTranslator::addFunction(FunctionOpInterface function, bool isEntry) {
  counts.clear();
  addRegion(function.getFunctionBody(), function.getName(), isEntry,
            /*hasParameters=*/true);
}

/// Returns where an error is and what it says, and the way out of a dialect
/// that is not there.
static std::string describe(Diagnostic &diagnostic) {
  std::string message;
  llvm::raw_string_ostream os(message);
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn() << ": ";
  std::string text = diagnostic.str();
  os << StringRef(text).rtrim();
  // What upstream's parser says.
  if (StringRef(text).contains("not found for custom op"))
    os << "; print the module in the generic form, as --mlir-print-op-generic "
          "does: it needs no dialect";
  return message;
}

llvm::Expected<Program> mlir::tiled_layout::readMlirModule(StringRef text,
                                                           StringRef name) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<TiledLayoutDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty() &&
        diagnostic.getSeverity() == DiagnosticSeverity::Error)
      message = describe(diagnostic);
  });
  auto module = parseSourceString<ModuleOp>(text, &context, name);
  if (!module)
    return llvm::createStringError(message);
  PassManager passes(&context);
  passes.addPass(createConvertXlaAttributesToTiledLayoutPass());
  if (failed(passes.run(*module)))
    return llvm::createStringError(message);

  Program program;
  if (std::optional<StringRef> symbol = module->getName())
    program.name = symbol->str();
  FunctionOpInterface main;
  module->walk([&](FunctionOpInterface function) {
    if (!main && function.getName() == "main")
      main = function;
    return WalkResult::skip();
  });
  ModuleTranslator translator(program);
  module->walk([&](FunctionOpInterface function) {
    bool isEntry = main ? function == main : function.isPublic();
    if (!function.isExternal())
      translator.addFunction(function, isEntry);
    return WalkResult::skip();
  });
  program.resolveNames();
  return program;
}
