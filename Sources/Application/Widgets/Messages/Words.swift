import GLibBridge
package import TouristSession
package import TravelModel
package import TravelStore

/// The texts of the program; only here failures become sentences.
package enum Words {
  /// Why the library cannot be used, and what to do about it.
  package static func sentence(for error: StoreError) -> String {
    switch error {
    case .notALibrary(let path):
      tr(
        "The file {path} is not a library of Virtual Tourist. It was not changed.", ["path": path]
      )
    case .newerVersion(let path):
      tr(
        "The library {path} was written by a newer version of Virtual Tourist. It was not changed. Please update Virtual Tourist.",
        ["path": path])
    case .unwritable(let path):
      tr(
        "{path} cannot be written. Please check that it exists and that you may write there.",
        ["path": path])
    case .noSpace:
      tr("The disk is full. Please free some space.")
    case .unconfirmed(let path):
      tr(
        "The disk failed while {path} was being written. Only the next start of Virtual Tourist shows whether this was saved.",
        ["path": path])
    case .lost(let path):
      tr(
        "The library {path} is missing or empty, but its log or photos are still there. Nothing was changed. If you have a copy of this file, please put it back.",
        ["path": path])
    case .damaged(let path):
      tr("The library {path} is damaged. It was not changed.", ["path": path])
    case .busy:
      tr("Another program is using the library. Please close it.")
    case .unmovable(let path):
      tr(
        "The photos in {path} are on a disk of their own, so the library cannot be replaced. Merging works.",
        ["path": path])
    case .cancelled: tr("It was cancelled.")
    case .gone:
      tr("This item no longer exists.")
    case .failed(let path, let reason):
      tr("The library {path} cannot be used: {reason}.", ["path": path, "reason": reason])
    }
  }

  /// Why an address cannot be used for map tiles.
  package static func sentence(for flaw: TileTemplate.Flaw) -> String {
    switch flaw {
    case .lacksPlaces:
      tr("The address of the map tiles lacks {z}, {x} or {y}, so only the offline map is shown.")
    case .notSecure:
      tr(
        "The address of the map tiles does not begin with https://, so only the offline map is shown."
      )
    }
  }

  /// The error shown while an address for map tiles is typed.
  package static func hint(for flaw: TileTemplate.Flaw) -> String {
    switch flaw {
    case .lacksPlaces:
      tr("The address must contain {z}, {x} and {y}.")
    case .notSecure:
      tr("The address must begin with https://.")
    }
  }

  package static func sentence(for trouble: SettingsTrouble) -> String {
    switch trouble {
    case .unreadable(let copy):
      tr(
        "Your settings could not be read and were reset. The old file was kept as {path}.",
        ["path": copy])
    case .rejected(let keys):
      tr(
        "A setting has an invalid value, so its default is used: {keys}.",
        plural:
          "Some settings have invalid values, so their defaults are used: {keys}.",
        count: keys.count, ["keys": keys.joined(separator: ", ")])
    case .unwritable:
      tr("Your settings cannot be saved. Please check that you may write to your settings folder.")
    }
  }

  /// Why a text cannot be used as a key.
  package static func sentence(for flaw: FlickrKey.Flaw) -> String {
    switch flaw {
    case .empty: tr("Please type your key.")
    case .impossible: tr("This is not a key. Keys are one word of letters and digits.")
    }
  }

  /// Why a key cannot be stored.
  package static func sentence(for failure: KeyStoreFailure) -> String {
    switch failure {
    case .missing:
      tr("There is no keyring on this system, so the key is used for this session only.")
    case .locked: tr("Your keyring is locked, so the key is used for this session only.")
    case .silent: tr("Your keyring does not answer, so the key is used for this session only.")
    case .failed: tr("Your keyring cannot store the key, so it is used for this session only.")
    }
  }

  package static func keyNotRemoved(because failure: KeyStoreFailure) -> String {
    switch failure {
    case .missing: tr("The key could not be removed: there is no keyring on this system.")
    case .locked: tr("The key could not be removed: your keyring is locked.")
    case .silent: tr("The key could not be removed: your keyring does not answer.")
    case .failed: tr("The key could not be removed from your keyring.")
    }
  }

  /// Where the key is stored, or why it is not.
  package static func state(of key: FlickrKey) -> String {
    switch key.state {
    case .unknown: ""
    case .none: tr("None")
    case .kept: tr("Stored in your keyring")
    case .thisSessionOnly: key.storeFailure.map(sentence(for:)) ?? tr("For this session only")
    case .fromEnvironment:
      tr("From the environment variable {variable}", ["variable": FlickrKey.variable])
    }
  }

  package static func unsavedPins(_ count: Int, because error: StoreError) -> String {
    let what = tr(
      "A pin is not saved yet.", plural: "{count} pins are not saved yet.", count: count)
    return "\(what) \(sentence(for: error))"
  }

  /// What quitting now would lose.
  package static func lostPins(_ count: Int, because reason: String) -> String {
    let what = tr(
      "A pin is not saved and would be lost.",
      plural: "{count} pins are not saved and would be lost.",
      count: count)
    return "\(what) \(reason)"
  }

  package static func unreadPins(because error: StoreError) -> String {
    tr("Your pins could not be read. {reason}", ["reason": sentence(for: error)])
  }

  /// Why the open library is read-only.
  package static func readOnly(_ error: StoreError) -> String {
    guard case .damaged = error else {
      return tr("Nothing can be saved. {reason}", ["reason": sentence(for: error)])
    }
    return tr("Your library is damaged. What can be read is shown, and nothing can be saved.")
  }

  /// That an address from another program is no place.
  package static func cannotOpen(_ address: String) -> String {
    tr("“{address}” cannot be shown on the map.", ["address": String(address.prefix(80))])
  }

  package static var offlineMapBroken: String {
    tr(
      "The offline map is damaged or missing, so places have no names. Please install Virtual Tourist again."
    )
  }

  package static var tilesUnreachable: String {
    tr("Map tiles cannot be loaded at the moment.")
  }

  package static func tilesRefused(by template: TileTemplate) -> String {
    tr(
      "{server} refuses to send map tiles. You can use the offline map, or another server.",
      ["server": template == .openStreetMap ? tr("OpenStreetMap") : template.host])
  }
}

