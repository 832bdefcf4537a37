"""A client of `tqc lsp` for tests: speaks the protocol, and prints what a test asks to see.

    lsp_client.py TQC STEPS.py     runs STEPS.py with `client`
"""

import json
import subprocess
import sys


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.notes, self.uri = 0, [], None

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(f"the server ended with {self.process.wait()}")
            if line == b"\r\n":
                break
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method, **params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                return message.get("result", message.get("error"))
            self.notes.append(message)

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    # Texts

    def open(self, uri, text, version=1):
        self.uri = uri
        self.notify("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": "tq", "version": version, "text": text})
        return self.diagnostics()

    def change(self, text, version=2, range=None):
        one = {"text": text, **({"range": range} if range else {})}
        self.notify("textDocument/didChange", textDocument={"uri": self.uri, "version": version},
                    contentChanges=[one])
        return self.diagnostics()

    def diagnostics(self):
        while True:
            message = self.notes.pop(0) if self.notes else self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]

    def ask(self, what, line=None, character=None, **params):
        if line is not None:
            params["position"] = {"line": line, "character": character}
        return self.request(f"textDocument/{what}", textDocument={"uri": self.uri}, **params)

    def close(self):
        self.request("shutdown")
        self.notify("exit")
        self.process.stdin.close()
        return self.process.wait()


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as steps:
        code = steps.read()
    client = Client([sys.argv[1], "lsp"])
    exec(compile(code, sys.argv[2], "exec"), {"client": client, "argv": sys.argv[3:],
                                              "Client": Client})
