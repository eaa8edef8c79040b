public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  /// What is in compose fields, the oldest first.
  public func drafts() async throws(MessengerError) -> [DraftStatus] {
    try await look { try DraftRules.all($0) }
  }

  /// Changes options, recipients or text of a draft that is not being sent.
  /// - Throws: `itemUnknown` where there is no such draft to change.
  public func update(_ draft: Draft) async throws(MessengerError) {
    let isChanged = try await commitSharing { try DraftRules.change(draft, reader: $0) }
    guard isChanged else { throw MessengerError(.itemUnknown) }
  }

  /// Throws a draft away.
  /// - Throws: `itemUnknown` where there is none, or where it is being sent: cancel first.
  public func discardDraft(_ id: RequestID) async throws(MessengerError) {
    let isGone = try await commitSharing { try DraftRules.discard(id, reader: $0) }
    guard isGone else { throw MessengerError(.itemUnknown) }
  }
}
