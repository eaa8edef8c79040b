package import GroveWire

/// Why a stream is over.
package enum StreamEnding: Hashable, Sendable {
  /// The person is told by a last event.
  case told(StreamEnded.Reason)
  /// The server is going down; the client comes back by itself.
  case shutdown
  /// The client has gone.
  case disconnected

  /// The refusal for a stream that was ended while it was still being opened.
  var problem: Problem {
    switch self {
    case .told(.removed), .told(.left), .told(.stopped): Problem(.notFound)
    case .told(.deleted): Problem(.gone)
    case .told(.signedOut): Problem(.unauthenticated)
    case .told(.tooSlow), .shutdown, .disconnected: Problem(.unavailable, retryAfter: 1)
    }
  }
}
