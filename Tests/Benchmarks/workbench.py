#!/usr/bin/env python3
"""Measures how fast the workbench answers, through a pseudo-terminal.

  workbench.py PEEL PHOTO [--columns 200] [--rows 60] [--nudges 300] [--starts 10] [--folder COUNT]

Prints the milliseconds from the program's start to the first picture and to the prints, and from a key to the last byte
of the screen that answers it, with the photo alone and with the corrected print beside it, and until that print is
redrawn. With --folder COUNT, opens a folder with COUNT links to the photo. Exits with 1 if a figure exceeds its limit."""
import argparse, fcntl, os, pty, select, signal, statistics, struct, sys, tempfile, termios, time

LIMITS = {"first picture": 150, "prints": 250, "nudge": 16, "nudge, print beside it": 16}
# A screen is complete if nothing has arrived for this long, in seconds.
GAP = 0.0015


class Workbench:
    def __init__(self, peel, photos, columns, rows, state):
        self.started = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8", XDG_STATE_HOME=state,
                              XDG_CONFIG_HOME=state)
            os.environ.pop("NO_COLOR", None)
            # Set the size before the program starts.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execv(peel, [peel, *photos])
        self.seen = b""

    def read(self, patience):
        """The next bytes, or none after `patience` seconds."""
        if not select.select([self.terminal], [], [], patience)[0]: return b""
        return os.read(self.terminal, 1 << 16)

    def screen(self, patience=10):
        """Waits for the next screen; the time of its last byte."""
        part = self.read(patience)
        if not part: raise SystemExit("the workbench does not answer")
        while part:
            last = time.monotonic()
            self.seen += part
            part = self.read(GAP)
        return last

    def wait(self, *texts):
        while not any(text in self.seen for text in texts): self.last = self.screen()
        return self.last

    def rest(self, seconds=0.25):
        while part := self.read(seconds): self.seen += part

    def press(self, key):
        """Presses a key; the milliseconds from it to each screen that answers it."""
        # Earlier output isn't needed, and appending to it would take longer than the workbench does.
        self.seen = b""
        begin = time.monotonic()
        os.write(self.terminal, key)
        times = [self.screen()]
        while part := self.read(0.1):
            while part:
                last = time.monotonic()
                part = self.read(GAP)
            times.append(last)
        return [1000 * (t - begin) for t in times]

    def memory(self):
        """Peak resident memory, in MB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def leave(self):
        os.kill(self.pid, signal.SIGTERM)
        while True:
            try:
                if not self.read(0.5): break
            except OSError: break
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def share(values, part): return sorted(values)[min(len(values) - 1, int(part * len(values)))]


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
            bench = Workbench(peel, photos, a.columns, a.rows, state)
            found = (b"confidence", b"nothing found", b"candidate")
            while bench.seen.count(b"[48;2;") < 1000: picture = bench.screen()
            bench.last = picture
            pictures.append(1000 * (picture - bench.started))
            prints.append(1000 * (bench.wait(*found) - bench.started))
            if k < a.starts - 1: bench.leave()
        report("first picture", pictures, 0.5); report("prints", prints, 0.5)
        bench.rest(1)
        for name, key in [("nudge", None), ("nudge, print beside it", b"v")]:
            if key: bench.press(key); bench.rest(1)
            first, last = [], []
            for k in range(a.nudges):
                times = bench.press(b"l" if k % 2 else b"h")
                first.append(times[0])
                if len(times) > 1: last.append(times[1])
            report(name, first, 0.95)
            if key and last: report("corrected print after it", last, 0.95)
        print(f"{'memory':28} at most {bench.memory():.0f} MB")
        bench.leave()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
