import GroveIdentity
import Messenger

/// Conversations and their threads.
extension DeviceRequestHandler {
  func conversation(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let messenger = try await session.messenger()
    switch verb {
    case .createConversation:
      let members = try arguments.text("members").split(separator: ",")
        .map { Member.handle(String($0)) }
      let id = try await messenger.createConversation(
        name: arguments.values["name"], members: members)
      return Answer(DeviceReply(values: ["conversation": id.base64url]))
    case .addMember:
      try await messenger.addMembers(
        [.handle(arguments.text("handle"))], to: arguments.conversation())
      return Answer()
    case .removeMember:
      try await messenger.removeMembers(
        [.handle(arguments.text("handle"))], from: arguments.conversation())
      return Answer()
    case .sendText:
      let item = try await messenger.sendText(
        arguments.text("text"), in: arguments.conversation())
      return Answer(DeviceReply(values: ["delivery": ThreadText.word(item.delivery)]))
    default:
      // Read once, before the first wait: see decision 0021 for what reading it in both calls provokes.
      let id = try arguments.conversation()
      let items = try await messenger.thread(id, limit: 200)
      let notices = try await messenger.notices(in: id)
      let lines = try await messenger.rows(of: items)
      return Answer(DeviceReply(rows: lines + notices.map(ThreadText.row)))
    }
  }

  /// Who asks to talk, and what they are answered.
  func request(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let messenger = try await session.messenger()
    switch verb {
    case .acceptRequest: try await messenger.accept(arguments.conversation())
    case .block:
      try await messenger.block(messenger.contact(handle: arguments.text("handle")).accountID)
    default:
      let rows = try await messenger.requests().map { request in
        [
          "conversation": request.conversationID.base64url, "name": request.name ?? "",
          "by": request.requestedBy?.base64url ?? "",
        ]
      }
      return Answer(DeviceReply(rows: rows))
    }
    return Answer()
  }
}
