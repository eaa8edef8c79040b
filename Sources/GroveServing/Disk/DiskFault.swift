import Foundation

/// Something the disk refused, as whoever runs the server has to know it.
package struct DiskFault: Error, Hashable, Sendable {
  /// What is to be done differs.
  package enum Kind: String, CaseIterable, Sendable {
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
    /// The bucket that keeps files does not answer, or refuses.
    case objectStorage = "object_storage"
  }

  package let kind: Kind
  package let path: String
  /// SQLite's extended result code, where SQLite said it.
  package let resultCode: Int32?
  /// What the system said; 0 where it said nothing.
  package let systemError: Int32

  package init(kind: Kind, path: String, resultCode: Int32? = nil, systemError: Int32 = 0) {
    self.kind = kind
    self.path = path
    self.resultCode = resultCode
    self.systemError = systemError
  }

  /// What a call to the file system failed with.
  package static func ofFile(_ path: String, systemError number: Int32) -> DiskFault {
    let kind: Kind =
      switch number {
      case ENOSPC, EDQUOT: .full
      case EMFILE, ENFILE: .descriptors
      case EACCES, EPERM, EROFS: .notWritable
      default: .inputOutput
      }
    return DiskFault(kind: kind, path: path, systemError: number)
  }

  /// What happened and what to do, for the log and for the terminal (docs/OPERATING.md).
  package var advice: String {
    switch kind {
    case .full:
      "The disk is full. Make room, or move the data folder to a larger disk; nothing that was "
        + "acknowledged is lost, and writing goes on by itself."
    case .failedSync:
      "The disk did not keep what it was given. Look at the kernel's log and at the disk's health, "
        + "and make a backup now; what was not acknowledged may or may not be there."
    case .inputOutput:
      "The disk or its file system refuses. Look at the kernel's log and at the disk's health, and "
        + "whether the file system is still there."
    case .descriptors:
      "The process has as many files open as it may. Raise its limit (LimitNOFILE, ulimit -n)."
    case .notWritable:
      "The file or its folder cannot be written. Give it to the user the server runs as, and look "
        + "whether its file system is mounted read-only."
    case .damaged:
      "The file is damaged or no database. Stop the server, keep the file, and restore the newest "
        + "backup."
    case .objectStorage:
      "The object storage does not answer or refuses; files can be neither stored nor read. grove "
        + "doctor says why; it goes on by itself when the storage does."
    }
  }
}
