# From outside: what a program of somebody else includes and links.
tqc_unittest(LibraryTest SOURCES LibraryTest.cpp LINKS tqc-shared)
set_source_files_properties(LibraryTest.cpp PROPERTIES COMPILE_OPTIONS -fexceptions)
add_executable(library-program LibraryProgram.c)
target_include_directories(library-program PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_options(library-program PRIVATE -std=c99 -Wall -Wextra -pedantic -Werror)
target_link_libraries(library-program PRIVATE tqc-shared)
set_target_properties(library-program PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/unit)
target_compile_definitions(LibraryTest PRIVATE
  TQC_TEST_LIBRARY="$<TARGET_FILE:tqc-shared>"
  TQC_TEST_PROGRAM="$<TARGET_FILE:library-program>")
add_dependencies(LibraryTest library-program)
