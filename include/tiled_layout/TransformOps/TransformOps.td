//===- TransformOps.td - Layouts in transform scripts ------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD
#define TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TiledLayout_TransformOp<string mnemonic>
    : Op<Transform_Dialect, "tiled_layout." # mnemonic, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let arguments = (ins TransformHandleTypeInterface:$target,
                       DenseI64ArrayAttr:$positions, AnyAttr:$layout);
  let results = (outs TransformHandleTypeInterface:$relayouts);
  let assemblyFormat = [{
    $target `` $positions `to` `(` $layout `)` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TiledLayout_RelayoutOperandsOp
    : TiledLayout_TransformOp<"relayout_operands"> {
  let summary = "Gives operands of an operation on tensors a layout.";
  let description = [{
    Inserts a `tiled_layout.relayout` in front of the target for each operand
    whose number is in `positions`, and makes the target read its result. Where
    the operand is a destination, the tied result gets the layout, too, and a
    relayout back to the old type follows the target.

    Returns a handle to the relayouts, those in front of the target first.
    `tiled-layout-fold-relayouts` removes the relayouts that neighbours make
    needless.

    ```mlir
    %moved = transform.tiled_layout.relayout_operands %matmul[0, 1, 2]
      to (#tiled_layout.layout<{1,0:T(8,128)}>)
      : (!transform.any_op) -> !transform.any_op
    ```

    Fails silenceably, and changes nothing, if

    * a position is not below the number of operands,
    * an operand is no ranked tensor,
    * the layout is not legal for its shape and element type,
    * the target is not in destination style: only such an operation reads each
      operand in any layout.
  }];
}

def TiledLayout_SetArgumentLayoutsOp
    : TiledLayout_TransformOp<"set_argument_layouts"> {
  let summary = "Gives arguments of a function a layout.";
  let description = [{
    The arguments of the `func.func` whose numbers are in `positions` become tensors
    with the layout. Two kinds of relayouts are inserted: to the old type at the
    entry of the function, for the operations that read the arguments, and before
    each `func.call` of the function.

    ```mlir
    %moved = transform.tiled_layout.set_argument_layouts %func[1]
      to (#tiled_layout.layout<{1,0:T(8,128)(2,1)}>)
      : (!transform.any_op) -> !transform.any_op
    ```

    Returns a handle to the relayouts. Fails silenceably, and leaves the target as
    it is, if

    * the target is no `func.func`,
    * a position is not below the number of arguments,
    * an argument is no ranked tensor, or the layout is not legal for it,
    * something other than a `func.call` names the function, or an operation that
      is not registered, and has a region, may.
  }];
}

def TiledLayout_ReplaceByCallOp
    : Op<Transform_Dialect, "tiled_layout.replace_by_call", [
        FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
        DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Replaces operations by calls of a function.";
  let description = [{
    Replaces each target, which may be of a dialect that is not registered, by a
    `func.call` of the function. An operand or result whose type differs from
    the function's in the layout alone is relaid. With `inline`, the function's
    body says what the operation is, in operations that have a lowering.

    ```mlir
    %calls = transform.tiled_layout.replace_by_call %dot with @dot
      : (!transform.any_op) -> !transform.any_op
    ```

    Consumes the target, and returns a handle to the calls. Fails silenceably, and
    leaves the target as it is, if

    * there is no `func.func` of that name,
    * the number of operands or results differs, or types differ in more than the
      layout,
    * the target has regions or successors.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       FlatSymbolRefAttr:$callee);
  let results = (outs TransformHandleTypeInterface:$calls);
  let assemblyFormat = [{
    $target `with` $callee attr-dict `:` functional-type(operands, results)
  }];
}

class TiledLayout_LoopTransformOp<string mnemonic>
    : Op<Transform_Dialect, "tiled_layout." # mnemonic, [
        FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
        DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let results = (outs TransformHandleTypeInterface:$loops);
}

def TiledLayout_LowerOp : TiledLayout_LoopTransformOp<"lower"> {
  let summary = "Lowers a relayout or structured operation to loops by a plan.";
  let description = [{
    Replaces the target, on memrefs, by the loops of a plan. A
    `tiled_layout.relayout`, or a `memref.copy` between layouts, takes a
    `#tiled_layout.plan`; an operation of linalg takes a
    `#tiled_layout.structured_plan`. Without `by`, the target's own plan is
    carried out, or the one that is made for the module's target.

    ```mlir
    %loops = transform.tiled_layout.lower %matmul
      by (#tiled_layout.structured_plan<
        loops = [d1 by 128, d2 by 128, d1 by 32, d0 by 8, d2 by 1],
        vector = d1 x 16, masked, fused>)
      : (!transform.any_op) -> !transform.any_op
    ```

    Consumes the target, and returns a handle to the outermost loops, in the
    order of the program.

    Fails silenceably, and leaves the target as it is, if the target is none of
    these operations, if the plan is of the other kind or does not fit the types, or
    if no plan can be made.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<AnyAttr>:$plan);
  let assemblyFormat = [{
    $target (`by` `(` $plan^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TiledLayout_TileLoopsOp : TiledLayout_LoopTransformOp<"tile_loops"> {
  let summary = "Strip-mines loops at the edges of tiles.";
  let description = [{
    Does on the target, a loop of affine or scf, and on the loops within it, what
    `tiled-layout-schedule-loops{steps=tile-loops}` does on a program. A perfect nest below the target
    is cut as a whole; the innermost loops then walk along runs of tiles.
    Reductions across tiles are carried in vectors of the module's target.

    ```mlir
    %loops = transform.tiled_layout.tile_loops %nest
      : (!transform.any_op) -> !transform.any_op
    ```

    Consumes the target, and returns a handle to the outermost loops that
    replace it, or to the target where nothing is cut. Remarks say why. Fails
    silenceably if the target is no loop, or lies within another loop of the
    handle, as a match of all loops of a nest gives.
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target,
    DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>,
                      "4096">:$max_operations);
  let assemblyFormat =
      "$target attr-dict `:` functional-type(operands, results)";
}

#endif // TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD
