import GroveIdentity
package import Logging
import ServiceLifecycle

/// What a server does when other nodes ask or tell it something.
package struct NodeHandler: Sendable {
  /// Ends the streams; returns when none of them will write again.
  let cut: @Sendable (StreamCut) async -> StreamsCut
  /// A group of streams has something new.
  let moved: @Sendable (String) async -> Void
  /// Every group may have.
  let movedAll: @Sendable () async -> Void
  /// Another node tells something (`Nodes.tell`).
  let told: @Sendable (String) async -> Void
  /// A lease begins: whatever was taken from anybody before, this node was perhaps not asked.
  let forget: @Sendable () async -> Void

  package init(
    cut: @escaping @Sendable (StreamCut) async -> StreamsCut,
    moved: @escaping @Sendable (String) async -> Void,
    movedAll: @escaping @Sendable () async -> Void,
    told: @escaping @Sendable (String) async -> Void = { _ in },
    forget: @escaping @Sendable () async -> Void = {}
  ) {
    self.cut = cut
    self.moved = moved
    self.movedAll = movedAll
    self.told = told
    self.forget = forget
  }
}

/// Keeps this node's lease, answers what other nodes ask, and hands on what they tell. It ends after the listener, so that
/// what still streams is answered for.
package struct NodeService: Service {
  let nodes: Nodes
  let live: LiveStreams
  let handler: NodeHandler
  let logger: Logger

  package init(_ nodes: Nodes, _ live: LiveStreams, _ handler: NodeHandler, logger: Logger) {
    self.nodes = nodes
    self.live = live
    self.handler = handler
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await keepLease() }
        group.addTask { await ask() }
        group.addTask { await answer() }
        group.addTask { await hearAnswers() }
        group.addTask { await listen() }
        group.addTask { await send() }
        group.addTask { await tick() }
        // Whoever waits for confirmations does not wait for what is done about this.
        group.addTask {
          for await line in nodes.news where !nodes.rates.heard(line) { await handler.told(line) }
        }
        group.addTask { await tellRates() }
        if let wakeUps = nodes.wakeUps {
          group.addTask {
            await wakeUps.run(live, handler, logger) { nodes.outbox.addEverything() }
          }
        }
      }
    }
    nodes.gate.close()
    await live.endAll()
    if let own = nodes.own { try? await nodes.register.giveBack(own) }
    await nodes.register.close()
  }

  /// Waits, unless the service is to end.
  private func pause(_ milliseconds: Int) async {
    try? await Task.sleep(for: .milliseconds(milliseconds))
  }

  private func ask() async {
    for await _ in nodes.askings {
      do {
        try await nodes.ask()
      } catch {
        await pause(100)
        nodes.askWhatIsUnasked()
      }
    }
  }

  private func answer() async {
    for await _ in nodes.questions {
      guard let own = nodes.own else { continue }
      do {
        let asked = try await nodes.register.asked(own)
        let done = await withTaskGroup(of: ([UInt8], Int)?.self) { group in
          for (question, text) in asked {
            group.addTask { await cut(text).map { (question, $0) } }
          }
          return await group.reduce(into: [(question: [UInt8], streams: Int)]()) { done, one in
            if let one { done.append(one) }
          }
        }
        if !done.isEmpty { try await nodes.register.confirm(done, by: own) }
      } catch {
        await pause(100)
        nodes.lookAtQuestions()
      }
    }
  }

  /// - Returns: how many streams that were; nil for what this program does not understand, which it never confirms: then
  ///   it loses its lease, and with it every stream.
  private func cut(_ text: String) async -> Int? {
    guard let cut = try? StrictJSON.decode(StreamCut.self, from: Array(text.utf8)) else {
      logger.error("Another node asks for something that this version does not know")
      return nil
    }
    return await handler.cut(cut).streams
  }

  private func listen() async {
    while !Task.isCancelled {
      do {
        for word in try await nodes.register.words() { await take(word) }
      } catch {
        await pause(200)
      }
    }
  }

  private func take(_ word: String) async {
    switch String(word.prefix(1)) {
    case NodeWord.asked: nodes.lookAtQuestions()
    case NodeWord.confirmed:
      guard let question = try? Hex.decode(String(word.dropFirst())) else { return }
      nodes.lookForAnswers(to: question)
    case NodeWord.moved:
      let lines = word.dropFirst().split(separator: "\n")
      guard lines.first.map(String.init) != nodes.sender else { return }
      for group in lines.dropFirst() { await handler.moved(String(group)) }
    case NodeWord.told:
      let lines = word.dropFirst().split(separator: "\n")
      guard lines.first.map(String.init) != nodes.sender else { return }
      for line in lines.dropFirst() { nodes.hear(String(line)) }
    default:
      nodes.lookAtQuestions()
      await handler.movedAll()
    }
  }

  private func send() async {
    for await _ in nodes.outbox.calls {
      let words = nodes.outbox.take(from: nodes.sender)
      // What is lost only delays: streams look by themselves.
      if !words.isEmpty { try? await nodes.register.tell(words) }
    }
  }

  private func hearAnswers() async {
    for await _ in nodes.answers {
      // Where the database does not answer it is asked again with the next tick.
      try? await nodes.lookAtAnswers()
    }
  }

  /// Where no other node counts along, nothing that was taken is of use to anybody.
  private func tellRates() async {
    while !Task.isCancelled {
      await pause(250)
      let untold = nodes.rates.takeUntold()
      if nodes.alive > 1 { untold.forEach(nodes.tell) }
    }
  }

  /// It is looked for confirmations without having been told, too.
  private func tick() async {
    while !Task.isCancelled {
      await pause(100)
      nodes.lookForAnswers()
    }
  }
}
