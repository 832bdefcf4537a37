# How our libraries link MLIR and LLVM.
#
# Development: the two shared libraries. Release (TQ_STATIC): the closure of the
# static archives. Debian exports every MLIR archive with libLLVM.so among its
# dependencies, so the graph is walked here and the shared libraries are dropped.

function(tqc_static_closure out)
  set(todo ${ARGN})
  set(seen "")
  while(todo)
    list(POP_FRONT todo t)
    if(t IN_LIST seen OR t STREQUAL "LLVM" OR t STREQUAL "MLIR" OR NOT TARGET ${t})
      continue()
    endif()
    if(NOT t MATCHES "^(LLVM|MLIR)")
      continue()
    endif()
    list(APPEND seen ${t})
    get_target_property(deps ${t} INTERFACE_LINK_LIBRARIES)
    if(deps)
      foreach(d ${deps})
        string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" d "${d}")
        list(APPEND todo ${d})
      endforeach()
    endif()
  endwhile()
  set(files "")
  foreach(t ${seen})
    get_target_property(type ${t} TYPE)
    if(type STREQUAL "STATIC_LIBRARY") # MLIRSparseTensorEnums is an interface
      list(APPEND files $<TARGET_FILE:${t}>)
    endif()
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# A program or library with the property TQ_STANDALONE takes the archives in the
# development build too: what others install must bring its LLVM along.
set(standalone "$<BOOL:$<TARGET_PROPERTY:TQ_STANDALONE>>")
if(TQ_STATIC)
  set(standalone 1)
  # A fixed address needs no relocations (2 MB, and time at each start); equal
  # functions are kept once (6 MB). Code that compares their addresses must say so
  # with -fno-function-sections.
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_link_options(-Wl,--icf=all)
  endif()
endif()

find_library(TQ_ZSTD NAMES libzstd.a REQUIRED)
find_library(TQ_ZLIB NAMES libz.a REQUIRED)
llvm_map_components_to_libnames(llvm_support support)
llvm_map_components_to_libnames(llvm_libs core support irreader bitreader linker
  passes ipo target mc analysis transformutils nvptxcodegen nvptxdesc nvptxinfo
  frontendopenmp asmparser remarks supportlsp)
tqc_static_closure(support_files ${llvm_support})
tqc_static_closure(mlir_files
  MLIROptLib MLIRTransforms MLIRParser MLIRPass MLIRIR MLIRArithDialect
  MLIRMathDialect MLIRSCFDialect MLIRControlFlowDialect MLIRFuncDialect
  MLIRNVVMDialect MLIRLLVMDialect MLIRLLVMIRTransforms MLIRSCFTransforms
  MLIRArithToLLVM MLIRArithTransforms MLIRControlFlowToLLVM MLIRFuncToLLVM MLIRMathToLLVM
  MLIRMathTransforms MLIRNVVMToLLVM MLIRSCFToControlFlow MLIRReconcileUnrealizedCasts
  MLIRBuiltinToLLVMIRTranslation MLIRLLVMToLLVMIRTranslation
  MLIRNVVMToLLVMIRTranslation MLIRTargetLLVMIRExport MLIRUBDialect MLIRRemarkStreamer ${llvm_libs})
foreach(kind Llvm Mlir)
  add_library(Tq${kind}Link INTERFACE)
  set(files ${support_files})
  set(shared LLVM)
  if(kind STREQUAL Mlir)
    set(files ${mlir_files})
    set(shared MLIR LLVM)
  endif()
  foreach(item -static-libstdc++ -static-libgcc -Wl,--start-group ${files}
               -Wl,--end-group ${TQ_ZLIB} ${TQ_ZSTD} rt dl m pthread)
    target_link_libraries(Tq${kind}Link INTERFACE $<${standalone}:${item}>)
  endforeach()
  foreach(item ${shared})
    target_link_libraries(Tq${kind}Link INTERFACE $<$<NOT:${standalone}>:${item}>)
  endforeach()
endforeach()

function(tqc_resolve_links out)
  set(links "")
  foreach(link IN LISTS ARGN)
    if(link STREQUAL "MLIR")
      list(APPEND links TqMlirLink)
    elseif(link STREQUAL "LLVM")
      list(APPEND links TqLlvmLink)
    else()
      list(APPEND links ${link})
    endif()
  endforeach()
  set(${out} ${links} PARENT_SCOPE)
endfunction()
