#!/usr/bin/env python3
"""Draws the README's picture: the workbench on a sample, captured from a terminal.

  .readme/picture.py [PEEL] [OUT.png]

Runs PEEL (.build/release/peel) under tmux on a copy of the samples, presses a few keys, captures the screen with its
colours, and draws every cell. Needs tmux, python3 with Pillow, and DejaVu Sans Mono."""
import os, re, shutil, subprocess, sys, tempfile, time
from PIL import Image, ImageDraw, ImageFont

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS, ROWS, CELL = 150, 44, (8, 16)
PHOTOS = ["cat-and-pen.jpg", "astronaut-on-blue.jpg", "astronaut-on-grass.jpg", "cat-curled.jpg", "coffee-on-gravel.jpg",
          "rocket-tilted.jpg", "six-on-a-desk.jpg", "dandelions-white-on-white.jpg"]
KEYS = ["n", "v"]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"
INK, GROUND = (222, 224, 228), (22, 24, 29)
# Which of a cell's quarters are filled: upper left 1, upper right 2, lower left 4, lower right 8.
QUARTERS = dict(zip("▘▝▖▗▚▞▙▛▜▟", (1, 2, 4, 8, 9, 6, 13, 7, 11, 14)))


def capture(peel):
    """The screen's lines, with escape sequences for its colours."""
    with tempfile.TemporaryDirectory() as folder:
        tmux = ["env", "LC_ALL=C.UTF-8", "TERM=xterm", "tmux", "-u", "-f", "/dev/null", "-S", f"{folder}/tmux"]
        run = lambda *words: subprocess.run([*tmux, *words], check=True, capture_output=True, text=True).stdout
        for photo in PHOTOS: shutil.copy(f"{ROOT}/Samples/{photo}", folder)
        own = f"LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor XDG_STATE_HOME={folder}/state XDG_CONFIG_HOME={folder}/config"
        run("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "-c", folder,
            f"env -u NO_COLOR {own} {peel} {' '.join(PHOTOS)}")
        try:
            time.sleep(6)
            for key in KEYS:
                run("send-keys", key)
                time.sleep(3)
            return run("capture-pane", "-e", "-p", "-N").rstrip("\n").split("\n")
        finally:
            run("kill-server")


def cells(line, pen):
    """Character, ink, ground and boldness of each cell; the pen's colours go on from line to line."""
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b["):
            for character in part: yield character, pen.get(38) or INK, pen.get(48) or GROUND, pen.get(1)
            continue
        codes = [int(code or 0) for code in part[2:-1].split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0: pen.clear()
            elif code == 1: pen[1] = True
            elif code in (38, 48): pen[code], codes = tuple(codes[1:4]), codes[4:]
            elif code in (39, 49): pen.pop(code - 1, None)


def blocks(character):
    """Filled parts of a cell as left, top, right, bottom in 0…1; None for what a font has to draw."""
    code = ord(character)
    if 0x2581 <= code <= 0x2588: return [(0, 1 - (code - 0x2580) / 8, 1, 1)]
    if 0x2589 <= code <= 0x258F: return [(0, 0, (0x2590 - code) / 8, 1)]
    if character == "▀": return [(0, 0, 1, .5)]
    if character == "▐": return [(.5, 0, 1, 1)]
    if character == "▔": return [(0, 0, 1, 1 / 8)]
    if character == "▕": return [(7 / 8, 0, 1, 1)]
    if character in QUARTERS:
        return [(k % 2 / 2, k // 2 / 2, k % 2 / 2 + .5, k // 2 / 2 + .5) for k in range(4) if QUARTERS[character] >> k & 1]
    return None


def main():
    peel = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{ROOT}/.build/release/peel")
    out = sys.argv[2] if len(sys.argv) > 2 else f"{ROOT}/.readme/workbench.png"
    (width, height), pen = CELL, {}
    picture = Image.new("RGB", (COLUMNS * width, ROWS * height), GROUND)
    draw = ImageDraw.Draw(picture)
    fonts = [ImageFont.truetype(FONT.format(kind), round(height * .78)) for kind in ("", "-Bold")]
    for row, line in enumerate(capture(peel)):
        for column, (character, ink, ground, bold) in enumerate(cells(line, pen)):
            x, y = column * width, row * height
            draw.rectangle((x, y, x + width - 1, y + height - 1), fill=ground)
            parts = blocks(character)
            for left, top, right, bottom in parts or []:
                draw.rectangle((x + round(left * width), y + round(top * height), x + round(right * width) - 1,
                                y + round(bottom * height) - 1), fill=ink)
            if parts is None and character != " ":
                draw.text((x, y + height * .06), character, font=fonts[bool(bold)], fill=ink)
    picture.quantize(256, dither=Image.Dither.NONE).save(out, optimize=True)


if __name__ == "__main__":
    main()
