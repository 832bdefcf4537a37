# For projects that find_package(tqc): kernels as part of a build.
#
#     tqc_add_kernels(kernels FILES scale.tq product.tq:product TARGETS sm_80 sm_90a)
#     target_link_libraries(program PRIVATE kernels)     # gives it kernels.hpp, kernels.h
#
# makes the bundle ${CMAKE_CURRENT_BINARY_DIR}/kernels (the property TQC_BUNDLE of the
# target says so too), again whenever a file, or what it imports, has changed. Also:
# NAME (what the headers are called; default: the target), VARIANTS (each as --variant
# takes it), INCLUDES (folders of imports), PTX_ONLY.
cmake_policy(PUSH)
cmake_minimum_required(VERSION 3.20)

function(tqc_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "PTX_ONLY" "NAME" "FILES;TARGETS;VARIANTS;INCLUDES")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tqc_add_kernels(${target}) knows no ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(needed FILES TARGETS)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "tqc_add_kernels(${target}) needs ${needed}")
    endif()
  endforeach()
  if(NOT ARG_NAME)
    set(ARG_NAME ${target})
  endif()
  string(MAKE_C_IDENTIFIER "${ARG_NAME}" name)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target})
  list(JOIN ARG_TARGETS "," targets)
  set(arguments --targets ${targets} -o ${folder} --name ${name} --depfile ${folder}.d)
  set(sources "")
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND arguments ${file})
    if(NOT EXISTS ${file})
      string(REGEX REPLACE ":[A-Za-z0-9_]+$" "" file "${file}")
    endif()
    list(APPEND sources ${file})
  endforeach()
  foreach(variant IN LISTS ARG_VARIANTS)
    list(APPEND arguments "--variant=${variant}")
  endforeach()
  foreach(include IN LISTS ARG_INCLUDES)
    get_filename_component(include "${include}" ABSOLUTE)
    list(APPEND arguments "--include=${include}")
  endforeach()
  if(ARG_PTX_ONLY)
    list(APPEND arguments --ptx-only)
  endif()
  set(made ${folder}/${name}.h ${folder}/${name}.hpp ${folder}/manifest.json)
  add_custom_command(OUTPUT ${made}
    COMMAND ${tqc_COMPILER} build ${arguments}
    DEPENDS ${sources} ${tqc_COMPILER} DEPFILE ${folder}.d
    COMMENT "Compiling kernels of ${target} for ${targets}" VERBATIM)
  add_custom_target(${target}-bundle DEPENDS ${made})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}-bundle)
  target_include_directories(${target} INTERFACE ${folder})
  target_link_libraries(${target} INTERFACE ${CMAKE_DL_LIBS})
  set_target_properties(${target} PROPERTIES TQC_BUNDLE ${folder})
endfunction()

cmake_policy(POP)
