#!/usr/bin/env python3
"""Measures how fast the workbench answers keys and how many bytes it sends, for each way to draw pictures.

  pixels.py PEEL PHOTO [--columns 200] [--rows 60] [--cell 9x18] [--nudges 200] [--ways cells kitty kitty-far sixel iterm]

kitty reads pictures from shared memory, kitty-far from the line.

Prints, for moving a corner and for zooming: milliseconds from the key to the last byte of the screen that answers it, and
the bytes of that screen. Then the most memory. Exits with 1 if a figure exceeds its limit."""
import argparse, os, statistics, sys, tempfile
from pseudoterminal import Workbench, share

# In milliseconds.
LIMITS = {"cells corner": 8, "corner": 16, "zoom": 40}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("peel"); ap.add_argument("photo")
    for name, value in [("columns", 200), ("rows", 60), ("nudges", 200), ("zooms", 10)]:
        ap.add_argument("--" + name, type=int, default=value)
    ap.add_argument("--cell", default="9x18")
    ap.add_argument("--ways", nargs="*", default=["cells", "kitty", "kitty-far", "sixel", "iterm"])
    a = ap.parse_args(); peel, photo = os.path.abspath(a.peel), os.path.abspath(a.photo)
    cell = tuple(int(side) for side in a.cell.split("x"))
    failed = False
    for way in a.ways:
        with tempfile.TemporaryDirectory() as state:
            protocol = way.split("-")[0]
            # The terminal here doesn't say its name, which tells of iTerm2's images.
            arguments = ["--graphics", protocol if protocol == "cells" else "force-" + protocol, photo]
            bench = Workbench(peel, arguments, state, a.columns, a.rows, cell, way)
            bench.rest(2)

            def report(name, measures, part, limit):
                nonlocal failed
                times = [took for took, _ in measures]
                figure = share(times, part)
                sizes = [size for _, size in measures]
                failed |= figure > limit
                print(f"{way:9} {name:6} median {statistics.median(times):6.1f} ms   {100 * part:.0f} % within {figure:6.1f} ms   "
                      f"limit {limit} ms   {statistics.median(sizes) / 1000:8.1f} kB, at most {max(sizes) / 1000:.1f}", flush=True)

            moves = [bench.press(b"l" if k % 2 else b"h")[0] for k in range(a.nudges)]
            report("corner", moves, 0.95, LIMITS.get(f"{way} corner", LIMITS["corner"]))
            zooms = [bench.press(key)[0] for _ in range(a.zooms) for key in (b"z", b"z", b"z", b"Z", b"Z", b"0")]
            report("zoom", zooms, 0.95, LIMITS["zoom"])
            print(f"{way:9} {'memory':6} at most {bench.memory():.0f} MB", flush=True)
            bench.leave()
    sys.exit(failed)


if __name__ == "__main__":
    main()
