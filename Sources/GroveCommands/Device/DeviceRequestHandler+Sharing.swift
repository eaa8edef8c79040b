import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Messenger

/// What happens between the messenger and the app.
extension DeviceRequestHandler {
  func sharing(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    switch verb {
    case .share: return try await share(arguments)
    case .open: return try await open(arguments)
    case .highlights:
      let highlights = try await session.messenger().highlights()
      return Answer(DeviceReply(rows: highlights.map(Self.row)))
    case .offers, .applyOffer: return try await offers(verb, arguments)
    case .refreshShare: return try await refresh(arguments)
    case .notice:
      guard let kind = NoticeKind(rawValue: try arguments.text("event")) else {
        throw CommandFailure("event is no kind of notice")
      }
      try await session.post(
        kind, in: arguments.collaboration(), calling: arguments.values["title"])
      return Answer()
    default:
      let collaboration = try arguments.collaboration()
      let account = try arguments.text("account")
      guard let root = try await session.app().root(of: account, in: collaboration) else {
        throw DeviceRefusal("not_found")
      }
      try await session.mention(root, in: collaboration)
      return Answer()
    }
  }

  /// `failure` names an action that the app fails, as if its server were away.
  private func share(_ arguments: Arguments) async throws -> Answer {
    let app = try await session.app()
    await app.failNext(arguments.values["failure"].flatMap(SampleApp.FailingAction.init(rawValue:)))
    let shared = try await session.share(
      DeviceSession.Share(
        documentID: arguments.text("document"), title: arguments.text("title"),
        conversation: arguments.conversation(), text: arguments.values["text"] ?? "",
        isReadOnly: arguments.values["access"] == "readOnly"))
    guard let shared else { return Answer(DeviceReply(values: ["delivery": "queued"])) }
    return Answer(
      DeviceReply(
        values: ["link": shared.link, "collaboration": shared.collaborationID.text]))
  }

  private func open(_ arguments: Arguments) async throws -> Answer {
    let link = try SharedLink(arguments.text("link"))
    let granted = try await session.open(link.collaborationID)
    return Answer(
      DeviceReply(
        values: [
          "result": granted.result.rawValue, "document": granted.documentID,
          "title": granted.title, "account": try await session.app().account.text,
        ]))
  }

  private func offers(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let (messenger, app) = try await session.connected()
    let names = AccountDisplayNames(messenger)
    let offers = try await messenger.membershipOffers()
    guard verb == .applyOffer else {
      var rows: [[String: String]] = []
      for offer in offers {
        for document in offer.documents {
          rows.append([
            "offer": offer.conversationID.base64url, "title": document.title,
            "gains": await names.names(of: document.gains).joined(separator: ","),
            "loses": await names.names(of: document.loses).joined(separator: ","),
            "left": await names.names(of: document.left).joined(separator: ","),
          ])
        }
      }
      return Answer(DeviceReply(rows: rows))
    }
    let id = try ConversationID(Base64URL.decode(arguments.text("offer")))
    guard let offer = offers.first(where: { $0.conversationID == id }) else {
      throw DeviceRefusal("no_offer")
    }
    for case .failed(let failure) in try await messenger.apply(offer).values {
      throw DeviceRefusal("offer_failed", values: ["reason": failure.sentence])
    }
    let cut = await app.lastCut
    return Answer(
      DeviceReply(
        values: [
          "streams": String(cut?.streams ?? 0), "microseconds": String(cut?.microseconds ?? 0),
        ]))
  }

  private func refresh(_ arguments: Arguments) async throws -> Answer {
    let (messenger, app) = try await session.connected()
    let person = try await messenger.contact(handle: arguments.text("handle"))
    let key = CollaborationKey(
      audience: app.origin, collaborationID: try arguments.collaboration())
    switch try await messenger.renewIdentities(of: person.accountID, in: key) {
    case .failed(let failure):
      throw DeviceRefusal("refresh_failed", values: ["reason": failure.sentence])
    case nil: throw DeviceRefusal("nothing_to_refresh")
    case .sent, .waiting: return Answer()
    }
  }

  private static func row(_ highlight: CollaborationHighlight) -> [String: String] {
    [
      "link": highlight.link, "title": highlight.title,
      "collaboration": highlight.collaborationID.text,
      "canProve": highlight.canProve ? "yes" : "no",
    ]
  }
}
