import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

/// What the devices of one account tell each other.
extension Messenger {
  /// A device that has not published its keys this long after it was listed may never do so.
  private static let patience: UInt64 = 3_600_000
  /// Until it is looked again whether it has: most have them within a second or two of being listed, and nobody says so.
  private static let pauses: [Duration] = [
    .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(15),
  ]

  /// What this device waits to be let into.
  public func awaitedDocuments() async throws(MessengerError) -> [DocumentAwaited] {
    try await look { reader in
      try OwnDocumentRules.awaited(reader).map {
        DocumentAwaited(
          collaboration: $0.collaboration, title: $0.title, link: $0.link, inviter: $0.inviter,
          conversationID: $0.conversationID, alsoIn: $0.alsoIn ?? [])
      }
    }
  }

  /// Tells what the account's other devices do not know: notice addresses, choices, documents, what was put away; and then
  /// the relay which addresses have ended.
  ///
  /// - Returns: false where something is left for later: the relay has not ended an address, or a device was just added
  ///   that cannot be written to yet. What is sealed now never reaches it, and would count as told.
  func tellOwnDevices() async throws(MessengerError) -> Bool {
    let isTold = try await tellWhatIsDue()
    return try await endAddresses() && isTold
  }

  private func tellWhatIsDue() async throws(MessengerError) -> Bool {
    guard try await isSomethingToTell() else { return true }
    guard try await !isDeviceComing() else { return false }
    try await tellNoticeAddresses()
    var isMore = true
    while isMore {
      let (device, account, messageID) = (deviceID, accountID, fresh(MessageID.self))
      isMore = try await commitSharing {
        try OwnDocumentRules.telling(
          from: device, of: account, messageID: messageID, in: $0)
      }
    }
    try await tellPutAway()
    return true
  }

  private func tellPutAway() async throws(MessengerError) {
    var isMore = true
    while isMore {
      let (account, messageID) = (accountID, fresh(MessageID.self))
      isMore = try await commitSharing {
        try PutAwayRules.telling(of: account, messageID: messageID, in: $0)
      }
    }
  }

  /// Beside the rounds of sharing, which must not wait for a device.
  func ownDevicesLoop() async throws(MessengerError) {
    var events = events().makeAsyncIterator()
    var pauses = Self.pauses[...]
    while !Task.isCancelled {
      var isTold = false
      do {
        isTold = try await tellOwnDevices()
        _ = try await flush()
      } catch {
        // Tried again after a while.
        try Self.checkPasses(error)
      }
      guard isTold else {
        try await sleep(for: pauses[pauses.startIndex])
        if pauses.count > 1 { pauses.removeFirst() }
        continue
      }
      pauses = Self.pauses[...]
      repeat {
        guard let event = await events.next(isolation: self) else { return }
        if event.callsForSharingRound || event == .accountChanged(accountID) { break }
      } while true
    }
  }

  private func isSomethingToTell() async throws(MessengerError) -> Bool {
    let (device, account) = (deviceID, accountID)
    return try await look { reader in
      guard let newest = try OtherDevices.statement(of: account, besides: device, in: reader) else {
        return false
      }
      return try !NoticeAddressRules.due(seq: newest.seq, reader).isEmpty
        || !OwnDocumentRules.due(from: device, of: account, in: reader).isEmpty
        || !PutAwayRules.due(reader).isEmpty
    }
  }

  /// Whether a device was just added to this account that nobody can write to yet: it publishes its keys after it
  /// was listed.
  private func isDeviceComing() async throws(MessengerError) -> Bool {
    guard lacksKeys(try await ownAccount()) else { return false }
    do {
      return lacksKeys(try await refreshed(accountID))
    } catch  where error.code == .deviceListInvalid {
      // An alarm is stored: whoever would be told may be somebody else.
      return true
    }
  }

  private func lacksKeys(_ account: KnownAccount) -> Bool {
    EnvelopeRules.isDeviceComing(to: account, except: deviceID, within: Self.patience, now: now)
  }
}
