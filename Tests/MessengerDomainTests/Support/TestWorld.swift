import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting

@testable import MessengerDomain

/// People who share with each other, as far as rules ask: accounts, a conversation, and the rows of
/// whoever is looking.
struct TestWorld {
  static let conversation = ConversationID(unchecked: [UInt8](repeating: 3, count: 16))
  static let key = CollaborationKey(
    audience: TestPeople.docs, collaborationID: TestPeople.collaboration)

  /// Sealing is the device's affair; here bytes are only turned round.
  static let secrets = LocalSecrets(
    seal: { bytes, _ in bytes.reversed() }, open: { bytes, _ in SecretBytes(bytes.reversed()) })

  var rows = MemorySharingRows()
  /// Who is looking.
  var me: TestAccount
  var device: TestDevice
  private var random = TestRandom(seed: 2)

  init(_ me: TestAccount, device: Int = 0) {
    self.me = me
    self.device = me.devices[device]
  }

  var inbox: CollaborationInbox {
    CollaborationInbox(myAccount: me.id, baseKeys: [device.baseKey], seal: Self.secrets)
  }

  mutating func identity(
    _ account: TestAccount, key: CollaborationKey = key, statement: UInt64? = nil
  ) throws -> PreparedIdentity {
    var chain = account.chain
    if let statement {
      chain = try StatementChain(records: Array(account.chain.records.prefix(Int(statement) + 1)))
    }
    return try IdentityDerivation.derive(
      audience: key.audience, collaborationID: key.collaborationID, recipient: chain,
      seed: IdentitySeed(random.bytes(32))
    ).get()
  }

  func invitation(
    _ identity: PreparedIdentity, map: [IdentityMapEntry], key: CollaborationKey = key,
    link: String? = nil, title: String = "Baking Recipes", epoch: UInt64 = 41
  ) -> Invitation {
    Invitation(
      link: link ?? key.audience.text + "/d/1", audience: key.audience,
      collaborationID: key.collaborationID, title: title,
      optionsSummary: "Everyone can edit", identity: identity.invited, identityMap: map,
      epoch: epoch)
  }

  func arrival(
    from sender: TestAccount, device: Int = 0, message: UInt8 = 1, isMember: Bool = true,
    isFromRemovedDevice: Bool = false, at: UInt64 = TestAccount.t0,
    in conversation: ConversationID = conversation
  ) -> ContentArrival {
    ContentArrival(
      messageID: MessageID(unchecked: [UInt8](repeating: message, count: 16)),
      sender: sender.id, senderDevice: sender.devices[device].id,
      conversationID: conversation, senderIsMember: isMember,
      isFromRemovedDevice: isFromRemovedDevice, receivedAt: at)
  }

  /// Lets a content arrive and keeps what follows.
  mutating func receive(
    _ content: MessageContent, _ arrival: ContentArrival,
    fetched: CollaborationInbox.Fetched = .init()
  ) throws -> CollaborationInbox.Outcome {
    let decision = try inbox.receive(
      content, arrival, myChain: me.chain, fetched: fetched, reader: rows)
    for change in decision.changes { rows.apply(change) }
    return decision.answer
  }

  mutating func put(_ record: some SharingRecord) throws { rows.apply(try .put(record)) }
}

extension CollaborationInbox.Outcome {
  var highlight: CollaborationHighlight? {
    switch self {
    case .invited(let highlight), .renewed(let highlight): highlight
    default: nil
    }
  }
  var warning: InvitationWarning? {
    if case .warned(let link, _) = self { link.reason } else { nil }
  }
  var dropped: String? { if case .dropped(let reason) = self { reason } else { nil } }
  var receipt: NoticeLedger.Receipt? {
    if case .notice(_, let receipt) = self { receipt } else { nil }
  }
}
