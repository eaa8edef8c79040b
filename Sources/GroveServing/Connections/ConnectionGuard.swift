import GroveWire
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Stands between the parser and the requests: what arrives too slowly, cannot be read, or has to make
/// room for another is told so, and the connection closed.
///
/// Whoever is given up gets the answer first. Closing at once would lose it, because a system answers
/// what arrives on a closed connection with a reset, which takes unread answers along. So the answer
/// goes out, then the sending side is closed, and what still arrives is dropped until the client hangs
/// up or two seconds have passed.
///
/// Requests that arrive whole cost two readings of the clock here, and no timer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase {
    case serving
    /// What is to be said once the answers before it are out.
    case answering(Problem)
    case lingering
    case closed
  }

  private let connection: ServedConnection
  private let gate: ByteGate
  private let pace: RequestTimeouts
  private var progress = ConnectionProgress()
  private var phase = Phase.serving
  private var closesAfterAnswer = false
  private var hasParts = false
  private var isLingering = false
  /// Whether the answer is this handler's own, which nobody else may cut off.
  private var hasToBeRead = false
  private var outputClosed: EventLoopFuture<Void>?
  private var isOutputClosed = false
  private var timer: Scheduled<Void>?

  init(connection: ServedConnection, gate: ByteGate, pace: RequestTimeouts) {
    self.connection = connection
    self.gate = gate
    self.pace = pace
  }

  private var isServing: Bool { if case .serving = phase { true } else { false } }
  private var isOver: Bool {
    switch phase {
    case .serving, .answering: false
    case .lingering, .closed: true
    }
  }

  // MARK: What arrives

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    if connection.mustGo { giveUp(Problem(.unavailable, retryAfter: 1), context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isServing else { return }
    hasParts = true
    switch unwrapInboundIn(data) {
    case .head(let head):
      do {
        progress.readHead(expectingContinue: try RequestHeadRules.check(head))
      } catch {
        return giveUp(error, context)
      }
      connection.touch(at: MonotonicClock.milliseconds())
    case .body(let bytes): progress.readBody(bytes.readableBytes)
    case .end: progress.readEnd()
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isOver {
      // Nobody behind this handler reads any more.
      context.read()
    } else if isServing {
      if progress.isReadingBody {
        progress.stopWaiting(at: MonotonicClock.milliseconds())
      } else if !hasParts {
        progress.readPartOfHead(at: MonotonicClock.milliseconds())
        watch(context)
      }
      hasParts = false
    }
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    if isServing, progress.isReadingBody {
      progress.startWaiting(at: MonotonicClock.milliseconds())
      watch(context)
    }
    context.read()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard isServing else { return }
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    let bytes = gate.current?.readableBytesView
    giveUp(
      RequestHeadRules.problem(error, reading: bytes ?? ByteBuffer().readableBytesView), context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionEvicted { return makeRoom(context) }
    if isOver, let event = event as? ChannelEvent, event == .inputClosed { finish(context) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .closed
    stopLingering()
    timer?.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  /// The connection has been handed over to a stream.
  func handlerRemoved(context: ChannelHandlerContext) {
    phase = .closed
    stopLingering()
    timer?.cancel()
    timer = nil
  }

  // MARK: What is answered

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyReadStarted else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if isServing, progress.wantBody(at: MonotonicClock.milliseconds()) {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
      watch(context)
    }
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      progress.writeHead()
      // A client that was not told to send its body may send it or not: nobody could tell what follows.
      if progress.waitsForContinue { head.headers.replaceOrAdd(name: "connection", value: "close") }
      closesAfterAnswer = head.headers.first(name: "connection") == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      progress.writeEnd()
      connection.touch(at: MonotonicClock.milliseconds())
      if case .answering(let problem) = phase, progress.say == .now {
        answer(problem, context)
      } else if closesAfterAnswer {
        context.flush()
        linger(context)
      }
    }
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    guard case .lingering = phase else { return context.close(mode: mode, promise: promise) }
    if mode == .output {
      outputClosed?.cascade(to: promise)
    } else if mode == .all, hasToBeRead || isOutputClosed {
      // Nothing more can go out. The client still has to read its answer; it is closed soon after.
      promise?.succeed()
    } else {
      // Whoever cuts a connection wants what waits in it dropped.
      phase = .closed
      stopLingering()
      context.close(mode: mode, promise: promise)
    }
  }

  // MARK: Giving up

  private func makeRoom(_ context: ChannelHandlerContext) {
    guard !isOver else { return }
    guard progress.isIdle, progress.hasAnswered else {
      return giveUp(Problem(.unavailable, retryAfter: 1), context)
    }
    // Between two requests a server may hang up, and every client knows (RFC 9112 section 9.5).
    finish(context)
  }

  private func giveUp(_ problem: Problem, _ context: ChannelHandlerContext) {
    guard isServing else { return }
    gate.isDiscarding = true
    switch progress.say {
    case .now: answer(problem, context)
    case .later: phase = .answering(problem)
    case .nothing: linger(context)
    }
    // Whoever waits for the rest of the request waits no longer.
    context.fireErrorCaught(RequestAbandoned(problem: problem))
  }

  private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
    let head = HTTPResponseHead(problem)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(
      wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: problem.json)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    hasToBeRead = true
    linger(context)
  }

  private func linger(_ context: ChannelHandlerContext) {
    gate.isDiscarding = true
    phase = .lingering
    timer?.cancel()
    isLingering = connection.beginLingering()
    let loop = context.eventLoop.assumeIsolated()
    // Long enough for a last answer that is still on its way to a slow client.
    timer = loop.scheduleTask(in: .seconds(60)) { self.finish(context) }
    let sent = context.eventLoop.makePromise(of: Void.self)
    outputClosed = sent.futureResult
    sent.futureResult.assumeIsolated().whenComplete { _ in
      self.isOutputClosed = true
      guard case .lingering = self.phase else { return }
      self.timer?.cancel()
      guard self.isLingering else { return self.finish(context) }
      self.timer = loop.scheduleTask(in: .seconds(2)) { self.finish(context) }
    }
    context.close(mode: .output, promise: sent)
    context.read()
  }

  private func finish(_ context: ChannelHandlerContext) {
    phase = .closed
    stopLingering()
    context.close(mode: .all, promise: nil)
  }

  private func stopLingering() {
    if isLingering { connection.endLingering() }
    isLingering = false
  }

  // MARK: Time

  /// Looks again when the client could have used up its time, at most every quarter of the shortest.
  private func watch(_ context: ChannelHandlerContext) {
    guard timer == nil, let deadline = progress.deadline(pace) else { return }
    let now = MonotonicClock.milliseconds()
    let step = max(10, min(pace.head, pace.bodyGrace) / 4)
    let wait = min(step, deadline - min(deadline, now) + 1)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(wait))) {
      self.timer = nil
      guard self.isServing else { return }
      guard let deadline = self.progress.deadline(self.pace) else { return }
      if MonotonicClock.milliseconds() >= deadline {
        self.giveUp(Problem(.requestTimeout), context)
      } else {
        self.watch(context)
      }
    }
  }
}

/// Said by whoever begins to read a request's body.
struct BodyReadStarted: Sendable {}

/// Why the rest of a request does not come.
struct RequestAbandoned: Error, Sendable {
  let problem: Problem
}

extension HTTPResponseHead {
  /// The head of a refusal made below the router, after which the connection closes.
  fileprivate init(_ problem: Problem) {
    var headers = HTTPHeaders()
    headers.add(name: "content-type", value: Problem.mediaType)
    headers.add(name: "content-length", value: String(problem.json.count))
    headers.add(name: "connection", value: "close")
    for field in SecurityHeaders.data {
      headers.add(name: field.name.rawName, value: field.value)
    }
    if let wait = problem.retryAfter { headers.add(name: "retry-after", value: String(wait)) }
    self.init(version: .http1_1, status: .init(statusCode: problem.status), headers: headers)
  }
}
