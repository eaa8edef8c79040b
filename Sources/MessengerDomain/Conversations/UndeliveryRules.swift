package import GroveIdentity
import GroveMessage
package import GroveWire

/// Messages that did not reach everybody.
package enum UndeliveryRules {
  /// Minutes before each further attempt: about three days in all.
  package static let minutes: [UInt64] = [1, 5, 30, 120, 480, 1440, 2880]

  /// Who got it on none of their devices. Who got it on one has it.
  ///
  /// - Parameter sent: for each account, how many envelopes were uploaded.
  package static func people(_ undelivered: [UndeliveredEnvelope], sent: [AccountID: Int])
    -> [Undelivery]
  {
    Dictionary(grouping: undelivered, by: \.accountID).compactMap { account, envelopes in
      guard envelopes.count == sent[account] else { return nil }
      let full = envelopes.contains { $0.reason == UndeliveredEnvelope.mailboxFull }
      return Undelivery(
        accountID: account,
        reason: full ? UndeliveredEnvelope.mailboxFull : envelopes[0].reason)
    }.sorted { $0.accountID < $1.accountID }
  }

  /// When it is tried again; nil where that would be of no use, or has been long enough.
  package static func nextAttempt(_ people: [Undelivery], after attempts: Int, now: UInt64)
    -> UInt64?
  {
    guard people.contains(where: \.mayPass), attempts < minutes.count else { return nil }
    return now + minutes[attempts] * 60_000
  }

  /// How the message is shown: not sent at all where nobody it was for has it.
  package static func delivery(_ people: [Undelivery], others: Int) -> Delivery {
    guard let first = people.first, people.count >= others else { return .sent }
    return .failed(reason: (people.first(where: \.mayPass) ?? first).reason)
  }
}

/// What an upload came to.
package struct SendReport: Sendable {
  /// Whom it has not reached.
  package var unreached: [Undelivery] = []
  /// How many others it was for.
  package var others = 1

  package init() {}

  package init(_ answer: EnvelopesAccepted, _ envelopes: [[UInt8]], myAccountID: AccountID) {
    let accounts = envelopes.compactMap {
      try? Envelope(encoded: $0).header.recipientAccountID
    }
    let sent = Dictionary(accounts.map { ($0, 1) }, uniquingKeysWith: +)
    unreached = UndeliveryRules.people(answer.undelivered ?? [], sent: sent)
      .filter { $0.accountID != myAccountID }
    others = sent.keys.count { $0 != myAccountID }
  }
}
