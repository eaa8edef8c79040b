import GroveWire

extension CollaborationClient {
  /// A document's log from a position on, and who is present, until the server says why it ends or
  /// the caller stops reading.
  public func documentStream(
    _ id: String, after: UInt64 = 0, policy: ReconnectPolicy = ReconnectPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EventSequence<DocumentStreamEvent> {
    let caller = caller
    return EventSequence(
      start: String(after), policy: policy, clock: clock,
      open: { after throws(ClientError) in
        try await caller.open(CollaborationRoutes.documentStream, path: [id], lastEventID: after)
      },
      decode: { event throws(ClientError) in try Self.decode(event) },
      isLast: { if case .ended = $0 { true } else { false } })
  }

  private static func decode(_ event: ServerSentEvent) throws(ClientError) -> DocumentStreamEvent? {
    switch event.name {
    case CollaborationRoutes.documentEventName:
      .document(try EventData.decode(DocumentEvent.self, event))
    case CollaborationRoutes.presenceEventName:
      .presence(try EventData.decode(Presence.self, event))
    case CollaborationRoutes.endedEventName:
      .ended(try EventData.decode(StreamEnded.self, event))
    default: nil
    }
  }
}
