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

    Fails silenceably, and changes nothing, if a position is not below the
    number of operands, an operand is no ranked tensor, the layout is not legal
    for its shape and element type, or the target is not in destination style.
    Only such an operation reads each operand in any layout.
  }];
}

def TiledLayout_SetArgumentLayoutsOp
    : TiledLayout_TransformOp<"set_argument_layouts"> {
  let summary = "Gives arguments of a function a layout.";
  let description = [{
    The arguments of the `func.func` whose numbers are in `positions` become
    tensors with the layout. A relayout to the old type at the entry of the
    function serves what reads them; a relayout in front of each `func.call` of
    the function serves its callers.

    ```mlir
    %moved = transform.tiled_layout.set_argument_layouts %func[1]
      to (#tiled_layout.layout<{1,0:T(8,128)(2,1)}>)
      : (!transform.any_op) -> !transform.any_op
    ```

    Returns a handle to the relayouts. Fails silenceably, and leaves the
    target as it is, if the target is no `func.func`, a position is not below the number of
    arguments, an argument is no ranked tensor, the layout is not legal for it,
    or something other than a `func.call` names the function.
  }];
}

#endif // TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD
