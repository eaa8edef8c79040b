import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

/// One document's log and presence as a stream. Access is looked up in the very snapshot that each
/// stretch of the log is read from. What streams at one position read is read and put together once.
struct DocumentFeed: EventFeed {
  /// Pieces below this are not counted: a connection may hold as much anyway.
  private static let smallBytes = 65_536

  let core: CollaborationCore
  let caller: Caller
  let document: DocumentID
  /// The last sequence that was handed over or passed by.
  var position: UInt64
  private var presenceVersion: PresenceTable.Version = 0
  private var isOwner = false
  /// See `StreamPlace`; 0: it has not been looked up yet.
  private var goodUntil: UInt64 = 0

  init(_ core: CollaborationCore, _ caller: Caller, _ document: DocumentID, after position: UInt64)
  {
    self.core = core
    self.caller = caller
    self.document = document
    self.position = position
  }

  var place: StreamPlace? {
    get {
      guard goodUntil > 0 else { return nil }
      return StreamPlace(
        position: position, version: presenceVersion, isOwner: isOwner, goodUntil: goodUntil)
    }
    set {
      guard let newValue else { return }
      (position, presenceVersion) = (newValue.position, newValue.version)
    }
  }

  mutating func ready(in room: ByteReservation?) async throws -> ReadyEvents {
    var ready = ReadyEvents()
    let now = core.now()
    switch try await look(with: room) {
    case .ended(let reason): ready.end = reason
    case .piece(let piece, let more, let isOwner):
      self.isOwner = isOwner
      goodUntil = StreamPlace.goodUntil(from: now, for: caller.account)
      ready.append(encoded: piece.bytes)
      ready.share = piece.share
      ready.more = more
      position = piece.position
      if !more, let presence = presence() {
        // Not behind a long piece: putting the two together would copy it for this stream alone.
        if piece.share == nil { take(presence, &ready) } else { ready.more = true }
      }
    case .noRoom(let bytes): ready.missingRoom = bytes
    }
    return ready
  }

  private enum Stretch: Sendable {
    case piece(LogChunk, more: Bool, isOwner: Bool)
    case ended(StreamEnded.Reason)
    /// So many bytes are not free now.
    case noRoom(Int)
  }

  private func look(with share: ByteReservation?) async throws -> Stretch {
    let (call, document, position) = (Call(caller, at: core.now()), document, position)
    let core = core
    return try await core.store.read(for: document.streamGroup) { reader in
      switch try UpdateRules.reading(of: document, after: position, for: call, reading: reader) {
      case .success(let log): try Self.piece(log, core, share, reader)
      case .failure(let refusal):
        .ended(
          StreamEnded.Reason(
            try UpdateRules.streamEnd(of: document, after: refusal, reading: reader)))
      }
    }
  }

  private static func piece(
    _ log: LogReading, _ core: CollaborationCore, _ share: ByteReservation?,
    _ reader: any CollaborationReader
  ) throws -> Stretch {
    let key = LogChunk.Key(document: log.documentID, after: log.position, isOwner: log.isOwner)
    if log.position == log.last {
      let none = LogChunk([], position: log.last, isFull: false, share: nil)
      return .piece(none, more: false, isOwner: log.isOwner)
    }
    if let piece = core.pieces.piece(key, last: log.last) {
      return .piece(piece, more: piece.position < log.last, isOwner: log.isOwner)
    }
    let page = try UpdateRules.page(log, limit: entriesPerPiece, reading: reader)
    var bytes: [UInt8] = []
    for entry in page.events {
      try DocumentEventText.append(entry, names: page.names, to: &bytes)
    }
    share?.resize(to: bytes.count)
    let room = bytes.count < smallBytes ? nil : share ?? core.room(bytes.count, log.documentID)
    guard room != nil || bytes.count < smallBytes else { return .noRoom(bytes.count) }
    let piece = LogChunk(bytes, position: page.position, isFull: page.more, share: room)
    core.pieces.keep(piece, as: key)
    return .piece(piece, more: page.more, isOwner: log.isOwner)
  }

  private static let entriesPerPiece = 100

  /// Who is present, if others have been told something else than this stream.
  private func presence() -> PresenceHub.Frame? {
    let frame = core.presence.frame(of: document, at: core.now())
    return frame.version == presenceVersion ? nil : frame
  }

  private mutating func take(_ frame: PresenceHub.Frame, _ ready: inout ReadyEvents) {
    presenceVersion = frame.version
    ready.append(encoded: frame.bytes)
  }

  func lastEvent(_ reason: StreamEnded.Reason) -> ServerSentEvent? {
    try? Self.event(CollaborationRoutes.endedEventName, StreamEnded(reason: reason))
  }

  static func event(_ name: String, _ value: some Encodable) throws -> ServerSentEvent {
    ServerSentEvent(name: name, data: String(decoding: try StrictJSON.encode(value), as: UTF8.self))
  }
}

extension StreamEnded.Reason {
  init(_ end: StreamEnd) {
    self =
      switch end {
      case .removed: .removed
      case .stopped: .stopped
      case .deleted: .deleted
      case .signedOut: .signedOut
      }
  }
}
