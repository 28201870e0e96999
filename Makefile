# Two commands do everything on a fresh Debian or Ubuntu with a Swift toolchain: make run, make test.

PREFIX ?= /usr/local
DESTDIR ?=
ID := io.github.virtualtourist.VirtualTourist
STAGE := $(CURDIR)/.build/stage
ROOT := $(DESTDIR)$(PREFIX)
# A packager who strips and makes caches at other times sets these to nothing.
STRIP ?= -s
CACHES ?= $(if $(DESTDIR),,refresh-caches)
RESOURCES := data/$(ID).gresource.xml
DEVELOPMENT := data/development
# The languages of the translations.
LANGUAGES = $(shell sed 's/\#.*//' data/po/LINGUAS)

# The dependency check makes an import that Package.swift does not allow an error.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
RELEASE := swift build $(SWIFT_FLAGS) -c release --static-swift-stdlib

# The packages come before the build that needs them, whatever -j says.
.NOTPARALLEL:

.PHONY: run demo test test-quick test-long test-failures test-pseudo test-all build-tests check pot po lines bench monkey fuzz install uninstall deb test-deb test-next flatpak check-addresses flatpak-release test-flatpak test-wayland stage binary screenshot packages-run packages-test packages-deb packages-flatpak packages-wayland packages-bench

run: packages-run stage
	$(DEVELOPMENT)/run-anywhere "$(STAGE)"/bin/virtual-tourist

# Everything is as in earnest but for the services, which are on this machine, and the home.
demo: packages-run stage
	$(RELEASE) --product sandbox-services
	$(DEVELOPMENT)/demo "$(STAGE)"/bin/virtual-tourist .build/release/sandbox-services

# The tests press the staged program: what is tested is what is shipped.
test: packages-test check stage build-tests
	VIRTUAL_TOURIST_STAGE="$(STAGE)" $(DEVELOPMENT)/run-tests $(TEST_FLAGS)

# All but what takes longest, and of the walkthroughs one for each page.
empty :=
QUICK_TESTS := ^[^W]$(subst $(empty) $(empty),,$(addprefix |^WalkthroughTests\.,\
  AlbumCollectionTests/testNew \
  AlbumTests/testPlaceholders \
  CommandTests/testNoDisplay \
  ExportTests/testAnAlbumIsExportedAsAFolder \
  GlobeTests/testAPinOnTheGlobe \
  MapTests/testKeysPan \
  OfflineMapTests/testTheFirstStart \
  PinTests/testAHeldPin \
  PlaceListTests/testPlacesAreFound \
  PlaceArticleTests/testThePanel \
  PreferencesTests/testWhatIsTurnedOff \
  SearchTests/testACityIsFound \
  TripTests/testATripIsMade \
  TroubleTests/testAFileThatIsNoLibrary \
  ViewerPropertiesTests/testThePropertiesTellWhose \
  ViewerTests/testKeysAndButtons \
  WindowTests/testTheNarrowest))
test-quick: packages-test stage build-tests
	VIRTUAL_TOURIST_STAGE="$(STAGE)" $(DEVELOPMENT)/run-tests --filter '$(QUICK_TESTS)' \
	  --skip '^PipelineTests\.(SoakTests|FailingCallTests|LongLifeTests)'

# A thousand rounds of what a person does, and 20,000 changed pictures of each kind, after which the
# program takes no more than at first.
test-long: packages-test build-tests
	VIRTUAL_TOURIST_ROUNDS=1000 VIRTUAL_TOURIST_PICTURES_CHANGED=20000 LONGEST_TEST=3600 \
	  $(DEVELOPMENT)/run-tests --filter '^(PipelineTests\.LongLife|ImagingTests\.ChangedPicture)Tests'

# Everything, also what takes other systems and hours.
test-all: packages-test
	$(DEVELOPMENT)/run-parts test test-long test-failures test-pseudo test-next test-wayland test-deb test-flatpak monkey

# Every call that fails, and a thousand power cuts of each operation, of which make test tries some.
test-failures: packages-test stage build-tests
	VIRTUAL_TOURIST_STAGE="$(STAGE)" VIRTUAL_TOURIST_FAILURES=all LONGEST_TEST=14400 \
	  $(DEVELOPMENT)/run-tests --filter '^(PipelineTests\.FailingCall|WalkthroughTests\.Failing(Command|Window))'

