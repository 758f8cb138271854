"""`BioMCP`: articles, genes, variants, diseases and drugs."""

from __future__ import annotations

import re

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "BioMCP"
BRAF = {"genes": ["BRAF"], "variants": ["V600E"], "diseases": ["melanoma"]}


def field(text: str, name: str) -> str:
    found = re.search(rf"\*\*{name}\*\*: (.+)", text)
    assert found, f"{name} in {text[:300]}"
    return found[1]


def test_articles_on_a_variant_are_found_and_can_be_read(ask: Asking) -> None:
    found = ask("article_searcher", **BRAF)
    assert not found.is_error
    titles = re.findall(r"^## (.+)$", found.text, re.MULTILINE)[:10]
    assert all("BRAF V600E" in title or "melanoma" in title for title in titles)
    abstracts = found.text.split("\n## ")[1:11]
    assert all("BRAF V600E" in abstract for abstract in abstracts)
    assert "Tumor cohorts" in found.text
    assert found.sources["papers"] == "invented"
    article = ask("article_getter", pmid=field(found.text, "PMID"))
    assert "## Abstract" in article.text
    preprint = ask("article_getter", pmid=re.findall(r"\*\*DOI\*\*: (10\.1101\S+)", found.text)[0])
    assert "## Methods" in preprint.text


def test_paper_search_finds_the_same_article(ask: Asking) -> None:
    asked = "BRAF V600E melanoma treatment resistance"
    papers = InProcess("paper_search", ask.workspace)
    for paper in papers("search_pubmed", query=asked, max_results=3).data:
        article = ask("article_getter", pmid=paper["paper_id"]).text
        assert article.startswith(f"# {paper['title']}\n")
        assert paper["abstract"] in article
    fetched = ask("fetch", id=paper["paper_id"]).data
    assert fetched["title"] == paper["title"]


def test_keywords_and_preprints_narrow_a_search(ask: Asking) -> None:
    found = ask("article_searcher", **BRAF, keywords=["treatment resistance"], page_size=5)
    assert found.text.count("\n## ") == 6
    published = ask("article_searcher", **BRAF, include_preprints=False, include_cbioportal=False)
    assert "Preprint" not in published.text
    assert "Tumor cohorts" not in published.text
    network = ask("article_searcher", genes="TP53", keywords="MDM2", page_size=3)
    assert re.search(r"was (strong|weak) \(coefficient \d\.\d\d\)", network.text)
    assert ask("article_searcher", keywords="asthma", page_size=2).text.startswith("# Articles")


