import Foundation
import RelayDomain

/// One open file, closed when it is released.
///
/// `@unchecked Sendable`: the folder uses it from one serial queue, one call after the other.
final class AttachmentFile: @unchecked Sendable {
  private let descriptor: Int32
  private let place: URL

  /// A new file, readable by its owner only.
  init(creating place: URL) throws {
    self.place = place
    descriptor = Foundation.open(place.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.unavailable }
  }

  init(reading place: URL) throws {
    self.place = place
    descriptor = Foundation.open(place.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unavailable }
  }

  deinit { Foundation.close(descriptor) }

  private static let unavailable = RelayStoreError(.unavailable, "an attachment's file")

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.unavailable }
      rest = rest.dropFirst(written)
    }
  }

  func read(upTo count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = Foundation.read(descriptor, buffer.baseAddress, count)
      while got < 0, errno == EINTR {
        got = Foundation.read(descriptor, buffer.baseAddress, count)
      }
      guard got >= 0 else { throw Self.unavailable }
      filled = got
    }
  }

  /// The bytes first, then the name, then the folder that holds the name: each durable before the
  /// next, so that after a power cut a name never stands for missing bytes.
  func finish(as final: URL, in folder: URL) throws {
    guard fsync(descriptor) == 0, rename(place.path, final.path) == 0 else {
      throw Self.unavailable
    }
    let directory = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { throw Self.unavailable }
    defer { Foundation.close(directory) }
    guard fsync(directory) == 0 else { throw Self.unavailable }
  }

  func abandon() { unlink(place.path) }
}
