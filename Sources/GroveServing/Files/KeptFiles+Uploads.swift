import Foundation
import GroveIdentity
import GroveWire
import NIOCore

/// Files whose bytes come in several requests.
extension KeptFiles {
  private static var pieceBytes: Int { 256 << 10 }

  /// Writes a body behind the bytes of a file that was begun, as it arrives. What came of one that broke off is kept.
  ///
  /// - Parameters:
  ///   - offset: how many bytes the sender thinks are there.
  ///   - size: how many there may be in the end.
  ///   - isWanted: asked before each piece is written.
  ///   - note: told what was written, and at which place.
  /// - Returns: how many bytes there are now.
  /// - Throws: `upload_offset` where others are there, or the body is not wanted any more; `too_large`; as
  ///   `IncomingBytes.forEach`.
  package func take(
    _ bytes: IncomingBytes, into id: ID, at offset: Int, upTo size: Int,
    where isWanted: @escaping @Sendable () -> Bool = { true }, note: ([UInt8], Int) -> Void
  ) async throws -> Int {
    var received = offset
    var piece: [UInt8] = []
    func keep() async throws {
      guard try await append(piece, to: id, at: received, where: isWanted) else {
        throw Problem(.uploadOffset)
      }
      note(piece, received)
      received += piece.count
      piece = []
    }
    do {
      _ = try await bytes.forEach { buffer in
        guard received + piece.count + buffer.readableBytes <= size else {
          throw Problem(.tooLarge)
        }
        piece += buffer.readableBytesView
        if piece.count >= Self.pieceBytes { try await keep() }
      }
    } catch let problem as Problem where problem.code != .uploadOffset {
      try await keep()
      throw problem
    }
    try await keep()
    return received
  }
}
