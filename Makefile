# Each target is one line to remember; `make` alone lists them. Nothing but Python 3.11 or newer is needed.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
UV := $(shell command -v uv 2>/dev/null)

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: $(READY)  ## install everything into .venv, from the locked list

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Roundhouse needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked packages (about a minute the first time) ..."
ifdef UV
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements.lock
	@$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
else
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
endif
	@touch $(READY)

run: setup  ## start the server; data is kept in ./data
	@$(BIN)/roundhouse serve --data data

test: lint rules  ## everything that must hold: lint, types, rule coverage, all tests
	@$(BIN)/roundhouse warm
	@$(BIN)/pytest

check: setup  ## the quick tests, for daily work
	@$(BIN)/pytest -m "not slow" -n auto

lint: setup  ## ruff and the strict type checker
	@$(BIN)/ruff check src tests benchmarks
	@$(BIN)/ruff format --check src tests benchmarks
	@$(BIN)/mypy

rules: setup  ## which rules have a test, and which lack one
	@$(BIN)/python -m tests.coverage_of_rules

golden: setup  ## write the golden matches anew; the diff says what changed in the game
	@$(BIN)/python -m tests.golden

strength: setup  ## the full strength test of the built-in bots
	@$(BIN)/python -m tests.strength

bench: setup  ## the benchmark's table, ratios taken in one run
	@$(BIN)/roundhouse bench

lock: setup  ## resolve the dependencies anew (needs uv)
	@uv pip compile -q --universal --generate-hashes --python-version 3.11 --extra dev pyproject.toml \
	  -o requirements.lock --custom-compile-command "make lock"

.PHONY: help setup run test check lint rules golden strength bench lock
