import CGLib
import Files
import GLibBridge
package import LibraryBackup
package import TravelStore

/// Texts about backups of the library.
extension Words {
  /// Why a library was not backed up or restored; nil where the user wanted it so.
  package static func sentence(for failure: BackupFailure) -> String? {
    switch failure {
    case .cancelled: nil
    case .insideLibrary:
      tr("The library was not backed up: please choose a folder that is not the library’s own.")
    case .disk(.noSpace): tr("The library was not backed up: the disk is full.")
    case .disk(.unwritable): tr("The library was not backed up: the folder cannot be written.")
    case .library(let error): sentence(for: error)
    case .unreadable: tr("The backup cannot be read.")
    case .notABackup: tr("The file is no backup of a Virtual Tourist library.")
    case .newerVersion:
      tr(
        "The backup was made by a newer version of Virtual Tourist. Please update Virtual Tourist.")
    case .damaged: tr("The backup is damaged. Nothing was restored.")
    case .harmful:
      tr("The backup was not read, because it looks like a file that does harm.")
    }
  }

  /// That a library was backed up, and what is not in the backup.
  package static func backedUp(_ content: BackupContent) -> String {
    guard content.missing > 0 else { return tr("Library backed up") }
    return tr(
      "Library backed up, without {count} photo whose file is missing",
      plural: "Library backed up, without {count} photos whose files are missing",
      count: content.missing)
  }

  /// How far a backup has come; nil at its beginning.
  package static func backingUp(_ step: BackupProgress.Step?) -> String {
    guard let step, step.all > 0 else { return tr("Backing up the library…") }
    return tr(
      "Backing up: {done} of {all} photos",
      ["done": String(step.done), "all": String(step.all)])
  }

  package static func checkingBackup(_ name: String, _ step: BackupProgress.Step?) -> String {
    guard let step, step.all > 0 else { return tr("Checking “{name}”…", ["name": name]) }
    let percent = String(step.done * 100 / step.all)
    return tr("Checking “{name}”: {percent} %", ["name": name, "percent": percent])
  }

  package static func mergingBackup(_ name: String) -> String {
    tr("Restoring “{name}”…", ["name": name])
  }

  /// What is in a backup.
  package static func summary(of content: BackupContent, in name: String) -> String {
    var parts = [
      "name": name, "pins": pinCount(content.pinCount), "photos": photoCount(content.photoCount),
    ]
    guard let day = day(content.made) else {
      return tr("“{name}” holds {pins} and {photos}.", parts)
    }
    parts["day"] = day
    return tr("“{name}” holds {pins} and {photos}, as they were on {day}.", parts)
  }

  /// What a merge has brought.
  package static func merged(_ merged: MergedLibrary) -> String {
    let counts = ["pins": pinCount(merged.pinCount), "photos": photoCount(merged.photoCount)]
    if merged.tripCount > 0 {
      return tr(
        "{count} trip, {pins} and {photos} added",
        plural: "{count} trips, {pins} and {photos} added", count: merged.tripCount, counts)
    }
    if merged.pinCount == 0, merged.photoCount == 0 {
      return tr("Your library has all of it already.")
    }
    return tr("{pins} and {photos} added", counts)
  }

  /// The name that is proposed for a backup made today.
  package static var backupName: String {
    let day = written(g_date_time_new_now_local(), "%Y-%m-%d") ?? ""
    return "\(tr("Virtual Tourist")) \(day).\(LibraryBackup.fileExtension)"
  }

  package static func pinCount(_ count: Int) -> String {
    tr("{count} pin", plural: "{count} pins", count: count)
  }

  /// A day as the user writes it; nil where it is not known.
  private static func day(_ time: Int64) -> String? {
    time > 0 ? written(g_date_time_new_from_unix_local(gint64(time)), "%x") : nil
  }
}
