import ArgumentParser
import GroveClient
import GroveIdentity
import GroveWire
import SharingUI

/// Makes a password for one program.
struct AddAppPassword: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make a password for a program; it is shown this once.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "What you call the program.") var name: String

  func run(_ session: DeviceSession) async throws {
    let app = try await session.app()
    let made = try await app.client.makeAppPassword(named: name)
    let address = app.origin.text + "/drive/"
    try person.print(
      [
        "id": made.passwordID, "address": address, "account": app.account.text,
        "password": made.password,
      ],
      """
      Address:  \(address)
      Account:  \(TerminalText.safe(app.account.text))
      Password: \(made.password)
      """)
  }
}

/// Those that there are.
struct ListAppPasswords: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show for which programs there are passwords.")
  @OptionGroup var person: PersonOptions

  func run(_ session: DeviceSession) async throws {
    for entry in try await session.app().client.appPasswords() {
      try person.print(
        ["id": entry.passwordID, "name": entry.name],
        TerminalText.safe(
          "\(entry.passwordID)  \(entry.name)\(entry.lastUsedAt == nil ? "  (never used)" : "")"))
    }
  }
}

/// Ends one.
struct RevokeAppPassword: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "End a password: its program does not come in any more.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "Its identifier in the list, or the program's name where only one is called so.")
  var password: String

  func run(_ session: DeviceSession) async throws {
    let client = try await session.app().client
    let all = try await client.appPasswords()
    let named = all.filter { $0.name == password }
    guard let entry = all.first(where: { $0.passwordID == password }) ?? named.first,
      named.count < 2 || entry.passwordID == password
    else {
      throw CommandFailure(
        named.isEmpty
          ? "There is no password “\(password)”."
          : "Several programs are called that; use an identifier.")
    }
    try await client.revokeAppPassword(entry.passwordID)
    try person.print(
      ["id": entry.passwordID, "name": entry.name],
      TerminalText.safe("The password of “\(entry.name)” opens nothing any more."))
  }
}
