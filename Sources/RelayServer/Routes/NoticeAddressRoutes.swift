import Crypto
import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import HTTPTypes
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// The relay as a push service (RFC 8030; protocol 12.8).
  func addNoticeAddressRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(perCaller: rates.noticeAddresses)
    on(RelayRoutes.makeNoticeAddress, limits: limits) { request, caller in
      try await relay.makeNoticeAddress(for: request.body.serverKey, by: caller)
    }
    on(RelayRoutes.noticeAddresses, limits: limits) { _, caller in
      let records = try await relay.look { reader, _ in
        try RelayRules.noticeAddresses(of: caller.address, in: reader)
      }
      return NoticeAddressList(addresses: records.map { NoticeAddressList.Address($0) })
    }
    on(RelayRoutes.endNoticeAddress, limits: limits) { request, caller in
      let id = try request.identifier("addressID") as NoticeAddressID
      try await relay.change(by: caller) { reader, _ in
        try RelayRules.endNoticeAddress(id, by: caller.address, in: reader)
      }
      return NoBody()
    }
    let pushes = RateLimiter(
      rates.pushesToOneAddress, named: "pushesToOneAddress", among: relay.nodes?.rates)
    onPublicWithHeaders(
      RelayRoutes.push,
      limits: RouteLimits(body: PushMessage.maximumByteCount, perAddress: rates.pushes)
    ) { request in
      let push = try PushRequest(request)
      try await relay.look { reader, now in
        try RelayRules.checkPush(push, to: relay.origin, now: now, in: reader)
      }
      // Only who may push is counted, and waits for the writer in a lane of its own.
      let lane = Base64URL.encode(push.tokenHash)
      try pushes.take(lane)
      try await relay.take(push, in: lane)
      return Answer(NoBody(), headers: relay.headers(of: push))
    }
  }
}

extension Relay {
  /// An address whose token nobody can guess, and the relay itself forgets.
  fileprivate func makeNoticeAddress(for key: PublicKey, by caller: RelayCaller) async throws
    -> NoticeAddressMade
  {
    let id = NoticeAddressID(unchecked: random(NoticeAddressID.byteCount))
    let token = random(32)
    let limits = limits
    let record = try await change(by: caller) { reader, now in
      try RelayRules.makeNoticeAddress(
        id, tokenHash: Array(SHA256.hash(data: token)), serverKey: key, by: caller.address,
        now: now, limits: limits, in: reader)
    }
    return NoticeAddressMade(
      addressID: Base64URLBytes(record.addressID.bytes),
      endpoint: origin.text + RelayRoutes.push.path([Base64URL.encode(token)]))
  }

  /// A mailbox without room has room again when its device comes back: push services say so with 429
  /// (RFC 8030, 8.4), which every sender takes as "later".
  fileprivate func take(_ push: PushRequest, in lane: String) async throws {
    let (origin, limits) = (origin, limits)
    do {
      try await change(in: lane) { reader, now in
        try RelayRules.push(push, to: origin, now: now, limits: limits, in: reader)
      }
    } catch let refusal as RelayRefusal where refusal.code == .limitExceeded {
      throw Problem(.rateLimited, detail: refusal.detail, retryAfter: 3600)
    }
  }

  /// Where the message could be looked at, which RFC 8030 asks for: it cannot, and is 404. And for
  /// how long it waits at most.
  fileprivate func headers(of push: PushRequest) -> HTTPFields {
    var headers: HTTPFields = [:]
    headers[.location] = "/relay/v1/pushed/" + Base64URL.encode(random(16))
    if let field = HTTPField.Name("TTL") {
      headers[field] = String(min(push.timeToLive, limits.mailboxLifetime / 1000))
    }
    return headers
  }
}

extension PushRequest {
  /// - Throws: `not_found` for what is no token; `malformed` for header fields RFC 8030 and RFC 8292
  ///   ask for; `unsupported_media_type` for another coding.
  fileprivate init(_ request: ServedRequest<RawBody>) throws {
    let token = try request.parameter("pushToken")
    guard let bytes = try? Base64URL.decode(token), bytes.count == 32 else {
      throw Problem(.notFound)
    }
    let fields = request.head.headerFields
    guard fields[.contentEncoding]?.lowercased() == "aes128gcm" else {
      throw Problem(.unsupportedMediaType, detail: "Content-Encoding")
    }
    guard let text = fields.value(of: "TTL"), let seconds = UInt64(text) else {
      throw Problem(.malformed, detail: "TTL")
    }
    guard let authorization = try? PushAuthorization(header: fields[.authorization] ?? "") else {
      throw Problem(.malformed, detail: "Authorization")
    }
    let topic = fields.value(of: "Topic")
    guard
      topic.map({ (1...32).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isBase64URL) }) ?? true
    else { throw Problem(.malformed, detail: "Topic") }
    guard !request.body.bytes.isEmpty else { throw Problem(.malformed, detail: "body") }
    self.init(
      tokenHash: Array(SHA256.hash(data: bytes)), authorization: authorization,
      timeToLive: seconds, topic: topic, isQuiet: try fields.isQuiet, body: request.body.bytes)
  }
}

extension HTTPFields {
  fileprivate func value(of name: String) -> String? {
    HTTPField.Name(name).flatMap { self[$0] }
  }
}

extension UInt8 {
  fileprivate var isBase64URL: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension NoticeAddressList.Address {
  fileprivate init(_ record: NoticeAddressRecord) {
    self.init(
      addressID: Base64URLBytes(record.addressID.bytes), serverKey: record.serverKey,
      usedAt: DecimalUInt64(record.usedAt))
  }
}
