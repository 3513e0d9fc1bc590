#!/usr/bin/env bash
# Does all the set-up on a bare Debian 12 machine, builds every tool and the plugin,
# then compiles and runs a dense layer on tiled arrays: see docs/examples/dense-layer.

. "$(dirname "$0")/setup.sh"
build_project tiled-layout-tools
/usr/bin/python3 docs/examples/dense-layer/run.py \
  --tools "$build/bin" --work "$build/dense-layer" "$@"
list_tools
