/*===- CAPITests.c - The C interface, from C ------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "tiled_layout/CAPI/Dialect.h"
#include "tiled_layout/CAPI/Engine.h"
#include "tiled_layout/CAPI/Profile.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expectThat(bool holds, const char *what, int line) {
  if (holds)
    return;
  ++failures;
  fprintf(stderr, "CAPITests.c:%d: expected %s\n", line, what);
}

#define EXPECT(condition) expectThat(condition, #condition, __LINE__)

/** A text that callbacks append to. */
typedef struct Text {
  char data[1000];
  size_t size;
} Text;

static void append(MlirStringRef part, void *userData) {
  Text *text = (Text *)userData;
  size_t room = sizeof(text->data) - 1 - text->size;
  size_t size = part.length < room ? part.length : room;
  memcpy(text->data + text->size, part.data, size);
  text->size += size;
  text->data[text->size] = 0;
}

static MlirStringRef makeRef(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static TiledLayoutShape parse(const char *text) {
  Text message = {{0}, 0};
  TiledLayoutShape shape =
      tiledLayoutShapeParse(makeRef(text), append, &message);
  if (tiledLayoutShapeIsNull(shape)) {
    fprintf(stderr, "%s: %s\n", text, message.data);
    exit(1);
  }
  return shape;
}

static void testShapes(void) {
  TiledLayoutShape shape = parse("bf16[20,300]{1,0:T(8,128)(2,1)}");
  Text text = {{0}, 0}, simplified = {{0}, 0}, message = {{0}, 0};
  tiledLayoutShapePrint(shape, append, &text);
  EXPECT(strcmp(text.data, "bf16[20,300]{1,0:T(8,128)(2,1)}") == 0);
  tiledLayoutShapePrintSimplifiedLayout(shape, append, &simplified);
  EXPECT(strcmp(simplified.data, "{1,0:T(8,128)(2,1)}") == 0);
  EXPECT(tiledLayoutShapeGetRank(shape) == 2);
  EXPECT(tiledLayoutShapeGetExtent(shape, 1) == 300);
  EXPECT(tiledLayoutShapeGetPhysicalRank(shape) == 6);
  EXPECT(tiledLayoutShapeGetPhysicalExtent(shape, 2) == 4);
  EXPECT(tiledLayoutShapeGetElements(shape) == 9216);
  EXPECT(tiledLayoutShapeGetBytes(shape) == 18432);
  EXPECT(tiledLayoutShapeGetLogicalBytes(shape) == 12000);

  int64_t index[2] = {7, 129}, outside[2] = {7, 300};
  int64_t position = -1;
  EXPECT(tiledLayoutShapeGetPosition(shape, index, &position));
  EXPECT(position == 1795);
  EXPECT(!tiledLayoutShapeGetPosition(shape, outside, &position));
  int64_t back[2] = {-1, -1};
  EXPECT(tiledLayoutShapeGetIndex(shape, 1795, back));
  EXPECT(back[0] == 7 && back[1] == 129);
  EXPECT(!tiledLayoutShapeGetIndex(shape, 9215, back));
  EXPECT(!tiledLayoutShapeGetIndex(shape, 9216, back));
  EXPECT(!tiledLayoutShapeGetIndex(shape, -1, back));
  tiledLayoutShapeDestroy(shape);

  TiledLayoutShape dynamic = parse("f32[?,8]{1,0:T(2,4)(2,1)}");
  Text unchanged = {{0}, 0};
  tiledLayoutShapePrintSimplifiedLayout(dynamic, append, &unchanged);
  EXPECT(strcmp(unchanged.data, "{1,0:T(2,4)(2,1)}") == 0);
  EXPECT(tiledLayoutShapeGetExtent(dynamic, 0) == TILED_LAYOUT_UNKNOWN);
  EXPECT(tiledLayoutShapeGetBytes(dynamic) == TILED_LAYOUT_UNKNOWN);
  EXPECT(!tiledLayoutShapeGetPosition(dynamic, index, &position));
  tiledLayoutShapeDestroy(dynamic);

  MlirStringRef wrong = makeRef("f32[3]{0:T(0)}");
  EXPECT(
      tiledLayoutShapeIsNull(tiledLayoutShapeParse(wrong, append, &message)));
  EXPECT(strstr(message.data, "tile size must be at least 1"));
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeParse(wrong, NULL, NULL)));
  tiledLayoutShapeDestroy((TiledLayoutShape){NULL});
}

