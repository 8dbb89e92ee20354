#!/usr/bin/env python3
"""Records what LiteRT computes with the face models from random numbers.

    python3 -m venv venv && venv/bin/pip install ai-edge-litert numpy
    venv/bin/python Tests/PeelInferenceTests/Recorded/record.py

Writes MODEL.json beside this file: a sample of every tensor that an operator computes, and of the outputs.
"""

import json
import pathlib
import zipfile

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

here = pathlib.Path(__file__).resolve().parent
bundle = here.parents[2] / "Sources/CPeelModels/faces/face_landmarker.task"

# The numbers that are kept of a tensor within the network, and of an output.
WITHIN, AT_END = 4, 100


def random(count, seed):
    """SplitMix64's numbers, of which the upper 24 bits give 0 to 1."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return ((z >> np.uint64(40)).astype(np.float64) / 2**24).astype(np.float32)


def sample(values, most):
    """Evenly spaced numbers, as [place, number]."""
    values = values.ravel()
    places = sorted({int(k * (len(values) - 1) / max(1, most - 1)) for k in range(min(most, len(values)))})
    return [[place, float(f"{values[place]:.8g}")] for place in places]


for model, seed in [("face_detector", 1), ("face_landmarks_detector", 2), ("face_blendshapes", 3)]:
    interpreter = Interpreter(
        model_content=zipfile.ZipFile(bundle).read(model + ".tflite"),
        experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
        experimental_preserve_all_tensors=True,
    )
    interpreter.allocate_tensors()
    (entry,) = interpreter.get_input_details()
    interpreter.set_tensor(entry["index"], random(int(np.prod(entry["shape"])), seed).reshape(entry["shape"]))
    interpreter.invoke()
    outputs = [detail["index"] for detail in interpreter.get_output_details()]
    computed = [
        int(index)
        for operator in interpreter._get_ops_details()
        if operator["op_name"] != "DEQUANTIZE"
        for index in operator["outputs"]
    ]
    tensors = [
        {"tensor": index, "numbers": sample(interpreter.get_tensor(index), AT_END if index in outputs else WITHIN)}
        for index in computed
    ]
    lines = ",\n".join("  " + json.dumps(tensor, separators=(",", ":")) for tensor in tensors)
    (here / f"{model}.json").write_text(f'{{"seed":{seed},"tensors":[\n{lines}\n]}}\n')
