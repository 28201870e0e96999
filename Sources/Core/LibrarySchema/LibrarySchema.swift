/// The steps from an empty file to the current schema of a library.
///
/// Append only: existing libraries have already taken the released steps. SQLite's `user_version`
/// holds the number of steps taken.
package enum LibrarySchema {
  package static let steps = [
    """
    CREATE TABLE pin (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
      longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
      title TEXT NOT NULL,
      created_at INTEGER NOT NULL DEFAULT (unixepoch()),
      photo_count INTEGER NOT NULL DEFAULT 0,
      removed_at INTEGER
    );
    CREATE INDEX pin_removed ON pin (id) WHERE removed_at IS NOT NULL;

    CREATE TABLE photo (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      path TEXT UNIQUE,
      title TEXT NOT NULL,
      author TEXT,
      license TEXT,
      license_url TEXT,
      page_url TEXT,
      image_url TEXT,
      state TEXT NOT NULL DEFAULT 'awaited',
      UNIQUE (pin_id, source, source_id)
    );
    CREATE INDEX photo_album ON photo (pin_id, position);

    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
      UPDATE pin SET photo_count = photo_count + 1 WHERE id = NEW.pin_id;
    END;
    CREATE TRIGGER photo_removed AFTER DELETE ON photo BEGIN
      UPDATE pin SET photo_count = photo_count - 1 WHERE id = OLD.pin_id;
    END;
    CREATE TRIGGER photo_moved AFTER UPDATE OF pin_id ON photo BEGIN
      UPDATE pin SET photo_count = photo_count - 1 WHERE id = OLD.pin_id;
      UPDATE pin SET photo_count = photo_count + 1 WHERE id = NEW.pin_id;
    END;
    """,
    """
    ALTER TABLE photo ADD COLUMN large_url TEXT;
    ALTER TABLE photo ADD COLUMN width INTEGER;
    ALTER TABLE photo ADD COLUMN height INTEGER;
    ALTER TABLE photo ADD COLUMN latitude REAL;
    ALTER TABLE photo ADD COLUMN longitude REAL;
    ALTER TABLE photo ADD COLUMN taken TEXT;
    ALTER TABLE photo ADD COLUMN failure TEXT;
    CREATE INDEX photo_awaited ON photo (pin_id) WHERE state = 'awaited';

    -- What is known of the album as a whole.
    CREATE TABLE album (
      pin_id INTEGER PRIMARY KEY REFERENCES pin (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      source TEXT,
      total INTEGER NOT NULL DEFAULT 0,
      radius REAL,
      has_begun_again INTEGER NOT NULL DEFAULT 0,
      stands_in_for TEXT,
      failure TEXT
    );
    CREATE INDEX album_wanted ON album (pin_id) WHERE state = 'wanted';

    -- Where each source goes on for a pin, and what it has handed out since it last began.
    CREATE TABLE bookmark (
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      source TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (pin_id, source)
    ) WITHOUT ROWID;
    CREATE TABLE seen_photo (
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      PRIMARY KEY (pin_id, source, source_id)
    ) WITHOUT ROWID;

    -- Photos the user took out of an album: whole as long as that can be undone, and remembered
    -- after that, so that they stay away.
    CREATE TABLE removed_photo (
      id INTEGER PRIMARY KEY, pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      position INTEGER NOT NULL, source TEXT NOT NULL, source_id TEXT NOT NULL, path TEXT UNIQUE,
      title TEXT NOT NULL, author TEXT, license TEXT, license_url TEXT, page_url TEXT,
      image_url TEXT, state TEXT NOT NULL, large_url TEXT, width INTEGER, height INTEGER,
      latitude REAL, longitude REAL, taken TEXT, failure TEXT, UNIQUE (pin_id, source, source_id)
    );
    CREATE INDEX removed_photo_file ON removed_photo (pin_id) WHERE path IS NOT NULL;

    -- Files whose rows have gone by whatever road; the program deletes them after the commit.
    CREATE TABLE doomed_file (path TEXT PRIMARY KEY) WITHOUT ROWID;
    \(deletionOfFile("photo_file_left", on: "photo", unlessIn: ["removed_photo"]))
    CREATE TRIGGER photo_file_changed AFTER UPDATE OF path ON photo
      WHEN OLD.path IS NOT NULL AND OLD.path IS NOT NEW.path BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;
    \(deletionOfFile("removed_file_left", on: "removed_photo", unlessIn: ["photo"]))
    CREATE TRIGGER removed_file_changed AFTER UPDATE OF path ON removed_photo
      WHEN OLD.path IS NOT NULL AND OLD.path IS NOT NEW.path BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;

    -- Other programs that delete a pin seldom switch foreign keys on.
    CREATE TRIGGER pin_left AFTER DELETE ON pin BEGIN
      \(deletions(in: ["photo", "album", "bookmark", "seen_photo", "removed_photo"]))
    END;
    """,
    """
    -- Files that no row named at a start, and were set aside: for how many seconds of the time
    -- between starts, and when they were last seen, in seconds since 1970.
    CREATE TABLE set_aside_file (
      path TEXT PRIMARY KEY,
      age INTEGER NOT NULL,
      seen_at INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- Files of an album that was replaced wait for the first new photo of this pin.
    ALTER TABLE doomed_file ADD COLUMN waits_for INTEGER;
    """,
    """
    -- What a photo was chosen for: `PhotoMerit`.
    ALTER TABLE photo ADD COLUMN merit TEXT;
    ALTER TABLE removed_photo ADD COLUMN merit TEXT;
    """,
    """
    -- Whether a photo stays when its album is replaced.
    ALTER TABLE photo ADD COLUMN is_favorite INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE removed_photo ADD COLUMN is_favorite INTEGER NOT NULL DEFAULT 0;
    """,
    """
    -- Albums that were replaced, whole as long as that can be undone. Photos with a higher number
    -- than `last_photo` came in their place.
    CREATE TABLE replaced_album (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE, last_photo INTEGER NOT NULL,
      state TEXT NOT NULL, source TEXT, total INTEGER NOT NULL, radius REAL,
      has_begun_again INTEGER NOT NULL, stands_in_for TEXT, failure TEXT
    );
    CREATE INDEX replaced_album_pin ON replaced_album (pin_id);
    CREATE TABLE replaced_photo (
      id INTEGER PRIMARY KEY,
      album_id INTEGER NOT NULL REFERENCES replaced_album (id) ON DELETE CASCADE,
      pin_id INTEGER NOT NULL, position INTEGER NOT NULL, source TEXT NOT NULL,
      source_id TEXT NOT NULL, path TEXT UNIQUE, title TEXT NOT NULL, author TEXT, license TEXT,
      license_url TEXT, page_url TEXT, image_url TEXT, state TEXT NOT NULL, large_url TEXT,
      width INTEGER, height INTEGER, latitude REAL, longitude REAL, taken TEXT, failure TEXT,
      merit TEXT, is_favorite INTEGER NOT NULL
    );
    CREATE INDEX replaced_photo_album ON replaced_photo (album_id);
    CREATE INDEX replaced_photo_pin ON replaced_photo (pin_id);

    DROP TRIGGER photo_file_left;
    \(deletionOfFile("photo_file_left", on: "photo", unlessIn: ["removed_photo", "replaced_photo"]))
    \(deletionOfFile("replaced_file_left", on: "replaced_photo", unlessIn: ["photo"]))
    CREATE TRIGGER replaced_left AFTER DELETE ON pin BEGIN
      \(deletions(in: ["replaced_photo", "replaced_album"]))
    END;
    """,
    """
    -- What the user says of a pin: a note, `PinColor` and `PinMark`.
    ALTER TABLE pin ADD COLUMN note TEXT;
    ALTER TABLE pin ADD COLUMN color TEXT;
    ALTER TABLE pin ADD COLUMN mark TEXT;
    """,
    """
    -- What a photo's picture looks like: `PictureLook`.
    ALTER TABLE photo ADD COLUMN look INTEGER;
    ALTER TABLE removed_photo ADD COLUMN look INTEGER;
    ALTER TABLE replaced_photo ADD COLUMN look INTEGER;

    -- Photos that looked like others of their album, and gave way: they are not handed out again.
    CREATE TABLE near_copy (
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      PRIMARY KEY (pin_id, source, source_id)
    ) WITHOUT ROWID;

    -- What comes in place of such photos, as long as some of the album are awaited.
    CREATE TABLE spare_photo (
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      title TEXT NOT NULL,
      author TEXT,
      license TEXT,
      license_url TEXT,
      page_url TEXT,
      image_url TEXT,
      large_url TEXT,
      width INTEGER,
      height INTEGER,
      latitude REAL,
      longitude REAL,
      taken TEXT,
      merit TEXT,
      PRIMARY KEY (pin_id, source, source_id)
    ) WITHOUT ROWID;
    CREATE TRIGGER copies_left AFTER DELETE ON pin BEGIN
      \(deletions(in: ["near_copy", "spare_photo"]))
    END;
    """,
    """
    -- What is written about the places of pins: where a pin was when that was asked, and what came.
    CREATE TABLE place_words (
      pin_id INTEGER PRIMARY KEY REFERENCES pin (id) ON DELETE CASCADE,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL
    );
    CREATE TABLE place_text (
      pin_id INTEGER NOT NULL REFERENCES place_words (pin_id) ON DELETE CASCADE,
      work TEXT NOT NULL,
      language TEXT NOT NULL,
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      page_url TEXT,
      license TEXT NOT NULL,
      license_url TEXT NOT NULL,
      latitude REAL,
      longitude REAL,
      PRIMARY KEY (pin_id, work)
    ) WITHOUT ROWID;
    CREATE TABLE place_sight (
      pin_id INTEGER NOT NULL REFERENCES place_words (pin_id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      detail TEXT NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      PRIMARY KEY (pin_id, position)
    ) WITHOUT ROWID;
    CREATE TRIGGER place_words_left AFTER DELETE ON pin BEGIN
      \(deletions(in: ["place_text", "place_sight", "place_words"]))
    END;
    """,
    journal,
    trips,
    """
    -- Whether the source has more photos of the place than `total`, which it lists.
    ALTER TABLE album ADD COLUMN has_unlisted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE replaced_album ADD COLUMN has_unlisted INTEGER NOT NULL DEFAULT 0;
    """,
    keptRows,
    """
    -- The years in which a photo was taken, read from all that its source says, of which `taken` is
    -- the text.
    ALTER TABLE photo ADD COLUMN first_year INTEGER;
    ALTER TABLE photo ADD COLUMN last_year INTEGER;
    ALTER TABLE spare_photo ADD COLUMN first_year INTEGER;
    ALTER TABLE spare_photo ADD COLUMN last_year INTEGER;
    """,
    """
    -- The category of Wikimedia Commons that the photos are of; NULL for those around the place.
    ALTER TABLE album ADD COLUMN category TEXT;
    """,
    """
    -- The direction in which a photo looks, in degrees clockwise from north.
    ALTER TABLE photo ADD COLUMN heading REAL;
    ALTER TABLE spare_photo ADD COLUMN heading REAL;
    """,
  ]

  /// SQLite's `application_id` of a library: "VTou".
  package static let applicationID: Int64 = 0x5654_6F75

  /// The journal of what can be undone.
  ///
  /// `pin` and `photo` contain what is there and nothing else, because other programs read them: a
  /// removed pin is in `removed_pin`, its photos are in `replaced_photo`, and the rest of its rows
  /// stay where they are. Therefore their tables no longer refer to `pin` by a foreign key, which
  /// does not change how rows are stored; triggers do the same.
  package static let journal = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, ' REFERENCES pin (id) ON DELETE CASCADE', '')
    WHERE type = 'table' AND name IN ('album', 'bookmark', 'seen_photo', 'removed_photo',
      'replaced_album', 'near_copy', 'spare_photo', 'place_words');
    PRAGMA writable_schema = RESET;

    -- Steps that can be undone, or done again. What was done or undone last has the highest place.
    CREATE TABLE undo_step (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      place INTEGER NOT NULL,
      is_undone INTEGER NOT NULL DEFAULT 0,
      -- For how many seconds of the time between starts, and when that was last counted.
      age INTEGER NOT NULL DEFAULT 0,
      seen_at INTEGER NOT NULL
    );
    -- The pins of a step, with what it takes from them or gives them when it is next undone or done
    -- again: a place, a title, or words. `present_title` is the title that it gave.
    CREATE TABLE undo_pin (
      step_id INTEGER NOT NULL,
      pin_id INTEGER NOT NULL,
      latitude REAL,
      longitude REAL,
      title TEXT,
      present_title TEXT,
      note TEXT,
      color TEXT,
      mark TEXT,
      PRIMARY KEY (step_id, pin_id)
    ) WITHOUT ROWID;
    CREATE TABLE undo_photo (
      step_id INTEGER NOT NULL,
      photo_id INTEGER NOT NULL,
      PRIMARY KEY (step_id, photo_id)
    ) WITHOUT ROWID;

    -- Pins that a step has taken away.
    CREATE TABLE removed_pin (
      id INTEGER PRIMARY KEY, step_id INTEGER NOT NULL, latitude REAL NOT NULL,
      longitude REAL NOT NULL, title TEXT NOT NULL, created_at INTEGER NOT NULL,
      photo_count INTEGER NOT NULL, note TEXT, color TEXT, mark TEXT
    );
    CREATE INDEX removed_pin_step ON removed_pin (step_id);
    ALTER TABLE removed_photo ADD COLUMN step_id INTEGER;
    CREATE INDEX removed_photo_step ON removed_photo (step_id) WHERE step_id IS NOT NULL;
    ALTER TABLE replaced_album ADD COLUMN step_id INTEGER;
    CREATE INDEX replaced_album_step ON replaced_album (step_id, pin_id);

    DROP TRIGGER pin_left;
    DROP TRIGGER replaced_left;
    DROP TRIGGER copies_left;
    DROP TRIGGER place_words_left;
    \(deletion(of: [
      "photo", "album", "bookmark", "seen_photo", "removed_photo", "replaced_photo",
      "replaced_album", "near_copy", "spare_photo", "place_text", "place_sight", "place_words",
    ], named: "left", beside: "removed_pin"))

    CREATE INDEX doomed_file_waiting ON doomed_file (waits_for) WHERE waits_for IS NOT NULL;

    -- A step that goes, by whatever road, is final: what it holds goes with it. The files of an
    -- album wait for the first photo in its place.
    CREATE TRIGGER undo_step_left AFTER DELETE ON undo_step BEGIN
      \(deletions(in: ["undo_pin", "undo_photo"], by: "step_id"))
      UPDATE removed_photo SET path = NULL, step_id = NULL WHERE step_id = OLD.id;
      INSERT OR REPLACE INTO doomed_file (path, waits_for)
      SELECT path, iif(OLD.kind = 'album-replaced', pin_id, NULL)
      FROM replaced_photo WHERE path IS NOT NULL
        AND album_id IN (SELECT id FROM replaced_album WHERE step_id = OLD.id);
      DELETE FROM replaced_photo
      WHERE album_id IN (SELECT id FROM replaced_album WHERE step_id = OLD.id);
      DELETE FROM replaced_album WHERE step_id = OLD.id;
      DELETE FROM removed_pin WHERE step_id = OLD.id;
    END;

    -- What could be undone until now: albums in whose place nothing has come yet stay.
    DELETE FROM pin WHERE +removed_at IS NOT NULL;
    DROP INDEX pin_removed;
    UPDATE removed_photo SET path = NULL WHERE path IS NOT NULL;
    INSERT INTO undo_step (id, kind, place, seen_at)
    SELECT id, 'album-replaced', id, unixepoch() FROM replaced_album;
    INSERT INTO undo_pin (step_id, pin_id) SELECT id, pin_id FROM replaced_album;
    UPDATE replaced_album SET step_id = id;
    """

  /// Trips: pins in the user's order.
  ///
  /// As in the journal, `trip_pin` does not refer to `pin` by a foreign key: a removed pin keeps
  /// its places in trips as long as it can be restored.
  package static let trips = """
    -- `uid` tells a trip from others in libraries of other machines.
    CREATE TABLE trip (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uid TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
      name TEXT NOT NULL,
      color TEXT,
      first_day TEXT,
      last_day TEXT,
      created_at INTEGER NOT NULL DEFAULT (unixepoch())
    );
    CREATE TABLE trip_pin (
      trip_id INTEGER NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      pin_id INTEGER NOT NULL,
      PRIMARY KEY (trip_id, position)
    ) WITHOUT ROWID;
    CREATE INDEX trip_pin_of_pin ON trip_pin (pin_id);
    CREATE TRIGGER trip_left AFTER DELETE ON trip BEGIN
      DELETE FROM trip_pin WHERE trip_id = OLD.id;
    END;
    \(deletion(of: ["trip_pin"], named: "left_trips", beside: "removed_pin"))

    -- The trips of a step as they will be when it is next undone or done again, with the numbers of
    -- their pins in `stops`; without a name, a trip will not be there.
    CREATE TABLE undo_trip (
      step_id INTEGER NOT NULL,
      trip_id INTEGER NOT NULL,
      uid TEXT,
      name TEXT,
      color TEXT,
      first_day TEXT,
      last_day TEXT,
      created_at INTEGER,
      stops TEXT,
      PRIMARY KEY (step_id, trip_id)
    ) WITHOUT ROWID;
    CREATE TRIGGER undo_step_left_trips AFTER DELETE ON undo_step BEGIN
      DELETE FROM undo_trip WHERE step_id = OLD.id;
    END;
    """

  /// Rows that steps have moved out of `pin`, `photo`, `album`, `trip` and `trip_pin`: each has a
  /// companion table with the same columns, and the step.
  package static let keptRows = """
    CREATE TABLE kept_pin AS SELECT * FROM removed_pin;
    UPDATE kept_pin SET photo_count = 0;
    CREATE UNIQUE INDEX kept_pin_id ON kept_pin (id);
    CREATE INDEX kept_pin_step ON kept_pin (step_id);

    CREATE TABLE kept_photo AS
    SELECT undo_step.id AS step_id, photo.* FROM undo_step, photo WHERE 0;
    CREATE UNIQUE INDEX kept_photo_id ON kept_photo (id);
    CREATE UNIQUE INDEX kept_photo_path ON kept_photo (path);
    CREATE INDEX kept_photo_step ON kept_photo (step_id);
    CREATE INDEX kept_photo_pin ON kept_photo (pin_id);
    INSERT OR IGNORE INTO kept_photo (step_id, \(photoColumns))
    SELECT (SELECT step_id FROM replaced_album WHERE id = album_id) AS step, \(photoColumns)
    FROM replaced_photo WHERE step IS NOT NULL;
    INSERT OR IGNORE INTO kept_photo (step_id, \(photoColumns))
    SELECT step_id, \(photoColumns) FROM removed_photo WHERE step_id IS NOT NULL;

    CREATE TABLE kept_album AS
    SELECT undo_step.id AS step_id, album.* FROM undo_step, album WHERE 0;
    INSERT INTO kept_album (step_id, pin_id, state, source, total, radius, has_begun_again,
      stands_in_for, failure, has_unlisted)
    SELECT step_id, pin_id, state, source, total, radius, has_begun_again, stands_in_for, failure,
      has_unlisted
    FROM replaced_album
    WHERE step_id IN (SELECT id FROM undo_step WHERE kind = 'album-replaced');
    -- Of a replaced album: photos with a higher number came in its place.
    ALTER TABLE undo_step ADD COLUMN last_photo INTEGER;
    UPDATE undo_step SET last_photo = (
      SELECT last_photo FROM replaced_album WHERE step_id = undo_step.id)
    WHERE kind = 'album-replaced';

    CREATE TABLE kept_trip AS
    SELECT step_id, trip_id AS id, uid, name, color, first_day, last_day, created_at
    FROM undo_trip WHERE name IS NOT NULL;
    CREATE TABLE kept_trip_pin AS
    SELECT undo_step.id AS step_id, trip_pin.* FROM undo_step, trip_pin WHERE 0;
    CREATE INDEX kept_trip_pin_pin ON kept_trip_pin (pin_id);
    INSERT INTO kept_trip_pin (step_id, trip_id, position, pin_id)
    SELECT step_id, trip_id, key, value
    FROM (SELECT *, '[' || replace(ifnull(stops, ''), ' ', ',') || ']' AS list FROM undo_trip),
      json_each(iif(json_valid(list), list, '[]'))
    WHERE name IS NOT NULL;

    DROP TRIGGER pin_left;
    DROP TRIGGER pin_left_trips;
    DROP TRIGGER undo_step_left;
    DROP TRIGGER undo_step_left_trips;
    DROP TRIGGER photo_file_left;
    CREATE TABLE left_photo AS SELECT pin_id, source, source_id, step_id FROM removed_photo
    WHERE step_id IS NULL
      OR step_id NOT IN (SELECT id FROM undo_step WHERE kind = 'library-merged');
    CREATE TABLE left_trip AS SELECT step_id, trip_id FROM undo_trip;
    DROP TABLE undo_trip;
    DROP TABLE removed_pin;
    DROP TABLE removed_photo;
    DROP TABLE replaced_photo;
    DROP TABLE replaced_album;

    CREATE TABLE undo_trip (
      step_id INTEGER NOT NULL,
      trip_id INTEGER NOT NULL,
      PRIMARY KEY (step_id, trip_id)
    ) WITHOUT ROWID;
    INSERT INTO undo_trip SELECT step_id, trip_id FROM left_trip;
    -- Photos that the user took out of an album, with the step as long as that can be undone: they
    -- stay away.
    CREATE TABLE removed_photo (
      pin_id INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      step_id INTEGER,
      PRIMARY KEY (pin_id, source, source_id)
    ) WITHOUT ROWID;
    CREATE INDEX removed_photo_step ON removed_photo (step_id) WHERE step_id IS NOT NULL;
    INSERT INTO removed_photo SELECT pin_id, source, source_id, step_id FROM left_photo;
    DROP TABLE left_photo;
    DROP TABLE left_trip;

    \(deletionOfFile("photo_file_left", on: "photo", unlessIn: ["kept_photo"]))
    \(deletionOfFile("kept_file_left", on: "kept_photo", unlessIn: ["photo"]))
    -- A step that goes, by whatever road, is final: what it keeps goes with it. The files of an
    -- album wait for the first photo in its place.
    CREATE TRIGGER undo_step_left AFTER DELETE ON undo_step BEGIN
      \(deletions(in: ["undo_pin", "undo_photo", "undo_trip"], by: "step_id"))
      INSERT OR REPLACE INTO doomed_file (path, waits_for)
      SELECT path, pin_id FROM kept_photo
      WHERE step_id = OLD.id AND path IS NOT NULL AND OLD.kind = 'album-replaced';
      \(deletions(
        in: ["kept_photo", "kept_album", "kept_trip", "kept_trip_pin", "kept_pin"], by: "step_id"))
    END;
    \(deletion(of: [
      "photo", "album", "bookmark", "seen_photo", "removed_photo", "kept_photo", "kept_album",
      "near_copy", "spare_photo", "place_text", "place_sight", "place_words", "trip_pin",
      "kept_trip_pin",
    ], named: "left"))
    """

  /// The columns of `photo` when `keptRows` was made.
  private static let photoColumns = """
    id, pin_id, position, source, source_id, path, title, author, license, license_url, page_url,
    image_url, state, large_url, width, height, latitude, longitude, taken, failure, merit,
    is_favorite, look
    """

  /// Triggers that delete the rows of tables with their pin, once no step keeps the pin.
  ///
  /// Tables with a `pin_id` need them. They are called `pin_NAME` and `kept_pin_NAME`; before there
  /// was `kept_pin`, steps kept pins in another table.
  private static func deletion(
    of tables: [String], named name: String, beside kept: String = "kept_pin"
  ) -> String {
    [("pin", kept), (kept, "pin")].map { table, other in
      """
      CREATE TRIGGER \(table)_\(name) AFTER DELETE ON \(table)
        WHEN NOT EXISTS (SELECT 1 FROM \(other) WHERE id = OLD.id) BEGIN \(deletions(in: tables)) END;
      """
    }.joined(separator: "\n")
  }

  /// Deletes the rows of tables that belong to the row that was deleted.
  private static func deletions(in tables: [String], by column: String = "pin_id") -> String {
    tables.map { "DELETE FROM \($0) WHERE \(column) = OLD.id;" }.joined(separator: " ")
  }

  /// A trigger for a deleted row whose file is to be deleted, unless a row of other tables has it.
  private static func deletionOfFile(
    _ trigger: String, on table: String, unlessIn others: [String]
  ) -> String {
    let isKept = others.map { " AND NOT EXISTS (SELECT 1 FROM \($0) WHERE path = OLD.path)" }
    return """
      CREATE TRIGGER \(trigger) AFTER DELETE ON \(table)
        WHEN OLD.path IS NOT NULL\(isKept.joined()) BEGIN
        INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
      END;
      """
  }
}