static void testLayouts(void) {
  TiledLayoutShape shape = parse("f32[64,1024]{0,1:T(8,*,128)L(256)S(5)}");
  EXPECT(tiledLayoutShapeGetMinorToMajor(shape, 0) == 0);
  EXPECT(tiledLayoutShapeGetMinorToMajor(shape, 1) == 1);
  EXPECT(tiledLayoutShapeGetNumTiles(shape) == 1);
  EXPECT(tiledLayoutShapeGetTileRank(shape, 0) == 3);
  EXPECT(tiledLayoutShapeGetTileEntryKind(shape, 0, 1) ==
         TiledLayoutTileEntryCombine);
  EXPECT(tiledLayoutShapeGetTileEntrySize(shape, 0, 1) == 0);
  EXPECT(tiledLayoutShapeGetTileEntryKind(shape, 0, 2) ==
         TiledLayoutTileEntrySize);
  EXPECT(tiledLayoutShapeGetTileEntrySize(shape, 0, 2) == 128);
  EXPECT(tiledLayoutShapeGetTailPaddingAlignment(shape) == 256);
  EXPECT(tiledLayoutShapeGetMemorySpace(shape) == 5);
  tiledLayoutShapeDestroy(shape);

  TiledLayoutShape plain = parse("f32[4]");
  EXPECT(tiledLayoutShapeGetMinorToMajor(plain, 0) == 0);
  EXPECT(tiledLayoutShapeGetNumTiles(plain) == 0);
  EXPECT(tiledLayoutShapeGetTailPaddingAlignment(plain) == 1);
  EXPECT(tiledLayoutShapeGetMemorySpace(plain) == 0);
  tiledLayoutShapeDestroy(plain);
}

static void testViews(void) {
  TiledLayoutShape shape = parse("f32[64,1024]{1,0:T(8,128)}");
  Text text = {{0}, 0}, message = {{0}, 0};
  int64_t offsets[2] = {16, 128}, sizes[2] = {8, 256}, steps[2] = {1, 1};
  int64_t strides[4] = {0};
  TiledLayoutShape slice = tiledLayoutShapeGetSlice(
      shape, offsets, sizes, steps, strides, append, &message);
  EXPECT(!tiledLayoutShapeIsNull(slice));
  tiledLayoutShapePrint(slice, append, &text);
  EXPECT(strcmp(text.data, "f32[8,256]{1,0:T(8,128)}") == 0);
  EXPECT(strides[0] == 8192 && strides[1] == 1024 && strides[2] == 128 &&
         strides[3] == 1);
  tiledLayoutShapeDestroy(slice);

  offsets[0] = 4;
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeGetSlice(
      shape, offsets, sizes, steps, strides, append, &message)));
  EXPECT(strstr(message.data, "dimension 0"));
  offsets[0] = 60;
  message.size = 0;
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeGetSlice(
      shape, offsets, sizes, steps, NULL, append, &message)));
  EXPECT(strcmp(message.data, "dimension 0: the slice reaches beyond the "
                              "extent, 64") == 0);
  steps[0] = INT64_MAX;
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeGetSlice(
      shape, offsets, sizes, steps, NULL, NULL, NULL)));

  int64_t permutation[2] = {1, 0}, wrong[2] = {1, 1};
  TiledLayoutShape transposed =
      tiledLayoutShapeGetTransposed(shape, permutation);
  text.size = 0;
  tiledLayoutShapePrint(transposed, append, &text);
  EXPECT(strcmp(text.data, "f32[1024,64]{0,1:T(8,128)}") == 0);
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeGetTransposed(shape, wrong)));
  tiledLayoutShapeDestroy(transposed);
  tiledLayoutShapeDestroy(shape);
}

