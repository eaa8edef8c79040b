import ArgumentParser
import GroveIdentity
import GroveWire
import Messenger
import SharingUI

/// Shows who asks to talk.
struct RequestsCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "Show who wants to talk to you and is unknown to you; or say who has to ask.",
    discussion: """
      Nothing said in a request is shown before you accept it; the other is not told that you have \
      seen it.

      EXAMPLE
        grove message requests
        grove message accept Kitchen
        grove message requests --from anybody      # for a program: everybody comes in
      """)
  @OptionGroup var person: PersonOptions
  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "“ask” (what you begin with): unknown people ask first. “anybody”: nobody does.",
      valueName: "WHO"))
  var policy: String?

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    if let policy {
      guard let policy = Admission.Policy(rawValue: policy) else {
        throw CommandFailure("“\(policy)” is neither “ask” nor “anybody”.")
      }
      try await messenger.setRequestPolicy(policy)
      return try person.print(
        ["from": policy.rawValue],
        policy == .ask ? "Unknown people ask first." : "Everybody may talk to you.")
    }
    _ = try await messenger.sync()
    let requests = try await messenger.requests()
    if requests.isEmpty, !person.json { FlushedOutput.print("Nobody asks.") }
    let names = AccountDisplayNames(messenger)
    for request in requests {
      guard let by = request.requestedBy else { continue }
      let name = await names.name(of: by)
      try person.print(
        [
          "conversation": request.conversationID.base64url, "name": request.name ?? "",
          "by": name, "account": by.base64url,
        ],
        TerminalText.safe(
          request.name.map { "\(name) added you to “\($0)”" } ?? "\(name) wants to talk to you"))
    }
  }
}

/// A command that answers one request.
protocol RequestAnswer: PersonCommand {
  /// What `--json` calls it.
  static var word: String { get }
  static var sentence: String { get }
  var request: RequestArgument { get }
  func answer(_ request: ConversationID, with messenger: Messenger) async throws
}

/// The request that is meant.
struct RequestArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The conversation's name or identifier, or the handle of who asks.", valueName: "request"))
  var text: String
}

extension RequestAnswer {
  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let found = try await messenger.find(request: request.text)
    try await answer(found.conversationID, with: messenger)
    try person.print([Self.word: found.conversationID.base64url], Self.sentence)
  }
}

/// Takes part in a conversation.
struct AcceptCommand: RequestAnswer {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Accept a request: you take part, and see what was said.")
  static let (word, sentence) = ("accepted", "You are in.")
  @OptionGroup var person: PersonOptions
  @OptionGroup var request: RequestArgument

  func answer(_ request: ConversationID, with messenger: Messenger) async throws {
    try await messenger.accept(request)
  }
}

/// Does not take part.
struct DeclineCommand: RequestAnswer {
  static let configuration = CommandConfiguration(
    commandName: "decline", abstract: "Delete a request, with what was said in it.")
  static let (word, sentence) = ("declined", "Deleted.")
  @OptionGroup var person: PersonOptions
  @OptionGroup var request: RequestArgument

  func answer(_ request: ConversationID, with messenger: Messenger) async throws {
    try await messenger.decline(request)
  }
}

/// Keeps somebody out.
struct BlockCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "block",
    abstract: "Keep a person out: they can neither add you nor reach you.",
    discussion: "They are told no more than that a message was not delivered.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The person's handle.") var handle: String

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    let account = try await messenger.contact(handle: handle).accountID
    try await messenger.block(account)
    _ = try await messenger.sync()
    try person.print(["blocked": handle], "\(handle) is blocked.")
  }
}

/// Lets somebody in again.
struct UnblockCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock", abstract: "Block a person no longer.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The person's handle.") var handle: String

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    try await messenger.unblock(messenger.contact(handle: handle).accountID)
    try person.print(["unblocked": handle], "\(handle) is not blocked any more.")
  }
}

/// Shows who is kept out.
struct BlockedCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "blocked", abstract: "Show whom you have blocked.")
  @OptionGroup var person: PersonOptions

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    let blocked = try await messenger.admission().blocked
    if blocked.isEmpty, !person.json { FlushedOutput.print("Nobody.") }
    for name in await AccountDisplayNames(messenger).names(of: blocked) {
      try person.print(["handle": name], name)
    }
  }
}

extension Messenger {
  /// The request a person means by a conversation or by who asks.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func find(request text: String) async throws -> ConversationRecord {
    let names = AccountDisplayNames(self)
    var found: [ConversationRecord] = []
    for request in try await requests() {
      var words = [request.name ?? "", request.conversationID.base64url]
      if let by = request.requestedBy { words.append(await names.name(of: by)) }
      if words.contains(text) { found.append(request) }
    }
    guard let first = found.first else { throw CommandFailure("There is no request “\(text)”.") }
    guard found.count == 1 else {
      let identifiers = found.map(\.conversationID.base64url).joined(separator: ", ")
      throw CommandFailure("Several requests are called that; use an identifier: \(identifiers)")
    }
    return first
  }
}
