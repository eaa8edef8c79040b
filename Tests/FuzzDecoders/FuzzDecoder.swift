import GroveIdentity
import GroveMessage

/// What takes bytes from outside, each as one function of bytes: a fuzzer calls it with what it makes
/// up, and an ordinary test with what fuzzers have found worth keeping.
///
/// A refusal is fine. What must not happen is a trap, and an accepted input that is written back as
/// other bytes where an encoding has one form only: two forms of one statement would be two hashes.
public enum FuzzDecoder: String, CaseIterable, Sendable {
  // Protocol structures
  case challenge, proof
  case proofBinary = "proof-binary"
  case proofRequest = "proof-request"
  case inclusionProof = "inclusion-proof"
  case batchLine = "batch-line"

  // Messages
  case envelope
  case sealedPlaintext = "sealed-plaintext"
  case messageContent = "message-content"
  case invitation, notice
  case statement
  case statementChain = "statement-chain"
  case kemKey = "kem-key"
  case linkMessage = "link-message"
  case linkText = "link-text"
  case attachment
  case pushMessage = "push-message"
  case pushAuthorization = "push-authorization"

  // Texts and encodings
  case strictJSON = "strict-json"
  case base64URL = "base64url"
  case identifiers
  case percentEncoding = "percent-encoding"
  case serverSentEvents = "server-sent-events"

  // What servers read of a request besides its body, and of their own folder
  case requestHead = "request-head"
  case forwarded
  case pageRequest = "page-request"
  case appTokens = "app-tokens"
  case serverKeys = "server-keys"

  // What an agent, its clients and apps read of each other
  case clientLines = "client-lines"
  case agentLines = "agent-lines"
  case itemMetadata = "item-metadata"
  case personName = "person-name"

  // Bodies of requests and answers
  case plainJSON = "plain-json"
  case relayBodies = "relay-bodies"
  case collaborationBodies = "collaboration-bodies"

  // Records
  case recordTokens = "record-tokens"
  case recordCursor = "record-cursor"
  case recordFields = "record-fields"
  case recordNames = "record-names"
  case recordBodies = "record-bodies"

  // Drives
  case driveXML = "drive-xml"
  case driveIf = "drive-if"
  case driveHeaders = "drive-headers"
  case driveAddress = "drive-address"

  /// Takes the input as the product does.
  public func take(_ input: [UInt8]) {
    switch self {
    case .challenge, .proof, .proofBinary, .proofRequest, .inclusionProof, .batchLine:
      takeIdentity(input)
    case .envelope, .sealedPlaintext, .messageContent, .invitation, .notice: takeMessage(input)
    case .statement, .statementChain, .kemKey, .linkMessage, .linkText: takeAccount(input)
    case .attachment: takeAttachment(input)
    case .pushMessage: takePushMessage(input)
    case .pushAuthorization:
      _ = try? PushAuthorization(header: String(decoding: input, as: UTF8.self))
    case .requestHead, .forwarded, .pageRequest: takeHead(input)
    case .appTokens, .serverKeys: takeServerSecrets(input)
    case .clientLines, .agentLines, .itemMetadata, .personName: takeApp(input)
    case .strictJSON, .base64URL, .identifiers, .percentEncoding, .serverSentEvents:
      takeText(input)
    case .plainJSON, .relayBodies, .collaborationBodies, .recordBodies: takeBody(input)
    case .recordTokens, .recordCursor, .recordFields, .recordNames: takeRecord(input)
    case .driveXML, .driveIf, .driveHeaders, .driveAddress: takeDrive(input)
    }
  }
}

/// Traps where two forms differ that must be one: a fuzzer sees it as a crash.
func require(_ isSo: @autoclosure () -> Bool, _ what: StaticString) {
  precondition(isSo(), "\(what)")
}

extension FuzzDecoder {
  /// The receiver of RFC 8291's example, whose message is in the corpus.
  private func takePushMessage(_ input: [UInt8]) {
    guard
      let scalar = try? Base64URL.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
      let key = try? KEMPrivateKey(scalar: SecretBytes(scalar)),
      let secret = try? PushSecret(Base64URL.decode("BTBZMqHH6r4Tts7J_aSIgg"))
    else { fatalError("the example's keys") }
    _ = try? PushMessage.open(input, with: key, secret: secret)
  }
}