static void testReshapes(void) {
  Text text = {{0}, 0}, message = {{0}, 0};
  TiledLayoutShape shape = tiledLayoutShapeParse(
      makeRef("f32[64,1024]{1,0:T(8,128)}"), append, &message);
  int64_t groups[2] = {2, 1}, extents[3] = {4, 16, 1024};
  TiledLayoutShape expanded = tiledLayoutShapeGetExpanded(
      shape, groups, extents, NULL, append, &message);
  EXPECT(!tiledLayoutShapeIsNull(expanded));
  tiledLayoutShapePrint(expanded, append, &text);
  EXPECT(strcmp(text.data, "f32[4,16,1024]{2,1,0:T(1,8,128)}") == 0);

  int64_t strides[8];
  EXPECT(tiledLayoutShapeGetPhysicalRank(expanded) == 6);
  TiledLayoutShape collapsed = tiledLayoutShapeGetCollapsed(
      expanded, 2, groups, strides, append, &message);
  text.size = 0;
  tiledLayoutShapePrint(collapsed, append, &text);
  EXPECT(strcmp(text.data, "f32[64,1024]{1,0:T(8,128)}") == 0);
  EXPECT(strides[0] == 8192 && strides[1] == 1024 && strides[2] == 128 &&
         strides[3] == 1);
  tiledLayoutShapeDestroy(collapsed);
  tiledLayoutShapeDestroy(expanded);

  extents[1] = 15;
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeGetExpanded(
      shape, groups, extents, NULL, append, &message)));
  EXPECT(strcmp(message.data, "dimension 0: the extents of its group are not "
                              "64 elements") == 0);
  message.size = 0;
  groups[0] = 0;
  EXPECT(tiledLayoutShapeIsNull(tiledLayoutShapeGetExpanded(
      shape, groups, extents, NULL, append, &message)));
  EXPECT(strcmp(message.data,
                "group 0 has 0 dimensions, of which 1 are left") == 0);
  message.size = 0;
  groups[0] = 1;
  EXPECT(tiledLayoutShapeIsNull(
      tiledLayoutShapeGetCollapsed(shape, 1, groups, NULL, append, &message)));
  EXPECT(strcmp(message.data, "1 dimensions are in no group") == 0);
  // Tiles lie between the two dimensions.
  message.size = 0;
  groups[0] = 2;
  EXPECT(tiledLayoutShapeIsNull(
      tiledLayoutShapeGetCollapsed(shape, 1, groups, NULL, append, &message)));
  EXPECT(message.size != 0);
  tiledLayoutShapeDestroy(shape);
}

static void testRareFields(void) {
  TiledLayoutShape shape = tiledLayoutShapeParse(
      makeRef("f32[64,256]{1,0:T(8,128)SC(0:16,32)M(8)}, exact"), NULL, NULL);
  EXPECT(!tiledLayoutShapeIsNull(shape));
  EXPECT(tiledLayoutShapeIsExact(shape));
  EXPECT(tiledLayoutShapeGetMetadataPrefixBytes(shape) == 8);
  EXPECT(tiledLayoutShapeGetNumSplits(shape) == 1);
  EXPECT(tiledLayoutShapeGetSplitDimension(shape, 0) == 0);
  EXPECT(tiledLayoutShapeGetNumSplitIndices(shape, 0) == 2);
  EXPECT(tiledLayoutShapeGetSplitIndex(shape, 0, 1) == 32);
  tiledLayoutShapeDestroy(shape);
}

static void testNotations(void) {
  Text text = {{0}, 0}, json = {{0}, 0}, message = {{0}, 0};
  TiledLayoutShape shape =
      tiledLayoutShapeChoose(makeRef("bf16[20,300]"), append, &message);
  EXPECT(!tiledLayoutShapeIsNull(shape));
  EXPECT(tiledLayoutShapePrintAs(shape, TiledLayoutNotationMlir, append, NULL,
                                 &text));
  EXPECT(strcmp(text.data, "tensor<20x300xbf16, "
                           "#tiled_layout.layout<{1,0:T(8,128)(2,1)}>>") == 0);
  EXPECT(!tiledLayoutShapePrintAs(shape, TiledLayoutNotationMorello, append,
                                  append, &message));
  EXPECT(message.size != 0);
  EXPECT(!tiledLayoutShapePrintAs(shape, TiledLayoutNotationMorello, append,
                                  NULL, NULL));
  tiledLayoutShapePrintJson(shape, append, &json);
  EXPECT(strstr(json.data, "{\"shape\":\"bf16[20,300]{1,0:T(8,128)(2,1)}\","));
  EXPECT(strstr(json.data, "\"bytes\":18432"));
  MlirStringRef name = tiledLayoutShapeGetElementType(shape);
  EXPECT(name.length == 4 && memcmp(name.data, "bf16", 4) == 0);
  EXPECT(tiledLayoutShapeGetBitsPerElement(shape) == 16);
  tiledLayoutShapeDestroy(shape);
  EXPECT(tiledLayoutShapeIsNull(
      tiledLayoutShapeChoose(makeRef("f32[3]{0}"), NULL, NULL)));
  EXPECT(tiledLayoutGetVersion().length >= 5);
}

