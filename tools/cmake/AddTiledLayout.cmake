# Helpers that keep each folder's CMakeLists.txt to what is particular to it.

# compile_by_folder(NAME)
#
# Where CMAKE_UNITY_BUILD is on, compiles the sources of a folder as one file:
# templates of MLIR are instantiated once. Names of a file's own must then differ
# from those of its folder.
function(compile_by_folder name)
  get_target_property(sources ${name} SOURCES)
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# add_tiled_layout_library(NAME sources... [DEPENDS target...] [LINK library...])
#
# A static, position-independent library, also known as TiledLayout::<Part>.
# MLIR and LLVM are always the distribution's shared libraries: linking one of
# their archives beside them would bring in a second copy of every type
# identity.
function(add_tiled_layout_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  compile_by_folder(${name})
  precompile(${name})
  string(REPLACE "TiledLayout" "" part ${name})
  add_library(TiledLayout::${part} ALIAS ${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${name} INTERFACE cxx_std_17)
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${part})
  install(TARGETS ${name} EXPORT TiledLayoutTargets)
endfunction()

# add_tiled_layout_tool(NAME sources... [LINK library...])
#
# A program that users run: a part of the target tiled-layout-tools. Its manual page
# is what its --help says.
function(add_tiled_layout_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  compile_by_folder(${name})
  precompile(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY TILED_LAYOUT_TOOLS ${name} ${name}-man)
  install(TARGETS ${name} COMPONENT tools)

  set(generator ${PROJECT_SOURCE_DIR}/tools/man/generate-man)
  set(page ${CMAKE_BINARY_DIR}/share/man/man1/${name}.1)
  add_custom_command(OUTPUT ${page}
    COMMAND Python3::Interpreter ${generator} $<TARGET_FILE:${name}> ${page}
    DEPENDS ${name} ${generator}
    VERBATIM)
  add_custom_target(${name}-man ALL DEPENDS ${page})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endfunction()

# add_tiled_layout_unit_test(NAME sources... [SHARDS n] [OPTIMIZED] [LINK library...])
#
# A GoogleTest program, run by CTest as one test; a long one as n of them, which
# CTest begins with. Only one that runs longer than it compiles is optimized.
function(add_tiled_layout_unit_test name)
  cmake_parse_arguments(ARG "OPTIMIZED" "SHARDS" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  compile_by_folder(${name})
  if(ARG_OPTIMIZED)
    precompile(${name})
  else()
    target_compile_options(${name} PRIVATE -O0)
    if(TILED_LAYOUT_PRECOMPILE AND NOT TARGET TiledLayoutPrecompiledTests)
      add_precompiled(TiledLayoutPrecompiledTests
        <gtest/gtest.h> <llvm/Support/Error.h> <llvm/Support/FormatVariadic.h>
        OPTIONS -O0)
      target_link_libraries(TiledLayoutPrecompiledTests PRIVATE GTest::gtest)
    endif()
    precompile(${name} TiledLayoutPrecompiledTests)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/bin)
  if(NOT ARG_SHARDS)
    add_test(NAME ${name} COMMAND ${name})
    return()
  endif()
  foreach(number RANGE 1 ${ARG_SHARDS})
    math(EXPR index "${number} - 1")
    add_test(NAME ${name}-${number} COMMAND ${name})
    set_tests_properties(${name}-${number} PROPERTIES
      COST 100
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
