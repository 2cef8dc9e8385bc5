# Each target is one line to remember; `make` alone lists them. Nothing but Python 3.11 or newer is needed.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
UV := $(shell command -v uv 2>/dev/null)
# Tests wait for servers now and then, so two processes a core.
WORKERS ?= $(shell expr 2 '*' $$(nproc 2>/dev/null || echo 2))
CLIENT := src/roundhouse/web/index.html
CLIENT_SOURCES := $(shell find web src/roundhouse/games/*/kits src/roundhouse/sdk/kit_* -path web/node_modules -prune -o -path web/generated -prune -o -type f -not -name '*.pyc' -print 2>/dev/null)

# Every process would compile the same sources again.
export PYTHONDONTWRITEBYTECODE :=

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: $(READY) $(CLIENT)  ## install everything into .venv, from the locked lists, and build the web client and the rules

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Roundhouse needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked packages (a minute or two the first time) ..."
ifdef UV
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/python hatch_build.py
	@$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
else
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
endif
	@touch $(READY)

# Node comes from the locked Python package, so none needs to be installed. Rules are built by the machine's C compiler;
# if it has none, and for WebAssembly, Zig is installed into .venv-build, which nothing but builds uses.
$(CLIENT): $(CLIENT_SOURCES) hatch_build.py | $(READY)
	@$(BIN)/python hatch_build.py

wasm: setup  ## the rules as WebAssembly, for browsers; installs Zig (400 MB) into .venv-build the first time
	@$(BIN)/python hatch_build.py --wasm
# What may ask for Zig finds it there.
export ROUNDHOUSE_ZIG ?= $(firstword $(shell ls -d $(CURDIR)/.venv-build/lib/python3*/site-packages/ziglang/zig 2>/dev/null))

wheel: setup  ## a wheel in dist with the rules for all machines, made on this one
	@ROUNDHOUSE_LIBRARIES=all $(BIN)/python hatch_build.py --wasm
	@ROUNDHOUSE_LIBRARIES=all $(BIN)/hatchling build -t wheel

run: setup  ## serve everything at one address, with demo bots playing; data is kept in ./data
	@$(BIN)/python hatch_build.py --wasm-here
	@$(BIN)/roundhouse serve --data data --demo 3

# A file of tests stays in one process; the order is random, and its seed is printed. A process that crashes ends the run:
# the others would wait for ever for what it had left to do.
TESTS := $(BIN)/pytest -n $(WORKERS) --max-worker-restart 0 --dist loadfile --no-loadscope-reorder

test: lint rules browser wasm  ## everything that must hold at every commit: lint, types, rule coverage, tests; twenty minutes
	@$(BIN)/python hatch_build.py --libraries
	@$(TESTS) -m "not long" --budget

check: setup  ## what a change needs, in two minutes: the tests nearest to what differs from the main branch
	@$(BIN)/python -m tests.affected > $(VENV)/affected && mapfile -t chosen < $(VENV)/affected && $(TESTS) "$${chosen[@]}"

test-long: lint rules browser-long wasm strength  ## all of it on a large scale, for a night before a release
	@$(BIN)/python hatch_build.py --libraries
	@ROUNDHOUSE_TEST_LONG=1 $(TESTS) --costs --timeout 3600 --hypothesis-seed $$RANDOM

lint: setup  ## ruff, the strict type checker, whether all rules can become C, and the same for the web client
	@$(MAKE) --no-print-directory -j2 --output-sync lint-python lint-web

lint-python:
	@$(BIN)/ruff check src tests benchmarks tools hatch_build.py
	@$(BIN)/ruff format --check src tests benchmarks tools hatch_build.py
	@$(BIN)/mypy
	@$(BIN)/python -m roundhouse.core.native.check

lint-web:
	@$(BIN)/python hatch_build.py --check

# Debian's packages. Without them the tests that need them are left out, and say so.
PACKAGES = chromium-headless-shell bubblewrap
PROGRAMS = chromium-headless-shell bwrap
browser:  ## a browser without a window for the tests of pages and bubblewrap for the sandbox's, where we may install them
	@wanted=""; set -- $(PROGRAMS); for package in $(PACKAGES); do command -v $$1 >/dev/null || wanted="$$wanted $$package"; shift; done; \
	test -z "$$wanted" || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing for the tests:$$wanted ..."; \
	  { apt-get install -y -qq $$wanted || { apt-get update -qq && apt-get install -y -qq $$wanted; }; } >/dev/null 2>&1 \
	  || echo "That failed: the tests that need it will be left out."; \
	else echo "Not here, and we may not install it:$$wanted. The tests that need it will be left out."; fi

browser-long: PACKAGES += chromium
browser-long: PROGRAMS += chromium
browser-long: browser  ## the whole Chromium beside them

rules: setup  ## which rules have a test, and which lack one
	@$(BIN)/python -m tests.coverage_of_rules

golden: setup  ## write the golden matches anew; the diff says what changed in the game
	@$(BIN)/python -m tests.golden

strength: setup  ## the full strength test of the built-in bots
	@$(BIN)/python -m tests.strength

bench: setup  ## the benchmark's table, ratios taken in one run
	@$(BIN)/roundhouse bench

# Peers need other versions of things than we do, so they have an environment of their own.
PEERS := .venv-peers
$(PEERS)/ready: benchmarks/peers.txt
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@echo "Installing other platforms to compare with (about a gigabyte) ..."
	@$(PEERS)/bin/python -m pip install -q --disable-pip-version-check --no-deps -r benchmarks/peers.txt
	@touch $@

bench-peers: setup $(PEERS)/ready  ## speed beside other platforms, in one run; writes docs/benchmarks.md
	@$(BIN)/roundhouse bench --peers $(PEERS)/bin/python --docs docs

lock: setup  ## resolve the dependencies anew (needs uv)
	@uv pip compile -q --universal --generate-hashes --python-version 3.11 --extra dev pyproject.toml \
	  -o requirements.lock --custom-compile-command "make lock"
	@echo "ziglang>=0.17" | uv pip compile -q --universal --generate-hashes --python-version 3.11 - \
	  -o zig.lock --custom-compile-command "make lock"

.PHONY: help setup wasm wheel run test check test-long lint lint-python lint-web browser browser-long rules golden strength bench bench-peers lock