# The walkthroughs in a language of English words with accents that are longer by a half. But for those of
# other languages, of packages, and of failing calls, which are about no words of a window. Then from right
# to left those that do not measure where something is.
PSEUDO := $(CURDIR)/.build/pseudo
test-pseudo: packages-test binary build-tests
	@$(MAKE) --no-print-directory install PREFIX="$(PSEUDO)" DESTDIR=
	$(DEVELOPMENT)/extract-texts .build/virtual-tourist.pot
	install -d "$(PSEUDO)"/share/locale/en@pseudo/LC_MESSAGES
	$(DEVELOPMENT)/pseudo-translation .build/virtual-tourist.pot \
	  "$(PSEUDO)"/share/locale/en@pseudo/LC_MESSAGES/virtual-tourist.mo
	VIRTUAL_TOURIST_STAGE="$(PSEUDO)" VIRTUAL_TOURIST_LANGUAGE=en@pseudo $(DEVELOPMENT)/run-tests \
	  --filter '^WalkthroughTests\.' \
	  --skip '^WalkthroughTests\.(Count|FailingCommand|Installation|Language|Package)Tests'
	VIRTUAL_TOURIST_STAGE="$(PSEUDO)" VIRTUAL_TOURIST_LANGUAGE=en@pseudo:ar $(DEVELOPMENT)/run-tests \
	  --filter '^WalkthroughTests\.(Album(Collection|Favourite|Press)?|Search|Trouble|Undo|ViewerProperties)Tests'

# What the tests need, and no other program for development.
build-tests:
	swift build $(SWIFT_FLAGS) --product VirtualTouristPackageTests
	swift build $(SWIFT_FLAGS) --product sandbox-services
	swift build $(SWIFT_FLAGS) --product picture-attacker
	swift build $(SWIFT_FLAGS) --product library-operations
	clang -shared -fPIC -O1 -o .build/debug/failing-calls.so $(DEVELOPMENT)/failing-calls.c -ldl

check: packages-test
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	desktop-file-validate data/$(ID).desktop
	# As it is installed, in all languages.
	install -d .build
	msgfmt --xml --template=data/$(ID).metainfo.xml -d data/po -o .build/$(ID).metainfo.xml
	appstreamcli validate --no-net .build/$(ID).metainfo.xml
	glib-compile-schemas --strict --dry-run data
	$(DEVELOPMENT)/extract-texts .build/virtual-tourist.pot
	$(DEVELOPMENT)/check-translations .build/virtual-tourist.pot
	@$(DEVELOPMENT)/count-habits $(shell find Sources -name '*.swift' -not -path 'Sources/Development/*')

# SINCE=COMMIT says beside them how many it had.
lines:
	@$(DEVELOPMENT)/count-lines $(SINCE)

# What translators begin from.
pot: packages-test
	$(DEVELOPMENT)/extract-texts data/po/virtual-tourist.pot

# Brings the translations up to date with the sources, and begins those that are new in LINGUAS.
po: pot
	for language in $(LANGUAGES); do \
	  if [ -e data/po/$$language.po ]; then \
	    msgmerge --quiet --update --backup=none --previous data/po/$$language.po data/po/virtual-tourist.pot; \
	  else \
	    msginit --no-translator --locale=$$language --input=data/po/virtual-tourist.pot \
	      --output-file=data/po/$$language.po; \
	  fi || exit 1; \
	done

bench: packages-test packages-bench stage
	$(RELEASE) --product sandbox-services
	$(RELEASE) --product benchmarks
	VIRTUAL_TOURIST_STAGE="$(STAGE)" .build/release/benchmarks

# SEED=7 does what it did before; any seed will do without one.
monkey: packages-test stage
	swift build $(SWIFT_FLAGS) --product sandbox-services
	swift build $(SWIFT_FLAGS) --product monkey
	VIRTUAL_TOURIST_STAGE="$(STAGE)" .build/debug/monkey "$(SEED)" "$(MINUTES)"

# What the compiler's fuzzer finds is in .build/fuzz; PARSERS=wkt has it read by one of them.
fuzz: packages-test
	$(DEVELOPMENT)/fuzz "$(MINUTES)" $(PARSERS)

screenshot: packages-test stage
	swift build $(SWIFT_FLAGS) --product sandbox-services
	swift build $(SWIFT_FLAGS) --product screenshots
	VIRTUAL_TOURIST_STAGE="$(STAGE)" .build/debug/screenshots .build/screenshots
	install -D -m 644 -t data/screenshots $(addprefix .build/screenshots/,map.png globe.png places.png album.png photo.png)

