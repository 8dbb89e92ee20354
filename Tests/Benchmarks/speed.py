#!/usr/bin/env python3
"""Measures what a scan costs, compared to the JPEG codec alone and to the other programs on this machine.

    swift build -c release --product peel
    Tests/Benchmarks/speed.py PHOTO.jpg… [-n 9] [--peel .build/release/peel]

Each contestant is a whole process. They take turns, and each figure is the median of n rounds, so that other load on the
machine affects all of them alike: ratios are stable even if milliseconds aren't. Needs djpeg and cjpeg
(libjpeg-turbo-progs). Includes ImageMagick (`convert`) and OpenCV for Python (cv2) if they are installed. `peel detect`
must find a print in the photos.

floor                 djpeg of the photo, then cjpeg of the finished scan with the same quality
peel scan             compared to the floor; "one core" is with --jobs 1
peel detect           compared to djpeg of the photo
peel scan of all      all photos, compared to the floor of each in as many processes as there are cores
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

OPENCV = """
import sys, numpy, cv2
photo, out, width, height, *corners = sys.argv[1:]
width, height = int(width), int(height)
outline = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
matrix = cv2.getPerspectiveTransform(numpy.float32(corners).reshape(4, 2), outline)
cv2.setNumThreads(1)
scan = cv2.warpPerspective(cv2.imread(photo), matrix, (width, height), flags=cv2.INTER_CUBIC)
for k in range(3):
    counts = cv2.calcHist([scan], [k], None, [256], [0, 256]).ravel().cumsum() / (width * height)
    low, high = numpy.searchsorted(counts, 0.01), numpy.searchsorted(counts, 0.99)
    table = numpy.clip((numpy.arange(256) - low) * 255 / max(1, high - low), 0, 255)
    scan[..., k] = cv2.LUT(scan[..., k], table.round().astype(numpy.uint8))
cv2.imwrite(out, scan, [cv2.IMWRITE_JPEG_QUALITY, 92])
"""


def run(command):
    """A shell command's processor time and elapsed time in milliseconds, and its peak memory in MB (at least 15, this
    script's own)."""
    begun = time.monotonic()
    child = subprocess.Popen(command, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - begun
    # 3 means that a print needs review.
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        sys.exit(f"failed: {command}")
    return 1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall, usage.ru_maxrss / 1024


def contestants(options, folder):
    """(name, command, name of the contestant it is compared to) for each contestant."""
    peel, photo = options.peel, options.photos[0]
    out = f"{folder}/out"
    line = subprocess.run([peel, "scan", photo, "-o", out, "--json"], capture_output=True, text=True).stdout
    scans = json.loads(line)["scans"]
    if not scans:
        sys.exit(f"no print in {photo}")
    scan = scans[0]
    found = json.loads(subprocess.run([peel, "detect", photo, "--json"], capture_output=True, text=True).stdout)
    corners = found["prints"][0]["corners"]
    subprocess.run(["djpeg", "-outfile", f"{folder}/scan.ppm", scan["file"]], check=True)
    encode = f"cjpeg -quality 92 -sample 2x2 -outfile /dev/null {folder}/scan.ppm"
    names = " ".join(f"'{name}'" for name in options.photos)
    cores = len(os.sched_getaffinity(0))
    list_ = [
        ("floor", f"djpeg -outfile /dev/null '{photo}' && {encode}", None),
        ("peel scan", f"{peel} scan '{photo}' -o {out} --force", "floor"),
        ("peel scan, one core", f"{peel} scan '{photo}' -o {out} --force --jobs 1", "floor"),
    ]
    if shutil.which("convert"):
        size = (scan["width"], scan["height"])
        ends = [(0, 0), (size[0], 0), size, (0, size[1])]
        pairs = " ".join(f"{x},{y} {u},{v}" for (x, y), (u, v) in zip(corners, ends))
        list_.append((
            "ImageMagick, corners given",
            f"convert '{photo}' -virtual-pixel edge -define distort:viewport={size[0]}x{size[1]}+0+0 "
            f"-distort Perspective '{pairs}' -channel RGB -contrast-stretch 1%x1% -quality 92 {folder}/magick.jpg",
            "floor"))
    if subprocess.run([sys.executable, "-c", "import cv2"], capture_output=True).returncode == 0:
        flat = " ".join(str(value) for corner in corners for value in corner)
        with open(f"{folder}/opencv.py", "w") as script:
            script.write(OPENCV)
        list_.append((
            "OpenCV in Python, corners given",
            f"{sys.executable} {folder}/opencv.py '{photo}' {folder}/opencv.jpg {scan['width']} {scan['height']} {flat}",
            "floor"))
    list_ += [
        ("djpeg", f"djpeg -outfile /dev/null '{photo}'", None),
        ("peel detect", f"{peel} detect '{photo}'", "djpeg"),
        ("peel --version", f"{peel} --version", None),
    ]
    if len(options.photos) > 1:
        one = f"djpeg -outfile /dev/null \"$0\" && {encode}"
        list_ += [
            ("floor of all", f"printf '%s\\0' {names} | xargs -0 -P{cores} -n1 sh -c '{one}'", None),
            (f"peel scan of all {len(options.photos)}", f"{peel} scan {names} -o {out} --force", "floor of all"),
        ]
    return list_


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("photos", nargs="+")
    parser.add_argument("-n", type=int, default=9)
    parser.add_argument("--peel", default=".build/release/peel")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = contestants(options, folder)
        measured = {name: [] for name, _, _ in rows}
        for turn in range(options.n + 1):
            for name, command, _ in rows:
                figures = run(command)
                if turn > 0:
                    measured[name].append(figures)
        medians = {name: [statistics.median(column) for column in zip(*runs)] for name, runs in measured.items()}
        print("| | cpu ms | wall ms | peak MB | cpu | wall | times |\n|---|---:|---:|---:|---:|---:|---|")
        for name, _, base in rows:
            cpu, wall, peak = medians[name]
            ratios = [f"{medians[name][k] / medians[base][k]:.2f}" for k in range(2)] if base else ["", ""]
            print(f"| {name} | {cpu:.1f} | {wall:.1f} | {peak:.0f} | {ratios[0]} | {ratios[1]} | {base or ''} |")


if __name__ == "__main__":
    main()
