"""The whole loop on a bench without servers."""

from __future__ import annotations

import json
from collections.abc import Sequence

import anyio

from m3bench.core import Call, Media, Result, Step, Trajectory
from m3bench.forge.references.adjudicator import Adjudicator
from m3bench.forge.references.decisions import Candidate, DecisionStatus, ForgedReference
from m3bench.forge.references.references import forge_reference, without_bytes
from m3bench.models import ModelError
from m3bench.testing import ScriptedModel
from tests.forge.benches import PlayBench, details, find, task, weather, write

_SHORT = [[find("Alder"), find("Birch")], [details("Alder"), details("Birch")], [write("Alder")]]
_WANDERING = [
    [find("Alder")],
    [Call("inns/nothing", {})],
    [details("Alder")],
    [weather()],
    [find("Alder")],
    [Call("inns/find", {"nome": "Birch"})],
    [find("Birch")],
    [details("Birch")],
    [write("Alder")],
]
_SKIPPING = [[details("Alder"), details("Birch")], [write("Alder")]]
_ACCEPT = json.dumps(
    {"reason": "sound", "causal_order": True, "facts": True, "luck": False, "seen": [], "accept": True}
)
_REJECT = json.dumps(
    {"reason": "a guess", "causal_order": True, "facts": True, "luck": True, "seen": [], "accept": False}
)
# Of the wandering calls those that worked: find Alder, details, weather, find Birch, details, write.
_PROPOSAL = json.dumps(
    {
        "steps": [[1, 4], [2, 5], [6]],
        "needs": [{"call": 6, "of": 2, "why": "the better"}, {"call": 6, "of": 5, "why": "the better"}],
        "used": [],
    }
)


def _forged(bench: PlayBench, judge: ScriptedModel | None = None) -> ForgedReference:
    async def forge() -> ForgedReference:
        return await forge_reference(task(), bench, Adjudicator(judge) if judge else None)

    return anyio.run(forge)


def _only(forged: ForgedReference) -> Candidate:
    assert len(forged.candidates) == 1
    return forged.candidates[0]


def _sets(steps: Sequence[Step]) -> list[set[str]]:
    return [{f"{call.name} {call.arguments}" for call in step.calls} for step in steps]


def _as_sets(script: Sequence[Sequence[Call]]) -> list[set[str]]:
    return [{f"{call.name} {call.arguments}" for call in step} for step in script]


def test_a_wandering_way_becomes_the_short_one() -> None:
    bench = PlayBench({"wanderer": _WANDERING})
    best = _only(_forged(bench))
    assert best.standing is DecisionStatus.VALID
    assert best.reference is not None
    assert best.reference.call_count == 5
    assert _sets(best.reference.steps)[0] == _as_sets(_SHORT)[0]
    assert {removal.call: removal.why.partition(":")[0].split(",")[0] for removal in best.removed} == {
        1: "failed",
        3: "unused",
        4: "repeats an earlier call with the same result",
        5: "failed",
    }
    assert best.merged[0] == (0, 6)
    assert bench.carried[-1] == best.reference.steps
    assert len(best.results) == 5


def test_the_form_that_was_handed_in_goes_with_the_reference() -> None:
    bench = PlayBench({"wanderer": _WANDERING})
    bench.filled = {"inn": "Alder"}
    best = _only(_forged(bench))
    assert best.reference is not None
    assert best.reference.fields == {"inn": "Alder"}
    assert bench.fields[-1] == {"inn": "Alder"}
    assert best.reference.answer is not None
    assert "{" not in best.reference.answer


def test_who_skips_a_dependency_is_rejected_with_a_reason() -> None:
    best = _only(_forged(PlayBench({"skipper": _SKIPPING})))
    assert best.standing is DecisionStatus.REJECTED
    assert best.reference is None
    assert "neither in the request nor in an earlier result" in best.reasons[0]


def test_the_shortest_valid_way_wins() -> None:
    longer = [*_SHORT[:2], [weather("the inn of Alder")], *_SHORT[2:]]
    forged = _forged(PlayBench({"skips": _SKIPPING, "serial": _WANDERING, "longer": longer, "short": _SHORT}))
    assert [candidate.standing for candidate in forged.candidates] == ["rejected", "valid", "valid", "valid"]
    assert forged.best is not None
    assert forged.best.length == min(candidate.length for candidate in forged.candidates[1:])
    assert forged.standing is DecisionStatus.VALID


