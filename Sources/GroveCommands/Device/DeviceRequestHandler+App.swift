import GroveClient
import GroveIdentity
import GroveWire

/// The app: documents, participants, knocks, an open page.
extension DeviceRequestHandler {
  func app(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    switch verb {
    case .appSignUp:
      try await session.signUpToApp(
        account: arguments.text("account"), displayName: arguments.text("name"),
        password: arguments.text("password"))
      return Answer()
    case .appSignIn:
      try await session.signInToApp(
        account: arguments.text("account"), password: arguments.text("password"))
      return Answer()
    case .knock, .knocks, .answerKnock, .participants: return try await people(verb, arguments)
    case .follow, .followed: return try await page(verb, arguments)
    default: return try await document(verb, arguments)
    }
  }

  private func document(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let app = try await session.app()
    switch verb {
    case .createDocument:
      let document = try await app.createDocument(
        title: arguments.text("title"), requestID: .random())
      return Answer(DeviceReply(values: ["document": document.documentID]))
    case .append:
      let sequence = try await app.append(
        arguments.text("text"), to: arguments.text("document"), updateID: .random())
      return Answer(DeviceReply(values: ["sequence": String(sequence)]))
    case .rename:
      _ = try await app.client.changeDocument(
        arguments.text("document"), ChangeDocument(title: arguments.text("title")))
      return Answer()
    default:
      let lines = try await app.lines(of: arguments.text("document"))
      return Answer(DeviceReply(rows: lines.map(Self.row)))
    }
  }

  private func people(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let app = try await session.app()
    let collaboration = try arguments.collaboration()
    switch verb {
    case .participants:
      let list = try await app.client.participants(of: collaboration)
      return Answer(DeviceReply(rows: list.participants.map(Self.row)))
    case .knock:
      _ = try await app.client.knock(Knock(note: arguments.values["note"]), at: collaboration)
      return Answer()
    case .knocks:
      let list = try await app.client.knocks(at: collaboration)
      return Answer(
        DeviceReply(rows: list.knocks.map { ["knock": $0.knockID, "account": $0.account.text] }))
    default:
      try await app.client.answerKnock(
        arguments.text("knock"), accept: arguments.text("accept") == "yes", at: collaboration)
      return Answer()
    }
  }

  private func page(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    if verb == .follow {
      let client = try await session.app().client
      let follower = DocumentFollower(documentID: try arguments.text("document"))
      await session.show(follower)
      return Answer { await follower.run(with: client) }
    }
    guard let follower = await session.follower else { throw DeviceRefusal("no_page") }
    var values = ["open": await follower.isOpen ? "yes" : "no"]
    if let ended = await follower.ended { values["ended"] = ended.rawValue }
    return Answer(DeviceReply(values: values, rows: await follower.lines.map(Self.row)))
  }

  private static func row(_ line: DocumentLine) -> [String: String] {
    ["sequence": String(line.sequence), "account": line.account, "text": line.text]
  }

  private static func row(_ participant: Participant) -> [String: String] {
    var row = ["root": participant.root.base64url]
    if let account = participant.account { row["account"] = account.text }
    return row
  }
}
