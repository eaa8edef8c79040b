import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain

/// A relay, a collaboration server and the devices of four people, in one thread. One `step` moves one
/// of them, or time, or takes something away; after each the invariants are checked.
final class World {
  let cast: Cast
  let weakness: Weakness?
  let conversation: ConversationID
  let documents: [DocumentID]
  let proofs: ProofHandler
  /// Whether people mostly leave each other alone, so that what they share lives long enough to be told of.
  let isCalm: Bool
  var chance: Chance
  var relay: RelayProcess
  var server: CollaborationProcess
  var devices: [Device]
  var access = AccessLedger()
  var messages = MessageLedger()
  var entries = EntryLedger()
  var told = ToldLedger()
  var packets: [Packet] = []
  /// What was under way when its connection broke, and the step from which it goes on.
  var stuck: [(until: Int, packet: Packet)] = []
  var steps = 0
  /// Over everything that was done: two runs of one seed have the same.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Milliseconds since 1970, before anybody's clock is wrong.
  var now = Cast.start
  /// How many records of each chain the relay has.
  var published: [Int]
  /// Every collaboration there has been, with its document: links are forwarded to everybody.
  var links: [(id: CollaborationID, document: Int)] = []
  /// Whose devices a root truly follows from.
  var derived: [RootHash: AccountID] = [:]
  /// Roots that shares which were sent have brought, by collaboration.
  var roots: [CollaborationID: [RootHash]] = [:]
  /// What a proof looked like on its way, for those who would use it again.
  var captured: [OfferedProof] = []
  /// Who a mention is for.
  var mentioned: [NoticeID: RootHash] = [:]
  /// What shares that failed had put on the server and into messages: it may never come back.
  var abandoned: (roots: Set<RootHash>, messages: Set<MessageID>) = ([], [])
  /// Who has knocked.
  var knocks: [KnockID: AccountLabel] = [:]
  /// What the server has posted, and which of that it knows to be on its way.
  var pushes: [Push] = []
  var telling: Set<WaitingNotice.Key> = []
  /// By the secret in an endpoint.
  var endpoints: [[UInt8]: NoticeAddressID] = [:]
  var tickets = 0
  var counts = Counts()

  /// How often the things that the invariants are about took place.
  struct Counts {
    var grants = 0
    var sharesSent = 0
    var sharesFailed = 0
    var renewalsTakenBack = 0
    var texts = 0
    var entries = 0
    var pushes = 0
    var noticesShown = 0
  }

  init(seed: UInt64, weakness: Weakness?, isReal: Bool) async throws {
    cast = try Cast.shared.get()
    self.weakness = weakness
    chance = Chance(seed: seed)
    isCalm = chance.once(in: 2)
    conversation = chance.fresh()
    var documents: [DocumentID] = []
    for _ in 0..<Cast.owners { documents.append(chance.fresh()) }
    self.documents = documents
    proofs = ProofHandler(audience: cast.audience, isReal: isReal, seed: seed)
    relay = RelayProcess(weakness, now: now)
    server = CollaborationProcess(weakness, proofs: proofs, now: now)
    published = cast.persons.map { _ in 1 }
    let members = cast.persons.map(\.id)
    devices = cast.persons.enumerated().flatMap { number, person in
      person.devices.map { keys in
        Device(
          person: number, keys: keys,
          address: DeviceAddress(account: person.id, device: keys.id),
          durable: Device.Durable(known: [1, 1, 1, 1], members: members))
      }
    }
    try await relay.begin(cast, conversation)
    for (number, document) in documents.enumerated() {
      try await server.create(document, requestID: chance.fresh(), by: cast.persons[number])
    }
    for person in 0..<2 { try await publishNext(of: person) }
  }

  /// One thing happens.
  func step() async throws {
    steps += 1
    let passed = UInt64(1 + chance.below(400))
    now += passed
    relay.now += passed
    server.now += passed
    packets += stuck.filter { $0.until <= steps }.map(\.packet)
    stuck.removeAll { $0.until <= steps }
    let choice = chance.below(1000)
    note(UInt64(choice))
    switch choice {
    case 0..<544 where !packets.isEmpty: try await deliver()
    case 544..<560 where !pushes.isEmpty: try await deliverPush()
    case 0..<960: try await act()
    case 960..<975: crash()
    case 975..<985: jump()
    case 985..<988: try await publishNext(of: chance.below(cast.persons.count))
    case 988..<996: try await tell()
    default:
      try await server.maintain()
      try await relay.maintain()
    }
    note(UInt64(packets.count))
  }

