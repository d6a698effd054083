# The whole interface to building, testing and checking; CI runs the same targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

BUILD_PACKAGES := pkg-config libuv1-dev libssl-dev libxml2-dev libyaml-dev libgsasl-dev \
    libc-ares-dev zlib1g-dev
TEST_PACKAGES := prosody ejabberd openssl procps python3 python3-venv python3-slixmpp zsh fish \
    valgrind binutils libexpat1 chromium

NEON_PACKAGES := libc6-dev-arm64-cross qemu-user

SOURCES := Sources Tests Package.swift
VENV := .build/venv

# Leaks are not looked for: Swift keeps the case of an indirect enum in spare bits of its pointers,
# which the leak sanitizer does not follow, so it reports boxes that are in use. A report of the
# thread sanitizer ends the run.
ASAN := ASAN_OPTIONS=detect_leaks=0
TSAN := TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/.ci/threads.supp

# Under a sanitizer the command line as a whole process is left out: those tests check what the
# outside world does, take several times as long, and what they run in the process is covered by
# the other suites. The tidy test reads files only.
SANITIZED := --skip IntegrationTests --skip TidyTests

# Executions of each fuzzer, and the bytes of an input at most.
FUZZ_RUNS ?= 100000
FUZZ_BYTES ?= 512

.PHONY: setup setup-test build release test integration demo bench floor truth gate check lint \
    format asan tsan fuzz neon dist clean

## setup        install the Debian packages that building needs
setup:
	@scripts/install-packages.sh $(BUILD_PACKAGES)

## setup-test   the same for the tests: real servers and independent clients
setup-test: setup $(VENV)/.done
$(VENV)/.done: Makefile
	@scripts/install-packages.sh $(TEST_PACKAGES)
	@/usr/bin/python3 -m venv --system-site-packages $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check hdrhistogram jsonschema \
	    pyyaml scipy </dev/null
	@touch $@

## build        debug build
build: setup
	swift build

release: setup
	swift build -c release --product clamor

## demo         build, and run the quick start on the built-in server
demo: release
	.build/release/clamor run profiles/quickstart.yaml

## test         the whole suite, debug and release, also against Prosody and ejabberd
test: setup-test
	swift test
	swift test -c release

## integration  only the tests that run the command line as a process
integration: setup-test
	swift test --filter IntegrationTests

## bench        what the parser costs, beside others, and the client's stack, on this machine
bench: release
	.build/release/clamor bench parse
	.build/release/clamor bench stream

## floor        what a message costs beside a generator on bare epoll (Tests/Floor)
floor: release
	python3 scripts/measure_floor.py .build/release/clamor

## truth        what a report says of a server whose faults are known (docs/servers.md)
truth: release
	python3 scripts/measure_truth.py .build/release/clamor

## gate         the parser's instructions and allocations against Tests/Gate/limits
gate: setup-test release
	scripts/benchmark-gate.sh .build/release/clamor

## check        tests, the gate, lint, NEON, and the suite under the address and thread sanitizers
check: test gate lint neon asan tsan

lint:
	swift format lint --strict --recursive --parallel --configuration .swift-format $(SOURCES)
	for script in scripts/*.sh Tests/Servers/*.sh .ci/run; do bash -n "$$script"; done

format:
	swift format --in-place --recursive --parallel --configuration .swift-format $(SOURCES)

asan: setup-test
	$(ASAN) swift test --sanitize=address --scratch-path .build/asan $(SANITIZED)

# The parser is a value of one thread, and its tests are the longest under a sanitizer; races are
# looked for in all that uses it.
tsan: setup-test
	$(TSAN) swift test --sanitize=thread --scratch-path .build/tsan $(SANITIZED) \
	    --skip StanzaParserTests

## neon         the kernels for AArch64: compiled, and run beside each other under an emulator
neon:
	@scripts/install-packages.sh $(NEON_PACKAGES)
	scripts/check-neon.sh .build/neon

## fuzz         libFuzzer on the parser and on its views, FUZZ_RUNS executions each
fuzz: setup
	CLAMOR_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product fuzzer
	mkdir -p .build/fuzz/corpus .build/fuzz/findings
	for trial in parser view; do \
	    $(ASAN) SWIFT_BACKTRACE=enable=no .build/fuzz/release/fuzzer \
	        $$trial .build/fuzz/corpus/$$trial -runs=$(FUZZ_RUNS) -max_len=$(FUZZ_BYTES) \
	        -timeout=20 -print_final_stats=1 -artifact_prefix=.build/fuzz/findings/; \
	done

## dist         dist/clamor: one binary with the Swift runtime linked in; dist/clamor.1: its manual
dist: setup
	swift build -c release --static-swift-stdlib --scratch-path .build/dist --product clamor
	mkdir -p dist
	strip -o dist/clamor .build/dist/release/clamor
	scripts/check-standalone.sh dist/clamor
	dist/clamor man > dist/clamor.1

clean:
	rm -rf .build dist
