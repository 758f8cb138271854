"""The suites, as the entry point of `m3bench.suite_collections` references them."""

from __future__ import annotations

from types import MappingProxyType

from m3bench.suites import MCP_BENCH_DEFAULTS, SuiteDefaults, SuiteEntry

SUITES = MappingProxyType(
    {
        "m3": SuiteEntry(
            target="m3bench_suites.released:M3",
            summary="211 tasks of M³-Bench's 28 families, with pictures, forms and checks "
            "(seed 7, for practice)",
            digest="5406c60a87de2d904f780718771fe492f39382d0e1d9eb23a44cada8cc13274f",
            release=2,
            earlier={1: "8aadced3f78ca9b1f7326f8a13ea769c348f034d6add7c7af81dbb5eb6be590f"},
            generator="m3bench_suites.builders.m3:GENERATOR",
        ),
        "m3-camera": SuiteEntry(
            target="m3bench_suites.released:M3_CAMERA",
            summary="84 tasks on charts, screens, maps, forms and handwriting, at three camera levels",
            digest="780c18166f6cb14422edd0ce1f78944c88bd719ee087a595e417eb414eaf551f",
            release=2,
            earlier={1: "4c99cd4045c8f8194463b118f32459223b20eb5fa944be73a158135bdd2f8114"},
            generator="m3bench_suites.builders.m3_camera:GENERATOR",
        ),
        "m3-photo": SuiteEntry(
            target="m3bench_suites.released:M3_PHOTO",
            summary="120 tasks of six families of m3 on photographs (m3bench install photographs)",
            digest="04a18e0396dd036bada95ca223f5d258958e2e9dcfeccbb37c34d063256f338e",
            release=2,
            earlier={1: "f172900fc9514ed1a083cbe505104541edb6ae0c80a50e48c5b7ba770e08b09a"},
            generator="m3bench_suites.builders.m3_photo:GENERATOR",
        ),
        "verse": SuiteEntry(
            target="m3bench_suites.released:VERSE",
            summary="250 tasks in the manner of MCPVerse: files, databases, Git, truth "
            "that changes over time",
            digest="4bf76f0dc21508cc520a463bbc886dbf22f70207fb7701ac440a966d5cac8ba5",
            release=2,
            earlier={1: "f17a4575fb87078fa863816ef299a1190d7e2b608d6f79101958039d3ca1bece"},
            generator="m3bench_suites.builders.verse:GENERATOR",
        ),
        "cross": SuiteEntry(
            target="m3bench_suites.released:CROSS",
            summary="133 long tasks in the manner of MCP-Bench, on one to four of its "
            "servers, with vague requests",
            digest="adb413de4540db6a97f4931d365ab35ac153f65a8748eeb3ed13f1cfa6e803d1",
            release=2,
            earlier={1: "ea60f44fccd96f43c726aa8de29a8d008f0e1217e884a87bee39a2097a0e039f"},
            generator="m3bench_suites.builders.cross:GENERATOR",
            defaults=MCP_BENCH_DEFAULTS,
        ),
        "omni": SuiteEntry(
            target="m3bench_suites.released:OMNI",
            summary="110 closed-loop tasks in the manner of TOBench, with sound, film, "
            "documents and dialogue",
            digest="99acf8ed22d01e274cb2a4bb1575bc9daa17c7d0d3413718e7f952468c462e8a",
            release=2,
            earlier={1: "947a83b62a50c56f76f42c690bf1e7d15cdbc1d893d25502362e2d08436681b4"},
            generator="m3bench_suites.builders.omni:GENERATOR",
            defaults=SuiteDefaults(agent="react", options={"mode": "oracle+4"}),  # as TOBench is run
        ),
        "smoke": SuiteEntry(
            target="m3bench_suites.builders.smoke:smoke_suite",
            summary="six small tasks that exercise every part of a run",
            digest="8ed2fa4540dade050880327612c4ecf7f8ead49beb60b3649199596f904e87e3",
            release=2,
            earlier={1: "8b22a56593e279f76d51eda46a0356db88f2c6f1fcda650aba49dd1f34f7bd84"},
        ),
    }
)
