import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

/// A member of a new conversation, as a person names them.
public enum Member: Hashable, Sendable, ExpressibleByStringLiteral {
  case handle(String)
  case account(AccountID)

  public init(stringLiteral handle: String) { self = .handle(handle) }
}

extension Messenger {
  /// The conversations of this device, the one with the newest activity first. Those somebody unknown
  /// asks for are `requests()`.
  public func conversations() async throws(MessengerError) -> [ConversationRecord] {
    try await look { try $0.conversations().filter { $0.requestedBy == nil } }
  }

  public func conversation(_ id: ConversationID) async throws(MessengerError)
    -> ConversationRecord
  {
    guard let record = try await look({ try $0.conversation(id) }) else {
      throw MessengerError(.conversationUnknown)
    }
    return record
  }

  /// Starts a conversation. Without a connection it starts here, with people who are known, and at
  /// the relay later.
  ///
  /// - Parameter members: this account is a member whether listed or not.
  /// - Throws: `contactUnknown`; what the relay says where it refuses.
  public func createConversation(name: String? = nil, members: [Member])
    async throws(MessengerError) -> ConversationID
  {
    let accounts = try await resolve(members).union([accountID])
    guard accounts.count <= 256 else { throw MessengerError(.limitExceeded) }
    let id = fresh(ConversationID.self)
    let operation = fresh(RequestID.self)
    let rules = outboxRules
    try await write { _ in
      rules.create(id, members: Array(accounts), name: name, operationID: operation)
    }
    try await finish(operation)
    return id
  }

  public func addMembers(_ members: [Member], to id: ConversationID) async throws(MessengerError) {
    try await change(id, add: Array(try await resolve(members)))
  }

  public func removeMembers(_ members: [Member], from id: ConversationID)
    async throws(MessengerError)
  {
    try await change(id, remove: Array(try await resolve(members)))
  }

  /// - Parameter name: empty removes the name; at most 256 bytes, and the relay can read it.
  public func rename(_ id: ConversationID, to name: String) async throws(MessengerError) {
    try await change(id, name: name)
  }

  public func leave(_ id: ConversationID) async throws(MessengerError) {
    try await change(id, remove: [accountID])
  }

  /// - Parameter image: PNG, JPEG or WebP, at most 256 KiB; empty removes the photo.
  public func setPhoto(_ image: [UInt8], of id: ConversationID) async throws(MessengerError) {
    guard image.count <= 256 << 10 else { throw MessengerError(.limitExceeded) }
    try await enqueue(.setPhoto(id, Base64URLBytes(image)))
  }

  /// The photo, from the relay.
  public func photo(of id: ConversationID) async throws(MessengerError) -> [UInt8] {
    try await ask { relay throws(ClientError) in try await relay.photo(of: id) }
  }

  private func change(
    _ id: ConversationID, name: String? = nil, add: [AccountID] = [], remove: [AccountID] = []
  ) async throws(MessengerError) {
    try await enqueue(
      .changeConversation(id, name: name, add: add.sorted(), remove: remove.sorted()))
  }

  private func enqueue(_ operation: OutboxOperation) async throws(MessengerError) {
    let id = fresh(RequestID.self)
    let rules = outboxRules
    let refusal = try await commit { try rules.enqueue(operation, id: id, in: $0) }
    if let refusal { throw refusal }
    try await finish(id)
  }

  /// Tries at once. Queued is no failure; a refusal is the caller's to hear.
  private func finish(_ operation: RequestID) async throws(MessengerError) {
    let report = try await flush()
    if let refusal = report.refusals[operation] { throw refusal }
  }

  func resolve(_ members: [Member]) async throws(MessengerError) -> Set<AccountID> {
    var accounts = Set<AccountID>()
    for member in members {
      switch member {
      case .account(let account): accounts.insert(try await contact(account).accountID)
      case .handle(let handle):
        accounts.insert(try await contact(handle: handle).accountID)
      }
    }
    return accounts
  }

  var outboxRules: OutboxRules {
    OutboxRules(myAccountID: accountID, myDeviceID: deviceID, now: now)
  }
}
