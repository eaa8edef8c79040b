import Foundation
import GroveMessage
import GroveSystem
import Testing

@testable import MessengerDomain

/// What persons read is the same on every device: `Tests/Vectors/sentences.json` is the one source,
/// and the browser's modules are compared with it too.
@Suite struct SentencesTests {
  private let sentences: JSONValue

  init() throws {
    sentences = try JSONValue(
      parsing: Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .deletingLastPathComponent().appending(path: "Vectors/sentences.json")))
  }

  @Test func `every failure of a share is said in the words both devices share`() throws {
    var codes: Set<String> = []
    for row in sentences["shareFailure"].list {
      let failure = try ShareFailure(row)
      #expect(try failure.sentence == row["sentence"].text())
      codes.insert(failure.code)
    }
    let reasons = ["start_failed", "update_failed", "upload_refused"]
    let people = ["recipient_unknown", "recipient_without_devices", "recipient_untrusted"]
    #expect(codes == Set(ShareFailure.simple.map(\.code) + reasons + people))
  }

  @Test func `every warning at a link is said in the words both devices share`() throws {
    let warnings = InvitationRefusal.allCases.map(InvitationWarning.refused) + [.contradictsEarlier]
    let told = try Dictionary(
      uniqueKeysWithValues: sentences["invitationWarning"].list.map {
        (try $0["code"].text(), try $0["sentence"].text())
      })
    #expect(told == Dictionary(uniqueKeysWithValues: warnings.map { ($0.code, $0.sentence) }))
  }

  @Test func `every ending of a document is told in the words both devices share`() throws {
    let told = try sentences["documentEnding"].list.map {
      [
        try $0["ending"].text(), try $0["sentence"].text(), try $0["opening"].text(),
        try $0["deed"].map { try $0.text() } ?? "",
      ]
    }
    let said = DocumentState.Ending.allCases.map {
      [$0.rawValue, $0.sentence, $0.sentence(opening: "Bread"), $0.deed ?? ""]
    }
    #expect(told == said)
  }

  @Test func `every notice says what was done in the words both devices share`() throws {
    let told = try sentences["noticeDeed"].list.map {
      [try $0["kind"].text(), $0["isBySelf"].flag ? "by self" : "", try $0["deed"].text()]
    }
    let said = NoticeKind.allCases.flatMap { kind in
      [[kind.rawValue, "", kind.deed]]
        + (kind.ownDeed.map { [[kind.rawValue, "by self", $0]] } ?? [])
    }
    #expect(Set(told) == Set(said))
    #expect(told.count == said.count)
  }
}
