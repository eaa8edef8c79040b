import CollaborationDomain
import GroveIdentity

extension CollaborationRows {
  private static let noDocument = [UInt8](repeating: 0, count: DocumentID.byteCount)

  /// Texts that nearly every request needs, made once.
  private enum Texts {
    static let collaboration = orMadeUp(
      "SELECT \(Columns.collaboration), 1 FROM collaboration WHERE id = ?1",
      "?1, ?2, 0, 'readWrite', 1, 1, NULL, 0, 1, NULL, NULL, 0")
    static let identity =
      "SELECT \(Columns.identity) FROM identity WHERE collaboration = ? AND root = ?"
    static let binding =
      "SELECT \(Columns.binding) FROM binding WHERE collaboration = ? AND root = ?"
    /// Left to itself the planner prefers the table's own key, by collaboration alone, and so walks every binding there
    /// is; hence `INDEXED BY`.
    static let activeBindings = """
      SELECT \(Columns.of("b", Columns.binding)) FROM binding b INDEXED BY binding_account
      JOIN identity i ON i.collaboration = b.collaboration AND i.root = b.root
      WHERE b.account = ? AND b.collaboration = ? AND b.epoch >= i.activationEpoch
      ORDER BY b.boundAt DESC, b.root DESC
      """
    static let knock = "SELECT \(Columns.knock) FROM knock WHERE collaboration = ? AND account = ?"
  }

  func storedCollaboration(_ id: CollaborationID) throws -> CollaborationRecord? {
    try oneAlike(
      Texts.collaboration, [id.text, Self.noDocument], flag: 11, Self.collaboration)
  }

  func collaborations(unusedSince time: UInt64, limit: Int) throws -> [CollaborationRecord] {
    try all(
      """
      SELECT \(Columns.collaboration) FROM collaboration
      WHERE wasUsed = 0 AND endedAt IS NULL AND preparedAt <= ?
      ORDER BY preparedAt, id LIMIT ?
      """, [Stored.integer(time), limit], Self.collaboration)
  }

  func identity(_ root: RootHash, in collaboration: CollaborationID) throws -> IdentityRecord? {
    try one(Texts.identity, [collaboration.text, Stored.blob(root)], Self.identity)
  }

  /// Without the index named the planner walks every identity there is.
  func identities(ofPerson root: RootHash, in collaboration: CollaborationID, limit: Int) throws
    -> [IdentityRecord]
  {
    try all(
      """
      SELECT \(Columns.identity) FROM identity INDEXED BY identity_person
      WHERE collaboration = ? AND person = ? ORDER BY root LIMIT ?
      """, [collaboration.text, Stored.blob(root), limit], Self.identity)
  }

  func hasIdentity(in collaboration: CollaborationID) throws -> Bool {
    try one("SELECT 1 FROM identity WHERE collaboration = ? LIMIT 1", [collaboration.text]) { _ in
      true
    } ?? false
  }

  func binding(of root: RootHash, in collaboration: CollaborationID) throws -> BindingRecord? {
    try one(Texts.binding, [collaboration.text, Stored.blob(root)]) { try Self.binding($0) }
  }

  func bindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  {
    try all(
      """
      SELECT \(Columns.binding) FROM binding INDEXED BY binding_account
      WHERE account = ? AND collaboration = ?
      ORDER BY boundAt DESC, root DESC
      """, [account.text, collaboration.text]
    ) { try Self.binding($0) }
  }

  func bindings(of account: AccountLabel, limit: Int) throws -> [BindingRecord] {
    try all(
      "SELECT \(Columns.binding) FROM binding INDEXED BY binding_account WHERE account = ? LIMIT ?",
      [account.text, limit]
    ) { try Self.binding($0) }
  }

  func activeBindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  {
    try all(Texts.activeBindings, [account.text, collaboration.text]) { try Self.binding($0) }
  }

  func boundAccounts(in collaboration: CollaborationID) throws -> [AccountLabel] {
    try all(
      """
      SELECT DISTINCT b.account FROM binding b
      JOIN identity i ON i.collaboration = b.collaboration AND i.root = b.root
      WHERE b.collaboration = ? AND b.epoch >= i.activationEpoch ORDER BY b.account
      """, [collaboration.text]
    ) { try $0.checked(0) }
  }

