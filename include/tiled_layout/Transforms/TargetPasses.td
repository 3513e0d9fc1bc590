//===- TargetPasses.td - What code is generated for --------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_TARGETPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_TARGETPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def SetTargetPass : OptionsPass<"tiled-layout-set-target", "::mlir::ModuleOp"> {
  let summary = "Sets the target that a module is compiled for.";
  let description = [{
    Attaches `tiled_layout.target` to the module, which all later passes ask.
    Without `target-cpu`, `target-features` and `target-triple` the target is
    what the module says already, or the default target. `fields` are changed in
    it. docs/Targets.md lists names and fields.

    Before:

    ```mlir
    module {
    }
    ```

    After, with `target-cpu=x86-64-v4 fields=vector-bits=256`:

    ```mlir
    module attributes {
      tiled_layout.target = #tiled_layout.target<x86-64-v4, vector-bits = 256>
    } {
    }
    ```

    Fails if there is no such processor, feature or field. The error names a similar
    one, if there is one.

    Test: test/Transforms/set-target/example.mlir
  }];
  let dependentDialects = ["::mlir::tiled_layout::TiledLayoutDialect"];
  let options = [
    Option<"targetCpu", "target-cpu", "std::string", /*default=*/"",
           "A named target, host, or a processor that LLVM knows (default: "
           "the module's, else wide).">,
    Option<"targetFeatures", "target-features", "std::string", /*default=*/"",
           "LLVM's features in addition to, or missing from, those of the "
           "processor: +avx512vl,-fma (default: none).">,
    Option<"targetTriple", "target-triple", "std::string", /*default=*/"",
           "LLVM's triple (default: that of the processor, or of the machine "
           "that compiles).">,
    ListOption<"fields", "fields", "std::string",
               "Numeric fields that differ: vector-bits=256,masked-bits=0 "
               "(default: none).">
  ];
}

def ConvertTargetToLLVMPass
    : OptionsPass<"tiled-layout-convert-target-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Turns the target of modules into attributes of LLVM's "
                "functions.";
  let description = [{
    What a module says of its target, in any of the ways of docs/Targets.md, becomes
    `target_cpu` and `target_features` of its LLVM functions that have none. If the
    architecture is not that of the machine that compiles, it also becomes
    `llvm.target_triple` of the module. The nearest module that says a target
    decides. A target without a processor, such as the default, leaves nothing.
    Afterwards no module has an attribute of this dialect.

    The pass adds a call to the head of functions that use tile registers of AMX.
    The called function asks Linux for the registers, once, by `syscall` of the C
    library.

    Before:

    ```mlir
    module attributes {
      tiled_layout.target =
        #tiled_layout.target<x86-64-v3, features = "+avxvnni">
    } {
      llvm.func @f() {
        llvm.return
      }
    }
    ```

    After:

    ```mlir
    module {
      llvm.func @f() attributes {
        target_cpu = "x86-64-v3",
        target_features = #llvm.target_features<["+avxvnni"]>
      } {
        llvm.return
      }
    }
    ```

    Test: test/Transforms/convert-target-to-llvm/example.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TILED_LAYOUT_TRANSFORMS_TARGETPASSES_TD
