import GroveWire
import NIOCore

/// A body as it arrives: in memory while it is small, then on disk.
struct CollectedBody {
  private(set) var count = 0
  private let limit: Int
  private let hold: BodyReservation?
  private var tail: [UInt8] = []
  private var charged = 0
  private var spool: SpoolFile?

  /// - Parameter hold: nil: everything stays in memory, uncounted.
  init(limit: Int, hold: BodyReservation?) {
    self.limit = limit
    self.hold = hold
  }

  /// - Throws: `too_large`, `rate_limited`, `unavailable`.
  mutating func append(_ piece: ByteBuffer) async throws(Problem) {
    count += piece.readableBytes
    guard count <= limit else { throw Problem(.tooLarge) }
    if let hold {
      if tail.count + piece.readableBytes > hold.store.limits.inMemory { try await write(hold) }
      let more = tail.count + piece.readableBytes - charged
      if more > 0 {
        try hold.take(memory: more)
        charged += more
      }
    }
    tail += piece.readableBytesView
  }

  /// The whole of it, once it is complete. A large one waits for its turn.
  mutating func bytes() async throws(Problem) -> [UInt8] {
    guard let hold, spool != nil else { return tail }
    try await write(hold)
    guard let spool else { return [] }
    await hold.takeTurn()
    return try await spool.read(count)
  }

  private mutating func write(_ hold: BodyReservation) async throws(Problem) {
    guard !tail.isEmpty else { return }
    let file: SpoolFile
    if let spool { file = spool } else { file = try await hold.store.spool() }
    spool = file
    try hold.take(disk: tail.count)
    try await file.write(tail)
    tail = []
  }
}
