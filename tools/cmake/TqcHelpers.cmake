# The verbs of the build. Every CMakeLists.txt below uses only these.

# Warnings; MLIR's own headers are SYSTEM and stay quiet.
add_library(TqcFlags INTERFACE)
target_compile_options(TqcFlags INTERFACE
  -Wall -Wextra -Wnon-virtual-dtor -Woverloaded-virtual
  -Wimplicit-fallthrough -Wno-unused-parameter
  -fno-exceptions -ffunction-sections -fdata-sections
  $<$<BOOL:${TQ_WERROR}>:-Werror>)
# The exact width of every integer matters to the emulator and to no one more.
target_compile_definitions(TqcFlags INTERFACE
  TQC_VERSION="${PROJECT_VERSION}" JSON_NOEXCEPTION _GNU_SOURCE __STDC_CONSTANT_MACROS
  __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_include_directories(TqcFlags INTERFACE
  ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
target_include_directories(TqcFlags SYSTEM INTERFACE
  ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_link_options(TqcFlags INTERFACE -Wl,--gc-sections)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_link_options(TqcFlags INTERFACE -fuse-ld=lld)
endif()
if(TQ_SANITIZE)
  target_compile_options(TqcFlags INTERFACE -fsanitize=${TQ_SANITIZE} -fno-omit-frame-pointer -g1)
  target_link_options(TqcFlags INTERFACE -fsanitize=${TQ_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # The flags that let ccache see through a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE})
endif()

# One precompiled header, shared by all libraries that include MLIR: it holds the
# heavy headers that never change (a file drops from 10 s to 2 s with it).
set(TQ_USE_PCH OFF)
if(TQ_PCH AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  set(TQ_USE_PCH ON)
  set(CMAKE_PCH_INSTANTIATE_TEMPLATES ON)
  if(NOT EXISTS ${CMAKE_BINARY_DIR}/tq_pch.cpp) # or each configure compiles it
    file(WRITE ${CMAKE_BINARY_DIR}/tq_pch.cpp "")
  endif()
  add_library(TqPch OBJECT ${CMAKE_BINARY_DIR}/tq_pch.cpp)
  target_link_libraries(TqPch PRIVATE TqcFlags)
  target_compile_options(TqPch PRIVATE -Xclang -fno-pch-timestamp)
  target_precompile_headers(TqPch PRIVATE ${PROJECT_SOURCE_DIR}/tools/cmake/TqPch.h)
endif()

# What a library that names MLIR in LINKS gets: the shared libraries of the
# development build, or the closure of static archives of the release.
include(TqcLink)

# tqc_library(Name SOURCES a.cpp b.cpp LINKS Other MLIR NEEDS SomeTableGen)
# MLIR in LINKS means: MLIR and LLVM, and the precompiled header.
# LLVM in LINKS means: LLVM's support library alone.
function(tqc_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;NEEDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  set_property(GLOBAL APPEND PROPERTY TQ_LIBRARIES ${name})
  tqc_resolve_links(links ${ARG_LINKS})
  target_link_libraries(${name} PUBLIC TqcFlags ${links})
  if(ARG_NEEDS)
    add_dependencies(${name} ${ARG_NEEDS})
  endif()
  if(TQ_USE_PCH AND "MLIR" IN_LIST ARG_LINKS)
    target_compile_options(${name} PRIVATE -Xclang -fno-pch-timestamp)
    target_precompile_headers(${name} REUSE_FROM TqPch)
  endif()
endfunction()

# tqc_tablegen(Name FILE X.td OUTPUTS X.h.inc=-gen-op-decls ... DOC Dir/X=-gen-op-doc)
function(tqc_tablegen name)
  cmake_parse_arguments(ARG "" "FILE" "OUTPUTS;DOC" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS ${ARG_FILE})
  foreach(pair IN LISTS ARG_OUTPUTS)
    string(REGEX MATCH "^([^=]+)=(.+)$" _ ${pair})
    string(REPLACE " " ";" flags "${CMAKE_MATCH_2}")
    mlir_tablegen(${CMAKE_MATCH_1} ${flags}
                  -I${PROJECT_SOURCE_DIR} -I${MLIR_INCLUDE_DIRS})
  endforeach()
  add_public_tablegen_target(${name})
  foreach(pair IN LISTS ARG_DOC)
    string(REGEX MATCH "^([^=]+)=(.+)$" _ ${pair})
    string(REPLACE " " ";" flags "${CMAKE_MATCH_2}")
    set(page ${CMAKE_MATCH_1})
    set(out ${PROJECT_BINARY_DIR}/docs/${page}.md)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
    add_custom_command(OUTPUT ${out}
      COMMAND ${MLIR_TABLEGEN_EXE} ${flags} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FILE}
              -I${PROJECT_SOURCE_DIR} -I${MLIR_INCLUDE_DIRS} -o ${out}
      DEPENDS ${ARG_FILE} VERBATIM)
    add_custom_target(${name}-${page}-doc DEPENDS ${out})
    if(NOT TARGET tqc-docs)
      add_custom_target(tqc-docs)
    endif()
    add_dependencies(tqc-docs ${name}-${page}-doc)
  endforeach()
endfunction()

# tqc_embed(Name FILE path/to/file... ): each file as a `std::string_view` in
# namespace tqc::embedded, declared in <Name>.h in the current binary folder.
function(tqc_embed name)
  cmake_parse_arguments(ARG "" "" "FILES" ${ARGN})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set(paths "")
  foreach(file IN LISTS ARG_FILES)
    list(APPEND paths ${PROJECT_SOURCE_DIR}/${file})
  endforeach()
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DNAME=${name} -DROOT=${PROJECT_SOURCE_DIR}
            "-DFILES=${ARG_FILES}" -P ${PROJECT_SOURCE_DIR}/tools/cmake/Embed.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/tools/cmake/Embed.cmake VERBATIM)
  add_library(${name} STATIC ${out})
  set_property(GLOBAL APPEND PROPERTY TQ_LIBRARIES ${name})
  target_link_libraries(${name} PUBLIC TqcFlags)
endfunction()

# tqc_unittest(name SOURCES x.cpp LINKS ...)
function(tqc_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  tqc_resolve_links(links ${ARG_LINKS})
  target_link_libraries(${name} PRIVATE TqcFlags ${links}
                        GTest::gmock GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/unit)
  set_property(GLOBAL APPEND PROPERTY TQ_UNIT_TESTS ${name})
endfunction()
