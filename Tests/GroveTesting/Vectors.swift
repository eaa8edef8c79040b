import Foundation
public import GroveIdentity

/// The protocol's own test vectors (protocol 17.1, 17.2), read from `Tests/Vectors/collab1.json`.
public struct Vectors: Sendable, Decodable {
  /// One device: its base key, and what diversification makes of it.
  public struct Device: Sendable, Decodable {
    public let d: HexBytes
    public let base: HexBytes
    public let blind: HexBytes
    public let dPrime: HexBytes
    public let publicKey: HexBytes
    public let leaf: HexBytes
    /// A decimal string.
    public let index: String
    /// Five hashes, joined by commas.
    public let inclusion: String

    /// The five hashes, bottom-up.
    public var hashes: [[UInt8]] {
      get throws { try inclusion.split(separator: ",").map { try Hex.decode(String($0)) } }
    }
  }

  /// The message side's structures, by name.
  public struct Structures: Sendable, Decodable {
    public let accountID: HexBytes
    public let deviceID2: HexBytes
    public let envelopeAAD: HexBytes
    public let genesisBody: HexBytes
    public let kemKeyTBS: HexBytes
    public let messageBody: HexBytes
    public let messageTBS: HexBytes
    public let noticeAttestationTBS: HexBytes
    public let paddedPlaintext: HexBytes
    public let statement1Body: HexBytes
    public let statement1Hash: HexBytes
  }

  /// A challenge of version 2, and what is made with it.
  public struct MaskedChallenge: Sendable, Decodable {
    /// What the epoch is XORed with.
    public let mask: HexBytes
    public let challenge: HexBytes
    public let transcript: HexBytes
    public let signature: HexBytes
    public let proofBinary: HexBytes
  }

  public let audience: Origin
  public let collaborationID: CollaborationID
  public let seed: HexBytes
  public let recipient: HexBytes
  public let contextHash: HexBytes
  public let devices: [Device]
  public let pads: [HexBytes]
  public let leaves: [HexBytes]
  public let root: HexBytes
  public let challengeKey: HexBytes
  public let challenge: HexBytes
  public let transcript: HexBytes
  public let signature: HexBytes
  public let proofBinary: HexBytes
  public let maskedChallenge: MaskedChallenge
  public let structures: Structures

  /// The vectors, read once.
  public static let shared = Result { try load() }

  /// - Throws: whatever reading the file threw.
  public static func load() throws -> Vectors {
    try StrictJSON.decode(Vectors.self, from: Array(Data(contentsOf: file)))
  }

  /// `Tests/Vectors/collab1.json`, found from this source file.
  private static var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/collab1.json")
  }
}

/// A byte string that is lowercase hex in JSON, as in the vectors.
public struct HexBytes: Hashable, Sendable, Decodable {
  public let bytes: [UInt8]

  public init(from decoder: any Decoder) throws {
    bytes = try Hex.decode(decoder.singleValueContainer().decode(String.self))
  }
}
