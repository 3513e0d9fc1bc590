# Sets ONEDNN_FOUND, DNNL_INCLUDE_DIR and DNNL_LIBRARY where version 2 of oneDNN
# (libdnnl-dev) is installed. The package's own CMake file fails without OpenCL.
# Version 3 hides the descriptors of blocked memory and has another interface.
find_path(DNNL_INCLUDE_DIR oneapi/dnnl/dnnl_version.h)
find_library(DNNL_LIBRARY dnnl)
set(ONEDNN_FOUND OFF)
if(DNNL_INCLUDE_DIR AND DNNL_LIBRARY)
  file(STRINGS ${DNNL_INCLUDE_DIR}/oneapi/dnnl/dnnl_version.h dnnl_major
    REGEX "define DNNL_VERSION_MAJOR 2$")
  if(dnnl_major)
    set(ONEDNN_FOUND ON)
  endif()
endif()
