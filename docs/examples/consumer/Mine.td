// The consumer's own dialect: a layout attribute, an access and an operation on
// whole arrays, none of which tiled_layout has heard of.

#ifndef MINE_TD
#define MINE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tiled_layout/IR/TiledLayoutInterfaces.td"

def Mine_Dialect : Dialect {
  let name = "mine";
  let cppNamespace = "::mine";
  let useDefaultAttributePrinterParser = 1;
}

def Mine_BlockedAttr : AttrDef<Mine_Dialect, "Blocked", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface, [
      "isIdentity", "verifyLayout", "getStridesAndOffset"
    ]>]> {
  let mnemonic = "blocked";
  let summary = "Blocks of a number of rows by 128 columns, of two dimensions.";
  let parameters = (ins "int64_t":$rows);
  let assemblyFormat = "`<` $rows `>`";
}

def Mine_LoadOp : Op<Mine_Dialect, "load", [
    DeclareOpInterfaceMethods<TiledLayout_ElementAccessOpInterface>
]> {
  let summary = "Loads an element, as memref.load does.";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$memref,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $memref `[` $indices `]` attr-dict `:` type($memref) `->` type($result)
  }];
}

def Mine_ClearOp : Op<Mine_Dialect, "clear"> {
  let summary = "Writes zero to a whole buffer, padding included.";
  let arguments = (ins Arg<AnyMemRef, "", [MemWrite]>:$memref);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

#endif // MINE_TD
