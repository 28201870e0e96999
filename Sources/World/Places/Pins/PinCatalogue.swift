import Atlas
import Glibc
package import TravelModel

package enum PinChanges: Sendable {
  /// Changed or new pins, and those that are gone.
  case some([Pin], gone: Set<Pin.ID>)
  /// All pins.
  case all(PinIndex)
}

/// All pins with their keys for sorting and searching.
///
/// It is an actor, because sorting a hundred thousand pins takes longer than a frame.
package actor PinCatalogue {
  private struct Entry {
    var pin: Pin
    /// The folded title.
    var name: String
    /// The title, to be sorted; nil until it is needed.
    var key: CollationKey?
    /// The name of the country, to be searched and sorted; nil until it is needed.
    var country: (folded: String, key: CollationKey)?
    /// The folded note; nil if there is none.
    var note: String?
    var distance = 0.0
  }

  private let world: World
  private let languages: [String]
  private var placing: PinPlacing?
  private var entries: [Pin.ID: Entry] = [:]
  private var sorted: [Pin.ID] = []
  private var order: PinOrder?
  private var origin: Coordinate?
  /// The rows returned last.
  private var rows: [Pin.ID] = []
  private var query = PinListQuery()

  package init(world: World, languages: [String]) {
    self.world = world
    self.languages = languages
  }

  /// Applies changes of the pins, and returns how they change the list for a query.
  package func update(_ changes: PinChanges, for query: PinListQuery) async -> [ListSplice] {
    let words = Collation.folded(query.text).split(separator: " ").map(String.init)
    if placing == nil, !words.isEmpty || query.order == .country {
      placing = await world.outlines().map { PinPlacing($0, languages: languages) }
    }
    let changed = apply(changes)
    let needsCountries = !words.isEmpty || query.order == .country
    if needsCountries { findCountries() }
    let isSortedAnew = sort(changed, by: query)
    let new = sorted.filter { matches($0, words, query.area) }
    defer { (rows, self.query) = (new, query) }
    if isSortedAnew {
      return rows == new ? [] : [ListSplice(at: 0, removing: rows.count, inserting: new)]
    }
    return ListSplice.splices(from: rows, to: new, moved: changed)
  }

  private func apply(_ changes: PinChanges) -> Set<Pin.ID> {
    var changed: Set<Pin.ID> = []
    switch changes {
    case .some(let pins, let gone):
      for pin in pins where updateEntry(of: pin) { changed.insert(pin.id) }
      for id in gone where entries.removeValue(forKey: id) != nil { changed.insert(id) }
    case .all(let index):
      for id in entries.keys where index[id] == nil { changed.insert(id) }
      for id in changed { entries[id] = nil }
      entries.reserveCapacity(index.count)
      for pin in index.all where updateEntry(of: pin) { changed.insert(pin.id) }
    }
    return changed
  }

  /// Adds or updates a pin, and returns whether anything has changed.
  private func updateEntry(of pin: Pin) -> Bool {
    guard let known = entries[pin.id] else {
      entries[pin.id] = Entry(
        pin: pin, name: Collation.folded(pin.title),
        note: pin.details.note.map(Collation.folded))
      return true
    }
    guard known.pin != pin else { return false }
    let isCalledSo = known.pin.title == pin.title
    let name = isCalledSo ? known.name : Collation.folded(pin.title)
    let country = known.pin.coordinate == pin.coordinate ? known.country : nil
    let note =
      known.pin.details == pin.details ? known.note : pin.details.note.map(Collation.folded)
    entries[pin.id] = Entry(
      pin: pin, name: name, key: isCalledSo ? known.key : nil, country: country, note: note)
    return true
  }

  private func findCountries() {
    var names: [PinPlace: (folded: String, key: CollationKey)] = [:]
    for (id, entry) in entries where entry.country == nil {
      guard let place = placing?.place(of: entry.pin.coordinate) else { return }
      let country = place.country ?? ""
      let name = names[place] ?? (Collation.folded(country), Collation.key(of: country))
      names[place] = name
      entries[id]?.country = name
    }
  }
}

extension PinCatalogue {
  /// Sorts all pins, and returns whether the order is a different one.
  private func sort(_ changed: Set<Pin.ID>, by query: PinListQuery) -> Bool {
    let isOtherOrder = order != query.order || (query.order == .distance && origin != query.origin)
    let moved = isOtherOrder ? Array(entries.keys) : Array(changed)
    switch query.order {
    case .date: break
    case .distance:
      guard let here = query.origin else { break }
      for id in moved {
        guard let place = entries[id]?.pin.coordinate else { continue }
        entries[id]?.distance = place.distance(to: here)
      }
    case .name, .country:
      for id in moved {
        guard let entry = entries[id], entry.key == nil else { continue }
        entries[id]?.key = Collation.key(of: entry.pin.title)
      }
    }
    (order, origin) = (query.order, query.origin)
    if isOtherOrder || !changed.isEmpty { sorted = inOrder(entries.values) }
    return isOtherOrder
  }

  /// Sorts by keys that are cheap to move.
  private func inOrder(_ entries: some Collection<Entry>) -> [Pin.ID] {
    switch order {
    case .date, nil:
      return entries.map(\.pin.id).sorted(by: >)
    case .name:
      return entries.map { ($0.key ?? .last, $0.pin.id) }.sorted(by: <).map(\.1)
    case .distance:
      return entries.map { ($0.distance, $0.pin.id) }.sorted(by: <).map(\.1)
    case .country:
      return entries.map { (PinCatalogue.countryKey($0), $0.key ?? .last, $0.pin.id) }
        .sorted(by: <).map(\.2)
    }
  }

  /// The sorting key of a pin's country; pins in no country come last.
  private static func countryKey(_ entry: Entry) -> CollationKey {
    guard let country = entry.country, !country.folded.isEmpty else { return .last }
    return country.key
  }

  private func matches(_ id: Pin.ID, _ words: [String], _ area: WorldArea?) -> Bool {
    guard !words.isEmpty || area != nil else { return true }
    guard let entry = entries[id] else { return false }
    if let area, !area.contains(entry.pin.coordinate) { return false }
    return words.allSatisfy {
      entry.name.containsBytes(of: $0)
        || entry.country?.folded.containsBytes(of: $0) == true
        || entry.note?.containsBytes(of: $0) == true
    }
  }
}

extension String {
  /// Whether the text contains the bytes of another.
  ///
  /// `contains` compares by characters, which takes twenty times as long.
  fileprivate func containsBytes(of word: String) -> Bool {
    withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}
