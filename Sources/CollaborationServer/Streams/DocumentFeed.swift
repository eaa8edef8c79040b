import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

/// One document's log and presence as a stream. Access is looked up in the very snapshot that each
/// stretch of the log is read from.
struct DocumentFeed: EventFeed {
  private static let entriesPerRead = 100

  let core: CollaborationCore
  let caller: Caller
  let document: DocumentID
  /// The last sequence that was handed over or passed by.
  var position: UInt64
  private var presenceVersion: PresenceBoard.Version = 0

  init(_ core: CollaborationCore, _ caller: Caller, _ document: DocumentID, after position: UInt64)
  {
    self.core = core
    self.caller = caller
    self.document = document
    self.position = position
  }

  mutating func ready() async throws -> ReadyEvents {
    var ready = ReadyEvents()
    switch try await read() {
    case .ended(let reason): ready.end = reason
    case .page(let page):
      for entry in page.events { ready.append(try Self.event(entry, page.names)) }
      ready.more = page.more
      position = page.position
      if !page.more, let presence = try presence() { ready.append(presence) }
    }
    return ready
  }

  private enum Stretch { case page(EventPage), ended(StreamEnded.Reason) }

  private func read() async throws -> Stretch {
    let (call, document, position) = (Call(caller, at: core.now()), document, position)
    return try await core.store.read { reader in
      switch try UpdateRules.events(
        of: document, after: position, limit: Self.entriesPerRead, for: call, reading: reader)
      {
      case .success(let page): .page(page)
      case .failure(let refusal):
        .ended(
          StreamEnded.Reason(
            try UpdateRules.streamEnd(of: document, after: refusal, reading: reader)))
      }
    }
  }

  /// Who is present, if that has changed.
  private mutating func presence() throws -> ServerSentEvent? {
    let version = core.presence.version(of: document)
    guard version != presenceVersion else { return nil }
    presenceVersion = version
    let present = Presence(core.presence.present(in: document, at: core.now()))
    return try Self.event(CollaborationRoutes.presenceEventName, id: nil, present)
  }

  func lastEvent(_ reason: StreamEnded.Reason) -> ServerSentEvent? {
    try? Self.event(CollaborationRoutes.endedEventName, id: nil, StreamEnded(reason: reason))
  }

  private static func event(_ entry: EventRecord, _ names: [AccountLabel: String]) throws
    -> ServerSentEvent
  {
    try event(
      CollaborationRoutes.documentEventName, id: String(entry.sequence),
      DocumentEvent(entry, names: names))
  }

  private static func event(_ name: String, id: String?, _ value: some Encodable) throws
    -> ServerSentEvent
  {
    ServerSentEvent(
      name: name, id: id, data: String(decoding: try StrictJSON.encode(value), as: UTF8.self))
  }
}

extension StreamEnded.Reason {
  init(_ end: StreamEnd) {
    self =
      switch end {
      case .removed: .removed
      case .deleted: .deleted
      case .signedOut: .signedOut
      }
  }
}
