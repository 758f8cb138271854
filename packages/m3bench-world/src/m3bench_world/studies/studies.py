"""Search of trials, and everything that the registers know of one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cached_property

from m3bench.core import normalize
from m3bench_world.clinic import Condition, Trial
from m3bench_world.genome import Biomarker, targeted_drugs
from m3bench_world.papers import Paper
from m3bench_world.pharmacy import Drug
from m3bench_world.studies import details
from m3bench_world.studies.entities import Intervention, Marker, Organization, Outcome, Protocol, StudySite
from m3bench_world.studies.markers import intervention, intervention_of, interventions, markers
from m3bench_world.studies.organizations import organization, organization_id, organizations
from m3bench_world.studies.targeted import TargetedTrials
from m3bench_world.world import World

MOST_CONDITIONS = 6
MOST_REFERENCES = 4


class Studies:
    """Trials of the clinic, trials that ask for a biomarker, and their registers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._targeted = TargetedTrials(world)

    def trial(self, nct_id: str) -> Trial | None:
        """Return the trial with a number, of the clinic or with a biomarker."""
        found = self._targeted.get(nct_id)
        return found[0] if found else self._world.clinic.trial(nct_id)

    def condition(self, text: str) -> Condition | None:
        """Return the condition that a text names, as the clinic knows it."""
        disease = self._world.genome.disease(text)
        if disease is None:
            return self._world.clinic.condition(text)
        everyday = (one for one in self._world.clinic.conditions() if one.code == disease.icd)
        return next(everyday, self._world.clinic.condition(disease.icd))

    def trials(
        self, conditions: Iterable[str], treatments: Iterable[str], terms: Iterable[str]
    ) -> tuple[list[Trial], list[str]]:
        """Return trials of any of the conditions, with any of the treatments and any of the terms.

        Also returns the conditions that were recognised. Without a condition, trials are those of the
        treatments, else those of the terms.
        """
        named, wanted, words = list(conditions), list(treatments), list(terms)
        known = [found for text in named if (found := self.condition(text))]
        pool = (
            self._of_conditions(known)
            if named
            else self._of_drugs(wanted)
            if wanted
            else self._of_terms(words)
        )
        names = self._treatment_names(wanted)
        fitting = [trial for trial in pool if not wanted or _tests(trial, names)]
        if words:
            counts = {trial.nct_id: self._mentions(trial, words) for trial in fitting}
            fitting = [trial for trial in fitting if counts[trial.nct_id]]
            fitting.sort(key=lambda trial: -counts[trial.nct_id])
        return fitting, [condition.name for condition in known]

    def _of_conditions(self, known: list[Condition]) -> list[Trial]:
        codes = {condition.code for condition in known}
        targeted = _newest(self._targeted.of(lambda marker: self._code(marker) in codes))
        general = (trial for condition in known for trial in self._world.clinic.trials(condition))
        return list({trial.nct_id: trial for trial in (*targeted, *general)}.values())

    def _code(self, marker: Biomarker) -> str:
        disease = self._world.genome.disease(marker.condition)
        return disease.icd if disease else ""

    def _of_drugs(self, treatments: list[str]) -> list[Trial]:
        """Return the trials with these drugs: targeted ones, and those of the conditions that they treat."""
        names = self._treatment_names(treatments)
        tested = self._targeted.of(lambda marker: any(normalize(drug) in names for drug in marker.drugs))
        targeted = [trial for trial in _newest(tested) if _tests(trial, names)]
        drugs = [drug for text in treatments if (drug := self._world.pharmacy.find(text))]
        uses = dict.fromkeys(use for drug in drugs for use in drug.indications)
        known = [
            found for use in list(uses)[:MOST_CONDITIONS] if (found := self._world.clinic.condition(use))
        ]
        general = [trial for one in known for trial in self._world.clinic.trials(one)]
        return list({trial.nct_id: trial for trial in (*targeted, *general)}.values())

    def _of_terms(self, words: list[str]) -> list[Trial]:
        known = [found for text in words if (found := self.condition(text))]
        targeted = _newest(self._targeted.all)
        general = self._of_conditions(known[:MOST_CONDITIONS])
        return list({trial.nct_id: trial for trial in (*targeted, *general)}.values())

    def _treatment_names(self, texts: list[str]) -> list[str]:
        """Return what a trial's intervention may say for a text: the drug itself, or drugs against a gene."""
        names: list[str] = []
        for text in texts:
            drug = self._world.pharmacy.find(text)
            names.append(normalize(drug.name if drug else text))
            brand = self._world.genome.targeted_drug(text)
            names += [normalize(brand.name)] if brand else []
            first, _, rest = text.partition(" ")
            gene = self._world.genome.gene(first)
            if gene and "inhibitor" in rest.casefold():
                names += [
                    normalize(targeted_drug.name)
                    for targeted_drug in targeted_drugs().values()
                    if gene.symbol in targeted_drug.genes
                ]
        return list(dict.fromkeys(names))

    def _mentions(self, trial: Trial, words: list[str]) -> int:
        marker = self.marker_of(trial)
        about = (marker.id, marker.name, marker.gene, marker.variant) if marker else ()
        text = normalize(
            " ".join((trial.title, trial.summary, *trial.conditions, *trial.interventions, *about))
        )
        return sum(normalize(word) in text for word in words)

    def marker_of(self, trial: Trial) -> Marker | None:
        """Return the biomarker that a trial asks for."""
        found = self._targeted.get(trial.nct_id)
        return markers()[found[1].name] if found else None

    def protocol(self, trial: Trial) -> Protocol:
        return details.protocol(self._world, trial, self.marker_of(trial))

    def accepts_healthy(self, trial: Trial) -> bool:
        return details.is_healthy_welcome(self._world, trial)

    def funder(self, trial: Trial) -> str:
        return details.funder(trial.sponsor)

    def has_results(self, trial: Trial) -> bool:
        return details.has_results(self._world, trial)

    def outcomes(self, trial: Trial) -> tuple[Outcome, ...]:
        disease = self._world.genome.disease(trial.conditions[0])
        cancer = disease is not None and disease.icd.startswith("C")
        return details.outcomes(self._world, trial, self.marker_of(trial), cancer=cancer)

    def sites(self, trial: Trial) -> tuple[StudySite, ...]:
        return details.sites(self._world, trial)

    def references(self, trial: Trial) -> list[Paper]:
        """Return articles on what a trial studies, from the year before its start."""
        start = date.fromisoformat(trial.start)
        since = min(start, self._world.now.date()) - timedelta(days=400)
        until = min(since + timedelta(days=1_000), self._world.now.date())
        marker = self.marker_of(trial)
        subject = (
            f"{marker.gene} {marker.variant} gene {trial.conditions[0]}" if marker else trial.conditions[0]
        )
        return self._world.papers.search("pubmed", subject, MOST_REFERENCES, since=since, until=until)

    def reported_enrollment(self, trial: Trial) -> int | None:
        """Return how many participants the publication on a trial reports; None until it is completed.

        Some publications contradict the registry.
        """
        if trial.status != "COMPLETED" or not trial.enrollment:
            return None
        return self._world.errata.whole("trial publications", trial.nct_id, trial.enrollment)

    def organizations(self) -> list[Organization]:
        return self._organizations

    @cached_property
    def _organizations(self) -> list[Organization]:
        return organizations(self._world)

    def organization(self, identifier: str) -> Organization | None:
        return organization(self._world, identifier)

    def organization_id(self, name: str) -> str:
        return organization_id(self._world.chance, name)

    def trials_at(self, one: Organization) -> list[Trial]:
        """Return the biomarker trials that an organization sponsors or takes part in, newest first."""
        return [
            trial
            for trial in _newest(self._targeted.all)
            if trial.sponsor == one.name or any(site.facility == one.name for site in trial.sites)
        ]

    def markers(self) -> list[Marker]:
        return list(markers().values())

    def trials_of(self, marker: Marker) -> list[Trial]:
        return _newest(self._targeted.of(lambda row: row.name == marker.name))

    def registered_trials(self, marker: Marker) -> int:
        """Return how many trials the register of biomarkers counts. Some of its counts are not up to date."""
        return self._world.errata.whole("biomarker register", marker.id, len(self.trials_of(marker)))

    def interventions(self) -> list[Intervention]:
        return self._interventions

    @cached_property
    def _interventions(self) -> list[Intervention]:
        return interventions(self._world)

    def intervention(self, identifier: str) -> tuple[Intervention, Drug | None] | None:
        return intervention(self._world, identifier)

    def intervention_of(self, drug: Drug) -> Intervention | None:
        return intervention_of(self._world, drug)


def _newest(found: list[tuple[Trial, Biomarker]]) -> list[Trial]:
    return sorted((trial for trial, _ in found), key=lambda trial: (trial.start, trial.nct_id), reverse=True)


def _tests(trial: Trial, names: list[str]) -> bool:
    tested = normalize(" | ".join(trial.interventions))
    return any(name in tested for name in names)
