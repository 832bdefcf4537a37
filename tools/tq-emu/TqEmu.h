//===- TqEmu.h - the tool that runs PTX on the CPU ------------------------===//
//
//   tq-emu add.ptx --entry add --grid 4 --block 256 \
//     --args x=buf:1000:fp32=iota y=buf:1000:fp32=random:1 z=buf:1000:fp32 \
//            i32:1000 --print z:8
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQEMU_TQEMU_H
#define TQC_TOOLS_TQEMU_TQEMU_H

namespace tqc {

/// The whole program. 0: fine; 1: findings, or the kernel is wrong; 2: usage
/// or environment.
int tqEmuMain(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_TQEMU_TQEMU_H
