"""torch.cuda's generator of random numbers, where "cuda" is the CPU."""

import struct

import torch


class Generator(torch.Generator):
    """Random numbers of the CPU, with the state of a GPU's generator: a seed and an offset."""

    offset = 0

    def get_state(self):
        seed = self.initial_seed() % (1 << 64)
        return torch.frombuffer(bytearray(struct.pack("QQ", seed, self.offset)), dtype=torch.uint8)

    def set_state(self, state):
        seed, self.offset = struct.unpack("QQ", bytes(state.tolist()))
        self.manual_seed(seed)

    graphsafe_get_state, graphsafe_set_state = get_state, set_state

    def get_offset(self):
        return self.offset

    def set_offset(self, offset):
        self.offset = offset


def seeding(generator):
    """What torch.cuda has for its generator."""
    def manual_seed(seed):
        generator.offset = 0
        generator.manual_seed(seed)

    return {"default_generators": (generator,), "manual_seed": manual_seed,
            "manual_seed_all": manual_seed, "initial_seed": generator.initial_seed,
            "get_rng_state": lambda device=None: generator.get_state(),
            "set_rng_state": lambda state, device=None: generator.set_state(state)}