@pytest.mark.parametrize(
    ("tool", "arguments", "advice"),
    [
        ("article_searcher", {}, "pass genes, variants"),
        ("article_searcher", {"keywords": "zzqx"}, "fewer or other terms"),
        ("article_searcher", {**BRAF, "page": 900}, "is empty"),
        ("article_getter", {"pmid": "12"}, "PMID, PMC id or DOI"),
        ("gene_getter", {"gene_id_or_symbol": "BRAFF"}, "BRAF"),
        ("disease_getter", {"disease_id_or_name": "melanom"}, "Melanoma"),
        ("drug_getter", {"drug_id_or_name": "vemurafenob"}, "Vemurafenib"),
        ("variant_getter", {"variant_id": "rs113488023"}, "rs113488022"),
        ("variant_searcher", {}, "pass a gene"),
        ("variant_searcher", {"region": "7:9-1"}, "chr7:140400000-140500000"),
        ("variant_searcher", {"gene": "BRAF", "hgvsp": "p.V601E"}, "the gene alone"),
        (
            "alphagenome_predictor",
            {"chromosome": "chr30", "position": 1, "reference": "A", "alternate": "T"},
            "chr22",
        ),
        (
            "alphagenome_predictor",
            {"chromosome": "7", "position": 1, "reference": "B", "alternate": "T"},
            "A, C, G, T",
        ),
        (
            "alphagenome_predictor",
            {"chromosome": "7", "position": 0, "reference": "A", "alternate": "T"},
            "between",
        ),
        (
            "alphagenome_predictor",
            {"chromosome": "7", "position": 5, "reference": "A", "alternate": "a"},
            "another",
        ),
    ],
)
def test_mistakes_get_advice(ask: Asking, tool: str, arguments: dict[str, object], advice: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert advice in heard.text


def test_a_gene_has_its_position_and_length(ask: Asking) -> None:
    gene = ask("gene_getter", gene_id_or_symbol="B-RAF1").text
    assert field(gene, "Entrez ID") == "673"
    assert field(gene, "Length") == "211,602 bp"
    assert "Vemurafenib" in field(gene, "Drugs")
    metadata = ask("fetch", id="BRAF", domain="gene").data["metadata"]
    assert metadata["gene_length"] == 211_602
    assert metadata["end"] - metadata["start"] + 1 == 211_602


def test_a_variant_is_found_by_all_its_names(ask: Asking) -> None:
    found = ask("variant_searcher", gene="BRAF", hgvsp="p.V600E", include_cbioportal=False).text
    assert field(found, "Id") == "chr7:g.140453136A>T"
    assert field(found, "Clinical significance") == "pathogenic"
    whole = ask("variant_getter", variant_id=field(found, "RsID")).text
    assert field(whole, "GRCh38") == "chr7:140753336"
    assert "BMK20000" in whole
    for name in ("chr7:g.140453136A>T", "BRAF V600E", "BRAF p.Val600Glu", "p.V600E"):
        assert ask("variant_getter", variant_id=name).text == whole
    assert "Tumor cohorts" not in ask("variant_getter", variant_id="rs113488022", include_external=False).text


def test_variants_are_filtered(ask: Asking) -> None:
    region = ask("variant_searcher", region="chr7:140453100-140453200", page_size=50).text
    assert {"BRAF V600E", "BRAF V600K", "BRAF K601E"} <= set(re.findall(r"^## (.+)$", region, re.MULTILINE))
    common = ask("variant_searcher", gene="CYP2C9", frequency_min=0.05).text
    assert re.findall(r"^## (.+)$", common, re.MULTILINE)[:2] == ["CYP2C9*2", "CYP2C9*3"]
    rare = ask(
        "variant_searcher", gene="BRAF", significance="pathogenic", frequency_max=0.01, page_size=40
    ).text
    assert set(re.findall(r"significance\*\*: (\w+)", rare)) == {"pathogenic"}
    scores = ask(
        "variant_searcher", cadd_score_min=30, sift_prediction="deleterious", consequence="missense"
    ).text
    assert all(float(score) >= 30 for score in re.findall(r"CADD\*\*: ([\d.]+)", scores))


def test_a_new_variant_of_a_preprint_is_in_the_register(ask: Asking) -> None:
    found = ask("article_searcher", **BRAF).text
    change = re.findall(r"p\.[A-Z]\d+[A-Z]", found)[0]
    listed = ask("variant_searcher", gene="BRAF", hgvsp=change).text
    assert field(listed, "Protein").startswith(change)


def test_predictions_are_the_same_for_the_same_change(ask: Asking) -> None:
    change = {"chromosome": "chr7", "position": 140453136, "reference": "A", "alternate": "T"}
    all_of_them = ask("alphagenome_predictor", **change, significance_threshold=0).text
    strong = ask(
        "alphagenome_predictor", **change, significance_threshold=1, tissue_types=["skin", "lung"]
    ).text
    effects = re.findall(r"BRAF, (\w+), [\w ]+: ([+-][\d.]+)", strong)
    assert all(tissue in ("skin", "lung") and abs(float(size)) >= 1 for tissue, size in effects)
    assert len(re.findall(r"BRAF, ", all_of_them)) == 32
    assert ask("alphagenome_predictor", **change, significance_threshold=0).text == all_of_them


def test_diseases_and_drugs_have_the_numbers_of_ontologies(ask: Asking) -> None:
    disease = ask("disease_getter", disease_id_or_name="cutaneous melanoma").text
    # MONDO and the Disease Ontology: melanoma
    assert (field(disease, "MONDO"), field(disease, "DOID")) == ("MONDO:0005105", "DOID:1909")
    assert ask("disease_getter", disease_id_or_name="DOID:1909").text == disease
    drug = ask("drug_getter", drug_id_or_name="Zelboraf").text
    # DrugBank and PubChem: vemurafenib
    assert (field(drug, "DrugBank"), field(drug, "Formula")) == ("DB08881", "C23H18ClF2N3O3S")
    assert ask("drug_getter", drug_id_or_name="DB08881").text == drug
    care = InProcess("healthcare-mcp", ask.workspace)
    same = care("fda_drug_lookup", drug_name="vemurafenib").data["drug"]
    assert field(drug, "Drug class") == same["pharmacologic_class"]


def test_another_seed_keeps_facts_and_changes_the_rest(ask: Asking) -> None:
    other = InProcess(SERVER, ask.workspace, World(8))
    mine = ask("variant_getter", variant_id="rs113488022").text
    theirs = other("variant_getter", variant_id="rs113488022").text
    assert mine != theirs
    assert mine.partition("\n## ")[0] == theirs.partition("\n## ")[0]
