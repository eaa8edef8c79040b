import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import Testing

@Suite(.timeLimit(.minutes(2)))
struct AccessServerTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  @Test func `every route that needs a token refuses to answer without one`() async throws {
    try await RelayTestServer.run { server in
      let rows = try await server.folder.rows()
      for route in RelayRoutes.all where route.authentication == .required {
        for token in [nil, "", "x", Base64URL.encode([UInt8](repeating: 9, count: 32))] {
          let response = try await server.send(
            route.method.rawValue, route.path, token: token,
            body: route.request == "NoBody" ? nil : Array("{}".utf8))
          #expect(response.status == 401, "\(route.name)")
          let problem = try StrictJSON.decode(Problem.self, from: response.body)
          #expect(problem.code == .unauthenticated)
        }
      }
      #expect(try await server.folder.rows() == rows)
    }
  }

  @Test func `a conversation, its photo and its changes are for its members only`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      let (evePerson, eve) = try await server.join("eve")
      try await server.talk(ann, with: benPerson)
      let id = RelayWorld.conversation(1)
      let photo = try await ann.putPhoto(Self.png, of: id)
      #expect(photo.photoVersion != nil)
      #expect(try await ben.photo(of: id) == Self.png)
      let rows = try await server.folder.rows()
      #expect(try await problem { try await eve.conversation(id) } == .notFound)
      #expect(try await problem { try await eve.photo(of: id) } == .notFound)
      #expect(try await problem { try await eve.putPhoto(Self.png, of: id) } == .notFound)
      #expect(
        try await problem {
          try await eve.change(id, ChangeConversation(add: [evePerson.accountID]))
        } == .notFound)
      #expect(try await eve.conversations().isEmpty)
      #expect(try await problem { try await eve.send(1, to: benPerson.address()) } == .notAMember)
      #expect(try await server.folder.rows() == rows)
      let unknown = RelayWorld.conversation(9)
      #expect(try await problem { try await eve.conversation(unknown) } == .notFound)
    }
  }

  @Test func `a photo is served as the image it is and is never guessed at`() async throws {
    try await RelayTestServer.run { server in
      let (person, ann) = try await server.join("ann")
      let token = try await server.token(person)
      try await server.talk(ann)
      let id = RelayWorld.conversation(1)
      _ = try await ann.putPhoto(Self.png, of: id)
      let path = "/relay/v1/conversations/\(id.base64url)/photo"
      let response = try await server.send("GET", path, token: token)
      func header(_ name: String) -> String? {
        response.headers.first { $0.name.lowercased() == name }?.value
      }
      #expect(header("content-type") == "image/png")
      #expect(header("x-content-type-options") == "nosniff")
      #expect(response.body == Self.png)
      let script = Array("<script>alert(1)</script>".utf8)
      #expect(try await problem { try await ann.putPhoto(script, of: id) } == .malformed)
      let large = Self.png + [UInt8](repeating: 0, count: 256 << 10)
      #expect(try await problem { try await ann.putPhoto(large, of: id) } == .tooLarge)
      #expect(try await ann.putPhoto([], of: id).photoVersion == nil)
      #expect(try await problem { try await ann.photo(of: id) } == .notFound)
    }
  }

  @Test func `a mailbox is its own device's, whoever asks for whatever position`() async throws {
    try await RelayTestServer.run { server in
      let (annPerson, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      _ = try await ann.send(1, to: benPerson.address())
      #expect(try await ann.envelopes().isEmpty)
      let own = try await ann.mailbox(after: 0).events.map(\.sequence.value)
      #expect(own == [1])
      try await ann.acknowledge(upTo: 1)
      #expect(try await ben.mailbox(after: 0).events.count == 2)
      #expect(try await problem { try await ann.acknowledge(upTo: 2) } == .positionUnknown)
      #expect(try await ben.envelopes().count == 1)
      #expect(annPerson.accountID != benPerson.accountID)
    }
  }

  @Test func `a fork and a foreign statement are refused and nothing changes`() async throws {
    try await RelayTestServer.run { server in
      let (annPerson, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      _ = try await ann.publish(
        PublishStatement(statement: annPerson.adding(RelayPerson.Device(), at: server.clock.now)))
      let fork = try PublishStatement(
        statement: annPerson.adding(RelayPerson.Device(), at: server.clock.now))
      let rows = try await server.folder.rows()
      #expect(try await problem { try await ann.publish(fork) } == .statementFork)
      #expect(try await problem { try await ben.publish(fork) } == .statementRefused)
      let forgery = try PublishStatement(statement: benPerson.recovering(to: RelayPerson.Device()))
      #expect(
        try await problem {
          try await server.client().publishRecovery(forgery, for: annPerson.accountID)
        } == .statementRefused)
      #expect(try await server.folder.rows() == rows)
      let account = try await ben.lookUp(account: annPerson.accountID)
      #expect(account.statements.count == 2)
      #expect(try await ben.lookUp(account: annPerson.accountID, from: 1).statements.count == 1)
      #expect(try await ben.lookUp(account: annPerson.accountID, from: .max).statements.isEmpty)
    }
  }

  @Test func `a recovery statement takes effect without a token and ends what was open`()
    async throws
  {
    try await RelayTestServer.run { server in
      var (person, client) = try await server.join("ann")
      try await server.talk(client)
      var stream = client.mailboxStream(after: 0).makeAsyncIterator()
      _ = try await stream.events(1)
      let device = RelayPerson.Device()
      let statement = try person.recovering(to: device, at: server.clock.now)
      let account = person.accountID
      try person.take(statement, with: device)
      let published = try await server.client().publishRecovery(
        PublishStatement(statement: statement, kemKey: person.kemKey(from: server.clock.now)),
        for: account)
      #expect(published.seq.value == 1)
      #expect(try await problem { try await stream.events(1) } == .unauthenticated)
      let fresh = try server.client(token: try await server.token(person))
      #expect(try await fresh.conversations().count == 1)
    }
  }
}
