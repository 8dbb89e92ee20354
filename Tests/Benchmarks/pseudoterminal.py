"""The workbench on a pseudo-terminal, for benchmarks. What a terminal needs to draw comes on top of the times."""
import base64, fcntl, os, pty, re, select, signal, struct, termios, time

# A screen ends with the end of a synchronized frame.
END = b"\x1b[?2026l"


class Workbench:
    """Starts PEEL with arguments. `cell` is a cell's size in pixels; `way` is how the terminal can draw pictures."""

    def __init__(self, peel, arguments, state, columns, rows, cell=(0, 0), way="cells"):
        self.way = way
        self.started = time.monotonic()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8", XDG_STATE_HOME=state,
                              XDG_CONFIG_HOME=state)
            for name in ("NO_COLOR", "TMUX", "STY"): os.environ.pop(name, None)
            # Set the size before the program starts.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * cell[0], rows * cell[1]))
            os.execv(peel, [peel, *arguments])

    def answer(self, seen):
        """Answers the questions in what was sent, as kitty and terminals with sixel do."""
        for asked in re.finditer(rb"\x1b_G([^;]*);|\x1b\[c", seen):
            keys = dict(part.split(b"=", 1) for part in (asked[1] or b"").split(b",") if b"=" in part)
            if asked[1] is None:
                os.write(self.terminal, b"\x1b[?62c" if self.way.startswith("kitty") else b"\x1b[?62;4c")
            elif b"i" in keys and (keys.get(b"a") == b"q" or keys.get(b"q") == b"0"):
                # Far away, there is no shared memory.
                if self.way == "kitty" or (self.way == "kitty-far" and keys.get(b"t") != b"s"):
                    os.write(self.terminal, b"\x1b_Gi=%s;OK\x1b\\" % keys[b"i"])

    def screen(self, patience=10):
        """The next screen's bytes; fewer if nothing comes for `patience` seconds."""
        seen, searched = bytearray(), 0
        while not seen.endswith(END):
            if not select.select([self.terminal], [], [], patience)[0]: break
            seen += os.read(self.terminal, 1 << 18)
            # A question may end with a later read: look again at what follows the last introducer.
            start = seen.rfind(b"\x1b", searched)
            end = len(seen) if seen.endswith(END) or start < 0 else start
            self.answer(seen[searched:end])
            # Reading a shared picture removes it.
            for found in re.finditer(rb"t=s[^;]*;([^\x1b]+)\x1b", seen[max(0, searched - 100):]):
                try: os.unlink("/dev/shm" + base64.b64decode(found[1]).decode())
                except OSError: pass
            searched = end
        return bytes(seen)

    def rest(self, seconds):
        while self.screen(seconds): pass

    def press(self, key, quiet=0.1):
        """Presses a key; for each screen until it is quiet, the milliseconds from the key to its last byte, and its bytes."""
        begin = time.monotonic()
        os.write(self.terminal, key)
        screens, patience = [], 10
        while seen := self.screen(patience):
            screens.append((1000 * (time.monotonic() - begin), len(seen)))
            patience = quiet
        if not screens: raise SystemExit("the workbench does not answer")
        return screens

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


def share(values, part): return sorted(values)[min(len(values) - 1, int(part * len(values)))]
