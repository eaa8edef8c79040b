import Logging
import NIOCore
import Synchronization

extension NATSWakeUps {
  /// Milliseconds between two questions whether the server is there, and after which silence it is not.
  private static let asksEvery = 2000
  private static let silentFor: UInt64 = 6000

  /// One connection after the other, to each of the servers in turn, until it is cancelled.
  /// - Parameter onLoss: called when a connection has ended: what was told last may not have been heard.
  func run(
    _ live: LiveStreams, _ handler: NodeHandler, _ logger: Logger,
    onLoss: @escaping @Sendable () -> Void
  ) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.lookWhileAway(live, handler) }
      group.addTask { await self.connect(live, handler, logger, onLoss) }
    }
  }

  /// Another node may tell through NATS what this one cannot hear.
  private func lookWhileAway(_ live: LiveStreams, _ handler: NodeHandler) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(2))
      guard !isConnected else { continue }
      for group in live.groups { await handler.moved(group) }
    }
  }

  private func connect(
    _ live: LiveStreams, _ handler: NodeHandler, _ logger: Logger, _ onLoss: () -> Void
  ) async {
    var attempts = NATSAttempts(hosts: address.hosts.count)
    while !Task.isCancelled {
      let host = address.hosts[attempts.host]
      let begin = MonotonicClock.milliseconds()
      do {
        try await session(at: host, live, handler, logger)
      } catch {
        let wasConnected = isConnected
        end()
        if Task.isCancelled { return }
        if wasConnected { onLoss() }
        note(error, at: host, logger)
        let wait = attempts.failed(after: MonotonicClock.milliseconds() - begin)
        try? await Task.sleep(for: .milliseconds(wait))
      }
    }
  }

  private func note(_ error: any Error, at host: NATSAddress.Host, _ logger: Logger) {
    guard mayLog("away") else { return }
    let reason = (error as? NATSProtocolError)?.text ?? String(reflecting: type(of: error))
    logger.error(
      "NATS is away; nodes tell each other through the database until it is back",
      metadata: ["host": "\(host.name):\(host.port)", "reason": "\(reason)"])
  }

  /// A line of each kind every ten seconds at most: a server may come and go many times.
  private func mayLog(_ kind: String) -> Bool {
    state.withLock { state in
      let now = MonotonicClock.milliseconds()
      if let last = state.loggedAt[kind], now - last < 10_000 { return false }
      state.loggedAt[kind] = now
      return true
    }
  }

  /// Returns never; it throws when the connection has ended.
  private func session(
    at host: NATSAddress.Host, _ live: LiveStreams, _ handler: NodeHandler, _ logger: Logger
  ) async throws {
    let channel = try await host.connected(address.tls)
    let calls = beginCalls()
    state.withLock { $0.begunAt = MonotonicClock.milliseconds() }
    try await channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.read(inbound, live, handler, logger) }
        group.addTask {
          for await _ in calls {
            if let bytes = self.takeCommands(isOpen: live.has) { try await outbound.write(bytes) }
          }
        }
        group.addTask { try await self.watch() }
        defer { group.cancelAll() }
        try await group.next()
        throw NATSProtocolError(text: "the connection has ended")
      }
    }
  }

  /// Throws when the server has left a question without an answer for too long.
  private func watch() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(Self.asksEvery))
      let now = MonotonicClock.milliseconds()
      let since = state.withLock { state in
        defer { state.subscriptions?.ask(at: now, &state.commands) }
        return state.subscriptions.map { $0.waitsSince ?? now } ?? state.begunAt
      }
      guard now - min(since, now) < Self.silentFor else {
        throw NATSProtocolError(text: "no answer")
      }
      call()
    }
  }

  private func read(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ live: LiveStreams,
    _ handler: NodeHandler, _ logger: Logger
  ) async throws {
    var reader = NATSReader()
    for try await bytes in inbound {
      reader.append(bytes)
      while let frame = try reader.next() { try await take(frame, live, handler, logger) }
    }
  }

  private func take(
    _ frame: NATSFrame, _ live: LiveStreams, _ handler: NodeHandler, _ logger: Logger
  ) async throws {
    switch frame {
    case .info(_, let tls):
      guard tls != .required || address.tls != nil else { throw NATSProtocolError.wantsTLS }
      // It comes again whenever the cluster changes.
      if state.withLock({ $0.subscriptions == nil }) { begin(live) }
    case .ping:
      state.withLock { $0.owesPong = true }
      call()
    case .pong: try await answered(live, handler, logger)
    case .message(let subscription, _):
      if let group = state.withLock({ $0.subscriptions?.group(of: subscription) }) {
        await handler.moved(group)
      }
    case .error(let text): throw NATSProtocolError(text: text)
    case .acknowledged: break
    }
  }

  /// What the server was told to listen to counts from now on: what came before is looked for.
  private func answered(_ live: LiveStreams, _ handler: NodeHandler, _ logger: Logger) async throws
  {
    guard let answer = try state.withLock({ try $0.subscriptions?.answered() }) else { return }
    switch answer {
    case .listens(let groups): for group in groups { await handler.moved(group) }
    case .isReady:
      state.withLock { state in
        state.isConnected = true
        state.connections += 1
      }
      if mayLog("connected") { logger.notice("Nodes tell each other through NATS") }
      for group in live.groups { await handler.moved(group) }
    }
  }
}
