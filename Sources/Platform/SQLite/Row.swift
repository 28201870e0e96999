import CSQLite
import Glibc

/// A row of a result, valid until the next one is requested.
public struct Row {
  let statement: OpaquePointer

  /// The integer in a column; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  /// The number in a column; 0 for NULL.
  public func number(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  /// The number in a column; nil if it is NULL.
  public func optionalNumber(_ column: Int32) -> Double? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : number(column)
  }
  /// The integer in a column; nil if it is NULL.
  public func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
  }
  /// The text in a column; nil if it is NULL.
  public func text(_ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map {
      // Faster than String(cString:), with the same result.
      String(decoding: UnsafeBufferPointer(start: $0, count: strlen($0)), as: UTF8.self)
    }
  }
  /// The bytes in a column; nil for NULL, and if there are none.
  public func bytes(_ column: Int32) -> [UInt8]? {
    sqlite3_column_blob(statement, column).map {
      Array(UnsafeRawBufferPointer(start: $0, count: Int(sqlite3_column_bytes(statement, column))))
    }
  }
}

/// A type that can be bound to a statement's parameter.
public protocol Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode
}

extension Int64: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: sqlite3_bind_int64(statement, index, self))
  }
}

extension Double: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: sqlite3_bind_double(statement, index, self))
  }
}

extension String: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: vt_bind_text(statement, index, self, Int32(clamping: utf8.count)))
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  public func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    self?.bind(to: statement, at: index)
      ?? SQLiteCode(rawValue: sqlite3_bind_null(statement, index))
  }
}
