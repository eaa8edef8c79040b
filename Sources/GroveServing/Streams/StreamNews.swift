package import NIOCore

/// Where a stream stands that waits: what it has been sent, and who reads it.
package struct StreamPlace: Hashable, Sendable {
  /// The last entry of the log that it was sent or passed by.
  package var position: UInt64
  /// The version it was sent of what is not a log: who is present.
  package var version: UInt64
  /// Which of the texts is for it: owners see more than others.
  package var isOwner: Bool
  /// Until when the right to read need not be looked up again, in milliseconds since 1970.
  package var goodUntil: UInt64

  package init(position: UInt64, version: UInt64, isOwner: Bool, goodUntil: UInt64) {
    self.position = position
    self.version = version
    self.isOwner = isOwner
    self.goodUntil = goodUntil
  }

  /// Milliseconds for which a stream's right to read need not be looked up again: at least half of it, at most all. Whoever
  /// takes the right away ends the stream at once; this bounds what nobody ends: a session that runs out, a change by a
  /// program that did not say so.
  package static let trust: UInt64 = 30_000

  /// Not the same for all: else thousands that came together would look again together.
  package static func goodUntil(from now: UInt64, for account: some Hashable) -> UInt64 {
    now + trust / 2 + UInt64(account.hashValue.magnitude) % (trust / 2)
  }

  package func isGood(at now: UInt64) -> Bool {
    now < goodUntil && goodUntil - now <= Self.trust
  }
}

/// What is told to every stream of a group at once: read from the log and encoded once, the same bytes for all.
package protocol StreamNews: Sendable {
  /// What it is to a stream that waits at a place. Called for every stream, so it only compares numbers.
  func piece(for place: StreamPlace) -> StreamPiece

  /// These and those that were told after them as one, so that each stream is written to once; nil: one after the other.
  func joined(with next: any StreamNews) -> (any StreamNews)?
}

/// What news are to one stream.
package enum StreamPiece: Sendable {
  /// It has been sent this already.
  case nothing
  /// It stands elsewhere, or its right has to be looked up again: it reads the log itself.
  case look
  /// Bytes to send (`TransferChunk`), and where it stands then.
  case bytes(ByteBuffer, StreamPlace)
}

/// A piece of an answer as it stands on the wire (RFC 9112, section 7.1): made once, so that sending it to a thousand
/// streams encodes nothing.
package enum TransferChunk {
  package static func framed(_ bytes: some RandomAccessCollection<UInt8>) -> ByteBuffer {
    guard !bytes.isEmpty else { return ByteBuffer() }
    let size = String(bytes.count, radix: 16)
    var buffer = ByteBuffer()
    buffer.reserveCapacity(bytes.count + size.utf8.count + 4)
    buffer.writeString(size)
    buffer.writeStaticString("\r\n")
    buffer.writeBytes(bytes)
    buffer.writeStaticString("\r\n")
    return buffer
  }

  /// What follows the last of them.
  static let end = ByteBuffer(string: "0\r\n\r\n")
}
