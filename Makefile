# SPDX-License-Identifier: MIT
# Makefile: the front door for people. The build itself is CMake with presets.

PREFIX       ?= /usr/local
DESTDIR      ?=
FUZZ_SECONDS ?= 300
SOAK_MINUTES ?= 60
SOAK_TESTS   ?=
MUTANTS_MINUTES ?= 20
T            ?=
PRESET       ?= test
ifdef SEED
export HC_SEED := $(SEED)
endif

# The release preset honours CC; everything goes to build/.
CONFIGURE = cmake --preset release --log-level=WARNING $(1) >/dev/null
C_FILES   = $(shell find include src tests examples fuzz bench -name node_modules -prune -o \
              \( -name '*.[ch]' -o -name '*.cpp' \) -print 2>/dev/null)
# Other versions lay out code a little differently, so prefer the one the style was written for.
CLANG_FORMAT ?= $(shell command -v clang-format-14 || echo clang-format)

all: ## set up and build build/release/holecard and the libraries (the default)
	@tools/setup.sh build
	@$(call CONFIGURE)
	@cmake --build --preset release

run: ## set up, build and start a server for this machine; its page opens where there is a desktop
	@tools/setup.sh build
	@$(call CONFIGURE)
	@cmake --build --preset release --target holecard
	@tools/run.sh build/release/holecard build/run/holecard.db

play: ## set up, build and start a game at this terminal
	@tools/setup.sh build
	@$(call CONFIGURE)
	@cmake --build --preset release --target holecard
	@build/release/holecard play

web-static: ## make build/web-static, a folder for any host of files: pages that deal by themselves
	@tools/setup.sh build
	@$(call CONFIGURE)
	@cmake --build --preset release --target wasm
	@tools/web.sh build/web-static build/release/holecard.wasm static

check: ## build and test the library alone: an answer in a minute, without network and root; T and SEED as below
	@$(if $(T),tools/one_test.py check '$(T)',tools/check.sh)

test: ## set up, build and run the full test suite; T=NAME runs one test, function or scenario, SEED=N from that seed; TIMES=1 shows what each step costs
	@$(if $(T),tools/one_test.py $(PRESET) '$(T)',tools/test.sh)

test-fresh: ## the same on a Debian 12 with nothing installed, and the steps of the Dockerfile; needs root
	@tools/setup.sh fresh
	@tools/fresh.py

bench: ## measure speed and size beside the peers, into build/bench.json
	@tools/bench.sh

bench-server: ## measure the server beside its peers, into build/bench-server.json
	@tools/bench_server.sh

bench-scale: ## measure several processes on one database, into build/bench-scale.json
	@tools/setup.sh test
	@tools/bench_scale.sh

bench-web: ## measure the pages in a browser, into build/bench-web.json
	@tools/setup.sh test
	@$(call CONFIGURE)
	@cmake --build --preset release --target holecard
	@node web/tests/bench.mjs build/release/holecard build/bench-web.json

fuzz: ## fuzz every target for FUZZ_SECONDS (300) each; KEEP=1 adds what was found to fuzz/corpus
	@tools/setup.sh test
	@tools/fuzz.sh $(FUZZ_SECONDS) build/fuzz/work

soak: ## test the server over and over for SOAK_MINUTES (60): kills, full disks, floods, random worlds; SOAK_TESTS names some
	@tools/setup.sh test
	@tools/soak.sh $(SOAK_MINUTES) $(SOAK_TESTS)

mutants: ## make small mistakes in the code for MUTANTS_MINUTES (20): do the tests notice?
	@tools/setup.sh test
	@MUTANTS_MINUTES=$(MUTANTS_MINUTES) nice -n 10 tools/mutants

format: ## lay out all C files with clang-format
	@tools/setup.sh test
	$(CLANG_FORMAT) -i $(C_FILES)

install: ## build and install under PREFIX (/usr/local), below DESTDIR when it is given
	@tools/setup.sh build
	@$(call CONFIGURE,-DCMAKE_INSTALL_PREFIX="$(PREFIX)")
	@cmake --build --preset release
	DESTDIR="$(DESTDIR)" cmake --install build/release
	@test -n "$(DESTDIR)" || ldconfig 2>/dev/null || true

dist: ## make build/holecard-VERSION.tar.gz, which brings its pages and is built without Node
	@tools/setup.sh build
	@$(call CONFIGURE)
	@cmake --build --preset release --target holecard
	@tools/dist.sh build/release/web

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | \
	    while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

.PHONY: all run play web-static check test test-fresh bench bench-server bench-scale bench-web fuzz soak mutants format install dist clean help
