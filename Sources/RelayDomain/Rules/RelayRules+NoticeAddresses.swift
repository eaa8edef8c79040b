public import GroveIdentity
public import GroveMessage

/// A message that somebody's server wants to push, as it came (RFC 8030, 5).
public struct PushRequest: Hashable, Sendable {
  /// SHA-256 of the token in the path.
  public var tokenHash: [UInt8]
  /// Who says to be pushing; its signature holds.
  public var authorization: PushAuthorization
  /// Seconds the message is worth waiting for.
  public var timeToLive: UInt64
  /// At most 32 characters of base64url; nil: it replaces nothing.
  public var topic: String?
  /// Nobody whose page is closed is to be woken for it (RFC 8030, 5.3).
  public var isQuiet: Bool
  /// At most 4096 bytes.
  public var body: [UInt8]

  /// Made by the route, which has read the header fields.
  public init(
    tokenHash: [UInt8], authorization: PushAuthorization, timeToLive: UInt64,
    topic: String? = nil, isQuiet: Bool = false, body: [UInt8]
  ) {
    self.tokenHash = tokenHash
    self.authorization = authorization
    self.timeToLive = timeToLive
    self.topic = topic
    self.isQuiet = isQuiet
    self.body = body
  }
}

/// Notice addresses: the relay as a push service for the servers of apps (protocol 12.8).
extension RelayRules {
  /// Gives out an address that one server may push to.
  public static func makeNoticeAddress(
    _ id: NoticeAddressID, tokenHash: [UInt8], serverKey: PublicKey, by caller: DeviceAddress,
    now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<NoticeAddressRecord> {
    try decide {
      try reader.requireListed(caller)
      let known = try reader.noticeAddresses(of: caller.account)
      guard known.count < limits.noticeAddresses else {
        throw RelayRefusal(.limitExceeded, "notice addresses of one account")
      }
      let record = NoticeAddressRecord(
        addressID: id, owner: caller.account, tokenHash: tokenHash, serverKey: serverKey,
        usedAt: now)
      return (record, [.insertNoticeAddress(record)])
    }
  }

  /// The account's addresses, by identifier.
  public static func noticeAddresses(of caller: DeviceAddress, in reader: any RelayReader) throws
    -> Result<[NoticeAddressRecord], RelayRefusal>
  {
    try look {
      try reader.requireListed(caller)
      return try reader.noticeAddresses(of: caller.account)
    }
  }

  /// Ends an address: from the answer on nothing comes through it, and what waits is not delivered.
  public static func endNoticeAddress(
    _ id: NoticeAddressID, by caller: DeviceAddress, in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    try decide {
      try reader.requireListed(caller)
      let known = try reader.noticeAddresses(of: caller.account)
      guard known.contains(where: { $0.addressID == id }) else { throw RelayRefusal(.notFound) }
      return ((), [.endNoticeAddress(id, of: caller.account)])
    }
  }

  /// Whether somebody may push there at all: asked before anything is written or counted.
  ///
  /// A token nobody has, a key that is not the address's and a token for another relay are one
  /// refusal: who knows an endpoint only learns nothing by trying.
  /// - Parameter origin: the relay's own, which the authorization must name.
  public static func checkPush(
    _ push: PushRequest, to origin: Origin, now: UInt64, in reader: any RelayReader
  ) throws -> Result<Void, RelayRefusal> {
    try look { _ = try addressed(by: push, to: origin, now: now, in: reader) }
  }

  private static func addressed(
    by push: PushRequest, to origin: Origin, now: UInt64, in reader: any RelayReader
  ) throws -> NoticeAddressRecord {
    guard let address = try reader.noticeAddress(tokenHash: push.tokenHash),
      push.authorization.allows(address.serverKey, at: origin, now: now)
    else { throw RelayRefusal(.notFound) }
    return address
  }

  /// Queues what a server pushes, for each device of the account that has room. Refused as
  /// `checkPush`, and with `limit_exceeded` where no device has.
  public static func push(
    _ push: PushRequest, to origin: Origin, now: UInt64, limits: RelayLimits,
    in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    var rung: Set<DeviceAddress> = []
    var decision = try decide {
      let address = try addressed(by: push, to: origin, now: now, in: reader)
      let seen = try reader.lastSeen(of: address.owner)
      let devices = seen.filter { now < $0.value + limits.mailboxLifetime }.keys.sorted()
        .map { DeviceAddress(account: address.owner, device: $0) }
      let reached = try devices.filter {
        try hasRoom(for: push, of: address.addressID, in: $0, limits: limits, reader)
      }
      guard !reached.isEmpty || devices.isEmpty else {
        throw RelayRefusal(.limitExceeded, "notices that wait for one account")
      }
      // Five seconds stand for “now or never”: no device is told in no time.
      let lifetime = min(limits.mailboxLifetime, max(5, push.timeToLive.clamped) * 1000)
      let notice = PushedNotice(
        addressID: address.addressID, owner: address.owner, topic: push.topic,
        expiresAt: now + lifetime, body: push.body)
      if !push.isQuiet { rung = Set(reached) }
      return (
        (),
        [
          .deliver(.notice(notice), to: reached, at: now),
          .usedNoticeAddress(address.addressID, of: address.owner, at: now),
        ]
      )
    }
    decision.answer.rung = rung
    return decision
  }

  private static func hasRoom(
    for push: PushRequest, of address: NoticeAddressID, in mailbox: DeviceAddress,
    limits: RelayLimits, _ reader: any RelayReader
  ) throws -> Bool {
    let waiting = try reader.waitingNotices(in: mailbox, of: address, topic: push.topic)
    return waiting.hasTopic
      || (waiting.ofAddress < limits.noticesPerAddress && waiting.all < limits.noticesPerMailbox)
  }
}

extension UInt64 {
  /// A time to live so long that it cannot overflow as milliseconds: a year.
  fileprivate var clamped: UInt64 { Swift.min(self, 31_536_000) }
}
