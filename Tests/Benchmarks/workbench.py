#!/usr/bin/env python3
"""Measures how fast the workbench answers, through a pseudo-terminal.

  workbench.py PEEL PHOTO [--columns 200] [--rows 60] [--nudges 300] [--starts 10] [--folder COUNT]

Prints the milliseconds from the program's start to the first picture and to the prints, and from a key to the last byte
of the screen that answers it, and until the corrected print beside the photo is redrawn. With --folder COUNT, opens a
folder with COUNT links to the photo, and measures only the start. Exits with 1 if a figure exceeds its limit."""
import argparse, os, statistics, sys, tempfile, time
from pseudoterminal import Workbench, share

LIMITS = {"first picture": 150, "prints": 250, "nudge": 16}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("peel"); ap.add_argument("photo")
    for name, value in [("columns", 200), ("rows", 60), ("nudges", 300), ("starts", 10), ("folder", 0)]:
        ap.add_argument("--" + name, type=int, default=value)
    a = ap.parse_args(); peel, photo = os.path.abspath(a.peel), os.path.abspath(a.photo)
    failed = []

    def report(name, values, part):
        figure = share(values, part)
        limit = LIMITS.get(name)
        if limit and figure > limit: failed.append(name)
        print(f"{name:28} median {statistics.median(values):7.1f} ms   {100 * part:.0f} % within {figure:7.1f} ms"
              + (f"   limit {limit} ms" if limit else ""), flush=True)

    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state"); photos = [photo]
        if a.folder:
            roll = os.path.join(folder, "roll"); os.mkdir(roll); photos = [roll]
            for k in range(a.folder): os.symlink(photo, os.path.join(roll, f"{k:05}.jpg"))
        pictures, prints = [], []
        for k in range(a.starts):
            bench = Workbench(peel, ["--graphics", "cells", *photos], state, a.columns, a.rows)
            seen = b""
            # The photo has a colour for each cell, and the status line the corner of a print.
            for times, isThere in [(pictures, lambda: seen.count(b"[48;2;") > 1000), (prints, lambda: b"left" in seen)]:
                while not isThere():
                    part = bench.screen()
                    if not part: raise SystemExit("the workbench does not answer")
                    seen += part
                times.append(1000 * (time.monotonic() - bench.started))
            if k < a.starts - 1: bench.leave()
        report("first picture", pictures, 0.5); report("prints", prints, 0.5)
        if not a.folder:
            bench.rest(1)
            nudges = [bench.press(b"l" if k % 2 else b"h") for k in range(a.nudges)]
            report("nudge", [screens[0][0] for screens in nudges], 0.95)
            report("corrected print after it", [screens[1][0] for screens in nudges if len(screens) > 1], 0.95)
        print(f"{'memory':28} at most {bench.memory():.0f} MB")
        bench.leave()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
