//===- Programs.h - Six programs in one file --------------------*- C++ -*-===//
//
// What `main` does, for who has another `main`: the Python package starts the
// programs out of its library.
//
//     char *arguments[] = {"tq-run", "list"};
//     return tqc_program(2, arguments);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_PROGRAMS_H
#define TQC_TOOLS_PROGRAMS_H

/// Runs the program that argv[0] names, once a process: handlers of signals
/// stay behind, and a program may end the process itself.
extern "C" int tqc_program(int argc, char **argv);

#endif // TQC_TOOLS_PROGRAMS_H
