# Two commands for newcomers: `make demo` and `make test`. Both set up .venv by themselves.
PYTHON ?= python3
version = $(shell $(1) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
# A shim of pyenv does not run unless its version is chosen: then take the interpreter behind it.
PYENV := $(or $(PYENV_ROOT),$(HOME)/.pyenv)
ifeq ($(call version,$(PYTHON)),)
override PYTHON := $(or $(lastword $(sort $(wildcard $(PYENV)/versions/*/bin/$(notdir $(PYTHON))))),$(PYTHON))
endif
# Another Python than python3 has an environment of its own: `make test PYTHON=python3.13` uses .venv-3.13.
VERSION := $(call version,$(PYTHON))
VENV := $(if $(filter $(VERSION),$(call version,python3)),.venv,.venv-$(VERSION))
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# What the demo needs is less than half of what the tests need, so it comes first.
DEMO := $(VENV)/.demo

# uv installs in a fraction of the time, but does not read the settings of pip, such as a mirror: then pip does it.
COMMA := ,
UV := $(shell command -v uv 2>/dev/null)
# Ours first: pip takes an installed m3bench, perhaps an older one, for what the other two require before it.
PACKAGES = -c constraints.txt -e '.[$(1)]' -e packages/m3bench-world -e packages/m3bench-suites
INSTALL = $(if $(UV),$(UV) pip install -q $(2) --python $(BIN)/python $(PACKAGES) ||) $(BIN)/python -m pip install -qq --disable-pip-version-check $(3) $(PACKAGES)

# Tests start hundreds of processes: without bytecode files, each compiles all it imports.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help python demo test smoke coverage photographs test-slow test-full test-attack test-install lint format docs wheels bench clean
.DEFAULT_GOAL := help

help:
	@echo "make demo   run agents on tasks of every suite; explain a score, write a report"
	@echo "make test   run the tests; with another Python: make test PYTHON=python3.13"
	@echo "make smoke  run a selection of them in about a minute"
	@echo "make coverage  run the tests of the rooms of pure logic, and keep the floor of lines that they reach"
	@echo "make test-slow  run those that take longer; half of them: make test-slow SLICE=1/2"
	@echo "make photographs  fetch the pictures of m3-photo (325 MB), which its slow tests need"
	@echo "make test-full  run them with all cases and four times as much random input"
	@echo "make test-attack  run the attacks on the harness (they are part of test-slow); all cases: M3BENCH_FULL_TESTS=1 make test-attack"
	@echo "make test-install  install 22 third-party servers and run tasks on them (about a gigabyte)"
	@echo "make lint   check style and types"
	@echo "make docs   build the documentation site into site/"
	@echo "make wheels  build the wheels of all distributions into dist/"
	@echo "make bench  measure speed and memory against a baseline"

# Prints which Python is used; fails where there is none.
python:
	@$(PYTHON) -c 'import sys; print(sys.executable)'

$(DEMO): pyproject.toml constraints.txt packages/m3bench-suites/pyproject.toml packages/m3bench-world/pyproject.toml packages/m3bench-world/hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "m3bench needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (a minute, once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(call INSTALL,encoder$(COMMA)suites,,--no-compile)
	@touch $@

# Compiled at once: some packages cause warnings when they are compiled, which are errors in tests. Templates that
# packages bring as .py files do not compile, and need not.
$(STAMP): $(DEMO)
	@echo "Adding what the tests need to $(VENV) (a minute or two, once) ..."
	@$(call INSTALL,dev,--compile-bytecode,)
	@$(BIN)/python -W ignore -m compileall -q -j 0 $(VENV)/lib >/dev/null || true
	@touch $@

demo: $(DEMO)
	@$(BIN)/m3bench demo

# Three processes, because tests often wait for servers: two leave a quarter of two cores idle.
test: $(STAMP)
	@$(BIN)/python -m pytest -q -n 3 --dist loadfile

# The parts that depend most on the Python: the data model, parsing, processes, threads, native packages.
SMOKE := tests/core tests/encoders tests/formats tests/runs/engine tests/runs/store tests/workers tests/api

smoke: $(STAMP)
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile $(SMOKE)

# The rooms of pure logic, by their own tests: percent of lines. Elsewhere much is done in processes that tests start.
COVERED := core encoders formats judges scoring statistics
COVERAGE_FLOOR := 95
# From 3.12 on Python reports new lines itself, at 4 % more time. On 3.11 it is half as much again.
CORE := $(if $(filter 3.11,$(VERSION)),ctrace,sysmon)

# Coverage keeps databases open, of which Python 3.13 warns.
coverage: $(STAMP)
	@COVERAGE_CORE=$(CORE) $(BIN)/python -m pytest -q -n 2 --dist loadfile -W ignore::pytest.PytestUnraisableExceptionWarning $(COVERED:%=tests/%) $(COVERED:%=--cov=m3bench.%) --cov-report=term:skip-covered --cov-fail-under=$(COVERAGE_FLOOR)

# Tests of a file stay together, so that what they share is set up once. Long files start first: tests/schedule.py.
SPREAD := -n 4 --dist loadfile --no-loadscope-reorder

# For the slow tests of `m3-photo`, which are skipped without it.
photographs: $(STAMP)
	@$(BIN)/m3bench install photographs

# A part of their files: make test-slow SLICE=1/2. `.ci/run` takes the parts in turn.
test-slow: $(STAMP)
	@M3BENCH_TEST_SLICE=$(SLICE) $(BIN)/python -m pytest -q $(SPREAD) -m slow

# Four times as much random input, and all sizes.
test-full: $(STAMP)
	@M3BENCH_FULL_TESTS=1 $(BIN)/python -m pytest -q $(SPREAD) -m slow

test-attack: $(STAMP)
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile -m slow tests/attacks

test-install: $(STAMP)
	@$(BIN)/python -m pytest -q -m install

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

# pip builds each in an environment of its own.
wheels: $(STAMP)
	@$(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist packages/m3bench-suites packages/m3bench-world .
	@ls -l dist/*.whl

bench: $(STAMP)
	@$(BIN)/python benchmarks/startup.py
	@$(BIN)/python benchmarks/scoring.py
	@$(BIN)/python benchmarks/hosting.py
	@$(BIN)/python benchmarks/servers.py
	@$(BIN)/python benchmarks/vision.py
	@$(BIN)/python benchmarks/runs.py
	@$(BIN)/python benchmarks/run_cost.py
	@$(BIN)/python benchmarks/report.py
	@$(BIN)/python benchmarks/viewer.py
	@$(BIN)/python benchmarks/scale.py --quick
	@$(BIN)/python benchmarks/environment.py
	@$(BIN)/python benchmarks/prompts.py
	@$(BIN)/python benchmarks/reading.py
	@$(BIN)/python benchmarks/transcripts.py

clean:
	rm -rf .venv .venv-* .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis site
