import Foundation
import GroveServing
import RelayDomain

/// One file, open only while a piece of it is written or read: as many transfers as there are
/// connections must not take as many descriptors again.
///
/// `@unchecked Sendable`: the folder uses it from one serial queue, one call after the other.
final class AttachmentFile: @unchecked Sendable {
  private let place: URL
  /// Where the next piece is read.
  private var position = 0
  private let disk: DiskWatch?

  /// A new file, readable by its owner only.
  init(creating place: URL, disk: DiskWatch?) throws {
    self.place = place
    self.disk = disk
    try withDescriptor(O_CREAT | O_EXCL | O_WRONLY) { _ in }
  }

  init(reading place: URL, disk: DiskWatch?) throws {
    self.place = place
    self.disk = disk
    try withDescriptor(O_RDONLY) { _ in }
  }

  /// What the last call failed with is told to whoever watches the disk.
  private var unavailable: RelayStoreError {
    let number = errno
    // A file that is not there is missed by whoever asks for it, and no fault of the disk.
    if number != ENOENT { disk?.note(.ofFile(place.path, systemError: number)) }
    return RelayStoreError(.unavailable, "an attachment's file")
  }

  private var unsynchronised: RelayStoreError {
    let number = errno
    disk?.note(DiskFault(kind: .failedSync, path: place.path, systemError: number))
    return RelayStoreError(.unavailable, "an attachment's file")
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
