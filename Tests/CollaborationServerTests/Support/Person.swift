import GroveClient
import GroveIdentity
import GroveWire

/// Somebody with devices, and what these devices can do with an identity.
struct Person: Sendable {
  let devices: [DiversificationBaseKey]
  let account: AccountID

  init(devices count: Int = 2) throws {
    devices = (0..<count).map { _ in DiversificationBaseKey() }
    account = try AccountID((0..<32).map { _ in UInt8.random(in: 0...255) })
  }

  /// A fresh identity of this person in a collaboration, as an initiator makes it.
  func identity(in id: CollaborationID, audience: String = CollaborationTestServer.publicOrigin)
    throws -> TestIdentity
  {
    try TestIdentity(
      self, in: id, audience: Origin(audience), seed: IdentitySeed.random())
  }
}

/// One identity with its private side.
struct TestIdentity: Sendable {
  let tree: IdentityTree
  let keys: [SigningKey]
  let audience: Origin
  let collaborationID: CollaborationID

  var root: RootHash { tree.root }

  init(_ person: Person, in id: CollaborationID, audience: Origin, seed: IdentitySeed) throws {
    let context = IdentityContext(
      audience: audience, collaborationID: id, recipient: person.account)
    tree = try IdentityTree(
      bases: person.devices.map(\.publicKey), seed: seed, context: context)
    keys = try person.devices.map { try $0.diversified(seed: seed, context: context) }
    self.audience = audience
    collaborationID = id
  }

  func proof(
    _ challenge: ChallengeIssued, device: Int = 0, account: AccountLabel? = nil,
    audience: Origin? = nil
  ) throws -> SignedIdentityProof {
    try SignedIdentityProof(
      signing: challenge.challenge.bytes, for: account ?? challenge.account, with: keys[device],
      in: tree, audience: audience ?? self.audience, collaborationID: collaborationID)
  }
}

extension TestIdentity {
  /// As it goes into `Enter`.
  func proof(
    _ challenge: EntryChallenge, device: Int = 0, account: AccountLabel? = nil
  ) throws -> Base64URLBytes {
    let proof = try SignedIdentityProof(
      signing: challenge.challenge.bytes, for: account ?? challenge.account, with: keys[device],
      in: tree, audience: audience, collaborationID: collaborationID)
    return Base64URLBytes(try proof.json())
  }
}

/// A document of Ann's that is shared, seen from outside.
struct SharedDocument: Sendable {
  let server: CollaborationTestServer
  let owner: CollaborationClient
  let documentID: String
  let id: CollaborationID

  init(
    _ server: CollaborationTestServer, options: ShareOptions = Self.everything,
    owner name: String = "ann"
  ) async throws {
    self.server = server
    owner = try server.client(name)
    documentID = try await owner.createDocument(
      CreateDocument(requestID: .random(), title: "Baking Recipes")
    ).documentID
    id = try await owner.prepareCollaboration(
      PrepareCollaboration(requestID: .random(), options: options), of: documentID
    ).collaborationID
  }

  static let everything = ShareOptions(
    access: .readWrite, allowsComments: true, allowsMentions: true)

  /// An identity of a new person, added by the owner.
  func invite(devices: Int = 2) async throws -> TestIdentity {
    let identity = try Person(devices: devices).identity(in: id)
    _ = try await add(identity.root)
    return identity
  }

  func add(_ roots: RootHash...) async throws -> IdentitiesUpdated {
    try await owner.updateIdentities(
      UpdateIdentities(requestID: .random(), add: roots.map { .init(root: $0, depth: 5) }),
      of: id)
  }

  func remove(_ roots: RootHash...) async throws -> IdentitiesUpdated {
    try await owner.updateIdentities(
      UpdateIdentities(requestID: .random(), remove: roots), of: id)
  }

  /// Challenge, proof, grant.
  func prove(_ identity: TestIdentity, as client: CollaborationClient, device: Int = 0)
    async throws -> AccessGranted
  {
    let challenge = try await client.challenge(for: id)
    return try await client.prove(try identity.proof(challenge, device: device).json(), for: id)
  }

  /// Somebody new with access.
  func join(_ name: String) async throws -> (CollaborationClient, TestIdentity) {
    let identity = try await invite()
    let client = try server.client(name)
    _ = try await prove(identity, as: client)
    return (client, identity)
  }

  func append(_ text: String, _ kind: UpdateKind = .edit, by client: CollaborationClient)
    async throws -> UpdateAppended
  {
    try await client.appendUpdate(
      AppendUpdate(updateID: .random(), kind: kind, data: Base64URLBytes(Array(text.utf8))),
      to: documentID)
  }
}

extension RequestID {
  static func random() -> RequestID {
    RequestID(unchecked: (0..<byteCount).map { _ in UInt8.random(in: 0...255) })
  }
}

extension NoticeID {
  static func random() -> NoticeID {
    NoticeID(unchecked: (0..<byteCount).map { _ in UInt8.random(in: 0...255) })
  }
}

/// The code a call was refused with; nil where it was not refused.
func refusal(_ call: () async throws -> some Any) async throws -> ProblemCode? {
  do {
    _ = try await call()
    return nil
  } catch let error as ClientError {
    guard let code = error.problemCode else { throw error }
    return code
  }
}
