import Crypto
package import GroveIdentity
import GroveWire
import Metrics
import Synchronization

/// This node among those that work on the same database (decision 0033): its lease, what it asks the others, and what it
/// tells them. `NodeService` runs it.
package final class Nodes: Sendable {
  struct State {
    /// The identifier of this registration; nil before the first.
    var own: [UInt8]?
    /// Whoever waits for the answers to a question, and of how many nodes it was asked; nil: it is still to be.
    struct Waiting {
      var text: String
      var continuation: AsyncStream<NodeReceipt>.Continuation
      var asked: Int?
    }
    var waiting: [[UInt8]: Waiting] = [:]
    /// What is still to be asked.
    var unasked: [[UInt8]: String] = [:]
    /// Questions that may have been answered.
    private var due: Set<[UInt8]> = []

    /// - Parameter question: nil: all of them.
    mutating func setDue(_ question: [UInt8]?) {
      if let question { due.insert(question) } else { due.formUnion(waiting.keys) }
    }

    mutating func takeDue() -> Set<[UInt8]> {
      defer { due = [] }
      return due.intersection(waiting.keys)
    }
    var alive = 0
    var lost = 0
    /// What became of all cuts.
    var sum = NodeReceipt()
  }

  let register: any NodeRegister
  package let gate: NodeGate
  let outbox = NodeOutbox()
  /// Something is asked.
  let questions: AsyncStream<Void>
  private let questionCalls: AsyncStream<Void>.Continuation
  /// Something is to be asked.
  let askings: AsyncStream<Void>
  private let askingCalls: AsyncStream<Void>.Continuation
  /// Something that was asked may have been answered.
  let answers: AsyncStream<Void>
  private let answerCalls: AsyncStream<Void>.Continuation
  /// What the others told, until it is handed on.
  let news: AsyncStream<String>
  private let newsCalls: AsyncStream<String>.Continuation
  private let state = Mutex(State())
  private let random: @Sendable (Int) -> [UInt8]
  private let aliasKey: SecretBytes
  /// A quicker way to tell of streams than the database; nil: there is none.
  let wakeUps: NATSWakeUps?
  /// How often something may happen, counted by all nodes together.
  package let rates: SharedRates

  /// - Parameters:
  ///   - aliasKey: the same for nodes that work with the same keys and files.
  ///   - random: so many bytes nobody can guess.
  package init(
    _ register: any NodeRegister, gate: NodeGate = NodeGate(), wakeUps: NATSWakeUps? = nil,
    aliasKey: SecretBytes,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.register = register
    self.gate = gate
    self.wakeUps = wakeUps
    self.aliasKey = aliasKey
    self.random = random
    rates = SharedRates { Self.alias("rate", Array($0.utf8), under: aliasKey) }
    (questions, questionCalls) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (askings, askingCalls) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (answers, answerCalls) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (news, newsCalls) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
  }

  /// Nodes whose lease lived when this one renewed its own.
  package var alive: Int { state.withLock(\.alive) }
  /// How often this node could not renew in time.
  package var leasesLost: Int { state.withLock(\.lost) }
  /// Of every cut that this node asked the others for.
  package var sum: NodeReceipt { state.withLock(\.sum) }
  var own: [UInt8]? { state.withLock(\.own) }
  /// In its own words, it is known by this.
  var sender: String { own.map(Hex.encode) ?? "" }

  func freshID() -> [UInt8] { random(16) }
  func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
    state.withLock { change(&$0) }
  }
  func lookAtQuestions() { questionCalls.yield() }
  func hear(_ line: String) { newsCalls.yield(line) }
  func askWhatIsUnasked() { askingCalls.yield() }

  /// Counts what an operator watches.
  package func register(_ metrics: PrometheusRegistry?) {
    metrics?.gauge("nodes_alive") { Double(self.alive) }
    metrics?.counter("node_leases_lost_total") { Double(self.leasesLost) }
    metrics?.counter("removal_nodes_confirmed_total") { Double(self.sum.confirmed) }
    metrics?.counter("removal_nodes_expired_total") { Double(self.sum.expired) }
    guard let wakeUps else { return }
    metrics?.gauge("nats_connected") { wakeUps.isConnected ? 1 : 0 }
    metrics?.counter("nats_connections_total") { Double(wakeUps.connections) }
  }

  /// The streams of a group have something new, of which other nodes do not know yet. Returns at once.
  package func moved(_ group: String) {
    if wakeUps?.moved(group) != true { outbox.add(group) }
  }

  /// The same of what is waited for by no stream: every node is told.
  package func movedUnstreamed(_ group: String) { outbox.add(group) }

  /// A group of streams was opened at this node, or its last stream has ended.
  package func changed(_ group: String) { wakeUps?.changed(group) }

  /// Tells the other nodes something of which nothing is kept, through the database: it may be lost. Returns at once.
  /// - Parameter news: JSON of less than 7836 bytes; what is longer is not told.
  package func tell(_ news: some Encodable) {
    guard let bytes = try? StrictJSON.encode(news) else { return }
    outbox.addLine(String(decoding: bytes, as: UTF8.self))
  }

  /// A name that is the same at every node, and says nothing to whoever does not have the data folder's secret.
  /// - Parameter kind: keeps the names of different things apart.
  package func alias(_ kind: String, _ bytes: [UInt8]) -> String {
    Self.alias(kind, bytes, under: aliasKey)
  }

  private static func alias(_ kind: String, _ bytes: [UInt8], under key: SecretBytes) -> String {
    let code = key.withUnsafeBytes { key in
      HMAC<SHA256>.authenticationCode(
        for: Array("\(kind) ".utf8) + bytes, using: SymmetricKey(data: key))
    }
    return Base64URL.encode(Array(code.prefix(16)))
  }

  /// It is looked again what became of a question.
  /// - Parameter question: nil: of all of them.
  func lookForAnswers(to question: [UInt8]? = nil) {
    state.withLock { $0.setDue(question) }
    answerCalls.yield()
  }
}
