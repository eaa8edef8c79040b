import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain

/// One request, fresh, whose system calls are made to fail.
struct FaultAttempt: Sendable {
  /// Asks once. Asked again, it is the same request under the same identifier.
  let ask: @Sendable () async throws -> PlainCaller.Answer
  /// How often the server has it.
  let count: @Sendable () async throws -> Int
}

/// A kind of request, with everything it needs on a server of its own.
protocol FaultSubject: Sendable {
  static var name: String { get }
  static var role: GroveServers.Role { get }
  /// What the calls that can fail are made on; empty: any file.
  static var files: [String] { get }
  /// The calls, separated by commas.
  static var calls: String { get }
  /// Whether it carries an identifier, so that asking again is no second one.
  static var isNamed: Bool { get }
  init(at origin: Origin, servers: GroveServers) async throws
  func attempt() async throws -> FaultAttempt
}

extension FaultSubject {
  static var isNamed: Bool { true }
  static var files: [String] {
    ["", "-wal", "-shm"].map { role.rawValue + ".sqlite" + $0 }
  }
  static var calls: String { "openat,pwrite64,write,fdatasync,fsync,ftruncate,rename,close" }
}

struct UpdateSubject: FaultSubject {
  static let (name, role) = ("update", GroveServers.Role.collaboration)
  private let ledger: DocumentLedger

  init(at origin: Origin, servers: GroveServers) async throws {
    ledger = try await DocumentLedger(at: origin)
  }

  func attempt() async throws -> FaultAttempt {
    let update = DocumentLedger.update(bytes: 9_000)
    return FaultAttempt(
      ask: { try await ledger.append(update) },
      count: { try await ledger.stored()[update.updateID] ?? 0 })
  }
}

struct GrantSubject: FaultSubject {
  static let (name, role) = ("grant", GroveServers.Role.collaboration)
  private let origin: Origin
  private let owner: CollaborationClient
  private let collaboration: CollaborationID

  init(at origin: Origin, servers: GroveServers) async throws {
    self.origin = origin
    owner = try await AppAccounts.signUp("owner@example.org", at: origin)
    collaboration = try await AppAccounts.share("Granted", with: owner)
  }

  /// A new guest, invited, with a challenge and the proof that answers it.
  func attempt() async throws -> FaultAttempt {
    let (origin, owner, collaboration) = (origin, owner, collaboration)
    let device = DiversificationBaseKey()
    let context = IdentityContext(
      audience: origin, collaborationID: collaboration, recipient: .random())
    let seed = IdentitySeed.random()
    let tree = try IdentityTree(bases: [device.publicKey], seed: seed, context: context)
    _ = try await owner.updateIdentities(
      UpdateIdentities(requestID: .random(), add: [.init(root: tree.root, depth: 5)]),
      of: collaboration)
    let session = try await CollaborationClient(origin: origin, transport: HTTPClientTransport())
      .createAccount(
        CreateAppAccount(
          account: AccountLabel("guest-\(UUID().uuidString)"), displayName: "Guest",
          password: "a long password"))
    let credentials = FixedCredentials.bearer(session.token)
    let guest = CollaborationClient(
      origin: origin, credentials: credentials, transport: HTTPClientTransport())
    let challenge = try await guest.challenge(for: collaboration)
    let proof = try SignedIdentityProof(
      signing: challenge.challenge.bytes, for: challenge.account,
      with: device.diversified(seed: seed, context: context), in: tree, audience: origin,
      collaborationID: collaboration)
    let body = try StrictJSON.encode(proof)
    let plain = PlainCaller(origin: origin, credentials: credentials)
    return FaultAttempt(
      ask: {
        try await plain.call(
          CollaborationRoutes.prove.description, body, "application/json",
          CollaborationRoutes.prove.path([collaboration.text]))
      },
      count: {
        try await owner.participants(of: collaboration).participants
          .count { $0.root == tree.root && $0.account == session.account }
      })
  }
}

/// Two people at a relay, one of whom writes to the other.
struct EnvelopeSubject: FaultSubject {
  static let (name, role) = ("envelope", GroveServers.Role.relay)
  private let plain: PlainCaller
  private let ben: RelayClient
  private let recipient: DeviceAddress

  init(at origin: Origin, servers: GroveServers) async throws {
    let people = try await RelayPair(at: origin)
    plain = PlainCaller(origin: origin, credentials: people.annCredentials)
    ben = people.ben
    recipient = people.benAddress
  }

  func attempt() async throws -> FaultAttempt {
    let (plain, ben) = (plain, ben)
    let bytes = RelayWorld.envelope(.random(), to: recipient, bytes: 6_000)
    let body = UploadEnvelopes(envelopes: [Base64URLBytes(bytes)])
    return FaultAttempt(
      ask: { try await plain.call(RelayRoutes.uploadEnvelopes, body) },
      count: {
        try await ben.mailbox(after: 0, limit: 500).events.count { $0.envelope?.bytes == bytes }
      })
  }
}

/// A sealed file: its bytes, its name, and only then its row.
struct AttachmentSubject: FaultSubject {
  static let (name, role) = ("attachment", GroveServers.Role.relay)
  static let isNamed = false
  static let files: [String] = []
  static let calls = "openat,fsync,rename"
  private let plain: PlainCaller
  private let folder: String

  init(at origin: Origin, servers: GroveServers) async throws {
    plain = PlainCaller(
      origin: origin, credentials: try await RelayPair(at: origin).annCredentials)
    folder = servers.data + "/attachments"
  }

  func attempt() async throws -> FaultAttempt {
    let (plain, folder) = (plain, folder)
    let before = try Self.files(in: folder)
    return FaultAttempt(
      ask: {
        try await plain.call(
          RelayRoutes.storeAttachment.description, [UInt8](repeating: 5, count: 5_000),
          "application/octet-stream", RelayRoutes.storeAttachment.path())
      },
      count: {
        // What has no row goes soon after a start.
        try await Task.sleep(for: .milliseconds(500))
        return try Self.files(in: folder) - before
      })
  }

  private static func files(in folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).count
  }
}
