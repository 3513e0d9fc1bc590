/* Another project's program: asks the C library for a position. */

#include "tiled_layout/CAPI/Shape.h"
#include "tiled_layout/Version.h"

#include <stdio.h>

int main(void) {
  TiledLayoutShape shape = tiledLayoutShapeParse(
      mlirStringRefCreateFromCString("f32[20,300]{1,0:T(8,128)}"), NULL, NULL);
  int64_t index[] = {7, 129}, position;
  if (!tiledLayoutShapeGetPosition(shape, index, &position))
    return 1;
  printf("%lld with " TILED_LAYOUT_VERSION "\n", (long long)position);
  tiledLayoutShapeDestroy(shape);
  return 0;
}
