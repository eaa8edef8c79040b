#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that are somebody's secret: wiped when the last copy is released, compared in constant
/// time, printed as nothing, and never `Codable`.
///
/// The wipe is a best effort: it covers this storage, not arrays made from it, not registers and
/// stack slots, and not pages the system has written to disk.
public struct SecretBytes: Sendable, Redacted {
  private let storage: Storage

  /// Copies `bytes`. The caller's own copy is not wiped.
  public init(_ bytes: [UInt8]) {
    storage = Storage(byteCount: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// Fresh random bytes.
  public static func random(
    count: Int, using generator: inout some RandomNumberGenerator
  ) -> SecretBytes {
    SecretBytes((0..<max(0, count)).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// How many bytes there are; the length is not secret.
  public var count: Int { storage.buffer.count }

  /// Lends the bytes; the pointer must not leave the closure.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try body(UnsafeRawBufferPointer(storage.buffer))
    withExtendedLifetime(storage) {}
    return result
  }

  /// A plain copy, for the one place that seals or stores it. Nothing wipes that copy.
  public func exportBytes() -> [UInt8] { withUnsafeBytes { Array($0) } }

  /// Owns the memory, and so is the one who wipes it.
  ///
  /// `@unchecked Sendable`: the buffer is written in `init` and in `deinit` and only read between.
  private final class Storage: @unchecked Sendable {
    let buffer: UnsafeMutableRawBufferPointer

    init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
      buffer = .allocate(byteCount: byteCount, alignment: 16)
      fill(buffer)
    }

    deinit {
      wipe(buffer)
      buffer.deallocate()
    }
  }
}

extension SecretBytes: Equatable {
  /// Looks at every byte whatever the first difference is; only the lengths may be told apart.
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { first in
      right.withUnsafeBytes { second in
        var difference: UInt8 = 0
        for index in first.indices { difference |= first[index] ^ second[index] }
        return difference == 0
      }
    }
  }
}

/// Overwrites with zeros in a way the optimiser may not drop.
private func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
  guard let start = buffer.baseAddress, buffer.count > 0 else { return }
  #if canImport(Darwin)
    _ = memset_s(start, buffer.count, 0, buffer.count)
  #else
    explicit_bzero(start, buffer.count)
  #endif
}
