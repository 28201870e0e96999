extension LibrarySchema {
  /// The journal of what can be undone.
  ///
  /// `pin` and `photo` hold what is there and nothing else, because other programs read them: a
  /// removed pin is in `removed_pin`, its photos are in `replaced_photo`, and the rest of its rows
  /// stay where they are. For that, their tables no longer refer to `pin` by a foreign key; that
  /// changes nothing of how rows are stored, and triggers do the same.
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
      id INTEGER PRIMARY KEY,
      step_id INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      title TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      photo_count INTEGER NOT NULL,
      note TEXT,
      color TEXT,
      mark TEXT
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
    CREATE TRIGGER pin_left AFTER DELETE ON pin
      WHEN NOT EXISTS (SELECT 1 FROM removed_pin WHERE id = OLD.id) BEGIN
      DELETE FROM photo WHERE pin_id = OLD.id;
      \(deletionOfRows)
    END;
    CREATE TRIGGER removed_pin_left AFTER DELETE ON removed_pin
      WHEN NOT EXISTS (SELECT 1 FROM pin WHERE id = OLD.id) BEGIN
      \(deletionOfRows)
    END;

    CREATE INDEX doomed_file_waiting ON doomed_file (waits_for) WHERE waits_for IS NOT NULL;

    -- A step that goes, by whatever road, is final: what it holds goes with it. The files of an
    -- album wait for the first photo in its place.
    CREATE TRIGGER undo_step_left AFTER DELETE ON undo_step BEGIN
      DELETE FROM undo_pin WHERE step_id = OLD.id;
      DELETE FROM undo_photo WHERE step_id = OLD.id;
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

  /// Deletes what is there of the pin `OLD.id` besides its photos.
  private static let deletionOfRows = [
    "album", "bookmark", "seen_photo", "removed_photo", "replaced_photo", "replaced_album",
    "near_copy", "spare_photo", "place_text", "place_sight", "place_words",
  ].map { "DELETE FROM \($0) WHERE pin_id = OLD.id;" }.joined(separator: "\n  ")
}
