"""Which arguments could a kernel of a public repository be compiled for?

    finder = Finder(ast.parse(text))
    for kernel in finder.kernels():        top-level jit functions that no other one calls
        for guess in finder.guesses(kernel):
            guess.types      {"x_ptr": "*fp16", "n": "i32"}
            guess.constants  {"BLOCK": 64, "DTYPE": Name("tl.float16")}

A parameter is a pointer where the file uses it as one: as the leftmost name of an
address of a load or store, also by way of other names and of called functions. The
rest is read from names, defaults and `triton.Config`; several variations follow each
other until a compiler accepts one.
"""

import ast
import dataclasses
import re

MEMORY = {"load", "store", "make_block_ptr", "atomic_add", "atomic_max", "atomic_min",
          "atomic_cas", "atomic_xchg", "atomic_and", "atomic_or", "atomic_xor",
          "make_tensor_descriptor", "advance"}
INDEX = re.compile(r"(idx|index|indice|offset|seqlen|seq_len|lens?$|table|ids?$|loc|slot|"
                   r"cu_|label|target|count|num_|start|chunk|block_map|lock|mapping|req|bin)", re.I)
FLOAT = re.compile(r"(eps|scale|alpha|beta|gamma|momentum|^lr|decay|^p$|prob|slope|factor|"
                   r"softcap|smoothing|value$|threshold|theta)", re.I)
BOOL = re.compile(r"^(is_|use_|has_|with_|do_|need|store_|save_|add_|apply_|enable|even|"
                  r"causal|reverse|transpose|head_first|return_|compute_|exclusive|inplace|"
                  r"varlen|affine|mask|recompute|compute|upcast|output_|normalize|dropout)|"
                  r"(causal|_flag)$", re.I)
TYPE = re.compile(r"(dtype|_type$|precision_type)", re.I)
COUNT = re.compile(r"(group|^ng$|heads?$|num_|n_|stages|split|^nb|iters|unroll|^h$|^hq$|^g$|"
                   r"ratio|^kw$|^w$)", re.I)


class Name(str):
    """A constant that is written as a name: `tl.float16`."""


@dataclasses.dataclass
class Guess:
    types: dict
    constants: dict

    def signature(self, names):
        """As --signature wants it: pointers are aligned."""
        return ", ".join(kind + ":16" * kind.startswith("*")
                         for kind in (self.types[n] for n in names if n in self.types))


def decorated(function, *names):
    for node in function.decorator_list:
        text = ast.unparse(node.func if isinstance(node, ast.Call) else node)
        if text.split(".")[-1] in names:
            return node
    return None


def leftmost(node):
    """The name that an address begins with."""
    while True:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            node = node.left
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and \
                node.func.attr == "to":
            node = node.func.value
        else:
            return node.id if isinstance(node, ast.Name) else None


def is_constant(parameter):
    return "constexpr" in ast.unparse(parameter.annotation or ast.Constant(""))


class Finder:
    def __init__(self, tree):
        self.functions = {node.name: node for node in tree.body
                          if isinstance(node, ast.FunctionDef) and decorated(node, "jit")}
        self.pointers = {name: set() for name in self.functions}
        while any([self.find_pointers(function) for function in self.functions.values()]):
            pass

    def kernels(self):
        called = {node.func.id for function in self.functions.values()
                  for node in ast.walk(function)
                  if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        for name, function in self.functions.items():
            gives = any(isinstance(node, ast.Return) and node.value for node in ast.walk(function))
            if name not in called and not gives and not function.args.vararg:
                yield function

    def find_pointers(self, function):
        """One round; whether it found something."""
        parameters = {a.arg for a in function.args.args + function.args.kwonlyargs}
        used = set()
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or not (node.args or node.keywords):
                continue
            last = node.func.attr if isinstance(node.func, ast.Attribute) else None
            base = node.args[0] if node.args else node.keywords[0].value
            if last in MEMORY:
                used.add(leftmost(base))
            callee = self.functions.get(getattr(node.func, "id", None))
            if callee:
                order = [a.arg for a in callee.args.args]
                passed = list(zip(order, node.args)) + [(k.arg, k.value) for k in node.keywords]
                used |= {leftmost(value) for name, value in passed
                         if name in self.pointers[callee.name]}
        assigned = [(node.targets[0].id, node.value) for node in ast.walk(function)
                    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
        before = None
        while before != len(used):
            before = len(used)
            used |= {leftmost(value) for name, value in assigned if name in used}
            for name, value in assigned:  # p = a if c else b
                if name in used and isinstance(value, ast.IfExp):
                    used |= {leftmost(value.body), leftmost(value.orelse)}
        found = (used & parameters) - self.pointers[function.name]
        self.pointers[function.name] |= found
        return bool(found)

    # Guesses

    def guesses(self, function):
        configs = self.first_config(function)
        for elem, block, flag in (("fp16", 64, False), ("fp32", 32, False), ("fp16", 64, True),
                                  ("bf16", 16, True), ("fp32", 128, True), ("fp32", 16, False),
                                  ("i32", 64, False), ("i64", 32, True)):
            types, constants = {}, {}
            arguments = function.args.args + function.args.kwonlyargs
            defaults = dict(zip([a.arg for a in function.args.args][::-1],
                                function.args.defaults[::-1]))
            for parameter in arguments:
                name = parameter.arg
                if name in configs:
                    constants[name] = configs[name]
                elif is_constant(parameter):
                    constants[name] = constant_of(name, defaults.get(name), elem, block, flag)
                elif name in self.pointers[function.name]:
                    # Also for optional ones: None would leave out what is measured.
                    index = INDEX.search(name) and elem[0] not in "i"
                    types[name] = "*" + ("i32" if index else elem)
                else:
                    types[name] = "fp32" if FLOAT.search(name) else "i32"
            yield Guess(types, constants)

    def first_config(self, function):
        """What the first `triton.Config` gives, as far as it is written down."""
        node = decorated(function, "autotune", "libtuner")
        for config in ast.walk(node) if node else ():
            if isinstance(config, ast.Call) and ast.unparse(config.func).endswith("Config"):
                try:
                    return dict(ast.literal_eval(config.args[0]))
                except (ValueError, IndexError, TypeError):
                    return {}
        return {}


def constant_of(name, default, elem, block, flag):
    if isinstance(default, ast.Constant):
        if default.value is not None:
            return default.value
    if BOOL.search(name):
        return flag
    if TYPE.search(name):
        return Name({"fp16": "tl.float16", "bf16": "tl.bfloat16"}.get(elem, "tl.float32"))
    if FLOAT.search(name):
        return 1.0
    if re.search(r"precision", name, re.I):
        return "ieee"
    if re.search(r"activation|^act", name, re.I):
        return ""
    return 2 if COUNT.search(name) and "BLOCK" not in name.upper() else block