static void compare(const char *left, const char *right,
                    TiledLayoutComparison expected, const char *difference) {
  TiledLayoutShape a = parse(left), b = parse(right);
  Text message = {{0}, 0};
  int64_t index[2] = {-1, -1};
  EXPECT(tiledLayoutShapeCompare(a, b, index, append, &message) == expected);
  EXPECT(tiledLayoutShapeCompare(a, b, NULL, NULL, NULL) == expected);
  EXPECT(strstr(message.data, difference));
  EXPECT((index[0] >= 0) == (expected == TiledLayoutComparisonDifferent));
  tiledLayoutShapeDestroy(a);
  tiledLayoutShapeDestroy(b);
}

static void testComparison(void) {
  compare("f32[4,8]{1,0:T(2,4)}", "f32[4,8]{1,0:T(2,4)(1)}",
          TiledLayoutComparisonInterchangeable, "");
  compare("f32[5]{0}", "f32[5]{0:T(8)}", TiledLayoutComparisonSamePositions,
          "5");
  compare("f32[4,8]{1,0}", "f32[4,8]{0,1}", TiledLayoutComparisonDifferent,
          "position");
  compare("f32[4,8]", "f32[8,4]", TiledLayoutComparisonOtherArray,
          "are not one array");
  compare("f32[?]", "f32[?]", TiledLayoutComparisonOtherArray, "known");
}

static void testDialect(void) {
  MlirContext context = mlirContextCreate();
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__tiled_layout__(),
                                   context);
  Text text = {{0}, 0}, message = {{0}, 0};
  MlirAttribute layout = tiledLayoutAttributeGet(
      context, makeRef("{1,0:T(8,128)}"), append, &message);
  EXPECT(tiledLayoutAttributeIsALayout(layout));
  tiledLayoutAttributePrintText(layout, append, &text);
  EXPECT(strcmp(text.data, "{1,0:T(8,128)}") == 0);
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(layout),
                         tiledLayoutAttributeGetTypeID()));

  MlirType type = mlirTypeParseGet(
      context,
      makeRef("memref<9x150xf32, #tiled_layout.layout<{1,0:T(8,128)}>>"));
  EXPECT(!mlirTypeIsNull(type));
  EXPECT(mlirAttributeEqual(mlirMemRefTypeGetLayout(type), layout));

  EXPECT(message.size == 0);
  EXPECT(mlirAttributeIsNull(tiledLayoutAttributeGet(
      context, makeRef("{1,0:T(8,128}"), append, &message)));
  EXPECT(strstr(message.data, "expected ',' or ')'"));
  EXPECT(tiledLayoutTypeIsTiled(type));
  TiledLayoutShape shape = tiledLayoutShapeGetFromType(type, NULL, NULL);
  EXPECT(!tiledLayoutShapeIsNull(shape));
  Text printed = {{0}, 0};
  tiledLayoutShapePrint(shape, append, &printed);
  EXPECT(strcmp(printed.data, "f32[9,150]{1,0:T(8,128)}") == 0);
  tiledLayoutShapeDestroy(shape);
  MlirType scalar = mlirF32TypeGet(context);
  EXPECT(!tiledLayoutTypeIsTiled(scalar));
  printed.size = 0;
  EXPECT(tiledLayoutShapeIsNull(
      tiledLayoutShapeGetFromType(scalar, append, &printed)));
  EXPECT(strcmp(printed.data, "no shape is that of type f32") == 0);

  MlirAttribute other = mlirAttributeParseGet(context, makeRef("unit"));
  EXPECT(!tiledLayoutAttributeIsALayout(other));
  MlirAttribute none = {NULL};
  EXPECT(!tiledLayoutAttributeIsALayout(none));

  tiledLayoutRegisterAllPasses();
  MlirPassManager manager = mlirPassManagerCreate(context);
  EXPECT(mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      makeRef("builtin.module(tiled-layout-lower-relayouts,"
              "convert-tiled-layout-to-affine)"),
      append, &message)));
  mlirPassManagerDestroy(manager);
  mlirContextDestroy(context);
}

