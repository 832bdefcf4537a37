# cmake -DROOT=. -DLIBRARY=build/lib/libtqc.so.0.1.0 -DPREFIX=/opt/tqc -P InstallLibrary.cmake
#
# Puts libtqc where other programs look for it: the library, its two headers, the
# files that find_package(tqc) and pkg-config read, tqc_add_kernels() among them.
# -DARCHIVE=libtqc.a adds the static library, -DDRIVER=libtqc-driver.so the emulator
# as a CUDA driver. No file names an absolute path, so the folder can be moved.
# DESTDIR works as everywhere.
cmake_minimum_required(VERSION 3.25)
foreach(name ROOT LIBRARY PREFIX)
  if(NOT ${name})
    message(FATAL_ERROR "-D${name}=... is missing")
  endif()
endforeach()
get_filename_component(LIBRARY ${LIBRARY} REALPATH)
get_filename_component(file ${LIBRARY} NAME)
string(REGEX REPLACE "^libtqc\\.so\\.([0-9.]+)$" "\\1" version ${file})
if(version STREQUAL file)
  message(FATAL_ERROR "${LIBRARY} is not called libtqc.so.VERSION")
endif()
string(REGEX MATCH "^[0-9]+" major ${version})
set(to $ENV{DESTDIR}${PREFIX})

file(INSTALL ${LIBRARY} DESTINATION ${to}/lib
     FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                      WORLD_READ WORLD_EXECUTE)
file(CREATE_LINK ${file} ${to}/lib/libtqc.so.${major} SYMBOLIC)
file(CREATE_LINK libtqc.so.${major} ${to}/lib/libtqc.so SYMBOLIC)
foreach(other ${ARCHIVE} ${DRIVER})
  file(INSTALL ${other} DESTINATION ${to}/lib
       FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
file(INSTALL ${ROOT}/compiler/library/tqc.h ${ROOT}/compiler/library/tqc.hpp
     DESTINATION ${to}/include)

set(more "")
set(driver "")
if(DRIVER)
  set(more "set(tqc_DRIVER \${_tqc}/lib/libtqc-driver.so)\n")
  set(driver "driver=\${prefix}/lib/libtqc-driver.so\n")
endif()
# What the static library leaves to the program: the C++ library, and glibc's parts.
set(needed stdc++ m dl pthread)
list(TRANSFORM needed PREPEND "-l" OUTPUT_VARIABLE flags)
list(JOIN flags " " flags)

function(write_pkg_config name libs)
  file(WRITE ${to}/lib/pkgconfig/${name}.pc "prefix=\${pcfiledir}/../..
${driver}Name: ${name}
Description: compiles and runs kernels of Triton's language
Version: ${version}
Cflags: -I\${prefix}/include
Libs: ${libs}
")
endfunction()
write_pkg_config(tqc "-L\${prefix}/lib -ltqc")
if(ARCHIVE)
  write_pkg_config(tqc-static "\${prefix}/lib/libtqc.a ${flags}")
  string(APPEND more "if(NOT TARGET tqc::static)
  add_library(tqc::static STATIC IMPORTED)
  set_target_properties(tqc::static PROPERTIES
    IMPORTED_LOCATION \${_tqc}/lib/libtqc.a
    INTERFACE_LINK_LIBRARIES \"${needed}\"
    INTERFACE_INCLUDE_DIRECTORIES \${_tqc}/include)
endif()
")
endif()

file(WRITE ${to}/lib/cmake/tqc/tqcConfig.cmake "get_filename_component(_tqc \${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
if(NOT TARGET tqc::tqc)
  add_library(tqc::tqc SHARED IMPORTED)
  set_target_properties(tqc::tqc PROPERTIES
    IMPORTED_LOCATION \${_tqc}/lib/${file}
    IMPORTED_SONAME libtqc.so.${major}
    INTERFACE_INCLUDE_DIRECTORIES \${_tqc}/include)
endif()
${more}if(NOT tqc_COMPILER)
  set(tqc_COMPILER \${_tqc}/bin/tqc)
endif()
unset(_tqc)
include(\${CMAKE_CURRENT_LIST_DIR}/TqcKernels.cmake)
")
file(INSTALL ${ROOT}/tools/cmake/TqcKernels.cmake DESTINATION ${to}/lib/cmake/tqc)
# Before 1.0 each second number may change the interface.
file(WRITE ${to}/lib/cmake/tqc/tqcConfigVersion.cmake "set(PACKAGE_VERSION ${version})
string(REGEX MATCH \"^[0-9]+\\\\.[0-9]+\" _asked \"\${PACKAGE_FIND_VERSION}\")
string(REGEX MATCH \"^[0-9]+\\\\.[0-9]+\" _own \"${version}\")
if(PACKAGE_FIND_VERSION VERSION_GREATER ${version} OR NOT _asked STREQUAL _own)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL ${version})
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
")
