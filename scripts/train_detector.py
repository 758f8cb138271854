"""Train the networks of `dinox-mcp` on scenes of all camera levels, and write them with their cards.

    python scripts/train_detector.py --cache DIR --out DIR --render 45000 --render-minutes 9
    python scripts/train_detector.py --cache DIR --out DIR --train --minutes 12 --session-minutes 8
    python scripts/train_detector.py --cache DIR --out DIR --pose --minutes 1.5
    python scripts/train_detector.py --cache DIR --measure --seed 77

Needs torch, numpy, pillow, msgspec and, to write the files, onnx (and onnxruntime to compare them). The
selected steps run in this order: render, train, pose, tune, measure. Every step can be stopped and called
again with the same options: it continues. Scenes are drawn for two seeds: one for training, one to choose
thresholds and to validate. Tasks and tests use neither of them. Photographs are used if they were fetched.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packages" / "m3bench-world" / "src"))

from detector.packs import Pack, pack
from detector.scenes import (
    JUDGED_FROM,
    LEVELS,
    TRAINED_FROM,
    Studio,
    available_arts,
    cores,
    render,
    render_evenly,
)

from m3bench.core import Art, CameraLevel

OVERLAPS = (0.5, 0.6, 0.7)
SAME_PLACE = 0.9
REPOSITORY = Path(__file__).resolve().parents[1]
NETWORKS = REPOSITORY / "packages" / "m3bench-world" / "src" / "m3bench_world" / "networks"
CARDS = REPOSITORY / "src" / "m3bench" / "servers" / "dinox"


def main() -> None:
    options = _options()
    train_folder, judge_folder = options.cache / "train", options.cache / "judge"
    for folder in (options.networks, options.cards):
        folder.mkdir(parents=True, exist_ok=True)
    if options.render:
        # Thresholds need every level, so these scenes come first if the time is short.
        _log(f"drawing {options.judge:,} scenes to judge on")
        render(_studio(options, judge_folder, JUDGED_FROM, exact=True), options.judge)
        _log(f"drawing {options.render:,} scenes to train on, arts: {', '.join(options.arts)}")
        render(_studio(options, train_folder, TRAINED_FROM), options.render)
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
    parser.add_argument("--cache", type=Path, required=True, help="folder of drawn scenes")
    parser.add_argument("--out", type=Path, help="folder of networks and cards (those of m3bench)")
    parser.add_argument("--render", type=int, default=0, metavar="N", help="draw N scenes to train on")
    parser.add_argument("--judge", type=int, default=3000, metavar="N", help="and N to validate on (3000)")
    parser.add_argument("--kinds", type=_names, default=(), help="only these kinds of scenes")
    parser.add_argument("--levels", type=_levels, default=LEVELS, help="camera levels of each scene")
    parser.add_argument("--arts", type=_arts, default=available_arts(), help="drawn, photographs, or both")
    parser.add_argument("--render-minutes", type=float, default=0, help="maximum time of each drawing")
    parser.add_argument("--jobs", type=int, default=cores(), help="number of processes that draw and read")
    parser.add_argument("--train", action="store_true", help="train the detector")
    parser.add_argument("--pose", action="store_true", help="train the network that finds joints")
    parser.add_argument("--measure", action="store_true", help="measure the networks in --out on new scenes")
    parser.add_argument(
        "--tune", action="store_true", help="update the thresholds in --out on --judge scenes"
    )
    parser.add_argument("--minutes", type=float, default=0, help="training time")
    parser.add_argument(
        "--session-minutes", type=float, default=0, help="training time of this call; the next one continues"
    )
    parser.add_argument("--steps", type=int, default=0, help="number of training steps")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--least", type=int, default=30, help="minimum number of objects per label")
    parser.add_argument("--device", default="", help="cuda or cpu; by default the best available")
    parser.add_argument(
        "--measured", type=int, default=400, metavar="N", help="scenes of each level and art to measure (400)"
    )
    parser.add_argument("--seed", type=int, default=TRAINED_FROM + 7, help="seed of the scenes for --measure")
    options = parser.parse_args()
    options.networks, options.cards = options.out or NETWORKS, options.out or CARDS
    if (options.train or options.pose) and not (options.minutes or options.steps):
        parser.error("set the training time: --minutes or --steps")
    return options


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _levels(text: str) -> tuple[CameraLevel, ...]:
    return tuple(CameraLevel(name) for name in text.split(","))


def _arts(text: str) -> tuple[Art, ...]:
    return tuple(Art(name) for name in text.split(","))


def _studio(options: argparse.Namespace, folder: Path, seed: int, *, exact: bool = False) -> Studio:
    return Studio(
        folder,
        seed,
        options.jobs,
        only=options.kinds,
        levels=options.levels,
        arts=options.arts,
        minutes=options.render_minutes,
        exact=exact,
    )


def _plan(options: argparse.Namespace) -> Any:
    import torch
    from detector.training import Plan

    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    return Plan(
        options.minutes,
        options.steps,
        options.batch,
        options.rate,
        device,
        session=options.session_minutes,
    )


def _train(options: argparse.Namespace, train_folder: Path, judge_folder: Path) -> None:
    import torch
    from detector import metrics, network, onnx_files, training

    plan = _plan(options)
    _log("packing the scenes")
    scenes, judged = pack(train_folder, options.jobs), pack(judge_folder, options.jobs)
    labels, groups = _classes_of(scenes, options)
    _log(
        f"{len(scenes):,} scenes, {len(labels)} classes, {max(groups) + 1} groups; training on {plan.device}"
    )
    unfinished = options.cache / "training.pt"
    net = training.train(scenes, labels, groups, plan, unfinished)
    if net is None:
        _log("the time of this call is up; call it again to go on")
        return
    trained = {"labels": labels, "groups": groups, "net": net.state_dict()}
    torch.save(trained, options.networks / "detector.pt")
    unfinished.unlink(missing_ok=True)
    _log("judging")
    predict = training.predictor(net, plan.device)
    everything = metrics.detect_all(judged, predict, metrics.lax_rules(groups), network.STRIDE)
    best: tuple[float, list[float], dict[str, Any], float] | None = None
    for overlap in OVERLAPS:
        found = metrics.stricter(everything, metrics.lax_rules(groups, overlap, SAME_PLACE))
        tallies = metrics.tallies(judged, found, labels)
        thresholds = [
            tallies[label].best_threshold() if label in tallies else metrics.LEAST_SURE for label in labels
        ]
        figures = metrics.figures(judged, found, labels, thresholds)
        if best is None or figures["f1"] > best[0]:
            best = figures["f1"], thresholds, figures, overlap
    assert best is not None
    _, thresholds, figures, overlap = best
    _print_figures(figures)
    found = metrics.stricter(everything, metrics.lax_rules(groups, overlap, SAME_PLACE))
    groups_found = metrics.figures_by_group(judged, found, labels, thresholds)
    _print_groups(groups_found)
    figures |= {"f1_by_group": {name: one["f1"] for name, one in groups_found.items()}}
    target = options.networks / "detector.onnx"
    onnx_files.export(network.Exported(net), 512, ["heat", "reach"], target)
    figures |= {"parameters": network.size_of(net), "trained_on_scenes": len(scenes)}
    card = {"input": 512, "stride": network.STRIDE, "labels": labels, "thresholds": thresholds,
            "groups": groups, "overlap": overlap, "same_place": SAME_PLACE, "figures": figures}  # fmt: skip
    onnx_files.write_card(options.cards / "classes.json", target, card)
    (options.networks / "detector.pt").unlink()


def _classes_of(scenes: Pack, options: argparse.Namespace) -> tuple[list[str], list[int]]:
    """Return labels and groups. A training that goes on keeps those that it began with."""
    from detector import training

    stored = options.cache / "classes.json"
    if stored.exists() and (options.cache / "training.pt").exists():
        known = json.loads(stored.read_text(encoding="utf-8"))
        return known["labels"], known["groups"]
    labels = training.labels_of(scenes, options.least)
    groups = training.groups_of(scenes, labels)
    stored.write_text(json.dumps({"labels": labels, "groups": groups}), encoding="utf-8")
    return labels, groups


def _pose(options: argparse.Namespace, train_folder: Path, judge_folder: Path) -> None:
    from detector import network, onnx_files, pose

    plan = _plan(options)
    _log("cropping people")
    people, judged = pose.persons(train_folder, options.jobs, 3), pose.persons(judge_folder, options.jobs, 1)
    _log(f"{len(people[0]):,} crops of people; training on {plan.device}")
    net = pose.train_pose(people, plan)
    thresholds, figures = pose.measure_pose(net, judged, plan.device)
    print(f"  joints: F1 {figures['f1']}", figures["joints"], flush=True)
    target = options.networks / "pose.onnx"
    onnx_files.export(pose.ExportedPose(net), pose.SIDE, ["heat"], target)
    figures |= {"parameters": network.size_of(net)}
    card = {"input": pose.SIDE, "stride": pose.STRIDE, "joints": pose.JOINTS, "thresholds": thresholds,
            "figures": figures}  # fmt: skip
    onnx_files.write_card(options.cards / "pose.json", target, card)


def _tune(options: argparse.Namespace) -> None:
    """Choose thresholds by class on more scenes than during training, for rare objects."""
    from detector import metrics

    folder = options.cache / f"tune-{JUDGED_FROM + 1}"
    render(_studio(options, folder, JUDGED_FROM + 1, exact=True), options.judge)
    scenes = pack(folder, options.jobs)
    target = options.cards / "classes.json"
    card = json.loads(target.read_text(encoding="utf-8"))
    rules = metrics.lax_rules(card["groups"], card["overlap"], card["same_place"])
    found = metrics.detect_all(scenes, _load_model(options.networks / card["model"]), rules, card["stride"])
    tallies = metrics.tallies(scenes, found, card["labels"])
    card["thresholds"] = [
        tallies[label].best_threshold() if label in tallies and tallies[label].things else old
        for label, old in zip(card["labels"], card["thresholds"], strict=True)
    ]
    card["figures"] |= metrics.figures(scenes, found, card["labels"], card["thresholds"])
    _print_figures(card["figures"])
    target.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def _load_model(model: Path) -> Any:
    """Load a written network as a `Predict` function."""
    import numpy as np
    from onnxruntime import InferenceSession

    session = InferenceSession(str(model), providers=["CPUExecutionProvider"])

    def predict(pixels: Any) -> Any:
        pictures = pixels.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
        return session.run(None, {"picture": pictures})

    return predict


def _measure(options: argparse.Namespace) -> None:
    """Measure the written files with the server's own code, by level and art, on scenes of another seed."""
    from detector import metrics

    folder = options.cache / f"measure-{options.seed}"
    render_evenly(_studio(options, folder, options.seed, exact=True), options.measured)
    scenes = pack(folder, options.jobs)
    card = json.loads((options.cards / "classes.json").read_text(encoding="utf-8"))
    predict = _load_model(options.networks / card["model"])
    rules = metrics.lax_rules(card["groups"], card["overlap"], card["same_place"])
    found = metrics.detect_all(scenes, predict, rules, card["stride"])
    _print_groups(metrics.figures_by_group(scenes, found, card["labels"], card["thresholds"]))


def _print_figures(figures: dict[str, Any]) -> None:
    print(
        f"  {figures['scenes']} scenes, {figures['things']} things: F1 {figures['f1']}, "
        f"precision {figures['precision']}, recall {figures['recall']}, "
        f"counts exact in {figures['counts_exact']:.1%}"
    )
    print("  weakest classes:", sorted((value, label) for label, value in figures["classes"].items())[:15])
    print("  counts exact by kind:", figures["kinds_counts_exact"], flush=True)


def _print_groups(groups: dict[str, dict[str, Any]]) -> None:
    print("  art and level           scenes  things     F1  precision  recall  counts exact")
    for name, group in groups.items():
        print(f"  {name:<22} {group['scenes']:>7} {group['things']:>7} {group['f1']:>6.3f} "
              f"{group['precision']:>10.3f} {group['recall']:>7.3f} "
              f"{group['counts_exact']:>13.1%}")  # fmt: skip
    for name, group in groups.items():
        weakest = sorted((value, label) for label, value in group["classes"].items())[:8]
        print(f"  weakest of {name}: {', '.join(f'{label} {value:.2f}' for value, label in weakest)}")
    sys.stdout.flush()


def _log(words: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)


if __name__ == "__main__":
    main()