/** Calls the last task first. */
static void runBackwards(size_t count, TiledLayoutTask task, void *taskData,
                         void *userData) {
  *(size_t *)userData += count;
  while (count > 0)
    task(--count, taskData);
}

static void testEngine(void) {
  enum { rows = 19, columns = 130 };
  TiledLayoutShape from = parse("s32[19,130]");
  TiledLayoutShape to = parse("s32[19,130]{1,0:T(8,128)}");
  TiledLayoutEngine engine = tiledLayoutEngineCreate(16);
  Text message = {{0}, 0};
  TiledLayoutKernel kernel = tiledLayoutEngineGetKernel(
      engine, from, to, makeRef("-7"), 2, append, &message);
  EXPECT(!tiledLayoutKernelIsNull(kernel));
  EXPECT(message.size == 0);
  EXPECT(tiledLayoutKernelGetSourceBytes(kernel) == rows * columns * 4);
  EXPECT(tiledLayoutKernelGetDestBytes(kernel) == 24 * 256 * 4);
  /* The kernel does not need the engine any more. */
  tiledLayoutEngineDestroy(engine);

  int32_t source[rows * columns], dest[24 * 256];
  for (int i = 0; i < rows * columns; ++i)
    source[i] = i;
  size_t tasks = 0;
  for (int round = 0; round < 2; ++round) {
    memset(dest, 0, sizeof(dest));
    if (round == 0)
      tiledLayoutKernelRun(kernel, source, dest, 1);
    else
      tiledLayoutKernelRunOn(kernel, source, dest, 3, runBackwards, &tasks);
    int wrong = 0;
    for (int64_t position = 0; position < 24 * 256; ++position) {
      int64_t index[2];
      int32_t expected = tiledLayoutShapeGetIndex(to, position, index)
                             ? source[index[0] * columns + index[1]]
                             : -7;
      wrong += dest[position] != expected;
    }
    EXPECT(wrong == 0);
  }
  EXPECT(tasks >= 2);
  tiledLayoutKernelDestroy(kernel);
  tiledLayoutShapeDestroy(to);

  engine = tiledLayoutEngineCreate(0);
  TiledLayoutShape other = parse("s32[19,131]");
  EXPECT(tiledLayoutKernelIsNull(tiledLayoutEngineGetKernel(
      engine, from, other, makeRef("zero"), 1, append, &message)));
  EXPECT(strstr(message.data, "differ in shape"));
  tiledLayoutKernelDestroy((TiledLayoutKernel){NULL});
  tiledLayoutEngineDestroy(engine);
  tiledLayoutShapeDestroy(other);
  tiledLayoutShapeDestroy(from);
}

static void testProfile(void) {
  Text text = {{0}, 0};
  EXPECT(tiledLayoutProfile(makeRef("f32[3,5]{1,0:T(2,2)}"), makeRef("-"),
                            append, append, &text));
  EXPECT(strstr(text.data, "\"padded_bytes\":96"));
  EXPECT(!strchr(text.data, '\n'));
  text.size = 0;
  EXPECT(!tiledLayoutProfile(makeRef("module {"), makeRef("here.mlir"), NULL,
                             append, &text));
  EXPECT(strstr(text.data, "here.mlir"));
  EXPECT(!tiledLayoutProfile(makeRef("module {"), makeRef("here.mlir"), NULL,
                             NULL, NULL));
}

int main(void) {
  testShapes();
  testLayouts();
  testViews();
  testProfile();
  testReshapes();
  testRareFields();
  testNotations();
  testComparison();
  testDialect();
  testEngine();
  return failures != 0;
}
