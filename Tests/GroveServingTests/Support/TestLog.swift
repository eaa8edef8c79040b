import GroveServing
import GroveWire
import NIOCore
import Synchronization

/// A log in memory, streamed as the servers stream theirs: rows first, then a wake-up.
final class TestLog: Sendable {
  private let rows = Mutex<[String]>([])
  private let members = Mutex<Set<String>>(["alice"])
  let live: LiveStreams
  /// How long a feed takes to look into the log, as a database does.
  let lookTakes: Duration
  /// How often a feed has looked.
  let looks = Atomic<Int>(0)
  /// Whether what is added is told to all streams at once, or each looks by itself.
  let tells: Bool

  init(
    _ settings: StreamSettings = patient, lookTakes: Duration = .zero, tells: Bool = false,
    gate: NodeGate? = nil
  ) {
    live = LiveStreams(settings: settings, gate: gate)
    self.lookTakes = lookTakes
    self.tells = tells
  }

  /// A busy machine may take its time to write a last event.
  private static let patient: StreamSettings = {
    var settings = StreamSettings()
    settings.cutGrace = .seconds(20)
    return settings
  }()

  func append(_ text: String) { append([text]) }

  /// Several rows and one wake-up.
  func append(_ texts: [String]) {
    let before = rows.withLock { rows in
      defer { rows += texts }
      return rows.count
    }
    guard tells else { return live.wake(group: "log") }
    live.tell(group: "log", TestNews(after: before, rows: texts))
  }

  func hasAccess(_ account: String) -> Bool { members.withLock { $0.contains(account) } }

  func remove(_ account: String) { members.withLock { _ = $0.remove(account) } }
  func admit(_ account: String) { members.withLock { _ = $0.insert(account) } }

  func after(_ position: Int, limit: Int) -> ArraySlice<String> {
    rows.withLock { Array($0.dropFirst(position).prefix(limit))[...] }
  }

  /// `GET /t/stream`; `admitted` runs after the access check.
  static let route = Route<NoBody, EventStream<String>>(
    "stream", .get, "/t/stream", parameters: RouteParameter.positions,
    refusals: [.notFound, .limitExceeded])

  func register(
    _ router: TestRouter, admitted: @escaping @Sendable () async -> Void = {}
  ) {
    router.onStream(Self.route, live) { request, caller, registrar in
      let handle = try registrar.open(group: "log", account: caller, session: "s1")
      guard self.hasAccess(caller) else { throw Problem(.notFound) }
      await admitted()
      let position = Int(try request.resumePosition)
      return OpenedStream(handle, feeding: TestFeed(log: self, position: position))
    }
  }
}

/// Rows that were added, as all streams are sent them.
struct TestNews: StreamNews {
  let after: UInt64
  let position: UInt64
  let bytes: ByteBuffer

  private init(after: UInt64, position: UInt64, bytes: ByteBuffer) {
    (self.after, self.position, self.bytes) = (after, position, bytes)
  }

  init(after: Int, rows: [String]) {
    let events = rows.enumerated().map { index, row in
      ServerSentEvent(name: "row", id: String(after + index + 1), data: row)
    }
    self.init(
      after: UInt64(after), position: UInt64(after + rows.count),
      bytes: TransferChunk.framed(events.flatMap(\.bytes)))
  }

  func piece(for place: StreamPlace) -> StreamPiece {
    guard place.position < position else { return .nothing }
    guard place.position == after else { return .look }
    var next = place
    next.position = position
    return .bytes(bytes, next)
  }

  func joined(with next: any StreamNews) -> (any StreamNews)? {
    guard let next = next as? Self, next.after == position else { return nil }
    return Self(
      after: after, position: next.position,
      bytes: ByteBuffer(bytes: Array(buffer: bytes) + Array(buffer: next.bytes)))
  }
}

/// Reads the log in pages of ten.
struct TestFeed: EventFeed {
  let log: TestLog
  var position: Int

  var place: StreamPlace? {
    get {
      guard log.tells else { return nil }
      return StreamPlace(
        position: UInt64(position), version: 0, isOwner: false, goodUntil: .max)
    }
    set { position = newValue.map { Int($0.position) } ?? position }
  }

  mutating func ready(in room: ByteReservation?) async throws -> ReadyEvents {
    log.looks.add(1, ordering: .relaxed)
    if log.lookTakes > .zero { try await Task.sleep(for: log.lookTakes) }
    guard log.hasAccess("alice") else {
      var ended = ReadyEvents()
      ended.end = .removed
      return ended
    }
    let rows = log.after(position, limit: 10)
    var events = ReadyEvents()
    for row in rows {
      position += 1
      events.append(ServerSentEvent(name: "row", id: String(position), data: row))
    }
    events.more = rows.count == 10
    return events
  }

  func lastEvent(_ reason: StreamEnded.Reason) -> ServerSentEvent? {
    ServerSentEvent(name: "ended", data: reason.rawValue)
  }
}

extension RawConnection {
  func askForStream(headers: [String] = [], query: String = "") async throws {
    let lines =
      ["GET /t/stream\(query) HTTP/1.1", "Host: t", "Authorization: Bearer alice-token"] + headers
    try await send((lines + ["", ""]).joined(separator: "\r\n"))
  }

  /// Asks for the stream and reads its head.
  func openStream(headers: [String] = [], query: String = "") async throws -> RawResponse {
    try await askForStream(headers: headers, query: query)
    return try await readResponse()
  }

  /// The data of the next event with this name.
  func event(_ name: String) async throws -> String {
    _ = try await read(through: "event: \(name)\n")
    _ = try await read(through: "data: ")
    return String(try await read(through: "\n").dropLast())
  }
}
