import ArgumentParser
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import SharingUI

/// Shares a document.
struct ShareCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share a document of the sample app into a conversation.",
    discussion: "A document of that title is made if you have none.")
  @OptionGroup var person: PersonOptions
  @Argument(help: "The document's title.") var title: String
  @Option(name: .customLong("in"), help: "The conversation's name or identifier.")
  var conversation: String
  @Option(help: "Write this line first.") var line: String?
  @Option(help: "A text that goes along.") var text = ""
  @Flag(help: "The others may read, not change.") var readOnly = false
  @Flag(inversion: .prefixedNo, help: "Allow comments.") var comments = true
  @Flag(inversion: .prefixedNo, help: "Allow mentions.") var mentions = true

  func run(_ session: DeviceSession) async throws {
    let app = try await session.app()
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let documents = try await app.client.documents().documents
    var document = documents.first { $0.title == title && $0.access == .owner }?.documentID
    if document == nil {
      document = try await app.createDocument(title: title, requestID: .random()).documentID
    }
    guard let document else { return }
    if let line { _ = try await app.append(line, to: document, updateID: .random()) }
    let shared = try await session.share(
      DeviceSession.Share(
        documentID: document, title: title,
        conversation: messenger.find(conversation: conversation), text: text,
        isReadOnly: readOnly, allowsComments: comments, allowsMentions: mentions))
    if let shared {
      try person.print(
        ["link": shared.link, "title": title], "Shared “\(title)”: \(shared.link)")
    } else {
      try person.print(["delivery": "queued"], "The relay is away; the draft is queued.")
    }
  }
}

/// Opens a link.
struct OpenCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a shared link: prove that you were invited, and read.",
    discussion: """
      You are asked once which app account is to be bound. Without an invitation for this person, \
      --knock asks the owner for access.
      """)
  @OptionGroup var person: PersonOptions
  @Argument(help: "The link, or the title of what was shared with you.") var link: String
  @Flag(help: "Do not ask; the account you are signed in with is meant.") var yes = false
  @Flag(help: "Ask the owner for access if you were not invited.") var knock = false

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    _ = try await messenger.sync()
    let id = try await collaboration(messenger)
    let awaited = try await messenger.awaitedDocuments().first {
      $0.collaboration == CollaborationKey(audience: session.appOrigin, collaborationID: id)
    }
    let granted: AccessGranted
    do {
      granted = try await session.open(id) { question in
        if yes { return true }
        return await Question.ask(Sentences.sentence(question))
      }
    } catch let refusal as DeviceRefusal
      where !knock && awaited != nil
      && ["no_invitation", "device_not_in_identity"].contains(refusal.code)
    {
      guard let awaited else { throw refusal }
      let by = await AccountDisplayNames(messenger).name(of: awaited.inviter)
      throw CommandFailure(AccessRenewalText.waiting(for: awaited, by: by))
    } catch let refusal as DeviceRefusal where knock && refusal.code == "no_invitation" {
      _ = try await session.app().client.knock(Knock(), at: id)
      try person.print(["knocked": "yes"], "You were not invited; the owner has been asked.")
      return
    } catch  where !knock {
      throw try await ending(of: id, session) ?? error
    }
    try person.print(
      ["result": granted.result.rawValue, "document": granted.documentID, "title": granted.title],
      TerminalText.safe("You are in “\(granted.title)”."))
    for line in try await session.app().lines(of: granted.documentID) {
      try person.print(
        ["account": line.account, "text": line.text],
        TerminalText.safe("  \(line.account): \(line.text)"))
    }
  }

  /// What has become of a document to which this person was invited; nil where nothing is known.
  private func ending(of id: CollaborationID, _ session: DeviceSession) async throws
    -> CommandFailure?
  {
    let key = CollaborationKey(audience: session.appOrigin, collaborationID: id)
    let state = try await session.messenger().documentState(of: key)
    guard let ending = state.ending, let title = state.title else { return nil }
    return CommandFailure(ending.sentence(opening: title))
  }

  private func collaboration(_ messenger: Messenger) async throws -> CollaborationID {
    if let named = try await messenger.highlights().first(where: { $0.title == link }) {
      return named.collaborationID
    }
    if let named = try await messenger.awaitedDocuments().first(where: { $0.title == link }) {
      return named.collaboration.collaborationID
    }
    return try SharedLink(link).collaborationID
  }
}

