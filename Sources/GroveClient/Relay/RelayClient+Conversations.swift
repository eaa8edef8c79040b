public import GroveIdentity
public import GroveWire

extension RelayClient {
  public func create(_ body: CreateConversation) async throws(ClientError) -> Conversation {
    try await caller.call(RelayRoutes.createConversation, .json(body))
  }

  public func conversations() async throws(ClientError) -> [Conversation] {
    try await caller.call(RelayRoutes.listConversations).conversations
  }

  public func conversation(_ id: ConversationID) async throws(ClientError) -> Conversation {
    try await caller.call(RelayRoutes.conversation, path: [id.base64url])
  }

  public func change(_ id: ConversationID, _ body: ChangeConversation) async throws(ClientError)
    -> Conversation
  {
    try await caller.call(RelayRoutes.changeConversation, .json(body), path: [id.base64url])
  }

  /// - Parameter image: at most 256 KiB; empty removes the photo.
  public func putPhoto(_ image: [UInt8], of id: ConversationID) async throws(ClientError)
    -> Conversation
  {
    try await caller.call(
      RelayRoutes.putConversationPhoto, .raw(image), path: [id.base64url])
  }

  public func photo(of id: ConversationID) async throws(ClientError) -> [UInt8] {
    try await caller.call(RelayRoutes.conversationPhoto, path: [id.base64url])
  }
}
