import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct ContentTests {
  static let audience = "https://docs.example"

  static func invitation(
    title: String = "Baking Recipes", link: String = audience + "/d/8Zk",
    card: DocumentCard? = nil
  ) throws -> Invitation {
    let account = try TestAccount("anna")
    let root = RootHash(unchecked: [UInt8](repeating: 9, count: 32))
    return Invitation(
      link: link, audience: try Origin(audience), collaborationID: try CollaborationID("doc-7f3a"),
      title: title, optionsSummary: "Everyone can edit",
      identity: InvitedIdentity(
        seed: try IdentitySeed([UInt8](1...32)), root: root,
        statement: account.chain.newest.reference),
      identityMap: [IdentityMapEntry(account: account.id, root: root)], epoch: 41, card: card)
  }

  /// The beginning of a picture is all that is looked at.
  static func icon(_ width: UInt8, height: [UInt8] = [0, 0, 0, 48], count: Int = 64)
    -> Base64URLBytes
  {
    let begin: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let whole = begin + Array("IHDR".utf8) + [0, 0, 0, width] + height
    return Base64URLBytes(whole + [UInt8](repeating: 0, count: count - whole.count))
  }

  static func notice(_ action: Notice.Action = .post(.edit, root: nil)) throws -> Notice {
    Notice(
      noticeID: NoticeID(unchecked: [UInt8](0..<16)), audience: try Origin(audience),
      collaborationID: try CollaborationID("doc-7f3a"), action: action, at: 5, counter: 1)
  }

  static func samples() throws -> [MessageContent] {
    let key = try AttachmentKey(SecretBytes([UInt8](1...32)))
    let attachment = AttachmentReference(
      attachmentID: "abc", key: key, digest: [UInt8](0..<32), name: "a.txt",
      mediaType: "text/plain", size: 5)
    let entry = IdentityMapEntry(account: .zero, root: RootHash(unchecked: [UInt8](0..<32)))
    return [
      .text(TextContent(text: "hello", attachment: attachment, clientID: "c1")),
      .text(TextContent(text: "")),
      .invitation(try invitation()),
      .invitation(
        try invitation(card: DocumentCard(appName: "Recipes", icon: icon(48), firstLines: "Flour"))),
      .membershipUpdate(
        MembershipUpdate(
          audience: try Origin(audience), collaborationID: try CollaborationID("doc-7f3a"),
          epoch: 42, added: [entry], removed: [.zero])),
      .membershipUpdate(
        MembershipUpdate(
          audience: try Origin(audience), collaborationID: try CollaborationID("doc-7f3a"),
          epoch: 42, added: [], removed: [.zero], ended: .stopped, title: "Broth")),
      .notice(try notice(.post(.mention, root: .zero))),
      .notice(try notice(.clear)),
      .gossip(Gossip(seen: [.init(account: .zero, statement: .init(seq: .max, hash: .zero))])),
      .acknowledgement(Acknowledgement(messageIDs: [.zero], state: .read)),
      .noticeAddresses(
        NoticeAddresses(
          addresses: [try address(1)],
          choices: [.init(audience: try Origin(audience), isWanted: false, at: 5)])),
      .ownDocuments(OwnDocuments(documents: [try document(1)])),
      .noticesPutAway(NoticesPutAway(documents: [try putAway(1)])),
    ]
  }

  static func putAway(_ number: Int, count: Int = 1) throws -> NoticesPutAway.Document {
    NoticesPutAway.Document(
      audience: try Origin(audience),
      collaborationID: try CollaborationID(String(repeating: "\u{1}", count: 253) + "\(number)"),
      notices: (0..<count).map { NoticeID(unchecked: [UInt8](repeating: UInt8($0), count: 16)) })
  }

  @Test func `notices put away are of one to sixteen documents, and none is told twice`() throws {
    func content(_ documents: [NoticesPutAway.Document]) throws -> [UInt8] {
      try NoticesPutAway(documents: documents).encodedContent()
    }
    let longest = try (10...25).map { try Self.putAway($0, count: 64) }
    #expect(try content(longest).count < 60_000)
    var twice = try Self.putAway(1)
    twice.notices += twice.notices
    let (limit, malformed) = (IdentityError(.limitExceeded, ""), IdentityError(.malformed, ""))
    let refused: [([NoticesPutAway.Document], IdentityError)] = [
      ([], malformed), (try (10...26).map { try Self.putAway($0) }, limit),
      ([try Self.putAway(1), try Self.putAway(1)], malformed), ([twice], malformed),
      ([try Self.putAway(1, count: 0)], malformed), ([try Self.putAway(1, count: 65)], limit),
    ]
    for (documents, error) in refused {
      #expect(throws: error) { try content(documents) }
    }
  }

  @Test func `notices put away are written in one way`() throws {
    let content = NoticesPutAway(documents: [
      .init(
        audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("doc-1"),
        notices: [NoticeID(unchecked: [UInt8](1...16))])
    ])
    let json = #"""
      {"documents":[{"audience":"https://docs.example","collaborationID":"doc-1","notices":["AQIDBAUGBwgJCgsMDQ4PEA"]}],"v":1}
      """#
    #expect(try String(decoding: content.encodedContent(), as: UTF8.self) == json)
  }

  static func document(
    _ number: Int, link: String = audience + "/d/1", title: String = "Soup",
    alsoIn: [ConversationID]? = nil, people: [OwnDocuments.Person]? = nil
  ) throws -> OwnDocuments.Document {
    OwnDocuments.Document(
      audience: try Origin(audience), collaborationID: try CollaborationID("doc-\(number)"),
      link: link, title: title, inviter: .zero, conversationID: .zero, alsoIn: alsoIn,
      people: people)
  }

  static func conversations(_ count: Int) -> [ConversationID] {
    (1...count).map { ConversationID(unchecked: [UInt8](repeating: UInt8($0), count: 16)) }
  }

  @Test func `own documents are one to four, none twice, each with a link of its app`() throws {
    func content(_ documents: [OwnDocuments.Document]) throws -> [UInt8] {
      try OwnDocuments(documents: documents).encodedContent()
    }
    let longest = try (1...4).map {
      var document = try Self.document(
        $0, link: Self.audience + "/" + String(repeating: "a", count: 2000),
        title: String(repeating: "\u{1}", count: 1024))
      document.people = Self.people(16, named: String(repeating: "\"", count: 128))
      document.alsoIn = Self.conversations(4)
      return document
    }
    #expect(try content(longest).count < 65_350)
    let (limit, malformed) = (IdentityError(.limitExceeded, ""), IdentityError(.malformed, ""))
    let refused: [([OwnDocuments.Document], IdentityError)] = [
      ([], malformed), (try (1...5).map { try Self.document($0) }, limit),
      ([try Self.document(1), try Self.document(1)], malformed),
      ([try Self.document(1, link: "https://evil.example/")], malformed),
      ([try Self.document(1, title: String(repeating: "a", count: 1025))], limit),
      ([try Self.document(1, link: Self.audience + String(repeating: "/", count: 2048))], limit),
      (try (1...2).map { try Self.document($0, people: Self.people(33, named: "Eve")) }, limit),
      (
        [try Self.document(1, people: Self.people(1, named: String(repeating: "a", count: 129)))],
        limit
      ),
      ([try Self.document(1, people: Self.people(1, named: ""))], malformed),
      ([try Self.document(1, alsoIn: Self.conversations(5))], limit),
      ([try Self.document(1, alsoIn: [.zero])], malformed),
      ([try Self.document(1, alsoIn: Self.conversations(1) + Self.conversations(1))], malformed),
      ([try Self.document(1, people: Self.people(1, named: "E\nve"))], malformed),
      ([try Self.document(1, people: Self.people(1, named: nil))], malformed),
      (
        [try Self.document(1, people: [.init(root: .zero, account: .zero, name: "Eve")])], malformed
      ),
    ]
    for (documents, error) in refused {
      #expect(throws: error) { try content(documents) }
    }
  }

  static func people(_ count: Int, named name: String?) -> [OwnDocuments.Person] {
    [OwnDocuments.Person](repeating: .init(root: .zero, name: name), count: count)
  }

  @Test func `who is in a document is told by account, or by the name that its app has`() throws {
    let content = OwnDocuments(documents: [
      try Self.document(
        1, people: [.init(root: .zero, account: .zero), .init(root: .zero, name: "Eve")])
    ])
    let json = String(decoding: try content.encodedContent(), as: UTF8.self)
    let zero = String(repeating: "A", count: 43)
    #expect(
      json.contains(
        #""people":[{"account":"\#(zero)","root":"\#(zero)"},{"name":"Eve","root":"\#(zero)"}]"#))
    #expect(try OwnDocuments(content: content.encodedContent()) == content)
  }

  static func address(_ number: UInt8, endpoint: String = "https://relay.example/relay/v1/push/1")
    throws -> NoticeAddresses.Address
  {
    let key = try SigningKey(scalar: [UInt8](repeating: 0, count: 31) + [7]).publicKey
    return NoticeAddresses.Address(
      audience: try Origin(audience), collaborationID: try CollaborationID("doc-7f3a"),
      addressID: Base64URLBytes([UInt8](repeating: number, count: 16)), endpoint: endpoint,
      serverKey: key, p256dh: key, privateKey: Base64URLBytes([UInt8](repeating: 7, count: 32)),
      auth: .zero)
  }

  @Test func `a card is small: its name, its lines, and an icon that is a picture of a few points`()
    throws
  {
    _ = try Self.invitation(
      card: DocumentCard(
        appName: String(repeating: "a", count: 64), icon: Self.icon(255, count: 4096),
        firstLines: String(repeating: "ß", count: 512))
    ).encodedContent()
    let (limit, malformed) = (IdentityError(.limitExceeded, ""), IdentityError(.malformed, ""))
    let refused: [(DocumentCard, IdentityError)] = [
      (DocumentCard(appName: String(repeating: "a", count: 65)), limit),
      (DocumentCard(firstLines: String(repeating: "ß", count: 513)), limit),
      (DocumentCard(icon: Self.icon(48, count: 4097)), limit),
      (DocumentCard(icon: Self.icon(0)), malformed),
      (DocumentCard(icon: Self.icon(48, height: [0, 0, 1, 1])), malformed),
      (DocumentCard(icon: Base64URLBytes(Array("<svg/>".utf8))), malformed),
    ]
    for (card, error) in refused {
      #expect(throws: error) { try Self.invitation(card: card).encodedContent() }
    }
  }

  @Test func `what an app says of a document is made to fit its card`() throws {
    let long = DocumentCard.fitting(
      appName: String(repeating: "ß", count: 40),
      pictures: [
        [], Array("<svg/>".utf8), Self.icon(48, count: 4097).bytes, Self.icon(0).bytes,
        Self.icon(24).bytes, Self.icon(48).bytes,
      ],
      text: "\n \n  Mehl\r\n\n" + String(repeating: "🥖", count: 300) + "\nSalz\nHefe")
    #expect(long.appName == String(repeating: "ß", count: 32))
    #expect(long.icon == Self.icon(24))
    // A kilobyte, less what the last whole character has no room for.
    #expect(long.firstLines == "Mehl\n" + String(repeating: "🥖", count: 254))
    _ = try Self.invitation(card: long).encodedContent()
    #expect(DocumentCard.fitting(text: "a\nb\nc\nd").firstLines == "a\nb\nc")
    #expect(DocumentCard.fitting(appName: "", pictures: [[]], text: " \n") == DocumentCard())
  }

  @Test func `every content is read as it was written`() throws {
    for content in try Self.samples() {
      let bytes = try content.encodedContent()
      #expect(try MessageContent(content.contentType, content: bytes) == content)
    }
  }

  @Test func `an invitation has the members of the protocol`() throws {
    let json = String(decoding: try Self.invitation().encodedContent(), as: UTF8.self)
    for member in [
      #""v":1"#, #""link":"https://docs.example/d/8Zk""#, #""audience":"https://docs.example""#,
      #""collaborationID":"doc-7f3a""#, #""title":"Baking Recipes""#, #""depth":5"#,
      #""optionsSummary":"Everyone can edit""#, #""statement":{"hash":""#, #""seq":"0""#,
      #""epoch":"41""#, #""identityMap":[{"account":""#,
    ] {
      #expect(json.contains(member), "\(member)")
    }
  }

  @Test func `a notice has the members of the protocol`() throws {
    let json = String(decoding: try Self.notice().encodedContent(), as: UTF8.self)
    #expect(json.contains(#""event":1,"noticeID":"AAECAwQFBgcICQoLDA0ODw","trigger":1,"v":1"#))
    let clear = String(decoding: try Self.notice(.clear).encodedContent(), as: UTF8.self)
    #expect(clear.contains(#""clear":true"#) && !clear.contains("event"))
  }

  @Test func `unknown members are ignored`() throws {
    let json = #"{"v":1,"text":"hi","later":{"a":[1]}}"#
    #expect(try TextContent(content: Array(json.utf8)) == TextContent(text: "hi"))
  }

  @Test(
    arguments: [
      #"{"text":"hi"}"#, #"{"v":2,"text":"hi"}"#, #"{"v":"1","text":"hi"}"#, #"{"v":1}"#,
      #"{"v":1,"text":5}"#, "[]", "", "null", #"{"v":1,"text":"hi"} x"#,
    ])
  func `another shape is malformed`(json: String) {
    #expect(throws: IdentityError(.malformed, "")) { try TextContent(content: Array(json.utf8)) }
  }

  @Test func `nesting that would exhaust the stack is malformed`() {
    let deep = #"{"v":1,"text":"","x":"# + String(repeating: "[", count: 20_000)
    #expect(throws: IdentityError(.malformed, "")) { try TextContent(content: Array(deep.utf8)) }
  }

  @Test func `titles, links and lists have limits, on the way out and on the way in`() throws {
    let limit = IdentityError(.limitExceeded, "")
    _ = try Self.invitation(title: String(repeating: "t", count: 1024)).encodedContent()
    let long = try Self.invitation(title: String(repeating: "t", count: 1025))
    #expect(throws: limit) { try long.encodedContent() }
    let bytes = try StrictJSON.encode(long)
    #expect(throws: limit) { try Invitation(content: bytes) }
    let link = Self.audience + "/" + String(repeating: "l", count: 2048)
    #expect(throws: limit) { try Self.invitation(link: link).encodedContent() }
    #expect(throws: limit) {
      try TextContent(text: String(repeating: "x", count: 65_400)).encodedContent()
    }
    #expect(throws: limit) {
      try Gossip(
        seen: [Gossip.Entry](
          repeating: .init(account: .zero, statement: .init(seq: 0, hash: .zero)), count: 257)
      ).encodedContent()
    }
    #expect(throws: IdentityError(.malformed, "")) {
      try Acknowledgement(messageIDs: [], state: .read).encodedContent()
    }
  }

  @Test func `at most 32 notice addresses and 32 choices, none twice, and not nothing at all`()
    throws
  {
    func content(_ addresses: [NoticeAddresses.Address], choices: Int = 0) throws -> [UInt8] {
      try NoticeAddresses(
        addresses: addresses,
        choices: (0..<choices).map {
          .init(audience: try Origin("https://a\($0).example"), isWanted: true, at: 1)
        }
      ).encodedContent()
    }
    let long = "https://" + String(repeating: "r", count: 504)
    _ = try content((0..<32).map { try Self.address($0, endpoint: long) }, choices: 32)
    let limit = IdentityError(.limitExceeded, "")
    #expect(throws: limit) { try content((0..<33).map { try Self.address($0) }) }
    #expect(throws: limit) { try content([], choices: 33) }
    #expect(throws: limit) { try content([Self.address(1, endpoint: long + "r")]) }
    let malformed = IdentityError(.malformed, "")
    #expect(throws: malformed) { try content([]) }
    #expect(throws: malformed) { try content([Self.address(1), Self.address(1)]) }
    for endpoint in [
      "ftp://relay.example", "https://relay.example/\u{1}", "https://relay.example/\"",
    ] {
      #expect(throws: malformed) { try content([Self.address(1, endpoint: endpoint)]) }
    }
  }

  @Test func `at most 256 participants, nobody twice`() throws {
    var invitation = try Self.invitation()
    invitation.identityMap = (0..<257).map { number in
      let bytes = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 30)
      return IdentityMapEntry(
        account: AccountID(unchecked: bytes), root: RootHash(unchecked: bytes))
    }
    #expect(throws: IdentityError(.limitExceeded, "")) { try invitation.encodedContent() }
    invitation.identityMap.removeLast()
    _ = try invitation.encodedContent()
    invitation.identityMap[1] = invitation.identityMap[0]
    #expect(throws: IdentityError(.malformed, "")) { try invitation.encodedContent() }
  }

  @Test func `a tree of another depth is malformed`() throws {
    let json = String(decoding: try Self.invitation().encodedContent(), as: UTF8.self)
    let shallow = json.replacing(#""depth":5"#, with: #""depth":4"#)
    #expect(throws: IdentityError(.malformed, "")) {
      try Invitation(content: Array(shallow.utf8))
    }
  }

  @Test func `only the events and triggers that exist are notices`() throws {
    for kind in NoticeKind.allCases {
      #expect(NoticeKind(event: Int(kind.event), trigger: Int(kind.trigger)) == kind)
    }
    for (event, trigger) in [(0, 1), (1, 0), (1, 3), (2, 3), (3, 1), (4, 5), (5, 1), (-1, 1)] {
      #expect(NoticeKind(event: event, trigger: trigger) == nil)
    }
    #expect(throws: IdentityError(.malformed, "")) {
      try Self.notice(.post(.mention, root: nil)).encodedContent()
    }
  }
}
