"""ONNX files of trained networks with a fixed input size and any batch size, and their cards."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

LARGEST = 15_000_000
OPSET = 17
NEAR = 2e-3
"""Maximum relative difference between the file's and the network's outputs."""


def export(net: nn.Module, side: int, outputs: list[str], target: Path) -> None:
    """Write the file, and compare its outputs with those of the network."""
    net = net.to("cpu", memory_format=torch.contiguous_format).float().eval()
    sample = torch.rand(2, 3, side, side)
    names = ["picture", *outputs]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (sample,),
            str(target),
            input_names=names[:1],
            output_names=names[1:],
            dynamic_axes={name: {0: "pictures"} for name in names},
            opset_version=OPSET,
            dynamo=False,
        )
    size = target.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{target.name} has {size:,} bytes; the maximum is {LARGEST:,}")
    _compare(net, sample, target)
    print(f"  {target.name}: {size:,} bytes", flush=True)


def _compare(net: nn.Module, sample: torch.Tensor, target: Path) -> None:
    try:
        from onnxruntime import InferenceSession
    except ImportError:
        print("  onnxruntime is not installed: the file was not compared with the network", flush=True)
        return
    session = InferenceSession(str(target), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        own = net(sample)
    own = own if isinstance(own, tuple) else (own,)
    for theirs, ours in zip(session.run(None, {"picture": sample.numpy()}), own, strict=True):
        expected = ours.numpy()
        off = float(np.abs(theirs - expected).max() / max(1.0, float(np.abs(expected).max())))
        if off > NEAR:
            raise SystemExit(f"{target.name} differs from the network by {off:.4f}")


def write_card(path: Path, model: Path, card: dict[str, Any]) -> None:
    """Write the card of a network, with the hash of its file."""
    whole = {"model": model.name, "sha256": hashlib.sha256(model.read_bytes()).hexdigest(), **card}
    path.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
