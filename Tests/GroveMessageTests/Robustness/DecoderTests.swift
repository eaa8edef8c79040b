import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// P12: no decoder traps, and binary decoders accept exactly one encoding of each value.
@Suite struct DecoderTests {
  /// A decoder, and what it writes back for what it has accepted.
  struct Decoder: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sample: [UInt8]
    /// Nil where the bytes are refused.
    let reencoded: @Sendable ([UInt8]) -> [UInt8]?
  }

  static func binary() throws -> [Decoder] {
    let anna = try TestAccount("anna", devices: 3)
    let device = anna.devices[0]
    let body = try MessageBody(
      senderAccountID: anna.id, senderDeviceID: device.id,
      senderStatement: anna.chain.newest.reference, sentAt: 1, conversationID: .zero,
      contentType: .text, content: TextContent(text: "hi").encodedContent())
    let envelope = try EnvelopeSealer.seal(
      body: body, messageID: .zero, to: .init(device.kemRecord(of: anna.id)),
      signedBy: device.identityKey)
    return [
      Decoder(testDescription: "statement", sample: anna.chain.newest.encoded) {
        try? AccountStatement(encoded: $0).encoded
      },
      Decoder(testDescription: "device entry", sample: device.entry.encoded) {
        try? DeviceEntry(encoded: $0).encoded
      },
      Decoder(testDescription: "KEM key", sample: try device.kemRecord(of: anna.id).encoded) {
        try? KEMKeyRecord(encoded: $0).encoded
      },
      Decoder(testDescription: "message body", sample: body.encoded) {
        try? MessageBody(encoded: $0).encoded
      },
      Decoder(testDescription: "envelope", sample: envelope) {
        try? Envelope(encoded: $0).encoded
      },
    ]
  }

  static func text() throws -> [Decoder] {
    let account = try TestAccount("anna", devices: 2)
    let record = try StrictJSON.encode(account.chain.newestRecord)
    let request = DeviceLinkRequest(
      identityKey: account.devices[0].identityKey.publicKey,
      baseKey: account.devices[0].baseKey.publicKey, rendezvous: .zero)
    let contents = try ContentTests.samples().map { content in
      let type = content.contentType
      return Decoder(testDescription: "\(type)", sample: try content.encodedContent()) {
        try? MessageContent(type, content: $0).encodedContent()
      }
    }
    return contents + [
      Decoder(testDescription: "statement record", sample: record) {
        guard let record = try? StrictJSON.decode(SignedStatement.self, from: $0) else {
          return nil
        }
        _ = account.chain.appending(record)
        return try? StrictJSON.encode(record)
      },
      Decoder(testDescription: "link code", sample: Array(request.text.utf8)) {
        (try? DeviceLinkRequest(text: String(decoding: $0, as: UTF8.self)).text)
          .map { Array($0.utf8) }
      },
      Decoder(
        testDescription: "link message",
        sample: try DeviceLinkMessage.complete(DeviceLinkComplete(account.chain)).encodedData()
      ) { try? DeviceLinkMessage(data: $0).encodedData() },
    ]
  }

  @Test(arguments: try binary() + text())
  func `input cut off at any byte is refused`(decoder: Decoder) {
    #expect(decoder.reencoded(decoder.sample) == decoder.sample)
    for count in 0..<decoder.sample.count {
      guard decoder.reencoded(Array(decoder.sample.prefix(count))) == nil else {
        Issue.record("accepted after \(count) bytes")
        return
      }
    }
  }

  @Test(arguments: try binary())
  func `trailing bytes are refused`(decoder: Decoder) {
    for tail: [UInt8] in [[0], [255], [UInt8](repeating: 0, count: 147)] {
      #expect(decoder.reencoded(decoder.sample + tail) == nil)
    }
  }

  @Test(arguments: try binary())
  func `what is accepted after random damage has that one encoding`(decoder: Decoder) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let damaged = Self.damage(decoder.sample, &random)
      if let reencoded = decoder.reencoded(damaged), reencoded != damaged {
        Issue.record("accepted another encoding")
        return
      }
    }
  }

  @Test(arguments: try text())
  func `random damage never traps and what is accepted is stable`(decoder: Decoder) {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let damaged = Self.damage(decoder.sample, &random)
      if let once = decoder.reencoded(damaged) { #expect(decoder.reencoded(once) == once) }
    }
  }

  @Test(arguments: try binary() + text())
  func `random bytes never trap`(decoder: Decoder) {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let count = Int.random(in: 0...300, using: &random)
      _ = decoder.reencoded(random.bytes(count))
    }
  }

  /// One to four bytes flipped, set, inserted or cut out.
  private static func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      default: bytes.remove(at: index)
      }
    }
    return bytes
  }
}
