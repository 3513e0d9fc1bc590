#!/usr/bin/env bash
# Does all the set-up on a bare Debian 12 machine, then runs every test.
# Arguments go to ctest: for instance -R lit-IR.

. "$(dirname "$0")/setup.sh"
install_packages "${emulator_packages[@]}" ||
  echo "Tests that run code for aarch64 are skipped"
build_project
ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@"
