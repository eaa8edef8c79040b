package import NIOCore
import Synchronization

/// How long a line may be at the moment: short until it is known who speaks.
package final class LineLimit: Sendable {
  private let bytes: Atomic<Int>

  package init(_ bytes: Int) { self.bytes = Atomic(bytes) }

  package var value: Int { bytes.load(ordering: .relaxed) }
  package func set(_ bytes: Int) { self.bytes.store(bytes, ordering: .relaxed) }
}

/// Cuts bytes into lines. A line over the limit ends the connection; an unfinished last one is
/// dropped.
package struct LineDecoder: NIOSingleStepByteToMessageDecoder {
  package typealias InboundOut = [UInt8]

  package struct TooLong: Error {}

  package let limit: LineLimit
  /// What was looked at already holds no line feed: a long line is not searched again and again.
  private var searched = 0

  package init(limit: LineLimit) { self.limit = limit }

  package mutating func decode(buffer: inout ByteBuffer) throws -> [UInt8]? {
    let rest = buffer.readableBytesView.dropFirst(searched)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.readableBytes
      guard searched <= limit.value else { throw TooLong() }
      return nil
    }
    let count = end - buffer.readerIndex
    searched = 0
    guard count <= limit.value else { throw TooLong() }
    let line = buffer.readBytes(length: count)
    buffer.moveReaderIndex(forwardBy: 1)
    return line
  }

  package mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> [UInt8]? {
    try decode(buffer: &buffer)
  }
}
