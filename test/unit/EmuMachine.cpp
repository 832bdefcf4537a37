//===- EmuMachine.cpp - running PTX in tests ------------------------------===//

#include "EmuMachine.h"

namespace tqc::test {

std::vector<uint64_t> interestingValues(unsigned bits, size_t count) {
  uint64_t all = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  uint64_t top = uint64_t(1) << (bits - 1);
  std::vector<uint64_t> values = {
      0,   1,   2,       3,       7,   31,      32,      33,       63,   64,
      255, all, all - 1, all - 2, top, top - 1, top + 1, all >> 1, 0x80, 0x7f};
  if (bits == 32) // zeros, ones, subnormals, infinities and NaN of f32
    for (uint32_t v : {0x3f800000u, 0xbf800000u, 0x00000001u, 0x007fffffu,
                       0x00800000u, 0x7f800000u, 0xff800000u, 0x7fc00000u,
                       0x7f7fffffu, 0x40490fdbu, 0x4f000000u, 0xcf000000u,
                       0x34000000u, 0x80000001u, 0x3effffffu, 0x3f000000u})
      values.push_back(v);
  if (bits == 64)
    for (uint64_t v : std::vector<uint64_t>{
             0x3ff0000000000000u, 0xbff0000000000000u, 0x7ff0000000000000u,
             0x0000000000000001u, 0x7fefffffffffffffu, 0x400921fb54442d18u})
      values.push_back(v);
  if (bits == 16)
    for (uint32_t v : {0x3c00u, 0xbc00u, 0x7c00u, 0xfc00u, 0x7e00u, 0x0001u,
                       0x03ffu, 0x0400u, 0x7bffu, 0x3f80u, 0x7f80u})
      values.push_back(v);
  std::mt19937_64 random(bits);
  while (values.size() < count)
    values.push_back(random() >> (random() % bits));
  for (uint64_t &v : values)
    v &= all;
  return values;
}

std::vector<Operands> interestingOperands(unsigned bits, size_t count) {
  std::vector<uint64_t> values = interestingValues(bits, 96);
  std::mt19937_64 random(7);
  std::vector<Operands> operands(count);
  for (size_t i = 0; i < count; ++i)
    for (uint64_t &v : operands[i])
      v = values[random() % values.size()];
  // Every pair of the first few values.
  for (size_t i = 0; i < 32 * 16 && i < count; ++i) {
    operands[i][0] = values[i % 32];
    operands[i][1] = values[i / 32];
  }
  return operands;
}

static std::string kernelFor(const std::string &text,
                             const std::vector<std::string> &types) {
  static const char *const kNames[] = {"%d", "%a", "%b", "%c"};
  std::string ptx = ".version 8.6\n.target sm_90a\n.address_size 64\n"
                    ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
                    ".reg .b64 %p, %q, %i;\n.reg .b32 %t<4>;\n"
                    ".reg .pred %pp<4>;\n";
  for (size_t k = 0; k < types.size(); ++k)
    ptx += ".reg ." + types[k] + " " + kNames[k] + ";\n";
  ptx += "ld.param.u64 %p, [in];\nld.param.u64 %q, [out];\n"
         "mov.u32 %t0, %ctaid.x;\nmov.u32 %t1, %tid.x;\n"
         "mad.lo.u32 %t0, %t0, 32, %t1;\n"
         "mad.wide.u32 %p, %t0, 24, %p;\nmad.wide.u32 %q, %t0, 8, %q;\n"
         "mov.b64 %i, 0;\nst.global.b64 [%q], %i;\n";
  for (size_t k = 1; k < types.size(); ++k) {
    std::string at = "[%p+" + std::to_string(8 * (k - 1)) + "]";
    if (types[k] == "pred")
      ptx += "ld.global.b32 %t2, " + at + ";\nsetp.ne.u32 " + kNames[k] +
             ", %t2, 0;\n";
    else
      ptx += "ld.global." + types[k] + " " + kNames[k] + ", " + at + ";\n";
  }
  ptx += text + "\n";
  if (types[0] == "pred")
    ptx += "selp.u32 %t2, 1, 0, %d;\nst.global.b32 [%q], %t2;\n";
  else
    ptx += "st.global." + types[0] + " [%q], %d;\n";
  return ptx + "ret;\n}\n";
}

std::vector<uint64_t> runInstruction(const std::string &text,
                                     std::vector<std::string> types,
                                     const std::vector<Operands> &operands) {
  Machine machine(kernelFor(text, types));
  if (text.rfind("div.", 0) == 0 || text.rfind("rem.", 0) == 0)
    machine.expectedKind = "division-by-zero"; // its value is a GPU's
  std::vector<uint64_t> flat;
  for (const Operands &o : operands)
    flat.insert(flat.end(), o.begin(), o.end());
  DevicePtr in = machine.upload(flat);
  DevicePtr out = machine.fresh<uint64_t>(operands.size());
  machine.run("k", {static_cast<uint32_t>(operands.size() / 32), 1, 1},
              {32, 1, 1}, 0, in, out);
  return machine.download<uint64_t>(out, operands.size());
}

} // namespace tqc::test