extension Words {
  /// The name of a source, and a short explanation.
  package static func nameAndMeaning(of choice: SourceChoice) -> (name: String, meaning: String) {
    switch choice {
    case .automatic:
      (tr("Automatic"), tr("Wikimedia Commons, and postcards where it cannot be reached"))
    case .commons:
      (tr("Wikimedia Commons"), tr("Free photos by volunteers from all over the world"))
    case .flickr: (tr("Flickr"), tr("Photos by its members, with your own key"))
    case .pictures: (tr("My Pictures"), tr("Your own pictures that contain a location"))
    case .postcards: (tr("Postcards"), tr("Drawn on this computer, without a network"))
    }
  }

  package static func photoCount(_ count: Int) -> String {
    tr("{count} photo", plural: "{count} photos", count: count)
  }

  /// A number in short form: 7, 950, 12k, 3M.
  package static func shortCount(_ count: Int) -> String {
    switch count {
    case ..<1_000: String(count)
    case ..<1_000_000: tr("{count}k", ["count": String(count / 1_000)])
    default: tr("{count}M", ["count": String(count / 1_000_000)])
    }
  }

  package static func distance(_ bar: ScaleBar) -> String {
    let count = ["count": String(bar.distance)]
    return switch bar.unit {
    case .metres: tr("{count} m", count)
    case .kilometres: tr("{count} km", count)
    case .feet: tr("{count} ft", count)
    case .miles: tr("{count} mi", count)
    }
  }

  package static var pageNotOpened: String { tr("The page could not be opened.") }
  package static var fileNotOpened: String { tr("No program could open it.") }
  package static var placeNotOpened: String {
    tr("There is no other program that could show the place.")
  }
}