/// Shows what a change of people would mean for documents.
struct OffersCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "offers",
    abstract: "Show who would gain or lose a document after people changed; apply or dismiss.")
  @OptionGroup var person: PersonOptions
  @Flag(help: "Carry out what is shown.") var apply = false
  @Flag(
    help: "Whoever has a document by another conversation, too, keeps it there.") var keepOthers =
    false
  @Flag(help: "Not now.") var dismiss = false

  func run(_ session: DeviceSession) async throws {
    // The command line's own app answers where somebody is signed in to it; other apps are the agent's.
    let messenger = try await session.messenger()
    try await session.resume()
    _ = try await messenger.sync()
    let names = AccountDisplayNames(messenger)
    let offers = try await messenger.membershipOffers()
    if offers.isEmpty, !person.json { FlushedOutput.print("Nothing to decide.") }
    for offer in offers {
      for document in offer.documents {
        let gains = await names.names(of: document.gains).joined(separator: ", ")
        let loses = await names.names(of: document.loses).joined(separator: ", ")
        let left = await names.names(of: document.left).joined(separator: ", ")
        let others = await names.names(of: document.elsewhere.keys.sorted())
          .joined(separator: ", ")
        try person.print(
          [
            "title": document.title, "gains": gains, "loses": loses, "left": left,
            "elsewhere": others,
          ],
          "“\(document.title)”: gains — \(gains.isEmpty ? "nobody" : gains); "
            + "loses — \(loses.isEmpty ? "nobody" : loses)"
            + (left.isEmpty ? "" : "; left it already, and could come back — \(left)")
            + (others.isEmpty ? "" : "; \(elsewhere(others))"))
      }
      if dismiss { try await messenger.dismiss(offer) }
      if apply { try await carryOut(keepOthers ? offer.keepingOthers : offer, messenger) }
    }
  }

  /// What becomes of who has it by another conversation, too.
  private func elsewhere(_ others: String) -> String {
    keepOthers
      ? "keep it by another conversation — \(others)"
      : "lose it in other conversations, too, unless you add --keep-others — \(others)"
  }

  private func carryOut(_ offer: MembershipOffer, _ messenger: Messenger) async throws {
    for outcome in try await messenger.apply(offer).values {
      if case .failed(let failure) = outcome { throw CommandFailure(failure.sentence) }
    }
    try person.print(["applied": "yes"], "Done.")
  }
}

/// Says whether an app's server may tell this device what others do.
struct ServerNoticesCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-notices",
    abstract: "Show or choose whether the app's server may tell you what others do in documents.",
    discussion: """
      When you open a document, the app's server is given an address at your relay that names nobody. \
      Without it you hear what the others' apps tell, and nothing while they are not there.

      EXAMPLE
        grove message server-notices
        grove message server-notices --refuse     # what was given out ends, and nothing is shown
      """)
  @OptionGroup var person: PersonOptions
  @Flag(help: "It may; it hears of an address when you next open a document.") var allow = false
  @Flag(help: "It may not.") var refuse = false

  func validate() throws {
    if allow && refuse { throw ValidationError("--allow and --refuse contradict each other.") }
  }

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    let origin = session.appOrigin
    if allow || refuse { try await messenger.setServerNotices(allow, for: origin) }
    let isAllowed = try await messenger.hasServerNotices(of: origin)
    try person.print(
      ["app": origin.text, "allowed": isAllowed ? "yes" : "no"],
      "\(origin.text) \(isAllowed ? "may" : "may not") tell you what others do.")
  }
}
