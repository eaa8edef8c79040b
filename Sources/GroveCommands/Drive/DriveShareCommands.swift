import ArgumentParser
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import SharingUI

/// What is shared, by oneself and by others.
struct DriveListCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show what you share of your drive, and what others share with you.")
  @OptionGroup var person: PersonOptions

  func run(_ session: DeviceSession) async throws {
    let client = try await session.app().client
    var place: String?
    repeat {
      let page = try await client.driveShares(after: place)
      for share in page.shares { try show(share) }
      place = page.next
    } while place != nil
    for share in try await client.sharedDriveItems() { try show(share) }
  }

  private func show(_ share: DriveShareState) throws {
    let who = share.who == .link ? "whoever has the link" : "who was invited"
    let what = share.access == .readOnly ? "may look" : "may make changes"
    let how =
      share.yours == .owner
      ? "\(who) \(what)"
      : "\(share.ownerDisplayName) shares it; you "
        + (share.yours == .readOnly ? "may look" : "may make changes")
    try person.print(
      [
        "path": share.path, "link": share.link, "who": share.who.rawValue,
        "access": share.access.rawValue, "yours": share.yours.rawValue, "owner": share.owner.text,
      ], TerminalText.safe("\(share.path)  (\(how))  \(share.link)"))
  }
}

/// Opens a file or folder to whoever has its link, or shares it into a conversation.
struct DriveShareCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Share a file or folder, and print the link.",
    discussion: """
      With --in the people of that conversation are invited, each by an identity of their own, and open \
      it with “grove message open”. Otherwise whoever has the link comes in.
      """)
  @OptionGroup var person: PersonOptions
  @Argument(help: "Where it is in the drive, such as /Plans/house.pdf.") var path: String
  @Option(name: .customLong("in"), help: "The conversation's name or identifier.")
  var conversation: String?
  @Flag(help: "Others may look and not change it.") var readOnly = false

  func run(_ session: DeviceSession) async throws {
    let path = path.hasPrefix("/") ? path : "/" + path
    if let conversation { return try await share(path, into: conversation, session) }
    let share = try await session.app().client.shareDriveItem(
      ShareDriveItem(
        requestID: .random(), path: path, who: .link, access: readOnly ? .readOnly : .readWrite))
    try person.print(["path": share.path, "link": share.link], share.link)
  }

  private func share(_ path: String, into conversation: String, _ session: DeviceSession)
    async throws
  {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let shared = try await session.share(
      DeviceSession.Share(
        documentID: path, title: path.split(separator: "/").last.map(String.init) ?? path,
        conversation: messenger.find(conversation: conversation), isReadOnly: readOnly))
    try person.print(
      ["path": path, "link": shared?.link ?? ""],
      shared?.link ?? "The relay is away; the draft is queued.")
  }
}

/// Comes in by a link.
struct DriveOpenCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Come in by the link to a file or folder, and print where it is in your drive.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The link.") var link: String

  func run(_ session: DeviceSession) async throws {
    let (client, id) = (try await session.app().client, try SharedLink(link).collaborationID)
    _ = try await client.enterByLink(id)
    let share = try await client.driveShare(id)
    try person.print(
      ["path": share.path, "access": share.yours.rawValue], TerminalText.safe(share.path))
  }
}

/// Ends sharing, or leaves what another shares.
struct DriveStopCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "Stop sharing a file or folder; of what another shares, leave it.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "Its link.") var link: String

  func run(_ session: DeviceSession) async throws {
    let (client, id) = (try await session.app().client, try SharedLink(link).collaborationID)
    let share = try await client.driveShare(id)
    let isOwn = share.yours == .owner
    if isOwn {
      _ = try await client.endCollaboration(id)
    } else {
      _ = try await client.leave(id)
    }
    try person.print(
      ["path": share.path, "done": isOwn ? "stopped" : "left"],
      TerminalText.safe(
        isOwn ? "\(share.path) is shared with nobody any more." : "You left \(share.name)."))
  }
}
