import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import MessengerDomain

/// A messenger as the sharing side sees it.
struct MessengerSharingHost: SharingHost {
  let messenger: Messenger

  var myAccount: AccountID { messenger.accountID }
  var myDevice: DeviceID { messenger.deviceID }

  func changeSharing<Answer: Sendable>(
    _ decide: @escaping @Sendable (any SharingReader) throws -> SharingDecision<Answer>
  ) async throws -> Answer {
    try await messenger.commitSharing(decide)
  }

  func resolve(_ account: AccountID) async -> ResolvedChain {
    do {
      guard let known = try await messenger.settled(account) else { return .deviceComing }
      return .found(known.chain)
    } catch {
      switch error.code {
      case .contactUnknown: return .unknown
      case .deviceListInvalid: return .untrusted
      default: return .unreachable
      }
    }
  }

  func actionHandler(for origin: Origin) async -> (any CollaborationActionHandler)? {
    messenger.sharing.app(origin)
  }

  func invitationInbox() async throws -> InvitationInbox {
    await messenger.collaborationInbox.invitations
  }

  func seal(_ message: SharingMessage) async throws -> Result<[[UInt8]], ShareFailure> {
    try await messenger.sealed(message)
  }

  func upload(_ envelopes: [[UInt8]], isFinal: Bool) async -> UploadOutcome {
    // Alone with one device: there is nobody to send to.
    guard !envelopes.isEmpty else { return .uploaded }
    do {
      let answer = try await messenger.ask { relay throws(ClientError) in
        try await relay.upload(envelopes, isFinal: isFinal)
      }
      try await messenger.note(SendReport(answer, envelopes, myAccountID: myAccount), envelopes)
      return .uploaded
    } catch {
      switch error.problem {
      case .devicesChanged: return .devicesChanged
      case .notAMember: return .refused(.notAMember)
      // Also where this device was removed: what it has sent before may be with everybody.
      default: return error.leavesQueued ? .unreachable : .refused(.uploadRefused(error.reason))
      }
    }
  }

  func now() -> UInt64 { messenger.now }

  func sleep(seconds: Int) async throws {
    try await messenger.environment.clock.sleep(for: .seconds(seconds))
  }

  func randomBytes(_ count: Int) -> [UInt8] { messenger.environment.random(count) }

  func report(_ event: SharingEvent) async { messenger.hub.publish([.sharing(event)]) }
}

extension Messenger {
  nonisolated var sharingHost: MessengerSharingHost { MessengerSharingHost(messenger: self) }

  var collaborationInbox: CollaborationInbox {
    Self.collaborationInbox(keys, localSeal, environment)
  }

  static func collaborationInbox(
    _ keys: DeviceKeys, _ seal: LocalSeal, _ environment: MessengerEnvironment
  ) -> CollaborationInbox {
    let random = environment.random
    return CollaborationInbox(
      myAccount: keys.accountID, baseKeys: [keys.baseKey] + keys.formerBaseKeys,
      seal: LocalSecrets(
        seal: { try seal.seal($0, purpose: $1, nonce: random(12)) },
        open: { try seal.open($0, purpose: $1) }))
  }

  /// An invitation that has not reached somebody says so at its link. Whoever sent it can refresh the
  /// share; it is not tried again by itself.
  func note(_ report: SendReport, _ envelopes: [[UInt8]]) async throws(MessengerError) {
    guard !report.unreached.isEmpty,
      let header = try? envelopes.first.map({ try Envelope(encoded: $0).header })
    else { return }
    let undelivered = UndeliveredMessage(messageID: header.messageID, people: report.unreached)
    try await write { _ in [.setUndelivered(undelivered)] }
  }

  /// One rule, one transaction: its rows, its lines and its messages.
  nonisolated func commitSharing<Answer: Sendable>(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> SharingDecision<Answer>
  ) async throws(MessengerError) -> Answer {
    let rules = OutboxRules(myAccountID: accountID, myDeviceID: deviceID, now: now)
    let random = environment.random
    return try await commit { reader in
      try rules.storing(
        try decide(reader), operationID: { RequestID(unchecked: random(RequestID.byteCount)) },
        in: reader)
    }
  }

  /// Milliseconds in which a device that was just added publishes its keys.
  private static let patience: UInt64 = 60_000

  /// The newest of an account once each of its devices can be written to: an identity has a leaf for a device that was
  /// just added, and an invitation that is sealed before the device has keys never reaches it.
  ///
  /// - Returns: nil where a device has none after some seconds; one that has none for longer is left out.
  func settled(_ account: AccountID) async throws(MessengerError) -> KnownAccount? {
    for attempt in 0..<8 {
      if attempt > 0 { try await sleep(for: .milliseconds(250)) }
      let known = try await refreshed(account)
      let isComing = EnvelopeRules.isDeviceComing(
        to: known, except: deviceID, within: Self.patience, now: now)
      if !isComing { return known }
    }
    return nil
  }

  /// Envelopes for every device of every account with a content, from what is known of them now.
  func sealed(_ message: SharingMessage) async throws(MessengerError)
    -> Result<[[UInt8]], ShareFailure>
  {
    let outgoing = message.outgoing
    let own = try await ownAccount()
    let recipients = try await recipients(message.contents.keys.sorted())
    let rules = EnvelopeSealing(myAccount: own, keys: keys, now: now)
    var envelopes: [[UInt8]] = []
    do {
      for recipient in recipients {
        let sealed = try rules.seal(outgoing, to: [recipient], sentAt: now)
        let account = recipient.account.accountID
        guard !sealed.isEmpty || account == accountID else {
          return .failure(.recipientWithoutDevices(account))
        }
        envelopes += sealed
      }
    } catch {
      throw Self.translated(error)
    }
    return .success(envelopes)
  }
}
