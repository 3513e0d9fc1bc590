# Configures, builds and runs a project that uses this one: once from the build
# folder, once from an installation, which must not need the build folder.
# Compiles each installed header alone.
#
# cmake -DBUILD=... -DCONSUMER=... -DWORK=... -DCC=... -DCXX=... -DLLVM_INCLUDE=...
#   -P check-package.cmake

cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(result)
    message(FATAL_ERROR "${ARGN}: ${result}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect program expected)
  run(${program})
  string(STRIP "${output}" output)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${program} prints '${output}', not '${expected}'")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed --strip)
foreach(package ${BUILD} ${WORK}/installed)
  get_filename_component(name ${package} NAME)
  set(build ${WORK}/consumer-${name})
  run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${build} -G Ninja
    -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX}
    "-DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS}" -DCMAKE_PREFIX_PATH=${package})
  run(${CMAKE_COMMAND} --build ${build})
  expect(${build}/from_cxx "1 4 0 0 2 5 0 0 3 6 0 0")
  expect(${build}/from_c "1921 with ${VERSION}")
  # The pipelines find what they need of upstream.
  run(${build}/mine-opt ${CONSUMER}/../load.mlir
    --tiled-layout-to-llvm-pipeline)
  run(${build}/mine-opt ${CONSUMER}/program.mlir --mine-pipeline)
  # An operation of another dialect may get its own index wrong.
  file(WRITE ${WORK}/short.mlir
    "func.func @f(%m: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %i: index) -> f32 {\n"
    "  %x = mine.load %m[%i] : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>> -> f32\n"
    "  return %x : f32\n}\n")
  execute_process(COMMAND ${build}/mine-opt ${WORK}/short.mlir --mine-pipeline
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE error)
  if(code EQUAL 0 OR NOT error MATCHES "by 1 indices, but it has 2 dimensions")
    message(FATAL_ERROR "mine-opt says\n${error}\nof an index that is too short")
  endif()
  foreach(line
      "mine.load %arg0[%0, %1, %2, %3] : memref<3x3x8x128xf32> -> f32"
      "linalg.fill ins(%cst : f32) outs(%arg0 : memref<3x3x8x128xf32>)"
      "mine.load %arg1[%5, %c0, %6, %arg2] : memref<38x1x8x128xf32> -> f32")
    string(FIND "${output}" "${line}" place)
    if(place EQUAL -1)
      message(FATAL_ERROR "mine-opt prints\n${output}\nwithout ${line}")
    endif()
  endforeach()
endforeach()

# Each header brings what it needs; those for C are C, too.
set(include ${WORK}/installed/include)
set(compile -I ${include} -isystem ${LLVM_INCLUDE})
file(GLOB_RECURSE headers RELATIVE ${include} ${include}/tiled_layout/*.h)
if(NOT headers)
  message(FATAL_ERROR "the installation has no headers")
endif()

# What a header includes before all else is compiled once, and then read
# precompiled: it sees nothing that it would not see without. Only Clang can read
# a precompiled header on top of another one.
set(begin "^((//[^\n]*)?\n)*#ifndef [A-Z_]+\n#define [A-Z_]+\n+#include")
foreach(header ${headers})
  file(READ ${include}/${header} text)
  if(CXX MATCHES "clang" AND
      text MATCHES "${begin} \"(tiled_layout/[^\"]+[.]h)\"")
    set(first_of_${header} ${CMAKE_MATCH_3})
    list(APPEND firsts ${CMAKE_MATCH_3})
  endif()
endforeach()

function(check_header header)
  set(output ${WORK}/precompiled/${header}.pch)
  if(EXISTS ${output})
    return()
  endif()
  set(first ${first_of_${header}})
  set(flags)
  if(first)
    check_header(${first})
    set(flags -include-pch ${WORK}/precompiled/${first}.pch)
  endif()
  if(NOT header IN_LIST firsts)
    run(${CXX} -std=c++17 ${compile} ${flags} -fsyntax-only
      -include ${header} -x c++ /dev/null)
    return()
  endif()
  get_filename_component(folder ${output} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  run(${CXX} -std=c++17 ${compile} ${flags} -x c++-header ${include}/${header}
    -o ${output})
endfunction()

foreach(header ${headers})
  check_header(${header})
  if(header MATCHES "/CAPI/")
    run(${CC} ${compile} -fsyntax-only -include ${header} -x c /dev/null)
  endif()
endforeach()

foreach(file LICENSE README.md CHANGELOG.md docs/Specification.md docs/examples/load.mlir)
  file(GLOB found ${WORK}/installed/share/doc/*/${file})
  if(NOT found)
    message(FATAL_ERROR "the installation has no ${file}")
  endif()
