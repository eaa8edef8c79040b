/// Events on their way to a reader, piece by piece. A stream that is cut meanwhile finishes: these events were read while
/// it had access, and half of one would be no event.
struct StreamWrite {
  private let bytes: [UInt8]
  private var written = 0
  /// What the bytes are counted by.
  private let share: ByteReservation?
  /// Where others wait for the room, and how they are told that the reader goes on.
  private let watch: ByteReservation?
  /// Called once: everything is with the connection, or nothing more will be.
  let then: () -> Void

  init(
    _ bytes: [UInt8], share: ByteReservation? = nil, watch: ByteReservation? = nil,
    then: @escaping () -> Void
  ) {
    self.bytes = bytes
    self.share = share
    self.watch = watch
    self.then = then
  }

  static func isLong(_ bytes: [UInt8]) -> Bool { bytes.count > ChunkedWriter.pieceBytes }

  var isDone: Bool { written == bytes.count }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !isDone else { return nil }
    let piece = bytes[written...].prefix(ChunkedWriter.pieceBytes)
    written = piece.endIndex
    return piece
  }

  func noteProgress() { watch?.noteProgress() }
}