  func participants(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, onlyBound: Bool
  ) throws -> [ParticipantRecord] {
    let from =
      onlyBound
      ? "binding b JOIN identity i ON i.collaboration = b.collaboration AND i.root = b.root"
      : "identity i LEFT JOIN binding b ON b.collaboration = i.collaboration AND b.root = i.root"
    let key = onlyBound ? "b" : "i"
    return try all(
      """
      SELECT \(Columns.of("i", Columns.identity)), \(Columns.of("b", Columns.binding)) FROM \(from)
      WHERE \(key).collaboration = ? AND \(key).root > ?
        \(onlyBound ? "AND b.epoch >= i.activationEpoch" : "")
      ORDER BY \(key).root LIMIT ?
      """, [collaboration.text, Stored.blob(root?.bytes ?? []), limit], Self.participant)
  }

  private static func participant(_ row: StoredRow) throws -> ParticipantRecord {
    let identity = try identity(row)
    let binding = row.isNull(8) ? nil : try binding(row, at: 8)
    return ParticipantRecord(
      identity: identity,
      binding: binding.flatMap { $0.epoch >= identity.activationEpoch ? $0 : nil })
  }

  func knock(_ id: KnockID, in collaboration: CollaborationID) throws -> KnockRecord? {
    try one(
      "SELECT \(Columns.knock) FROM knock WHERE id = ? AND collaboration = ?",
      [Stored.blob(id), collaboration.text], Self.knock)
  }

  func knock(by account: AccountLabel, in collaboration: CollaborationID) throws -> KnockRecord? {
    try one(Texts.knock, [collaboration.text, account.text], Self.knock)
  }

  func openKnocks(in collaboration: CollaborationID, limit: Int) throws -> [KnockRecord] {
    try openKnocks(in: collaboration, after: nil, limit: limit)
  }

  func openKnocks(in collaboration: CollaborationID, after place: ListCursor<KnockID>?, limit: Int)
    throws -> [KnockRecord]
  {
    // Times are not negative: -1 is before the first.
    let time = place.map { Stored.integer($0.at) } ?? -1
    return try all(
      """
      SELECT \(Columns.knock) FROM knock
      WHERE collaboration = ? AND ignoredAt IS NULL AND (at, id) > (?, ?)
      ORDER BY at, id LIMIT ?
      """, [collaboration.text, time, Stored.blob(place?.id.bytes ?? []), limit], Self.knock)
  }

  func countIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try count("identity WHERE collaboration = ?", collaboration.text, upTo: limit)
  }

  func countLinkIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try count(
      "identity WHERE collaboration = ? AND origin = 'link'", collaboration.text, upTo: limit)
  }

  func linkIdentities(in collaboration: CollaborationID, limit: Int) throws -> [RootHash] {
    try all(
      """
      SELECT root FROM identity WHERE collaboration = ? AND origin = 'link' ORDER BY root LIMIT ?
      """, [collaboration.text, limit]
    ) { try $0.fixed(0) }
  }

  func withdrawn(_ root: RootHash, in collaboration: CollaborationID) throws -> WithdrawnIdentity? {
    try one(
      "SELECT expiresAt FROM withdrawnIdentity WHERE collaboration = ? AND root = ?",
      [collaboration.text, Stored.blob(root)]
    ) {
      WithdrawnIdentity(
        collaborationID: collaboration, root: root, expiresAt: try $0.number(0))
    }
  }

  func countWithdrawn(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try count("withdrawnIdentity WHERE collaboration = ?", collaboration.text, upTo: limit)
  }

  func countOpenKnocks(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try count(
      "knock WHERE collaboration = ? AND ignoredAt IS NULL", collaboration.text, upTo: limit)
  }

  func waitingKnock(by account: AccountLabel, in collaboration: CollaborationID) throws
    -> KnockRecord?
  {
    try one(
      "SELECT \(Columns.waitingKnock) FROM waitingKnock WHERE collaboration = ? AND account = ?",
      [collaboration.text, account.text], Self.knock)
  }

  func waitingKnocks(in collaboration: CollaborationID?, limit: Int) throws -> [KnockRecord] {
    try all(
      """
      SELECT \(Columns.waitingKnock) FROM waitingKnock
      \(collaboration == nil ? "" : "WHERE collaboration = ?")
      ORDER BY at, id LIMIT ?
      """, (collaboration.map { [$0.text] } ?? []) + [limit], Self.knock)
  }

  func knocks(by account: AccountLabel) throws -> [KnockRecord] {
    try all(
      """
      SELECT \(Columns.knock) FROM knock WHERE account = ?1
      UNION ALL SELECT \(Columns.waitingKnock) FROM waitingKnock WHERE account = ?1
      ORDER BY at, id
      """, [account.text], Self.knock)
  }
}
