"""Medical Calculator, FruityVice and BioMCP: a trial that admits a patient, and fruit for all in it."""

from __future__ import annotations

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.biomarker_counts import oldest_age
from m3bench_suites.builders.cross.medicine._shared.reading import entry, parts, sites, whole
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_lead,
    solution,
    stated,
)

_TRIALS, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_LOCATIONS, _ORGANIZATION = "BioMCP/trial_locations_getter", "BioMCP/nci_organization_getter"
_FRUIT, _BODY = "FruityVice/get_fruit_nutrition", "Medical Calculator/bmi_bsa_calculator"
_HOMA, _BOTH = "Medical Calculator/homa_ir", "Medical Calculator/egfr_epi_cr_cys"
_FLUIDS = "Medical Calculator/maintenance_fluids"
_PUGH, _CLEARANCE = "Medical Calculator/child_pugh_score", "Medical Calculator/crcl_cockcroft_gault"
_DISEASES = ("Type 2 diabetes", "Heart failure", "Hypertension", "Asthma", "Rheumatoid arthritis")
_TIERS = (
    ("grape", "mango", "lychee", "cherry"),
    ("banana", "apple", "persimmon"),
    ("pineapple", "pear", "blueberry", "plum"),
    ("orange", "kiwi", "guava", "apricot"),
    ("peach", "papaya", "nectarine", "honeydew"),
    ("strawberry", "blackberry", "raspberry"),
)
_MOST = 6
_ORGANS = "Severe liver or kidney disease"
_FIRST = 10


def trial_kitchen(draw: TaskDraw) -> TaskSpec:
    """Make a task on a trial for a patient, and fruit for its participants."""
    disease, age = draw.turn(_DISEASES, "disease"), draw.whole(66, 74, "age")
    male = draw.pick((True, False), "male")
    weight, inches = draw.whole(62, 104, "weight"), draw.whole(61, 73, "inches")
    height, grams = round(inches * 2.54), 50 * draw.whole(2, 5, "grams")
    row = [draw.pick(tier, "fruit", rank) for rank, tier in enumerate(_TIERS)]
    levels = {
        "creatinine": draw.whole(9, 17, "creatinine") / 10,
        "cystatin": draw.whole(9, 16, "cystatin") / 10,
        "insulin": draw.whole(8, 24, "insulin"),
        "glucose": draw.whole(92, 148, "glucose"),
        "bilirubin": draw.whole(7, 27, "bilirubin") / 10,
        "albumin": draw.whole(29, 44, "albumin") / 10,
        "inr": draw.whole(10, 19, "inr") / 10,
    }

    def plan() -> Plan:
        first = yield [
            call(_TRIALS, conditions=[disease], recruiting_status="OPEN", page_size=_FIRST),
            call(_BODY, weight=weight, height=height),
            call(_HOMA, fasting_insulin=levels["insulin"], fasting_glucose=levels["glucose"]),
            call(_FRUIT, fruit_name=row[0]),
        ]
        search, body, homa, fruit = first
        trials = [entry(part, "NCT") for part in parts(search)]
        second = yield [
            *(call(_PROTOCOL, search, nct_id=nct) for nct in trials),
            call(_FRUIT, fruit, fruit_name=row[1]),
        ]
        read, fruit = second[:-1], second[-1]
        protocols = {nct: one for nct, one in zip(trials, read, strict=True) if oldest_age(one) >= age}
        require(len(protocols) > 1, "few trials admit the age.")
        sizes = {nct: whole(one, "Enrollment") for nct, one in protocols.items()}
        require_lead(sizes.values(), 1)
        trial = max(sizes, key=sizes.__getitem__)
        strict = _ORGANS in protocols[trial].text
        fields: dict[str, Expected] = {
            "bmi": stated(body.data["bmi"], Tolerance(absolute=0.06)),
            "homa": stated(float(homa.data), Tolerance(absolute=0.02)),
            "trial": computed(trial, (trial, *sizes.values())),
            "strict": computed(strict, (trial,)),
            **dict.fromkeys(("rate", "points", "clearance", "fluid", "sites", "contact"), NOTHING),
        }
        if strict:
            kidneys, liver, clearance, fruit = yield [
                call(
                    _BOTH,
                    *read,
                    scr=levels["creatinine"],
                    scys=levels["cystatin"],
                    age=age,
                    male=male,
                ),
                call(
                    _PUGH,
                    *read,
                    bilirubin=levels["bilirubin"],
                    albumin=levels["albumin"],
                    inr=levels["inr"],
                    ascites="absent",
                    encephalopathy_grade=0,
                ),
                call(
                    _CLEARANCE,
                    *read,
                    age=age,
                    weight=weight,
                    height=inches,
                    scr=levels["creatinine"],
                    sex="male" if male else "female",
                ),
                call(_FRUIT, fruit, fruit_name=row[2]),
            ]
            used = clearance.data[f"{clearance.data['weight_used']}_weight_kg"]
            fluid, fruit = yield [
                call(_FLUIDS, clearance, weight_kg=used),
                call(_FRUIT, fruit, fruit_name=row[3]),
            ]
            fields["fluid"] = stated(float(fluid.data), Tolerance(absolute=0.5))
            fields["rate"] = stated(kidneys.data["eGFR"], Tolerance(absolute=0.5))
            fields["points"] = stated(int(liver.data))
            fields["clearance"] = stated(clearance.data["creatinine_clearance"], Tolerance(absolute=0.2))
        else:
            places, fruit = yield [
                call(_LOCATIONS, *read, nct_id=trial),
                call(_FRUIT, fruit, fruit_name=row[2]),
            ]
            home, fruit = yield [
                call(_ORGANIZATION, places, organization_id=sites(places)[0].code),
                call(_FRUIT, fruit, fruit_name=row[3]),
            ]
            fields["sites"] = computed(len(sites(places)), [site.code for site in sites(places)])
            fields["contact"] = stated(entry(home, "Contact").rpartition(", ")[0])
        for name in row[4:]:
            require(fruit.data["nutritions"]["sugar"] > _MOST, "an earlier fruit fits.")
            (fruit,) = yield [call(_FRUIT, fruit, fruit_name=name)]
        sugar, kcal = (fruit.data["nutritions"][name] for name in ("sugar", "calories"))
        require(sugar <= _MOST, "no fruit fits.")
        fields["fruit"] = stated(fruit.data["name"])
        fields["energy"] = computed(
            round(sizes[trial] * grams / 100 * kcal), (sizes[trial], kcal), Tolerance(relative=0.002)
        )
        decision = branch(
            f"the largest open trial of {disease} that admits the age excludes severe organ disease",
            holds=strict,
            met={"tools": [_BOTH, _PUGH, _CLEARANCE]},
            unmet={"tools": [_LOCATIONS, _ORGANIZATION]},
        )
        return solution(fields, branches=[decision])

    return TaskSpec(
        words={
            "disease": disease.lower(),
            "age": age,
            "kind": "man" if male else "woman",
            "kind_word": "father" if male else "mother",
            "weight": weight,
            "height": height,
            "inches": inches,
            "grams": grams,
            "first": _FIRST,
            "fruits": f"{', '.join(row[:-1])} and {row[-1]}",
            "most": _MOST,
            **levels,
        },
        plans=(plan,),
    )
