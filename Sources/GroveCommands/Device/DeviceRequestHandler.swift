import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger

/// Carries out one line of `grove device`.
struct DeviceRequestHandler: Sendable {
  let session: DeviceSession

  /// What a line came to: the reply, and what goes on after it.
  struct Answer: Sendable {
    var reply: DeviceReply
    /// Keeps a mailbox or a page open until the device ends.
    var continuation: (@Sendable () async -> Void)?

    init(_ reply: DeviceReply = DeviceReply(), then: (@Sendable () async -> Void)? = nil) {
      self.reply = reply
      continuation = then
    }
  }

  /// A line that is no request, or is refused, is answered with its code like any other.
  func answer(line: [UInt8]) async -> Answer {
    do {
      let request = try StrictJSON.decode(DeviceRequest.self, from: line)
      return try await answer(request.verb, Arguments(values: request.arguments))
    } catch {
      return Answer(Self.reply(to: error))
    }
  }

  /// The arguments of a request, read strictly.
  struct Arguments: Sendable {
    let values: [String: String]

    func text(_ name: String) throws -> String {
      guard let text = values[name] else { throw CommandFailure("the argument \(name) is missing") }
      return text
    }

    func conversation() throws -> ConversationID {
      try ConversationID(Base64URL.decode(text("conversation")))
    }

    func collaboration() throws -> CollaborationID { try CollaborationID(text("collaboration")) }
  }

  private func answer(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    switch verb {
    case .signUp, .beginLink, .completeLink, .linkDevice, .devices, .removeDevice, .alarms:
      try await account(verb, arguments)
    case .requests, .acceptRequest, .block: try await request(verb, arguments)
    case .createConversation, .addMember, .removeMember, .sendText, .thread:
      try await conversation(verb, arguments)
    case .share, .highlights, .open, .offers, .applyOffer, .refreshShare, .notice, .mention:
      try await sharing(verb, arguments)
    case .appSignUp, .appSignIn, .createDocument, .readDocument, .append, .participants, .rename,
      .knock, .knocks, .answerKnock, .follow, .followed:
      try await app(verb, arguments)
    case .appPassword, .stopSharing: try await drive(verb, arguments)
    case .saveZone, .saveRecord, .deleteRecord, .zoneChanges, .shareZone, .enterZone:
      try await records(verb, arguments)
    }
  }

  /// Stable codes from wherever the refusal came; never input, never a secret.
  static func reply(to error: any Error) -> DeviceReply {
    switch error {
    case let error as MessengerError:
      DeviceReply(code: error.problem?.rawValue ?? error.code.rawValue, detail: error.detail)
    case let error as ClientError:
      DeviceReply(code: error.problemCode?.rawValue ?? "unreachable", detail: "\(error)")
    case let error as IdentityError:
      DeviceReply(code: error.code.rawValue, detail: error.context)
    case let refusal as DeviceRefusal:
      DeviceReply(
        code: refusal.code, detail: refusal.values["reason"], values: refusal.values)
    case let failure as CommandFailure: DeviceReply(code: "malformed", detail: failure.sentence)
    default: DeviceReply(code: "internal_error")
    }
  }
}

/// A refusal by the messenger or the app, with what the person still has.
struct DeviceRefusal: Error, CustomStringConvertible {
  let code: String
  var values: [String: String] = [:]

  init(_ code: String, values: [String: String] = [:]) {
    self.code = code
    self.values = values
  }

  var description: String { code }
}
