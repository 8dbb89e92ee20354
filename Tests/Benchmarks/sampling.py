#!/usr/bin/env python3
"""Measures how close scans come to ideal ones, compared to OpenCV's warpPerspective with INTER_LINEAR.

    swift build -c release --package-path Tests/Benchmarks -Xswiftc -enable-testing
    Tests/Benchmarks/sampling.py ../shared/photos/scenes [limit]

Needs numpy, opencv, and rendered photos with their true corners and ideal scans (not in this repository). Both peel and
OpenCV get the true corners, take (0, 0) as the outer corner of the first pixel, and leave colours unchanged.

direct   both warp straight to the ideal scan's size
native   both warp to the photo's own resolution; both results are then reduced to the ideal scan's size by area means

Errors are measured over the print without 2.5 % at each side, after fitting one gain and one offset per channel:

PSNR     of the remaining error
detail   of the remaining error without its part that varies more slowly than over 12 pixels: shade, glare and colour
         casts across the print are most of the error, and no resampler can change them

Gains are in dB over OpenCV. `closer` is the mean over prints for which the photo is at least 2.5 times as dense as the
scan, `similar` the mean over the others.
"""
import json
import os
import subprocess
import sys
import tempfile

import cv2
import numpy as np

FILMS = {
    "polaroid600": "polaroid-600", "polaroid_go": "polaroid-go", "polaroid_spectra": "polaroid-spectra",
    "instax_mini": "instax-mini", "instax_square": "instax-square", "instax_wide": "instax-wide", "fp100c": "pack-film",
}
FLATTEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".build/release/flatten")


def linear(photo, corners, width, height):
    """OpenCV's warp. Its (0, 0) is the centre of the first pixel."""
    outline = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    to_middle = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    from_middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    matrix = to_middle @ cv2.getPerspectiveTransform(outline, np.float32(corners)) @ from_middle
    return cv2.warpPerspective(
        photo, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE)


def decibels(scan, ideal):
    """PSNR and detail of a scan, in dB."""
    height, width = ideal.shape[:2]
    margin = round(0.025 * width)
    inner = np.s_[margin:height - margin, margin:width - margin]
    errors, details = [], []
    for channel in range(3):
        x = scan[inner][..., channel].astype(float)
        y = ideal[inner][..., channel].astype(float)
        gain = np.mean((x - x.mean()) * (y - y.mean())) / max(x.var(), 1e-9)
        error = gain * (x - x.mean()) - (y - y.mean())
        errors.append(np.mean(error**2))
        details.append(np.mean((error - cv2.GaussianBlur(error, (0, 0), 12)) ** 2))
    return [10 * np.log10(255**2 / np.mean(e)) for e in (errors, details)]


def main():
    folder = sys.argv[1]
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else None
    cv2.setNumThreads(1)
    flatten = subprocess.Popen([FLATTEN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    output = os.path.join(tempfile.mkdtemp(), "scan.png")

    def ours(photo, corners, film, width):
        order = {"photo": photo, "corners": corners, "film": film, "width": width, "output": output}
        flatten.stdin.write(json.dumps(order) + "\n")
        flatten.stdin.flush()
        time = float(flatten.stdout.readline())
        return cv2.imread(output), time

    rows, times = [], []
    with open(os.path.join(folder, "truth.json")) as file:
        images = json.load(file)["images"][:limit]
    for image in images:
        path = os.path.join(folder, image["file"])
        photo = cv2.imread(path)
        for print_ in image["prints"]:
            ideal = cv2.imread(os.path.join(folder, "scans", os.path.basename(print_["scan"])))
            height, width = ideal.shape[:2]
            film, corners = FILMS[print_["format"]], print_["corners"]
            direct, _ = ours(path, corners, film, width)
            native, time = ours(path, corners, film, None)
            direct = cv2.resize(direct, (width, height)) if direct.shape != ideal.shape else direct
            size = (width, height)
            times.append(time / native.shape[0] / native.shape[1] * 4.8e6)
            row = [native.shape[1] / width]
            for mine, theirs in [
                (direct, linear(photo, corners, width, height)),
                (cv2.resize(native, size, interpolation=cv2.INTER_AREA),
                 cv2.resize(linear(photo, corners, native.shape[1], native.shape[0]), size,
                            interpolation=cv2.INTER_AREA)),
            ]:
                row += decibels(mine, ideal) + decibels(theirs, ideal)
            rows.append(row)
    table = np.array(rows)
    closer = table[:, 0] >= 2.5
    print(f"{len(table)} prints; warping, converting and counting 2000 × 2400 pixels takes {np.median(times):.0f} ms (median)")
    print(f"{'':16}{'ours':>8}{'OpenCV':>8}{'gain':>8}{'median':>8}{'closer':>8}{'similar':>8}")
    for name, start in (("direct", 1), ("native", 5)):
        for measure, mine in (("PSNR", start), ("detail", start + 1)):
            gain = table[:, mine] - table[:, mine + 2]
            figures = [
                table[:, mine].mean(), table[:, mine + 2].mean(), gain.mean(), np.median(gain), gain[closer].mean(),
                gain[~closer].mean(),
            ]
            print(f"{name + ' ' + measure:16}" + "".join(f"{figure:8.2f}" for figure in figures))


if __name__ == "__main__":
    main()
