//===- main.cpp - Where the programs start --------------------------------===//

#include "tools/Programs.h"

int main(int argc, char **argv) { return tqc_program(argc, argv); }
