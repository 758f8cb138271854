"""Trains the networks behind `dinox-mcp` on drawn scenes, and writes them with their cards.

    python scripts/train_detector.py --cache DIR --out DIR --render 20000 --train --minutes 7
    python scripts/train_detector.py --cache DIR --out DIR --pose --minutes 1.5
    python scripts/train_detector.py --cache DIR --out src/m3bench/servers/dinox/model --measure

Needs torch, numpy, pillow, msgspec and, to write the files, onnx (and onnxruntime to compare them). The steps
that are named run in this order: render, train, pose, measure. Scenes are drawn for two seeds: one to train
on, one to choose thresholds and to judge on; neither is a seed that tasks and tests use.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from detector.scenes import JUDGED_FROM, TRAINED_FROM, cores, pack, render, render_evenly

OVERLAPS = (0.5, 0.6, 0.7)
SAME_PLACE = 0.9


def main() -> None:
    options = _options()
    train_folder, judge_folder = options.cache / "train", options.cache / "judge"
    options.out.mkdir(parents=True, exist_ok=True)
    if options.render:
        _say(f"drawing {options.render:,} scenes to train on")
        render(train_folder, options.render, options.jobs, TRAINED_FROM, options.kinds)
        _say(f"drawing {options.judge:,} scenes to judge on")
        render(judge_folder, options.judge, options.jobs, JUDGED_FROM, options.kinds)
    if options.train:
        _train(options, train_folder, judge_folder)
    if options.pose:
        _pose(options, train_folder, judge_folder)
    if options.tune:
        _tune(options)
    if options.measure:
        _measure(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cache", type=Path, required=True, help="where drawn scenes are kept")
    parser.add_argument("--out", type=Path, required=True, help="where networks and cards go")
    parser.add_argument("--render", type=int, default=0, metavar="N", help="draw N scenes to train on")
    parser.add_argument("--judge", type=int, default=1200, metavar="N", help="and N to judge on (1200)")
    parser.add_argument("--kinds", type=lambda text: text.split(","), help="only these kinds of scenes")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes that draw and read")
    parser.add_argument("--train", action="store_true", help="train the detector")
    parser.add_argument("--pose", action="store_true", help="train the network that finds joints")
    parser.add_argument("--measure", action="store_true", help="measure the networks in --out on new scenes")
    parser.add_argument(
        "--tune", action="store_true", help="choose the thresholds in --out anew, on --judge scenes"
    )
    parser.add_argument("--minutes", type=float, default=0, help="how long to train")
    parser.add_argument("--steps", type=int, default=0, help="or for how many steps")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--least", type=int, default=30, help="labels seen less often are left out")
    parser.add_argument("--device", default="", help="cuda or cpu; the best there is unless told")
    parser.add_argument("--seed", type=int, default=TRAINED_FROM + 7, help="of the scenes for --measure")
    options = parser.parse_args()
    if (options.train or options.pose) and not (options.minutes or options.steps):
        parser.error("say how long to train: --minutes or --steps")
    return options


def _plan(options: argparse.Namespace) -> Any:
    import torch
    from detector.training import Plan

    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    return Plan(options.minutes, options.steps, options.batch, options.rate, device)


def _train(options: argparse.Namespace, train_folder: Path, judge_folder: Path) -> None:
    import torch
    from detector import exporting, measuring, network, training

    plan = _plan(options)
    _say("packing the scenes")
    scenes, judged = pack(train_folder, options.jobs, jpeg=True), pack(judge_folder, options.jobs, jpeg=False)
    labels = training.labels_of(scenes, options.least)
    groups = training.groups_of(scenes, labels)
    _say(
        f"{len(scenes):,} scenes, {len(labels)} classes, {max(groups) + 1} groups; training on {plan.device}"
    )
    net = training.train(scenes, labels, groups, plan)
    torch.save({"labels": labels, "groups": groups, "net": net.state_dict()}, options.out / "detector.pt")
    _say("judging")
    look = training.reviewer(net, plan.device)
    everything = measuring.look_at_all(judged, look, measuring.lax_rules(groups), network.STRIDE)
    best: tuple[float, list[float], dict[str, Any], float] | None = None
    for overlap in OVERLAPS:
        found = measuring.stricter(everything, measuring.lax_rules(groups, overlap, SAME_PLACE))
        tallies = measuring.tallies(judged, found, labels)
        thresholds = [
            tallies[label].best_threshold() if label in tallies else measuring.LEAST_SURE for label in labels
        ]
        figures = measuring.figures(judged, found, labels, thresholds)
        if best is None or figures["f1"] > best[0]:
            best = figures["f1"], thresholds, figures, overlap
    assert best is not None
    _, thresholds, figures, overlap = best
    _show(figures)
    target = options.out / "detector.onnx"
    exporting.export(network.Exported(net), 512, ["heat", "reach"], target)
    figures |= {"parameters": network.size_of(net), "trained_on_scenes": len(scenes)}
    card = {"input": 512, "stride": network.STRIDE, "labels": labels, "thresholds": thresholds,
            "groups": groups, "overlap": overlap, "same_place": SAME_PLACE, "figures": figures}  # fmt: skip
    exporting.write_card(options.out / "classes.json", target, card)
    (options.out / "detector.pt").unlink()


def _pose(options: argparse.Namespace, train_folder: Path, judge_folder: Path) -> None:
    from detector import exporting, network, pose

    plan = _plan(options)
    _say("cropping people")
    people, judged = pose.persons(train_folder, options.jobs, 3), pose.persons(judge_folder, options.jobs, 1)
    _say(f"{len(people[0]):,} crops of people; training on {plan.device}")
    net = pose.train_pose(people, plan)
    thresholds, figures = pose.measure_pose(net, judged, plan.device)
    print(f"  joints: F1 {figures['f1']}", figures["joints"], flush=True)
    target = options.out / "pose.onnx"
    exporting.export(pose.ExportedPose(net), pose.SIDE, ["heat"], target)
    figures |= {"parameters": network.size_of(net)}
    card = {"input": pose.SIDE, "stride": pose.STRIDE, "joints": pose.JOINTS, "thresholds": thresholds,
            "figures": figures}  # fmt: skip
    exporting.write_card(options.out / "pose.json", target, card)


def _tune(options: argparse.Namespace) -> None:
    """Thresholds by class on more scenes than the training had time for: rare things need them."""
    import json

    from detector import measuring

    folder = options.cache / f"tune-{JUDGED_FROM + 1}"
    render(folder, options.judge, options.jobs, JUDGED_FROM + 1, options.kinds)
    scenes = pack(folder, options.jobs, jpeg=False)
    target = options.out / "classes.json"
    card = json.loads(target.read_text(encoding="utf-8"))
    rules = measuring.lax_rules(card["groups"], card["overlap"], card["same_place"])
    found = measuring.look_at_all(scenes, _written(options.out / card["model"]), rules, card["stride"])
    tallies = measuring.tallies(scenes, found, card["labels"])
    card["thresholds"] = [
        tallies[label].best_threshold() if label in tallies and tallies[label].things else old
        for label, old in zip(card["labels"], card["thresholds"], strict=True)
    ]
    card["figures"] |= measuring.figures(scenes, found, card["labels"], card["thresholds"])
    _show(card["figures"])
    target.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def _written(model: Path) -> Any:
    """The network as it was written, in the form that measuring wants."""
    import numpy as np
    from onnxruntime import InferenceSession

    session = InferenceSession(str(model), providers=["CPUExecutionProvider"])

    def look(pixels: Any) -> Any:
        pictures = pixels.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
        return session.run(None, {"picture": pictures})

    return look


def _measure(options: argparse.Namespace) -> None:
    """The written files, through the server's own code, on scenes of one more seed."""
    import json

    from detector import measuring

    folder = options.cache / f"measure-{options.seed}"
    render_evenly(folder, options.judge, options.jobs, options.seed, options.kinds)
    scenes = pack(folder, options.jobs, jpeg=False)
    card = json.loads((options.out / "classes.json").read_text(encoding="utf-8"))
    look = _written(options.out / card["model"])
    rules = measuring.lax_rules(card["groups"], card["overlap"], card["same_place"])
    found = measuring.look_at_all(scenes, look, rules, card["stride"])
    _show(measuring.figures(scenes, found, card["labels"], card["thresholds"]))


def _show(figures: dict[str, Any]) -> None:
    print(
        f"  {figures['scenes']} scenes, {figures['things']} things: F1 {figures['f1']}, "
        f"precision {figures['precision']}, recall {figures['recall']}, "
        f"counts exact in {figures['counts_exact']:.1%}"
    )
    print("  weakest classes:", sorted((value, label) for label, value in figures["classes"].items())[:15])
    print("  counts exact by kind:", figures["kinds_counts_exact"], flush=True)


def _say(words: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)


if __name__ == "__main__":
    main()
