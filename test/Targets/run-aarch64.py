#!/usr/bin/env python3
"""Runs relayouts, loops and slices that were compiled for aarch64 in an emulator.

Usage: run-aarch64.py TOOLS LLVM_TOOLS INPUTS FOLDER
"""

import os
import random
import subprocess
import sys

COMPILER = "aarch64-linux-gnu-gcc"
EMULATOR = "qemu-aarch64"


class Runner:
    def __init__(self, tools, llvm_tools, inputs, folder):
        self.tools, self.llvm_tools = tools, llvm_tools
        self.inputs, self.folder = inputs, folder
        self.random = random.Random(14)

    def run(self, *command, check=True, **options):
        return subprocess.run(command, check=check, text=True, cwd=self.folder,
                              stdout=subprocess.PIPE, **options)

    def llvm_tool(self, name, *arguments, **options):
        return self.run(os.path.join(self.llvm_tools, name), *arguments, **options)

    def tool(self, name, *arguments):
        return self.run(os.path.join(self.tools, name), *arguments)

    def relay(self, source, dest):
        """True if a relayout writes the same on both machines."""
        convert = ["tiled-layout-convert", "--from", source, "--to", dest]
        self.tool(*convert, "--emit-object=relay.o", "--emit-header=relay.h",
                  "--symbol=relay", "--target-cpu=aarch64")
        self.run(COMPILER, "-static", "-I.", os.path.join(self.inputs, "relay-file.c"),
                 "relay.o", "-o", "relay")
        explain = self.tool("tiled-layout-explain", "--json", source).stdout
        size = int(explain.split('"bytes":')[1].split(",")[0])
        path = os.path.join(self.folder, "in.bin")
        with open(path, "wb") as file:
            file.write(self.random.randbytes(size))
        self.run(EMULATOR, "./relay", "in.bin", "there.bin")
        # Bytes are drawn, of which elements of a nibble hold the low bits.
        self.tool(*convert, "--truncate", "in.bin", "here.bin")
        return self.run("cmp", "here.bin", "there.bin", check=False).returncode == 0

    def run_program(self, name):
        """Returns the checksum of a program on aarch64, and here."""
        program = os.path.join(self.inputs, name + ".mlir")
        lowered = self.tool("tiled-layout-opt", program,
                            "--tiled-layout-to-llvm-pipeline=target-cpu=aarch64").stdout
        code = self.llvm_tool("mlir-translate", "--mlir-to-llvmir", input=lowered).stdout
        self.llvm_tool("llc", "-relocation-model=pic", "-filetype=obj", "-o", "program.o", input=code)
        main = os.path.join(self.folder, "main.c")
        with open(main, "w") as file:
            file.write("#include <stdio.h>\nint checksum(void);\n"
                       'int main(void) { printf("%d\\n", checksum()); return 0; }\n')
        # The function of the program is called main, too.
        self.llvm_tool("llvm-objcopy", "--redefine-sym", "main=checksum", "program.o")
        self.run(COMPILER, "-static", "main.c", "program.o", "-o", "program")
        there = self.run(EMULATOR, "./program").stdout
        lowered = self.tool("tiled-layout-opt", program,
                            "--tiled-layout-to-llvm-pipeline").stdout
        here = self.llvm_tool("mlir-runner", "--entry-point-result=i32", "-e", "main",
                        input=lowered).stdout
        return there, here


def main():
    runner = Runner(*sys.argv[1:])
    pairs = []
    with open(os.path.join(runner.inputs, "pairs.txt")) as file:
        pairs = [line.strip().split("\t") for line in file if "\t" in line and line[0] != "#"]
    for source, dest in pairs:
        if not runner.relay(source, dest):
            sys.exit(f"{source} to {dest} differs")
    for name in ("loops", "slices"):
        there, here = runner.run_program(name)
        if there != here:
            sys.exit(f"the {name} give {there} on aarch64 and {here} here")
    print(f"{len(pairs)} relayouts, loops and slices agree")


if __name__ == "__main__":
    main()
