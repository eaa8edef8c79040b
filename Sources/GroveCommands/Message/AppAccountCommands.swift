import ArgumentParser
import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import SharingUI

/// Changes the password of the app account.
struct AppPasswordCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "app-password",
    abstract: "Change the password of your account at the sample app; ends your other sessions.",
    discussion: """
      The old password is asked for first, then the new one; or both are read from standard input, a \
      line each, or from GROVE_PASSWORD and GROVE_NEW_PASSWORD.
      """)
  @OptionGroup var person: PersonOptions

  func run(_ session: DeviceSession) async throws {
    let old = await Password.read("Old password: ")
    let new = await Password.read("New password: ", from: "GROVE_NEW_PASSWORD")
    let ended = try await session.changeAppPassword(from: old, to: new)
    try person.print(
      ["ended": String(ended)],
      "The password is changed; \(ended) other session\(ended == 1 ? "" : "s") ended.")
  }
}

/// Where one is signed in.
struct AppSessionsCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "app-sessions",
    abstract: "Show where you are signed in to the sample app; end one session or all.")
  @OptionGroup var person: PersonOptions
  @Option(help: ArgumentHelp("End this session.", valueName: "SESSION")) var end: String?
  @Flag(help: "Sign out everywhere, here too.") var endAll = false

  func validate() throws {
    if end != nil && endAll { throw ValidationError("Give --end or --end-all, not both.") }
  }

  func run(_ session: DeviceSession) async throws {
    let client = try await session.app().client
    if let end {
      try await client.endSession(end)
      return try person.print(["ended": end], "Session \(end) has ended.")
    }
    if endAll {
      try await client.endSessions()
      return try person.print(["ended": "all"], "Signed out everywhere.")
    }
    for entry in try await client.sessions() { try show(entry) }
  }

  private func show(_ entry: SessionEntry) throws {
    let device = entry.device.isEmpty ? "A program" : entry.device
    let row = [
      "session": entry.sessionID, "device": entry.device, "created": String(entry.createdAt.value),
      "lastUsed": String(entry.lastUsedAt.value), "current": entry.isCurrent ? "yes" : "no",
    ]
    try person.print(
      row,
      TerminalText.safe(
        "\(entry.sessionID)  \(device), since \(Self.day(entry.createdAt)), last used "
          + "\(Self.day(entry.lastUsedAt))\(entry.isCurrent ? "  (here)" : "")"))
  }

  private static func day(_ time: DecimalUInt64) -> String {
    Date(timeIntervalSince1970: Double(time.value) / 1000)
      .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
  }
}
