import GroveWire

/// Walks an `EventSequence`. Dropping it closes the connection.
public struct EventIterator<Event: Sendable>: AsyncIteratorProtocol {
  /// Events and what happens to the connection, in one order.
  public typealias Element = StreamItem<Event>
  /// Thrown for a refusal that waiting does not change, a bad answer, and a cancelled task.
  public typealias Failure = ClientError

  private let sequence: EventSequence<Event>
  private var lastEventID: String?
  private var attempt = 0
  private var delay: UInt64?
  private var ended = false
  private var chunks: (any AsyncIteratorProtocol<[UInt8], any Error>)?
  private var parser = ServerSentEventParser()
  private var waiting: ArraySlice<ServerSentEvent> = []

  init(_ sequence: EventSequence<Event>) {
    self.sequence = sequence
    lastEventID = sequence.start
  }

  /// The same without isolation, for callers that need the untyped form.
  public mutating func next() async throws -> StreamItem<Event>? {
    try await next(isolation: nil)
  }

  /// The next event, opening, or interruption; nil after the last event.
  ///
  /// It waits out the time after an interruption itself, when it is asked again.
  /// - Throws: `ClientError` where the server refuses for good, an event is not of the expected
  ///   form, or the task is cancelled.
  public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError)
    -> StreamItem<Event>?
  {
    while !ended {
      if let event = try nextWaiting() { return .event(event) }
      do {
        guard chunks != nil else { return try await connect(isolation: actor) }
        try await readMore(isolation: actor)
      } catch {
        return try interrupted(by: error)
      }
    }
    return nil
  }

  private mutating func nextWaiting() throws(ClientError) -> Event? {
    while let raw = waiting.popFirst() {
      let event = try decoded(raw)
      if let id = raw.id { lastEventID = id }
      guard let event else { continue }
      ended = sequence.isLast(event)
      return event
    }
    return nil
  }

  /// An event that cannot be read ends the sequence: what follows it would be taken for the next.
  private mutating func decoded(_ raw: ServerSentEvent) throws(ClientError) -> Event? {
    do {
      return try sequence.decode(raw)
    } catch {
      ended = true
      chunks = nil
      waiting = []
      throw error
    }
  }

  private mutating func connect(isolation actor: isolated (any Actor)?)
    async throws(ClientError) -> StreamItem<Event>
  {
    if let delay {
      do {
        try await sequence.clock.sleep(for: .milliseconds(delay))
      } catch {
        throw .cancelled
      }
      self.delay = nil
    }
    let stream = try await sequence.open(lastEventID)
    parser = ServerSentEventParser()
    chunks = stream.chunks.makeAsyncIterator()
    return .opened
  }

  private mutating func readMore(isolation actor: isolated (any Actor)?)
    async throws(ClientError)
  {
    let chunk: [UInt8]?
    do {
      chunk = try await chunks?.next(isolation: actor)
    } catch {
      throw error as? ClientError ?? .unreachable("the connection broke")
    }
    guard !Task.isCancelled else { throw .cancelled }
    guard let chunk else { throw .unreachable("the server ended the stream") }
    do {
      waiting.append(contentsOf: try parser.feed(chunk))
    } catch {
      throw .badAnswer("an event is longer than allowed")
    }
    attempt = 0
  }

  private mutating func interrupted(by error: ClientError) throws(ClientError)
    -> StreamItem<Event>
  {
    chunks = nil
    guard sequence.policy.shouldRetry(error) else {
      ended = true
      throw error
    }
    attempt += 1
    let retryAfter: Int? = if case .problem(let problem) = error { problem.retryAfter } else { nil }
    let wait = sequence.policy.delay(
      attempt: attempt, random: UInt64.random(in: .min ... .max), retryAfter: retryAfter)
    delay = wait
    return .interrupted(error, retryIn: wait)
  }
}
