//===- main.cpp - tq-emu without the compiler around it -------------------===//

#include "tools/tq-emu/TqEmu.h"

int main(int argc, char **argv) { return tqc::tqEmuMain(argc, argv); }