binary:
	# Under sudo there may be no toolchain, and what is built would be root's: then what was built counts.
	@if [ "$$(id -u)" -eq 0 ] && [ -n "$${SUDO_UID:-}" ] && [ -x .build/release/virtual-tourist ]; then \
	  echo "Installing what was built before."; \
	else \
	  $(DEVELOPMENT)/require-swift && $(RELEASE) --product virtual-tourist; \
	fi

install: binary
	install -D $(STRIP) -m 755 .build/release/virtual-tourist "$(ROOT)"/bin/virtual-tourist
	install -D -m 644 data/$(ID).desktop "$(ROOT)"/share/applications/$(ID).desktop
	msgfmt --desktop --template=data/$(ID).desktop -d data/po -o "$(ROOT)"/share/applications/$(ID).desktop
	install -D -m 644 data/$(ID).metainfo.xml "$(ROOT)"/share/metainfo/$(ID).metainfo.xml
	msgfmt --xml --template=data/$(ID).metainfo.xml -d data/po -o "$(ROOT)"/share/metainfo/$(ID).metainfo.xml
	for language in $(LANGUAGES); do \
	  folder="$(ROOT)"/share/locale/$$language/LC_MESSAGES && install -d "$$folder" \
	    && msgfmt -o "$$folder"/virtual-tourist.mo data/po/$$language.po \
	    && chmod 644 "$$folder"/virtual-tourist.mo || exit 1; \
	done
	install -D -m 644 data/$(ID).search-provider.ini \
	  "$(ROOT)"/share/gnome-shell/search-providers/$(ID).search-provider.ini
	install -d "$(ROOT)"/share/dbus-1/services
	printf '[D-BUS Service]\nName=%s\nExec="%s" --gapplication-service\n' $(ID) \
	  "$(PREFIX)"/bin/virtual-tourist > "$(ROOT)"/share/dbus-1/services/$(ID).service
	chmod 644 "$(ROOT)"/share/dbus-1/services/$(ID).service
	install -D -m 644 data/$(ID).gschema.xml "$(ROOT)"/share/glib-2.0/schemas/$(ID).gschema.xml
	install -D -m 644 data/virtual-tourist.1 "$(ROOT)"/share/man/man1/virtual-tourist.1
	install -D -m 644 LICENSE "$(ROOT)"/share/licenses/$(ID)/LICENSE
	install -D -m 644 data/atlas/README.md "$(ROOT)"/share/licenses/$(ID)/offline-map.md
	install -D -m 644 data/icons/$(ID).svg "$(ROOT)"/share/icons/hicolor/scalable/apps/$(ID).svg
	install -D -m 644 data/icons/$(ID)-symbolic.svg "$(ROOT)"/share/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg
	install -d "$(ROOT)"/share/virtual-tourist/atlas
	install -m 644 data/atlas/*.atlas "$(ROOT)"/share/virtual-tourist/atlas
	$(DEVELOPMENT)/embed-pictures data/help/guide.html > "$(ROOT)"/share/virtual-tourist/help.html
	chmod 644 "$(ROOT)"/share/virtual-tourist/help.html
	glib-compile-resources --sourcedir=data \
	  --target="$(ROOT)"/share/virtual-tourist/virtual-tourist.gresource $(RESOURCES)
	chmod 644 "$(ROOT)"/share/virtual-tourist/virtual-tourist.gresource
	# A package compiles schemas and caches when it is installed, not when it is made.
	$(if $(CACHES),$(MAKE) --no-print-directory $(CACHES))

uninstall:
	rm -f "$(ROOT)"/bin/virtual-tourist
	rm -f "$(ROOT)"/share/applications/$(ID).desktop "$(ROOT)"/share/metainfo/$(ID).metainfo.xml
	rm -f "$(ROOT)"/share/gnome-shell/search-providers/$(ID).search-provider.ini
	rm -f "$(ROOT)"/share/dbus-1/services/$(ID).service
	rm -f "$(ROOT)"/share/glib-2.0/schemas/$(ID).gschema.xml
	rm -f "$(ROOT)"/share/icons/hicolor/scalable/apps/$(ID).svg
	rm -f "$(ROOT)"/share/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg
	rm -f "$(ROOT)"/share/man/man1/virtual-tourist.1
	rm -f "$(ROOT)"/share/locale/*/LC_MESSAGES/virtual-tourist.mo
	rm -rf "$(ROOT)"/share/licenses/$(ID) "$(ROOT)"/share/virtual-tourist
	$(if $(CACHES),$(MAKE) --no-print-directory $(CACHES))

