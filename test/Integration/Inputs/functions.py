"""How far are functions of f32 from the exact results, and what of special numbers?

python functions.py OPT TRANSLATE CLANG FOLDER OPTIONS...

Compiles each function for an array of 65536 numbers with the pipeline's OPTIONS, calls it for
every 1021st number that f32 has, and compares with the C library's function of double.
"""

import pathlib
import subprocess
import sys

FUNCTIONS = ("exp", "expm1", "log", "log1p", "tanh", "erf")

ARRAY = "memref<65536xf32, #tiled_layout.layout<{0:T(1024)}>>"
FUNCTION = """func.func @tiled_NAME(%a: ARRAY, %b: ARRAY) attributes {llvm.emit_c_interface} {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} ins(%a : ARRAY) outs(%b : ARRAY) {
  ^body(%x: f32, %old: f32):
    %0 = math.NAME %x : f32
    linalg.yield %0 : f32
  }
  return
}
""".replace("ARRAY", ARRAY)

DRIVER = r"""
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef struct { float *allocated, *aligned; int64_t offset, sizes[2], strides[2]; } Array;
#define N 65536
static float in[N] __attribute__((aligned(64))), out[N] __attribute__((aligned(64)));

/* Units in the last place between y and the exact r. */
static double getError(float y, double r) {
  if (isnan(r) || isnan(y))
    return isnan(r) && isnan(y) ? 0 : INFINITY;
  if (isinf((float)r) || isinf(y))
    return (float)r == y ? 0 : INFINITY;
  if (r == 0)
    return y == 0 && signbit(y) == signbit((float)r) ? 0 : INFINITY;
  int e;
  frexp(r, &e);
  return fabs((double)y - r) / ldexp(1.0, (e < -125 ? -125 : e) - 24);
}

static void check(const char *name, void (*f)(Array *, Array *), double (*g)(double)) {
  Array a = {in, in, 0, {64, 1024}, {1024, 1}}, b = {out, out, 0, {64, 1024}, {1024, 1}};
  double most = 0;
  float worst = 0;
  for (uint64_t first = 0; first < (1ull << 32); first += 1021ull * N) {
    for (uint64_t i = 0; i < N; ++i) {
      uint32_t bits = (uint32_t)(first + 1021 * i);
      memcpy(in + i, &bits, 4);
    }
    in[0] = first ? -0.0f : 0.0f, in[1] = first ? -INFINITY : INFINITY, in[2] = NAN;
    f(&a, &b);
    for (int i = 0; i < N; ++i) {
      double r = g(in[i]), error = getError(out[i], r);
      /* Polynomials take numbers below the normal ones for zero. */
      if (fabs(r) < 0x1p-126 && fabsf(out[i]) < 0x1p-126f || fabsf(in[i]) < 0x1p-126f && in[i] != 0)
        continue;
      if (!(error <= most))
        most = error, worst = in[i];
    }
  }
  printf("%s: at most %.1f units, at %a\n", name, most, worst);
}
"""


def main():
    opt, translate, clang, folder = sys.argv[1:5]
    folder = pathlib.Path(folder)
    source = DRIVER + "".join(f"void _mlir_ciface_tiled_{f}(Array *, Array *);\n" for f in FUNCTIONS)
    source += "int main(void) {\n"
    source += "".join(f'  check("{f}", _mlir_ciface_tiled_{f}, {f});\n' for f in FUNCTIONS) + "}\n"
    (folder / "driver.c").write_text(source)
    pipeline = "--tiled-layout-to-llvm-pipeline=" + " ".join(sys.argv[5:])
    module = "".join(FUNCTION.replace("NAME", f) for f in FUNCTIONS)
    lowered = subprocess.run([opt, pipeline], input=module, stdout=subprocess.PIPE, text=True, check=True)
    code = subprocess.run([translate, "--mlir-to-llvmir"], input=lowered.stdout, stdout=subprocess.PIPE,
                          text=True, check=True)
    (folder / "functions.ll").write_text(code.stdout)
    subprocess.run([clang, "-O2", "-march=native", "-w", "-fno-math-errno", "functions.ll", "driver.c",
                    "-lm", "-o", "functions"], cwd=folder, check=True)
    subprocess.run(["./functions"], cwd=folder, check=True)


main()
