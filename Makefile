# make run   starts the bot: on Discord when DISCORD_TOKEN is set (environment or .env), else as a chat in this terminal
# make test  runs every test
PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python

.PHONY: run test test-fast coverage check package bench soak search-report lawbook lock licences supply format messages schema clean

run: .venv/run.done lawbook
	@$(PY) bot.py

lawbook: .venv/run.done
	@mkdir -p var && echo "making the lawbook, if anything has changed ..."
	@$(PY) -m lawbot build > var/build.log 2>&1 || { cat var/build.log; $(PY) -m lawbot law 1 > /dev/null 2>&1; }  # an older lawbook answers too

test: .venv/dev.done
	$(BIN)/pytest -n 2 --dist worksteal $(ARGS)

# a first answer while you write: without browsers, law documents, the emulator and what takes long, and of many cases a few
test-fast: .venv/dev.done
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow" --few 8 --ignore tests/handbook --ignore tests/emulator --ignore tests/reading --ignore tests/concordance $(ARGS)

# which lines no test runs: about twice the processor time of make test
coverage: .venv/dev.done
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report= $(ARGS)
	@$(BIN)/coverage report

check: .venv/dev.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	LAWBOT_STATE=var/check $(PY) -m lawbot build > /dev/null
	LAWBOT_STATE=var/check $(PY) -m lawbot situations check
	$(PY) -m lawbot situations format --check
	$(PY) -m tools.ledger
	$(PY) -m tools.plain_code
	@$(MAKE) --no-print-directory supply

bench: .venv/dev.done lawbook
	$(PY) -m bench.bench $(ARGS)
	-$(PY) -m bench.bench_discord $(ARGS)
	$(PY) -m bench.bench_memory

soak: .venv/dev.done
	$(PY) -m bench.soak $(ARGS)

search-report: .venv/dev.done lawbook
	$(PY) -m bench.search_report $(ARGS)

format: .venv/dev.done
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# translations: messages takes them out of the code into data/locale
messages: .venv/dev.done
	$(BIN)/pybabel -q extract -F pyproject.toml -k N_ -k _ --sort-by-file --no-location --omit-header -o data/locale/lawbot.pot lawbot lawbot_importers lawbot_handbook
	for language in vi th; do $(BIN)/pybabel -q update -N --ignore-obsolete --omit-header -D lawbot -i data/locale/lawbot.pot -d data/locale -l $$language; done

# pins for every platform and Python, with the hashes of what may be installed: both files are made from pyproject.toml
COMPILE = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --extra postgres --extra handbook --extra authors
lock: .venv/dev.done
	$(COMPILE) -o requirements.txt pyproject.toml
	$(COMPILE) --extra mcp -c requirements.txt -o requirements-mcp.txt pyproject.toml
	$(COMPILE) --extra mcp --extra dev -c requirements-mcp.txt -o requirements-dev.txt pyproject.toml

# the licences of what runs, as its packages state them: of those that state the whole text, its first line
licences: .venv/dev.done
	@{ echo "# Licences"; echo; echo "Of every package that runs with the bot; written by \`make licences\`."; echo; \
	  $(BIN)/pip-licenses --with-system --from=mixed --format=markdown --packages $$(grep -o '^[a-z0-9._-]*==' requirements.txt | tr -d '=') | grep -v '^|  ' ; } > docs/licences.md

# known vulnerabilities of the pins, and the list of them all (var/sbom.json); left out if the package index does not answer
supply: .venv/dev.done
	@mkdir -p var; rm -f var/sbom.json; $(PY) -c "import importlib.metadata as m, urllib.request as u; u.urlopen(f'https://pypi.org/pypi/rich/{m.version(\"rich\")}/json', timeout=10)" 2> /dev/null \
	  || { echo "The package index does not answer: the pins are not audited"; exit 0; }; \
	  $(BIN)/pip-audit -r requirements.txt --disable-pip --require-hashes --strict --progress-spinner off -f cyclonedx-json -o var/sbom.json

FAILED = { echo "Not everything could be installed; pip says above why. It takes the packages from the package index (PIP_INDEX_URL, if set): is there a network? Then the same command again."; exit 1; }

.venv/run.done: requirements.txt
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "Python 3.11 or newer is needed: make run PYTHON=python3.12"; exit 1; }
	@$(PY) -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@mkdir -p var
	@echo "installing ..." && $(BIN)/pip install -q --disable-pip-version-check -r requirements.txt || $(FAILED)
	@touch $@

.venv/dev.done: requirements-dev.txt .venv/run.done
	@echo "installing what the tests need ..." && $(BIN)/pip install -q --disable-pip-version-check -r requirements-dev.txt || $(FAILED)
	@touch $@

clean:
	rm -rf var .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage*

# the wheel, installed into an empty environment far from here, without what is optional: it must answer
package: .venv/run.done
	@rm -rf var/package && mkdir -p var/package/away
	@$(BIN)/pip wheel -q --disable-pip-version-check --no-deps -w var/package .
	@$(PYTHON) -m venv var/package/empty && var/package/empty/bin/pip install -q --disable-pip-version-check var/package/*.whl
	@cd var/package/away && ../empty/bin/python -c "import importlib.util as u; assert u.find_spec('jinja2') is None, 'what is optional came along'"
	@cd var/package/away && ../empty/bin/lawbot build > build.log && ../empty/bin/lawbot law 27B1 > /dev/null && ../empty/bin/lawbot search partner hesitated > /dev/null && ../empty/bin/lawbot situations walk revoke > /dev/null
	@cd var/package/away && ../empty/bin/python -c "import pathlib, sqlite3; sqlite3.connect('old.db').executescript(pathlib.Path('../../../tests/discord/settings_files/0003.sql').read_text())" && ../empty/bin/lawbot restore old.db > /dev/null
	@cd var/package/away && ../empty/bin/python -c "import asyncio, discord; from discord.ext import commands; b = commands.Bot('!', intents=discord.Intents.default()); asyncio.run(b.load_extension('lawbot.faces.discord')); assert b.tree.get_command('law'); print('the installed extension answers')"

# data/charts/schema.json tells editors what a chart may say
schema: .venv/run.done
	$(PY) -c "import json; from lawbot.charts.model import CHART; print(json.dumps(CHART.json_schema(), indent=1, ensure_ascii=False))" > data/charts/schema.json