# Not every desktop has the latter two, and takes the files as they are without.
.PHONY: refresh-caches
refresh-caches:
	glib-compile-schemas "$(PREFIX)"/share/glib-2.0/schemas
	@if command -v gtk4-update-icon-cache > /dev/null; then \
	  gtk4-update-icon-cache -q -t -f "$(PREFIX)"/share/icons/hicolor || true; fi
	@if command -v update-desktop-database > /dev/null; then \
	  update-desktop-database -q "$(PREFIX)"/share/applications || true; fi

stage:
	@$(MAKE) --no-print-directory install PREFIX="$(STAGE)" DESTDIR=

DEB := .build/deb
# The program as it was before the version that the metainfo names last.
OLDER = $(shell git log --format=%H^ -n 1 --diff-filter=M \
  -G'release version="$(VERSION)"' -- data/$(ID).metainfo.xml)
VERSION = $(shell sed -n 's/.*<release version="\([^"]*\)".*/\1/p' data/$(ID).metainfo.xml | head -1)

deb: packages-run packages-deb
	rm -rf $(DEB)/tree
	$(MAKE) --no-print-directory install DESTDIR="$(CURDIR)/$(DEB)/tree" PREFIX=/usr STRIP=
	data/debian/make-deb $(DEB)/tree $(DEB)

# Each release of Debian is a bare one, which is thrown away.
test-deb: packages-test deb build-tests
	lintian --fail-on error,warning $(DEB)/virtual-tourist_$(VERSION)_*.deb
	data/debian/make-older-deb "$(OLDER)" $(DEB)/older
	for release in bookworm trixie; do \
	  $(DEVELOPMENT)/in-debian --clean $$release \
	    data/debian/try-deb $(DEB)/older/*.deb $(DEB)/virtual-tourist_$(VERSION)_*.deb || exit 1; \
	done

# The newer of the two releases of Debian that the program is for.
test-next: packages-deb
	$(DEVELOPMENT)/in-debian trixie make test TEST_FLAGS="$(TEST_FLAGS)"

flatpak:
	@command -v flatpak-builder > /dev/null || { \
	  echo "make flatpak needs flatpak-builder: install it with 'sudo apt install flatpak-builder'."; exit 1; }
	flatpak-builder --user --install-deps-from=flathub --force-clean --repo=.build/flatpak-repo \
	  .build/flatpak data/flatpak/$(ID).yml
	flatpak build-bundle .build/flatpak-repo $(ID).flatpak $(ID)

# What the program names to its users and to services exists, as only the network can tell.
check-addresses:
	appstreamcli validate data/$(ID).metainfo.xml

# The manifest for Flathub, which builds a tag and no checkout.
flatpak-release: check-addresses
	sed -e '/type: dir/,$$d' data/flatpak/$(ID).yml > .build/$(ID).yml
	printf '      - type: git\n        url: %s.git\n        tag: v%s\n        commit: %s\n' \
	  "$$(sed -n 's/.*"vcs-browser">\(.*\)<.*/\1/p' data/$(ID).metainfo.xml)" "$(VERSION)" \
	  "$$(git rev-parse "v$(VERSION)^{commit}")" >> .build/$(ID).yml
	@echo "The manifest is .build/$(ID).yml."

# The walkthroughs that a sandbox can change.
test-flatpak: packages-test packages-flatpak stage build-tests
	data/flatpak/make-sandbox "$(STAGE)"
	VIRTUAL_TOURIST_STAGE="$(CURDIR)/.build/flatpak/stage" VIRTUAL_TOURIST_SANDBOX=$(ID) \
	  $(DEVELOPMENT)/run-tests --filter \
	  '^WalkthroughTests.(SandboxTests|PinTests|Album[A-Z][a-z]*Tests|AlbumTests|WindowTests/testASecond)'

# The walkthroughs that the kind of screen can change.
test-wayland: packages-test packages-wayland stage build-tests
	VIRTUAL_TOURIST_STAGE="$(STAGE)" VIRTUAL_TOURIST_SESSION=wayland $(DEVELOPMENT)/run-tests --filter \
	  '^WalkthroughTests.(Album|Ch|Focus|Handover|Key|Link|Map|Opening|Pin|Place|Pref|Short|View|Win)'

packages-wayland packages-bench packages-flatpak packages-deb:
	@$(DEVELOPMENT)/install-packages $(DEVELOPMENT)/$@

packages-run:
	@$(DEVELOPMENT)/require-swift
	@$(DEVELOPMENT)/install-packages $(DEVELOPMENT)/packages-run

packages-test:
	@$(DEVELOPMENT)/require-swift
	@$(DEVELOPMENT)/install-packages $(DEVELOPMENT)/packages-run $(DEVELOPMENT)/packages-test
