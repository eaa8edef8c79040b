import Logging

extension NodeService {
  private var now: UInt64 { MonotonicClock.milliseconds() }

  /// One life after the other: registered, renewed, and, where that did not succeed in time, ended with all streams.
  func keepLease() async {
    while !Task.isCancelled {
      // Nothing is left from before: each stream is opened again, and its right looked up.
      await live.endAll()
      guard let lease = await begin() else {
        try? await Task.sleep(for: .milliseconds(200))
        continue
      }
      // After it was registered: whatever is taken away from now on, it is asked.
      await handler.forget()
      nodes.gate.open(until: lease.goodUntil)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await renew(lease) }
        group.addTask { await watch() }
        await group.next()
        group.cancelAll()
      }
      guard !Task.isCancelled else { return }
      nodes.gate.close()
      nodes.update { $0.lost += 1 }
      logger.error("This node could not renew its lease in time; its streams have ended")
    }
  }

  private func begin() async -> NodeLease? {
    let (id, askedAt) = (nodes.freshID(), now)
    do {
      guard try await nodes.register.register(id, before: nodes.own) else {
        logger.error("Other nodes on this database work with another data folder")
        return nil
      }
    } catch {
      logger.warning(
        "This node could not be registered",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
      return nil
    }
    nodes.update { $0.own = id }
    return NodeLease(askedAt: askedAt, now: now)
  }

  /// Returns when the lease is lost, or the service is to end.
  private func renew(_ first: NodeLease) async {
    guard let own = nodes.own else { return }
    var lease = first
    while !Task.isCancelled {
      let askedAt = now
      if let answer = try? await nodes.register.renew(own) {
        let verdict: NodeLease.Answer =
          answer.isRenewed ? .renewed : answer.lives ? .held : .over
        guard lease.take(verdict, askedAt: askedAt, now: now) else { return nodes.gate.close() }
        nodes.gate.open(until: lease.goodUntil)
        nodes.update { $0.alive = answer.alive }
        if answer.isAsked { nodes.lookAtQuestions() }
        let wait = verdict == .held ? 50 : Int(NodeLease.renewedEvery)
        try? await Task.sleep(for: .milliseconds(wait))
      } else {
        guard lease.lives(at: now) else { return }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Returns when the gate has closed by itself, after every stream was told.
  private func watch() async {
    while !Task.isCancelled {
      let (end, now) = (nodes.gate.goodUntil, now)
      guard now < end else { return await live.endAll() }
      try? await Task.sleep(for: .milliseconds(end - now + 1))
    }
  }
}
