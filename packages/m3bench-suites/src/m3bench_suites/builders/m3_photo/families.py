"""The families of `m3-photo`: those of `m3` whose pictures can be composed of photographs."""

from __future__ import annotations

from m3bench.suites import SuiteGenerator

_PACKAGE, _M3 = "m3bench_suites.builders.m3_photo", "m3bench_suites.builders.m3"
_EACH = 20

GENERATOR = SuiteGenerator(
    suite="m3-photo",
    package=_PACKAGE,
    families=dict.fromkeys(
        (
            *("vision_research", "food_reddit_wiki_excel", "biology_cut", "fruit_cal", "biology_chain"),
            "fipe_car_variant_lookup",
        ),
        _EACH,
    ),
    modules={
        name: f"{_M3}.{name}"
        for name in ("vision_research", "food_reddit_wiki_excel", "fruit_cal", "fipe_car_variant_lookup")
    },
    third_party=("excel",),
    distinct=True,
)
