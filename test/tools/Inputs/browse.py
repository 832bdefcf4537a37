"""Shows a page in headless Chromium, presses keys, and prints what is there then.

    browse.py CHROMIUM PAGE [--keys "3 j ArrowRight"] [--view code] [--shot out.png] [--select CSS]

Prints the text of every element that CSS selects, one a line, and each error of a
script; with --shot also how many colours the picture has.
"""

import argparse
import html
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

WATCH = """<script>
window.onerror = (message, file, line) => { (window.problems ??= []).push(message + ":" + line); };
</script>"""
ACT = """<script>
for (const key of %(keys)r)
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
document.title = JSON.stringify([...(window.problems ?? []).map(p => "error: " + p),
  ...[...document.querySelectorAll(%(select)r)].map(node => node.textContent.trim())]);
</script>"""


def run(chromium, *options):
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--user-data-dir={profile}", *options],
            capture_output=True, text=True, timeout=120).stdout


def colours(path):
    """How many different pixels a PNG of eight bits a channel has."""
    data = path.read_bytes()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, _, kind_of_colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    channels = {2: 3, 6: 4}[kind_of_colour]
    raw, stride = zlib.decompress(packed), width * channels
    before, seen = bytearray(stride), set()
    for row in range(height):
        line = bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        kind = raw[row * (stride + 1)]
        for i in range(stride if kind else 0):
            left = line[i - channels] if i >= channels else 0
            corner = before[i - channels] if i >= channels else 0
            up = before[i]
            if kind == 4:
                guess = left + up - corner
                paeth = min((abs(guess - left), 0, left), (abs(guess - up), 1, up),
                            (abs(guess - corner), 2, corner))[2]
            line[i] = (line[i] + {1: left, 2: up, 3: (left + up) // 2,
                                  4: paeth if kind == 4 else 0}[kind]) & 255
        seen.update(bytes(line[i:i + channels]) for i in range(0, stride, channels))
        before = line
    return len(seen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("chromium")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--keys", default="")
    parser.add_argument("--view", default="")
    parser.add_argument("--shot", type=pathlib.Path)
    parser.add_argument("--select", default="#title")
    parser.add_argument("--size", default="900,600")
    options = parser.parse_args()
    text = options.page.read_text(encoding="utf-8")
    act = ACT % {"keys": [" " if key == "space" else key for key in options.keys.split()],
                 "select": options.select}
    text = text.replace("<head>", "<head>" + WATCH, 1)
    head, tail = text.rsplit("</body>", 1)
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as copy:
        copy.write(head + act + "</body>" + tail)
        copy.flush()
        url = pathlib.Path(copy.name).as_uri() + ("#" + options.view if options.view else "")
        page = run(options.chromium, "--virtual-time-budget=5000", "--dump-dom", url)
        if options.shot:
            run(options.chromium, f"--window-size={options.size}", f"--screenshot={options.shot}", url)
            print("colours", colours(options.shot))
    title = page.partition("<title>")[2].partition("</title>")[0]
    if not title.startswith("["):
        print(html.unescape(title))
        sys.exit("the page did not come to its end")
    for line in json.loads(html.unescape(title)):
        print(line)


main()
