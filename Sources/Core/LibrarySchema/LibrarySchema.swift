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
      id INTEGER PRIMARY KEY,
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
      state TEXT NOT NULL,
      large_url TEXT,
      width INTEGER,
      height INTEGER,
      latitude REAL,
      longitude REAL,
      taken TEXT,
      failure TEXT,
      UNIQUE (pin_id, source, source_id)
    );
    CREATE INDEX removed_photo_file ON removed_photo (pin_id) WHERE path IS NOT NULL;

    -- Files whose rows have gone by whatever road; the program deletes them after the commit.
    CREATE TABLE doomed_file (path TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TRIGGER photo_file_left AFTER DELETE ON photo
      WHEN OLD.path IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM removed_photo WHERE path = OLD.path) BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;
    CREATE TRIGGER photo_file_changed AFTER UPDATE OF path ON photo
      WHEN OLD.path IS NOT NULL AND OLD.path IS NOT NEW.path BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;
    CREATE TRIGGER removed_file_left AFTER DELETE ON removed_photo
      WHEN OLD.path IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM photo WHERE path = OLD.path) BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;
    CREATE TRIGGER removed_file_changed AFTER UPDATE OF path ON removed_photo
      WHEN OLD.path IS NOT NULL AND OLD.path IS NOT NEW.path BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;

    -- Other programs that delete a pin seldom switch foreign keys on.
    CREATE TRIGGER pin_left AFTER DELETE ON pin BEGIN
      DELETE FROM photo WHERE pin_id = OLD.id;
      DELETE FROM album WHERE pin_id = OLD.id;
      DELETE FROM bookmark WHERE pin_id = OLD.id;
      DELETE FROM seen_photo WHERE pin_id = OLD.id;
      DELETE FROM removed_photo WHERE pin_id = OLD.id;
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
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      last_photo INTEGER NOT NULL,
      state TEXT NOT NULL,
      source TEXT,
      total INTEGER NOT NULL,
      radius REAL,
      has_begun_again INTEGER NOT NULL,
      stands_in_for TEXT,
      failure TEXT
    );
    CREATE INDEX replaced_album_pin ON replaced_album (pin_id);
    CREATE TABLE replaced_photo (
      id INTEGER PRIMARY KEY,
      album_id INTEGER NOT NULL REFERENCES replaced_album (id) ON DELETE CASCADE,
      pin_id INTEGER NOT NULL,
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
      state TEXT NOT NULL,
      large_url TEXT,
      width INTEGER,
      height INTEGER,
      latitude REAL,
      longitude REAL,
      taken TEXT,
      failure TEXT,
      merit TEXT,
      is_favorite INTEGER NOT NULL
    );
    CREATE INDEX replaced_photo_album ON replaced_photo (album_id);
    CREATE INDEX replaced_photo_pin ON replaced_photo (pin_id);

    DROP TRIGGER photo_file_left;
    CREATE TRIGGER photo_file_left AFTER DELETE ON photo
      WHEN OLD.path IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM removed_photo WHERE path = OLD.path)
        AND NOT EXISTS (SELECT 1 FROM replaced_photo WHERE path = OLD.path) BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;
    CREATE TRIGGER replaced_file_left AFTER DELETE ON replaced_photo
      WHEN OLD.path IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM photo WHERE path = OLD.path) BEGIN
      INSERT OR IGNORE INTO doomed_file (path) VALUES (OLD.path);
    END;
    CREATE TRIGGER replaced_left AFTER DELETE ON pin BEGIN
      DELETE FROM replaced_photo WHERE pin_id = OLD.id;
      DELETE FROM replaced_album WHERE pin_id = OLD.id;
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
      DELETE FROM near_copy WHERE pin_id = OLD.id;
      DELETE FROM spare_photo WHERE pin_id = OLD.id;
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
      DELETE FROM place_text WHERE pin_id = OLD.id;
      DELETE FROM place_sight WHERE pin_id = OLD.id;
      DELETE FROM place_words WHERE pin_id = OLD.id;
    END;
    """,
    journal,
    trips,
    """
    -- Whether the source has more photos of the place than `total`, which it lists.
    ALTER TABLE album ADD COLUMN has_unlisted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE replaced_album ADD COLUMN has_unlisted INTEGER NOT NULL DEFAULT 0;
    """,
  ]

  /// SQLite's `application_id` of a library: "VTou".
  package static let applicationID: Int64 = 0x5654_6F75
}
