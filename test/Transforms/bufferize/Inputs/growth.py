"""Checks that bufferization takes time in proportion to a program's length.

growth.py OPT GENERATOR LAYERS FACTOR BOUND

The time of the processor for FACTOR times LAYERS layers may be at most BOUND times that
for LAYERS, both less that for one layer: the least of three runs each.
"""

import os
import resource
import subprocess
import sys
import tempfile


def processor_seconds():
    """Of the processes that have ended; finer than `os.times`, which counts hundredths."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(opt, generator, layers):
    text = subprocess.run(
        [sys.executable, generator, str(layers)], capture_output=True, check=True
    ).stdout
    with tempfile.NamedTemporaryFile(suffix=".mlir") as program:
        program.write(text)
        program.flush()
        times = []
        for _ in range(3):
            before = processor_seconds()
            subprocess.run(
                [opt, program.name, "--tiled-layout-bufferize", "-o", os.devnull],
                check=True,
            )
            times.append(processor_seconds() - before)
    return min(times)


def main():
    opt, generator, layers, factor, bound = sys.argv[1:]
    layers = int(layers)
    one = seconds(opt, generator, 1)
    few = seconds(opt, generator, layers) - one
    many = seconds(opt, generator, layers * int(factor)) - one
    print("%d layers: %.3f s, %s times as many: %.3f s" % (layers, few, factor, many))
    if many > float(bound) * few:
        sys.exit("%.1f times the time, not at most %s" % (many / few, bound))


main()