  func note(_ value: UInt64) {
    digest = (digest ^ value) &* 0x0000_0100_0000_01B3
  }

  // MARK: What comes from outside

  private func crash() {
    // Often one in the middle of a share: there is most to be left behind.
    let sharing = devices.indices.filter { devices[$0].waits(for: .share) }
    let one = chance.once(in: 2) ? chance.one(of: sharing) : nil
    let device = one ?? chance.below(devices.count)
    devices[device].crash()
    cutOff(device)
  }

  /// Breaks the connections that a device held open. What was asked over them is still carried out, now
  /// or when nobody thinks of it any more.
  func cutOff(_ device: Int, ticket: Int? = nil) {
    let broken = packets.filter {
      $0.device == device && $0.isHeld && (ticket == nil || $0.ticket == ticket)
    }
    packets.removeAll { packet in broken.contains { $0.ticket == packet.ticket } }
    for var packet in broken {
      packet.isHeld = false
      stuck.append((steps + chance.below(1500), packet))
    }
  }

  /// A clock jumps: a device's by up to six hours either way, the relay's and the server's mostly
  /// forward. The server's goes back by less than a nonce outlives its challenge; that much it bears.
  private func jump() {
    switch chance.below(4) {
    case 0: relay.now += UInt64(chance.below(4 * 3_600_000))
    case 1: server.now += UInt64(chance.below(3_600_000))
    case 2: server.now -= UInt64(chance.below(120_000))
    default:
      let device = chance.below(devices.count)
      devices[device].clock = Int64(chance.below(12 * 3_600_000)) - 6 * 3_600_000
    }
  }

  private func publishNext(of person: Int) async throws {
    let record = published[person]
    guard record < cast.persons[person].chains.count else { return }
    try await relay.publish(record, of: cast.persons[person])
    published[person] += 1
    // The third record has another device in the second's place.
    guard record == 2 else { return }
    messages.removed(devices[person * 3 + 1].address)
    told.removed(devices[person * 3 + 1].address)
  }

  func isListed(_ device: Int) -> Bool {
    let number = device % 3
    let count = published[devices[device].person]
    return number == 0 || (number == 1 ? count == 2 : count == 3)
  }

  // MARK: The network

  func send(_ request: Request, from device: Int, for purpose: Device.Purpose) {
    tickets += 1
    devices[device].volatile.waiting[tickets] = purpose
    packets.append(
      Packet(
        device: device, ticket: tickets, load: .request(request),
        isHeld: purpose == .share || purpose == .renewal))
    guard packets.count > 48 else { return }
    packets.remove(at: packets.firstIndex { !$0.isHeld } ?? 0)
  }

  private func deliver() async throws {
    let place = chance.below(packets.count)
    let packet = packets[place]
    let fate = chance.below(100)
    // Doubled by leaving it where it is, to arrive again at any later time.
    if fate >= 8 || packet.isHeld { packets.remove(at: place) }
    if (8..<16).contains(fate) { return }
    switch packet.load {
    case .request(let request):
      let answer = try await serve(request, from: packet.device)
      var reply = packet
      reply.load = .answer(answer)
      packets.append(reply)
    case .answer(let answer):
      guard let purpose = devices[packet.device].volatile.waiting.removeValue(forKey: packet.ticket)
      else { return }
      try await take(answer, purpose, on: packet.device)
    }
  }

  private func serve(_ request: Request, from device: Int) async throws -> Answer {
    let address = devices[device].address
    switch request {
    case .relay(let request):
      let answer =
        if case .makeAddress = request {
          try await relay.makeAddress(
            chance.fresh(), token: chance.fresh(RootHash.self).bytes,
            for: cast.push.server.publicKey, by: address)
        } else { try await relay.step(request, by: address, in: conversation) }
      try observe(request, answer, device)
      return .relay(answer)
    case .collaboration(let request):
      return .collaboration(try await serve(request, as: devices[device].person))
    }
  }

  /// One request of a person's app, or of a page that an entry has signed in, judged by the ledger.
  func serve(_ request: CollaborationRequest, as person: Int) async throws -> CollaborationAnswer {
    var (asked, caller) = (request, CollaborationProcess.caller(cast.persons[person]))
    if case .inside(let session, let inner) = request {
      (asked, caller) = (
        inner, Caller(account: session.account, authority: .session(session.hash))
      )
    }
    let done = try await server.step(asked, by: caller, step: steps)
    try observe(asked, done, caller.account, cast.persons[person])
    if let id = asked.collaborationID { try await checkAccess(to: id) }
    return done.answer
  }
}
