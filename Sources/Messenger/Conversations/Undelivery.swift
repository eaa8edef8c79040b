public import GroveIdentity
import GroveMessage
import GroveWire

/// Somebody a message has not reached, on none of their devices.
public struct Undelivery: Hashable, Sendable, Codable {
  public var accountID: AccountID
  /// The relay's code: `mailbox_full`, `not_delivered`.
  public var reason: String

  /// Whether the same message may reach them later.
  public var mayPass: Bool { reason == UndeliveredEnvelope.mailboxFull }
}

/// Messages that did not reach everybody.
enum UndeliveryRules {
  /// Minutes before each further attempt: about three days in all.
  static let minutes: [UInt64] = [1, 5, 30, 120, 480, 1440, 2880]

  /// Who got it on none of their devices. Who got it on one has it.
  ///
  /// - Parameter sent: for each account, how many envelopes were uploaded.
  static func people(_ undelivered: [UndeliveredEnvelope], sent: [AccountID: Int]) -> [Undelivery] {
    Dictionary(grouping: undelivered, by: \.accountID).compactMap { account, envelopes in
      guard envelopes.count == sent[account] else { return nil }
      let full = envelopes.contains { $0.reason == UndeliveredEnvelope.mailboxFull }
      return Undelivery(
        accountID: account,
        reason: full ? UndeliveredEnvelope.mailboxFull : envelopes[0].reason)
    }.sorted { $0.accountID < $1.accountID }
  }

  /// When it is tried again; nil where that would be of no use, or has been long enough.
  static func nextAttempt(_ people: [Undelivery], after attempts: Int, now: UInt64) -> UInt64? {
    guard people.contains(where: \.mayPass), attempts < minutes.count else { return nil }
    return now + minutes[attempts] * 60_000
  }

  /// How the message is shown: not sent at all where nobody it was for has it.
  static func delivery(_ people: [Undelivery], others: Int) -> Delivery {
    guard let first = people.first, people.count >= others else { return .sent }
    return .failed(reason: (people.first(where: \.mayPass) ?? first).reason)
  }
}

/// A message that has still to reach somebody.
struct UndeliveredMessage: Hashable, Sendable, Redacted {
  var messageID: MessageID
  var people: [Undelivery]
  /// Attempts made so far.
  var attempts = 0
  /// nil: it is not tried again.
  var nextAt: UInt64?
  var message: OutgoingMessage?
}
