"""The 35 tools of `BioMCP`, in the order of its interface."""

from __future__ import annotations

from m3bench.servers.kit import Proof, Server
from m3bench_world.servers.mcp_bench.biomcp import (
    articles,
    entries,
    market,
    predictions,
    registers,
    safety,
    thinking,
    trials,
    unified,
    variants,
)

server = Server(
    "BioMCP",
    "Biomedical literature, clinical trials, genes, variants, diseases, drugs, and registers of regulators.",
    sources=("genes", "genomics", "papers", "labels", "studies", "regulator"),
    proof=Proof("variant_getter", {"variant_id": "rs113488022"}),
)

server.tool(unified.search)
server.tool(unified.fetch)
server.tool(read_only=False)(thinking.think)
for _tool in (
    articles.article_searcher,
    articles.article_getter,
    trials.trial_searcher,
    trials.trial_getter,
    trials.trial_protocol_getter,
    trials.trial_references_getter,
    trials.trial_outcomes_getter,
    trials.trial_locations_getter,
    variants.variant_searcher,
    variants.variant_getter,
    predictions.alphagenome_predictor,
    entries.gene_getter,
    entries.disease_getter,
    entries.drug_getter,
    registers.nci_organization_searcher,
    registers.nci_organization_getter,
    registers.nci_intervention_searcher,
    registers.nci_intervention_getter,
    registers.nci_biomarker_searcher,
    registers.nci_disease_searcher,
    safety.openfda_adverse_searcher,
    safety.openfda_adverse_getter,
    market.openfda_label_searcher,
    market.openfda_label_getter,
    safety.openfda_device_searcher,
    safety.openfda_device_getter,
    market.openfda_approval_searcher,
    market.openfda_approval_getter,
    market.openfda_recall_searcher,
    market.openfda_recall_getter,
    market.openfda_shortage_searcher,
    market.openfda_shortage_getter,
):
    server.tool(_tool)
