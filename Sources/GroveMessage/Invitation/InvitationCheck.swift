public import GroveIdentity

/// The recipient checks the sender: whether an invitation may ever be used for a proof
/// (protocol 6.3 (b)–(e)). Step (a) is `OpenedEnvelope.verify(senderChain:)`.
public struct InvitationCheck: Sendable {
  /// What becomes of a received invitation.
  public enum Verdict: Sendable {
    /// The root follows from this account's own devices. `leaf` is nil where this device is not
    /// among those the root was made for (6.4); it then simply signs in to the app.
    case usable(PreparedIdentity, leaf: PreparedLeaf?)
    /// The statement used is newer than the own chain: fetch that, then ask again.
    case refreshNeeded
    /// Show the link and a warning. The alarm, where there is one, is kept as evidence.
    case plainLink(InvitationRefusal, alarm: DeviceListAlarm?)
  }

  /// The sender belongs to the conversation the message was sent to.
  public var senderIsMember: Bool
  /// `VerifiedMessage.isFromRemovedDevice`.
  public var isFromRemovedDevice: Bool
  /// This account's own verified chain.
  public var myChain: StatementChain
  /// The public halves of this device's base keys, replaced ones included.
  public var myBaseKeys: [PublicKey]
  /// The own chain has been fetched since this invitation arrived.
  public var isRefreshed: Bool

  /// Made for each invitation from what the device knows at that moment.
  public init(
    senderIsMember: Bool, isFromRemovedDevice: Bool, myChain: StatementChain,
    myBaseKeys: [PublicKey], isRefreshed: Bool
  ) {
    self.senderIsMember = senderIsMember
    self.isFromRemovedDevice = isFromRemovedDevice
    self.myChain = myChain
    self.myBaseKeys = myBaseKeys
    self.isRefreshed = isRefreshed
  }

  /// Asks the conditions of protocol 6.3 in order: removed device, membership, audience, statement,
  /// root, own entry in the map.
  public func judge(_ invitation: Invitation) -> Verdict {
    guard !isFromRemovedDevice else { return .plainLink(.removedDevice, alarm: nil) }
    guard senderIsMember else { return .plainLink(.senderNotMember, alarm: nil) }
    guard let origin = try? Origin(ofLink: invitation.link), origin == invitation.audience else {
      return .plainLink(.audienceMismatch, alarm: nil)
    }
    switch myChain.judge(seen: invitation.identity.statement) {
    case .known: return recompute(invitation)
    case .newerThanMine:
      return isRefreshed ? unknownStatement(invitation.identity.statement) : .refreshNeeded
    case .fork(let alarm): return .plainLink(.deviceListAlarm, alarm: alarm)
    }
  }

  private func unknownStatement(_ seen: StatementReference) -> Verdict {
    let alarm = DeviceListAlarm(
      reason: .unknownStatement, accountID: myChain.accountID, known: myChain.newest.reference,
      knownRecord: myChain.newestRecord, other: seen, otherRecord: nil)
    return .plainLink(.deviceListAlarm, alarm: alarm)
  }

  /// (e): every leaf is one of my listed devices or derived padding, or the root differs.
  private func recompute(_ invitation: Invitation) -> Verdict {
    guard let statement = myChain.statement(invitation.identity.statement) else {
      return .refreshNeeded
    }
    let context = IdentityContext(
      audience: invitation.audience, collaborationID: invitation.collaborationID,
      recipient: myChain.accountID)
    guard
      let identity = try? PreparedIdentity(
        statement: statement, context: context, seed: invitation.identity.seed)
    else { return .plainLink(.noCollaborationDevice, alarm: nil) }
    guard identity.root == invitation.identity.root else {
      return .plainLink(.rootMismatch, alarm: nil)
    }
    let mine = invitation.identityMap.filter { $0.account == myChain.accountID }
    guard mine == [identity.mapEntry] else { return .plainLink(.mapMismatch, alarm: nil) }
    let leaf = myBaseKeys.lazy.compactMap { try? identity.leaf(of: $0) }.first
    return .usable(identity, leaf: leaf)
  }
}
