"""Compiles programs to a library by the pipeline to LLVM."""

import ctypes
import subprocess
import sys


def build(options, programs, pipeline, text):
    """Returns the library of the text of `programs`; ends where a step fails. `options` has the
    tools `opt`, `translate`, `clang`, and a `folder`; `pipeline` the options of the pipeline."""
    def step(command, text):
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit("seeds %d on: %s\n%s" % (programs[0].seed, " ".join(command),
                                              done.stderr[:4000]))
        return done.stdout

    text = step([options.opt, "--tiled-layout-to-llvm-pipeline=" + pipeline, "-"], text)
    text = step([options.translate, "--mlir-to-llvmir"], text)
    path = "%s/library.so" % options.folder
    step([options.clang, "-x", "ir", "-", "-O1", "-shared", "-fPIC", "-march=native",
          "-Wno-override-module", "-o", path], text)
    return ctypes.CDLL(path), text
