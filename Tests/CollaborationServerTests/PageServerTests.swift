import CollaborationDomain
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Everything that lists does so in pages, and ends them by bytes too.
@Suite(.timeLimit(.minutes(3)))
struct PageServerTests {
  @Test func `a page of the log ends after its bytes, and the largest entry still passes`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      for size in [100_000, 100_000, 100_000, 1 << 20, 10] {
        let update = AppendUpdate(
          updateID: .random(), kind: .edit,
          data: Base64URLBytes([UInt8](repeating: 7, count: size)))
        _ = try await document.owner.appendUpdate(update, to: document.documentID)
      }
      var sizes: [[Int]] = []
      var position: UInt64 = 0
      while true {
        let page = try await document.owner.events(
          of: document.documentID, after: position, limit: 500)
        sizes.append(page.events.map { $0.data?.bytes.count ?? 0 })
        guard page.more else { break }
        position = try #require(page.next).value
      }
      #expect(sizes == [[100_000, 100_000, 100_000], [1 << 20], [10]])
      // A stream hands over the same, whatever pieces it comes in.
      let log = StreamLog()
      try await following([(log, document.documentID, document.owner)]) {
        try await log.until { $0.events.count >= 5 }
      }
      #expect(log.kinds == [.edit, .edit, .edit, .edit, .edit])
    }
  }

  @Test func `a page of nothing but what is for the owner alone leads on to the next`() async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      for number in 0..<5 {
        _ = try await server.client("knocker\(number)").knock(Knock(note: nil), at: document.id)
      }
      _ = try await document.append("after the knocks", by: document.owner)
      var texts: [String] = []
      var page = try await bob.events(of: document.documentID, limit: 2)
      while true {
        texts += page.events.compactMap {
          $0.data.map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        guard page.more else { break }
        page = try await bob.events(
          of: document.documentID, after: try #require(page.next).value, limit: 2)
      }
      #expect(texts == ["after the knocks"])
    }
  }

  @Test func `documents, knocks and participants come in pages, each once and in order`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let owner = document.owner
      for number in 0..<4 {
        server.clock.advance(number.isMultiple(of: 2) ? 1 : 0)
        _ = try await owner.createDocument(
          CreateDocument(requestID: .random(), title: "Number \(number)"))
        _ = try await server.client("knocker\(number)").knock(Knock(note: "?"), at: document.id)
        _ = try await document.invite()
      }
      let whole = try await owner.documents()
      var (documents, after): ([String], String?) = ([], nil)
      repeat {
        let page = try await owner.documents(after: after, limit: 2)
        #expect(page.documents.count <= 2)
        documents += page.documents.map(\.documentID)
        after = page.next
      } while after != nil
      #expect(documents == whole.documents.map(\.documentID) && Set(documents).count == 5)
      var knocks: [AccountLabel] = []
      repeat {
        let page = try await owner.knocks(at: document.id, after: after, limit: 3)
        knocks += page.knocks.map(\.account)
        after = page.next
      } while after != nil
      #expect(try await owner.knocks(at: document.id).knocks.map(\.account) == knocks)
      #expect(knocks.count == 4)
      let first = try await owner.participants(of: document.id, after: nil, limit: 3)
      #expect(first.participants.count == 3 && first.more == true)
      #expect(try await owner.participants(of: document.id).participants.count == 4)
    }
  }

  @Test(arguments: ["after=x", "after=1.!!", "after=.AAAA", "limit=0", "limit=201"])
  func `a place that is none, or a page too long, is malformed`(_ query: String) async throws {
    try await CollaborationTestServer.run { server in
      let answer = try await server.send(
        "GET", "/collab/v1/documents?\(query)", headers: server.backendHeaders("ann"))
      #expect(answer.status == 400)
    }
  }
}
