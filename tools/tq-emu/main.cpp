//===- main.cpp - tq-emu without the compiler around it -------------------===//

#include "tools/tq-emu/TqEmu.h"

#include <csignal>

int main(int argc, char **argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file over the limit is an error of write
  return tqc::tqEmuMain(argc, argv);
}
