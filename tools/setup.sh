# Prepares a Debian 12 machine and builds the project. Sourced by run-example.sh
# and run-tests.sh; costs nothing when everything is there.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${TILED_LAYOUT_PRESET:-check}
build=build/$preset

packages=(
  clang-22 cmake libgmock-dev libgtest-dev libmlir-22-dev libomp-22-dev lld-22
  llvm-22-dev llvm-22-tools mlir-22-tools ninja-build python3 python3-numpy
)

# What runs code for aarch64 in tests; they are skipped without it.
emulator_packages=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)

# install_packages package...: installs those that are missing.
install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
      grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  echo "Installing ${missing[*]}"
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build_project [target...]: configures and builds the targets, or everything.
build_project() {
  install_packages "${packages[@]}"
  [ -f "$build/build.ninja" ] || cmake --preset "$preset" -Wno-dev >/dev/null
  local log=$build/build.log
  if ! cmake --build --preset "$preset" ${1:+--target "$@"} >"$log" 2>&1; then
    cat "$log"
    echo "The build failed; its output is above and in $log" >&2
    exit 1
  fi
}

# list_tools: says what was built, and how to call it from here.
list_tools() {
  cat <<END

In $build:
  bin/tiled-layout-explain       says what a layout means
  bin/tiled-layout-convert       converts .npy and raw files between layouts
  bin/tiled-layout-profile       says what padding and relayouts of a program cost
  bin/tiled-layout-bench         times relayouts beside copies
  bin/tiled-layout-access-bench  times linalg on tiled arrays beside peers
  bin/tiled-layout-opt           mlir-opt with this project's passes
  bin/tiled-layout-lsp-server    language server for editors
  lib/libTiledLayoutPlugin.so    the same dialect and passes for mlir-opt-22
  lib/libTiledLayoutC.so         library for C and Python
  share/man                      manual pages of the tools

To call the tools, and read their manual pages, by name:
  export PATH="$PWD/$build/bin:/usr/lib/llvm-22/bin:\$PATH"
END
}
