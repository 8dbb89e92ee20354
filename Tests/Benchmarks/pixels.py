#!/usr/bin/env python3
"""Measures how fast the workbench answers keys and how many bytes it sends, for each way to draw pictures.

  pixels.py PEEL PHOTO [--columns 200] [--rows 60] [--cell 9x18] [--nudges 200] [--ways cells kitty kitty-far sixel iterm]

kitty reads pictures from shared memory, kitty-far from the line.

Prints, for moving a corner and for zooming: milliseconds from the key to the last byte of the screen that answers it, and
the bytes of that screen. Then the most memory. Exits with 1 if a figure exceeds its limit. This reads as fast as it can;
what a terminal needs to draw comes on top."""
import argparse, base64, fcntl, os, pty, re, select, signal, statistics, struct, sys, tempfile, termios, time

# In milliseconds.
LIMITS = {"cells corner": 8, "corner": 16, "zoom": 40}
# A screen ends with the end of a synchronized frame.
END = b"\x1b[?2026l"


class Workbench:
    def __init__(self, peel, photo, way, columns, rows, cell, state):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8", XDG_STATE_HOME=state,
                              XDG_CONFIG_HOME=state)
            for name in ("NO_COLOR", "TMUX", "STY"): os.environ.pop(name, None)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * cell[0], rows * cell[1]))
            os.execv(peel, [peel, "--graphics", way.split("-")[0], photo])
        # kitty's answers: it has pictures, and shows the first one.
        answers = b"\x1b_Gi=1885693292;OK\x1b\\" if way.startswith("kitty") else b""
        if way == "kitty": answers += b"\x1b_Gi=1885693293;OK\x1b\\"
        os.write(self.terminal, answers + (b"\x1b[?62c\x1b_Gi=1;OK\x1b\\" if answers else b"\x1b[?62;4c"))

    def screen(self, patience):
        """The next screen's bytes; fewer if nothing comes for `patience` seconds."""
        seen, searched = bytearray(), 0
        while not seen.endswith(END):
            if not select.select([self.terminal], [], [], patience)[0]: break
            seen += os.read(self.terminal, 1 << 18)
            # Reading a shared picture removes it.
            for found in re.finditer(rb"t=s[^;]*;([^\x1b]+)\x1b", seen[searched:]):
                try: os.unlink("/dev/shm" + base64.b64decode(found[1]).decode())
                except OSError: pass
            searched = max(0, len(seen) - 100)
        return seen

    def rest(self, seconds):
        while self.screen(seconds): pass

    def press(self, key):
        """Milliseconds from a key to the end of the screen that answers it, and that screen's bytes."""
        begin = time.monotonic()
        os.write(self.terminal, key)
        size = len(self.screen(5))
        took = 1000 * (time.monotonic() - begin)
        self.rest(0.06)
        return took, size

    def memory(self):
        """Peak resident memory, in MB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def leave(self):
        os.kill(self.pid, signal.SIGTERM)
        while True:
            try:
                if not self.screen(0.5): break
            except OSError: break
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


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
            bench = Workbench(peel, photo, way, a.columns, a.rows, cell, state)
            bench.rest(2)

            def report(name, measures, part, limit):
                nonlocal failed
                times = sorted(took for took, _ in measures)
                figure = times[min(len(times) - 1, int(part * len(times)))]
                sizes = [size for _, size in measures]
                failed |= figure > limit
                print(f"{way:9} {name:6} median {statistics.median(times):6.1f} ms   {100 * part:.0f} % within {figure:6.1f} ms   "
                      f"limit {limit} ms   {statistics.median(sizes) / 1000:8.1f} kB, at most {max(sizes) / 1000:.1f}", flush=True)

            moves = [bench.press(b"l" if k % 2 else b"h") for k in range(a.nudges)]
            report("corner", moves, 0.95, LIMITS.get(f"{way} corner", LIMITS["corner"]))
            zooms = [bench.press(key) for _ in range(a.zooms) for key in (b"z", b"z", b"z", b"Z", b"Z", b"0")]
            report("zoom", zooms, 0.95, LIMITS["zoom"])
            print(f"{way:9} {'memory':6} at most {bench.memory():.0f} MB", flush=True)
            bench.leave()
    sys.exit(failed)


if __name__ == "__main__":
    main()
