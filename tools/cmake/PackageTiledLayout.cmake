# Debian packages: `cpack -G DEB` in the build folder makes four. docs/Development.md
# says how they are installed.

set(CPACK_PACKAGE_NAME tiled-layout)
set(CPACK_PACKAGE_VENDOR tiled_layout)
set(CPACK_PACKAGE_CONTACT "The tiled_layout authors <tiled-layout@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Tiled data layouts for MLIR")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_COMPONENTS_ALL tools library dev python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
# The distribution's LLVM, of the minor version that this was built with.
set(depends "libmlir-22 (>= 1:22.1), libllvm22 (>= 1:22.1)")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME tiled-layout-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${depends}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
# The stock mlir-opt and mlir-runner, and the libraries that programs run with.
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "mlir-22-tools, libmlir-22-dev")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
  "Explainer, converter, mlir-opt driver and plugin, language server, documents")

set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtiledlayoutc${soversion})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "${depends}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The library for C and Python")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libtiledlayout-dev)
# find_package(MLIR) fails without the tools that its exported targets name, and the
# distribution's libmlir-22-dev does not bring them.
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "libtiledlayoutc${soversion} (= ${PROJECT_VERSION}), libmlir-22-dev, llvm-22-dev, mlir-22-tools")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION
  "Headers, C++ libraries, CMake and pkg-config files")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tiled-layout)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "libtiledlayoutc${soversion} (= ${PROJECT_VERSION}), python3, python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The Python package, on numpy arrays")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} name)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION share/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME}
    COMPONENT ${component})
endforeach()

include(CPack)
