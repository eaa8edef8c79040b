import ArgumentParser
import GroveIdentity
import GroveSystem
import Messenger
import SharingUI

/// Starts a conversation.
struct NewCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Start a conversation.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "Its name; the relay can read it.") var name: String
  @Argument(help: "The handles of the others.") var handles: [String]

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    let id = try await messenger.createConversation(
      name: name, members: handles.map(Member.handle))
    let delivery = try await messenger.lastDelivery()
    try person.print(
      ["conversation": id.base64url, "delivery": delivery],
      "“\(name)” with \(handles.joined(separator: ", "))" + Queued.note(delivery))
  }
}

/// Lists conversations.
struct ListCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show your conversations.")
  @OptionGroup var person: PersonOptions

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let names = AccountDisplayNames(messenger)
    for conversation in try await messenger.conversations() {
      let members = await names.names(of: conversation.members)
      try person.print(
        [
          "conversation": conversation.conversationID.base64url,
          "name": conversation.name ?? "", "members": members.joined(separator: ","),
        ],
        TerminalText.safe(
          "\(conversation.name ?? "(no name)")  —  \(members.joined(separator: ", "))"))
    }
    for status in try await messenger.drafts() {
      let title = status.draft.metadata?.title ?? status.draft.file?.name ?? ""
      let reason = status.draft.failure?.sentence ?? ""
      try person.print(
        ["draft": title, "state": status.state.rawValue, "reason": reason],
        TerminalText.safe("draft “\(title)”  (\(status.state.rawValue))  \(reason)"))
    }
    let queued = try await messenger.queuedCount()
    if queued > 0, !person.json { FlushedOutput.print("\(queued) waiting to be sent.") }
    let requests = try await messenger.requests().count
    if requests > 0, !person.json {
      FlushedOutput.print("\(requests) asking to talk to you: grove message requests")
    }
    let waiting = Set(try await messenger.accessRenewals().map(\.person.handle)).sorted()
    if !waiting.isEmpty, !person.json {
      FlushedOutput.print(
        TerminalText.safe(
          "Devices have changed since you shared something (\(waiting.joined(separator: ", "))): "
            + "grove message let-in"))
    }
    let missed = try await messenger.takeMissedCount()
    if missed > 0, !person.json {
      FlushedOutput.print(
        "\(missed) messages waited longer than 45 days for this device and are gone.")
    }
  }
}

/// Sends a text or a file.
struct SendCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a text, or a copy of a file.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The conversation's name or identifier.") var conversation: String
  @Argument(help: "The text.") var text: String
  @Option(help: ArgumentHelp("Send a copy of FILE with it.", valueName: "FILE")) var file: String?

  func run(_ session: DeviceSession) async throws {
    guard file != nil || !text.allSatisfy(\.isWhitespace) else {
      throw CommandFailure("There is nothing to send.")
    }
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let id = try await messenger.find(conversation: conversation)
    let item: ThreadItem
    if let file {
      let copy = try LocalFile(path: file)
      item = try await messenger.sendCopy(
        copy.bytes, name: copy.name, mediaType: copy.mediaType, text: text, in: id)
    } else {
      item = try await messenger.sendText(text, in: id)
    }
    let word = ThreadText.word(item.delivery)
    try person.print(["delivery": word], word)
    for line in await Undelivered.lines(item, AccountDisplayNames(messenger)) {
      try person.print(["undelivered": line], line)
    }
  }
}

/// Shows a thread.
struct ReadCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Show a conversation, and with --follow what arrives.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The conversation's name or identifier.") var conversation: String
  @Option(help: "How many lines to begin with.") var limit = 50
  @Flag(help: "Go on until interrupted.") var follow = false

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let id = try await messenger.find(conversation: conversation)
    let printer = ThreadPrinter(messenger, conversation: id, person: person)
    try await printer.printNew(limit: limit)
    guard follow else { return }
    try await withThrowingDiscardingTaskGroup { group in
      let events = messenger.events()
      // The agent keeps its device connected by itself.
      if !session.isHosted { group.addTask { try await messenger.run() } }
      for await event in events {
        switch event {
        case .itemAdded(id), .sharing(.noticesChanged), .sharing(.workPending):
          try await printer.printNew(limit: 200)
        default: break
        }
      }
      group.cancelAll()
    }
  }
}

/// Shows or changes who is in a conversation.
struct MembersCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "members", abstract: "Show who is in a conversation; add or remove people.",
    discussion: """
      When the conversation shares a document, a change of its people is offered to the document: \
      see “grove message offers”.
      """)
  @OptionGroup var person: PersonOptions
  @Argument(help: "The conversation's name or identifier.") var conversation: String
  @Option(help: ArgumentHelp("Add this person.", valueName: "HANDLE")) var add: [String] = []
  @Option(help: ArgumentHelp("Remove this person.", valueName: "HANDLE")) var remove: [String] = []

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let id = try await messenger.find(conversation: conversation)
    if !add.isEmpty { try await messenger.addMembers(add.map(Member.handle), to: id) }
    if !remove.isEmpty { try await messenger.removeMembers(remove.map(Member.handle), from: id) }
    if !add.isEmpty || !remove.isEmpty {
      let delivery = try await messenger.lastDelivery()
      try person.print(
        ["delivery": delivery],
        delivery == Queued.word ? "The relay is away; the change is queued." : "Done.")
    }
    let members = try await messenger.conversation(id).members
    for name in await AccountDisplayNames(messenger).names(of: members) {
      try person.print(["handle": name], name)
    }
  }
}

/// What a person is told of a message that has not reached everybody.
enum Undelivered {
  static func lines(_ item: ThreadItem, _ names: AccountDisplayNames) async -> [String] {
    var lines: [String] = []
    for one in item.undelivered {
      let name = await names.name(of: one.accountID)
      lines.append(
        one.mayPass
          ? "Not delivered to \(name): the mailbox there is full." : "Not delivered to \(name).")
    }
    return lines
  }
}

/// What a person is told of a change that waits for the relay.
enum Queued {
  static let word = "queued"

  static func note(_ delivery: String) -> String {
    delivery == word ? "  (the relay is away; queued)" : ""
  }
}

extension Messenger {
  /// Whether what was done last has reached the relay. Things go out in order, so as long as
  /// anything waits, the last of them does.
  func lastDelivery() async throws -> String {
    try await queuedCount() > 0 ? Queued.word : "sent"
  }
}
