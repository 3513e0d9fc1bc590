# What other projects find with find_package(TiledLayout): in an installation, and
# in the build folder without one. docs/Development.md says how to use it.

include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/TiledLayout)
set(package_files
  ${CMAKE_CURRENT_BINARY_DIR}/TiledLayoutConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/TiledLayoutConfigVersion.cmake)

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/TiledLayoutConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/TiledLayoutConfig.cmake
  INSTALL_DESTINATION ${package_folder})
# Nothing is promised between minor versions yet.
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/TiledLayoutConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)

install(FILES ${package_files} DESTINATION ${package_folder})
install(EXPORT TiledLayoutTargets
  NAMESPACE TiledLayout:: DESTINATION ${package_folder})
export(EXPORT TiledLayoutTargets NAMESPACE TiledLayout::)

# What embedders need. Headers of tools, and of the planner's parts, are not API.
install(DIRECTORY include/tiled_layout ${CMAKE_CURRENT_BINARY_DIR}/include/tiled_layout
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN "CMakeFiles" EXCLUDE
  PATTERN "tiled_layout/Report" EXCLUDE
  PATTERN "tiled_layout/Profile" EXCLUDE
  REGEX "/Support/[A-UW-Z][^/]*\\.h$" EXCLUDE
  REGEX "/Analysis/(EmptyLoops|KnownPadding)\\.h$" EXCLUDE
  REGEX "/Engine/(Benchmark|BenchmarkSuite|MeasureTarget|Timing|Workers)\\.h$" EXCLUDE
  REGEX "/IR/(LoopMarks|OpSyntax|ViewAlignment)\\.h$" EXCLUDE
  REGEX "/Layout/FilledBits\\.h$" EXCLUDE
  REGEX "/Relayout/(BlockProgram|FetchedRows|OverlappedBlocks|PackedColumns|PaddedAxes|PaddingRuns|RowBuffer|SourceStage)\\.h$" EXCLUDE
  REGEX "/Structured/(DotProducts|Panel)\\.h$" EXCLUDE
  REGEX "/Transforms/LowerOperation\\.h$" EXCLUDE)

# For programs in C that are built without CMake.
file(RELATIVE_PATH pc_include_folder
  /${CMAKE_INSTALL_LIBDIR}/pkgconfig /${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${CMAKE_CURRENT_LIST_DIR}/tiled_layout.pc.in
  ${CMAKE_CURRENT_BINARY_DIR}/tiled_layout.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tiled_layout.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Where Debian's Python looks below /usr; elsewhere, PYTHONPATH names it.
set(TILED_LAYOUT_PYTHON_DIR lib/python3/dist-packages
  CACHE STRING "Folder of the Python package, below the prefix")
install(DIRECTORY tools/python/tiled_layout DESTINATION ${TILED_LAYOUT_PYTHON_DIR}
  COMPONENT python FILES_MATCHING PATTERN "*.py")

install(FILES LICENSE README.md CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
