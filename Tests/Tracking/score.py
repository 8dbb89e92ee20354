#!/usr/bin/env python3
"""Measures how well the prints of a video were followed.

  peel detect --frames clip.mp4 --json | score.py truth.json

truth.json has one image per frame of the video:

  {"images": [{"frame": 0, "time_s": 0.0, "whole": true, "occluded": false, "prints": [{"corners": [[x, y] × 4]}]}, …]}

A print is found if its outline and the true one share 90 % of the area that they cover together. Only frames in which a
print is whole and not occluded are counted. Jitter is the RMS of the corners' errors, less their mean over 15 frames.
Needs numpy."""
import json
import sys

import numpy as np

FOUND = 0.9
WINDOW = 15


def area(p):
    x, y = np.array(p).T
    return 0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))


def shared(a, b):
    """Area of two convex outlines that run clockwise as seen (Sutherland and Hodgman)."""
    polygon = [np.array(p, float) for p in a]
    for i in range(4):
        p, q = np.array(b[i], float), np.array(b[(i + 1) % 4], float)
        edge, clipped = q - p, []
        inside = [edge[0] * (v - p)[1] - edge[1] * (v - p)[0] for v in polygon]
        for j, v in enumerate(polygon):
            k = (j + 1) % len(polygon)
            if inside[j] >= 0: clipped.append(v)
            if (inside[j] >= 0) != (inside[k] >= 0):
                clipped.append(v + inside[j] / (inside[j] - inside[k]) * (polygon[k] - v))
        polygon = clipped
        if len(polygon) < 3: return 0.0
    return max(0.0, area(polygon))


def overlap(a, b):
    s = shared(a, b)
    return s / (area(a) + area(b) - s)


def errors(found, true):
    """Each corner's error, with the corners matched in the order that fits best."""
    found, true = np.array(found), np.array(true)
    return min((np.roll(found, k, axis=0) - true for k in range(4)), key=lambda e: np.abs(e).max())


def main():
    truth = json.load(open(sys.argv[1]))["images"]
    lines = [json.loads(line) for line in sys.stdin]
    if len(lines) != len(truth): print(f"{len(lines)} frames of {len(truth)}")
    counted = found = false = exact = 0
    row, missed, since, waits = [], [], None, []
    numbers = set()
    for line, image in zip(lines, truth):
        usable = image["whole"] and not image["occluded"] and image["prints"]
        best = max(((overlap(p["corners"], t["corners"]), p, t) for p in line["prints"] for t in image["prints"]),
                   key=lambda v: v[0], default=None)
        false += sum(max((overlap(p["corners"], t["corners"]) for t in image["prints"]), default=0) < 0.5 for p in line["prints"])
        is_found = best is not None and best[0] >= FOUND
        if not usable:
            since = image["time_s"]
            row.append(None)
            continue
        counted += 1
        found += is_found
        exact += best is not None and best[0] >= 0.95
        row.append(errors(best[1]["corners"], best[2]["corners"]) if is_found else None)
        if is_found:
            numbers.add(best[1]["number"])
            if since is not None:
                waits.append(image["time_s"] - since)
                since = None
        else:
            missed.append(image["frame"])
    print(f"found {found} of {counted} ({100 * found / counted:.2f} %), with 95 % of the area {exact}; {false} that aren't prints; "
          f"print numbers: {len(numbers)}")
    print("missed frames:", missed)
    print("seconds from the last frame in which a print isn't whole to the first in which it is found:", [round(w, 3) for w in waits])
    kept = [e for e in row if e is not None]
    rest = []
    for i in range(len(row)):
        window = [e for e in row[max(0, i - WINDOW // 2):i + WINDOW // 2 + 1] if e is not None]
        if row[i] is not None and len(window) > WINDOW // 2:
            rest.append((row[i] - np.mean(window, axis=0), truth[i].get("motion_px", 0)))
    print(f"corner error: mean {np.mean([np.linalg.norm(e, axis=1).mean() for e in kept]):.2f} px, "
          f"greatest {max(np.linalg.norm(e, axis=1).max() for e in kept):.2f} px")
    for name, limit in [("all", np.inf), ("blur below 2 px", 2), ("blur below 1 px", 1)]:
        part = [r for r, m in rest if m < limit]
        if part: print(f"jitter, {name} ({len(part)} frames): {np.sqrt(np.mean(np.square(part)) * 2):.3f} px RMS per corner, "
                       f"{np.sqrt(np.mean(np.square(part))):.3f} along an axis")


main()
