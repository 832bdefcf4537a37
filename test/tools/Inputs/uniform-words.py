from uniform_words import lost_descriptors

START = ["UMOV UR7, URZ", "UMOV UR15, 0x40000040", "UIMAD.WIDE.U32 UR12, UR24, 0x200, UR6"]
ADD = ["UIADD3 UR12, UP0, UR12, 0x10000, URZ", "UIADD3.X UR13, UR13, 0x40000040, URZ, UP0, !UPT"]
PRODUCT = ["HGMMA.64x64x16.F32 R24, gdesc[UR12].tnspB, R24"]


def say(code, labels=()):
    lost = lost_descriptors(code, set(labels))
    return f"lost: {lost[0]}" if lost else "whole" if not labels and "@" not in "".join(code) else "not known"


print(say(START + ADD[:1] + PRODUCT))
print(say(START + ADD + PRODUCT))
print(say(START + ADD[:1] + ["HGMMA.64x64x16.F32 R24, R88, gdesc[UR12].tnspB, R24"]))
print(say(START + ADD[:1] + PRODUCT, labels=[4]))
print(say(START + ADD[:1] + ["@P0 UMOV UR13, 0x40000040"] + PRODUCT))
