public import GroveIdentity
public import GroveWire

/// Shares of records, and hearing of changes (decision 0029).
extension CollaborationClient {
  /// The share that a link leads to. Refused with `not_found` where the caller takes no part in it.
  public func recordShare(_ id: CollaborationID) async throws(ClientError) -> FoundRecordShare {
    try await caller.call(CollaborationRoutes.recordShare, path: [id.text])
  }

  /// Lets the caller in where the owner has opened what is shared to whoever has its link. Refused with `not_found`
  /// everywhere else, `limit_exceeded`.
  public func enterByLink(_ id: CollaborationID) async throws(ClientError) -> EnteredByLink {
    try await caller.call(CollaborationRoutes.enterByLink, path: [id.text])
  }

  /// Says when something has changed in what the caller may see of a container, until the server says why it ends or
  /// the caller stops reading. After each `ready`, and there is one after every reconnection, what came before is to be
  /// asked for.
  public func recordStream(
    _ container: String, policy: ReconnectPolicy = ReconnectPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EventSequence<RecordStreamUpdate> {
    let caller = caller
    return EventSequence(
      start: nil, policy: policy, clock: clock,
      open: { _ throws(ClientError) in
        try await caller.open(
          CollaborationRoutes.recordStream, path: [container], lastEventID: nil)
      },
      decode: { event throws(ClientError) in try Self.decode(event) },
      isLast: { if case .ended = $0 { true } else { false } })
  }

  private static func decode(_ event: ServerSentEvent) throws(ClientError) -> RecordStreamUpdate? {
    switch event.name {
    case CollaborationRoutes.recordReadyEventName: .ready
    case CollaborationRoutes.recordChangedEventName:
      .changed(try EventData.decode(RecordStreamEvent.self, event))
    case CollaborationRoutes.endedEventName:
      .ended(try EventData.decode(StreamEnded.self, event))
    default: nil
    }
  }
}

/// What a container's stream delivers.
public enum RecordStreamUpdate: Hashable, Sendable {
  /// From now on changes are told.
  case ready
  case changed(RecordStreamEvent)
  /// The last one: the server says why it ends the stream.
  case ended(StreamEnded)
}
