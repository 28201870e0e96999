extension LibrarySchema {
  /// Trips: pins in an order of the user's own.
  ///
  /// As in the journal, `trip_pin` does not refer to `pin` by a foreign key: a removed pin keeps its
  /// places in trips as long as it can come back.
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
    CREATE TRIGGER pin_left_trips AFTER DELETE ON pin
      WHEN NOT EXISTS (SELECT 1 FROM removed_pin WHERE id = OLD.id) BEGIN
      DELETE FROM trip_pin WHERE pin_id = OLD.id;
    END;
    CREATE TRIGGER removed_pin_left_trips AFTER DELETE ON removed_pin
      WHEN NOT EXISTS (SELECT 1 FROM pin WHERE id = OLD.id) BEGIN
      DELETE FROM trip_pin WHERE pin_id = OLD.id;
    END;

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
}
