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
      Nothing said in a request is shown before you accept it; the other is not told that you have
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
    let names = PeopleNames(messenger)
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

/// Takes part in a conversation.
struct AcceptCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Accept a request: you take part, and see what was said.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The conversation's name or identifier, or the handle of who asks.")
  var request: String

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let found = try await messenger.find(request: request)
    try await messenger.accept(found.conversationID)
    try person.print(["accepted": found.conversationID.base64url], "You are in.")
  }
}

/// Does not take part.
struct DeclineCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "decline", abstract: "Delete a request, with what was said in it.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The conversation's name or identifier, or the handle of who asks.")
  var request: String

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let found = try await messenger.find(request: request)
    try await messenger.decline(found.conversationID)
    try person.print(["declined": found.conversationID.base64url], "Deleted.")
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
    for name in await PeopleNames(messenger).names(of: blocked) {
      try person.print(["handle": name], name)
    }
  }
}

extension Messenger {
  /// The request a person means by a conversation or by who asks.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func find(request text: String) async throws -> ConversationRecord {
    let names = PeopleNames(self)
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
