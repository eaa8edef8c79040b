import Foundation
import GroveWire

/// One file, open only while a piece of it is written or read: as many transfers as there are
/// connections must not take as many descriptors again.
///
/// `@unchecked Sendable`: the folder uses it from one serial queue, one call after the other.
package final class KeptFile: @unchecked Sendable {
  private let place: URL
  /// Where the next piece is read.
  private var position: Int
  private let disk: DiskWatch?

  /// A file to write to, readable by its owner only.
  /// - Parameter isNew: false: it may be there, and goes on.
  init(writing place: URL, isNew: Bool, disk: DiskWatch?) throws {
    self.place = place
    self.disk = disk
    position = 0
    try withDescriptor(O_CREAT | O_WRONLY | (isNew ? O_EXCL : 0)) { _ in }
  }

  init(reading place: URL, from position: Int, disk: DiskWatch?) throws {
    self.place = place
    self.disk = disk
    self.position = position
    try withDescriptor(O_RDONLY) { _ in }
  }

  /// What the last call failed with is told to whoever watches the disk.
  private var unavailable: Problem {
    let number = errno
    // A file that is not there is missed by whoever asks for it, and no fault of the disk.
    if number != ENOENT { disk?.note(.ofFile(place.path, systemError: number)) }
    return Problem(.unavailable, retryAfter: 1)
  }

  private var unsynchronised: Problem {
    let number = errno
    disk?.note(DiskFault(kind: .failedSync, path: place.path, systemError: number))
    return Problem(.unavailable, retryAfter: 1)
  }

  private func withDescriptor<Value>(_ flags: Int32, _ body: (Int32) throws -> Value) throws
    -> Value
  {
    let descriptor = Foundation.open(place.path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unavailable }
    let value: Value
    do {
      value = try body(descriptor)
    } catch {
      Foundation.close(descriptor)
      throw error
    }
    // A file system on another machine may say only now that it could not keep what was written, and then
    // says it to nobody else. An interrupted call has closed the file (Linux).
    guard Foundation.close(descriptor) == 0 || errno == EINTR else { throw unavailable }
    return value
  }

  /// Behind what is there.
  func write(_ bytes: [UInt8]) throws {
    try withDescriptor(O_WRONLY | O_APPEND) { descriptor in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes {
          Foundation.write(descriptor, $0.baseAddress, $0.count)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw unavailable }
        rest = rest.dropFirst(written)
      }
    }
  }

  func size() throws -> Int {
    try withDescriptor(O_RDONLY) { descriptor in
      let end = lseek(descriptor, 0, SEEK_END)
      guard end >= 0 else { throw unavailable }
      return Int(end)
    }
  }

  func read(upTo count: Int) throws -> [UInt8] {
    let bytes = try withDescriptor(O_RDONLY) { descriptor in
      try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        var got = pread(descriptor, buffer.baseAddress, count, off_t(position))
        while got < 0, errno == EINTR {
          got = pread(descriptor, buffer.baseAddress, count, off_t(position))
        }
        guard got >= 0 else { throw unavailable }
        filled = got
      }
    }
    position += bytes.count
    return bytes
  }

  /// The bytes first, then the name, then the folder that holds the name: each durable before the
  /// next, so that after a power cut a name never stands for missing bytes.
  ///
  /// A write that failed behind the scenes is reported to the first who asks, whether or not the file
  /// was closed in between.
  func finish(as final: URL, in folder: URL) throws {
    try withDescriptor(O_WRONLY) { descriptor in
      guard fsync(descriptor) == 0 else { throw unsynchronised }
    }
    guard rename(place.path, final.path) == 0 else { throw unavailable }
    let directory = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { throw unavailable }
    defer { Foundation.close(directory) }
    guard fsync(directory) == 0 else { throw unsynchronised }
  }

  func abandon() { unlink(place.path) }
}
