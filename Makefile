PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
REPORT := build/report/ridge_crossing

.PHONY: help report test check rules bench lint clean when-overwatch-pays what-each-rule-is-worth

help:
	@echo "make report  fight ridge_crossing 10,000 times and write its report"
	@echo "make test    every check and every test"
	@echo "make check   the same without the slow tests"
	@echo "make bench   speed of the reference battle, and what people wait for"
	@echo "make when-overwatch-pays, make what-each-rule-is-worth   fight the published studies again"
	@echo "make clean   remove .venv, build and the caches"

report: $(VENV)/.report
	@rm -rf $(REPORT) # of other sources, perhaps
	$(BIN)/overwatch run ridge_crossing -n 10000 --seed 1 --out $(REPORT)
	@echo "Report: $(REPORT)/report.html"

# The published studies: rows, tables and figures into their folders under reports/.
when-overwatch-pays what-each-rule-is-worth: $(VENV)/.report
	OVERWATCH=$(CURDIR)/$(BIN)/overwatch reports/$@/rebuild

test: lint rules
	$(BIN)/pytest -n 2 --dist worksteal --ignore tests/rules

check: lint rules
	$(BIN)/pytest -n 2 --dist worksteal --ignore tests/rules -m "not slow"

# Rule by rule, with scripted dice: the kernels as plain Python.
rules: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/rules

bench: $(VENV)/.dev
	$(BIN)/python tests/benchmarks/bench_battles.py
	$(BIN)/python tests/benchmarks/bench_waiting.py

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp is newer than what it was installed from (sim/__init__.py holds the version).
$(VENV)/.report: pyproject.toml constraints.txt sim/__init__.py
	$(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV): about a minute the first time"
	$(INSTALL) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt sim/__init__.py
	$(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) with the development tools: about a minute the first time"
	$(INSTALL) -e '.[dev]'
	@touch $@
