import Foundation
import GroveIdentity
import GroveWire
import NIOCore

/// Bodies, written as they arrive: one piece while the next comes.
extension KeptFiles {
  /// A body, as it arrives, into a file that was made for it.
  /// - Returns: how many bytes there were.
  /// - Throws: as `IncomingBytes.forEach`; what `admit` throws, which is asked about the bytes of each buffer.
  package func write(
    _ bytes: IncomingBytes, to file: KeptFile, _ id: ID, admit: (Int) throws -> Void = { _ in }
  ) async throws -> Int {
    var piece: [UInt8] = []
    var last: FileWork<Void>?
    let count = try await bytes.forEach { buffer in
      try admit(buffer.readableBytes)
      piece += buffer.readableBytesView
      guard piece.count >= Self.pieceBytes else { return }
      try await last?.value
      let full = piece
      last = begin(id) { try file.write(full) }
      piece = []
    }
    try await last?.value
    try await write(piece, to: file, id)
    return count
  }

  /// Bytes that are gathered before they are written; of one body twice as many are held.
  static var pieceBytes: Int { 128 << 10 }

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
    var last: (work: FileWork<Bool>, piece: [UInt8])?
    var isMissing = false
    // One piece is written while the next comes; a third waits.
    func settle() async throws {
      guard let (work, piece) = last else { return }
      (last, isMissing) = (nil, true)
      guard try await work.value else { throw Problem(.uploadOffset) }
      isMissing = false
      note(piece, received)
      received += piece.count
    }
    func keep() async throws {
      try await settle()
      last = (append(piece, to: id, at: received, where: isWanted), piece)
      piece = []
    }
    do {
      _ = try await bytes.forEach { buffer in
        let waiting = (last?.piece.count ?? 0) + piece.count
        guard received + waiting + buffer.readableBytes <= size else { throw Problem(.tooLarge) }
        piece += buffer.readableBytesView
        if piece.count >= Self.pieceBytes { try await keep() }
      }
    } catch let problem as Problem where !isMissing {
      // Behind a piece that was not written the next one would lie in its place.
      try await keep()
      try await settle()
      throw problem
    }
    try await keep()
    try await settle()
    return received
  }
}
