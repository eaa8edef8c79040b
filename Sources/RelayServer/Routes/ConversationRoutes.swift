import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Who talks to whom; never what is said.
  func addConversationRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(perCaller: rates.conversations)
    on(RelayRoutes.createConversation, limits: limits) { request, caller in
      let body = request.body
      return Conversation(
        try await relay.change(by: caller) { reader, now in
          try RelayRules.create(
            conversation: body.conversationID, members: body.members, name: body.name,
            by: caller.address, now: now, limits: relay.limits, in: reader)
        })
    }
    on(RelayRoutes.listConversations, limits: limits) { request, caller in
      let after = try request.query["after"].map { text in
        try Problem.refusing("query parameter after") {
          try ConversationID(Base64URL.decode(text))
        }
      }
      let page = try await relay.look { reader, _ in
        try RelayRules.conversations(
          of: caller.address, after: after, limits: relay.limits, in: reader)
      }
      return ConversationList(
        conversations: page.conversations.map { Conversation($0) }, next: page.next)
    }
    on(RelayRoutes.conversation, limits: limits) { request, caller in
      let id = try request.identifier("conversationID") as ConversationID
      return Conversation(
        try await relay.look { reader, _ in
          try RelayRules.conversation(id, for: caller.address, in: reader)
        })
    }
    on(RelayRoutes.changeConversation, limits: limits) { request, caller in
      let id = try request.identifier("conversationID") as ConversationID
      let body = request.body
      return Conversation(
        try await relay.change(by: caller) { reader, now in
          try RelayRules.change(
            conversation: id, name: body.name, add: body.add ?? [], remove: body.remove ?? [],
            by: caller.address, now: now, limits: relay.limits, in: reader)
        })
    }
  }

  /// The picture of a conversation.
  func addPhotoRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(body: relay.limits.photoBytes, perCaller: rates.conversations)
    on(RelayRoutes.putConversationPhoto, limits: limits) { request, caller in
      let id = try request.identifier("conversationID") as ConversationID
      let bytes = request.body.bytes
      return Conversation(
        try await relay.change(by: caller) { reader, now in
          try RelayRules.setPhoto(
            bytes, of: id, by: caller.address, now: now, limits: relay.limits, in: reader)
        })
    }
    onWithHeaders(RelayRoutes.conversationPhoto, limits: limits) { request, caller in
      let id = try request.identifier("conversationID") as ConversationID
      let bytes = try await relay.look { reader, _ in
        try RelayRules.photo(of: id, for: caller.address, in: reader)
      }
      guard let format = PhotoFormat(of: bytes) else {
        throw RelayStoreError(.corrupt, "a stored photo")
      }
      return Answer(RawBody(bytes), headers: [.contentType: format.mediaType])
    }
  }
}
