package import GroveWire
package import NIOCore
import Synchronization

/// Every open stream of one server, by what it streams.
///
/// A stream is registered before its access is checked. So a removal that committed before the check
/// is seen by the check, and one that committed after it finds the stream here: no interleaving
/// leaves a stream served after `cut` has returned.
package final class LiveStreams: Sendable {
  private struct State {
    /// By group, then by account.
    var groups: [String: [String: [UInt64: LiveStream]]] = [:]
    /// The same of a group by event loop, kept from one delivery to the next: putting it together for 4000 took 6 % of it.
    var byLoop: [String: [LoopStreams]] = [:]
    var count = 0
    var perAccount: [String: Int] = [:]
    var nextID: UInt64 = 0
    var isShutDown = false
    var left = EndedStreamCounts()

    var all: [LiveStream] { groups.values.flatMap { $0.values.flatMap(\.values) } }

    func streams(of group: String) -> [LiveStream] {
      // `flatMap(\.values)` goes through a key path for each account: with 4000, 0.30 ms at each delivery, and this 0.13.
      var all: [LiveStream] = []
      for own in (groups[group] ?? [:]).values {
        for stream in own.values { all.append(stream) }
      }
      return all
    }

    mutating func streamsByLoop(of group: String) -> [LoopStreams] {
      guard groups[group] != nil else { return [] }
      if let kept = byLoop[group] { return kept }
      let found = Dictionary(grouping: streams(of: group)) { ObjectIdentifier($0.eventLoop) }.values
        .map { LoopStreams(loop: $0[0].eventLoop, streams: $0) }
      byLoop[group] = found
      return found
    }
  }

  /// A group's streams whose connections one event loop has.
  struct LoopStreams: Sendable {
    let loop: any EventLoop
    let streams: [LiveStream]
  }

  private let state = Mutex(State())
  private let clocks = Mutex<[ObjectIdentifier: HeartbeatClock]>([:])
  let looks = StreamLooks()
  let rounds = StreamRounds()
  let connections = HeldConnections()
  package let settings: StreamSettings
  /// Whether this node may send; nil: it is the only one.
  private let gate: NodeGate?
  /// Told of a group when its first stream is registered and when its last one has gone.
  private let onChange: (@Sendable (String) -> Void)?

  package init(
    settings: StreamSettings = StreamSettings(), gate: NodeGate? = nil,
    onChange: (@Sendable (String) -> Void)? = nil
  ) {
    self.settings = settings
    self.gate = gate
    self.onChange = onChange
  }

  /// Of a server that may be one of several nodes.
  package convenience init(settings: StreamSettings, nodes: Nodes?) {
    self.init(settings: settings, gate: nodes?.gate, onChange: nodes?.changed)
  }

  /// How many streams are registered.
  package var count: Int { state.withLock(\.count) }

  /// How many streams of a group are registered.
  package func count(of group: String) -> Int {
    state.withLock { $0.groups[group]?.values.reduce(0) { $0 + $1.count } ?? 0 }
  }

  /// Whether any is.
  package func has(_ group: String) -> Bool { state.withLock { $0.groups[group] != nil } }

  /// Registers a stream. It is forgotten when the handle goes, however that happens.
  ///
  /// - Throws: `unavailable` at shutdown and on a node whose lease does not live, `limit_exceeded` beyond the limits.
  package func open(
    group: String, account: String, session: String? = nil, channel: any Channel
  ) throws(Problem) -> LiveStreamHandle {
    var isFirst = false
    let result: Result<LiveStream, Problem> = state.withLock { state in
      // Looked at under the lock that `endAll` takes: a stream that was let in by a lease is ended with it.
      if state.isShutDown || gate?.isOpen == false {
        return .failure(Problem(.unavailable, retryAfter: 1))
      }
      let own = state.groups[group]?[account]?.count ?? 0
      guard state.count < settings.maximumStreams, own < settings.maximumPerGroupAndAccount,
        account.isEmpty || (state.perAccount[account] ?? 0) < settings.maximumPerAccount
      else {
        return .failure(Problem(.limitExceeded, detail: "open streams"))
      }
      state.nextID += 1
      state.count += 1
      state.perAccount[account, default: 0] += 1
      let stream = LiveStream(
        id: state.nextID, group: group, account: account, session: session, channel: channel,
        gate: gate)
      isFirst = state.groups[group] == nil
      state.groups[group, default: [:]][account, default: [:]][stream.id] = stream
      state.byLoop[group] = nil
      return .success(stream)
    }
    if isFirst { onChange?(group) }
    return LiveStreamHandle(stream: try result.get(), streams: self)
  }

  /// Tells every stream of a group that its log has grown. Call it after the commit.
  package func wake(group: String) {
    for stream in streams(of: group) { stream.wake() }
  }

  /// Lets every stream look again: another server may have changed the store they read.
  package func wakeAll() {
    for group in groups { wake(group: group) }
  }

  /// Ends the streams of one account in a group; returns when none of them will write again.
  package func cut(
    group: String, account: String, reason: StreamEnded.Reason
  ) async -> StreamsCut {
    await cut(group: group, accounts: [account], reason: reason)
  }

  /// The same for several accounts. Each is looked up: going through four thousand others took the loop of a removal
  /// about as long as its commit.
  package func cut(
    group: String, accounts: Set<String>, reason: StreamEnded.Reason
  ) async -> StreamsCut {
    let own = state.withLock { state in
      accounts.flatMap { state.groups[group]?[$0].map { Array($0.values) } ?? [] }
    }
    return await cut(own, .told(reason)) { $0.left.take(group, where: accounts.contains) }
  }

  /// The same for every account of the group that `isCut` names: one pass, however many accounts.
  package func cut(
    group: String, reason: StreamEnded.Reason, where isCut: (String) -> Bool
  ) async -> StreamsCut {
    await cut(streams(of: group).filter { isCut($0.account) }, .told(reason)) {
      $0.left.take(group, where: isCut)
    }
  }

  /// Ends every stream of a group: its document is gone.
  package func cut(group: String, reason: StreamEnded.Reason) async -> StreamsCut {
    await cut(streams(of: group), .told(reason)) { $0.left.take(group) { _ in true } }
  }

  /// Ends the streams of one session of an account, or all of the account's, wherever they are.
  package func cut(
    account: String, session: String? = nil, reason: StreamEnded.Reason
  ) async -> StreamsCut {
    let all = state.withLock(\.all)
    let own = all.filter { $0.account == account && (session == nil || $0.session == session) }
    return await cut(own, .told(reason)) { _ in 0 }
  }

  /// Ends the streams of several sessions of an account: one pass, however many sessions.
  package func cut(
    account: String, sessions: Set<String>, reason: StreamEnded.Reason
  ) async -> StreamsCut {
    let all = state.withLock(\.all)
    let own = all.filter { stream in
      stream.account == account && (stream.session.map(sessions.contains) ?? false)
    }
    return await cut(own, .told(reason)) { _ in 0 }
  }

  /// Ends every stream, whose reader may come back; returns when none of them will write again.
  package func endAll() async {
    _ = await cut(state.withLock(\.all), .shutdown) { _ in 0 }
  }

  /// What is streamed now.
  package var groups: [String] { state.withLock { Array($0.groups.keys) } }

  /// Ends every stream and refuses new ones. Does not wait: the server waits for its connections.
  package func shutDown() {
    let all = state.withLock { state in
      state.isShutDown = true
      return state.all
    }
    for stream in all { stream.end(.shutdown) }
  }

  /// Ends every stream at once, whatever waits to be written.
  func silence() {
    for stream in state.withLock(\.all) { stream.silence() }
  }

  func clock(of loop: any EventLoop) -> HeartbeatClock {
    clocks.withLock { clocks in
      if let clock = clocks[ObjectIdentifier(loop)] { return clock }
      let clock = HeartbeatClock(on: loop, every: settings.heartbeat)
      clocks[ObjectIdentifier(loop)] = clock
      return clock
    }
  }

  func remove(_ stream: LiveStream) {
    clocks.withLock { $0[ObjectIdentifier(stream.eventLoop)] }?.remove(stream)
    let isLast = state.withLock { state in
      let (group, account) = (stream.group, stream.account)
      guard state.groups[group]?[account]?.removeValue(forKey: stream.id) != nil else {
        return false
      }
      state.byLoop[group] = nil
      state.count -= 1
      let rest = (state.perAccount[account] ?? 1) - 1
      state.perAccount[account] = rest == 0 ? nil : rest
      // Under the lock, so that whoever counts sees the stream either in the register or here.
      if stream.leaveUncounted() { state.left.add(group, account, at: .now) }
      if state.groups[group]?[account]?.isEmpty == true { state.groups[group]?[account] = nil }
      guard state.groups[group]?.isEmpty == true else { return false }
      state.groups[group] = nil
      return true
    }
    if isLast { onChange?(stream.group) }
  }

  func streams(of group: String) -> [LiveStream] { state.withLock { $0.streams(of: group) } }

  func streamsByLoop(of group: String) -> [LoopStreams] {
    state.withLock { $0.streamsByLoop(of: group) }
  }

  /// - Parameter left: how many have found out by themselves and gone before they could be counted.
  private func cut(
    _ streams: [LiveStream], _ ending: StreamEnding, left: (inout State) -> Int
  ) async -> StreamsCut {
    let start = ContinuousClock.now
    // All are told first; then each is waited for, so the time is that of the slowest, not the sum.
    let cuts = streams.map { $0.startCut(ending, grace: settings.cutGrace) }
    for stream in streams { await stream.waitUntilSilent() }
    for cut in cuts { cut.clock.cancel() }
    let count = cuts.count { $0.counted } + state.withLock { left(&$0) }
    return StreamsCut(streams: count, elapsed: ContinuousClock.now - start)
  }
}
