import GroveIdentity
import GroveTesting
import GroveWire
import RelayDomain
import Testing

@testable import RelayServer

struct MailboxTextTests {
  @Test func `an event put together by hand is the one the encoder gives`() throws {
    var random = TestRandom(seed: 3)
    for count in [1, 2, 3, 64, 1000] {
      let entry = MailboxEntry(
        sequence: .random(in: 0 ... .max, using: &random), receivedAt: UInt64(count),
        payload: .envelope(
          sender: AccountID(unchecked: random.bytes(32)), bytes: random.bytes(count)))
      let expected = try StrictJSON.encode(MailboxEvent(entry))
      #expect(try MailboxEventText.json(entry) == expected)
    }
  }

  private func body(_ text: String) -> UploadEnvelopes? {
    UploadEnvelopes(plainJSON: Array(text.utf8))
  }

  @Test func `a plain upload read directly is the one the decoder gives`() throws {
    var random = TestRandom(seed: 4)
    let upload = UploadEnvelopes(
      envelopes: (1...20).map { Base64URLBytes(random.bytes($0 * 7)) })
    let text = try StrictJSON.encode(upload)
    #expect(UploadEnvelopes(plainJSON: text) == upload)
    #expect(body(" {\n\"envelopes\" :\t[ \"AA\" , \"_-8\" ] }\r\n")?.envelopes.count == 2)
    #expect(body("{\"envelopes\":[\"\"]}")?.envelopes == [Base64URLBytes([])])
  }

  @Test(arguments: [
    "", "{", "{}", "{\"envelopes\":[]}", "{\"envelopes\":[\"AA\"]", "{\"envelopes\":[\"AA\",]}",
    "{\"envelopes\":[\"A\"]}", "{\"envelopes\":[\"AB\"]}", "{\"envelopes\":[\"AA==\"]}",
    "{\"envelopes\":[\"\\u0041A\"]}", "{\"envelopes\":[1]}", "{\"envelopes\":\"AA\"}",
    "{\"envelopes\":[\"AA\"],\"x\":1}", "{\"x\":[\"AA\"]}", "{\"envelopes\":[\"AA\"]}x",
    "{\"envelopes\":[\"AA", "[\"AA\"]", "{\"envelopes\":[\"AA\" \"AA\"]}",
  ])
  func `anything else is left to the decoder`(_ text: String) {
    #expect(body(text) == nil)
  }
}