endforeach()

# The Python package finds the library that is installed with it.
file(GLOB folder ${WORK}/installed/lib*/python3/dist-packages)
run(${CMAKE_COMMAND} -E env --unset=TILED_LAYOUT_LIBRARY PYTHONPATH=${folder}
  PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c
  "import tiled_layout as t\nprint(t._find.find_library(), t.choose('f32[20,300]'))")
if(NOT output MATCHES "^${WORK}/installed/.* f32.20,300.{1,0:T.8,128.}")
  message(FATAL_ERROR "Python prints '${output}'")
endif()

foreach(tool access-bench bench convert explain lsp-server opt profile)
  file(READ ${WORK}/installed/share/man/man1/tiled-layout-${tool}.1 page)
  if(NOT page MATCHES "\n.SH EXAMPLES\n")
    message(FATAL_ERROR "the manual page of ${tool} is\n${page}")
  endif()
endforeach()

# Programs in C need no CMake.
find_program(PKG_CONFIG NAMES pkg-config pkgconf)
if(PKG_CONFIG)
  file(GLOB_RECURSE pc ${WORK}/installed/*/tiled_layout.pc)
  get_filename_component(folder ${pc} DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  run(${PKG_CONFIG} --cflags --libs tiled_layout)
  separate_arguments(flags UNIX_COMMAND "${output}")
  get_filename_component(folder ${folder} DIRECTORY)
  run(${CC} ${CONSUMER}/main.c ${flags} -Wl,-rpath,${folder}
    -o ${WORK}/from_c_with_pkg_config)
  expect(${WORK}/from_c_with_pkg_config "1921 with ${VERSION}")
endif()

# Nothing in the installation leads back to the folders that it was built in.
file(GLOB_RECURSE files ${WORK}/installed/*.cmake)
foreach(file ${files})
  file(READ ${file} text)
  string(FIND "${text}" "${BUILD}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${file} names ${BUILD}")
  endif()
endforeach()

# Debian packages: what is unpacked runs.
find_program(DPKG_DEB dpkg-deb)
if(DPKG_DEB)
  run(${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake
    -B ${WORK}/packages)
  foreach(name tiled-layout-tools libtiledlayoutc libtiledlayout-dev
      python3-tiled-layout)
    file(GLOB package ${WORK}/packages/${name}*.deb)
    if(NOT package)
      message(FATAL_ERROR "cpack made no package ${name}")
    endif()
    run(${DPKG_DEB} -x ${package} ${WORK}/unpacked)
  endforeach()
  # What find_package(TiledLayout) looks for beside what it finds.
  file(GLOB package ${WORK}/packages/libtiledlayout-dev*.deb)
  run(${DPKG_DEB} --field ${package} Depends)
  foreach(name libtiledlayoutc libmlir-22-dev llvm-22-dev mlir-22-tools)
    if(NOT output MATCHES "(^|, )${name}")
      message(FATAL_ERROR "libtiledlayout-dev depends on ${output}, not on ${name}")
    endif()
  endforeach()
  run(${WORK}/unpacked/usr/bin/tiled-layout-explain --as=xla "F32[3]{0}")
  foreach(file bin/tiled-layout-opt lib/libTiledLayoutPlugin.so lib/libTiledLayoutC.so
      include/tiled_layout/Version.h share/man/man1/tiled-layout-opt.1
      lib/python3/dist-packages/tiled_layout/__init__.py share/doc/tiled-layout-tools/copyright)
    if(NOT EXISTS ${WORK}/unpacked/usr/${file})
      message(FATAL_ERROR "no package has ${file}")
    endif()
  endforeach()
  file(REMOVE_RECURSE ${WORK}/packages ${WORK}/unpacked)
endif()
