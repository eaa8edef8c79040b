package import GroveWire
import HTTPTypes
import Hummingbird

/// Registers a stream, before its access is checked.
package struct StreamRegistrar: Sendable {
  let live: LiveStreams
  let context: GroveRequestContext

  /// - Throws: `unavailable`, `limit_exceeded`.
  package func open(
    group: String, account: String, session: String? = nil
  ) throws(Problem) -> LiveStreamHandle {
    try live.open(group: group, account: account, session: session, channel: context.channel)
  }
}

/// What a stream's handler answers when access is granted.
package struct OpenedStream: Sendable {
  let handle: LiveStreamHandle
  let feed: any EventFeed

  package init(_ handle: LiveStreamHandle, feeding feed: any EventFeed) {
    self.handle = handle
    self.feed = feed
  }
}

extension GroveRouter {
  /// A stream of events for signed-in callers (WHATWG HTML, "Server-sent events").
  ///
  /// The handler opens the stream in the register first, then checks access, then answers the feed.
  package func onStream<Event: Sendable>(
    _ route: Route<NoBody, EventStream<Event>>, _ live: LiveStreams,
    limits: RouteLimits = RouteLimits(),
    _ handler:
      @escaping @Sendable (ServedRequest<NoBody>, Caller, StreamRegistrar) async throws
      -> OpenedStream
  ) {
    let gate = gate
    let settings = settings
    let limiter = CallLimiter(limits, of: route.name, among: settings.rates)
    add(route, .required, isStream: true) { request, context in
      let caller = try await gate.admit(request.head, limiter, context)
      // A body would have to be read before the client's leaving could be noticed.
      guard !RequestBodyReading.announcesBody(request.headers) else {
        throw Problem(.malformed, detail: "body")
      }
      let served = ServedRequest(
        body: NoBody(), head: request.head, context: context,
        settings: settings)
      let opened = try await handler(
        served, caller, StreamRegistrar(live: live, context: context))
      // From here on it is being served: it is counted when it is cut, and told why.
      let stream = opened.handle.stream
      guard stream.begin() else { throw (stream.ending ?? .shutdown).problem }
      return StreamHandOver(opened: opened, live: live, context: context)
        .response(Self.streamHeaders)
    }
  }

  /// nginx gathers answers before it passes them on, unless it is told not to.
  private static var streamHeaders: HTTPFields {
    var fields: HTTPFields = [.contentType: "text/event-stream", .connection: "close"]
    if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
    return fields
  }
}
