# Two commands for newcomers: `make demo` and `make test`. Both set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help demo test test-slow test-attack lint format docs bench clean
.DEFAULT_GOAL := help

help:
	@echo "make demo   run four agents on 28 tasks, one of each family; explain a score, write a report"
	@echo "make test   run the tests"
	@echo "make test-slow  run those that take longer"
	@echo "make test-attack  run the attacks on the harness (they are part of test-slow)"
	@echo "make lint   check style and types"
	@echo "make docs   build the documentation site into site/"
	@echo "make bench  measure speed and memory against a baseline"

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "m3bench needs Python 3.11 or newer; say which with: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (a minute or two, once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(STAMP)
	@$(BIN)/m3bench demo

test: $(STAMP)
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile

test-slow: $(STAMP)
	@$(BIN)/python -m pytest -q -n 2 --dist load -m slow

test-attack: $(STAMP)
	@$(BIN)/python -m pytest -q -n 2 --dist load -m slow tests/attacks

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(STAMP)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

docs: $(STAMP)
	@$(BIN)/python scripts/draw_architecture.py --check
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open site/index.html in a browser."

bench: $(STAMP)
	@$(BIN)/python benchmarks/scoring.py
	@$(BIN)/python benchmarks/hosting.py
	@$(BIN)/python benchmarks/servers.py
	@$(BIN)/python benchmarks/vision.py
	@$(BIN)/python benchmarks/runs.py
	@$(BIN)/python benchmarks/report.py
	@$(BIN)/python benchmarks/viewer.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis site