def test_the_judges_way_is_taken_where_it_holds() -> None:
    judge = ScriptedModel([_ACCEPT, _PROPOSAL], "judge/one")
    best = _only(_forged(PlayBench({"wanderer": _WANDERING}), judge))
    assert best.reference is not None
    assert _sets(best.reference.steps) == _as_sets(_SHORT)
    assert [(trial.by, trial.problems) for trial in best.trials] == [("judge", ())]
    assert best.trials[0].raw == (_PROPOSAL,)
    assert [verdict.by for verdict in best.verdicts] == ["code", "judge/one", "code"]
    assert {(need.source, need.target) for need in best.needs if need.kind == "told"} == {(2, 4), (3, 4)}
    assert best.usage is not None
    assert best.usage.requests == 2


def test_where_it_does_not_hold_ours_is_taken_and_the_reason_kept() -> None:
    wrong = json.dumps({"steps": [[1, 2], [4, 5], [6]], "needs": [], "used": []})
    best = _only(_forged(PlayBench({"wanderer": _WANDERING}), ScriptedModel([_ACCEPT, wrong])))
    assert [trial.by for trial in best.trials] == ["judge", "code"]
    assert "must be in a later step" in best.trials[0].problems[0]
    assert best.standing is DecisionStatus.VALID


def test_the_judge_may_reject() -> None:
    best = _only(_forged(PlayBench({"short": _SHORT}), ScriptedModel([_REJECT])))
    assert best.standing is DecisionStatus.REJECTED
    assert best.reasons == ("a guess",)
    assert best.verdicts[-1].raw == (_REJECT,)


def test_a_lenient_judge_does_not_excuse_a_value_from_nowhere() -> None:
    best = _only(_forged(PlayBench({"skipper": _SKIPPING}), ScriptedModel([_ACCEPT])))
    assert best.standing is DecisionStatus.REJECTED
    assert [verdict.accepted for verdict in best.verdicts] == [True, True, False]


def test_a_judge_that_contradicts_itself_is_asked_again() -> None:
    odd = _ACCEPT.replace('"luck": false', '"luck": true')
    best = _only(_forged(PlayBench({"short": _SHORT}), ScriptedModel([odd, _REJECT])))
    assert best.standing is DecisionStatus.REJECTED
    assert best.verdicts[-1].raw == (odd, _REJECT)


def test_without_a_readable_judgement_it_is_undecided() -> None:
    for script in (["no", "still no"], [ModelError("overloaded")]):
        forged = _forged(PlayBench({"short": _SHORT}), ScriptedModel(script))
        assert forged.standing is DecisionStatus.UNDECIDED
        assert _only(forged).verdicts[-1].accepted is None


def test_what_the_checks_miss_is_put_back() -> None:
    bench = PlayBench({"wanderer": _WANDERING})
    bench.fails_when = lambda steps: (
        "" if any(call.name == "sky/weather" for step in steps for call in step.calls) else "no weather"
    )
    best = _only(_forged(bench))
    assert [trial.by for trial in best.trials] == ["code", "code, sky/weather put back"]
    assert "no weather" in best.trials[0].problems[0]
    assert best.reference is not None
    assert best.reference.call_count == 6


def test_where_one_is_not_enough_all_are_put_back() -> None:
    longer = [*_WANDERING[:4], [weather("the hills")], *_WANDERING[4:]]
    bench = PlayBench({"wanderer": longer})
    bench.fails_when = lambda steps: (
        "" if sum(call.name == "sky/weather" for step in steps for call in step.calls) == 2 else "too little"
    )
    best = _only(_forged(bench))
    assert best.trials[-1].by == "code, nothing left out"
    assert best.standing is DecisionStatus.VALID
    assert best.length[1] == 7


def test_what_never_passes_is_rejected() -> None:
    bench = PlayBench({"short": _SHORT})
    bench.fails_when = lambda _: "never right"
    best = _only(_forged(bench))
    assert best.standing is DecisionStatus.REJECTED
    assert "never right" in best.reasons[0]


def test_no_answer_is_no_reference() -> None:
    forged = _forged(PlayBench({"short": _SHORT}, answer=None))
    assert forged.standing is DecisionStatus.REJECTED
    assert "the executor gave no answer" in _only(forged).reasons


def test_pictures_are_kept_by_their_hash() -> None:
    picture = Call("a/b", {}, result=Result((Media(media_type="image/png", data=b"bytes"),)))
    light = without_bytes(Trajectory(task_id="t", steps=(Step((picture, Call("c/d"))),)))
    result = light.steps[0].calls[0].result
    assert result is not None
    part = result.content[0]
    assert isinstance(part, Media)
    assert part.data is None
    assert part.digest is not None
    assert light.steps[0].calls[1] == Call("c/d")
