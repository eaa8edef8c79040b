import ArgumentParser
import GroveClient
import GroveIdentity
import GroveWire
import SharingUI

/// Makes an app account.
struct AppSignUpCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "app-sign-up",
    abstract: "Make an account at the sample app; it has nothing to do with the messenger's.",
    discussion: "The password is asked for, or read from standard input or GROVE_PASSWORD.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The account's name, such as you@example.org.") var account: String
  @Option(help: "How others in a document see you.") var name: String?

  func run(_ session: DeviceSession) async throws {
    try await session.signUpToApp(
      account: account, displayName: name ?? account, password: await Password.read())
    try person.print(["account": account], "Signed in to the app as \(account).")
  }
}

/// Signs in to the app.
struct AppSignInCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "app-sign-in", abstract: "Sign in to the sample app on this device.",
    discussion: "The password is asked for, or read from standard input or GROVE_PASSWORD.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The account's name.") var account: String

  func run(_ session: DeviceSession) async throws {
    try await session.signInToApp(account: account, password: await Password.read())
    try person.print(["account": account], "Signed in to the app as \(account).")
  }
}

/// Shows or writes a document.
struct DocumentCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "document", abstract: "Show a document, write a line to it, or list them all.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The document's identifier or title; all documents when left out.")
  var document: String?
  @Option(help: ArgumentHelp("Append a line.", valueName: "TEXT")) var write: String?

  func run(_ session: DeviceSession) async throws {
    let app = try await session.app()
    let all = try await app.client.documents().documents
    guard let document else {
      for item in all {
        try person.print(
          ["document": item.documentID, "title": item.title, "access": item.access.rawValue],
          TerminalText.safe("\(item.title)  (\(item.access.rawValue))  \(item.documentID)"))
      }
      return
    }
    let id = all.first { $0.title == document }?.documentID ?? document
    if let write, write.allSatisfy(\.isWhitespace) {
      throw CommandFailure("There is nothing to write.")
    }
    if let write { _ = try await app.append(write, to: id, updateID: .random()) }
    for line in try await app.lines(of: id) {
      try person.print(
        ["account": line.account, "text": line.text],
        TerminalText.safe("\(line.account): \(line.text)"))
    }
  }
}

/// Who takes part.
struct ParticipantsCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "participants", abstract: "Show who takes part in a collaboration.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The collaboration's link.") var link: String

  func run(_ session: DeviceSession) async throws {
    let list = try await session.app().client.participants(of: SharedLink(link).collaborationID)
    for participant in list.participants {
      let account = participant.account?.text ?? "(not opened yet)"
      try person.print(
        ["root": participant.root.base64url, "account": participant.account?.text ?? ""],
        "\(participant.root.base64url.prefix(12))…  \(account)")
    }
  }
}

/// Who asks for access.
struct KnocksCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "knocks", abstract: "Show who asks for access to your document; accept or ignore.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The collaboration's link.") var link: String
  @Option(help: ArgumentHelp("Accept this account.", valueName: "ACCOUNT")) var accept: String?
  @Option(help: ArgumentHelp("Ignore this account.", valueName: "ACCOUNT")) var ignore: String?

  func run(_ session: DeviceSession) async throws {
    let client = try await session.app().client
    let id = try SharedLink(link).collaborationID
    for knock in try await client.knocks(at: id).knocks {
      if knock.account.text == accept || knock.account.text == ignore {
        try await client.answerKnock(knock.knockID, accept: knock.account.text == accept, at: id)
      } else {
        try person.print(
          ["account": knock.account.text, "note": knock.note ?? ""],
          TerminalText.safe(
            "\(knock.displayName) (\(knock.account.text)) asks for access. \(knock.note ?? "")"))
      }
    }
  }
}
