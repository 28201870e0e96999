# Two commands do everything on a fresh Debian or Ubuntu with a Swift toolchain: make run, make test.

PREFIX ?= /usr/local
DESTDIR ?=
ID := io.github.virtualtourist.VirtualTourist
STAGE := $(CURDIR)/.build/stage
ROOT := $(DESTDIR)$(PREFIX)
RESOURCES := data/$(ID).gresource.xml
DEVELOPMENT := data/development

# The dependency check makes an import that Package.swift does not allow an error.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
RELEASE := swift build $(SWIFT_FLAGS) -c release --static-swift-stdlib

# The packages come before the build that needs them, whatever -j says.
.NOTPARALLEL:

.PHONY: run demo test check pot bench monkey install uninstall flatpak stage binary screenshot packages-run packages-test

run: packages-run stage
	$(DEVELOPMENT)/run-anywhere "$(STAGE)"/bin/virtual-tourist

# Everything is as in earnest but for the services, which are on this machine, and the home.
demo: packages-run stage
	swift build $(SWIFT_FLAGS) -c release --product sandbox-services
	$(DEVELOPMENT)/demo "$(STAGE)"/bin/virtual-tourist .build/release/sandbox-services

# The tests press the staged program: what is tested is what is shipped.
test: packages-test check stage
	VIRTUAL_TOURIST_STAGE="$(STAGE)" \
	  $(DEVELOPMENT)/run-tests swift test $(SWIFT_FLAGS) $(TEST_FLAGS)

check: packages-test
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	desktop-file-validate data/$(ID).desktop
	appstreamcli validate --no-net data/$(ID).metainfo.xml
	glib-compile-schemas --strict --dry-run data
	$(DEVELOPMENT)/extract-texts .build/virtual-tourist.pot

# What translators begin from: it is made of the sources each time, and kept nowhere.
pot: packages-test
	$(DEVELOPMENT)/extract-texts data/po/virtual-tourist.pot

bench: packages-test stage
	swift build $(SWIFT_FLAGS) -c release --product sandbox-services
	swift build $(SWIFT_FLAGS) -c release --product benchmarks
	VIRTUAL_TOURIST_STAGE="$(STAGE)" .build/release/benchmarks

# SEED=7 does what it did before; any seed will do without one.
monkey: packages-test stage
	swift build $(SWIFT_FLAGS) --product sandbox-services
	swift build $(SWIFT_FLAGS) --product monkey
	VIRTUAL_TOURIST_STAGE="$(STAGE)" .build/debug/monkey "$(SEED)" "$(MINUTES)"

screenshot: packages-test stage
	swift build $(SWIFT_FLAGS) --product sandbox-services
	swift build $(SWIFT_FLAGS) --product screenshots
	VIRTUAL_TOURIST_STAGE="$(STAGE)" .build/debug/screenshots .build/screenshots
	install -D -m 644 .build/screenshots/map.png data/screenshots/map.png

binary:
	# Under sudo there may be no toolchain, and what is built would be root's: then what was built counts.
	@if [ "$$(id -u)" -eq 0 ] && [ -n "$${SUDO_UID:-}" ] && [ -x .build/release/virtual-tourist ]; then \
	  echo "Installing what was built before."; \
	else \
	  $(DEVELOPMENT)/require-swift && $(RELEASE) --product virtual-tourist; \
	fi

install: binary
	install -D -s -m 755 .build/release/virtual-tourist "$(ROOT)"/bin/virtual-tourist
	install -D -m 644 data/$(ID).desktop "$(ROOT)"/share/applications/$(ID).desktop
	install -D -m 644 data/$(ID).metainfo.xml "$(ROOT)"/share/metainfo/$(ID).metainfo.xml
	install -D -m 644 data/$(ID).gschema.xml "$(ROOT)"/share/glib-2.0/schemas/$(ID).gschema.xml
	install -D -m 644 data/icons/$(ID).svg "$(ROOT)"/share/icons/hicolor/scalable/apps/$(ID).svg
	install -D -m 644 data/icons/$(ID)-symbolic.svg "$(ROOT)"/share/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg
	install -d "$(ROOT)"/share/virtual-tourist/atlas
	install -m 644 data/atlas/*.atlas "$(ROOT)"/share/virtual-tourist/atlas
	glib-compile-resources --sourcedir=data \
	  --target="$(ROOT)"/share/virtual-tourist/virtual-tourist.gresource $(RESOURCES)
	chmod 644 "$(ROOT)"/share/virtual-tourist/virtual-tourist.gresource
	# A package compiles schemas and caches when it is installed, not when it is made.
	test -n "$(DESTDIR)" || $(MAKE) --no-print-directory refresh-caches

uninstall:
	rm -f "$(ROOT)"/bin/virtual-tourist
	rm -f "$(ROOT)"/share/applications/$(ID).desktop "$(ROOT)"/share/metainfo/$(ID).metainfo.xml
	rm -f "$(ROOT)"/share/glib-2.0/schemas/$(ID).gschema.xml
	rm -f "$(ROOT)"/share/icons/hicolor/scalable/apps/$(ID).svg
	rm -f "$(ROOT)"/share/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg
	rm -rf "$(ROOT)"/share/virtual-tourist
	test -n "$(DESTDIR)" || $(MAKE) --no-print-directory refresh-caches

.PHONY: refresh-caches
refresh-caches:
	glib-compile-schemas "$(PREFIX)"/share/glib-2.0/schemas
	-gtk4-update-icon-cache -q -t -f "$(PREFIX)"/share/icons/hicolor
	-update-desktop-database -q "$(PREFIX)"/share/applications

stage:
	@$(MAKE) --no-print-directory install PREFIX="$(STAGE)" DESTDIR=

flatpak:
	@command -v flatpak-builder > /dev/null || { \
	  echo "make flatpak needs flatpak-builder: install it with 'sudo apt install flatpak-builder'."; exit 1; }
	flatpak-builder --user --install-deps-from=flathub --force-clean --repo=.build/flatpak-repo \
	  .build/flatpak data/flatpak/$(ID).yml
	flatpak build-bundle .build/flatpak-repo $(ID).flatpak $(ID)

packages-run:
	@$(DEVELOPMENT)/require-swift
	@$(DEVELOPMENT)/install-packages $(DEVELOPMENT)/packages-run

packages-test:
	@$(DEVELOPMENT)/require-swift
	@$(DEVELOPMENT)/install-packages $(DEVELOPMENT)/packages-run $(DEVELOPMENT)/packages-test
