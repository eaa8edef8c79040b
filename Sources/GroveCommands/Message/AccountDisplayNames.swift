import GroveIdentity
import Messenger

/// Accounts as people know them: handles where they are known, the account's first digits otherwise.
struct AccountDisplayNames: Sendable {
  private let messenger: Messenger

  init(_ messenger: Messenger) { self.messenger = messenger }

  func name(of account: AccountID) async -> String {
    if account == messenger.accountID { return messenger.handle }
    if let contact = try? await messenger.contact(account) { return contact.handle }
    return "account " + account.base64url.prefix(8)
  }

  func names(of accounts: some Sequence<AccountID>) async -> [String] {
    var names: [String] = []
    for account in accounts { names.append(await name(of: account)) }
    return names.sorted()
  }
}

extension Messenger {
  /// The conversation that a person means by its name or identifier.
  /// - Throws: `CommandFailure` where there is none, or more than one of that name.
  func find(conversation text: String) async throws -> ConversationID {
    let all = try await conversations()
    let found = all.filter { $0.name == text || $0.conversationID.base64url == text }
    guard let first = found.first else {
      throw CommandFailure("There is no conversation “\(text)”.")
    }
    guard found.count == 1 else {
      let identifiers = found.map(\.conversationID.base64url).joined(separator: ", ")
      throw CommandFailure(
        "Several conversations have that name; use an identifier: \(identifiers)")
    }
    return first.conversationID
  }
}
