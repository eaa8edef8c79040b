import Foundation
import GRDB
import GRDBSQLite

/// What a disk did to a store: for the log, for readiness, and for whoever starts a server. Callers
/// of the store never see it.
public struct StoreFault: Error, Hashable, Sendable {
  /// What kind of fault, because what is to be done differs. The log limits each kind by itself.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// No room, or no quota left.
    case full
    /// What was written could not be made durable.
    case failedSync = "failed_sync"
    /// Any other call that the disk or its file system refused.
    case inputOutput = "input_output"
    /// The process has as many files open as it may.
    case descriptors
    /// The file or its folder may not be written.
    case notWritable = "not_writable"
    /// The file is no database, or a damaged one.
    case damaged
  }

  /// Decides what is to be done.
  public let kind: Kind
  /// The database's file, or that of its log or copy. It names the machine's files, so it is for
  /// the log alone.
  public let path: String
  /// SQLite's extended result code; nil where the file system answered itself.
  public let resultCode: Int32?
  /// What the system said; 0 where it said nothing.
  public let systemError: Int32

  /// For faults that the file system answered itself: creating a file, copying it, writing its log
  /// anew.
  public init(kind: Kind, path: String, resultCode: Int32?, systemError: Int32) {
    self.kind = kind
    self.path = path
    self.resultCode = resultCode
    self.systemError = systemError
  }

  /// Nil for what is no fault of the disk: a busy writer, a broken rule of the schema.
  init?(_ error: any Error, on db: Database? = nil, path: String) {
    guard let error = error as? DatabaseError else { return nil }
    let said = db?.sqliteConnection.map { sqlite3_system_errno($0) } ?? 0
    self.init(error.extendedResultCode, systemError: said, path: path)
  }

  init?(_ code: ResultCode, systemError: Int32, path: String) {
    guard let kind = Self.kind(code, systemError) else { return nil }
    self.init(kind: kind, path: path, resultCode: code.rawValue, systemError: systemError)
  }

  private static func kind(_ code: ResultCode, _ systemError: Int32) -> Kind? {
    switch code.primaryResultCode {
    case .SQLITE_FULL: .full
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
    case .SQLITE_READONLY, .SQLITE_PERM: .notWritable
    case .SQLITE_IOERR where code == .SQLITE_IOERR_FSYNC || code == .SQLITE_IOERR_DIR_FSYNC:
      .failedSync
    case .SQLITE_IOERR, .SQLITE_CANTOPEN: kind(ofSystemError: systemError)
    default: nil
    }
  }

  /// What a call to the file system failed with.
  public static func kind(ofSystemError number: Int32) -> Kind {
    switch number {
    case ENOSPC, EDQUOT: .full
    case EMFILE, ENFILE: .descriptors
    case EACCES, EPERM, EROFS: .notWritable
    default: .inputOutput
    }
  }
}
