//===- AddressWindows.h - where the state spaces lie ----------------------===//
//
// Answers "which space does a generic address name": each space is a window of
// them. Example: kSharedWindow + 1024 is the first shared variable of a CTA.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_DECODE_ADDRESSWINDOWS_H
#define TQC_RUNTIME_EMULATOR_DECODE_ADDRESSWINDOWS_H

#include <cstdint>

namespace tqc::emu {

/// Where the state spaces lie among generic addresses.
constexpr uint64_t kGlobalBase = uint64_t(1) << 36;
constexpr uint64_t kSharedWindow = 0x7f10'0000'0000;
constexpr uint64_t kLocalWindow = 0x7f20'0000'0000;
constexpr uint64_t kParamWindow = 0x7f30'0000'0000;
constexpr uint64_t kCodeWindow = 0x7f40'0000'0000;
constexpr uint64_t kWindowBytes = uint64_t(1) << 32;
/// A shared address's bits above these count CTAs of the cluster from 1; 0
/// there means the own CTA.
constexpr unsigned kSharedRankShift = 24;

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_DECODE_ADDRESSWINDOWS_H
