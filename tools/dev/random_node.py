"""A statement of a random kernel."""


class Node:
    """A statement; `plain` is what Triton's interpreter gets in its place."""

    def __init__(self, text, body=None, value=None, plain=None):
        self.text, self.body, self.value, self.plain = text, body, value, plain

    def lines(self, indent, plain):
        yield "    " * indent + (self.plain if plain and self.plain is not None else self.text)
        if self.body is not None:
            inner = [line for node in self.body for line in node.lines(indent + 1, plain)]
            yield from inner or ["    " * (indent + 1) + "pass"]
