public import GroveIdentity
public import GroveWire

extension RelayClient {
  /// Starts a conversation; the same identifier and members again is no change. Refused with
  /// `not_found` for a member without an account here, `conflict`, `limit_exceeded`.
  public func create(_ body: CreateConversation) async throws(ClientError) -> Conversation {
    try await caller.call(RelayRoutes.createConversation, .json(body))
  }

  /// All of them, page by page.
  public func conversations() async throws(ClientError) -> [Conversation] {
    var list = try await conversations(after: nil)
    var next = list.next
    // A relay that sends its reader back would never come to an end.
    while let id = next {
      let page = try await conversations(after: id)
      list.conversations += page.conversations
      next = page.next.flatMap { id < $0 ? $0 : nil }
    }
    return list.conversations
  }

  /// One page; `next` in it is the `after` of the following one.
  public func conversations(after id: ConversationID?) async throws(ClientError)
    -> ConversationList
  {
    try await caller.call(
      RelayRoutes.listConversations, query: id.map { [("after", $0.base64url)] } ?? [])
  }

  /// One conversation, for its members. Refused with `not_found`.
  public func conversation(_ id: ConversationID) async throws(ClientError) -> Conversation {
    try await caller.call(RelayRoutes.conversation, path: [id.base64url])
  }

  /// Changes name or members. Refused with `not_found`, `limit_exceeded`, and `not_a_member` while
  /// the caller has not accepted.
  public func change(_ id: ConversationID, _ body: ChangeConversation) async throws(ClientError)
    -> Conversation
  {
    try await caller.call(RelayRoutes.changeConversation, .json(body), path: [id.base64url])
  }

  /// Sets or removes the photo. Refused with `too_large`, `malformed` for another format than PNG,
  /// JPEG and WebP.
  /// - Parameter image: at most 256 KiB; empty removes the photo.
  public func putPhoto(_ image: [UInt8], of id: ConversationID) async throws(ClientError)
    -> Conversation
  {
    try await caller.call(
      RelayRoutes.putConversationPhoto, .raw(image), path: [id.base64url])
  }

  /// The image, for members. Refused with `not_found` where there is none.
  public func photo(of id: ConversationID) async throws(ClientError) -> [UInt8] {
    try await caller.call(RelayRoutes.conversationPhoto, path: [id.base64url])
  }
}
